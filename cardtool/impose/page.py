"""The values an imposed page is made of: nothing here knows a PDF, or how places were found."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from cardtool.geometry import Point, Size
from cardtool.impose.captions import Corners
from cardtool.impose.layout import Slot
from cardtool.impose.marks import Line
from cardtool.model import Backs, Face, Side

__all__ = ["Card", "Frame", "Page", "Place"]


class Card(NamedTuple):
    """One card to print: its faces, the size it is cut to, and how much bleed its faces bring."""

    front: Face
    back: Face | None
    trim: Size
    bleed: float


@dataclass(frozen=True, slots=True)
class Place:
    """A face in a slot, clipped to what the slot shows; `turned` by half a turn, or upright."""

    face: Face
    slot: Slot
    turned: bool = False


@dataclass(frozen=True, slots=True)
class Frame:
    """All that pages of one kind share: marks and small print around the cards.

    `side` is None where fronts and backs stand on one page.
    """

    paper: Size
    side: Side | None
    backs: Backs
    lines: tuple[Line, ...]
    corners: Corners
    ruler: float

    def moved(self, by: Point) -> Frame:
        """This frame, all of it `by.x` to the right and `by.y` down."""
        lines = tuple(line.moved(by) for line in self.lines)
        return Frame(self.paper, self.side, self.backs, lines, self.corners.moved(by), self.ruler)


@dataclass(frozen=True, slots=True)
class Page:
    """One side of a sheet of paper; pages count from 1."""

    frame: Frame
    places: tuple[Place, ...]
    number: int
    of: int
