"""The values a booklet is made of: nothing here knows a PDF, or how places were found."""

from __future__ import annotations

from dataclasses import dataclass

from cardtool.geometry import Box, Size
from cardtool.impose.marks import Line
from cardtool.model import Side
from cardtool.units import show

__all__ = ["BookPage", "Booklet", "BookletSide"]


@dataclass(frozen=True, slots=True)
class BookPage:
    """A page of the book on paper: its number from 1, where its trim lies, and the half it may ink."""

    number: int
    trim: Box
    half: Box


@dataclass(frozen=True, slots=True)
class BookletSide:
    """One side of a sheet; sheets count from 0, the outermost. A blank page is simply not there."""

    sheet: int
    side: Side
    pages: tuple[BookPage, ...]
    lines: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class Booklet:
    """A book as sheets to print on both sides and turn about the short edge.

    `paper` lies broadside; `scale` is what pages are drawn at, 1 for their true size.
    """

    paper: Size
    scale: float
    sides: tuple[BookletSide, ...]

    @property
    def sheets(self) -> int:
        """How many sheets of paper it takes."""
        return len(self.sides) // 2

    @property
    def caption(self) -> str:
        """How to print and bind it, in a line for the reader."""
        sheets = "1 sheet" if self.sheets == 1 else f"{self.sheets} sheets"
        pages = "" if self.scale == 1 else f"; pages are drawn at {show(100 * self.scale)} % of their size"
        return (
            f"{sheets}, print on both sides, flip on the short edge, "
            f"lay together, fold and staple in the middle{pages}"
        )
