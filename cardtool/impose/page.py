"""What an imposed page is made of: slots, places, how paper is turned, marks, small print.

Turned about the vertical axis, left and right change places and the art stays upright; about the horizontal
axis, top and bottom do and the art stands on its head; folding is the latter on the same side of the paper.
Lines stand outside every card's shown bleed, so that no cut leaves ink on a card and no reader that shrinks
the page to its margins can push them into the art. A cutter's marks stand on the side that it scans, which is
the one that is cut: the fronts. Nothing here knows how places are found.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain, pairwise
from typing import NamedTuple

from cardtool.geometry import Axis, Box, Point, Sides, Size
from cardtool.impose.contours import Contour, CutSheet, contour, corner_arcs, fold_contours, hole_contours
from cardtool.model import RECTANGLE, Backs, Cutter, Face, Outline, Registration, Sheet, Side

_LINE_THICKNESS = 1e-4  # mm


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
        """Return this slot as it lies when the page is turned about the axis at this x or y.

        Its face is turned so that a card turned sideways, as it is read, shows its back upright.
        """
        turns = (-self.turns if axis is Axis.VERTICAL else 2 - self.turns) % 4
        trim, bleed = self.trim.mirrored(axis, at), self.bleed.mirrored(axis)
        return Slot(trim, bleed, turns, self.outline.mirrored(axis))

    def moved(self, by: Point) -> Slot:
        """Return this slot, `by.x` to the right and `by.y` down."""
        return replace(self, trim=self.trim.moved(by))

    def capped(self, bleed: float) -> Slot:
        """Return this slot for a card that has no more bleed than this; itself where it asks for no more."""
        return self if self.bleed.widest <= bleed else replace(self, bleed=self.bleed.capped(bleed))


@dataclass(frozen=True, slots=True)
class Turn:
    """How paper gets from its front to its back: about an axis, at this x or y."""

    axis: Axis
    at: float

    def back_of(self, front: Slot) -> Slot:
        """Return the slot that lies behind this one."""
        return front.mirrored(self.axis, self.at)


def paper_turn(backs: Backs, paper: Size) -> Turn | None:
    """Return the turn this way of printing backs asks for on this paper; None where there are no backs."""
    if backs is Backs.NONE:
        return None
    is_portrait = paper.width <= paper.height  # square paper, too
    if backs is Backs.FOLD or (backs is Backs.LONG_EDGE) != is_portrait:
        return Turn(Axis.HORIZONTAL, paper.height / 2)
    return Turn(Axis.VERTICAL, paper.width / 2)


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
        return Box.hull(corners).grown(Sides.all(_LINE_THICKNESS))

    def moved(self, by: Point) -> Line:
        """Return this line, `by.x` to the right and `by.y` down."""
        return Line(self.start.moved(by), self.end.moved(by), self.dashed)


@dataclass(frozen=True, slots=True)
class Corners:
    """The boxes of a sheet's small print; texts on the right end at the right of their box."""

    title: Box | None
    page: Box | None
    ruler: Box | None
    advice: Box | None

    def moved(self, by: Point) -> Corners:
        """Return these boxes, `by.x` to the right and `by.y` down."""
        return Corners(*(box and box.moved(by) for box in (self.title, self.page, self.ruler, self.advice)))


class Card(NamedTuple):
    """One card to print: its faces, the size and shape it is cut to, and the bleed its faces bring.

    `plural` is how messages call such cards.
    """

    front: Face
    back: Face | None
    trim: Size
    bleed: float
    outline: Outline = RECTANGLE
    plural: str = "cards"


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
        """Return this frame, all of it `by.x` to the right and `by.y` down."""
        lines = tuple(line.moved(by) for line in self.lines)
        blocks = tuple(block.moved(by) for block in self.blocks)
        return replace(self, lines=lines, corners=self.corners.moved(by), blocks=blocks)


@dataclass(frozen=True, slots=True)
class Page:
    """One side of a sheet of paper; pages count from 1. `guides` and `folds` are drawn over the faces."""

    frame: Frame
    places: tuple[Place, ...]
    number: int
    of: int
    guides: tuple[Contour, ...] = ()
    folds: tuple[Contour, ...] = ()


def cut_sheets(pages: Sequence[Page]) -> tuple[CutSheet, ...]:
    """Return what is to be cut, in the order of the pages of fronts.

    What is inside a piece is cut before the piece itself, which then comes loose.
    """
    found: dict[tuple[tuple[Contour, ...], tuple[Contour, ...]], list[Page]] = {}
    for page in pages:
        slots = [place.slot for place in page.places if place.face.side is Side.FRONT]
        if slots:
            cuts = ((*hole_contours(s.outline, s.trim), contour(s.outline, s.trim)) for s in slots)
            found.setdefault((tuple(chain.from_iterable(cuts)), page.folds), []).append(page)
    return tuple(
        CutSheet(alike[0].frame.paper, contours, tuple(page.number for page in alike), folds)
        for (contours, folds), alike in found.items()
    )


def folds_of(places: Iterable[Place]) -> tuple[Contour, ...]:
    """Return the lines along which the pieces of these places are folded; they stand on fronts."""
    return tuple(
        line
        for place in places
        if place.face.side is Side.FRONT
        for line in fold_contours(place.slot.outline, place.slot.trim)
    )


_CUT_DECIMALS = 4  # decimals of a millimetre; trims nearer than that share a cut
_LINE_HEIGHT = 2.6  # a line of 7 pt type, its descenders, and air
_CLEARANCE = 0.8  # above or below marks and bleed
_BESIDE_MARK = 2.0  # left or right of a mark, lest the ruler's ends be taken for one
# Brother and HP printers lose 4.23 mm, Canon 5 mm (malware-and-monsters, seen 2026-11)
_UNPRINTABLE_EDGE = 5.0
_LAST_RESORT = 1.0  # where nothing else is left, better at risk than left out
_BETWEEN_BOXES = 4.0  # between two boxes in one interval
_LEAST_TEXT = 26.0  # the longest page number; other texts shrink or lose their end
_Interval = tuple[float, float]


def _cuts_across(slots: Sequence[Slot]) -> tuple[float, ...]:
    """Return where the upright cuts stand: the x of every trim's left and right edge, each once."""
    return _distinct(x for slot in slots for x in (slot.trim.left, slot.trim.right))


def crop_marks(sheet: Sheet, slots: Sequence[Slot]) -> tuple[Line, ...]:
    """Return a mark at both ends of every cut of these slots, clipped to the paper."""
    outer, across = Box.hull(slot.shown for slot in slots), _cuts_across(slots)
    down = _distinct(y for slot in slots for y in (slot.trim.top, slot.trim.bottom))
    return marks_around(outer, sheet.paper, across, down, gap=sheet.mark_gap, length=sheet.mark_length)


def fold_lines(sheet: Sheet, slots: Sequence[Slot]) -> tuple[Line, ...]:
    """Return where to fold: dashes across the middle of the paper, left and right of the cards."""
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
    """Return marks above and below `outer` at each x of `across`, left and right of it at each y of `down`.

    They begin `gap` outside and end with the paper; where it leaves no room there is no mark.
    """
    above, left = _mark_ends(outer.top, gap, length), _mark_ends(outer.left, gap, length)
    below = tuple(paper.height - y for y in _mark_ends(paper.height - outer.bottom, gap, length))
    right = tuple(paper.width - x for x in _mark_ends(paper.width - outer.right, gap, length))
    upright = [Line(Point(x, near), Point(x, far), dashed) for near, far in (above, below) for x in across]
    level = [Line(Point(near, y), Point(far, y), dashed) for near, far in (left, right) for y in down]
    return tuple(line for line in upright + level if line.start != line.end)


def _distinct(lengths: Iterable[float]) -> tuple[float, ...]:
    return tuple(sorted({round(length, _CUT_DECIMALS) for length in lengths}))


def _mark_ends(room: float, gap: float, length: float) -> tuple[float, float]:
    """Return a mark's near and far end, measured from the paper's edge, given the room outside the bleed."""
    near = max(0.0, room - gap)
    return near, max(0.0, near - length)


def registration_marks(cutter: Cutter, paper: Size) -> tuple[Box, ...]:
    """Return the marks as filled boxes, two to an angle."""
    if cutter.registration is Registration.NONE:
        return ()
    at, arm, thick = cutter.inset, cutter.arm, cutter.thickness
    angle = Box(at, at, arm, thick), Box(at, at + thick, thick, arm - thick)
    right = tuple(box.mirrored(Axis.VERTICAL, paper.width / 2) for box in angle)
    foot = tuple(box.mirrored(Axis.HORIZONTAL, paper.height / 2) for box in angle)
    if cutter.registration is Registration.THREE:
        return (Box(cutter.inset, cutter.inset, cutter.square, cutter.square), *right, *foot)
    opposite = tuple(box.mirrored(Axis.HORIZONTAL, paper.height / 2) for box in right)
    return (*angle, *right, *foot, *opposite)


def keep_out_zones(cutter: Cutter | None, paper: Size) -> tuple[Box, ...]:
    """Return the corners of the paper in which nothing else may be printed; none where there are no marks."""
    reach = cutter.reach if cutter else 0.0
    if cutter is None or not reach:
        return ()
    left, right, foot = 0.0, paper.width - reach, paper.height - reach
    corners = [(left, 0.0), (right, 0.0), (left, foot)]
    if cutter.registration is Registration.FOUR:
        corners.append((right, foot))
    return tuple(Box(x, y, reach, reach) for x, y in corners)


def cut_by_marks(sheet: Sheet, slots: tuple[Slot, ...], mixed: bool) -> bool:
    """Return whether crop marks at the edges of the page say where all of these are cut."""
    return bool(sheet.mark_length) and not mixed and all(slot.outline.straight for slot in slots)


def cutting_guides(sheet: Sheet, slot: Slot, *, by_marks: bool) -> tuple[Contour, ...]:
    """Return the guides of one card; those of its holes always, which no marks show."""
    around: tuple[Contour, ...] = ()
    if by_marks:
        around = corner_arcs(slot.outline, slot.trim) if sheet.cut_guides else ()
    else:
        by_machine = sheet.cutter is not None and sheet.cutter.registration is not Registration.NONE
        # a sheet without marks, on purpose, that has plain cards is left as it is
        is_plain = not sheet.mark_length and slot.outline.straight
        if sheet.cut_guides or not (by_machine or is_plain):
            around = (contour(slot.outline, slot.trim),)
    return (*around, *hole_contours(slot.outline, slot.trim))


def caption_corners(sheet: Sheet, slots: Sequence[Slot]) -> Corners:
    """Return places for title, page number, ruler and advice beside these slots, centred on the paper."""
    title, page = _left_and_right_box(sheet, slots, _LEAST_TEXT, _LEAST_TEXT)
    ruler, advice = _left_and_right_box(sheet, slots, sheet.ruler, _LEAST_TEXT)
    return Corners(title, page, _at_foot(sheet, ruler) if sheet.ruler else None, _at_foot(sheet, advice))


def caption_band(sheet: Sheet) -> float:
    """Return how far from the edge trims must stay for a line of small print beyond bleed and marks."""
    return _UNPRINTABLE_EDGE + _LINE_HEIGHT + _CLEARANCE + _marks_reach(sheet) + sheet.bleed


def _marks_reach(sheet: Sheet) -> float:
    return sheet.mark_gap + sheet.mark_length if sheet.mark_length else 0.0


def _at_foot(sheet: Sheet, box: Box | None) -> Box | None:
    """Return the box at the foot of the sheet that answers to this one at its head."""
    return box and box.mirrored(Axis.HORIZONTAL, sheet.paper.height / 2)


def _left_and_right_box(
    sheet: Sheet, slots: Sequence[Slot], left: float, right: float
) -> tuple[Box | None, Box | None]:
    """Return boxes above the cards at least this wide: one on the left, one on the right."""
    for top, intervals in _lanes(sheet, slots):
        found = _left_and_right(_clear_of_cutter(sheet, intervals), left, right)
        if found is not None:
            (start, end), (other_start, other_end) = found
            return Box(start, top, end - start, _LINE_HEIGHT), Box(
                other_start, top, other_end - other_start, _LINE_HEIGHT
            )
    return None, None


def _lanes(sheet: Sheet, slots: Sequence[Slot]) -> Iterator[tuple[float, list[_Interval]]]:
    """Yield where a line of type could run above the cards, best first: its top, and where it is free.

    The lane beyond the marks is as wide as the cards, or nearly as the paper for narrow cards.
    """
    outer, marks = Box.hull(slot.shown for slot in slots), _marks_reach(sheet)
    gaps = [(start + _BESIDE_MARK, end - _BESIDE_MARK) for start, end in pairwise(_cuts_across(slots))]
    between = (outer.top - _CLEARANCE - _LINE_HEIGHT, gaps)
    most = sheet.ruler + _BETWEEN_BOXES + _LEAST_TEXT
    trims = Box.hull(slot.trim for slot in slots)
    side = min(trims.left, max(_UNPRINTABLE_EDGE, (sheet.paper.width - most) / 2))
    beyond = (outer.top - marks - _CLEARANCE - _LINE_HEIGHT, [(side, sheet.paper.width - side)])
    yield from (lane for lane in (beyond, between) if lane[0] >= _UNPRINTABLE_EDGE)
    yield from (lane for lane in (between, beyond) if lane[0] >= _LAST_RESORT)


def _clear_of_cutter(sheet: Sheet, intervals: list[_Interval]) -> list[_Interval]:
    """Return what of these intervals the marks of a cutting machine leave free."""
    near = sheet.cutter.reach if sheet.cutter else 0.0
    far = sheet.paper.width - near
    return [(max(start, near), min(end, far)) for start, end in intervals] if near else intervals


def _left_and_right(
    intervals: list[_Interval], left: float, right: float
) -> tuple[_Interval, _Interval] | None:
    """Return the first interval with room on the left, the last with room on the right; they may be one."""
    first = next((i for i in intervals if i[1] - i[0] >= left), None)
    last = next((i for i in reversed(intervals) if i[1] - i[0] >= right), None)
    if first is None or last is None:
        return None
    if first != last:
        return first, last
    start, end = first
    if end - start < left + _BETWEEN_BOXES + right:
        return None
    middle = max(start + left, min((start + end - _BETWEEN_BOXES) / 2, end - _BETWEEN_BOXES - right))
    return (start, middle), (middle + _BETWEEN_BOXES, end)
