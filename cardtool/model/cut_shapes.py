"""The cut around a piece, and its holes: points along it, and how far a box keeps from it.

Arithmetic only; millimetres. Round corners are taken for sharp ones: what keeps from the sides keeps from
them.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import NamedTuple

from cardtool.geometry import Box, Point, Sides
from cardtool.model.dieline import Outline, Shape, path_points
from cardtool.model.polygon import Polygon, meets_box, point_reach

_CUT_STEP = 1.0  # mm
_FIRST_NORMAL = {Shape.HEX_FLAT: math.pi / 6, Shape.HEX_POINTED: 0.0}  # of a hexagon's sides


class _CutPoint(NamedTuple):
    """A point of the cut, and the direction in which it leaves the card, of length 1."""

    at: Point
    out: Point

    def moved(self, by: float) -> Point:
        """Return the point so far outside the cut; inside it where `by` is less than 0."""
        return Point(self.at.x + by * self.out.x, self.at.y + by * self.out.y)


def cut_points(outline: Outline, trim: Box) -> Iterator[_CutPoint]:
    """Yield points along the cut of a circle, a hexagon or a path, one each millimetre, clockwise."""
    if outline.shape is Shape.PATH:
        points = path_points(outline.path)
        for start, end in pairwise((*points, points[0])):
            yield from _points_between(start.moved(trim.centre), end.moved(trim.centre))
        return
    if outline.shape is Shape.CIRCLE:
        steps = max(1, round(math.pi * trim.width / _CUT_STEP))
        for step in range(steps):
            out = _direction(2 * math.pi * step / steps)
            yield _CutPoint(_moved_from(trim.centre, out, trim.width / 2), out)
        return
    corner = _apothem(trim) * 2 / math.sqrt(3)
    for out, (first, last) in zip(_normals(outline), pairwise(_corners(outline)), strict=True):
        start, end = _moved_from(trim.centre, first, corner), _moved_from(trim.centre, last, corner)
        yield from (_CutPoint(point.at, out) for point in _points_between(start, end))


def _points_between(start: Point, end: Point) -> Iterator[_CutPoint]:
    """Yield points between the ends of a straight stretch of a cut that runs clockwise."""
    length = math.dist(start, end)
    steps = max(1, round(length / _CUT_STEP))
    for step in range(1, steps):
        x, y = (end.x - start.x) * step / steps, (end.y - start.y) * step / steps
        out = Point((end.y - start.y) / length, (start.x - end.x) / length)
        yield _CutPoint(start.moved(Point(x, y)), out)


def _apothem(trim: Box) -> float:
    return min(trim.size) / 2


def _normals(outline: Outline) -> list[Point]:
    return [_direction(_FIRST_NORMAL[outline.shape] + side * math.pi / 3) for side in range(6)]


def _corners(outline: Outline) -> list[Point]:
    """Return the directions of the corners, each before its side, the first again at the end."""
    return [_direction(_FIRST_NORMAL[outline.shape] + (side - 0.5) * math.pi / 3) for side in range(7)]


def _direction(angle: float) -> Point:
    return Point(math.cos(angle), math.sin(angle))


def _moved_from(middle: Point, out: Point, length: float) -> Point:
    return Point(middle.x + length * out.x, middle.y + length * out.y)


_FINEST_STEP, _MOST_STEPS = 0.4, 24  # mm between the places of a letter that are looked at, and each way


@dataclass(frozen=True)
class CutLine:
    """The cut of a piece whose box is `trim`, and its holes."""

    outline: Outline
    trim: Box

    @property
    def is_simple(self) -> bool:
        """Return whether it is a rectangle, a circle or a hexagon without holes."""
        return self.outline.shape is not Shape.PATH and not self.outline.holes

    def is_clear_of(self, box: Box, safe: float) -> bool:
        """Return whether a box surely keeps so far inside the cut, and from every hole."""
        around = box.grown(Sides.all(safe))
        in_a_hole = any(
            meets_box(hole, around) or point_reach(around.centre, hole) < 0 for hole in self._holes
        )
        return not in_a_hole and self._is_inside(around)

    def _is_inside(self, box: Box) -> bool:
        if self._path is None:
            return self.reach_beyond(box) <= 0
        edge_is_near = meets_box(self._path, box)
        return not edge_is_near and point_reach(box.centre, self._path) < 0

    def reach_beyond(self, box: Box) -> float:
        """Return by how much a box reaches out of the cut; less than 0 where it keeps inside by so much."""
        trim = self.trim
        if self._path is not None:
            return max(point_reach(point, self._path) for point in _points_of(box))
        if self.outline.shape is Shape.RECT:
            across = max(trim.left - box.left, box.right - trim.right)
            return max(across, trim.top - box.top, box.bottom - trim.bottom)
        corners = [
            (x - trim.centre.x, y - trim.centre.y)
            for x in (box.left, box.right)
            for y in (box.top, box.bottom)
        ]
        if self.outline.shape is Shape.CIRCLE:
            return max(math.hypot(*corner) for corner in corners) - trim.width / 2
        normals = _normals(self.outline)
        return max(x * out.x + y * out.y for x, y in corners for out in normals) - _apothem(trim)

    def reach_into_hole(self, box: Box) -> float:
        """Return how deep a box stands over a hole; less than 0 where it keeps so far from them all."""
        points = _points_of(box)
        return max((-point_reach(point, hole) for hole in self._holes for point in points), default=-math.inf)

    @cached_property
    def _path(self) -> Polygon | None:
        if self.outline.shape is not Shape.PATH:
            return None
        return tuple(point.moved(self.trim.centre) for point in path_points(self.outline.path))

    @cached_property
    def _holes(self) -> tuple[Polygon, ...]:
        middle = self.trim.centre
        return tuple(tuple(point.moved(middle) for point in path_points(hole)) for hole in self.outline.holes)


def _points_of(box: Box) -> list[Point]:
    """Return points all over a box, its corners among them."""
    columns, rows = _step_count(box.width), _step_count(box.height)
    return [
        Point(box.left + box.width * column / columns, box.top + box.height * row / rows)
        for row in range(rows + 1)
        for column in range(columns + 1)
    ]


def _step_count(length: float) -> int:
    return min(max(1, math.ceil(length / _FINEST_STEP)), _MOST_STEPS)
