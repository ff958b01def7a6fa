"""A page as pixels, without its letters. The only module that knows Pillow."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import ceil, floor
from typing import NamedTuple, cast

from PIL import Image, ImageChops

from cardtool.colour import RGB
from cardtool.geometry import Box, Point

__all__ = ["Ground"]

_WHOLE = 1e-6  # of a pixel; what a box that ends with a pixel may go beyond it
_DIFFERS = [0] * 24 + [255] * 232  # of 255; less is the edge of a letter, or noise


class Ground(NamedTuple):
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

    def under(self, box: Box) -> Sequence[tuple[int, RGB]]:
        """The colours within a box, each with its number of pixels; none where it is off the page."""
        part = self._part(box)
        if part is None:
            return ()
        found = part.getcolors(part.width * part.height)
        return cast("Sequence[tuple[int, RGB]]", found)

    def cells(self, box: Box, columns: int, rows: int) -> list[RGB]:
        """What is in a box as the mean colours of a grid, row by row."""
        part = self._part(box)
        if part is None:
            return []
        small = part.resize((columns, rows), Image.Resampling.BOX).tobytes()
        return list(_triples(small))

    def at(self, point: Point) -> RGB:
        """The colour at a point, or at the nearest pixel of the picture."""
        x = min(max(0, floor(point.x * self.across) - self.left), self.image.width - 1)
        y = min(max(0, floor(point.y * self.down) - self.top), self.image.height - 1)
        return cast("RGB", self.image.getpixel((x, y)))

    def is_light(self, box: Box) -> bool:
        """Whether what is in a box is nearer to white than to black."""
        part = self._part(box)
        return part is None or part.convert("L").resize((1, 1), Image.Resampling.BOX).tobytes()[0] >= 128

    def changed(self, other: Ground, box: Box) -> tuple[float, Box]:
        """How much of a box differs between two pictures of one page, as a share, and where that is."""
        here, there = self._part(box), other._part(box)
        if here is None or there is None:
            return 0.0, box
        differing = ImageChops.difference(here, there).convert("L").point(_DIFFERS)
        left, top, right, bottom = differing.getbbox() or (0, 0, 0, 0)
        x, y, _, _ = self._window(box)
        share = differing.histogram()[255] / (here.width * here.height)
        place = Box(
            (self.left + x + left) / self.across,
            (self.top + y + top) / self.down,
            (right - left) / self.across,
            (bottom - top) / self.down,
        )
        return share, place

    def _part(self, box: Box) -> Image.Image | None:
        """The pixels a box touches."""
        left, top, right, bottom = self._window(box)
        return self.image.crop((left, top, right, bottom)) if left < right and top < bottom else None

    def _window(self, box: Box) -> tuple[int, int, int, int]:
        """Left, top, right and bottom of the pixels a box touches."""
        return (
            max(0, floor(box.left * self.across) - self.left),
            max(0, floor(box.top * self.down) - self.top),
            min(self.image.width, ceil(box.right * self.across - _WHOLE) - self.left),
            min(self.image.height, ceil(box.bottom * self.down - _WHOLE) - self.top),
        )


def _triples(content: bytes) -> Iterator[RGB]:
    return zip(content[0::3], content[1::3], content[2::3], strict=True)
