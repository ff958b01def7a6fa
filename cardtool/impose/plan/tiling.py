"""A face larger than the paper in tiles: how many it takes, and where they lie.

Tiles of a face are alike in size, unless seams run between the spaces of a board, and lie in the middle of
their pages; neighbours both show the strip in which they overlap. Rows are glued first: a tile's right edge
goes under its neighbour's left, and then each row's lower edge under the next row's upper.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import NamedTuple

from cardtool.errors import SheetRefused
from cardtool.geometry import Box, Point, Sides, Size
from cardtool.impose.plan.page import Slot
from cardtool.impose.plan.seams import NEAR, Side, Span
from cardtool.model import Face, Seams
from cardtool.units import format_number

MARK_GAP, MARK_LENGTH = 0.5, 4.0  # mm
FOOTER = 9.0  # mm; how high the small print at the foot of the paper is
MOST_BLEED = 3.0  # mm shown where the face ends
RIM = MOST_BLEED + MARK_GAP + MARK_LENGTH  # what stands around a tile on every side
AIR = 2.0  # mm between the small print and the marks above it
LEAST_TILE = 60.0  # mm, or one would glue all night; above 3 overlaps, so that no place has 3 layers of paper
OVERLAP = 8.0  # mm of the face that neighbours share
MOST_IN_LINE = 26  # columns, since they have letters; and rows
_MOST_TIMES = 2  # as many tiles as are needed is what seams between spaces may cost
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

    `paper` is turned the way it is printed, and each tile lies about the `middle` of its page; `bleed` shows
    where the face ends. `columns` and `rows` are the parts of the face they show, overlaps included, from the
    left and from the top. `cuts` is how often a seam goes through what was to be left whole.
    """

    face: Size
    bleed: float
    paper: Size
    margin: float
    middle: Point
    columns: tuple[Span, ...]
    rows: tuple[Span, ...]
    cuts: int = 0

    @property
    def printable(self) -> Box:
        """The paper without the edge that printers cannot print."""
        return Box(0, 0, *self.paper).grown(Sides.all(-self.margin))

    @property
    def count(self) -> int:
        """How many tiles there are, one on a page."""
        return len(self.rows) * len(self.columns)

    @property
    def seams_across(self) -> tuple[float, ...]:
        """How far from the left of the face its upright seams run."""
        return tuple(span.start for span in self.columns[1:])

    @property
    def seams_down(self) -> tuple[float, ...]:
        """How far from the top of the face its level seams run."""
        return tuple(span.start for span in self.rows[1:])

    def __iter__(self) -> Iterator[Tile]:
        for row, (top, height) in enumerate(self.rows):
            for column, (left, width) in enumerate(self.columns):
                yield Tile(row, column, Box(left, top, width, height))

    def window(self, tile: Tile) -> Box:
        """Return where the tile's part of the face lies on its page."""
        return Box.around(self.middle, tile.part.size)

    def slot(self, tile: Tile) -> Slot:
        """Return where the tile lies on its page; bleed shows at the sides where the face ends."""
        bleed = Sides(
            left=0 if tile.column else self.bleed,
            top=0 if tile.row else self.bleed,
            right=0 if tile.column < len(self.columns) - 1 else self.bleed,
            bottom=0 if tile.row < len(self.rows) - 1 else self.bleed,
        )
        return Slot(self.window(tile), bleed)

    def middle_of_face(self, tile: Tile) -> Point:
        """Return where the middle of the whole face lies on this tile's page, most often off the paper."""
        window = self.window(tile)
        corner = Point(window.left - tile.part.left, window.top - tile.part.top)
        return Box(0, 0, *self.face).moved(corner).centre

    def beside(self, tile: Tile) -> str | None:
        """Return the name of the tile that lies on this one's right edge."""
        is_last = tile.column == len(self.columns) - 1
        return None if is_last else Tile(tile.row, tile.column + 1, tile.part).name

    def below(self, tile: Tile) -> str | None:
        """Return the name of the tile that lies on this one's lower edge."""
        is_last = tile.row == len(self.rows) - 1
        return None if is_last else Tile(tile.row + 1, tile.column, tile.part).name


class TiledFace(NamedTuple):
    """Something to print in tiles; `name` is what its captions call it."""

    face: Face
    name: str
    tiles: Tiles


def plan_tiles(
    size: Size,
    bleed: float,
    paper: Size,
    *,
    margin: float = 8.0,
    whole: Sequence[Box] = (),
    seams: Seams = Seams.NEAR_GRID,
) -> Tiles:
    """Return a face of this trim size in as few tiles as go on the paper, upright or broadside.

    `margin` is the edge the printer cannot print, and nothing is drawn there; `whole` are the parts
    of the face that seams are to run between, as far as `seams` asks for it. As few seams as possible where
    both ways take as many tiles.

    Raises: SheetRefused when the paper has no room for tiles, or would be needed too often.
    """
    parts = () if seams is Seams.EVEN else whole
    ways = [_tiles_on_paper(size, bleed, way, margin, parts, seams) for way in (paper, paper.turned())]
    found = [way for way in ways if way is not None]
    if not found:
        raise SheetRefused(_refusal_text(size, paper, margin))
    if seams is Seams.ON_GRID:
        return min(found, key=lambda tiles: (tiles.cuts, tiles.count, _seam_length(tiles)))
    return min(found, key=lambda tiles: (tiles.count, tiles.cuts, _seam_length(tiles)))


def _tiles_on_paper(
    size: Size,
    bleed: float,
    paper: Size,
    margin: float,
    whole: Sequence[Box],
    seams: Seams,
) -> Tiles | None:
    """Return the tiles on paper held this way; None where that cannot be."""
    area = Box(margin, margin, paper.width - 2 * margin, paper.height - 2 * margin - FOOTER - AIR)
    room = area.size.grown(-RIM)
    wide = tuple(Span(box.left, box.width) for box in whole)
    high = tuple(Span(box.top, box.height) for box in whole)
    across, down = Side(size.width, room.width, OVERLAP, wide), Side(size.height, room.height, OVERLAP, high)
    if not _tile_count(across) or not _tile_count(down):
        return None
    at_x, at_y = _choose_seams(across, seams), _choose_seams(down, seams)
    return Tiles(
        size,
        min(bleed, MOST_BLEED),
        paper,
        margin,
        area.centre,
        _tile_spans(across, at_x),
        _tile_spans(down, at_y),
        sum(map(across.cuts, at_x)) + sum(map(down.cuts, at_y)),
    )


def _tile_count(side: Side) -> int:
    """Return how many tiles this length takes; 0 where the room is too small or they are too many."""
    if side.room < LEAST_TILE:
        return 0
    count = max(1, math.ceil((side.length - side.overlap) / (side.room - side.overlap) - SLACK))
    return count if count <= MOST_IN_LINE else 0


def _choose_seams(side: Side, seams: Seams) -> tuple[float, ...]:
    """Return the seams: of as few tiles as can be, or of as many as it takes to run between all spaces."""
    count = _tile_count(side)
    if seams is not Seams.ON_GRID:
        return side.best(count, NEAR)
    fewest = side.best(count)
    more = (side.best(each) for each in range(count + 1, min(_MOST_TIMES * count, MOST_IN_LINE) + 1))
    return next((way for way in chain([fewest], more) if not any(map(side.cuts, way))), fewest)


def _tile_spans(side: Side, seams: tuple[float, ...]) -> tuple[Span, ...]:
    """Return from where each tile shows the face, and how much of it."""
    if seams == side.even(len(seams) + 1):
        alike = (side.length + len(seams) * side.overlap) / (len(seams) + 1)
        return tuple(Span(start, alike) for start in (0.0, *seams))
    ends = (*(seam + side.overlap for seam in seams), side.length)
    return tuple(Span(start, end - start) for start, end in zip((0.0, *seams), ends, strict=True))


def _seam_length(tiles: Tiles) -> float:
    return len(tiles.seams_across) * tiles.face.height + len(tiles.seams_down) * tiles.face.width


def _refusal_text(size: Size, paper: Size, margin: float) -> str:
    return (
        f"a face of {size} cannot be printed in tiles on {paper} paper with {format_number(margin)} "
        f"mm margins and {format_number(OVERLAP)} mm overlap: a tile must have room for "
        f"{format_number(LEAST_TILE)} mm, and no row or column more than {MOST_IN_LINE} tiles\n"
        "use larger paper, or a smaller --margin"
    )
