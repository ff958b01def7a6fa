"""The values an imposed page is made of: nothing here knows a PDF, or how places were found."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import NamedTuple

from cardtool.geometry import Box, Point, Size
from cardtool.impose.captions import Corners
from cardtool.impose.contours import Path
from cardtool.impose.layout import Slot
from cardtool.impose.marks import Line
from cardtool.model import RECTANGLE, Backs, Face, Outline, Side

__all__ = ["Card", "Frame", "Page", "Place"]


class Card(NamedTuple):
    """One card to print: its faces, the size and shape it is cut to, and the bleed its faces bring."""

    front: Face
    back: Face | None
    trim: Size
    bleed: float
    outline: Outline = RECTANGLE


@dataclass(frozen=True, slots=True)
class Place:
    """A face in a slot, turned as the slot says and clipped to what it shows."""

    face: Face
    slot: Slot


@dataclass(frozen=True, slots=True)
class Frame:
    """All that pages of one kind share: marks and small print around the cards.

    `side` is None where fronts and backs stand on one page. `blocks` are the filled marks of a cutting
    machine.
    """

    paper: Size
    side: Side | None
    backs: Backs
    lines: tuple[Line, ...]
    corners: Corners
    ruler: float
    blocks: tuple[Box, ...] = ()

    def moved(self, by: Point) -> Frame:
        """This frame, all of it `by.x` to the right and `by.y` down."""
        lines = tuple(line.moved(by) for line in self.lines)
        blocks = tuple(block.moved(by) for block in self.blocks)
        return replace(self, lines=lines, corners=self.corners.moved(by), blocks=blocks)


@dataclass(frozen=True, slots=True)
class Page:
    """One side of a sheet of paper; pages count from 1. `guides` are drawn over the faces, faintly."""

    frame: Frame
    places: tuple[Place, ...]
    number: int
    of: int
    guides: tuple[Path, ...] = ()
