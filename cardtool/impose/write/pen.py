"""A pen that rules lines and sets small print. It knows reportlab, and not what it draws.

Boxes, points and rooms are millimetres from the top left of the page; sizes of type are points.
"""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import Any

from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas

from cardtool.geometry import Box, Point, Size
from cardtool.impose.page import Line
from cardtool.impose.write.pdf import DASHES, HAIRLINE
from cardtool.units import format_number, to_mm, to_pt

TYPE_SIZE = 7.0  # pt
_LEAST_TYPE_SIZE = 5.5  # pt; below that a text loses its end instead
DESCENT = 0.6  # mm from a box's foot to the baseline
GREY = 0.3  # of white: quiet, and still black ink only
_VEIL = 0.82  # how much of what lies below hatching it hides
_TICK, _SHORT_TICK = 2.0, 1.2  # mm
_RAISED = 0.5  # mm that a ruler's label stands above its line


class Lettering:
    """A TrueType font, and how much room texts take in it."""

    def __init__(self, font: Path) -> None:
        self.name = str(font)
        if self.name not in pdfmetrics.getRegisteredFontNames():
            pdfmetrics.registerFont(TTFont(self.name, self.name))
        self._glyphs = pdfmetrics.getFont(self.name).face.charToGlyph
        self._widths: dict[str, float] = {}  # of the signs met so far, in thousandths of the size

    def width(self, text: str, size: float) -> float:
        """Return how long the text is at this size, in points."""
        for char in set(text).difference(self._widths):
            self._widths[char] = pdfmetrics.stringWidth(char, self.name, 1000)
        return 0.001 * size * sum([self._widths[char] for char in text])

    def length(self, text: str) -> float:
        """Return how long the text is at the size of small print, in millimetres."""
        return to_mm(self.width(text, TYPE_SIZE))

    def size(self, text: str, room: float, most: float = TYPE_SIZE) -> float:
        """Return the size at which the text goes into so many millimetres, at most `most`, yet legible."""
        fitting = most * to_pt(room) / max(self.width(text, most), 1e-6)
        return max(_LEAST_TYPE_SIZE, min(most, fitting))

    def lines(self, text: str, room: float, size: float) -> list[str]:
        """Break the text into lines of so many millimetres, at its spaces; a longer word stands alone."""
        lines: list[str] = []
        for word in text.split():
            longer = f"{lines[-1]} {word}" if lines else word
            if lines and self.width(longer, size) <= to_pt(room):
                lines[-1] = longer
            else:
                lines.append(word)
        return lines

    def fit(self, text: str, room: float, most: float = TYPE_SIZE) -> tuple[str, float]:
        """Return the text and its size: smaller if it must be, and cut short if even that is not enough."""
        text = "".join(char if ord(char) in self._glyphs else "?" for char in text)
        size = self.size(text, room, most)
        while len(text) > 1 and self.width(text, size) > to_pt(room):
            text = text[:-2].rstrip() + "…"
        return text, size


class Pen:
    """Draws the pages of one PDF, all their texts in one font."""

    def __init__(self, font: Path) -> None:
        self.lettering = Lettering(font)
        self._out = io.BytesIO()
        self._canvas: Any = Canvas(
            self._out, invariant=1, pageCompression=0, initialFontName=self.lettering.name
        )

    @contextmanager
    def page(self, paper: Size) -> Iterator[None]:
        """Begin a page of this size, to be drawn on, and end it."""
        self._canvas.setPageSize((to_pt(paper.width), to_pt(paper.height)))
        self._canvas.translate(0, to_pt(paper.height))
        self._canvas.setLineWidth(HAIRLINE)
        yield
        self._canvas.showPage()

    def finish(self) -> bytes:
        """Return the PDF of all pages."""
        self._canvas.save()
        return self._out.getvalue()

    def draw_lines(self, lines: Sequence[Line]) -> None:
        """Draw hairlines, in black."""
        for line in lines:
            self._canvas.setDash(*(DASHES if line.dashed else ()))
            self._rule(line.start, line.end)
        self._canvas.setDash()

    def write_text(
        self, text: str, box: Box, *, align: float = 0.0, most: float = TYPE_SIZE, upwards: bool = False
    ) -> None:
        """Write a line into its box, no larger than `most`; `upwards` turns it to be read from the right.

        `align` says where what room is left stands: 0 after the text, 1 before it.
        """
        with self._turned(box) if upwards else nullcontext(box) as along:
            text, size = self.lettering.fit(text, along.width, most)
            x = to_pt(along.left) + align * (to_pt(along.width) - self.lettering.width(text, size))
            self._canvas.setFillGray(GREY)
            self._canvas.setFont(self.lettering.name, size)
            self._canvas.drawString(x, -to_pt(along.bottom - DESCENT), text)

    def draw_ruler(self, box: Box, length: float) -> None:
        """Draw a ruler along the foot of its box: a tick every 5 mm, a longer one every 10.

        The length stands before the last tick, in place of the one at its middle.
        """
        foot = box.bottom - DESCENT
        self._rule(Point(box.left, foot), Point(box.left + length, foot))
        label = Box(box.left + length - 10, box.top - _RAISED, 10, box.height)
        for step in range(int(length / 5 + 1e-6) + 1):
            x, height = box.left + 5 * step, _SHORT_TICK if step % 2 else _TICK
            if not label.left < x < label.right:
                self._rule(Point(x, foot), Point(x, foot - height))
        self.write_text(f"{format_number(length)} mm", label, align=0.5)

    def draw_block(self, box: Box, *, filled: bool) -> None:
        """Draw a small rectangle: in grey, or its outline."""
        self._canvas.setFillGray(GREY)
        self._canvas.rect(*self._corner(box), *map(to_pt, box.size), stroke=1, fill=int(filled))

    def draw_mark(self, box: Box) -> None:
        """Fill a box with black, for machines to find."""
        self._canvas.setFillGray(0)
        self._canvas.rect(*self._corner(box), *map(to_pt, box.size), stroke=0, fill=1)

    def clear(self, box: Box) -> None:
        """Leave bare paper in this box, whatever lay there."""
        self._cover(box, 1.0)

    @contextmanager
    def within(self, corners: Sequence[Point]) -> Iterator[None]:
        """Keep to a polygon with these corners meanwhile."""
        with self._within(self._polygon(corners)):
            yield

    def hatch(self, box: Box, apart: float) -> None:
        """Let what lies below a box shine through faintly, under slanting lines so far apart."""
        self._cover(box, _VEIL)
        outline = self._canvas.beginPath()
        outline.rect(*self._corner(box), *map(to_pt, box.size))
        with self._within(outline):
            for step in range(1, int((box.width + box.height) / apart) + 1):
                foot = Point(box.left + step * apart, box.top)
                self._rule(foot, Point(foot.x - box.height, box.bottom))

    def draw_polygon(self, corners: Sequence[Point]) -> None:
        """Fill a polygon with black."""
        self._canvas.setFillGray(0)
        self._canvas.drawPath(self._polygon(corners), stroke=0, fill=1)

    def _polygon(self, corners: Sequence[Point]) -> Any:
        path = self._canvas.beginPath()
        for number, corner in enumerate(corners):
            (path.lineTo if number else path.moveTo)(to_pt(corner.x), -to_pt(corner.y))
        path.close()
        return path

    def _rule(self, start: Point, end: Point) -> None:
        self._canvas.line(to_pt(start.x), -to_pt(start.y), to_pt(end.x), -to_pt(end.y))

    def _cover(self, box: Box, opacity: float) -> None:
        self._canvas.setFillColorRGB(1, 1, 1, alpha=opacity)
        self._canvas.rect(*self._corner(box), *map(to_pt, box.size), stroke=0, fill=1)
        self._canvas.setFillAlpha(1)

    def _corner(self, box: Box) -> tuple[float, float]:
        return to_pt(box.left), -to_pt(box.bottom)

    @contextmanager
    def _turned(self, box: Box) -> Iterator[Box]:
        """Turn a quarter to the left about the box's middle; give the box as it lies on the turned page."""
        self._canvas.saveState()
        self._canvas.translate(to_pt(box.centre.x), -to_pt(box.centre.y))
        self._canvas.rotate(90)
        yield Box.around(Point(0, 0), box.size.turned())
        self._canvas.restoreState()

    @contextmanager
    def _within(self, path: Any) -> Iterator[None]:
        self._canvas.saveState()
        self._canvas.clipPath(path, stroke=0, fill=0)
        yield
        self._canvas.restoreState()
