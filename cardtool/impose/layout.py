"""Where the cards of one size go on a sheet. Arithmetic only: no PDF is opened here.

A slot is one place of the grid, on the front of the paper. Backs are somebody else's matter.
"""

from __future__ import annotations

from dataclasses import dataclass

from cardtool.geometry import Axis, Box, Point, Sides, Size
from cardtool.model import Backs, Sheet

__all__ = ["Slot", "block", "slots"]


@dataclass(frozen=True, slots=True)
class Slot:
    """A place for one card: its trim on the page, and how much bleed shows on each side of it."""

    trim: Box
    bleed: Sides

    @property
    def shown(self) -> Box:
        """All that is printed of the card: trim and shown bleed."""
        return self.trim.grown(self.bleed)

    def mirrored(self, axis: Axis, at: float) -> Slot:
        """This slot as it lies when the page is turned about the axis at this x or y."""
        return Slot(self.trim.mirrored(axis, at), self.bleed.mirrored(axis))

    def moved(self, by: Point) -> Slot:
        """This slot, `by.x` to the right and `by.y` down."""
        return Slot(self.trim.moved(by), self.bleed)

    def capped(self, bleed: float) -> Slot:
        """This slot for a card that has no more bleed than this."""
        return Slot(self.trim, self.bleed.capped(bleed))


def slots(sheet: Sheet, card: Size, bleed: float) -> tuple[Slot, ...]:
    """The slots for cards of this size and bleed, row by row, each row from the left."""
    trims = block(sheet, card)
    across = card.width + sheet.grid.gap.width
    down = card.height + sheet.grid.gap.height
    return tuple(
        Slot(
            Box(trims.left + column * across, trims.top + row * down, card.width, card.height),
            _shown_bleed(sheet, trims, min(bleed, sheet.bleed), column, row),
        )
        for row in range(sheet.grid.rows)
        for column in range(sheet.grid.columns)
    )


def block(sheet: Sheet, card: Size) -> Box:
    """All trims of the grid together: centred on the paper, or above the fold and centred across."""
    grid = sheet.grid
    width = grid.columns * card.width + (grid.columns - 1) * grid.gap.width
    height = grid.rows * card.height + (grid.rows - 1) * grid.gap.height
    left = (sheet.paper.width - width) / 2
    if sheet.backs is Backs.FOLD:
        return Box(left, sheet.paper.height / 2 - sheet.fold_gap - height, width, height)
    return Box(left, (sheet.paper.height - height) / 2, width, height)


def _shown_bleed(sheet: Sheet, trims: Box, most: float, column: int, row: int) -> Sides:
    """How much bleed a slot shows: half the gap towards a neighbour, so that bleeds never overlap."""
    grid = sheet.grid
    beside = min(most, grid.gap.width / 2)
    between = min(most, grid.gap.height / 2)
    below = sheet.fold_gap if sheet.backs is Backs.FOLD else sheet.paper.height - trims.bottom
    return Sides(
        left=beside if column else min(most, trims.left),
        top=between if row else min(most, trims.top),
        right=beside if column < grid.columns - 1 else min(most, trims.left),
        bottom=between if row < grid.rows - 1 else min(most, below),
    )
