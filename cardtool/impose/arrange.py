"""Where cards of one size go on any sheet: in its grid, or as many as the paper takes. Arithmetic only.

Filling the paper, cards lie upright or all a quarter turn round, whichever takes more; hexagons also
like a honeycomb, every other row shifted by half. Backs are somebody else's matter, and meet their
fronts however these lie.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from typing import NamedTuple

from cardtool.geometry import Box, Point, Sides, Size
from cardtool.impose.captions import room_above
from cardtool.impose.layout import Slot, grid_slots, placed
from cardtool.impose.registration import keep_out
from cardtool.model import RECTANGLE, Backs, Fill, Grid, Outline, Shape, Sheet

__all__ = ["clear_of_marks", "printable", "roomy", "slots"]

MOST_IN_LINE = 50  # the most columns or rows a sheet may ask for, too
SLACK = 1e-6  # mm; what adding up lengths may lose


class _Lattice(NamedTuple):
    """Pieces so far apart across and down, every other row or column shifted by so much."""

    step: Size
    shift: Size = Size(0.0, 0.0)

    def size(self, piece: Size, columns: int, rows: int) -> Size:
        """How much room so many pieces take."""
        width = piece.width + (columns - 1) * self.step.width + (self.shift.width if rows > 1 else 0)
        height = piece.height + (rows - 1) * self.step.height + (self.shift.height if columns > 1 else 0)
        return Size(width, height)

    def corners(self, columns: int, rows: int) -> Iterator[Point]:
        """The upper left corner of each piece, row by row, from that of the whole."""
        for row, column in product(range(rows), range(columns)):
            x = column * self.step.width + row % 2 * self.shift.width
            yield Point(x, row * self.step.height + column % 2 * self.shift.height)


def slots(sheet: Sheet, card: Size, bleed: float, outline: Outline = RECTANGLE) -> tuple[Slot, ...]:
    """The slots for cards of this size, bleed and outline, row by row, each row from the left.

    In a grid all of its slots, whether or not they fit; filling the paper, none where no card fits.
    """
    if isinstance(sheet.grid, Grid):
        found = _outlined(grid_slots(sheet, sheet.grid, card, bleed), 0, outline)
    else:
        found = _fullest(sheet, sheet.grid, card, bleed, outline)
    return clear_of_marks(sheet, found)


def printable(sheet: Sheet) -> Box:
    """The part of the paper that fronts may use."""
    whole = Box(0, 0, *sheet.paper).grown(Sides.all(-sheet.margin))
    if sheet.backs is not Backs.FOLD:
        return whole
    return Box(whole.left, whole.top, whole.width, sheet.paper.height / 2 - sheet.fold_gap - whole.top)


def roomy(sheet: Sheet) -> Box:
    """The printable part less the bands above and below that marks and small print take."""
    area, band = printable(sheet), room_above(sheet) - sheet.margin
    below = 0.0 if sheet.backs is Backs.FOLD else band
    return area.grown(Sides(left=0, top=-band, right=0, bottom=-below)) if band > 0 else area


def _fullest(sheet: Sheet, fill: Fill, card: Size, bleed: float, outline: Outline) -> tuple[Slot, ...]:
    """As many as go on the paper; where not one leaves room for small print, as many as go without."""
    for area in (roomy(sheet), printable(sheet)):
        ways = _ways(sheet, fill, area.size, card, bleed, outline)
        best = max(ways, key=len)  # the first of equals
        if best:
            return best
    return ()


def _outlined(found: tuple[Slot, ...], turns: int, outline: Outline) -> tuple[Slot, ...]:
    if not turns and outline == RECTANGLE:
        return found
    return tuple(replace(slot, turns=turns, outline=outline) for slot in found)


def _ways(
    sheet: Sheet, fill: Fill, area: Size, card: Size, bleed: float, outline: Outline
) -> Iterator[tuple[Slot, ...]]:
    """The fullest arrangement of each sort: upright, then turned; straight rows, then a honeycomb."""
    upright_only = outline.shape is Shape.CIRCLE or card.width == card.height
    for turns in (0,) if upright_only else (0, 1):
        lying, size = (outline.turned(), card.turned()) if turns else (outline, card)
        yield _outlined(_straight(sheet, fill, area, size, bleed), turns, lying)
        if outline.nests:
            yield _outlined(_honeycomb(sheet, fill, area, size, bleed, lying), turns, lying)


def _straight(sheet: Sheet, fill: Fill, area: Size, card: Size, bleed: float) -> tuple[Slot, ...]:
    lattice = _Lattice(Size(card.width + fill.gap.width, card.height + fill.gap.height))
    for columns, rows in _counts(area, lattice, card):
        found = grid_slots(sheet, Grid(columns, rows, fill.gap), card, bleed)
        if _allowed(sheet, found):
            return found
    return ()


def _honeycomb(
    sheet: Sheet, fill: Fill, area: Size, card: Size, bleed: float, lying: Outline
) -> tuple[Slot, ...]:
    gap = max(fill.gap)
    pitch = (card.height if lying.shape is Shape.HEX_FLAT else card.width) + gap
    near, half = pitch * math.sqrt(3) / 2, pitch / 2
    if lying.shape is Shape.HEX_FLAT:
        lattice = _Lattice(Size(near, pitch), Size(0, half))
    else:
        lattice = _Lattice(Size(pitch, near), Size(half, 0))
    shown = Sides.all(min(bleed, sheet.bleed, gap / 2))
    for columns, rows in _counts(area, lattice, card):
        whole = placed(sheet, lattice.size(card, columns, rows))
        corners = (corner.moved(Point(whole.left, whole.top)) for corner in lattice.corners(columns, rows))
        found = tuple(Slot(Box(*corner, *card), shown) for corner in corners)
        if _allowed(sheet, found):
            return found
    return ()


def _counts(area: Size, lattice: _Lattice, card: Size) -> list[tuple[int, int]]:
    """Columns and rows that go into the area, the most pieces first."""
    columns = range(_most(area.width, card.width, lattice.step.width), 0, -1)
    rows = range(_most(area.height, card.height, lattice.step.height), 0, -1)
    fitting = [count for count in product(columns, rows) if _within(lattice.size(card, *count), area)]
    return sorted(fitting, key=lambda count: -count[0] * count[1])


def _within(size: Size, area: Size) -> bool:
    return size.width <= area.width + SLACK and size.height <= area.height + SLACK


def _most(room: float, piece: float, step: float) -> int:
    """How many pieces of this length go in a line."""
    return min(MOST_IN_LINE, math.floor((room - piece + SLACK) / step) + 1) if piece <= room + SLACK else 0


def _allowed(sheet: Sheet, found: tuple[Slot, ...]) -> bool:
    zones = keep_out(sheet.cutter, sheet.paper)
    return not any(zone.overlaps(slot.trim) for zone in zones for slot in found)


def clear_of_marks(sheet: Sheet, found: tuple[Slot, ...]) -> tuple[Slot, ...]:
    """The slots, showing less bleed where it would reach into a zone that a cutter's marks need."""
    zones = keep_out(sheet.cutter, sheet.paper)
    return tuple(_clear_of(zones, slot) for slot in found) if zones else found


def _clear_of(zones: tuple[Box, ...], slot: Slot) -> Slot:
    near = [_apart(zone, slot.trim) for zone in zones if zone.overlaps(slot.shown)]
    return slot.capped(max(0.0, min(near))) if near else slot


def _apart(one: Box, other: Box) -> float:
    """How far two boxes are apart, across or down, whichever is more."""
    across = max(one.left - other.right, other.left - one.right)
    return max(across, one.top - other.bottom, other.top - one.bottom)
