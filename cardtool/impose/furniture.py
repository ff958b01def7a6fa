"""The marks and small print of sheets, drawn with an embedded font. The only room that knows reportlab.

What pages share is drawn once a frame. Only the page number differs from page to page: it is ASCII, and
the font's codes for ASCII are ASCII's own, so a page can print it in a few bytes (`page_number`).
"""

from __future__ import annotations

import io
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from cardtool.geometry import Box, Point
from cardtool.impose.page import Frame, Page
from cardtool.model import Backs
from cardtool.units import show, to_pt

__all__ = ["Furniture"]

TYPE_SIZE = 7.0  # pt
LEAST_TYPE_SIZE = 5.5  # pt; below that a text loses its end instead
DESCENT = 0.6  # mm from a box's foot to the baseline
HAIRLINE = 0.25  # pt; thin, yet no printer drops it
GREY = 0.3  # of white: quiet, and still black ink only
TICK, SHORT_TICK = 2.0, 1.2  # mm
RAISED = 0.5  # mm that a ruler's label stands above its line

_ADVICE = {
    Backs.NONE: "Print at 100 % (actual size)",
    Backs.LONG_EDGE: "Print at 100 %, on both sides, flip on the long edge",
    Backs.SHORT_EDGE: "Print at 100 %, on both sides, flip on the short edge",
    Backs.FOLD: "Print at 100 %, on one side, fold along the dashes",
}


class Furniture:
    """Draws the frames of one document; the game's title and version stand in its captions."""

    def __init__(self, font: Path, caption: str) -> None:
        from reportlab.pdfbase import pdfmetrics
        from reportlab.pdfbase.ttfonts import TTFont

        self._font = str(font)
        self._caption = caption
        if self._font not in pdfmetrics.getRegisteredFontNames():
            pdfmetrics.registerFont(TTFont(self._font, str(font)))
        self._glyphs = pdfmetrics.getFont(self._font).face.charToGlyph

    def draw(self, frames: Sequence[Frame]) -> bytes:
        """A PDF with one page a frame, as large as the frame's paper."""
        from reportlab.pdfgen.canvas import Canvas

        out = io.BytesIO()
        canvas = Canvas(out, invariant=1, pageCompression=0, initialFontName=self._font)
        for frame in frames:
            canvas.setPageSize((to_pt(frame.paper.width), to_pt(frame.paper.height)))
            canvas.translate(0, to_pt(frame.paper.height))
            self._draw_frame(canvas, frame)
            canvas.showPage()
        canvas.save()
        return out.getvalue()

    def page_number(self, page: Page, font: str) -> str:
        """The operators that print a page's side and number, `font` being its name on that page."""
        box = page.frame.corners.page
        if box is None:
            return ""
        side = f"{page.frame.side.capitalize()}, page" if page.frame.side else "Page"
        text = f"{side} {page.number} of {page.of}"
        size = self._size(text, box)
        x = to_pt(box.right) - self._width(text, size)
        y = to_pt(page.frame.paper.height - box.bottom + DESCENT)
        return f"BT {GREY} g /{font} {size:.2f} Tf {x:.2f} {y:.2f} Td ({text}) Tj ET"

    def _draw_frame(self, canvas: Any, frame: Frame) -> None:
        canvas.setLineWidth(HAIRLINE)
        for line in frame.lines:
            canvas.setDash(*((3, 2) if line.dashed else ()))
            _line(canvas, line.start, line.end)
        canvas.setDash()
        corners = frame.corners
        if corners.title:
            self._text(canvas, self._caption, corners.title)
        if corners.advice:
            self._text(canvas, _ADVICE[frame.backs], corners.advice, align=1)
        if corners.ruler:
            self._ruler(canvas, corners.ruler, frame.ruler)

    def _ruler(self, canvas: Any, box: Box, length: float) -> None:
        """A ruler along the foot of its box: a tick every 5 mm, a longer one every 10.

        The length stands before the last tick, in place of the one at its middle.
        """
        foot = box.bottom - DESCENT
        _line(canvas, Point(box.left, foot), Point(box.left + length, foot))
        label = Box(box.left + length - 10, box.top - RAISED, 10, box.height)
        for step in range(int(length / 5 + 1e-6) + 1):
            x, height = box.left + 5 * step, SHORT_TICK if step % 2 else TICK
            if not label.left < x < label.right:
                _line(canvas, Point(x, foot), Point(x, foot - height))
        self._text(canvas, f"{show(length)} mm", label, align=0.5)

    def _text(self, canvas: Any, text: str, box: Box, *, align: float = 0.0) -> None:
        """Set a line in its box: smaller if it must be, and cut short if even that is not enough.

        `align` says where what room is left stands: 0 to the right of the text, 1 to its left.
        """
        text = "".join(char if ord(char) in self._glyphs else "?" for char in text)
        size, room = self._size(text, box), to_pt(box.width)
        while len(text) > 1 and self._width(text, size) > room:
            text = text[:-2].rstrip() + "…"
        x = to_pt(box.left) + align * (room - self._width(text, size))
        canvas.setFillGray(GREY)
        canvas.setFont(self._font, size)
        canvas.drawString(x, -to_pt(box.bottom - DESCENT), text)

    def _size(self, text: str, box: Box) -> float:
        fitting = TYPE_SIZE * to_pt(box.width) / max(self._width(text, TYPE_SIZE), 1e-6)
        return max(LEAST_TYPE_SIZE, min(TYPE_SIZE, fitting))

    def _width(self, text: str, size: float) -> float:
        from reportlab.pdfbase.pdfmetrics import stringWidth

        return float(stringWidth(text, self._font, size))


def _line(canvas: Any, start: Point, end: Point) -> None:
    canvas.line(to_pt(start.x), -to_pt(start.y), to_pt(end.x), -to_pt(end.y))
