"""The values an imposed page is made of: slots, places, lines, small print, and how paper is turned.

A printer that prints both sides turns the paper about one of its edges. Turned about the vertical
axis, left and right change places and the art stays upright; turned about the horizontal axis, top
and bottom change places and the art stands on its head. Folding is a turn about the horizontal axis
that stays on the same side of the paper, so it is the same arithmetic. Nothing here knows how places
are found.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from cardtool.geometry import Axis, Box, Point, Sides, Size
from cardtool.impose.plan.contours import Contour, CutSheet, contour, fold_contours, hole_contours
from cardtool.model import RECTANGLE, Backs, Face, Outline, Side

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
    if backs is Backs.FOLD or _axis_of_edge(backs, paper) is Axis.HORIZONTAL:
        return Turn(Axis.HORIZONTAL, paper.height / 2)
    return Turn(Axis.VERTICAL, paper.width / 2)


def _axis_of_edge(backs: Backs, paper: Size) -> Axis:
    """Return which way the named edge runs; square paper counts as portrait."""
    long_edge = Axis.VERTICAL if paper.width <= paper.height else Axis.HORIZONTAL
    if backs is Backs.LONG_EDGE:
        return long_edge
    return Axis.HORIZONTAL if long_edge is Axis.VERTICAL else Axis.VERTICAL


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
    """Return what is to be cut, in the order of the pages of fronts."""
    found: dict[tuple[tuple[Contour, ...], tuple[Contour, ...]], list[Page]] = {}
    for page in pages:
        slots = [place.slot for place in page.places if place.face.side is Side.FRONT]
        if slots:
            found.setdefault((tuple(_cuts(slots)), page.folds), []).append(page)
    return tuple(
        CutSheet(alike[0].frame.paper, contours, tuple(page.number for page in alike), folds)
        for (contours, folds), alike in found.items()
    )


def _cuts(slots: Iterable[Slot]) -> Iterator[Contour]:
    """Yield what is cut, what is inside a piece before the piece itself, which then comes loose."""
    for slot in slots:
        yield from hole_contours(slot.outline, slot.trim)
        yield contour(slot.outline, slot.trim)


def folds_of(places: Iterable[Place]) -> tuple[Contour, ...]:
    """Return the lines along which the pieces of these places are folded; they stand on fronts."""
    return tuple(
        line
        for place in places
        if place.face.side is Side.FRONT
        for line in fold_contours(place.slot.outline, place.slot.trim)
    )
