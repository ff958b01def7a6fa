"""Tables as a designer keeps them, headings and below them rows of cells; read from CSV."""

from __future__ import annotations

import codecs
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import NamedTuple

from cardtool.files import Unreadable
from cardtool.finding import Finding
from cardtool.load.file_rules import TABLE
from cardtool.load.yaml_files import stray_findings
from cardtool.load.yaml_hints import find_conflict
from cardtool.model import Source, SourceMap, Span
from cardtool.project import Project
from cardtool.unicode_text import normalise_line_breaks, replace_strays

CellValue = str | int | float | bool
NOTE_MARK = "#"
"""What the heading of a column begins with that is for the designer's own notes, and is not read."""
MOST_COLUMNS = 16_384  # as spreadsheets have
_MOST_CELLS = 1_000_000  # in one table, the empty ones too; as many as YAML has keys and values
_MOST_FAULTS = 50  # more of them in one file have one cause
_SEPARATORS = ",;\t|"
_NAMED_SEPARATOR = re.compile(r"sep=([,;\t|])\n", re.IGNORECASE)  # a line that Excel reads, and writes
_BROKEN = re.compile('""|\n')  # where letters of a quoted cell cease to stand one behind the other
_UTF_16 = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
_SAVE_ADVICE = 'save it as "CSV UTF-8"'
_NOT_IN_NAMES = re.compile(r"[\W_]+")


class Cell(NamedTuple):
    """A cell that is not empty, and where its value stands."""

    value: CellValue
    source_map: SourceMap


@dataclass(frozen=True, slots=True)
class Table:
    """A table that was read: its headings and rows, by column from 0; empty cells and rows are left out.

    `name` is the file, `sheet` the sheet of a workbook, `separator` what stands between the cells of a text.
    `findings` say what could not be read.
    """

    name: str
    sheet: str
    headings: Mapping[int, Cell]
    rows: tuple[Mapping[int, Cell], ...]
    findings: tuple[Finding, ...] = ()
    separator: str = ""

    def at(self, cell: Cell) -> Source:
        """Return where a cell stands."""
        return Source(self.name, cell.source_map.line, cell.source_map.column, self.sheet)


def without_surplus(table: Table) -> Table:
    """Return a table without cells below no heading; each column of such is reported at its first cell.

    One that only counts the rows, as programs write it that make tables, is not reported.
    """
    surplus: dict[int, list[Cell]] = {}
    for row in table.rows:
        for column in row.keys() - table.headings.keys():
            surplus.setdefault(column, []).append(row[column])
    if not surplus:
        return table
    kept = [{at: cell for at, cell in row.items() if at in table.headings} for row in table.rows]
    columns = (cells for _, cells in sorted(surplus.items()) if not _counts_rows(cells, len(table.rows)))
    faults = [_surplus_fault(table, cells) for cells in columns]
    if len(table.headings) == 1 and len(faults) > 1:
        (title,) = table.headings.values()
        message = f'"{title.value}" is the only heading, and rows below it have more cells than one'
        fix = "if it is a title, take its row out: headings come first"
        faults = [TABLE.found(table.at(title), message, fix)]
    return replace(table, rows=tuple(filter(None, kept)), findings=(*table.findings, *faults))


def _counts_rows(cells: Sequence[Cell], rows: int) -> bool:
    """Return whether the cells of a column are 0, 1, 2 and so on, or the same from 1 on, one for each row."""
    if len(cells) != rows:
        return False
    values = [str(cell.value) for cell in cells]
    return values in ([*map(str, range(rows))], [*map(str, range(1, rows + 1))])


def _surplus_fault(table: Table, cells: Sequence[Cell]) -> Finding:
    more = f", nor above {len(cells) - 1} more in its column" if cells[1:] else ""
    fix = f"empty it, or give its column a heading, which begins with {NOTE_MARK} where it is for notes"
    if table.separator:
        fix = f"{fix}; a text that holds a separator stands in quotation marks"
    return TABLE.found(table.at(cells[0]), f"no heading stands above this cell{more}", fix)


def column_key(heading: CellValue) -> str:
    """Return a heading as a field could be called: `Hit Points` and `hit-points` are hit_points."""
    return _NOT_IN_NAMES.sub("_", str(heading).casefold()).strip("_")


def read_csv(project: Project, path: Path, sheet: str, known: Callable[[str], bool]) -> Table:
    """Read a table; `known` says of a heading, as `column_key` writes it, whether a column is called so.

    A file has one table, so that a `sheet` is a fault.
    """
    name = project.name_of(path)
    if sheet:
        fault = TABLE.found(Source(name), "only a workbook has sheets", f"remove #{sheet}")
        return _unread_table(name, fault)
    try:
        content = project.read(path)
    except Unreadable as why:
        return _unread_table(name, TABLE.found(Source(name), f"{path.name} {why}"))
    return parse_csv(content, name, known)


def parse_csv(content: bytes, name: str, known: Callable[[str], bool]) -> Table:
    """Return the table that this is; `name` stands for its file, and `known` is as for `read_csv`."""
    try:
        text = content.decode("utf-16" if content.startswith(_UTF_16) else "utf-8-sig")
    except UnicodeDecodeError:
        return _unread_table(name, TABLE.found(Source(name), "this is not UTF-8 text", _SAVE_ADVICE))
    if "\0" in text:
        return _unread_table(name, TABLE.found(Source(name), "this is not a text file", _SAVE_ADVICE))
    text = normalise_line_breaks(text)
    if conflict := find_conflict(text):
        return _unread_table(name, TABLE.found(Source(name, *conflict[:2]), *conflict[2:]))
    if sum(map(text.count, f"{_SEPARATORS}\n")) > _MOST_CELLS:
        message = f"this table has more than {_MOST_CELLS:,} cells"
        return _unread_table(name, TABLE.found(Source(name), message, "split it up"))
    strays = stray_findings(text, name, TABLE)
    table = _parse(replace_strays(text) if strays else text, name, known)
    return replace(table, findings=(*strays, *table.findings))


def _unread_table(name: str, finding: Finding) -> Table:
    return Table(name, "", {}, (), (finding,))


def _parse(text: str, name: str, known: Callable[[str], bool]) -> Table:
    named = _NAMED_SEPARATOR.match(text)
    start = named.end() if named else 0
    separators = named[1] if named else _SEPARATORS
    separator = max(separators, key=lambda each: _familiarity(text, start, each, known))
    rows = _Rows(text, start, separator)
    lines = [row for row in rows if row]
    findings = [TABLE.found(Source(name, *place), *words) for place, words in rows.faults]
    if not lines:
        empty = TABLE.found(Source(name), "the table is empty", "give it headings, and a row for each card")
        return Table(name, "", {}, (), (*findings, empty))
    return without_surplus(Table(name, "", lines[0], tuple(lines[1:]), tuple(findings), separator))


def _familiarity(text: str, start: int, separator: str, known: Callable[[str], bool]) -> tuple[int, int, int]:
    """Return how well this separator suits the headings: those that are known, those there are, its rank."""
    first = start + len(text[start:]) - len(text[start:].lstrip("\n"))
    headings = next((row for row in _Rows(text, first, separator) if row), {})
    names = [str(cell.value) for cell in headings.values()]
    suited = sum(known(column_key(name)) or name.startswith(NOTE_MARK) for name in names)
    return suited, len(names), -_SEPARATORS.index(separator)


class _Slice(NamedTuple):
    """A cell as it stands in the text: where it begins and ends, quotes left out, and whether it has them."""

    start: int
    end: int
    quoted: bool


class _Rows:
    """The rows of a table, in order, with no cell for what is empty. `faults` fills while they are read."""

    def __init__(self, text: str, start: int, separator: str) -> None:
        self._text, self._at, self._separator = text, start, separator
        self._line, self._line_start = 1 + text.count("\n", 0, start), start
        plain = re.escape(separator)
        self._cell = re.compile(rf'[ ]*"((?:[^"]++|"")*+)("?)([^\n{plain}]*)|([^\n{plain}]*)')
        self.faults: list[tuple[tuple[int, int], tuple[str, str]]] = []

    def __iter__(self) -> Iterator[dict[int, Cell]]:
        while self._at < len(self._text):
            yield self._row()

    def _row(self) -> dict[int, Cell]:
        row: dict[int, Cell] = {}
        column = 0
        while True:
            cell = self._read_cell()
            if cell is not None and column < MOST_COLUMNS:
                row[column] = cell
            elif cell is not None and column == MOST_COLUMNS:
                place = (cell.source_map.line, cell.source_map.column)
                self._note_fault(place, f"more than {MOST_COLUMNS:,} cells in a row", "split the table up")
            column += 1
            end = self._text[self._at : self._at + 1]
            self._at += 1
            if end != self._separator:
                self._line, self._line_start = self._line + 1, self._at
                return row

    def _read_cell(self) -> Cell | None:
        match = self._cell.match(self._text, self._at)
        assert match is not None  # every text begins with a cell, be it empty
        self._at = match.end()
        quoted = match[4] is None
        start, end = match.span(1 if quoted else 4)
        if quoted:
            self._note_quotes(start, match[2], match[3])
        cell = self._cell_of(start, _trimmed(self._text, _Slice(start, end, quoted)))
        broken = self._text.count("\n", start, end)
        if broken:
            self._line += broken
            self._line_start = self._text.rindex("\n", start, end) + 1
        return cell

    def _note_quotes(self, start: int, closed: str, behind: str) -> None:
        place = (self._line, start - self._line_start)
        if not closed:
            self._note_fault(place, "these quotation marks are never closed", 'close the cell with "')
        elif behind.strip():
            message = f"{behind.strip()[:20]} stands behind the quotation marks that end this cell"
            self._note_fault(place, message, 'inside a cell in quotation marks, write "" for each of its own')

    def _note_fault(self, place: tuple[int, int], message: str, fix: str) -> None:
        if len(self.faults) < _MOST_FAULTS:
            self.faults.append((place, (message, fix)))

    def _cell_of(self, start: int, part: _Slice) -> Cell | None:
        """Return the cell of this part of what begins at `start`; None where it is empty."""
        if part.start >= part.end:
            return None
        raw = self._text[part.start : part.end]
        line, column = self._place(start, part.start)
        if not part.quoted or not _BROKEN.search(raw):
            return Cell(raw, SourceMap(line, column))
        return Cell(raw.replace('""', '"'), SourceMap(line, column, spans=_spans(raw, line, column)))

    def _place(self, start: int, offset: int) -> tuple[int, int]:
        """Return line and column of an offset in the cell that is being read, which begins at `start`."""
        lines = self._text.count("\n", start, offset)
        line_start = self._text.rindex("\n", start, offset) + 1 if lines else self._line_start
        return self._line + lines, offset - line_start + 1


def _trimmed(text: str, part: _Slice) -> _Slice:
    """Return the part without the blanks at both of its ends."""
    raw = text[part.start : part.end]
    start = part.start + len(raw) - len(raw.lstrip())
    return _Slice(start, max(start, part.end - (len(raw) - len(raw.rstrip()))), part.quoted)


def _spans(raw: str, line: int, column: int) -> tuple[Span, ...]:
    """Return the stretches of a quoted cell whose letters stand one behind the other in the file."""
    spans, dropped = [Span(0, line, column)], 0
    line_start = 1 - column  # the offset in the cell, quotes doubled, at which its line begins
    for match in _BROKEN.finditer(raw):
        if match[0] == "\n":
            line, line_start = line + 1, match.end()
        else:
            dropped += 1
        spans.append(Span(match.end() - dropped, line, match.end() - line_start + 1))
    return tuple(spans)
