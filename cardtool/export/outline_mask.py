"""The shape of a piece as a mask: what of a rectangular picture is left once it is cut out."""

from __future__ import annotations

from collections.abc import Iterable

from PIL import Image, ImageDraw

from cardtool.geometry import Point, Size
from cardtool.model import Outline, PixelSize, Shape, path_points, shape_corners

_FINER = 4  # times as many pixels across, while a mask is drawn, for smooth edges
_MOST_PIXELS = 80_000_000  # of a mask while it is drawn
_Pixels = list[tuple[float, float]]


def outline_mask(outline: Outline, size: Size, pixels: PixelSize) -> Image.Image | None:
    """Return a mask for a picture of a piece this large: 255 inside its cut, 0 outside and in its holes.

    None for a rectangle with sharp corners, of which nothing is cut off.
    """
    if outline.shape is Shape.RECT and not outline.corner and not outline.holes:
        return None
    finer = next(
        n for n in range(_FINER, 0, -1) if n == 1 or n * n * pixels.width * pixels.height < _MOST_PIXELS
    )
    mask = Image.new("L", (pixels.width * finer, pixels.height * finer), 0)
    _Cutter(mask, size).cut(outline)
    return mask.resize(pixels, Image.Resampling.BOX)


class _Cutter:
    """Draws an outline on a mask that shows a piece of this size from edge to edge."""

    def __init__(self, mask: Image.Image, size: Size) -> None:
        self._draw, self._box = ImageDraw.Draw(mask), (0, 0, mask.width - 1, mask.height - 1)
        self._size, self._scale = size, mask.width / size.width
        self._middle = mask.width / 2, mask.height / 2

    def cut(self, outline: Outline) -> None:
        match outline.shape:
            case Shape.RECT:
                self._draw.rounded_rectangle(self._box, outline.corner * self._scale, fill=255)
            case Shape.CIRCLE:
                self._draw.ellipse(self._box, fill=255)
            case Shape.PATH:
                self._draw.polygon(self._from_middle(path_points(outline.path)), fill=255)
            case Shape.HEX_FLAT | Shape.HEX_POINTED:
                self._cut_hexagon(outline)
        for hole in outline.holes:
            self._draw.polygon(self._from_middle(path_points(hole)), fill=0)

    def _cut_hexagon(self, outline: Outline) -> None:
        """Cut a smaller hexagon, and around it as much as its corners are round."""
        inner = min(self._size) / 2
        round_ = min(outline.corner, inner * 0.999)
        size = outline.shape.box(2 * (inner - round_))
        corners = self._from_middle(shape_corners(outline.shape, size))
        self._draw.polygon(corners, fill=255)
        radius = round_ * self._scale
        if radius:
            self._draw.line([*corners, corners[0]], fill=255, width=round(2 * radius))
            for x, y in corners:
                self._draw.ellipse((x - radius, y - radius, x + radius, y + radius), fill=255)

    def _from_middle(self, points: Iterable[Point]) -> _Pixels:
        x, y = self._middle
        return [(x + point.x * self._scale, y + point.y * self._scale) for point in points]
