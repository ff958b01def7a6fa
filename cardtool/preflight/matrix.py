"""From a PDF's own coordinates to millimetres from the top left of the page as it is shown."""

from __future__ import annotations

from typing import Any, NamedTuple, Self

from cardtool.geometry import Box, Size
from cardtool.units import to_mm

__all__ = ["Matrix", "Placing"]

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


class Placing(NamedTuple):
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
