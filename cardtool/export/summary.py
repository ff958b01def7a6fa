"""The workbook's first sheet: what the game declares, and what the cards come to."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from openpyxl.styles import Alignment
from openpyxl.worksheet.hyperlink import Hyperlink

from cardtool.export.bands import Ink
from cardtool.export.cells import put
from cardtool.export.look import DARK, GREY, RULE, TOTAL_RULE, fill, font, print_setup
from cardtool.export.table import Cell
from cardtool.model import Deck, Game

__all__ = ["TITLE", "fill_summary"]

TITLE = "Summary"

_WIDTHS = {"A": 2.5, "B": 30, "C": 12, "D": 12, "E": 12, "F": 12, "G": 20}
_NUMBERS = ("Declared", "In the data", "Difference", "Records")
_GOOD, _BAD = ("E6F3EA", "1D6B37"), ("FBE3E4", "A3141F")  # ground and letters
_CENTRE = Alignment(horizontal="center", vertical="center")
_MIDDLE = Alignment(horizontal="left", vertical="center", indent=1)


class _Count(NamedTuple):
    """One line: what is counted, and whether every record of it could be read."""

    label: str
    declared: int
    found: int
    records: int
    whole: bool = True


def fill_summary(sheet: Any, game: Game, titles: Sequence[str], inks: Sequence[Ink]) -> None:
    """Fill this empty sheet; `titles` are those of the kinds' own sheets, `inks` their colours, in the
    game's order.
    """
    for letter, width in _WIDTHS.items():
        sheet.column_dimensions[letter].width = width
    sheet.sheet_view.showGridLines = False
    sheet.sheet_properties.tabColor = DARK
    _title(sheet, game)
    row = _kinds(sheet, 4, game, titles, inks)
    _decks(sheet, row + 1, game)
    print_setup(sheet, game, landscape=False)


def _title(sheet: Any, game: Game) -> None:
    put(sheet["B1"], game.title)
    sheet["B1"].font, sheet["B1"].alignment = font(24, bold=True), _MIDDLE
    sheet.row_dimensions[1].height = 38
    least, most = game.players.least, game.players.most
    players = f"{least} players" if least == most else f"{least} to {most} players"
    put(sheet["B2"], f"Version {game.version} · {players}")
    sheet["B2"].font, sheet["B2"].alignment = font(11, colour=GREY), _MIDDLE


def _kinds(sheet: Any, row: int, game: Game, titles: Sequence[str], inks: Sequence[Ink]) -> int:
    """The kinds and their total from this row on; gives the row after them."""
    _header(sheet, row, "Kind")
    counts = [
        _Count(
            kind.plural,
            kind.count,
            game.copies_of(kind.id),
            len(game.cards_of(kind.id)),
            kind.id not in game.incomplete,
        )
        for kind in game.kinds
    ]
    for count, title, ink in zip(counts, titles, inks, strict=True):
        row += 1
        _line(sheet, row, count)
        sheet.cell(row, 1).fill = fill(ink.band)
        sheet.cell(row, 2).hyperlink = Hyperlink(ref="", location=_first_cell(title))
    _line(sheet, row + 1, _total(counts), total=True)
    return row + 2


def _total(counts: Sequence[_Count]) -> _Count:
    return _Count(
        "All kinds",
        sum(count.declared for count in counts),
        sum(count.found for count in counts),
        sum(count.records for count in counts),
        all(count.whole for count in counts),
    )


def _decks(sheet: Any, row: int, game: Game) -> None:
    if not game.decks:
        return
    _header(sheet, row, "Deck")
    for number, deck in enumerate(game.decks, start=1):
        _line(sheet, row + number, _of_deck(deck, game))


def _of_deck(deck: Deck, game: Game) -> _Count:
    found, records = game.copies_of(*deck.kinds), len(game.cards_of(*deck.kinds))
    return _Count(deck.title, deck.count, found, records, not game.incomplete.intersection(deck.kinds))


def _header(sheet: Any, row: int, label: str) -> None:
    sheet.row_dimensions[row].height = 22
    for column, text in enumerate(("", label, *_NUMBERS, "Check"), start=1):
        cell = sheet.cell(row, column)
        put(cell, text or None)
        cell.font, cell.fill = font(bold=True, colour="FFFFFF"), fill(DARK)
        cell.alignment = _CENTRE if text in _NUMBERS else _MIDDLE


def _line(sheet: Any, row: int, count: _Count, total: bool = False) -> None:
    sheet.row_dimensions[row].height = 22
    difference = count.found - count.declared
    values: tuple[Cell, ...] = (count.label, count.declared, count.found, difference, count.records)
    for column, value in enumerate((None, *values, _verdict(count)), start=1):
        cell = sheet.cell(row, column)
        put(cell, value)
        cell.font, cell.border = font(bold=total), TOTAL_RULE if total else RULE
        cell.alignment = _CENTRE if isinstance(value, int) else _MIDDLE
    sheet.cell(row, 5).number_format = '+0;"−"0;0'
    ground, letters = _GOOD if count.whole and not difference else _BAD
    sheet.cell(row, 7).fill, sheet.cell(row, 7).font = fill(ground), font(bold=True, colour=letters)


def _verdict(count: _Count) -> str:
    difference = count.found - count.declared
    if not count.whole:
        return "✗ records unread"
    if difference == 0:
        return "✓ OK"
    return f"✗ {abs(difference)} {'missing' if difference < 0 else 'too many'}"


def _first_cell(title: str) -> str:
    quoted = title.replace("'", "''")
    return f"'{quoted}'!A1"
