"""What there is to see on a page of a PDF, read with PDFium: its texts, its pictures, its pixels.

Judges nothing. Lengths are millimetres from the top left of the page as it is shown; a page is read
while its document is open, and no longer.
"""

from __future__ import annotations

import ctypes
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from math import ceil, floor, prod
from typing import Any, NamedTuple, cast

from PIL import Image, ImageChops
from pypdfium2 import PdfMatrix, raw

from cardtool.colour import GREY, RGB
from cardtool.geometry import Box, Point, Sides, Size
from cardtool.units import to_mm, to_pt

_MOST_OBJECTS = 200_000  # on a page; a form that is printed in a form counts as often as it is printed
_DEEPEST_FORM = 20  # forms in forms


class PageFrame(NamedTuple):
    """How a page is shown: its box in points, and by how many degrees it is turned clockwise."""

    left: float
    bottom: float
    right: float
    top: float
    rotation: int

    @property
    def size(self) -> Size:
        """The page as it is shown."""
        upright = Size(to_mm(self.right - self.left), to_mm(self.top - self.bottom))
        return upright.turned() if self.rotation in (90, 270) else upright

    def box(self, left: float, bottom: float, right: float, top: float) -> Box:
        """Return a rectangle of the page where it is shown. ISO 32000-2, 7.7.3.3, on /Rotate."""
        across, up = (left - self.left, right - self.left), (bottom - self.bottom, top - self.bottom)
        width, height = self.right - self.left, self.top - self.bottom
        if self.rotation == 90:
            shown = up[0], across[0], up[1], across[1]
        elif self.rotation == 180:
            shown = width - across[1], up[0], width - across[0], up[1]
        elif self.rotation == 270:
            shown = height - up[1], width - across[1], height - up[0], width - across[0]
        else:
            shown = across[0], height - up[1], across[1], height - up[0]
        x, y, to_x, to_y = map(to_mm, shown)
        return Box(x, y, to_x - x, to_y - y)


def _object_address(object: Any) -> int | None:
    """Return what an object of a page is known by among the others."""
    return ctypes.cast(object, ctypes.c_void_p).value


def _object_matrix(object: Any, outer: PdfMatrix) -> PdfMatrix:
    """Return the matrix of an object that is drawn through another one."""
    own = raw.FS_MATRIX()
    raw.FPDFPageObj_GetMatrix(object, own)
    return PdfMatrix.from_raw(own).multiply(outer)


_AS_IT_IS = PdfMatrix()  # of what is drawn through no other object


def _drawn_rectangle(
    matrix: PdfMatrix, left: float, bottom: float, right: float, top: float
) -> tuple[float, float, float, float]:
    """Return where a rectangle comes to lie that is drawn through this matrix: left, bottom, right, top."""
    if matrix is _AS_IT_IS:
        return left, bottom, right, top
    x, y, to_x, to_y = matrix.on_rect(left, bottom, right, top)
    return x, y, to_x, to_y


def _drawn_size(matrix: PdfMatrix) -> tuple[float, float]:
    """Return how long one unit across and one unit upwards become."""
    return (matrix.a**2 + matrix.b**2) ** 0.5, (matrix.c**2 + matrix.d**2) ** 0.5


def _fill_colour(object: Any) -> tuple[RGB | None, float]:
    """Return what an object is filled with, and how much of it covers; None for a pattern."""
    red, green, blue, alpha = (ctypes.c_uint() for _ in range(4))
    if not raw.FPDFPageObj_GetFillColor(object, red, green, blue, alpha):
        return None, 1.0
    return (red.value, green.value, blue.value), alpha.value / 255


def _half_line(object: Any, outer: PdfMatrix) -> float:
    """Return half the width of the line of a shape drawn through this matrix, in mm; 0 without one."""
    mode, stroked, width = ctypes.c_int(), ctypes.c_int(), ctypes.c_float()
    raw.FPDFPath_GetDrawMode(object, mode, stroked)
    if not stroked.value or not raw.FPDFPageObj_GetStrokeWidth(object, width):
        return 0.0
    return to_mm(width.value * min(_drawn_size(_object_matrix(object, outer)))) / 2


def _walk_objects(page: Any) -> Iterator[tuple[Any, PdfMatrix]]:
    """Yield every object of a page, those in forms too, and the matrix it is drawn through.

    Raises: ValueError, with what is wrong with the page, when there are more than can be looked at.
    """
    count = 0
    stack = [(raw.FPDFPage_GetObject, page, raw.FPDFPage_CountObjects(page), _AS_IT_IS, 0)]
    while stack:
        get, holder, number, matrix, depth = stack.pop()
        for place in range(number):
            object = get(holder, place)
            count += 1
            if count > _MOST_OBJECTS:
                raise ValueError(f"draws more than {_MOST_OBJECTS} things")
            if raw.FPDFPageObj_GetType(object) == raw.FPDF_PAGEOBJ_FORM and depth < _DEEPEST_FORM:
                inner = raw.FPDFFormObj_CountObjects(object)
                stack.append(
                    (raw.FPDFFormObj_GetObject, object, inner, _object_matrix(object, matrix), depth + 1)
                )
            yield object, matrix


class Letter(NamedTuple):
    """A letter, and where it stands."""

    box: Box
    letter: str


class Phrase(NamedTuple):
    """Letters of a line that stand side by side; a line may have gaps as wide as a card."""

    box: Box
    words: str


def _split_phrases(letters: Iterable[Letter], gap: float) -> Iterator[Phrase]:
    """Yield the letters of a line taken apart where they are more than `gap` mm from each other."""
    together: list[Letter] = []
    for letter in letters:
        if letter.letter.isspace() or not letter.letter.isprintable():
            together += [Letter(together[-1].box, " ")] if together else []
            continue
        if together and _distance(together[-1].box, letter.box) > gap:
            yield _phrase(together)
            together = []
        together.append(letter)
    if together:
        yield _phrase(together)


def _phrase(letters: list[Letter]) -> Phrase:
    words = "".join(letter.letter for letter in letters)
    return Phrase(Box.hull(letter.box for letter in letters), " ".join(words.split()))


def _distance(one: Box, other: Box) -> float:
    """Return how far two boxes are from each other, along the one axis or the other."""
    return max(other.left - one.right, one.left - other.right, other.top - one.bottom, one.top - other.bottom)


_PIXEL_TOLERANCE = 1e-6  # of a pixel; what a box that ends with a pixel may go beyond it
_LEAST_DIFFERENCE = 24  # of 255; less is the edge of a letter, or noise
_DIFFERENCE_TABLE = [0] * _LEAST_DIFFERENCE + [255] * (256 - _LEAST_DIFFERENCE)
_TONES = (0, 255, 128)  # of which one differs from nearly all that is under a line


class PageRaster(NamedTuple):
    """The pixels of a part of a page, and how many of them come to a millimetre across and down.

    `left` and `top` say how many pixels of the page lie before the part.
    """

    image: Image.Image
    across: float
    down: float
    left: int = 0
    top: int = 0

    @property
    def lightest(self) -> int:
        """No pixel is lighter than this in all of red, green and blue."""
        return min(most for _, most in cast("Sequence[tuple[int, int]]", self.image.getextrema()))

    @property
    def darkest(self) -> int:
        """No pixel is darker than this in any of red, green and blue."""
        return min(least for least, _ in cast("Sequence[tuple[int, int]]", self.image.getextrema()))

    def colours_in(self, box: Box) -> Sequence[tuple[int, RGB]]:
        """Return the colours within a box, each with its number of pixels; none where it is off the page."""
        part = self._part(box)
        if part is None:
            return ()
        found = part.getcolors(part.width * part.height)
        return cast("Sequence[tuple[int, RGB]]", found)

    def mean_colours(self, box: Box, columns: int, rows: int) -> list[RGB]:
        """Return what is in a box as the mean colours of a grid, row by row."""
        part = self._part(box)
        if part is None:
            return []
        small = part.resize((columns, rows), Image.Resampling.BOX).tobytes()
        return list(zip(small[0::3], small[1::3], small[2::3], strict=True))

    def colour_at(self, point: Point) -> RGB:
        """Return the colour at a point, or at the nearest pixel of the picture."""
        x = min(max(0, floor(point.x * self.across) - self.left), self.image.width - 1)
        y = min(max(0, floor(point.y * self.down) - self.top), self.image.height - 1)
        return cast("RGB", self.image.getpixel((x, y)))

    def unlike_tone(self, box: Box) -> int:
        """Return the grey, black before white, that the least of what is in a box looks like."""
        colours = self.colours_in(box)

        def nearness(tone: int) -> int:
            return sum(count for count, colour in colours if _apart(colour, tone) < 2 * _LEAST_DIFFERENCE)

        return min(_TONES, key=nearness)

    def colours_that_differ(self, other: PageRaster, box: Box) -> tuple[float, Sequence[tuple[int, RGB]]]:
        """Return what share of a box differs between two pictures of a page, and the colours here that do."""
        here, there = self._part(box), other._part(box)
        if here is None or there is None:
            return 0.0, ()
        differing = ImageChops.difference(here, there).convert("L").point(_DIFFERENCE_TABLE)
        here.putalpha(differing)
        found = cast("Sequence[tuple[int, tuple[int, ...]]]", here.getcolors(here.width * here.height))
        under = [(count, cast("RGB", colour[:3])) for count, colour in found if colour[3]]
        return sum(count for count, _ in under) / (here.width * here.height), under

    def _part(self, box: Box) -> Image.Image | None:
        """Return the pixels a box touches; None where it is off the picture."""
        left, top, right, bottom = self._window(box)
        return self.image.crop((left, top, right, bottom)) if left < right and top < bottom else None

    def _window(self, box: Box) -> tuple[int, int, int, int]:
        """Return left, top, right and bottom of the pixels a box touches."""
        return (
            max(0, floor(box.left * self.across) - self.left),
            max(0, floor(box.top * self.down) - self.top),
            min(self.image.width, ceil(box.right * self.across - _PIXEL_TOLERANCE) - self.left),
            min(self.image.height, ceil(box.bottom * self.down - _PIXEL_TOLERANCE) - self.top),
        )


def _apart(colour: RGB, tone: int) -> float:
    return sum(share * abs(part - tone) for share, part in zip(GREY, colour, strict=True))


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
        for object, matrix in _walk_objects(page.raw):
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
            _split_phrases(self._letters.get(_object_address(line.object), ()), _GAP_PER_POINT * line.size)
        )

    def letter_boxes(self, line: TextLine) -> tuple[Box, ...]:
        """Return where the letters of a line stand; none where the page does not tell them apart."""
        letters = self._letters.get(_object_address(line.object), ())
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
        kept = set(map(_object_address, texts))
        left_out = [text for text in self._texts if _object_address(text) not in kept]
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
            owner = _object_address(raw.FPDFText_GetTextObject(text.raw, place))
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
        bounds = _drawn_rectangle(matrix, left.value, bottom.value, right.value, top.value)
        colour, opacity = _fill_colour(object)
        whole = _object_matrix(object, matrix)
        points = abs(size.value) * _drawn_size(whole)[1]
        mirrored = (whole.a * whole.d - whole.b * whole.c) * size.value < 0
        yield TextLine(self._frame.box(*bounds), colour, opacity, points, object, mirrored)

    def _path_box(self, object: Any, matrix: PdfMatrix) -> Box | None:
        """Return the box around a shape, its line included, whatever clips it; pdfium counts it twice."""
        left, bottom, right, top = (ctypes.c_float() for _ in range(4))
        if not raw.FPDFPageObj_GetBounds(object, left, bottom, right, top):
            return None
        box = self._frame.box(*_drawn_rectangle(matrix, left.value, bottom.value, right.value, top.value))
        return box.grown(Sides.all(-_half_line(object, matrix)))

    def _mark(self, object: Any, box: Box) -> Iterator[Mark]:
        mode, stroked = ctypes.c_int(), ctypes.c_int()
        raw.FPDFPath_GetDrawMode(object, mode, stroked)
        colour, opacity = _fill_colour(object)
        if mode.value and colour is not None and 0 < max(box.width, box.height) <= _LARGEST_MARK:
            yield Mark(box, colour, opacity)

    def _picture(self, object: Any, matrix: PdfMatrix) -> Iterator[Picture]:
        pixels_across, pixels_up = ctypes.c_uint(), ctypes.c_uint()
        raw.FPDFImageObj_GetImagePixelSize(object, pixels_across, pixels_up)
        drawn = _object_matrix(object, matrix)
        width, height = _drawn_size(drawn)
        if pixels_across.value * pixels_up.value <= _FLAT_PIXELS or not width or not height:
            return
        dpi = min(pixels_across.value / width, pixels_up.value / height) * 72
        yield Picture(self._frame.box(*drawn.on_rect(0, 0, 1, 1)), dpi)
