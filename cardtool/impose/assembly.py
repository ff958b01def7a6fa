"""What stands around a tile so that it can be cut, glued and found again. Arithmetic only.

Solid marks are cuts: where the face ends, and where the tile will lie on a neighbour. Dashed marks show
where a neighbour's cut edge comes to lie on this tile; right of and below it is the strip for glue.
Each seam has two notches, halves of a diamond: the lower tile's in its strip, the upper tile's in what
is cut off, so that held against the light before the cut they make a whole one.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from cardtool.geometry import Axis, Box, Point
from cardtool.impose.footer import Footer, footer_of
from cardtool.impose.layout import Slot
from cardtool.impose.marks import Line, marks_around
from cardtool.impose.tiles import MARK_GAP, MARK_LENGTH, Tile, Tiles

__all__ = ["Assembly", "Notch", "Strip", "assembly"]

NOTCH = 2.0  # mm from a seam to a notch's point, and half its base

Notch = tuple[Point, Point, Point]


@dataclass(frozen=True, slots=True)
class Strip:
    """A tile's edge that gets glue, and the name of the neighbour that goes on it."""

    box: Box
    neighbour: str
    axis: Axis


@dataclass(frozen=True, slots=True)
class Assembly:
    """All that is drawn on a tile's page besides the face."""

    lines: tuple[Line, ...]
    strips: tuple[Strip, ...]
    notches: tuple[Notch, ...]
    footer: Footer


def assembly(tiles: Tiles, tile: Tile) -> Assembly:
    """What stands around this tile. All of it lies inside the printable part of the paper."""
    slot = tiles.slot(tile)
    return Assembly(
        lines=(*_cuts(tiles, tile, slot), *_seams(tiles, tile, slot)),
        strips=tuple(_strips(tiles, tile, slot)),
        notches=tuple(_notches(tiles, tile)),
        footer=footer_of(tiles),
    )


def _cuts(tiles: Tiles, tile: Tile, slot: Slot) -> tuple[Line, ...]:
    """Marks at every cut: the left and upper edge of all tiles, the others where the face ends."""
    window = slot.trim
    across = [window.left] if tiles.beside(tile) else [window.left, window.right]
    down = [window.top] if tiles.below(tile) else [window.top, window.bottom]
    return _marks(tiles, slot, across, down)


def _seams(tiles: Tiles, tile: Tile, slot: Slot) -> tuple[Line, ...]:
    """Dashes at both ends of the lines on which neighbours' edges will lie."""
    window = slot.trim
    across = [window.right - tiles.overlap] if tiles.beside(tile) else []
    down = [window.bottom - tiles.overlap] if tiles.below(tile) else []
    return _marks(tiles, slot, across, down, dashed=True)


def _marks(
    tiles: Tiles, slot: Slot, across: list[float], down: list[float], *, dashed: bool = False
) -> tuple[Line, ...]:
    return marks_around(
        slot.shown, tiles.paper, across, down, gap=MARK_GAP, length=MARK_LENGTH, dashed=dashed
    )


def _strips(tiles: Tiles, tile: Tile, slot: Slot) -> Iterator[Strip]:
    """The edges that go under neighbours; where the two meet, the corner belongs to the right one."""
    shown, width = slot.shown, tiles.overlap
    beside, below = tiles.beside(tile), tiles.below(tile)
    if beside and width:
        yield Strip(Box(shown.right - width, shown.top, width, shown.height), beside, Axis.VERTICAL)
    if below and width:
        length = shown.width - (width if beside else 0)
        yield Strip(Box(shown.left, shown.bottom - width, length, width), below, Axis.HORIZONTAL)


def _notches(tiles: Tiles, tile: Tile) -> Iterator[Notch]:
    """Two at each seam, a quarter of the way from its ends."""
    window, depth = tiles.window, min(NOTCH, tiles.overlap)
    if not depth:
        return
    for quarter in (0.25, 0.75):
        x, y = window.left + quarter * window.width, window.top + quarter * window.height
        if tiles.beside(tile):
            yield _notch(Point(window.right - tiles.overlap, y), Axis.VERTICAL, depth)
        if tile.column:
            yield _notch(Point(window.left, y), Axis.VERTICAL, -depth)
        if tiles.below(tile):
            yield _notch(Point(x, window.bottom - tiles.overlap), Axis.HORIZONTAL, depth)
        if tile.row:
            yield _notch(Point(x, window.top), Axis.HORIZONTAL, -depth)


def _notch(at: Point, seam: Axis, depth: float) -> Notch:
    """A triangle whose base lies on a seam; it points right or down, or back where `depth` is below 0."""
    if seam is Axis.VERTICAL:
        return at.moved(Point(0, -NOTCH)), at.moved(Point(depth, 0)), at.moved(Point(0, NOTCH))
    return at.moved(Point(-NOTCH, 0)), at.moved(Point(0, depth)), at.moved(Point(NOTCH, 0))
