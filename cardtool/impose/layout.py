"""Where the cards of one size go on a sheet with a grid. Arithmetic only: no PDF is opened here.

A slot is one place of the grid, on the front of the paper. Backs are somebody else's matter.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from cardtool.geometry import Axis, Box, Point, Sides, Size
from cardtool.model import RECTANGLE, Backs, Grid, Outline, Sheet

__all__ = ["Slot", "block", "grid_slots", "placed"]


@dataclass(frozen=True, slots=True)
class Slot:
    """A place for one card: its trim on the page, and how much bleed shows on each side of it.

    A face is drawn in it after so many quarter `turns`, clockwise; `outline` is what is cut, as it
    lies on the page.
    """

    trim: Box
    bleed: Sides
    turns: int = 0
    outline: Outline = RECTANGLE

    @property
    def shown(self) -> Box:
        """All that is printed of the card: trim and shown bleed."""
        return self.trim.grown(self.bleed)

    def mirrored(self, axis: Axis, at: float) -> Slot:
        """This slot as it lies when the page is turned about the axis at this x or y.

        Its face is turned so that a card turned sideways, as it is read, shows its back upright.
        """
        turns = (-self.turns if axis is Axis.VERTICAL else 2 - self.turns) % 4
        trim, bleed = self.trim.mirrored(axis, at), self.bleed.mirrored(axis)
        return Slot(trim, bleed, turns, self.outline)

    def moved(self, by: Point) -> Slot:
        """This slot, `by.x` to the right and `by.y` down."""
        return replace(self, trim=self.trim.moved(by))

    def capped(self, bleed: float) -> Slot:
        """This slot for a card that has no more bleed than this."""
        return replace(self, bleed=self.bleed.capped(bleed))


def grid_slots(sheet: Sheet, grid: Grid, card: Size, bleed: float) -> tuple[Slot, ...]:
    """The slots for cards of this size and bleed in a grid, row by row, each row from the left."""
    trims = block(sheet, grid, card)
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


def block(sheet: Sheet, grid: Grid, card: Size) -> Box:
    """All trims of the grid together: where they are placed on the sheet."""
    width = grid.columns * card.width + (grid.columns - 1) * grid.gap.width
    height = grid.rows * card.height + (grid.rows - 1) * grid.gap.height
    return placed(sheet, Size(width, height))


def placed(sheet: Sheet, trims: Size) -> Box:
    """Trims that take so much room together: centred on the paper, or above the fold and centred across."""
    width, height = trims
    left = (sheet.paper.width - width) / 2
    if sheet.backs is Backs.FOLD:
        return Box(left, sheet.paper.height / 2 - sheet.fold_gap - height, width, height)
    return Box(left, (sheet.paper.height - height) / 2, width, height)


def _shown_bleed(sheet: Sheet, grid: Grid, trims: Box, most: float, column: int, row: int) -> Sides:
    """How much bleed a slot shows: half the gap towards a neighbour, so that bleeds never overlap."""
    beside = min(most, grid.gap.width / 2)
    between = min(most, grid.gap.height / 2)
    below = sheet.fold_gap if sheet.backs is Backs.FOLD else sheet.paper.height - trims.bottom
    return Sides(
        left=beside if column else min(most, trims.left),
        top=between if row else min(most, trims.top),
        right=beside if column < grid.columns - 1 else min(most, trims.left),
        bottom=between if row < grid.rows - 1 else min(most, below),
    )
