"""Nets as an online table has them: not the flat paper, but the faces of what is folded from it."""

from __future__ import annotations

from PIL import Image

from cardtool.export.face_raster import Raster
from cardtool.geometry import Size
from cardtool.model import Kind, Net, NetPart, PixelSize
from cardtool.units import MM_PER_INCH

# The picture of a die, measured on the template that kb.tabletopsimulator.com, "Custom Dice", shows (seen
# 2026-11); it shows the finished die, too, on which sides 2, 4 and 1 meet at a corner.
_DIE_PIXELS = 1024
_COLUMNS, _ROWS = (
    (0.159, 0.498, 0.835),
    (0.497, 0.835),
)  # where the middle of a side is, of the picture's edge
_SIDES = ((2, 4, 5), (1, 3, 6))  # in the two rows; above them lie the rounded edges
_UPSIDE_DOWN = {1, 6}
_SIDE_PIXELS = round(0.312 * _DIE_PIXELS)
_ROUNDED = 1.08  # how much larger a side is drawn below itself, for the edges around it


def die_resolution(net: Net) -> int:
    """Return the dots an inch at which a side has the pixels that it has on the picture of a die."""
    return round(_SIDE_PIXELS * MM_PER_INCH / net.footprint.width)


def die_picture(raster: Raster, kind: Kind, net: Net) -> Raster:
    """Return the picture that Tabletop Simulator wraps round a die, each side where it tells that number."""
    sides = {part.side: _upright(raster.image(), kind.size, part) for part in net.parts}
    picture = Image.new("RGB", (_DIE_PIXELS, _DIE_PIXELS), _mean_colour(sides[1]))
    for edge in (round(_ROUNDED * _SIDE_PIXELS), _SIDE_PIXELS):
        for row, numbers in zip(_ROWS, _SIDES, strict=True):
            for column, number in zip(_COLUMNS, numbers, strict=True):
                _paste_side(
                    picture, sides[number].rotate(180 if number in _UPSIDE_DOWN else 0), column, row, edge
                )
    return _raster_of(picture)


def _mean_colour(picture: Image.Image) -> tuple[int, int, int]:
    red, green, blue = picture.resize((1, 1), Image.Resampling.BOX).tobytes()
    return red, green, blue


def _paste_side(picture: Image.Image, side: Image.Image, column: float, row: float, edge: int) -> None:
    corner = round(column * _DIE_PIXELS - edge / 2), round(row * _DIE_PIXELS - edge / 2)
    picture.paste(side.resize((edge, edge), Image.Resampling.LANCZOS), corner)


def side_pictures(raster: Raster, kind: Kind, net: Net) -> tuple[Raster, ...]:
    """Return the sides by their numbers, upright: of a standee its front and its back, without the feet."""
    parts = sorted(net.parts, key=lambda part: part.side)
    return tuple(_raster_of(_upright(raster.image(), kind.size, part)) for part in parts)


def _upright(net: Image.Image, size: Size, part: NetPart) -> Image.Image:
    across, down, box = net.width / size.width, net.height / size.height, part.box
    left, top = round(box.left * across), round(box.top * down)
    corner = left + round(box.width * across), top + round(box.height * down)
    return net.crop((left, top, *corner)).rotate(part.turn)


def _raster_of(picture: Image.Image) -> Raster:
    return Raster(PixelSize(*picture.size), picture.tobytes())
