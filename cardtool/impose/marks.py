"""The lines of a sheet that say where to cut and where to fold. Arithmetic only.

Lines stand in the outer area, outside every card's shown bleed, so that no cut leaves ink on a card
and no reader that shrinks the page to its margins can push them into the art.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from cardtool.geometry import Box, Point, Sides, Size
from cardtool.impose.layout import Slot
from cardtool.model import Backs, Sheet

__all__ = ["Line", "crop_marks", "cuts_across", "cuts_down", "fold_lines", "marks_around"]

NEXT_TO_NOTHING = 1e-4  # mm
SAME_CUT = 4  # decimals of a millimetre; trims nearer than that share a cut


@dataclass(frozen=True, slots=True)
class Line:
    """A thin line; a dashed one is not cut: paper is folded there, or laid on."""

    start: Point
    end: Point
    dashed: bool = False

    @property
    def box(self) -> Box:
        """The line as a box with next to no thickness."""
        corners = (Box(*self.start, 0, 0), Box(*self.end, 0, 0))
        return Box.hull(corners).grown(Sides.all(NEXT_TO_NOTHING))

    def moved(self, by: Point) -> Line:
        """This line, `by.x` to the right and `by.y` down."""
        return Line(self.start.moved(by), self.end.moved(by), self.dashed)


def cuts_across(slots: Sequence[Slot]) -> tuple[float, ...]:
    """Where the upright cuts stand: the x of every trim's left and right edge, each once."""
    return _once(x for slot in slots for x in (slot.trim.left, slot.trim.right))


def cuts_down(slots: Sequence[Slot]) -> tuple[float, ...]:
    """Where the level cuts lie: the y of every trim's top and bottom edge, each once."""
    return _once(y for slot in slots for y in (slot.trim.top, slot.trim.bottom))


def crop_marks(sheet: Sheet, slots: Sequence[Slot]) -> tuple[Line, ...]:
    """A mark at both ends of every cut of these slots, clipped to the paper."""
    return marks_around(
        Box.hull(slot.shown for slot in slots),
        sheet.paper,
        cuts_across(slots),
        cuts_down(slots),
        gap=sheet.mark_gap,
        length=sheet.mark_length,
    )


def fold_lines(sheet: Sheet, slots: Sequence[Slot]) -> tuple[Line, ...]:
    """Where to fold: dashes across the middle of the paper, left and right of the cards."""
    if sheet.backs is not Backs.FOLD:
        return ()
    outer, middle = Box.hull(slot.shown for slot in slots), sheet.paper.height / 2
    return marks_around(
        outer, sheet.paper, [], [middle], gap=sheet.mark_gap, length=sheet.paper.width, dashed=True
    )


def marks_around(
    outer: Box,
    paper: Size,
    across: Sequence[float],
    down: Sequence[float],
    *,
    gap: float,
    length: float,
    dashed: bool = False,
) -> tuple[Line, ...]:
    """Marks above and below `outer` at each x of `across`, left and right of it at each y of `down`.

    They begin `gap` outside and end with the paper; where it leaves no room there is no mark.
    """
    above, left = _stretch(outer.top, gap, length), _stretch(outer.left, gap, length)
    below = tuple(paper.height - y for y in _stretch(paper.height - outer.bottom, gap, length))
    right = tuple(paper.width - x for x in _stretch(paper.width - outer.right, gap, length))
    upright = [Line(Point(x, near), Point(x, far), dashed) for near, far in (above, below) for x in across]
    level = [Line(Point(near, y), Point(far, y), dashed) for near, far in (left, right) for y in down]
    return tuple(line for line in upright + level if line.start != line.end)


def _once(lengths: Iterable[float]) -> tuple[float, ...]:
    return tuple(sorted({round(length, SAME_CUT) for length in lengths}))


def _stretch(room: float, gap: float, length: float) -> tuple[float, float]:
    """A mark's near and far end, measured from the paper's edge, given the room outside the bleed."""
    near = max(0.0, room - gap)
    return near, max(0.0, near - length)
