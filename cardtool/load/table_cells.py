"""A table as a designer keeps it: headings, and under them rows of cells, each with its place.

Knows no game, and no file format.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from cardtool.finding import Finding
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


def column_key(heading: CellValue) -> str:
    """Return a heading as a field could be called: `Hit Points` and `hit-points` are hit_points."""
    return _NOT_IN_NAMES.sub("_", str(heading).casefold()).strip("_")
