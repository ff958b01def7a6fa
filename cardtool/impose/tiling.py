"""How many tiles a face takes, and where they lie on the paper. Arithmetic only."""

from __future__ import annotations

import math

from cardtool.errors import SheetRefused
from cardtool.geometry import Box, Size
from cardtool.impose.tiles import FOOTER, MARK_GAP, MARK_LENGTH, Tiles
from cardtool.units import show

__all__ = ["plan_tiles"]

MOST_BLEED = 3.0  # mm shown where the face ends
RIM = MOST_BLEED + MARK_GAP + MARK_LENGTH  # what stands around a tile on every side
AIR = 2.0  # mm between the small print and the marks above it
LEAST_TILE = 60.0  # mm; on paper smaller than this needs, one would glue all night
LEAST_OVERLAPS = 3  # a tile at least so many overlaps long never puts three layers of paper in one place
MOST_IN_LINE = 26  # columns, since they have letters; and rows
SLACK = 1e-6  # mm; what adding up lengths may lose


def plan_tiles(size: Size, bleed: float, paper: Size, *, margin: float = 8.0, overlap: float = 8.0) -> Tiles:
    """A face of this trim size in as few tiles as go on the paper, upright or broadside.

    `margin` is the edge the printer cannot print, and nothing is drawn there; `overlap` is how much of
    the face neighbours share. As few seams as possible where both ways take as many tiles.

    Raises: SheetRefused when the paper has no room for tiles, or would be needed too often.
    """
    ways = [_tiles(size, bleed, turned, margin, overlap) for turned in (paper, paper.turned())]
    found = [way for way in ways if way is not None]
    if not found:
        raise SheetRefused(_refusal(size, paper, margin, overlap))
    return min(found, key=lambda tiles: (tiles.count, _seams(tiles)))


def _tiles(size: Size, bleed: float, paper: Size, margin: float, overlap: float) -> Tiles | None:
    """The tiles on paper held this way; None where that cannot be."""
    area = Box(margin, margin, paper.width - 2 * margin, paper.height - 2 * margin - FOOTER - AIR)
    room = area.size.grown(-RIM)
    columns, rows = _count(size.width, room.width, overlap), _count(size.height, room.height, overlap)
    if not columns or not rows:
        return None
    window = Size(_share(size.width, columns, overlap), _share(size.height, rows, overlap))
    box = Box.around(area.centre, window)
    return Tiles(size, min(bleed, MOST_BLEED), paper, margin, overlap, rows, columns, box)


def _count(length: float, room: float, overlap: float) -> int:
    """How many tiles this length takes; 0 where the room is too small for tiles or they are too many."""
    if room < max(LEAST_TILE, LEAST_OVERLAPS * overlap):
        return 0
    count = max(1, math.ceil((length - overlap) / (room - overlap) - SLACK))
    return count if count <= MOST_IN_LINE else 0


def _share(length: float, count: int, overlap: float) -> float:
    """How long each of so many tiles is, for all to be alike."""
    return (length + (count - 1) * overlap) / count


def _seams(tiles: Tiles) -> float:
    return (tiles.columns - 1) * tiles.face.height + (tiles.rows - 1) * tiles.face.width


def _refusal(size: Size, paper: Size, margin: float, overlap: float) -> str:
    return (
        f"a face of {size} cannot be printed in tiles on {paper} paper with {show(margin)} mm margins "
        f"and {show(overlap)} mm overlap: a tile must have room for {show(LEAST_TILE)} mm and for "
        f"{LEAST_OVERLAPS} overlaps, and no row or column more than {MOST_IN_LINE} tiles\n"
        "use larger paper, or a smaller overlap"
    )
