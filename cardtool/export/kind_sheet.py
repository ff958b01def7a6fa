"""The workbook's sheet of one kind: a row a record, ready to filter, sort and print."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from openpyxl.formatting.rule import FormulaRule
from openpyxl.utils import get_column_letter

from cardtool.export.bands import Ink
from cardtool.export.cells import put
from cardtool.export.look import (
    CENTRED,
    HEAD_CENTRED,
    HEAD_LEFT,
    LEFT,
    PALE,
    RULE,
    TOTAL_RULE,
    fill,
    font,
    print_setup,
)
from cardtool.export.rows import LINE, FittedRow, lines_of
from cardtool.export.table import Cell, Table, heading, table
from cardtool.model import Component, Game, Kind

__all__ = ["fill_sheet"]

_NARROWEST, _WIDEST, _PROSE = 7.0, 30.0, 46.0  # column widths, in digits of the normal font
_FILTER_ARROW = 4.0


def fill_sheet(sheet: Any, kind: Kind, game: Game, colours: Ink) -> None:
    """Fill this empty sheet with the records of the kind.

    Raises: ProjectError when a text is longer than a cell can hold.
    """
    cards = game.cards_of(kind.id)
    whole = table(cards)
    _header(sheet, whole, colours)
    for row, (card, cells) in enumerate(zip(cards, whole.rows, strict=True), start=2):
        _record(sheet, row, card, whole, cells)
    last = len(cards) + 1
    _totals(sheet, last + 1, cards, len(whole.columns))
    _fit_rows(sheet, whole)
    _arrange(sheet, f"A1:{get_column_letter(len(whole.columns))}{last}", last, colours)
    print_setup(sheet, game, landscape=True)
    sheet.print_title_rows = "1:1"


def _header(sheet: Any, whole: Table, colours: Ink) -> None:
    for column, path in enumerate(whole.columns, start=1):
        cells = [row[column - 1] for row in whole.rows]
        cell = sheet.cell(1, column)
        put(cell, heading(path))
        cell.font, cell.fill = font(bold=True, colour=colours.letters), fill(colours.band)
        cell.alignment = HEAD_CENTRED if _numeric(cells) else HEAD_LEFT
        sheet.column_dimensions[get_column_letter(column)].width = _width(heading(path), cells)
    sheet.row_dimensions[1].height = 33  # points: two lines


def _record(sheet: Any, row: int, card: Component, whole: Table, cells: Sequence[Cell]) -> None:
    for column, (path, value) in enumerate(zip(whole.columns, cells, strict=True), start=1):
        cell = sheet.cell(row, column)
        put(cell, value, f'{card.at(*path)}: "{card.name}"')
        cell.font = font(bold=path == ("name",))
        cell.alignment = LEFT if isinstance(value, str) else CENTRED
        cell.border = RULE


def _fit_rows(sheet: Any, whole: Table) -> None:
    """Make each record's row as high as its longest text needs."""
    widths = [sheet.column_dimensions[get_column_letter(i + 1)].width for i in range(len(whole.columns))]
    for number, cells in enumerate(whole.rows, start=2):
        lines = max(lines_of(cell, width) for cell, width in zip(cells, widths, strict=True))
        sheet.row_dimensions[number] = FittedRow(sheet, index=number, ht=lines * LINE + 4)
    sheet.row_dimensions[len(whole.rows) + 2].height = 20


def _totals(sheet: Any, row: int, cards: Sequence[Component], columns: int) -> None:
    """The last row: how many records, and the copies they come to."""
    records = f"{len(cards)} record{'' if len(cards) == 1 else 's'}"
    values = ("Total", records, sum(card.copies for card in cards), *[None] * (columns - 3))
    for column, value in enumerate(values, start=1):
        cell = sheet.cell(row, column)
        put(cell, value)
        cell.font, cell.fill, cell.border = font(bold=True), fill(PALE), TOTAL_RULE
        cell.alignment = HEAD_CENTRED if isinstance(value, int) else HEAD_LEFT


def _arrange(sheet: Any, area: str, last: int, colours: Ink) -> None:
    """Freeze, filter and band; bands follow the row's number, and so survive sorting."""
    sheet.freeze_panes = "C2"
    sheet.auto_filter.ref = area
    sheet.sheet_properties.tabColor = colours.band
    sheet.sheet_view.showGridLines = False
    if last > 1:
        banding = FormulaRule(formula=["MOD(ROW(),2)=1"], fill=fill(colours.tint))
        sheet.conditional_formatting.add(area.replace("A1:", "A2:"), banding)


def _numeric(cells: Sequence[Cell]) -> bool:
    """Whether a column holds numbers and nothing else."""
    filled = [cell for cell in cells if cell is not None]
    return bool(filled) and not any(isinstance(cell, str) for cell in filled)


def _width(head: str, cells: Sequence[Cell]) -> float:
    """A column as wide as its words; prose gets one width, in which it is wrapped."""
    longest = max((len(str(cell)) for cell in cells if cell is not None), default=0)
    if longest > _PROSE:
        return _PROSE
    longest_word = max((len(word) for word in head.split()), default=0)
    return min(_WIDEST, max(_NARROWEST, longest * 1.1 + 3, longest_word * 1.2 + _FILTER_ARROW))
