"""A tuck box for a deck: one piece of card, cut out, folded and glued.

From the left lie a tab for glue, one side, the front, the other side and the back. The lid hangs on the
back, above, and ends in the tuck that goes down inside the front; below hangs the bottom, with a tab
that is glued inside the front. Both sides end in dust flaps. All of it is seen from outside, and every
fold is a valley fold for who looks at the inside.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum

from cardtool.errors import SheetRefused
from cardtool.geometry import Box, Point, Size
from cardtool.impose.contours import Contour
from cardtool.impose.page import Line
from cardtool.model import Vertex
from cardtool.units import format_number

BOX_BLEED = 3.0  # mm that art goes on around a box
CLEAR = 1.0  # mm of air around the deck on every side of it, so that it slides
BOARD = 0.3  # mm; the box's own card, of 300 g/m²
THINNEST, DEEPEST = 6.0, 110.0  # mm; a box thinner than that cannot be folded, a deeper one bursts
FLAPS = ((18.0, 12.0), (15.0, 11.0), (12.0, 9.0))  # mm; tuck and tabs, the first that go on the paper
DUST, MOST_DUST = 0.42, 20.0  # of the box's width, for two to lie side by side; mm
SLANT, TAPER, ROUND = 1.5, 4.0, 5.0  # mm
NOTCH, NOTCH_DEEP = 10.0, 6.5  # mm; half the width of the thumb notch, and its depth


class Part(StrEnum):
    """The panels of a box, as they lie from the left, and the flaps that hang on them."""

    TAB = "tab"
    LEFT = "left"
    FRONT = "front"
    RIGHT = "right"
    BACK = "back"
    LID = "lid"
    TUCK = "tuck"
    BOTTOM = "bottom"
    BOTTOM_TAB = "bottom tab"
    LEFT_DUST = "left dust flap"
    RIGHT_DUST = "right dust flap"
    LEFT_FOOT = "left foot flap"
    RIGHT_FOOT = "right foot flap"


GLUED = (Part.TAB, Part.BOTTOM_TAB)


@dataclass(frozen=True, slots=True)
class Pack:
    """What goes into the box: so many cards of this size, each so thick."""

    card: Size
    count: int
    thickness: float


@dataclass(frozen=True, slots=True)
class Panel:
    """A part of the box between folds: the box around it, and the fold it hangs on, if it hangs on one."""

    part: Part
    box: Box
    fold: Line | None = None


@dataclass(frozen=True, slots=True)
class TuckBox:
    """The flat box, from its own upper left corner. `inside` is width, height and depth of its room."""

    inside: tuple[float, float, float]
    panels: tuple[Panel, ...]
    cut: Contour

    @property
    def size(self) -> Size:
        """How large the flat box is."""
        return Box.hull(panel.box for panel in self.panels).size

    def panel(self, part: Part) -> Panel:
        """Return the panel that is this part."""
        return next(panel for panel in self.panels if panel.part is part)

    def glued(self, part: Part) -> tuple[Point, ...]:
        """Return the corners of a tab for glue: two on its fold, and two where it is free and narrower."""
        return _tab_corners(self.panel(part).box, part)

    def moved(self, by: Point) -> TuckBox:
        """Return this box, `by.x` to the right and `by.y` down."""
        panels = (
            replace(panel, box=panel.box.moved(by), fold=panel.fold and panel.fold.moved(by))
            for panel in self.panels
        )
        return replace(self, panels=tuple(panels), cut=self.cut.moved(by))


def plan_box(pack: Pack, room: Size) -> TuckBox:
    """Return the box for a deck, with flaps for which it goes into so much room, if any do.

    Raises: SheetRefused when no box can hold the deck.
    """
    depth = max(THINNEST, pack.count * pack.thickness + CLEAR)
    if depth > DEEPEST:
        raise SheetRefused(
            f"{pack.count} cards of {format_number(pack.thickness)} mm make a deck of "
            f"{format_number(depth)} mm; a tuck box holds up to {format_number(DEEPEST)} mm\n"
            "split the deck in game.yaml, and make a box for each"
        )
    inside = pack.card.width + 2 * CLEAR, pack.card.height + 2 * CLEAR, depth
    boxes = [_box_with_flaps(inside, tuck, tab) for tuck, tab in FLAPS]
    return next((box for box in boxes if box.size.goes_into(room)), boxes[0])


def _box_with_flaps(inside: tuple[float, float, float], tuck: float, tab: float) -> TuckBox:
    width, height, depth = (length + BOARD for length in inside)
    panels = tuple(_panels(width, height, depth, tuck, tab))
    return TuckBox(inside, panels, _cut_outline({panel.part: panel.box for panel in panels}))


def _panels(width: float, height: float, depth: float, tuck: float, tab: float) -> Iterator[Panel]:
    dust = min(MOST_DUST, DUST * width, height / 3)
    top = max(tuck + depth, dust)
    left, front = tab, tab + depth
    right, back = front + width, front + width + depth
    foot = top + height
    yield Panel(Part.LEFT, Box(left, top, depth, height))
    yield _panel_beside(Part.TAB, Box(0, top, tab, height), left)
    yield _panel_beside(Part.FRONT, Box(front, top, width, height), front)
    yield _panel_beside(Part.RIGHT, Box(right, top, depth, height), right)
    yield _panel_beside(Part.BACK, Box(back, top, width, height), back)
    yield _panel_hanging(Part.LID, Box(back, top - depth, width, depth), top)
    yield _panel_hanging(Part.TUCK, Box(back, top - depth - tuck, width, tuck), top - depth)
    yield _panel_hanging(Part.BOTTOM, Box(back, foot, width, depth), foot)
    yield _panel_hanging(Part.BOTTOM_TAB, Box(back, foot + depth, width, tab), foot + depth)
    yield _panel_hanging(Part.LEFT_DUST, Box(left, top - dust, depth, dust), top)
    yield _panel_hanging(Part.RIGHT_DUST, Box(right, top - dust, depth, dust), top)
    yield _panel_hanging(Part.LEFT_FOOT, Box(left, foot, depth, dust), foot)
    yield _panel_hanging(Part.RIGHT_FOOT, Box(right, foot, depth, dust), foot)


def _panel_beside(part: Part, box: Box, x: float) -> Panel:
    return Panel(part, box, Line(Point(x, box.top), Point(x, box.bottom), dashed=True))


def _panel_hanging(part: Part, box: Box, y: float) -> Panel:
    return Panel(part, box, Line(Point(box.left, y), Point(box.right, y), dashed=True))


def _cut_outline(boxes: dict[Part, Box]) -> Contour:
    """Return the cut around all of it, clockwise from the upper end of the tab."""
    tab, front = boxes[Part.TAB], boxes[Part.FRONT]
    lid, tuck, bottom_tab = boxes[Part.LID], boxes[Part.TUCK], boxes[Part.BOTTOM_TAB]
    return Contour(
        (
            *_corners(*_tab_corners(tab, Part.TAB)[:2]),
            *_corners(*_flap_above(boxes[Part.LEFT_DUST], SLANT)),
            *_notch_corners(front),
            *_corners(*_flap_above(boxes[Part.RIGHT_DUST], SLANT)),
            *_corners((lid.left, lid.bottom), (lid.left, lid.top), (tuck.left + 1, lid.top)),
            *_tuck_corners(tuck),
            *_corners((tuck.right - 1, lid.top), (lid.right, lid.top)),
            *_corners(*_tab_corners(bottom_tab, Part.BOTTOM_TAB)),
            *_corners(*_flap_below(boxes[Part.RIGHT_FOOT], SLANT)),
            *_corners(*_flap_below(boxes[Part.LEFT_FOOT], SLANT)),
            *_corners(*_tab_corners(tab, Part.TAB)[2:]),
        )
    )


def _tab_corners(box: Box, part: Part) -> tuple[Point, ...]:
    """Return the corners of a tab for glue, clockwise, as the outline comes by."""
    if part is Part.TAB:
        return (
            Point(box.left, box.top + TAPER),
            Point(box.right, box.top),
            Point(box.right, box.bottom),
            Point(box.left, box.bottom - TAPER),
        )
    return _flap_below(box, TAPER)


def _flap_below(box: Box, slant: float) -> tuple[Point, ...]:
    """Return a flap from the right end of its fold, which is above it, to the left one."""
    return (
        Point(box.right, box.top),
        Point(box.right - slant, box.bottom),
        Point(box.left + slant, box.bottom),
        Point(box.left, box.top),
    )


def _flap_above(box: Box, slant: float) -> tuple[Point, ...]:
    """Return a flap from the left end of its fold, which is below it, to the right one."""
    return (
        Point(box.left, box.bottom),
        Point(box.left + slant, box.top),
        Point(box.right - slant, box.top),
        Point(box.right, box.bottom),
    )


def _corners(*points: tuple[float, float]) -> list[Vertex]:
    return [Vertex(Point(*point)) for point in points]


def _notch_corners(front: Box) -> list[Vertex]:
    """Return a hollow in the middle of the front's upper edge, for a thumb to reach the lid."""
    half = min(NOTCH, front.width / 4)
    deep = min(NOTCH_DEEP, half * 0.65)
    middle = front.centre.x
    bulge = deep / half
    bulge = -((-1 + (1 + bulge * bulge) ** 0.5) / bulge)  # of each half of the arc: of half its angle
    return [
        Vertex(Point(middle - half, front.top), bulge),
        Vertex(Point(middle, front.top + deep), bulge),
        Vertex(Point(middle + half, front.top)),
    ]


def _tuck_corners(tuck: Box) -> list[Vertex]:
    """Return the tuck from its lower left corner to its lower right, its free corners round."""
    left, right, quarter = tuck.left + 1, tuck.right - 1, 2**0.5 - 1
    round_ = min(ROUND, tuck.height)
    return [
        Vertex(Point(left, tuck.top + round_), quarter),
        Vertex(Point(left + round_, tuck.top)),
        Vertex(Point(right - round_, tuck.top), quarter),
        Vertex(Point(right, tuck.top + round_)),
    ]
