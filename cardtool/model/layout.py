"""Layouts: the spaces of a board as data, each with its outline; and stops spread along tracks.

Arithmetic only. Lengths are millimetres. Places are measured from the top left corner of the component once
it is cut; angles are degrees clockwise: of a stop, how far what stands there is turned from upright.
"""

from __future__ import annotations

import math
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate, pairwise
from typing import NamedTuple

from cardtool.geometry import Box, Point, Size
from cardtool.model.polygon import (
    Polygon,
    box_around,
    circle_points,
    crosses_itself,
    holds,
    overlap,
    rectangle_points,
    ring_segment,
    turn_points,
)
from cardtool.model.shapes import Outline, Shape, path_points, shape_corners
from cardtool.model.source import Source

SLACK = 0.05
"""By how much spaces may overlap or reach out, in mm: less than anybody sees, more than rounding."""

_TURNS = range(0, 180, 5)  # degrees by which a piece is turned to see whether it fits
_DECIMALS = 3


@dataclass(frozen=True, slots=True)
class SpaceOutline:
    """The outline of a space about its centre, not yet turned: a circle of a diameter, or a polygon."""

    points: Polygon = ()
    diameter: float = 0.0

    @classmethod
    def of(cls, outline: Outline, size: Size) -> SpaceOutline:
        """Return the outline of something of this size that is cut so."""
        match outline.shape:
            case Shape.CIRCLE:
                return cls(diameter=size.width)
            case Shape.HEX_FLAT | Shape.HEX_POINTED:
                return cls(shape_corners(outline.shape, size))
            case Shape.PATH:
                return cls(path_points(outline.path))
        return cls(rectangle_points(size, outline.corner))

    @classmethod
    def of_ring(cls, radius: float, depth: float, degrees: float) -> SpaceOutline:
        """Return a segment of a ring, so many degrees long, whose middle is `radius` from its centre."""
        return cls(ring_segment(radius, depth, degrees))

    @property
    def crosses_itself(self) -> bool:
        """Return whether the edges of a polygon cross, or there is nothing between them."""
        return bool(self.points) and crosses_itself(self.points)

    @property
    def corners(self) -> Polygon:
        """Return the outline as a polygon, be it a circle."""
        return self.points or circle_points(self.diameter)

    @property
    def size(self) -> Size:
        """Return how wide and high it is."""
        return Size(self.diameter, self.diameter) if self.diameter else box_around(self.points).size

    def fits_into(self, space: SpaceOutline) -> bool:
        """Return whether this, in the middle of a space and turned as need be, reaches nowhere out of it."""
        if self.diameter and space.diameter:
            return self.diameter <= space.diameter + 2 * SLACK
        room = space.corners
        rim = tuple(_with_midpoints(self.corners))
        turns = (0,) if self.diameter else _TURNS
        return any(holds(room, turn_points(rim, turn), SLACK) for turn in turns)


def _with_midpoints(polygon: Polygon) -> Iterator[Point]:
    for before, point in zip((polygon[-1], *polygon), polygon, strict=False):
        yield Point((before.x + point.x) / 2, (before.y + point.y) / 2)
        yield point


@dataclass(frozen=True)
class Space:
    """One space. `number` is its place in its part of the layout, in the order of play or of reading.

    `column` and `row` count from 1 in a grid, and are 0 elsewhere.
    """

    id: str
    sort: str
    number: int
    centre: Point
    angle: float
    outline: SpaceOutline
    source: Source
    column: int = 0
    row: int = 0

    @cached_property
    def corners(self) -> Polygon:
        """The outline as a polygon where it lies, be it a circle."""
        turned = turn_points(self.outline.corners, self.angle) if self.angle else self.outline.corners
        return tuple(point.moved(self.centre) for point in turned)

    @property
    def box(self) -> Box:
        """Return the smallest upright box around it."""
        return box_around(self.corners)

    @property
    def path(self) -> str:
        """Return the outline where it lies, as the data of an SVG path in mm."""
        if self.outline.diameter:
            half = self.outline.diameter / 2
            arc = f"a{_mm(half)} {_mm(half)} 0 1 1"
            start = f"M{_mm(self.centre.x)} {_mm(self.centre.y - half)}"
            return f"{start}{arc} 0 {_mm(2 * half)}{arc} 0 {_mm(-2 * half)}Z"
        return f"M{'L'.join(f'{_mm(x)} {_mm(y)}' for x, y in self.corners)}Z"

    def overlaps(self, other: Space) -> bool:
        """Return whether two spaces share more than an edge."""
        apart = math.dist(self.centre, other.centre)
        if self.outline.diameter and other.outline.diameter:
            return apart < (self.outline.diameter + other.outline.diameter) / 2 - SLACK
        return overlap(self.corners, other.corners, SLACK)


def _mm(length: float) -> str:
    text = f"{length:.{_DECIMALS}f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


@dataclass(frozen=True, slots=True)
class Layout:
    """The spaces of a board or a mat, in the order of its file; ids are unique in it.

    `seams_through` are the sorts of those that seams between tiles may cut.
    """

    id: str
    title: str
    spaces: tuple[Space, ...]
    source: Source
    seams_through: frozenset[str] = frozenset()

    def spaces_of(self, sort: str = "") -> tuple[Space, ...]:
        """Return the spaces of one sort; without one, all."""
        return tuple(space for space in self.spaces if sort in ("", space.sort))

    @property
    def left_whole(self) -> tuple[Space, ...]:
        """Return the spaces that seams keep off."""
        return tuple(space for space in self.spaces if space.sort not in self.seams_through)

    @property
    def counts(self) -> Mapping[str, int]:
        """Return how many spaces there are of each sort, in the order in which they come."""
        return Counter(space.sort for space in self.spaces)

    def spaces_off(self, board: SpaceOutline) -> tuple[Space, ...]:
        """Return the spaces that reach out of a board of this outline."""
        width, height = board.size
        edge = tuple(point.moved(Point(width / 2, height / 2)) for point in board.corners)
        return tuple(space for space in self.spaces if not holds(edge, space.corners, SLACK))

    def overlaps(self) -> Iterator[tuple[Space, Space]]:
        """Yield every two spaces that overlap, the earlier one first."""
        boxes = [space.box for space in self.spaces]
        order = sorted(range(len(boxes)), key=lambda number: boxes[number].left)
        for place, number in enumerate(order):
            for other in order[place + 1 :]:
                if boxes[other].left > boxes[number].right - SLACK:
                    break
                one, two = sorted((number, other))
                if boxes[one].overlaps(boxes[two], SLACK) and self.spaces[one].overlaps(self.spaces[two]):
                    yield self.spaces[one], self.spaces[two]


_CURVE_STEPS = 32  # straight pieces between two points of a curve
_SPIRAL_STEPS = 240  # straight pieces in a turn of a spiral
_NEAR = 0.01  # mm before and after a stop, between which the direction of the line is taken


class Stop(NamedTuple):
    """A place on a track, and the way the track goes there."""

    centre: Point
    angle: float


def line_stops(points: Sequence[Point], count: int, *, closed: bool = False) -> tuple[Stop, ...]:
    """Return so many stops as far from each other, along the line, as can be.

    The first stands where the line begins; the last where it ends, or as far before that as the others are
    from each other where the line is `closed` and leads back to its beginning.
    """
    line = _Line((*points, points[0]) if closed else points)
    pitch = line.length / (count if closed else max(count - 1, 1))
    return tuple(line.stop(number * pitch, closed=closed) for number in range(count))


def curve_points(points: Sequence[Point], *, closed: bool = False) -> tuple[Point, ...]:
    """Return points of a curve that leads through these without a bend (Catmull and Rom, 1974)."""
    through = [points[-1], *points, points[0], points[1]] if closed else [points[0], *points, points[-1]]
    spans = zip(through, through[1:], through[2:], through[3:], strict=False)
    curve = [_on_span(span, step / _CURVE_STEPS) for span in spans for step in range(_CURVE_STEPS)]
    return tuple(curve if closed else [*curve, points[-1]])


def _on_span(span: tuple[Point, Point, Point, Point], share: float) -> Point:
    return Point(*(_between(*along, share) for along in zip(*span, strict=True)))


def _between(before: float, start: float, end: float, after: float, share: float) -> float:
    slope, other = (end - before) / 2, (after - start) / 2
    bend, twist = 3 * (end - start) - 2 * slope - other, 2 * (start - end) + slope + other
    return start + share * (slope + share * (bend + share * twist))


def ring_stops(
    centre: Point, radius: float, count: int, *, start: float = 0, sweep: float = 360, clockwise: bool = True
) -> tuple[Stop, ...]:
    """Return so many stops round a circle, the first at `start`, which is 0 at the top and 90 at the right.

    A `sweep` of less than 360 degrees ends with a stop. What stands on a ring has its top outwards.
    """
    pitch = sweep / (count if sweep >= 360 else max(count - 1, 1))
    turns = [start + number * (pitch if clockwise else -pitch) for number in range(count)]
    return tuple(Stop(_on_circle(centre, radius, turn), turn) for turn in turns)


def spiral_points(
    centre: Point, first: float, last: float, turns: float, *, start: float = 0, clockwise: bool = True
) -> tuple[Point, ...]:
    """Return points of a spiral from one radius to another, in so many turns."""
    steps = math.ceil(turns * _SPIRAL_STEPS)
    way = 360 * turns if clockwise else -360 * turns
    return tuple(
        _on_circle(centre, first + (last - first) * step / steps, start + way * step / steps)
        for step in range(steps + 1)
    )


def _on_circle(centre: Point, radius: float, turn: float) -> Point:
    angle = math.radians(turn)
    return Point(centre.x + radius * math.sin(angle), centre.y - radius * math.cos(angle))


class _Line:
    """A line of straight pieces, by the distance from its beginning."""

    def __init__(self, points: Sequence[Point]) -> None:
        self._points = points
        self._reached = (0.0, *accumulate(math.dist(one, other) for one, other in pairwise(points)))

    @property
    def length(self) -> float:
        return self._reached[-1]

    def stop(self, distance: float, *, closed: bool) -> Stop:
        before, after = self._at(distance - _NEAR, closed), self._at(distance + _NEAR, closed)
        angle = math.degrees(math.atan2(after.y - before.y, after.x - before.x))
        return Stop(self._at(distance, closed), angle)

    def _at(self, distance: float, closed: bool) -> Point:
        distance = distance % (self.length or 1) if closed else min(self.length, max(0.0, distance))
        piece = min(bisect_right(self._reached, distance), len(self._points) - 1)
        start, end = self._points[piece - 1], self._points[piece]
        long = self._reached[piece] - self._reached[piece - 1]
        share = (distance - self._reached[piece - 1]) / long if long else 0.0
        return Point(start.x + share * (end.x - start.x), start.y + share * (end.y - start.y))
