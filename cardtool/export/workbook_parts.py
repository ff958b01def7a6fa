"""What the sheets of a workbook are made of: values in cells, letters, colours of kinds, heights of rows.

A text stays a text, whatever it looks like; and the file says nothing of when or where it was saved.
"""

from __future__ import annotations

import math
import re
import textwrap
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from openpyxl.cell import Cell
from openpyxl.styles import Alignment, Border, Font, PatternFill, Side
from openpyxl.worksheet.dimensions import RowDimension

from cardtool.colour import RGB, contrast_ratio
from cardtool.errors import ProjectError
from cardtool.model import Game, Kind, SheetValue

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
    text = _UNSTORABLE.sub(lambda sign: sign[0].encode("unicode_escape").decode("ascii"), _unix_breaks(text))
    return _LOOKS_ESCAPED.sub("_x005F_", text)


def _unix_breaks(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\r", "\n")


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


def set_up_printing(sheet: Any, game: Game, landscape: bool) -> None:
    """Print on A4, as wide as the paper and as long as it takes, with game, sheet and page in the foot."""
    sheet.page_setup.orientation = "landscape" if landscape else "portrait"
    sheet.page_setup.paperSize = sheet.PAPERSIZE_A4
    sheet.page_setup.fitToWidth, sheet.page_setup.fitToHeight = 1, 0
    sheet.sheet_properties.pageSetUpPr.fitToPage = True
    margins = sheet.page_margins
    margins.left = margins.right = 0.4  # inches
    margins.top, margins.bottom, margins.footer = 0.5, 0.7, 0.35
    sheet.oddFooter.left.text = _footer_text(f"{game.title} {game.version}")
    sheet.oddFooter.center.text = "&A"
    sheet.oddFooter.right.text = "&P of &N"
    for part in (sheet.oddFooter.left, sheet.oddFooter.center, sheet.oddFooter.right):
        part.size, part.color = 9, GREY


def _footer_text(text: str) -> str:
    """Return the text with nothing in it that a footer would take for a code; 255 is the footer's limit."""
    return " ".join(storable(text)[:100].split()).replace("&", "&&")


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
