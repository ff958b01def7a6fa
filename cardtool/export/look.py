"""What the workbook looks like: letters, grounds and rules, and how a sheet of it is printed."""

from __future__ import annotations

from typing import Any

from openpyxl.styles import Alignment, Border, Font, PatternFill, Side

from cardtool.export.cells import storable
from cardtool.model import Game

__all__ = [
    "CENTRED",
    "DARK",
    "GREY",
    "HEAD_CENTRED",
    "HEAD_LEFT",
    "LEFT",
    "PALE",
    "RULE",
    "TOTAL_RULE",
    "fill",
    "font",
    "print_setup",
]

DARK = "22262B"
GREY = "6B7280"
PALE = "EEF0F2"

RULE = Border(bottom=Side("hair", color="B8BEC6"))
TOTAL_RULE = Border(top=Side("medium", color=DARK))

LEFT = HEAD_LEFT = Alignment(horizontal="left", vertical="center", wrap_text=True, indent=1)
CENTRED = Alignment(horizontal="center", vertical="center")
HEAD_CENTRED = Alignment(horizontal="center", vertical="center", wrap_text=True)


def font(size: float = 11, bold: bool = False, colour: str = DARK, italic: bool = False) -> Font:
    """Letters of the workbook; `size` in points."""
    return Font(name="Calibri", size=size, bold=bold, color=colour, italic=italic)


def fill(colour: str) -> PatternFill:
    """A plain ground."""
    return PatternFill("solid", fgColor=colour, bgColor=colour)


def print_setup(sheet: Any, game: Game, landscape: bool) -> None:
    """A4, as wide as the paper and as long as it takes, with game, sheet and page in the foot."""
    sheet.page_setup.orientation = "landscape" if landscape else "portrait"
    sheet.page_setup.paperSize = sheet.PAPERSIZE_A4
    sheet.page_setup.fitToWidth, sheet.page_setup.fitToHeight = 1, 0
    sheet.sheet_properties.pageSetUpPr.fitToPage = True
    margins = sheet.page_margins
    margins.left = margins.right = 0.4  # inches
    margins.top, margins.bottom, margins.footer = 0.5, 0.7, 0.35
    sheet.oddFooter.left.text = _footer(f"{game.title} {game.version}")
    sheet.oddFooter.center.text = "&A"
    sheet.oddFooter.right.text = "&P of &N"
    for part in (sheet.oddFooter.left, sheet.oddFooter.center, sheet.oddFooter.right):
        part.size, part.color = 9, GREY


def _footer(text: str) -> str:
    """The text with nothing in it that a footer would take for a code; 255 is the footer's limit."""
    return " ".join(storable(text)[:100].split()).replace("&", "&&")
