"""Stops evenly spread along a line, a curve, a ring or a spiral. Arithmetic only; millimetres.

Angles are degrees clockwise: of a stop, how far what stands there is turned from upright.
"""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Sequence
from itertools import accumulate, pairwise
from typing import NamedTuple

from cardtool.geometry import Point

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
