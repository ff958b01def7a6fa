"""Where a sheet's small print stands: four corners outside the cards. Arithmetic only.

Above the cards on the left the game, on the right side and page; below them on the left the ruler, on
the right how to print. Each corner is a box, or None where the paper has no room for it; no box
touches a mark or a card.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from cardtool.geometry import Axis, Box, Point
from cardtool.impose.layout import Slot
from cardtool.impose.marks import cuts_across
from cardtool.model import Sheet

__all__ = ["Corners", "corners", "room_above"]

HEIGHT = 2.6  # a line of 7 pt type, its descenders, and air
CLEAR = 0.8  # above or below marks and bleed
BESIDE = 2.0  # left or right of a mark, lest the ruler's ends be taken for one
EDGE = 5.0  # Brother and HP printers lose 4.23 mm, Canon 5 mm (malware-and-monsters, seen 2026-11)
LAST_RESORT = 1.0  # where nothing else is left, better at risk than left out
APART = 4.0  # between two boxes in one interval
LEAST_TEXT = 26.0  # the longest page number; other texts shrink or lose their end

Interval = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Corners:
    """The boxes of a sheet's small print; texts on the right end at the right of their box."""

    title: Box | None
    page: Box | None
    ruler: Box | None
    advice: Box | None

    def moved(self, by: Point) -> Corners:
        """These boxes, `by.x` to the right and `by.y` down."""
        return Corners(*(box and box.moved(by) for box in (self.title, self.page, self.ruler, self.advice)))


def corners(sheet: Sheet, slots: Sequence[Slot]) -> Corners:
    """Places for title, page number, ruler and advice beside these slots, centred on the paper."""
    title, page = _pair(sheet, slots, LEAST_TEXT, LEAST_TEXT)
    ruler, advice = _pair(sheet, slots, sheet.ruler, LEAST_TEXT)
    return Corners(title, page, _below(sheet, ruler) if sheet.ruler else None, _below(sheet, advice))


def room_above(sheet: Sheet) -> float:
    """How far from the edge trims must stay for a line of small print beyond bleed and marks."""
    return EDGE + HEIGHT + CLEAR + _marks(sheet) + sheet.bleed


def _marks(sheet: Sheet) -> float:
    """How far marks reach beyond the bleed."""
    return sheet.mark_gap + sheet.mark_length if sheet.mark_length else 0.0


def _below(sheet: Sheet, box: Box | None) -> Box | None:
    """The box at the foot of the sheet that answers to this one at its head."""
    return box and box.mirrored(Axis.HORIZONTAL, sheet.paper.height / 2)


def _pair(sheet: Sheet, slots: Sequence[Slot], left: float, right: float) -> tuple[Box | None, Box | None]:
    """Boxes above the cards at least this wide: one on the left, one on the right."""
    for top, intervals in _lanes(sheet, slots):
        found = _spread(_between_marks(sheet, intervals), left, right)
        if found is not None:
            (start, end), (other_start, other_end) = found
            return Box(start, top, end - start, HEIGHT), Box(
                other_start, top, other_end - other_start, HEIGHT
            )
    return None, None


def _lanes(sheet: Sheet, slots: Sequence[Slot]) -> Iterator[tuple[float, list[Interval]]]:
    """Where a line of type could run above the cards, best first: its top, and where it is free."""
    outer, marks = Box.hull(slot.shown for slot in slots), _marks(sheet)
    between = (outer.top - CLEAR - HEIGHT, _cells(slots))
    beyond = (outer.top - marks - CLEAR - HEIGHT, _whole(sheet, slots))
    yield from (lane for lane in (beyond, between) if lane[0] >= EDGE)
    yield from (lane for lane in (between, beyond) if lane[0] >= LAST_RESORT)


def _between_marks(sheet: Sheet, intervals: list[Interval]) -> list[Interval]:
    """What of these intervals the marks of a cutting machine leave free."""
    near = sheet.cutter.reach if sheet.cutter else 0.0
    far = sheet.paper.width - near
    return [(max(start, near), min(end, far)) for start, end in intervals] if near else intervals


def _whole(sheet: Sheet, slots: Sequence[Slot]) -> list[Interval]:
    """The lane beyond the marks: as wide as the cards, or nearly as the paper where they are narrow."""
    trims = Box.hull(slot.trim for slot in slots)
    most = sheet.ruler + APART + LEAST_TEXT
    side = min(trims.left, max(EDGE, (sheet.paper.width - most) / 2))
    return [(side, sheet.paper.width - side)]


def _cells(slots: Sequence[Slot]) -> list[Interval]:
    """The lane across the marks: the spaces from mark to mark."""
    cuts = cuts_across(slots)
    return [(start + BESIDE, end - BESIDE) for start, end in pairwise(cuts)]


def _spread(intervals: list[Interval], left: float, right: float) -> tuple[Interval, Interval] | None:
    """The first interval with room on the left, the last with room on the right; one may serve both."""
    first = next((i for i in intervals if i[1] - i[0] >= left), None)
    last = next((i for i in reversed(intervals) if i[1] - i[0] >= right), None)
    if first is None or last is None:
        return None
    if first != last:
        return first, last
    start, end = first
    if end - start < left + APART + right:
        return None
    middle = max(start + left, min((start + end - APART) / 2, end - APART - right))
    return (start, middle), (middle + APART, end)
