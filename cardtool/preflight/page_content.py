"""What there is to see on a page of a PDF: its texts, its pictures, and the ground they stand on.

Judges nothing. Lengths are millimetres from the top left of the page as it is shown; a page is read
while its document is open, and no longer.
"""

from __future__ import annotations

import ctypes
from collections.abc import Iterator, Sequence
from functools import cached_property
from math import ceil, floor, prod
from typing import Any, NamedTuple

from pypdfium2 import PdfMatrix, raw

from cardtool.colour import RGB
from cardtool.geometry import Box, Sides, Size
from cardtool.preflight.pdfium_page import (
    Letter,
    PageFrame,
    PageRaster,
    Phrase,
    drawn_rectangle,
    drawn_size,
    fill_colour,
    half_line,
    object_address,
    object_matrix,
    split_phrases,
    walk_objects,
)
from cardtool.units import to_pt

_COARSE_DPI, _FINE_DPI = 50.0, 150.0  # dpi: letters of 6 pt are 3 dots high, or 9
_MOST_PIXELS, _MOST_FINE_PIXELS = 250_000, 2_500_000  # a play mat is looked at as coarsely as that
_GAP_PER_POINT = 0.45  # mm for each pt of a size: some one and a quarter times the height of the letters
_LARGEST_MARK = 12.0  # mm; larger shapes are drawings, not signs in a line
_FLAT_PIXELS = 4  # pixels; a picture of no more is a plain ground


class TextLine(NamedTuple):
    """Letters that are set at once: where they stand, in which ink, and their size in points.

    `ink` is None where they are filled with a pattern; `opacity` goes from 0 to 1. `mirrored` says that they
    are drawn as a mirror shows them.
    """

    box: Box
    ink: RGB | None
    opacity: float
    size: float
    object: Any
    mirrored: bool = False


class Mark(NamedTuple):
    """A small shape filled with one colour, such as an icon; `opacity` goes from 0 to 1."""

    box: Box
    ink: RGB
    opacity: float


class Picture(NamedTuple):
    """A picture made of dots, and how many of them come to an inch where they are fewest."""

    box: Box
    dpi: float


class PageContent:
    """One page."""

    def __init__(self, page: Any) -> None:
        self._page = page
        left, bottom, right, top = page.get_bbox()
        self._frame = PageFrame(left, bottom, right, top, page.get_rotation())
        self.size: Size = self._frame.size
        self._texts: list[Any] = []
        lines, pictures, marks = list[TextLine](), list[Picture](), list[Mark]()
        shapes: list[Box] = []
        for object, matrix in walk_objects(page.raw):
            kind = raw.FPDFPageObj_GetType(object)
            if kind == raw.FPDF_PAGEOBJ_TEXT:
                self._texts.append(object)
                lines += self._line(object, matrix)
            elif kind == raw.FPDF_PAGEOBJ_IMAGE:
                pictures += self._picture(object, matrix)
            elif kind == raw.FPDF_PAGEOBJ_PATH:
                box = self._path_box(object, matrix)
                if box is not None:
                    shapes += [box] * (raw.FPDFPageObj_GetDashCount(object) <= 0)
                    marks += self._mark(object, box)
        self.lines, self.pictures, self.marks = tuple(lines), tuple(pictures), tuple(marks)
        self.shapes: tuple[Box, ...] = tuple(shapes)

    @property
    def bounds(self) -> Box:
        """The whole page."""
        return Box(0, 0, *self.size)

    def trim_box(self) -> Box | None:
        """Return what is left of the page when it is cut; None where the page does not say."""
        return self._declared_box(raw.FPDFPage_GetTrimBox)

    def bleed_box(self) -> Box | None:
        """Return how far colour goes on beyond the cut; None where the page does not say."""
        return self._declared_box(raw.FPDFPage_GetBleedBox)

    def _declared_box(self, get: Any) -> Box | None:
        left, bottom, right, top = (ctypes.c_float() for _ in range(4))
        if not get(self._page.raw, left, bottom, right, top):
            return None
        return self._frame.box(left.value, bottom.value, right.value, top.value)

    def words(self, line: TextLine) -> str:
        """Return what a line says."""
        return " … ".join(phrase.words for phrase in self.phrases(line))

    def phrases(self, line: TextLine) -> tuple[Phrase, ...]:
        """Return a line, taken apart where there is a gap in it."""
        return tuple(
            split_phrases(self._letters.get(object_address(line.object), ()), _GAP_PER_POINT * line.size)
        )

    def letter_boxes(self, line: TextLine) -> tuple[Box, ...]:
        """Return where the letters of a line stand; none where the page does not tell them apart."""
        letters = self._letters.get(object_address(line.object), ())
        return tuple(each.box for each in letters if each.letter.isprintable() and not each.letter.isspace())

    def font_name(self, line: TextLine) -> str:
        """Return the name of the font a line is set in, as the file gives it."""
        font = raw.FPDFTextObj_GetFont(line.object)
        length = raw.FPDFFont_GetBaseFontName(font, None, 0)
        buffer = ctypes.create_string_buffer(length)
        raw.FPDFFont_GetBaseFontName(font, buffer, length)
        return buffer.value.decode("utf-8", "replace")

    @cached_property
    def background(self) -> PageRaster:
        """The page without its letters, on white paper, coarsely."""
        return self._drawn((), _COARSE_DPI, _MOST_PIXELS, self.bounds)

    @property
    def everything(self) -> PageRaster:
        """The page with all that is on it, coarsely."""
        return self._drawn(self._texts, _COARSE_DPI, _MOST_PIXELS, self.bounds)

    def close_up(self, part: Box) -> PageRaster:
        """Return a part of the page without its letters, on white paper, finely."""
        return self._drawn((), _FINE_DPI, _MOST_FINE_PIXELS, part)

    def with_lines(self, lines: Sequence[TextLine], part: Box) -> PageRaster:
        """Return the close-up of a part with these lines on it, in greys that hardly any of it has there."""
        for line in lines:
            tone = self.background.unlike_tone(line.box)
            raw.FPDFPageObj_SetFillColor(line.object, tone, tone, tone, 255)
        try:
            return self._drawn([line.object for line in lines], _FINE_DPI, _MOST_FINE_PIXELS, part)
        finally:
            for line in lines:
                colour = line.ink or (0, 0, 0)
                raw.FPDFPageObj_SetFillColor(line.object, *colour, round(line.opacity * 255))

    def _drawn(self, texts: Sequence[Any], dpi: float, most: int, part: Box) -> PageRaster:
        """Return a part of the page with these of its texts; a whole page would be `most` pixels at most."""
        kept = set(map(object_address, texts))
        left_out = [text for text in self._texts if object_address(text) not in kept]
        for text in left_out:
            raw.FPDFPageObj_SetIsActive(text, False)
        try:
            return self._pixels(min(dpi / 72, (most / prod(map(to_pt, self.size))) ** 0.5), part)
        finally:
            for text in left_out:
                raw.FPDFPageObj_SetIsActive(text, True)

    def _pixels(self, scale: float, part: Box) -> PageRaster:
        """Return a part of the page in whole pixels, as it is just now; `scale` is pixels to the point."""
        width, height = ceil(self._page.get_width() * scale), ceil(self._page.get_height() * scale)
        across, down = width / self.size.width, height / self.size.height
        left, top = max(0, floor(part.left * across)), max(0, floor(part.top * down))
        right, bottom = (
            max(0, width - ceil(part.right * across)),
            max(0, height - ceil(part.bottom * down)),
        )
        cut = tuple(max(0.0, (pixels - 0.5) / scale) for pixels in (left, bottom, right, top))
        bitmap = self._page.render(scale=scale, crop=cut, draw_annots=False, rev_byteorder=True)
        return PageRaster(bitmap.to_pil().convert("RGB"), across, down, left, top)

    @cached_property
    def _letters(self) -> dict[int | None, list[Letter]]:
        """The letters of each object of the page, in the order in which they are set."""
        text = self._page.get_textpage()
        letters: dict[int | None, list[Letter]] = {}
        for place in range(raw.FPDFText_CountChars(text.raw)):
            owner = object_address(raw.FPDFText_GetTextObject(text.raw, place))
            letters.setdefault(owner, []).append(self._letter(text.raw, place))
        text.close()
        return letters

    def _letter(self, text: Any, place: int) -> Letter:
        left, right, bottom, top = (ctypes.c_double() for _ in range(4))
        raw.FPDFText_GetCharBox(text, place, left, right, bottom, top)
        box = self._frame.box(left.value, bottom.value, right.value, top.value)
        return Letter(box, chr(raw.FPDFText_GetUnicode(text, place)))

    def _line(self, object: Any, matrix: PdfMatrix) -> Iterator[TextLine]:
        left, bottom, right, top = (ctypes.c_float() for _ in range(4))
        size = ctypes.c_float()
        raw.FPDFPageObj_GetBounds(object, left, bottom, right, top)
        raw.FPDFTextObj_GetFontSize(object, size)
        if left.value == right.value or bottom.value == top.value:
            return  # spaces
        if raw.FPDFTextObj_GetTextRenderMode(object) == raw.FPDF_TEXTRENDERMODE_INVISIBLE:
            return
        bounds = drawn_rectangle(matrix, left.value, bottom.value, right.value, top.value)
        colour, opacity = fill_colour(object)
        whole = object_matrix(object, matrix)
        points = abs(size.value) * drawn_size(whole)[1]
        mirrored = (whole.a * whole.d - whole.b * whole.c) * size.value < 0
        yield TextLine(self._frame.box(*bounds), colour, opacity, points, object, mirrored)

    def _path_box(self, object: Any, matrix: PdfMatrix) -> Box | None:
        """Return the box around a shape, its line included, whatever clips it; pdfium counts it twice."""
        left, bottom, right, top = (ctypes.c_float() for _ in range(4))
        if not raw.FPDFPageObj_GetBounds(object, left, bottom, right, top):
            return None
        box = self._frame.box(*drawn_rectangle(matrix, left.value, bottom.value, right.value, top.value))
        return box.grown(Sides.all(-half_line(object, matrix)))

    def _mark(self, object: Any, box: Box) -> Iterator[Mark]:
        mode, stroked = ctypes.c_int(), ctypes.c_int()
        raw.FPDFPath_GetDrawMode(object, mode, stroked)
        colour, opacity = fill_colour(object)
        if mode.value and colour is not None and 0 < max(box.width, box.height) <= _LARGEST_MARK:
            yield Mark(box, colour, opacity)

    def _picture(self, object: Any, matrix: PdfMatrix) -> Iterator[Picture]:
        pixels_across, pixels_up = ctypes.c_uint(), ctypes.c_uint()
        raw.FPDFImageObj_GetImagePixelSize(object, pixels_across, pixels_up)
        drawn = object_matrix(object, matrix)
        width, height = drawn_size(drawn)
        if pixels_across.value * pixels_up.value <= _FLAT_PIXELS or not width or not height:
            return
        dpi = min(pixels_across.value / width, pixels_up.value / height) * 72
        yield Picture(self._frame.box(*drawn.on_rect(0, 0, 1, 1)), dpi)
