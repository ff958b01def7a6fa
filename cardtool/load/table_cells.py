"""A table as a designer keeps it: headings, and under them rows of cells, each with its place.

Knows no game, and no file format.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from cardtool.finding import Finding
from cardtool.load.file_rules import TABLE
from cardtool.model import Source, SourceMap

CellValue = str | int | float | bool
NOTE_MARK = "#"
"""What the heading of a column begins with that is for the designer's own notes, and is not read."""
_NOT_IN_NAMES = re.compile(r"[\W_]+")


class Cell(NamedTuple):
    """A cell that is not empty, and where its value stands."""

    value: CellValue
    source_map: SourceMap


@dataclass(frozen=True, slots=True)
class Table:
    """A table that was read: its headings and rows, by column from 0; empty cells and rows are left out.

    `name` is the file, `sheet` the sheet of a workbook, `separator` what stands between the cells of a text.
    What could not be read is told in `findings`.
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
    """Return a table without cells below no heading; each column of such is told at its first cell.

    One that only counts the rows, as programs write it that make tables, is not told.
    """
    surplus: dict[int, list[Cell]] = {}
    for row in table.rows:
        for column in row.keys() - table.headings.keys():
            surplus.setdefault(column, []).append(row[column])
    if not surplus:
        return table
    kept = [{at: cell for at, cell in row.items() if at in table.headings} for row in table.rows]
    told = (cells for _, cells in sorted(surplus.items()) if not _counts_rows(cells, len(table.rows)))
    faults = [_surplus_fault(table, cells) for cells in told]
    if len(table.headings) == 1 and len(faults) > 1:
        faults = [_title_fault(table, *table.headings.values())]
    return replace(table, rows=tuple(filter(None, kept)), findings=(*table.findings, *faults))


def _counts_rows(cells: Sequence[Cell], rows: int) -> bool:
    """Return whether the cells of a column are 0, 1, 2 and so on, or the same from 1 on, one for each row."""
    if len(cells) != rows:
        return False
    values = [str(cell.value) for cell in cells]
    return values in ([*map(str, range(rows))], [*map(str, range(1, rows + 1))])


def _title_fault(table: Table, title: Cell) -> Finding:
    said = f'"{title.value}" is the only heading, and rows below it have more cells than one'
    return TABLE.found(table.at(title), said, "if it is a title, take its row out: headings come first")


def _surplus_fault(table: Table, cells: Sequence[Cell]) -> Finding:
    more = f", nor above {len(cells) - 1} more in its column" if cells[1:] else ""
    fix = f"empty it, or give its column a heading, which begins with {NOTE_MARK} where it is for notes"
    if table.separator:
        fix = f"{fix}; a text that holds a separator stands in quotation marks"
    return TABLE.found(table.at(cells[0]), f"no heading stands above this cell{more}", fix)


def column_key(heading: CellValue) -> str:
    """Return a heading as a field could be called: `Hit Points` and `hit-points` are hit_points."""
    return _NOT_IN_NAMES.sub("_", str(heading).casefold()).strip("_")
