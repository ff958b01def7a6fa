"""Where cards of one size go on any sheet: in its grid, or as many as the paper takes.

Filling the paper, cards lie upright or all a quarter turn round, whichever takes more; hexagons also
like a honeycomb, every other row shifted by half. A slot is a place on the front of the paper; backs meet
their fronts however these lie, and are not dealt with here.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from typing import NamedTuple

from cardtool.geometry import Box, Point, Sides, Size
from cardtool.impose.plan.page import Slot
from cardtool.impose.plan.sheet_marks import caption_band, keep_out_zones
from cardtool.model import RECTANGLE, Backs, Fill, Grid, Outline, Shape, Sheet

MOST_IN_LINE = 50  # the most columns or rows a sheet may ask for, too
SLACK = 1e-6  # mm; what adding up lengths may lose


def grid_slots(sheet: Sheet, grid: Grid, card: Size, bleed: float) -> tuple[Slot, ...]:
    """Return the slots for cards of this size and bleed in a grid, row by row, each row from the left."""
    trims = grid_block(sheet, grid, card)
    across = card.width + grid.gap.width
    down = card.height + grid.gap.height
    return tuple(
        Slot(
            Box(trims.left + column * across, trims.top + row * down, card.width, card.height),
            _shown_bleed(sheet, grid, trims, min(bleed, sheet.bleed), column, row),
        )
        for row in range(grid.rows)
        for column in range(grid.columns)
    )


def grid_block(sheet: Sheet, grid: Grid, card: Size) -> Box:
    """Return all trims of the grid together: where they are placed on the sheet."""
    width = grid.columns * card.width + (grid.columns - 1) * grid.gap.width
    height = grid.rows * card.height + (grid.rows - 1) * grid.gap.height
    return place_block(sheet, Size(width, height))


def place_block(sheet: Sheet, trims: Size) -> Box:
    """Return where trims of this size lie: centred on the paper, or centred across above the fold."""
    width, height = trims
    left = (sheet.paper.width - width) / 2
    if sheet.backs is Backs.FOLD:
        return Box(left, sheet.paper.height / 2 - sheet.fold_gap - height, width, height)
    return Box(left, (sheet.paper.height - height) / 2, width, height)


def _shown_bleed(sheet: Sheet, grid: Grid, trims: Box, most: float, column: int, row: int) -> Sides:
    """Return how much bleed a slot shows: half the gap towards a neighbour, so that bleeds never overlap."""
    beside = min(most, grid.gap.width / 2)
    between = min(most, grid.gap.height / 2)
    below = sheet.fold_gap if sheet.backs is Backs.FOLD else sheet.paper.height - trims.bottom
    return Sides(
        left=beside if column else min(most, trims.left),
        top=between if row else min(most, trims.top),
        right=beside if column < grid.columns - 1 else min(most, trims.left),
        bottom=between if row < grid.rows - 1 else min(most, below),
    )


class _Lattice(NamedTuple):
    """Pieces so far apart across and down, every other row or column shifted by so much."""

    step: Size
    shift: Size = Size(0.0, 0.0)

    def size(self, piece: Size, columns: int, rows: int) -> Size:
        """Return how much room so many pieces take."""
        width = piece.width + (columns - 1) * self.step.width + (self.shift.width if rows > 1 else 0)
        height = piece.height + (rows - 1) * self.step.height + (self.shift.height if columns > 1 else 0)
        return Size(width, height)

    def corners(self, columns: int, rows: int) -> Iterator[Point]:
        """Yield the upper left corner of each piece, row by row, from that of the whole."""
        for row, column in product(range(rows), range(columns)):
            x = column * self.step.width + row % 2 * self.shift.width
            yield Point(x, row * self.step.height + column % 2 * self.shift.height)


def sheet_slots(sheet: Sheet, card: Size, bleed: float, outline: Outline = RECTANGLE) -> tuple[Slot, ...]:
    """Return the slots for cards of this size, bleed and outline, row by row, each row from the left.

    In a grid all of its slots, whether or not they fit; filling the paper, none where no card fits.
    """
    if isinstance(sheet.grid, Grid):
        found = _with_outline(grid_slots(sheet, sheet.grid, card, bleed), 0, outline)
    else:
        found = _fill_area(sheet, sheet.grid, card, bleed, outline)
    return keep_bleed_off(sheet, found)


def printable_area(sheet: Sheet) -> Box:
    """Return the part of the paper that fronts may use."""
    whole = Box(0, 0, *sheet.paper).grown(Sides.all(-sheet.margin))
    if sheet.backs is not Backs.FOLD:
        return whole
    return Box(whole.left, whole.top, whole.width, sheet.paper.height / 2 - sheet.fold_gap - whole.top)


def area_for_cards(sheet: Sheet) -> Box:
    """Return the printable part less the bands above and below that marks and small print take."""
    area, band = printable_area(sheet), caption_band(sheet) - sheet.margin
    below = 0.0 if sheet.backs is Backs.FOLD else band
    return area.grown(Sides(left=0, top=-band, right=0, bottom=-below)) if band > 0 else area


def _fill_area(sheet: Sheet, fill: Fill, card: Size, bleed: float, outline: Outline) -> tuple[Slot, ...]:
    """Return as many as go on the paper; where not one leaves room for small print, as many as go without."""
    for area in (area_for_cards(sheet), printable_area(sheet)):
        ways = _arrangements(sheet, fill, area.size, card, bleed, outline)
        best = max(ways, key=len)  # the first of equals
        if best:
            return best
    return ()


def _with_outline(found: tuple[Slot, ...], turns: int, outline: Outline) -> tuple[Slot, ...]:
    if not turns and outline == RECTANGLE:
        return found
    return tuple(replace(slot, turns=turns, outline=outline) for slot in found)


def _arrangements(
    sheet: Sheet, fill: Fill, area: Size, card: Size, bleed: float, outline: Outline
) -> Iterator[tuple[Slot, ...]]:
    """Yield the fullest arrangement of each sort: upright, then turned; straight rows, then a honeycomb."""
    upright_only = outline.shape is Shape.CIRCLE or card.width == card.height
    for turns in (0,) if upright_only else (0, 1):
        lying, size = (outline.turned(), card.turned()) if turns else (outline, card)
        yield _with_outline(_in_straight_rows(sheet, fill, area, size, bleed), turns, lying)
        if outline.nests:
            yield _with_outline(_in_honeycomb(sheet, fill, area, size, bleed, lying), turns, lying)


def _in_straight_rows(sheet: Sheet, fill: Fill, area: Size, card: Size, bleed: float) -> tuple[Slot, ...]:
    lattice = _Lattice(Size(card.width + fill.gap.width, card.height + fill.gap.height))
    for columns, rows in _grid_counts(area, lattice, card):
        found = grid_slots(sheet, Grid(columns, rows, fill.gap), card, bleed)
        if _clear_of_marks(sheet, found):
            return found
    return ()


def _in_honeycomb(
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
    for columns, rows in _grid_counts(area, lattice, card):
        whole = place_block(sheet, lattice.size(card, columns, rows))
        corners = (corner.moved(Point(whole.left, whole.top)) for corner in lattice.corners(columns, rows))
        found = tuple(Slot(Box(*corner, *card), shown) for corner in corners)
        if _clear_of_marks(sheet, found):
            return found
    return ()


def _grid_counts(area: Size, lattice: _Lattice, card: Size) -> list[tuple[int, int]]:
    """Return columns and rows that go into the area, the most pieces first."""
    columns = range(_most_in_line(area.width, card.width, lattice.step.width), 0, -1)
    rows = range(_most_in_line(area.height, card.height, lattice.step.height), 0, -1)
    fitting = [count for count in product(columns, rows) if _goes_into(lattice.size(card, *count), area)]
    return sorted(fitting, key=lambda count: -count[0] * count[1])


def _goes_into(size: Size, area: Size) -> bool:
    return size.width <= area.width + SLACK and size.height <= area.height + SLACK


def _most_in_line(room: float, piece: float, step: float) -> int:
    return min(MOST_IN_LINE, math.floor((room - piece + SLACK) / step) + 1) if piece <= room + SLACK else 0


def _clear_of_marks(sheet: Sheet, found: tuple[Slot, ...]) -> bool:
    zones = keep_out_zones(sheet.cutter, sheet.paper)
    return not any(zone.overlaps(slot.trim) for zone in zones for slot in found)


def keep_bleed_off(sheet: Sheet, found: tuple[Slot, ...]) -> tuple[Slot, ...]:
    """Return the slots, showing less bleed where it would reach a cutter's marks, or over the fold."""
    zones = keep_out_zones(sheet.cutter, sheet.paper)
    slots = tuple(_off_zones(zones, slot) for slot in found) if zones else found
    return tuple(_above_fold(sheet, slot) for slot in slots) if sheet.backs is Backs.FOLD else slots


def _off_zones(zones: tuple[Box, ...], slot: Slot) -> Slot:
    near = [_distance(zone, slot.trim) for zone in zones if zone.overlaps(slot.shown)]
    return slot.capped(max(0.0, min(near))) if near else slot


def _above_fold(sheet: Sheet, slot: Slot) -> Slot:
    left = max(0.0, sheet.paper.height / 2 - slot.trim.bottom)
    return replace(slot, bleed=replace(slot.bleed, bottom=min(slot.bleed.bottom, left)))


def _distance(one: Box, other: Box) -> float:
    """Return how far two boxes are apart, across or down, whichever is more."""
    across = max(one.left - other.right, other.left - one.right)
    return max(across, one.top - other.bottom, other.top - one.bottom)
