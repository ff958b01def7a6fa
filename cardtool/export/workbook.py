"""The game as a workbook (Office Open XML): a summary of what it declares and has, then a sheet a kind.

A text stays a text, whatever it looks like; and the file says nothing of when or where it was saved.
"""

from __future__ import annotations

import io
import math
import re
import textwrap
import zipfile
from collections.abc import Iterator, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any, NamedTuple

from openpyxl import Workbook
from openpyxl.cell import Cell
from openpyxl.formatting.rule import FormulaRule
from openpyxl.styles import Alignment, Border, Font, PatternFill, Side
from openpyxl.utils import get_column_letter
from openpyxl.worksheet.dimensions import RowDimension
from openpyxl.worksheet.hyperlink import Hyperlink
from openpyxl.writer.excel import ExcelWriter

from cardtool.colour import RGB, contrast_ratio
from cardtool.errors import ProjectError
from cardtool.export import ExportInputs, Files
from cardtool.export.csv_json import RecordTable, exported_cells, headings, record_table
from cardtool.model import (
    MEMORY_TITLE,
    Component,
    ExportedGame,
    ExportedSheet,
    Game,
    Kind,
    SheetValue,
)
from cardtool.wording import counted

_LONGEST_TEXT = 32_767  # characters in a cell: Microsoft, "Excel specifications and limits"
_LONGEST_TITLE = 31  # of a sheet, in UTF-16 units: ibid.
_UNSTORABLE = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff\ufffe\uffff]")
_LOOKS_ESCAPED = re.compile(r"_(?=x[0-9A-Fa-f]{4}_)")  # ECMA-376 part 1, 22.9.2.19, ST_Xstring
_FORBIDDEN_IN_TITLE = re.compile(r"[\[\]:*?/\\]")
LINE_HEIGHT = 15.0  # points: a line of Calibri 11
DARK = "22262B"
GREY = "6B7280"
PALE = "EEF0F2"
RULE = Border(bottom=Side("hair", color="B8BEC6"))
TOTAL_RULE = Border(top=Side("medium", color=DARK))
LEFT = HEAD_LEFT = Alignment(horizontal="left", vertical="center", wrap_text=True, indent=1)
CENTRED = Alignment(horizontal="center", vertical="center")
HEAD_CENTRED = Alignment(horizontal="center", vertical="center", wrap_text=True)
_PALETTE = ("8C2230", "8A5F10", "1E5E63", "33407A", "6A2E66", "4A6224", "9A4418", "44505C")
_INK_NAMES = ("colour", "deep", "ground")  # what a theme may call the ink that a kind is known by
_WHITE, _BLACK = "FFFFFF", "111111"
_LEAST_CONTRAST = 1.3  # the least contrast of a band with the white sheet
_ALIKE_DISTANCE = 60  # of 442, the way from black to white: colours that are nearer are taken for one another
_TINT = 0.07
_EPOCH = (1980, 1, 1, 0, 0, 0)  # the earliest date a zip file can tell
_DATE = re.compile(rb"(<dcterms:(created|modified)[^>]*>)[^<]*(</dcterms:\2>)")
_PROGRAM = re.compile(rb"<Application>[^<]*</Application><AppVersion>[^<]*</AppVersion>")
_COMPRESSION = 6


def put_cell(cell: Cell, value: SheetValue, whose: str = "the workbook") -> None:
    """Put a number, a text or nothing into a cell.

    A text that a person's next edit would turn into a formula, a number or a date is marked as
    text for good, which spreadsheets show as an apostrophe before it.

    Raises: ProjectError, naming whose text it is, when it is longer than a cell can hold.
    """
    if not isinstance(value, str):
        cell.value = value
        return
    text = storable(value)
    if len(text) > _LONGEST_TEXT:
        raise ProjectError(
            f"{whose}: a text of {len(text)} characters; a cell of a workbook holds {_LONGEST_TEXT}"
        )
    cell.value = text
    cell.data_type = "s"
    cell.quotePrefix = not text[:1].isalpha() or text.casefold() in ("true", "false")


def storable(text: str) -> str:
    r"""Return the text as an Office file can hold it: signs it cannot are written as `\x1b`."""
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    text = _UNSTORABLE.sub(lambda sign: sign[0].encode("unicode_escape").decode("ascii"), text)
    return _LOOKS_ESCAPED.sub("_x005F_", text)


def sheet_titles(wanted: list[str], taken: list[str]) -> list[str]:
    """Return titles a workbook accepts, as near as can be to the wanted ones, all different."""
    titles: list[str] = []
    used = {title.casefold() for title in [*taken, "history"]}  # Excel keeps "History" for itself
    for name in wanted:
        base = _FORBIDDEN_IN_TITLE.sub(" ", storable(name).replace("\n", " ")).strip(" '") or "Kind"
        title, number = _shorten_title(base, ""), 1
        while title.casefold() in used:
            number += 1
            title = _shorten_title(base, f" {number}")
        used.add(title.casefold())
        titles.append(title)
    return titles


def _shorten_title(title: str, ending: str) -> str:
    room = _LONGEST_TITLE - len(ending)
    return title.encode("utf-16-le")[: 2 * room].decode("utf-16-le", errors="ignore").rstrip(" '") + ending


class FittedRow(RowDimension):  # type: ignore[misc]
    """A row whose height is a guess, which a spreadsheet may better once its text is edited."""

    customHeight = False


def line_count(cell: SheetValue, width: float) -> int:
    """Return how many lines a cell's text takes in a column of this width, in digits; rather too many."""
    if not isinstance(cell, str):
        return 1
    room = max(4, int(width * 1.08))  # a letter is a little narrower than a digit
    return sum(max(1, len(textwrap.wrap(line, room))) for line in cell.splitlines() or [""])


def font(size: float = 11, bold: bool = False, colour: str = DARK) -> Font:
    """Return the font of the workbook; `size` in points."""
    return Font(name="Calibri", size=size, bold=bold, color=colour, italic=False)


def fill(colour: str) -> PatternFill:
    """Return a plain ground of this colour."""
    return PatternFill("solid", fgColor=colour, bgColor=colour)


def _set_up_printing(sheet: Any, game: Game, landscape: bool) -> None:
    """Print on A4, as wide as the paper and as long as it takes, with game, sheet and page in the foot."""
    sheet.page_setup.orientation = "landscape" if landscape else "portrait"
    sheet.page_setup.paperSize = sheet.PAPERSIZE_A4
    sheet.page_setup.fitToWidth, sheet.page_setup.fitToHeight = 1, 0
    sheet.sheet_properties.pageSetUpPr.fitToPage = True
    margins = sheet.page_margins
    margins.left = margins.right = 0.4  # inches
    margins.top, margins.bottom, margins.footer = 0.5, 0.7, 0.35
    title = storable(f"{game.title} {game.version}")[:100]  # 255 is the footer's limit; & begins a code
    sheet.oddFooter.left.text = " ".join(title.split()).replace("&", "&&")
    sheet.oddFooter.center.text = "&A"
    sheet.oddFooter.right.text = "&P of &N"
    for part in (sheet.oddFooter.left, sheet.oddFooter.center, sheet.oddFooter.right):
        part.size, part.color = 9, GREY


class RowColours(NamedTuple):
    """The colours of one kind, as RRGGBB: its band, the letters on it, and the tint of every other row."""

    band: str
    letters: str
    tint: str


def row_colours(game: Game) -> tuple[RowColours, ...]:
    """Return the colours of the game's kinds, in its order.

    Where the theme has none for a kind, a palette stands in, which begins again at its end.
    """
    own = [_colour_in_theme(kind, game) for kind in game.kinds]
    spare = _spare_colours([band for band in own if band])
    return tuple(_row_colours_for(band or next(spare)) for band in own)


def _colour_in_theme(kind: Kind, game: Game) -> str:
    """Return the ink that the theme has for a kind and that can be seen on white; empty where it has none."""
    group = kind.id.replace("-", "").replace("_", "")  # names of inks are letters and digits alone
    inks = {name: colour[1:].upper() for owner, name, colour in game.look.theme.inks if owner == group}
    return next(
        (
            inks[name]
            for name in _INK_NAMES
            if name in inks and contrast_ratio(_rgb(inks[name]), _rgb(_WHITE)) > _LEAST_CONTRAST
        ),
        "",
    )


def _spare_colours(taken: list[str]) -> Iterator[str]:
    """Yield colours of the palette without end, none that a reader would take for one that is taken."""
    free = [
        each
        for each in _PALETTE
        if all(math.dist(_rgb(each), _rgb(other)) > _ALIKE_DISTANCE for other in taken)
    ] or _PALETTE
    while True:
        yield from free


def _row_colours_for(band: str) -> RowColours:
    letters = max(_WHITE, _BLACK, key=lambda each: contrast_ratio(_rgb(band), _rgb(each)))
    tint = "".join(f"{round(255 - _TINT * (255 - level)):02X}" for level in _rgb(band))
    return RowColours(band, letters, tint)


def _rgb(colour: str) -> RGB:
    return int(colour[:2], 16), int(colour[2:4], 16), int(colour[4:], 16)


class ReproducibleZip(zipfile.ZipFile):
    """An Office file with nothing in it that tells when or where it was saved: all its dates are of 1980.

    The program that wrote it is cardtool then, and no longer "Microsoft Excel Compatible".
    """

    def writestr(self, zinfo_or_arcname: Any, data: Any, *how: Any, **more: Any) -> None:
        """Write a member, by its name."""
        member = zipfile.ZipInfo(str(zinfo_or_arcname), _EPOCH)
        member.create_system = 3  # Unix, whatever the machine
        member.external_attr = 0o644 << 16
        content = data.encode() if isinstance(data, str) else data
        if member.filename == "docProps/core.xml":
            content = _DATE.sub(rb"\g<1>1980-01-01T00:00:00Z\g<3>", content)
        if member.filename == "docProps/app.xml":
            content = _PROGRAM.sub(b"<Application>cardtool</Application>", content)
        super().writestr(member, content, zipfile.ZIP_DEFLATED, _COMPRESSION)

    def write(self, filename: Any, arcname: Any = None, *how: Any, **more: Any) -> None:
        """Write a file that is there, under another name."""
        self.writestr(arcname, Path(filename).read_bytes())


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
    memory = book.create_sheet(MEMORY_TITLE)
    memory.sheet_state = "veryHidden"
    for row, cells in enumerate(_exported_game(game, written or game, titles).rows(), start=1):
        for column, text in enumerate(cells, start=1):
            put_cell(memory.cell(row, column), text)
    book.properties.title = storable(f"{game.title} {game.version}")
    book.properties.creator = "cardtool"
    book.properties.created = datetime(1980, 1, 1)
    saved = io.BytesIO()
    ExcelWriter(book, ReproducibleZip(saved, "w")).save()  # as openpyxl saves it, but for the clock
    return saved.getvalue()


def _exported_game(game: Game, written: Game, titles: Sequence[str]) -> ExportedGame:
    """Return what a workbook with a sheet of these titles for each kind remembers of the game."""
    sheets = []
    for kind, title in zip(game.kinds, titles, strict=True):
        cards = game.cards_of(kind.id)
        paths = _kind_table(cards).whole.columns
        cells = exported_cells(cards, written.cards_of(kind.id))
        sheets.append(ExportedSheet(title, kind.id, tuple(zip(headings(paths), paths, strict=True)), cells))
    return ExportedGame(game.id, game.version, tuple(sheets))


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
    _set_up_printing(sheet, game, landscape=False)


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
        quoted = title.replace("'", "''")
        sheet.cell(row, 2).hyperlink = Hyperlink(ref="", location=f"'{quoted}'!A1")
    total = _Count(
        "All kinds",
        sum(count.declared for count in counts),
        sum(count.found for count in counts),
        sum(count.records for count in counts),
        all(count.whole for count in counts),
    )
    _put_count(sheet, row + 1, total, total=True)
    return row + 2


def _put_decks(sheet: Any, row: int, game: Game) -> int:
    """Put the decks from this row on; return the row after them."""
    if not game.decks:
        return row - 1
    _put_summary_head(sheet, row, "Deck")
    for number, deck in enumerate(game.decks, start=1):
        found, records = game.copies_of(*deck.kinds), len(game.cards_of(*deck.kinds))
        is_whole = not game.incomplete.intersection(deck.kinds)
        _put_count(sheet, row + number, _Count(deck.title, deck.count, found, records, is_whole))
    return row + len(game.decks) + 1


def _put_sets(sheet: Any, row: int, game: Game) -> None:
    if not game.sets:
        return
    _put_summary_head(sheet, row, "Set")
    for number, each in enumerate(game.sets, start=1):
        here = game.cards_in_set(each.id)
        found = sum(card.copies for card in here)
        # where a set promises no number, as many as there are
        declared = next((promise.count for promise in each.counts if not promise.kind), found)
        is_whole = not any(kind.id in game.incomplete for kind in game.kinds)
        _put_count(sheet, row + number, _Count(each.title, declared, found, len(here), is_whole))


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
    _set_up_printing(sheet, game, landscape=True)
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
