"""A sheet that tells how far backs are off: where its scales stand. Arithmetic only.

Each scale is a vernier. Its marks stand on the front, and each goes on, on the back of the paper, in a
mark that is out of line by a known length. Held against the light, that pair is in line whose length
answers the printer; its number is what backs must be moved by, as seen on them. So the number is what
one types, and nobody has to think in mirrors.

Both scales run through the middle of the paper, where feeding it askew moves nothing along them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from cardtool.geometry import Axis, Box, Point, Size
from cardtool.impose.backs import turn
from cardtool.model import Backs

__all__ = ["EDGES", "STEP", "Bar", "Calibration", "Pair", "calibration"]

STEP, STEPS = 0.2, 12  # mm between neighbouring pairs; pairs on each arm beside the one for 0
NEAREST, APART = 12.0, 4.8  # mm from the middle to an arm's first pair, and from pair to pair
THICK, LONG = 0.3, 6.0  # mm; a mark can be seen through paper, and its ends told apart
LABEL = Size(4.4, 3.0)
AWAY = 1.0  # mm between a level mark and its number, whose minus would else prolong it
EDGES = tuple(range(2, 11))  # mm from the edge; printers lose 3 to 6
EDGE_APART, EDGE_LENGTH, EDGE_THICK = 6.5, 5.0, 0.4
EDGE_LABEL = 13.0  # mm from the edge


@dataclass(frozen=True, slots=True)
class Pair:
    """A mark on the front, its continuation on the back as seen there, and the number of both."""

    front: Box
    back: Box
    label: Box
    value: float


@dataclass(frozen=True, slots=True)
class Bar:
    """A bar so far from the edge of the paper, and where its number stands."""

    box: Box
    label: Box
    value: int


@dataclass(frozen=True, slots=True)
class Calibration:
    """One sheet of paper, printed on both sides and turned about its long edge.

    `level` is the scale that runs across and tells how far to the right backs go, `upright` the one
    that tells how far down.
    """

    paper: Size
    axis: Axis
    level: tuple[Pair, ...]
    upright: tuple[Pair, ...]
    edges: tuple[Bar, ...]


def calibration(paper: Size) -> Calibration:
    """The sheet for this paper, upright or sideways as it is given."""
    way = turn(Backs.LONG_EDGE, paper)
    assert way is not None, "only sheets without backs are not turned"
    return Calibration(
        paper,
        way.axis,
        tuple(_pairs(paper, way.axis, level=True)),
        tuple(_pairs(paper, way.axis, level=False)),
        tuple(_bars(paper)),
    )


def _pairs(paper: Size, axis: Axis, *, level: bool) -> Iterator[Pair]:
    """The pairs of a scale, the least number first; 0 stands on both arms."""
    middle = Point(paper.width / 2, paper.height / 2)
    for arm in (-1, 1):
        for number in range(STEPS, -1, -1) if arm < 0 else range(STEPS + 1):
            along, value = arm * (NEAREST + number * APART), round(arm * number * STEP, 1)
            if level:
                front, label = _box(middle, along, -LONG / 2), _label(middle, along, -LONG - LABEL.height / 2)
                through = _box(middle, along, LONG / 2).moved(Point(-_seen(value, axis, level=True), 0))
            else:
                beside = LONG + AWAY + LABEL.width / 2
                front, label = _lying(middle, along, LONG / 2), _label(middle, beside, along)
                through = _lying(middle, along, -LONG / 2).moved(Point(0, -_seen(value, axis, level=False)))
            at = middle.x if axis is Axis.VERTICAL else middle.y
            yield Pair(front, through.mirrored(axis, at), label, value)


def _seen(value: float, axis: Axis, *, level: bool) -> float:
    """How far backs are off, as one sees them through the front, where this is the answer to it.

    The answer is the opposite of what one sees on the back; and turning the paper turns one direction
    round once more.
    """
    turned_round = level == (axis is Axis.VERTICAL)
    return value if turned_round else -value


def _box(middle: Point, x: float, y: float) -> Box:
    return Box.around(middle.moved(Point(x, y)), Size(THICK, LONG))


def _lying(middle: Point, y: float, x: float) -> Box:
    return Box.around(middle.moved(Point(x, y)), Size(LONG, THICK))


def _label(middle: Point, x: float, y: float) -> Box:
    return Box.around(middle.moved(Point(x, y)), LABEL)


def _bars(paper: Size) -> Iterator[Bar]:
    """Along each edge, from its middle, bars nearer and nearer to it."""
    for value in EDGES:
        along = (value - EDGES[len(EDGES) // 2]) * EDGE_APART
        for upright in (False, True):
            length, depth = (paper.height, paper.width) if upright else (paper.width, paper.height)
            for far in (False, True):
                yield _bar(length / 2 + along, depth, value, upright=upright, far=far)


def _bar(along: float, depth: float, value: int, *, upright: bool, far: bool) -> Bar:
    def at(distance: float) -> Point:
        across = depth - distance if far else distance
        return Point(across, along) if upright else Point(along, across)

    size = Size(EDGE_LENGTH, EDGE_THICK)
    bar = Box.around(at(value + EDGE_THICK / 2), size.turned() if upright else size)
    return Bar(bar, Box.around(at(EDGE_LABEL), LABEL), value)
