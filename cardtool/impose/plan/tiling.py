"""A face larger than the paper in tiles: how many it takes, and where they lie.

All tiles of a face are alike in size and lie at the same place of their pages; neighbours both show the
strip in which they overlap. Rows are glued first: a tile's right edge goes under its neighbour's left,
and then each row's lower edge under the next row's upper.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from cardtool.errors import SheetRefused
from cardtool.geometry import Box, Point, Sides, Size
from cardtool.impose.plan.page import Slot
from cardtool.model import Face
from cardtool.units import format_number

MARK_GAP, MARK_LENGTH = 0.5, 4.0  # mm
FOOTER = 9.0  # mm; how high the small print at the foot of the paper is
MOST_BLEED = 3.0  # mm shown where the face ends
RIM = MOST_BLEED + MARK_GAP + MARK_LENGTH  # what stands around a tile on every side
AIR = 2.0  # mm between the small print and the marks above it
LEAST_TILE = 60.0  # mm; on paper smaller than this needs, one would glue all night
LEAST_OVERLAPS = 3  # a tile at least so many overlaps long never puts three layers of paper in one place
MOST_IN_LINE = 26  # columns, since they have letters; and rows
SLACK = 1e-6  # mm; what adding up lengths may lose


@dataclass(frozen=True, slots=True)
class Tile:
    """One tile: row and column from 0, and its part of the face, overlaps included.

    The part is measured from the upper left corner of the face's trim.
    """

    row: int
    column: int
    part: Box

    @property
    def name(self) -> str:
        """As in a spreadsheet: the column's letter, the row's number."""
        return f"{chr(ord('A') + self.column)}{self.row + 1}"


@dataclass(frozen=True, slots=True)
class Tiles:
    """A face in tiles, row by row.

    `paper` is turned the way it is printed; `window` is where each tile's part lies on it; `bleed` shows
    where the face ends.
    """

    face: Size
    bleed: float
    paper: Size
    margin: float
    overlap: float
    rows: int
    columns: int
    window: Box

    @property
    def printable(self) -> Box:
        """The paper without the edge that printers cannot print."""
        return Box(0, 0, *self.paper).grown(Sides.all(-self.margin))

    @property
    def count(self) -> int:
        """How many tiles there are, one on a page."""
        return self.rows * self.columns

    def __iter__(self) -> Iterator[Tile]:
        step = Size(self.window.width - self.overlap, self.window.height - self.overlap)
        for row in range(self.rows):
            for column in range(self.columns):
                part = Box(column * step.width, row * step.height, *self.window.size)
                yield Tile(row, column, part)

    def slot(self, tile: Tile) -> Slot:
        """Return where the tile lies on its page; bleed shows at the sides where the face ends."""
        bleed = Sides(
            left=0 if tile.column else self.bleed,
            top=0 if tile.row else self.bleed,
            right=0 if tile.column < self.columns - 1 else self.bleed,
            bottom=0 if tile.row < self.rows - 1 else self.bleed,
        )
        return Slot(self.window, bleed)

    def middle_of_face(self, tile: Tile) -> Point:
        """Return where the middle of the whole face lies on this tile's page, most often off the paper."""
        corner = Point(self.window.left - tile.part.left, self.window.top - tile.part.top)
        return Box(0, 0, *self.face).moved(corner).centre

    def beside(self, tile: Tile) -> str | None:
        """Return the name of the tile that lies on this one's right edge."""
        return Tile(tile.row, tile.column + 1, tile.part).name if tile.column < self.columns - 1 else None

    def below(self, tile: Tile) -> str | None:
        """Return the name of the tile that lies on this one's lower edge."""
        return Tile(tile.row + 1, tile.column, tile.part).name if tile.row < self.rows - 1 else None


class TiledFace(NamedTuple):
    """Something to print in tiles; `name` is what its captions call it."""

    face: Face
    name: str
    tiles: Tiles


def plan_tiles(size: Size, bleed: float, paper: Size, *, margin: float = 8.0, overlap: float = 8.0) -> Tiles:
    """Return a face of this trim size in as few tiles as go on the paper, upright or broadside.

    `margin` is the edge the printer cannot print, and nothing is drawn there; `overlap` is how much of
    the face neighbours share. As few seams as possible where both ways take as many tiles.

    Raises: SheetRefused when the paper has no room for tiles, or would be needed too often.
    """
    ways = [_tiles_on_paper(size, bleed, turned, margin, overlap) for turned in (paper, paper.turned())]
    found = [way for way in ways if way is not None]
    if not found:
        raise SheetRefused(_refusal_text(size, paper, margin, overlap))
    return min(found, key=lambda tiles: (tiles.count, _seam_length(tiles)))


def _tiles_on_paper(size: Size, bleed: float, paper: Size, margin: float, overlap: float) -> Tiles | None:
    """Return the tiles on paper held this way; None where that cannot be."""
    area = Box(margin, margin, paper.width - 2 * margin, paper.height - 2 * margin - FOOTER - AIR)
    room = area.size.grown(-RIM)
    columns, rows = (
        _tile_count(size.width, room.width, overlap),
        _tile_count(size.height, room.height, overlap),
    )
    if not columns or not rows:
        return None
    window = Size(_tile_length(size.width, columns, overlap), _tile_length(size.height, rows, overlap))
    box = Box.around(area.centre, window)
    return Tiles(size, min(bleed, MOST_BLEED), paper, margin, overlap, rows, columns, box)


def _tile_count(length: float, room: float, overlap: float) -> int:
    """Return how many tiles this length takes; 0 where the room is too small or they are too many."""
    if room < max(LEAST_TILE, LEAST_OVERLAPS * overlap):
        return 0
    count = max(1, math.ceil((length - overlap) / (room - overlap) - SLACK))
    return count if count <= MOST_IN_LINE else 0


def _tile_length(length: float, count: int, overlap: float) -> float:
    return (length + (count - 1) * overlap) / count


def _seam_length(tiles: Tiles) -> float:
    return (tiles.columns - 1) * tiles.face.height + (tiles.rows - 1) * tiles.face.width


def _refusal_text(size: Size, paper: Size, margin: float, overlap: float) -> str:
    return (
        f"a face of {size} cannot be printed in tiles on {paper} paper with {format_number(margin)} "
        "mm margins "
        f"and {format_number(overlap)} mm overlap: a tile must have room for "
        f"{format_number(LEAST_TILE)} mm and for "
        f"{LEAST_OVERLAPS} overlaps, and no row or column more than {MOST_IN_LINE} tiles\n"
        "use larger paper, or a smaller overlap"
    )
