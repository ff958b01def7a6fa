"""Findings, fitted texts and changes as a person reads them: the place, the sentence, the line, what to do.

Reads the line to show, and nothing outside the project but documents named. Compares no games:
what changed is plain data.
"""

from __future__ import annotations

import difflib
import json
import re
import unicodedata
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import groupby
from pathlib import Path
from typing import Any, Literal, NamedTuple

from cardtool.files import TEXT_SUFFIXES, Unreadable, read_file
from cardtool.finding import Finding, Severity, count_by_severity
from cardtool.model import Fit, Source
from cardtool.report.program_reports import escape_line
from cardtool.report.subject_report import waived_sentence
from cardtool.unicode_text import JOINERS, escape_hidden, wide_encoding
from cardtool.units import format_number
from cardtool.wording import counted, wording

_YAML_LINE_BREAK = re.compile("\r\n|[\r\n\x85\u2028\u2029]")  # YAML 1.1, 5.4, as libyaml counts lines
_MOST_BYTES = 4_000_000  # bytes of a file that are read; nothing behind them is quoted
_QUOTED = TEXT_SUFFIXES | {".csv"}  # files that somebody edits line by line
_BEFORE, _AFTER = 70, 40  # columns shown around the place in a long line


class Snippet(NamedTuple):
    """A line as it can be printed, and the column, from 0, at which the caret goes."""

    text: str
    caret: int


SnippetReader = Callable[[Source], Snippet | None]
"""A reader of lines: a place → the line there, or None."""


def snippet_reader(
    root: Path, documents: Collection[str] = (), texts: Mapping[str, str] = {}
) -> SnippetReader:
    """Return what reads the lines at places of this project, and of these documents, each file once.

    `texts` are what files held when they were judged, where they hold something else now. It answers None
    where there is no line to be shown: no such file, or not one somebody edits.
    """

    @cache
    def read(file: str) -> Sequence[str]:
        if file in texts:
            return _YAML_LINE_BREAK.split(texts[file])
        return _read_lines(root.resolve(), file, anywhere=file in documents)

    def snippet(source: Source) -> Snippet | None:
        lines = read(source.file)
        if not 1 <= source.line <= len(lines):
            return None
        return _snippet_around(lines[source.line - 1].rstrip().replace("\t", " "), source.column - 1)

    return snippet


def _snippet_around(whole: str, at: int) -> Snippet | None:
    """Return the part of a line around this offset, or None where the line does not reach so far."""
    if not 0 <= at < len(whole):
        return None
    start, end = (at - _BEFORE if at > _BEFORE else 0), at + _AFTER
    before = ("…" if start else "") + escape_hidden(whole[start:at])
    after = escape_hidden(whole[at:end]) + ("…" if len(whole) > end else "")
    return Snippet(before + after, terminal_width(before))


def terminal_width(text: str) -> int:
    """Return how many columns of a terminal the text takes."""
    return sum(_columns(sign) for sign in text)


def _columns(sign: str) -> int:
    if unicodedata.combining(sign) or sign in JOINERS or unicodedata.category(sign) == "Mn":
        return 0
    return 2 if unicodedata.east_asian_width(sign) in "WF" else 1


def _read_lines(root: Path, file: str, *, anywhere: bool) -> Sequence[str]:
    """Return the lines of a text file inside the project; none where it is not one, or a link leads there.

    Those of a Word document are its paragraphs.
    """
    try:
        path = (root / file).resolve()
        is_own = path.is_relative_to(root) and path == root / file
        if anywhere and path.suffix == ".docx":
            from cardtool.documents.word_documents import read_docx  # few documents need it

            return read_docx(read_file(path), file)[0].split("\n")
        if path.suffix not in _QUOTED or not (anywhere or is_own) or not path.is_file():
            return ()
        with path.open("rb") as opened:
            content = opened.read(_MOST_BYTES)
        if wide_encoding(content):  # which would be shown as a line of rubbish
            return ()
        return tuple(_YAML_LINE_BREAK.split(content.decode("utf-8-sig", errors="replace")))
    except (OSError, ValueError, RuntimeError, Unreadable):
        return ()


Paint = Callable[[str, str], str]
"""A style and a text give the text as it is shown."""

# ECMA-48, 8.3.117, select graphic rendition
_STYLES = {
    "error": "1;31",
    "warning": "1;33",
    "info": "1;36",
    "good": "1;32",
    "place": "1",
    "quiet": "2",
}


def format_text(
    findings: Sequence[Finding], game: str, snippet: SnippetReader | None, colour: bool, waived: int = 0
) -> str:
    """Return the findings in the order given, and a last line that sums them up; ends with a line break.

    With a reader of lines, each finding shows the line it is about. `waived` is how many more there are that
    the game lets stand.
    """
    paint: Paint = _painted if colour else _unpainted
    rows = [
        row
        for each in findings
        for row in _finding_lines(each, snippet(each.source) if snippet else None, paint)
    ]
    summary = _summary(findings, game, paint) + (f"; {waived_sentence(waived)}" if waived else "")
    rows += ["", summary] if rows else [summary]
    return "".join(f"{escape_line(row)}\n" for row in rows)


def _finding_lines(finding: Finding, shown: Snippet | None, paint: Paint) -> Iterator[str]:
    rule, source = finding.rule, finding.source
    place = f"{escape_hidden(str(source))}:"
    label = paint("quiet", f"[{rule.code} {rule.name}]")
    severity = paint(finding.severity, f"{finding.severity}:")
    yield f"{paint('place', place)} {severity} {escape_hidden(finding.message)} {label}"
    if shown:
        yield from _snippet_lines(shown, source.line, finding.severity, paint)
    if finding.fix:
        yield f"  → {escape_hidden(finding.fix)}"


def _snippet_lines(shown: Snippet, number: int, severity: Severity, paint: Paint) -> Iterator[str]:
    gutter = f"{number:>6} |"
    yield f"{paint('quiet', gutter)} {shown.text}"
    yield f"{paint('quiet', ' ' * 6 + ' |')} {' ' * shown.caret}{paint(severity, '^')}"


def _summary(findings: Sequence[Finding], game: str, paint: Paint) -> str:
    """Return such as `farm: 2 errors and 1 warning in 2 files`."""
    name = escape_hidden(game)
    if not findings:
        return f"{name}: {paint('good', 'no problems found')}"
    counts = count_by_severity(findings)
    parts = [paint(severity, counted(n, severity)) for severity, n in counts.items() if n]
    return f"{name}: {wording().listed(parts)} in {counted(len({f.source.file for f in findings}), 'file')}"


def _painted(style: str, text: str) -> str:
    return f"\x1b[{_STYLES[style]}m{text}\x1b[0m"


def _unpainted(style: str, text: str) -> str:
    return text


_MOST_ROWS = 24


def format_fits_table(fits: Sequence[Fit]) -> str:
    """Return a line for each text that was tightened or made smaller, and how many only share a size."""
    if not fits:
        return ""
    own = [fit for fit in fits if not fit.shared]
    rows = [
        (fit.title, fit.box, _fit_change(fit), f"{format_number(fit.room)} mm left")
        for fit in own[:_MOST_ROWS]
    ]
    rows += [_shared_row(same) for same in _fits_alike(fit for fit in fits if fit.shared)]
    widths = [max(len(row[column]) for row in rows) for column in range(3)]
    lines = [
        "  ".join((*(cell.ljust(width) for cell, width in zip(row, widths, strict=False)), row[3]))
        for row in rows
    ]
    if len(own) > _MOST_ROWS:
        lines.append(f"and {len(own) - _MOST_ROWS} more")
    head = f"{len(fits)} text{'s were' if len(fits) > 1 else ' was'} made to fit:"
    return "\n".join([head, *(f"  {escape_line(escape_hidden(row.rstrip()))}" for row in lines)]) + "\n"


def _fit_change(fit: Fit) -> str:
    changes = []
    if fit.used.size < fit.designed.size:
        changes.append(f"{fit.designed.size:g} → {fit.used.size:g} pt")
    if fit.used.leading < fit.designed.leading:
        changes.append(f"leading {fit.designed.leading:g} → {fit.used.leading:g}")
    return ", ".join(changes)


def _fits_alike(fits: Iterable[Fit]) -> list[list[Fit]]:
    """Return texts of one box and kind that came to one size from one size."""
    groups: dict[tuple[object, ...], list[Fit]] = {}
    for fit in fits:
        groups.setdefault((fit.face.kind, fit.box, fit.needed, fit.used.size), []).append(fit)
    return list(groups.values())


def _shared_row(same: Sequence[Fit]) -> tuple[str, str, str, str]:
    fit, many = same[0], len(same)
    who = f"{many} more of {fit.face.kind}" if many > 1 else fit.title
    return who, fit.box, f"{fit.needed:g} → {fit.used.size:g} pt", "to be of one size with their kind"


ChangeSummary = Mapping[str, Any]


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
