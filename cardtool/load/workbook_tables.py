"""Reads a sheet of an Excel workbook as a table, each cell by its place.

A workbook may come from a stranger: what is packed in it is weighed before anything is unpacked, and neither
formulas nor links are followed. A formula's value is the one that was saved with it.
"""

from __future__ import annotations

import datetime
import io
import re
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from cardtool.files import LARGEST_TEXT, Unreadable
from cardtool.finding import Finding
from cardtool.load.file_rules import FORMULA, TABLE
from cardtool.load.table_cells import NOTE_MARK, Cell, Table
from cardtool.model import Source, SourceMap
from cardtool.project import Project, did_you_mean

_LARGEST_UNPACKED = 4 * LARGEST_TEXT  # bytes of all that is packed in a workbook
_MOST_PARTS = 2_000
_MOST_FAULTS = 20  # in one sheet; more of them have one cause
_MERGED = re.compile(rb"<(?:\w+:)?mergeCell\b[^>]*\bref=\"([A-Z]{1,3}[0-9]{1,7}:[A-Z]{1,3}[0-9]{1,7})\"")
_FORMULA = re.compile(rb"<(?:\w+:)?f[ />]")
_ESCAPED = re.compile("_x([0-9A-Fa-f]{4})_")  # ECMA-376 part 1, 22.9.2.19, ST_Xstring
_DATES = (datetime.datetime, datetime.date, datetime.time, datetime.timedelta)


class _RawCell(NamedTuple):
    """A cell as the library reads it: row and column from 1, its value, and whether that is an error."""

    row: int
    column: int
    value: Any
    is_error: bool


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
    except (zipfile.BadZipFile, ValueError, OverflowError, NotImplementedError):
        return "is not an Excel workbook; save it as .xlsx, without a password"
    if len(parts) > _MOST_PARTS or sum(part.file_size for part in parts) > _LARGEST_UNPACKED:
        return f"holds more than {_LARGEST_UNPACKED // 1_000_000} MB once it is unpacked; make it smaller"
    return ""


def _read_sheet(content: bytes, name: str, sheet: str) -> Table:
    try:
        book = _open(content)
        title, fault = _chosen_sheet(book.sheetnames, name, sheet)
        return Table(name, sheet, {}, (), (fault,)) if fault else _table_of(book[title], content, name)
    except Exception:  # whatever the library makes of a file that only looks like a workbook
        return Table(name, sheet, {}, (), (_damaged(name),))


def _open(content: bytes) -> Any:
    from openpyxl import load_workbook  # takes a third of a second to import

    return load_workbook(io.BytesIO(content), read_only=True, data_only=True, keep_links=False)


def _table_of(sheet: Any, content: bytes, name: str) -> Table:
    found = list(_raw_cells(sheet))
    written = _sheet_source(content, sheet)
    formulas = _formula_cells(content, sheet.title) if _FORMULA.search(written) else frozenset()
    return _make_table(name, sheet.title, found, formulas, _MERGED.findall(written))


def _damaged(name: str) -> Finding:
    return TABLE.found(Source(name), "this workbook cannot be read: it is damaged", "save it anew")


def read_all_sheets(content: bytes, name: str, hidden: str) -> tuple[list[Table], list[tuple[str, ...]], str]:
    """Return all sheets of a workbook but the one called `hidden`, whose rows of texts are returned beside.

    The last is what is wrong with the whole, in words that follow its name; empty where nothing is.
    """
    fault = _container_fault(content)
    if fault:
        return [], [], fault
    try:
        book = _open(content)
        tables = [_table_of(sheet, content, name) for sheet in book.worksheets if sheet.title != hidden]
        return tables, _texts(book[hidden]) if hidden in book.sheetnames else [], ""
    except Exception:
        return [], [], "cannot be read: it is damaged; save it anew"


def _texts(sheet: Any) -> list[tuple[str, ...]]:
    sheet.reset_dimensions()
    rows = (tuple(str(cell) for cell in row if cell is not None) for row in sheet.iter_rows(values_only=True))
    return [row for row in rows if row]


def _chosen_sheet(titles: list[str], name: str, sheet: str) -> tuple[str, Finding | None]:
    if not sheet and titles:
        return titles[0], None
    if sheet in titles:
        return sheet, None
    message = f'there is no sheet "{sheet}"{did_you_mean(sheet, titles)}'
    return "", TABLE.found(Source(name), message, f"the sheets are {', '.join(titles)}" if titles else None)


def _raw_cells(sheet: Any) -> Iterator[_RawCell]:
    sheet.reset_dimensions()  # what the file says of its size may be wrong
    for row in sheet.iter_rows():
        for cell in row:
            if cell.value is not None:
                yield _RawCell(cell.row, cell.column, cell.value, cell.data_type == "e")


def _sheet_source(content: bytes, sheet: Any) -> bytes:
    with zipfile.ZipFile(io.BytesIO(content)) as packed:
        return packed.read(sheet._worksheet_path)


def _formula_cells(content: bytes, title: str) -> frozenset[tuple[int, int]]:
    """Return row and column of each cell that holds a formula."""
    from openpyxl import load_workbook

    book = load_workbook(io.BytesIO(content), read_only=True, data_only=False, keep_links=False)
    book[title].reset_dimensions()
    return frozenset(
        (cell.row, cell.column)
        for row in book[title].iter_rows()
        for cell in row
        if cell.value is not None and cell.data_type == "f"
    )


def _make_table(
    name: str, sheet: str, found: list[_RawCell], formulas: frozenset[tuple[int, int]], merged: list[bytes]
) -> Table:
    top = min((each.row for each in found), default=0)
    headings = {each.column - 1: _heading(each) for each in found if each.row == top}
    noted = {column for column, cell in headings.items() if str(cell.value).startswith(NOTE_MARK)}
    used = [each for each in found if each.column - 1 in headings and each.column - 1 not in noted]
    reader = _SheetReader(name, sheet, formulas)
    rows: dict[int, dict[int, Cell]] = {}
    for each in used:
        value = reader.value_of(each)
        if each.row > top and value is not None:
            rows.setdefault(each.row, {})[each.column - 1] = Cell(value, _place(each.row, each.column))
    reader.tell_unsaved({(each.row, each.column) for each in found}, top, headings.keys() - noted)
    reader.tell_merged(merged, headings.keys() - noted)
    if not headings:
        reader.tell(1, 1, "the sheet is empty", "give it headings, and a row for each card")
    return Table(name, sheet, headings, tuple(rows[number] for number in sorted(rows)), reader.findings)


def _heading(cell: _RawCell) -> Cell:
    return Cell(str(cell.value).strip(), _place(cell.row, cell.column))


def _place(row: int, column: int) -> SourceMap:
    return SourceMap(row, column, is_cell=True)


class _SheetReader:
    """Makes values of cells, and gathers what is wrong with them."""

    def __init__(self, name: str, sheet: str, formulas: frozenset[tuple[int, int]]) -> None:
        self._name, self._sheet, self._formulas = name, sheet, formulas
        self._faults: list[Finding] = []

    @property
    def findings(self) -> tuple[Finding, ...]:
        notes = []
        if self._formulas:
            row, column = min(self._formulas)
            message = f"{_counted_formulas(len(self._formulas))}: read is the value saved with it"
            notes = [FORMULA.found(self._at(row, column), message)]
        return (*self._faults[:_MOST_FAULTS], *notes)

    def tell(self, row: int, column: int, message: str, fix: str | None = None) -> None:
        self._faults.append(TABLE.found(self._at(row, column), message, fix))

    def _at(self, row: int, column: int) -> Source:
        return Source(self._name, row, column, self._sheet)

    def value_of(self, cell: _RawCell) -> str | int | float | bool | None:
        """Return what a cell says; None, and the reason told, where that is nothing a card could say."""
        value = cell.value
        if cell.is_error:
            self.tell(cell.row, cell.column, f"this cell shows the error {value}", "mend its formula")
        elif isinstance(value, _DATES):
            fix = "format the cell as text, and write it as it is to be read"
            self.tell(cell.row, cell.column, "this cell holds a date, which is a number to a program", fix)
        elif isinstance(value, bool | int):
            return value
        elif isinstance(value, float):
            return int(value) if value.is_integer() else value
        else:
            return _ESCAPED.sub(lambda code: chr(int(code[1], 16)), str(value)).strip() or None
        return None

    def tell_unsaved(self, filled: set[tuple[int, int]], top: int, columns: set[int]) -> None:
        """Tell of formulas that were saved without a value."""
        for row, column in sorted(self._formulas - filled):
            if row >= top and column - 1 in columns:
                fix = "open the workbook in a spreadsheet program, and save it"
                self.tell(row, column, "this formula was saved without its value", fix)

    def tell_merged(self, merged: list[bytes], columns: set[int]) -> None:
        """Tell of cells that are joined, of which all but the first are empty."""
        from openpyxl.utils import range_boundaries

        for reference in merged:
            left, top, right, _ = range_boundaries(reference.decode("ascii"))
            if any(left <= column + 1 <= right for column in columns):
                message = f"the cells {reference.decode('ascii')} are merged: only the first has a value"
                self.tell(top, left, message, "split them, and fill in each")


def _counted_formulas(count: int) -> str:
    return "this cell holds a formula" if count == 1 else f"this and {count - 1} more cells hold formulas"
