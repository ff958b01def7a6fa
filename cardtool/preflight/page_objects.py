"""What a page is made of, as PDFium gives it: objects, the matrices they are drawn through, phrases.

Judges nothing. Points become millimetres from the top left of the page as it is shown.
"""

from __future__ import annotations

import ctypes
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple, Self

from pypdfium2 import raw

from cardtool.colour import RGB
from cardtool.geometry import Box, Size
from cardtool.units import to_mm

Rectangle = tuple[float, float, float, float]
"""Left, bottom, right and top in points, as PDF writes them."""


class Matrix(NamedTuple):
    """A transformation as PDF writes it, ISO 32000-2, 8.3.4."""

    a: float
    b: float
    c: float
    d: float
    e: float
    f: float

    @classmethod
    def identity(cls) -> Self:
        """The one that changes nothing."""
        return cls(1, 0, 0, 1, 0, 0)

    @classmethod
    def read(cls, told: Any) -> Self:
        """The same from an object with these six attributes."""
        return cls(told.a, told.b, told.c, told.d, told.e, told.f)

    def then(self, outer: Matrix) -> Matrix:
        """This transformation, and then the outer one."""
        a, b, c, d, e, f = self
        return Matrix(
            a * outer.a + b * outer.c,
            a * outer.b + b * outer.d,
            c * outer.a + d * outer.c,
            c * outer.b + d * outer.d,
            e * outer.a + f * outer.c + outer.e,
            e * outer.b + f * outer.d + outer.f,
        )

    @property
    def width(self) -> float:
        """How long one unit across becomes."""
        return float((self.a**2 + self.b**2) ** 0.5)

    @property
    def height(self) -> float:
        """How long one unit upwards becomes."""
        return float((self.c**2 + self.d**2) ** 0.5)

    def hull(self, left: float, bottom: float, right: float, top: float) -> Rectangle:
        """The upright rectangle around a transformed one."""
        corners = [
            (self.a * x + self.c * y + self.e, self.b * x + self.d * y + self.f)
            for x in (left, right)
            for y in (bottom, top)
        ]
        xs, ys = zip(*corners, strict=True)
        return min(xs), min(ys), max(xs), max(ys)


class PageFrame(NamedTuple):
    """How a page is shown: its box in points, and by how many degrees it is turned clockwise."""

    left: float
    bottom: float
    right: float
    top: float
    turned: int

    @classmethod
    def of(cls, box: Rectangle, turned: int) -> Self:
        """The same from a box."""
        return cls(*box, turned)

    @property
    def size(self) -> Size:
        """The page as it is shown."""
        upright = Size(to_mm(self.right - self.left), to_mm(self.top - self.bottom))
        return upright.turned() if self.turned in (90, 270) else upright

    def box(self, left: float, bottom: float, right: float, top: float) -> Box:
        """A rectangle of the page where it is shown. ISO 32000-2, 7.7.3.3, on /Rotate."""
        across, up = (left - self.left, right - self.left), (bottom - self.bottom, top - self.bottom)
        width, height = self.right - self.left, self.top - self.bottom
        shown = {
            0: (across[0], height - up[1], across[1], height - up[0]),
            90: (up[0], across[0], up[1], across[1]),
            180: (width - across[1], up[0], width - across[0], up[1]),
            270: (height - up[1], width - across[1], height - up[0], width - across[0]),
        }[self.turned]
        x, y, to_x, to_y = map(to_mm, shown)
        return Box(x, y, to_x - x, to_y - y)


_MOST_OBJECTS = 200_000  # on a page; a form that is printed in a form counts as often as it is printed
_DEEPEST_FORM = 20  # forms in forms


def object_address(object: Any) -> int | None:
    """By what an object of a page is known from the others."""
    return ctypes.cast(object, ctypes.c_void_p).value


def fill_colour(object: Any) -> tuple[RGB | None, float]:
    """What an object is filled with, and how much of it covers; None for a pattern."""
    red, green, blue, alpha = (ctypes.c_uint() for _ in range(4))
    if not raw.FPDFPageObj_GetFillColor(object, red, green, blue, alpha):
        return None, 1.0
    return (red.value, green.value, blue.value), alpha.value / 255


def walk_objects(page: Any) -> Iterator[tuple[Any, Matrix]]:
    """Every object of a page, those in forms too, and the matrix it is drawn through.

    Raises: ValueError, with what is wrong with the page, when there are more than can be looked at.
    """
    count = 0
    stack = [(raw.FPDFPage_GetObject, page, raw.FPDFPage_CountObjects(page), Matrix.identity(), 0)]
    while stack:
        get, holder, number, matrix, depth = stack.pop()
        for place in range(number):
            object = get(holder, place)
            count += 1
            if count > _MOST_OBJECTS:
                raise ValueError(f"draws more than {_MOST_OBJECTS} things")
            if raw.FPDFPageObj_GetType(object) == raw.FPDF_PAGEOBJ_FORM and depth < _DEEPEST_FORM:
                own = raw.FS_MATRIX()
                raw.FPDFPageObj_GetMatrix(object, own)
                inner = raw.FPDFFormObj_CountObjects(object)
                through = Matrix.read(own).then(matrix)
                stack.append((raw.FPDFFormObj_GetObject, object, inner, through, depth + 1))
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
    """The letters of a line taken apart where they are more than `gap` mm from each other."""
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
    """How far two boxes are from each other, along the one axis or the other."""
    return max(other.left - one.right, one.left - other.right, other.top - one.bottom, one.top - other.bottom)
