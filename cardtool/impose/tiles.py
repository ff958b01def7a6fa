"""What a face larger than the paper is printed as: tiles. Nothing here knows a PDF.

All tiles of a face are alike in size and lie at the same place of their pages; neighbours both show the
strip in which they overlap. Rows are glued first: a tile's right edge goes under its neighbour's left,
and then each row's lower edge under the next row's upper.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from cardtool.geometry import Box, Point, Sides, Size
from cardtool.impose.layout import Slot
from cardtool.model import Face

__all__ = ["FOOTER", "MARK_GAP", "MARK_LENGTH", "Mat", "Tile", "Tiles"]

MARK_GAP, MARK_LENGTH = 0.5, 4.0  # mm
FOOTER = 9.0  # mm; how high the small print at the foot of the paper is


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
        """The tiles, row by row, each row from the left."""
        step = Size(self.window.width - self.overlap, self.window.height - self.overlap)
        for row in range(self.rows):
            for column in range(self.columns):
                part = Box(column * step.width, row * step.height, *self.window.size)
                yield Tile(row, column, part)

    def slot(self, tile: Tile) -> Slot:
        """Where the tile lies on its page; bleed shows at the sides where the face ends."""
        bleed = Sides(
            left=0 if tile.column else self.bleed,
            top=0 if tile.row else self.bleed,
            right=0 if tile.column < self.columns - 1 else self.bleed,
            bottom=0 if tile.row < self.rows - 1 else self.bleed,
        )
        return Slot(self.window, bleed)

    def middle_of_face(self, tile: Tile) -> Point:
        """Where the middle of the whole face lies on this tile's page, most often off the paper."""
        corner = Point(self.window.left - tile.part.left, self.window.top - tile.part.top)
        return Box(0, 0, *self.face).moved(corner).centre

    def beside(self, tile: Tile) -> str | None:
        """The name of the tile that lies on this one's right edge."""
        return Tile(tile.row, tile.column + 1, tile.part).name if tile.column < self.columns - 1 else None

    def below(self, tile: Tile) -> str | None:
        """The name of the tile that lies on this one's lower edge."""
        return Tile(tile.row + 1, tile.column, tile.part).name if tile.row < self.rows - 1 else None


class Mat(NamedTuple):
    """Something to print in tiles; `name` is what its captions call it."""

    face: Face
    name: str
    tiles: Tiles
