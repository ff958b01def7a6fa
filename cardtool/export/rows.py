"""How high a row of the workbook is. Excel fits rows to their text by itself; others do not."""

from __future__ import annotations

import textwrap

from openpyxl.worksheet.dimensions import RowDimension

from cardtool.export.table import Cell

__all__ = ["LINE", "FittedRow", "lines_of"]

LINE = 15.0  # points: a line of Calibri 11


class FittedRow(RowDimension):  # type: ignore[misc]
    """A row whose height is a guess, which a spreadsheet may better once its text is edited."""

    customHeight = False


def lines_of(cell: Cell, width: float) -> int:
    """How many lines a cell's text takes in a column of this width, in digits; rather more than less."""
    if not isinstance(cell, str):
        return 1
    room = max(4, int(width * 1.08))  # a letter is a little narrower than a digit
    return sum(max(1, len(textwrap.wrap(line, room))) for line in cell.splitlines() or [""])
