"""What changed, for people and programs: between two versions of a game, and in a file as a unified diff.

Takes plain data and texts; compares no games.
"""

from __future__ import annotations

import difflib
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

from cardtool.report.escape import ascii_json, escape_line
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
        rows.append("nothing that a player would notice changed")
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


def _card_lines(card: ChangeSummary) -> list[str]:
    return [f"  {_card_title(card)}", *(row for change in card["changes"] for row in _field_lines(change))]


def _field_lines(change: ChangeSummary) -> list[str]:
    """Return one line where both values are short, else one for each."""
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
_CONTEXT_LINES = 3  # lines shown before and after what changes

LineChange = tuple[int, int, int, int]
"""The lines, from and up to, that are replaced, and those that replace them; counted from 0."""


def format_diff(file: str, before: str, after: str) -> str:
    """Return what changes in the file, with three lines around; signs that would not show are written out.

    Line ends are not told apart, for `--fix` leaves them alone. Empty where nothing changes.
    """
    old, new = _LINE_BREAK.split(before), _LINE_BREAK.split(after)
    name = escape_hidden(file)
    rows = [row for hunk in _hunks(old, new) for row in _hunk_lines(hunk, old, new)]
    shown = [f"--- a/{name}", f"+++ b/{name}", *rows] if rows else []
    return "".join(f"{escape_line(escape_hidden(row))}\n" for row in shown)


def _hunks(old: Sequence[str], new: Sequence[str]) -> Iterator[list[LineChange]]:
    """Yield the changes, those together that are shown together."""
    hunk: list[LineChange] = []
    for change in _changes_line_by_line(old, new) if len(old) == len(new) else _changes_found(old, new):
        if hunk and change[0] - hunk[-1][1] > 2 * _CONTEXT_LINES:
            yield hunk
            hunk = []
        hunk.append(change)
    if hunk:
        yield hunk


def _changes_found(old: Sequence[str], new: Sequence[str]) -> Iterator[LineChange]:
    for what, *change in difflib.SequenceMatcher(None, old, new).get_opcodes():
        if what != "equal":
            start, end, new_start, new_end = change
            yield start, end, new_start, new_end


def _changes_line_by_line(old: Sequence[str], new: Sequence[str]) -> Iterator[LineChange]:
    """Yield the changes where no line came or went; a long file would take difflib minutes."""
    for differ, rows in groupby(range(len(old)), key=lambda row: old[row] != new[row]):
        if differ:
            start, *more = rows
            end = start + len(more) + 1
            yield start, end, start, end


def _hunk_lines(hunk: Sequence[LineChange], old: Sequence[str], new: Sequence[str]) -> Iterator[str]:
    before = min(hunk[0][0], _CONTEXT_LINES)
    after = min(len(old) - hunk[-1][1], _CONTEXT_LINES)
    at = hunk[0][0] - before
    new_range = _hunk_range(hunk[0][2] - before, hunk[-1][3] + after)
    yield f"@@ -{_hunk_range(at, hunk[-1][1] + after)} +{new_range} @@"
    for start, end, new_start, new_end in hunk:
        yield from (f" {row}" for row in old[at:start])
        yield from (f"-{row}" for row in old[start:end])
        yield from (f"+{row}" for row in new[new_start:new_end])
        at = end
    yield from (f" {row}" for row in old[at : at + after])


def _hunk_range(start: int, end: int) -> str:
    return f"{start + 1},{end - start}"
