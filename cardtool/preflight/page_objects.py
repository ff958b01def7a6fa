"""What a page is made of, as PDFium gives it: its objects and their matrices, letters and phrases.

Judges nothing. Points become millimetres from the top left of the page as it is shown.
"""

from __future__ import annotations

import ctypes
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from pypdfium2 import PdfMatrix, raw

from cardtool.colour import RGB
from cardtool.geometry import Box, Size
from cardtool.units import to_mm

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
        shown = {
            0: (across[0], height - up[1], across[1], height - up[0]),
            90: (up[0], across[0], up[1], across[1]),
            180: (width - across[1], up[0], width - across[0], up[1]),
            270: (height - up[1], width - across[1], height - up[0], width - across[0]),
        }[self.rotation]
        x, y, to_x, to_y = map(to_mm, shown)
        return Box(x, y, to_x - x, to_y - y)


def object_address(object: Any) -> int | None:
    """Return what an object of a page is known by among the others."""
    return ctypes.cast(object, ctypes.c_void_p).value


def object_matrix(object: Any, outer: PdfMatrix) -> PdfMatrix:
    """Return the matrix of an object that is drawn through another one."""
    own = raw.FS_MATRIX()
    raw.FPDFPageObj_GetMatrix(object, own)
    return PdfMatrix.from_raw(own).multiply(outer)


def drawn_size(matrix: PdfMatrix) -> tuple[float, float]:
    """Return how long one unit across and one unit upwards become."""
    return (matrix.a**2 + matrix.b**2) ** 0.5, (matrix.c**2 + matrix.d**2) ** 0.5


def fill_colour(object: Any) -> tuple[RGB | None, float]:
    """Return what an object is filled with, and how much of it covers; None for a pattern."""
    red, green, blue, alpha = (ctypes.c_uint() for _ in range(4))
    if not raw.FPDFPageObj_GetFillColor(object, red, green, blue, alpha):
        return None, 1.0
    return (red.value, green.value, blue.value), alpha.value / 255


def walk_objects(page: Any) -> Iterator[tuple[Any, PdfMatrix]]:
    """Yield every object of a page, those in forms too, and the matrix it is drawn through.

    Raises: ValueError, with what is wrong with the page, when there are more than can be looked at.
    """
    count = 0
    stack = [(raw.FPDFPage_GetObject, page, raw.FPDFPage_CountObjects(page), PdfMatrix(), 0)]
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
                    (raw.FPDFFormObj_GetObject, object, inner, object_matrix(object, matrix), depth + 1)
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


def split_phrases(letters: Iterable[Letter], gap: float) -> Iterator[Phrase]:
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
