"""What stands around a tile so that it can be cut, glued and found again.

Solid marks are cuts: where the face ends, and where the tile will lie on a neighbour. Dashed marks show
where a neighbour's cut edge comes to lie on this tile; right of and below it is the strip for glue.
Each seam has two notches, halves of a diamond: the lower tile's in its strip, the upper tile's in what
is cut off, so that held against the light before the cut they make a whole one. Small print runs in one
band along the foot of the paper.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from cardtool.geometry import Axis, Box, Point, Size
from cardtool.impose.plan.page import Line, Slot
from cardtool.impose.plan.seams import Span
from cardtool.impose.plan.sheet_marks import marks_around
from cardtool.impose.plan.tiling import FOOTER, MARK_GAP, MARK_LENGTH, OVERLAP, Tile, Tiles

_LINE = 3.0  # mm; a line of small print
_KEY = Size(18.0, FOOTER)  # what the face in small may take
_LABEL, _RULER = 13.0, 50.0  # mm across
_BETWEEN_PARTS = 3.0  # mm between the parts
_LEAST_TEXT = 60.0  # mm; where the ruler would leave less, there is none
_FULL_WIDTH = 160.0  # mm; what all parts take to stand well
_NOTCH_SIZE = 2.0  # mm from a seam to a notch's point, and half its base
Notch = tuple[Point, Point, Point]


@dataclass(frozen=True, slots=True)
class Footer:
    """From the left: the face in small, the tile's name, three lines of text, the ruler.

    `cells` are the tiles in the small face, by their names.
    """

    cells: tuple[tuple[str, Box], ...]
    label: Box
    lines: tuple[Box, Box, Box]
    ruler: Box | None


def tile_footer(tiles: Tiles, tile: Tile) -> Footer:
    """Return the footer: as wide as the tile, or as the printable paper where it is narrow."""
    printable, window = tiles.printable, tiles.window(tile)
    whole = window if window.width >= _FULL_WIDTH else printable
    top, key = printable.bottom - FOOTER, _key_box(tiles, Point(whole.left, printable.bottom))
    label = key.right + _BETWEEN_PARTS
    text, end = label + _LABEL + _BETWEEN_PARTS, whole.right
    ruled = end - _RULER - _BETWEEN_PARTS - text >= _LEAST_TEXT
    width = (end - _RULER - _BETWEEN_PARTS if ruled else end) - text
    return Footer(
        cells=tuple(_key_cells(tiles, key)),
        label=Box(label, top, _LABEL, FOOTER),
        lines=(
            Box(text, top, width, _LINE),
            Box(text, top + _LINE, width, _LINE),
            Box(text, top + 2 * _LINE, width, _LINE),
        ),
        ruler=Box(end - _RULER, top + 2 * _LINE, _RULER, _LINE) if ruled else None,
    )


def _key_box(tiles: Tiles, foot: Point) -> Box:
    scale = min(_KEY.width / tiles.face.width, _KEY.height / tiles.face.height)
    size = Size(tiles.face.width * scale, tiles.face.height * scale)
    return Box(foot.x, foot.y - size.height, *size)


def _key_cells(tiles: Tiles, key: Box) -> Iterator[tuple[str, Box]]:
    across, down = _key_spans(tiles.columns, key.width), _key_spans(tiles.rows, key.height)
    for tile in tiles:
        column, row = across[tile.column], down[tile.row]
        yield tile.name, Box(key.left + column.start, key.top + row.start, column.length, row.length)


def _key_spans(tiles: Sequence[Span], length: float) -> list[Span]:
    """Return the columns or rows of the small face: alike where the tiles are, else parted at their seams."""
    if len({tile.length for tile in tiles}) == 1:
        cell = length / len(tiles)
        return [Span(number * cell, cell) for number in range(len(tiles))]
    scale = length / tiles[-1].end
    lines = [*(tile.start * scale for tile in tiles), length]
    return [Span(start, end - start) for start, end in pairwise(lines)]


@dataclass(frozen=True, slots=True)
class Strip:
    """A tile's edge that gets glue, and the name of the neighbour that goes on it."""

    box: Box
    neighbour: str
    axis: Axis


@dataclass(frozen=True, slots=True)
class TileMarks:
    """All that is drawn on a tile's page besides the face."""

    lines: tuple[Line, ...]
    strips: tuple[Strip, ...]
    notches: tuple[Notch, ...]
    footer: Footer


def tile_marks(tiles: Tiles, tile: Tile) -> TileMarks:
    """Return what stands around this tile. All of it lies inside the printable part of the paper."""
    slot = tiles.slot(tile)
    return TileMarks(
        lines=(*_cut_marks(tiles, tile, slot), *_seam_marks(tiles, tile, slot)),
        strips=tuple(_glue_strips(tiles, tile, slot)),
        notches=tuple(_seam_notches(tiles, tile)),
        footer=tile_footer(tiles, tile),
    )


def _cut_marks(tiles: Tiles, tile: Tile, slot: Slot) -> tuple[Line, ...]:
    """Return marks at every cut: the left and upper edge of all tiles, the others where the face ends."""
    window = slot.trim
    across = [window.left] if tiles.beside(tile) else [window.left, window.right]
    down = [window.top] if tiles.below(tile) else [window.top, window.bottom]
    return _marks_at(tiles, slot, across, down)


def _seam_marks(tiles: Tiles, tile: Tile, slot: Slot) -> tuple[Line, ...]:
    """Return dashes at both ends of the lines on which neighbours' edges will lie."""
    window = slot.trim
    across = [window.right - OVERLAP] if tiles.beside(tile) else []
    down = [window.bottom - OVERLAP] if tiles.below(tile) else []
    return _marks_at(tiles, slot, across, down, dashed=True)


def _marks_at(
    tiles: Tiles, slot: Slot, across: list[float], down: list[float], *, dashed: bool = False
) -> tuple[Line, ...]:
    return marks_around(
        slot.shown, tiles.paper, across, down, gap=MARK_GAP, length=MARK_LENGTH, dashed=dashed
    )


def _glue_strips(tiles: Tiles, tile: Tile, slot: Slot) -> Iterator[Strip]:
    """Yield the edges that go under neighbours; where the two meet, the corner belongs to the right one."""
    shown, beside, below = slot.shown, tiles.beside(tile), tiles.below(tile)
    if beside:
        yield Strip(Box(shown.right - OVERLAP, shown.top, OVERLAP, shown.height), beside, Axis.VERTICAL)
    if below:
        length = shown.width - (OVERLAP if beside else 0)
        yield Strip(Box(shown.left, shown.bottom - OVERLAP, length, OVERLAP), below, Axis.HORIZONTAL)


def _seam_notches(tiles: Tiles, tile: Tile) -> Iterator[Notch]:
    """Yield two notches at each seam, a quarter of the way from its ends."""
    window = tiles.window(tile)
    for quarter in (0.25, 0.75):
        x, y = window.left + quarter * window.width, window.top + quarter * window.height
        if tiles.beside(tile):
            yield _notch_at(Point(window.right - OVERLAP, y), Axis.VERTICAL)
        if tile.column:
            yield _notch_at(Point(window.left, y), Axis.VERTICAL, back=True)
        if tiles.below(tile):
            yield _notch_at(Point(x, window.bottom - OVERLAP), Axis.HORIZONTAL)
        if tile.row:
            yield _notch_at(Point(x, window.top), Axis.HORIZONTAL, back=True)


def _notch_at(at: Point, seam: Axis, *, back: bool = False) -> Notch:
    """Return a triangle on a seam, which points right or down, or `back`."""
    depth = -_NOTCH_SIZE if back else _NOTCH_SIZE
    if seam is Axis.VERTICAL:
        return at.moved(Point(0, -_NOTCH_SIZE)), at.moved(Point(depth, 0)), at.moved(Point(0, _NOTCH_SIZE))
    return at.moved(Point(-_NOTCH_SIZE, 0)), at.moved(Point(0, depth)), at.moved(Point(_NOTCH_SIZE, 0))
