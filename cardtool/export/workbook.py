"""The game as a workbook (Office Open XML): a summary of what it declares and has, then a sheet a kind."""

from __future__ import annotations

import io
import math
from collections.abc import Sequence
from datetime import datetime
from typing import Any, NamedTuple

from openpyxl import Workbook
from openpyxl.formatting.rule import FormulaRule
from openpyxl.styles import Alignment
from openpyxl.utils import get_column_letter
from openpyxl.worksheet.hyperlink import Hyperlink
from openpyxl.writer.excel import ExcelWriter

from cardtool.export import ExportInputs, Files
from cardtool.export.csv_json import RecordTable, exported_cells, headings, record_table
from cardtool.export.workbook_parts import (
    CENTRED,
    DARK,
    GREY,
    HEAD_CENTRED,
    HEAD_LEFT,
    LEFT,
    LINE_HEIGHT,
    PALE,
    RULE,
    TOTAL_RULE,
    FittedRow,
    ReproducibleZip,
    RowColours,
    fill,
    font,
    line_count,
    put_cell,
    row_colours,
    set_up_printing,
    sheet_titles,
    storable,
)
from cardtool.model import (
    MEMORY_TITLE,
    CardSet,
    Component,
    Deck,
    ExportedGame,
    ExportedSheet,
    Game,
    Kind,
    SheetValue,
)
from cardtool.wording import counted

_SUMMARY_TITLE = "Summary"
_SUMMARY_WIDTHS = {"A": 2.5, "B": 30, "C": 12, "D": 12, "E": 12, "F": 12, "G": 20}
_NUMBER_HEADS = ("Declared", "In the data", "Difference", "Records")
_GOOD, _BAD = ("E6F3EA", "1D6B37"), ("FBE3E4", "A3141F")  # ground and letters
_MIDDLE = Alignment(horizontal="left", vertical="center", indent=1)
_NARROWEST, _WIDEST, _PROSE = 7.0, 30.0, 46.0  # column widths, in digits of the normal font
_FILTER_ARROW = 4.0
_BOLD = 0.85  # of the letters that go into a column, where they are bold
_WIDEST_PAGE = 230.0  # of columns on A4 across: a text of 11 points is printed in 7, no smaller


def workbook_files(inputs: ExportInputs) -> Files:
    """Yield the workbook."""
    yield "cards.xlsx", to_xlsx(inputs.game, inputs.written)


def to_xlsx(game: Game, written: Game | None = None) -> bytes:
    """Return the game as a workbook, the same bytes for the same game.

    `written` is the game with its texts as they are written, if those of `game` are as they are printed; the
    workbook remembers them, so that what is changed in it can be taken back.

    Raises: ProjectError when a text is longer than a cell can hold.
    """
    book = Workbook()
    titles = sheet_titles([kind.plural for kind in game.kinds], taken=[_SUMMARY_TITLE, MEMORY_TITLE])
    colours = row_colours(game)
    book.active.title = _SUMMARY_TITLE
    _fill_summary(book.active, game, titles, colours)
    for kind, title, colour in zip(game.kinds, titles, colours, strict=True):
        _fill_kind_sheet(book.create_sheet(title), kind, game, colour)
    _put_memory(book.create_sheet(MEMORY_TITLE), exported_game(game, written or game, titles))
    book.properties.title = storable(f"{game.title} {game.version}")
    book.properties.creator = "cardtool"
    book.properties.created = datetime(1980, 1, 1)
    saved = io.BytesIO()
    ExcelWriter(book, ReproducibleZip(saved, "w")).save()  # as openpyxl saves it, but for the clock
    return saved.getvalue()


def exported_game(game: Game, written: Game, titles: Sequence[str]) -> ExportedGame:
    """Return what a workbook with a sheet of these titles for each kind remembers of the game."""
    sheets = (
        _exported_sheet(kind, title, game, written) for kind, title in zip(game.kinds, titles, strict=True)
    )
    return ExportedGame(game.id, game.version, tuple(sheets))


def _exported_sheet(kind: Kind, title: str, game: Game, written: Game) -> ExportedSheet:
    cells = exported_cells(game.cards_of(kind.id), written.cards_of(kind.id))
    paths = _kind_table(game.cards_of(kind.id)).whole.columns
    return ExportedSheet(title, kind.id, tuple(zip(headings(paths), paths, strict=True)), cells)


def _put_memory(sheet: Any, memory: ExportedGame) -> None:
    """Fill the sheet that nobody sees."""
    sheet.sheet_state = "veryHidden"
    for row, cells in enumerate(memory.rows(), start=1):
        for column, text in enumerate(cells, start=1):
            put_cell(sheet.cell(row, column), text)


class _Count(NamedTuple):
    """One line: what is counted, and whether every record of it could be read."""

    label: str
    declared: int
    found: int
    records: int
    whole: bool = True


def _fill_summary(sheet: Any, game: Game, titles: Sequence[str], colours: Sequence[RowColours]) -> None:
    """Fill this empty sheet.

    `titles` are those of the kinds' own sheets, `colours` their colours, in the game's order.
    """
    for letter, width in _SUMMARY_WIDTHS.items():
        sheet.column_dimensions[letter].width = width
    sheet.sheet_view.showGridLines = False
    sheet.sheet_properties.tabColor = DARK
    _put_title(sheet, game)
    row = _put_kinds(sheet, 4, game, titles, colours)
    row = _put_decks(sheet, row + 1, game)
    _put_sets(sheet, row + 1, game)
    set_up_printing(sheet, game, landscape=False)


def _put_title(sheet: Any, game: Game) -> None:
    put_cell(sheet["B1"], game.title)
    sheet["B1"].font, sheet["B1"].alignment = font(24, bold=True), _MIDDLE
    sheet.row_dimensions[1].height = 38
    least, most = game.players.least, game.players.most
    players = f"{least} players" if least == most else f"{least} to {most} players"
    put_cell(sheet["B2"], f"Version {game.version} · {players}")
    sheet["B2"].font, sheet["B2"].alignment = font(11, colour=GREY), _MIDDLE


def _put_kinds(sheet: Any, row: int, game: Game, titles: Sequence[str], colours: Sequence[RowColours]) -> int:
    """Put the kinds and their total from this row on; return the row after them."""
    _put_summary_head(sheet, row, "Kind")
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
    for count, title, colour in zip(counts, titles, colours, strict=True):
        row += 1
        _put_count(sheet, row, count)
        sheet.cell(row, 1).fill = fill(colour.band)
        sheet.cell(row, 2).hyperlink = Hyperlink(ref="", location=_first_cell(title))
    _put_count(sheet, row + 1, _total_count(counts), total=True)
    return row + 2


def _total_count(counts: Sequence[_Count]) -> _Count:
    return _Count(
        "All kinds",
        sum(count.declared for count in counts),
        sum(count.found for count in counts),
        sum(count.records for count in counts),
        all(count.whole for count in counts),
    )


def _put_decks(sheet: Any, row: int, game: Game) -> int:
    """Put the decks from this row on; return the row after them."""
    if not game.decks:
        return row - 1
    _put_summary_head(sheet, row, "Deck")
    for number, deck in enumerate(game.decks, start=1):
        _put_count(sheet, row + number, _deck_count(deck, game))
    return row + len(game.decks) + 1


def _put_sets(sheet: Any, row: int, game: Game) -> None:
    if not game.sets:
        return
    _put_summary_head(sheet, row, "Set")
    for number, each in enumerate(game.sets, start=1):
        _put_count(sheet, row + number, _set_count(each, game))


def _set_count(each: CardSet, game: Game) -> _Count:
    """Return what a set comes to; where it promises no number, as many as there are."""
    here = game.cards_in_set(each.id)
    found = sum(card.copies for card in here)
    declared = next((said.count for said in each.counts if not said.kind), found)
    is_whole = not any(kind.id in game.incomplete for kind in game.kinds)
    return _Count(each.title, declared, found, len(here), is_whole)


def _deck_count(deck: Deck, game: Game) -> _Count:
    found, records = game.copies_of(*deck.kinds), len(game.cards_of(*deck.kinds))
    return _Count(deck.title, deck.count, found, records, not game.incomplete.intersection(deck.kinds))


def _put_summary_head(sheet: Any, row: int, label: str) -> None:
    sheet.row_dimensions[row].height = 22
    for column, text in enumerate(("", label, *_NUMBER_HEADS, "Check"), start=1):
        cell = sheet.cell(row, column)
        put_cell(cell, text or None)
        cell.font, cell.fill = font(bold=True, colour="FFFFFF"), fill(DARK)
        cell.alignment = CENTRED if text in _NUMBER_HEADS else _MIDDLE


def _put_count(sheet: Any, row: int, count: _Count, total: bool = False) -> None:
    sheet.row_dimensions[row].height = 22
    difference = count.found - count.declared
    values: tuple[SheetValue, ...] = (count.label, count.declared, count.found, difference, count.records)
    for column, value in enumerate((None, *values, _verdict_text(count)), start=1):
        cell = sheet.cell(row, column)
        put_cell(cell, value)
        cell.font, cell.border = font(bold=total), TOTAL_RULE if total else RULE
        cell.alignment = CENTRED if isinstance(value, int) else _MIDDLE
    sheet.cell(row, 5).number_format = '+0;"−"0;0'
    ground, letters = _GOOD if count.whole and not difference else _BAD
    sheet.cell(row, 7).fill, sheet.cell(row, 7).font = fill(ground), font(bold=True, colour=letters)


def _verdict_text(count: _Count) -> str:
    difference = count.found - count.declared
    if not count.whole:
        return "✗ records unread"
    if difference == 0:
        return "✓ OK"
    return f"✗ {abs(difference)} {'missing' if difference < 0 else 'too many'}"


def _first_cell(title: str) -> str:
    quoted = title.replace("'", "''")
    return f"'{quoted}'!A1"


def _fill_kind_sheet(sheet: Any, kind: Kind, game: Game, colours: RowColours) -> None:
    """Fill this empty sheet with the records of the kind.

    Raises: ProjectError when a text is longer than a cell can hold.
    """
    cards = game.cards_of(kind.id)
    whole, played = _kind_table(cards)
    _put_record_head(sheet, whole, colours)
    for row, (card, cells) in enumerate(zip(cards, whole.rows, strict=True), start=2):
        _put_record(sheet, row, card, whole, cells)
    last = len(cards) + 1
    _put_totals(sheet, last + 1, cards, len(whole.columns))
    _fit_rows(sheet, whole)
    _arrange_sheet(sheet, f"A1:{get_column_letter(len(whole.columns))}{last}", last, colours)
    set_up_printing(sheet, game, landscape=True)
    sheet.print_title_rows = "1:1"
    _set_apart_unread(sheet, played, len(whole.columns), last + 1)


class _KindTable(NamedTuple):
    """A kind's records as a table, what players read or use before the rest, and how many columns that is."""

    whole: RecordTable
    played: int


def _kind_table(cards: Sequence[Component]) -> _KindTable:
    table = record_table(cards)
    unread = frozenset().union(*(card.roles.unread for card in cards))
    order = sorted(range(len(table.columns)), key=lambda place: table.columns[place][0] in unread)
    rows = tuple(tuple(row[place] for place in order) for row in table.rows)
    columns = tuple(table.columns[place] for place in order)
    return _KindTable(RecordTable(columns, rows), sum(path[0] not in unread for path in columns))


def _set_apart_unread(sheet: Any, played: int, columns: int, last: int) -> None:
    """Group the columns that players do not read, and print the others, as wide as they can be read."""
    for number in range(played, columns):
        sheet.column_dimensions[get_column_letter(number + 1)].outline_level = 1
    sheet.sheet_properties.outlinePr.summaryRight = False
    sheet.print_area = f"A1:{get_column_letter(played)}{last}"
    widths = [sheet.column_dimensions[get_column_letter(number + 1)].width for number in range(played)]
    repeated = sum(widths[:2])
    sheet.page_setup.fitToWidth = max(1, math.ceil((sum(widths) - repeated) / (_WIDEST_PAGE - repeated)))
    sheet.print_title_cols = "A:B"


def _put_record_head(sheet: Any, whole: RecordTable, colours: RowColours) -> None:
    for column, head in enumerate(headings(whole.columns), start=1):
        cells = [row[column - 1] for row in whole.rows]
        cell = sheet.cell(1, column)
        put_cell(cell, head)
        cell.font, cell.fill = font(bold=True, colour=colours.letters), fill(colours.band)
        cell.alignment = HEAD_CENTRED if _is_numeric(cells) else HEAD_LEFT
        sheet.column_dimensions[get_column_letter(column)].width = _column_width(head, cells)
    sheet.row_dimensions[1].height = 33  # points: two lines


def _put_record(
    sheet: Any, row: int, card: Component, whole: RecordTable, cells: Sequence[SheetValue]
) -> None:
    for column, (path, value) in enumerate(zip(whole.columns, cells, strict=True), start=1):
        cell = sheet.cell(row, column)
        put_cell(cell, value, f'{card.at(*path)}: "{card.name}"')
        cell.font = font(bold=path == ("name",))
        cell.alignment = LEFT if isinstance(value, str) else CENTRED
        cell.border = RULE


def _fit_rows(sheet: Any, whole: RecordTable) -> None:
    widths = [
        sheet.column_dimensions[get_column_letter(number)].width * (_BOLD if path == ("name",) else 1)
        for number, path in enumerate(whole.columns, start=1)
    ]
    for number, cells in enumerate(whole.rows, start=2):
        lines = max(line_count(cell, width) for cell, width in zip(cells, widths, strict=True))
        sheet.row_dimensions[number] = FittedRow(sheet, index=number, ht=lines * LINE_HEIGHT + 4)
    sheet.row_dimensions[len(whole.rows) + 2].height = 20


def _put_totals(sheet: Any, row: int, cards: Sequence[Component], columns: int) -> None:
    records = counted(len(cards), "record")
    values = ("Total", records, sum(card.copies for card in cards), *[None] * (columns - 3))
    for column, value in enumerate(values, start=1):
        cell = sheet.cell(row, column)
        put_cell(cell, value)
        cell.font, cell.fill, cell.border = font(bold=True), fill(PALE), TOTAL_RULE
        cell.alignment = HEAD_CENTRED if isinstance(value, int) else HEAD_LEFT


def _arrange_sheet(sheet: Any, area: str, last: int, colours: RowColours) -> None:
    """Freeze, filter and band; bands follow the row's number, and so survive sorting."""
    sheet.freeze_panes = "C2"
    sheet.auto_filter.ref = area
    sheet.sheet_properties.tabColor = colours.band
    sheet.sheet_view.showGridLines = False
    if last > 1:
        banding = FormulaRule(formula=["MOD(ROW(),2)=1"], fill=fill(colours.tint))
        sheet.conditional_formatting.add(area.replace("A1:", "A2:"), banding)


def _is_numeric(cells: Sequence[SheetValue]) -> bool:
    filled = [cell for cell in cells if cell is not None]
    return bool(filled) and not any(isinstance(cell, str) for cell in filled)


def _column_width(head: str, cells: Sequence[SheetValue]) -> float:
    """Return the width of a column: that of its words; prose gets one width, in which it is wrapped."""
    longest = max((len(str(cell)) for cell in cells if cell is not None), default=0)
    if longest > _PROSE:
        return _PROSE
    longest_word = max((len(word) for word in head.split()), default=0)
    return min(_WIDEST, max(_NARROWEST, longest * 1.1 + 3, longest_word * 1.2 + _FILTER_ARROW))
