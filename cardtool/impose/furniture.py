"""The marks and small print of sheets of cards.

What pages share is drawn once a frame. Only the page number differs from page to page: it is ASCII, and
the font's codes for ASCII are ASCII's own, so a page can print it in a few bytes (`page_number`).
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from cardtool.impose.lettering import Lettering
from cardtool.impose.page import Frame, Page
from cardtool.impose.pen import DESCENT, GREY, Pen
from cardtool.model import Backs
from cardtool.units import to_pt

__all__ = ["Furniture"]

_ADVICE = {
    Backs.NONE: "Print at 100 % (actual size)",
    Backs.LONG_EDGE: "Print at 100 %, on both sides, flip on the long edge",
    Backs.SHORT_EDGE: "Print at 100 %, on both sides, flip on the short edge",
    Backs.FOLD: "Print at 100 %, on one side, fold along the dashes",
}


class Furniture:
    """Draws the frames of one document; the game's title and version stand in its captions."""

    def __init__(self, font: Path, caption: str) -> None:
        self._lettering = Lettering(font)
        self._caption = caption

    def draw(self, frames: Sequence[Frame]) -> bytes:
        """A PDF with one page a frame, as large as the frame's paper."""
        pen = Pen(self._lettering)
        for frame in frames:
            with pen.page(frame.paper):
                self._draw_frame(pen, frame)
        return pen.finished()

    def page_number(self, page: Page, font: str) -> str:
        """The operators that print a page's side and number, `font` being its name on that page."""
        box = page.frame.corners.page
        if box is None:
            return ""
        side = f"{page.frame.side.capitalize()}, page" if page.frame.side else "Page"
        text = f"{side} {page.number} of {page.of}"
        size = self._lettering.size(text, box.width)
        x = to_pt(box.right) - self._lettering.width(text, size)
        y = to_pt(page.frame.paper.height - box.bottom + DESCENT)
        return f"BT {GREY} g /{font} {size:.2f} Tf {x:.2f} {y:.2f} Td ({text}) Tj ET"

    def _draw_frame(self, pen: Pen, frame: Frame) -> None:
        pen.lines(frame.lines)
        for block in frame.blocks:
            pen.mark(block)
        corners = frame.corners
        if corners.title:
            pen.text(self._caption, corners.title)
        if corners.advice:
            pen.text(_ADVICE[frame.backs], corners.advice, align=1)
        if corners.ruler:
            pen.ruler(corners.ruler, frame.ruler)
