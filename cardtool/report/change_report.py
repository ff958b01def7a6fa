"""What changed, for people and programs: between two versions of a game, and in a file as a unified diff.

Takes plain data and texts; compares no games.
"""

from __future__ import annotations

import difflib
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any, Literal

from cardtool.report.ci_reports import escape_line
from cardtool.report.json_reports import ascii_json
from cardtool.unicode_text import escape_hidden

ChangeSummary = Mapping[str, Any]


def format_changes_json(changes: ChangeSummary, game: str, revisions: tuple[str, str], version: str) -> str:
    """Return the changes for programs; `version` is cardtool's. Ends with a line break."""
    old, new = revisions
    document = {"tool": "cardtool", "version": version, "game": game, "from": old, "to": new, **changes}
    return ascii_json(document)


def format_changes_text(changes: ChangeSummary, game: str, revisions: tuple[str, str]) -> str:
    """Return the changes for people: what came, what went, what differs. Ends with a line break."""
    old, new = changes["versions"]["old"], changes["versions"]["new"]
    title = f"{game}, {revisions[0]} → {revisions[1]}"
    rows = [f"{title} (version {old} → {new})" if old != new else f"{title} (version {new})"]
    rows += [row for part in _sections(changes) for row in part]
    if len(rows) == 1:
        rows.append(f"no card, number or board changed{' in the rest' if changes['unread'] else ''}")
    if changes["unread"]:
        rows += ["", f"left out, for it cannot be read: {', '.join(changes['unread'])}"]
    return "".join(f"{escape_line(escape_hidden(row))}\n" for row in rows)


def _sections(changes: ChangeSummary) -> Iterator[list[str]]:
    for title in ("added", "removed"):
        if changes[title]:
            yield ["", title, *(f"  {_card_title(card)}" for card in changes[title])]
    if changes["changed"]:
        yield ["", "changed", *(row for card in changes["changed"] for row in _card_lines(card))]
    if changes["renamed"]:
        yield ["", "renamed", *(f"  {each['what']} {_arrow(each)}" for each in changes["renamed"])]
    if changes["numbers"]:
        numbers = [f"  {each['name']} ({each['means']}): {_arrow(each)}" for each in changes["numbers"]]
        yield ["", "numbers of the rules", *numbers]
    if changes["counts"]:
        yield ["", "counts", *(f"  {each['name']}: {_arrow(each)}" for each in changes["counts"])]
    if changes["layouts"]:
        yield ["", "boards", *(row for each in changes["layouts"] for row in _layout_lines(each))]
    if changes["packs"]:
        yield ["", "packs", *(row for each in changes["packs"] for row in _pack_lines(each))]
    if changes["words"]:
        rows = [
            f"  {each['file']}: {_words(each['old'])} → {_words(each['new'])}" for each in changes["words"]
        ]
        yield ["", "words of templates", *rows]


def _words(said: Sequence[str]) -> str:
    return " / ".join(said) or "nothing"


_MOST_NAMED = 6  # spaces


def _layout_lines(layout: ChangeSummary) -> Iterator[str]:
    """Yield what is different about a board, its spaces by their ids."""
    sizes, sorts = layout["spaces"], [f"{each['sort']} {_arrow(each)}" for each in layout["counts"]]
    of_sorts = f" ({', '.join(sorts)})" if sorts else ""
    if layout["change"] != "changed":
        yield f"  {layout['title']} ({layout['id']}): {layout['change']}, {max(sizes.values())} spaces"
        return
    count = f"{sizes['new']} spaces" if sizes["old"] == sizes["new"] else f"{_arrow(sizes)} spaces"
    yield f"  {layout['title']} ({layout['id']}): {count}{of_sorts}"
    furthest = max((each["by_mm"] for each in layout["moved"]), default=0)
    parts = (
        ("added", layout["added"]),
        ("removed", layout["removed"]),
        ("renamed", [_arrow(each) for each in layout["renamed"]]),
        ("of another sort", [f"{each['id']} ({_arrow(each)})" for each in layout["sorts"]]),
        (f"moved, by up to {furthest:g} mm", [each["id"] for each in layout["moved"]]),
    )
    yield from (f"      {what}: {_named(names)}" for what, names in parts if names)


def _named(names: Sequence[str]) -> str:
    more = len(names) - _MOST_NAMED
    return ", ".join(names) if more <= 0 else f"{', '.join(names[:_MOST_NAMED])} and {more} more"


def _pack_lines(pack: ChangeSummary) -> Iterator[str]:
    old, new = pack["old"], pack["new"]
    if old is None or new is None:
        yield f"  {pack['id']}: {'removed' if new is None else 'added'}, {_pack_text(old or new)}"
        return
    yield f"  {pack['id']}:"
    yield f"      {_pack_text(old)}"
    yield f"      → {_pack_text(new)}"


def _pack_text(pack: ChangeSummary) -> str:
    players = f"{pack['players']['least']} to {pack['players']['most']} players"
    holds = f"{pack['again']} once more" if pack["again"] else ", ".join(pack["kinds"])
    return f"{players}: {holds}" if holds else players


def _card_lines(card: ChangeSummary) -> list[str]:
    return [f"  {_card_title(card)}", *(row for change in card["changes"] for row in _field_lines(change))]


def _field_lines(change: ChangeSummary) -> list[str]:
    old, new = _value_text(change["old"]), _value_text(change["new"])
    if len(old) + len(new) < 60:
        return [f"      {change['field']}: {old} → {new}"]
    return [f"      {change['field']}:", f"        {old}", f"      → {new}"]


def _card_title(card: ChangeSummary) -> str:
    copies = f", {card['copies']} copies" if card["copies"] > 1 else ""
    return f"{card['name']} ({card['id']}, {card['kind']}{copies})"


def _arrow(change: ChangeSummary) -> str:
    return f"{change['old']} → {change['new']}"


def _value_text(value: Any) -> str:
    if value is None:
        return "nothing"
    if isinstance(value, (Mapping, Sequence)) and not isinstance(value, str):
        return json.dumps(value, ensure_ascii=False)
    return str(value)


_LINE_BREAK = re.compile(r"\r\n?|\n")
_Opcode = tuple[Literal["replace", "delete", "insert", "equal"], int, int, int, int]
_CONTEXT_LINES = 3  # lines shown before and after what changes


def format_diff(file: str, before: str, after: str) -> str:
    """Return what changes in the file, with three lines around; signs that would not show are written out.

    Line ends are not told apart, for `--fix` leaves them alone. Empty where nothing changes.
    """
    old, new = _LINE_BREAK.split(before), _LINE_BREAK.split(after)
    name = escape_hidden(file)
    matcher = _LineByLine(old, new) if len(old) == len(new) else difflib.SequenceMatcher(None, old, new)
    rows = [
        row for hunk in matcher.get_grouped_opcodes(_CONTEXT_LINES) for row in _hunk_lines(hunk, old, new)
    ]
    shown = [f"--- a/{name}", f"+++ b/{name}", *rows] if rows else []
    return "".join(f"{escape_line(escape_hidden(row))}\n" for row in shown)


class _LineByLine(difflib.SequenceMatcher[str]):
    """Compares texts in which no line came or went; a long file would take difflib minutes."""

    def __init__(self, old: Sequence[str], new: Sequence[str]) -> None:
        super().__init__(None, old, new)
        self._differs = [one != other for one, other in zip(old, new, strict=True)]

    def get_opcodes(self) -> list[_Opcode]:
        opcodes: list[_Opcode] = []
        for differ, group in groupby(range(len(self._differs)), key=self._differs.__getitem__):
            rows = list(group)
            start, end = rows[0], rows[-1] + 1
            opcodes.append(("replace" if differ else "equal", start, end, start, end))
        return opcodes


def _hunk_lines(
    hunk: Sequence[tuple[str, int, int, int, int]], old: Sequence[str], new: Sequence[str]
) -> Iterator[str]:
    (_, start, _, new_start, _), (_, _, end, _, new_end) = hunk[0], hunk[-1]
    yield f"@@ -{start + 1},{end - start} +{new_start + 1},{new_end - new_start} @@"
    for what, start, end, new_start, new_end in hunk:
        if what == "equal":
            yield from (f" {row}" for row in old[start:end])
        else:
            yield from (f"-{row}" for row in old[start:end])
            yield from (f"+{row}" for row in new[new_start:new_end])
