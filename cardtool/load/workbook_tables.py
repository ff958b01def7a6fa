"""Reads a sheet of an Excel workbook as a table, each cell by its place.

A workbook may come from a stranger: what is packed in it is weighed before anything is unpacked, and neither
formulas nor links are followed. A formula's value is the one that was saved with it.
"""

from __future__ import annotations

import io
import re
import zipfile
import zlib
from bisect import bisect_left
from collections.abc import Callable, Iterable
from itertools import groupby
from operator import attrgetter
from pathlib import Path

from cardtool.files import LARGEST_TEXT, Unreadable
from cardtool.finding import Finding
from cardtool.load.file_rules import FORMULA, TABLE
from cardtool.load.tables import NOTE_MARK, Cell, CellValue, Table, without_surplus
from cardtool.load.workbook_xml import DamagedWorkbook, RawCell, RawSheet, WorkbookFile, column_number
from cardtool.model import Source, SourceMap
from cardtool.project import Project, did_you_mean
from cardtool.unicode_text import find_strays, normalise_line_breaks, replace_strays

_LARGEST_UNPACKED = 4 * LARGEST_TEXT  # bytes of all that is packed in a workbook
_MOST_PARTS = 2_000
_MOST_TAGS = 6_000_000  # in all parts; a cell has four
_MOST_FAULTS = 20  # in one sheet; more of them have one cause
_RANGE = re.compile("[A-Z]{1,2}[0-9]{1,7}:[A-Z]{1,2}[0-9]{1,7}")
_RANGE_END = re.compile("([A-Z]+)([0-9]+)")
_ESCAPED = re.compile("_x([0-9A-Fa-f]{4})_")  # ECMA-376 part 1, 22.9.2.19, ST_Xstring


def read_workbook(project: Project, path: Path, sheet: str, known: Callable[[str], bool]) -> Table:
    """Read a sheet of a workbook; without a name, its first. `known` is for tables without clear columns."""
    name = project.name_of(path)
    try:
        content = project.read(path)
        fault = _container_fault(content)
    except Unreadable as why:
        fault = str(why)
    if fault:
        return Table(name, sheet, {}, (), (TABLE.found(Source(name), f"{path.name} {fault}"),))
    return _read_sheet(content, name, sheet)


def _container_fault(content: bytes) -> str:
    """Return why what is packed in a workbook is not to be unpacked, in words that follow its name."""
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as packed:
            parts = packed.infolist()
            if len(parts) > _MOST_PARTS or sum(part.file_size for part in parts) > _LARGEST_UNPACKED:
                most = _LARGEST_UNPACKED // 1_000_000
                return f"holds more than {most} MB once it is unpacked; make it smaller"
            if len({part.header_offset for part in parts}) < len(parts):
                return "cannot be read: it is damaged; save it anew"  # one part under several names
            if sum(packed.read(part).count(b"<") for part in parts) > _MOST_TAGS:
                return "has more cells than can be read; split it up"
    except (zipfile.BadZipFile, ValueError, OverflowError, RuntimeError):
        return "is not an Excel workbook; save it as .xlsx, without a password"
    except (OSError, EOFError, zlib.error):
        return "cannot be read: it is damaged; save it anew"
    return ""


def _read_sheet(content: bytes, name: str, sheet: str) -> Table:
    try:
        book = WorkbookFile(content)
        title, fault = _chosen_sheet(book.titles, name, sheet)
        return Table(name, sheet, {}, (), (fault,)) if fault else _make_table(name, title, book.sheet(title))
    except DamagedWorkbook:
        message = "this workbook cannot be read: it is damaged"
        return Table(name, sheet, {}, (), (TABLE.found(Source(name), message, "save it anew"),))


def sheet_titles(content: bytes) -> list[str]:
    """Return the titles of a workbook's sheets, in order; none of what is no workbook, or damaged."""
    if _container_fault(content):
        return []
    try:
        return WorkbookFile(content).titles
    except DamagedWorkbook:
        return []


def read_all_sheets(content: bytes, name: str, hidden: str) -> tuple[list[Table], list[tuple[str, ...]], str]:
    """Return all sheets of a workbook but the one called `hidden`, whose rows of texts are returned beside.

    The last is what is wrong with the whole, in words that follow its name; empty where nothing is.
    """
    fault = _container_fault(content)
    if fault:
        return [], [], fault
    try:
        book = WorkbookFile(content)
        tables = [_make_table(name, title, book.sheet(title)) for title in book.titles if title != hidden]
        return tables, _texts(book.sheet(hidden)) if hidden in book.titles else [], ""
    except DamagedWorkbook:
        return [], [], "cannot be read: it is damaged; save it anew"


def _texts(sheet: RawSheet) -> list[tuple[str, ...]]:
    rows = groupby(sheet.cells, key=attrgetter("row"))
    return [tuple(str(cell.value) for cell in row if cell.value is not None) for _, row in rows]


def _chosen_sheet(titles: list[str], name: str, sheet: str) -> tuple[str, Finding | None]:
    if not sheet and titles:
        return titles[0], None
    if sheet in titles:
        return sheet, None
    message = f'there is no sheet "{sheet}"{did_you_mean(sheet, titles)}'
    return "", TABLE.found(Source(name), message, f"the sheets are {', '.join(titles)}" if titles else None)


def _make_table(name: str, title: str, sheet: RawSheet) -> Table:
    found = [each for each in sheet.cells if each.value != ""]
    top = min((each.row for each in found if each.value is not None), default=0)
    headings = {each.column - 1: _heading(each) for each in found if each.row == top}
    noted = {column for column, cell in headings.items() if str(cell.value).startswith(NOTE_MARK)}
    reader = _SheetReader(name, title)
    rows: dict[int, dict[int, Cell]] = {}
    for each in found:
        if each.row < top or each.column - 1 in noted:
            continue
        value = reader.value_of(each)
        if each.row > top and value is not None:
            rows.setdefault(each.row, {})[each.column - 1] = Cell(value, _place(each.row, each.column))
    reader.tell_merged(sheet.merged, headings.keys() - noted)
    if not headings:
        reader.tell(1, 1, "the sheet is empty", "give it headings, and a row for each card")
    ordered = tuple(rows[number] for number in sorted(rows))
    return without_surplus(Table(name, title, headings, ordered, reader.findings))


def _heading(cell: RawCell) -> Cell:
    text = "" if cell.value is None else _read_text(str(cell.value))[0]
    return Cell(text, _place(cell.row, cell.column))


def _read_text(saved: str) -> tuple[str, list[str]]:
    """Return the text of a cell, and the characters in it that nobody can see, which are replaced."""
    text = normalise_line_breaks(_ESCAPED.sub(lambda code: chr(int(code[1], 16)), saved))
    strays = [stray for _, stray in find_strays(text)]
    return (replace_strays(text) if strays else text).strip(), strays


def _place(row: int, column: int) -> SourceMap:
    return SourceMap(row, column, is_cell=True)


class _SheetReader:
    """Makes values of cells, and gathers what is wrong with them."""

    def __init__(self, name: str, sheet: str) -> None:
        self._name, self._sheet = name, sheet
        self._formulas: list[RawCell] = []
        self._faults: list[Finding] = []

    @property
    def findings(self) -> tuple[Finding, ...]:
        notes = []
        if self._formulas:
            first = self._formulas[0]
            message = f"{_counted_formulas(len(self._formulas))}: read is the value saved with it"
            notes = [FORMULA.found(self._at(first.row, first.column), message)]
        return (*self._faults, *notes)

    def tell(self, row: int, column: int, message: str, fix: str | None = None) -> None:
        if len(self._faults) < _MOST_FAULTS:
            self._faults.append(TABLE.found(self._at(row, column), message, fix))

    def _at(self, row: int, column: int) -> Source:
        return Source(self._name, row, column, self._sheet)

    def value_of(self, cell: RawCell) -> CellValue | None:
        """Return what a cell says; None, and the reason told, where that is nothing a card could say."""
        value = cell.value
        if value is None:
            fix = "open the workbook in a spreadsheet program, and save it"
            self.tell(cell.row, cell.column, "this formula was saved without its value", fix)
        elif cell.is_error:
            self.tell(cell.row, cell.column, f"this cell shows the error {value}", "mend its formula")
        elif cell.is_date:
            fix = "format the cell as text, and write it as it is to be read"
            self.tell(cell.row, cell.column, "this cell holds a date, which is a number to a program", fix)
        else:
            if cell.has_formula:
                self._formulas.append(cell)
            if isinstance(value, str):
                text, strays = _read_text(value)
                for stray in strays:
                    self.tell(cell.row, cell.column, f"this cell holds {stray}", "remove it")
                return text or None
            return int(value) if isinstance(value, float) and value.is_integer() else value
        return None

    def tell_merged(self, merged: Iterable[str], columns: set[int]) -> None:
        """Tell of cells that are joined, of which all but the first are empty."""
        known = sorted(column + 1 for column in columns)
        for reference in filter(_RANGE.fullmatch, merged):
            (left, top), (right, _) = _RANGE_END.findall(reference)
            here = bisect_left(known, column_number(left))
            if here < len(known) and known[here] <= column_number(right):
                message = f"the cells {reference} are merged: only the first has a value"
                self.tell(int(top), column_number(left), message, "split them, and fill in each")


def _counted_formulas(count: int) -> str:
    return "this cell holds a formula" if count == 1 else f"this and {count - 1} more cells hold formulas"
