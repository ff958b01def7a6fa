"""What is cut out of paper, and folded: dielines. Lengths are millimetres, y grows downwards.

How a dieline becomes lines on paper is the business of `impose`.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from cardtool.geometry import Axis, Point, Size


class Shape(StrEnum):
    """What is cut. A flat hexagon has edges at its top and bottom, a pointed one corners."""

    RECT = "rect"
    CIRCLE = "circle"
    HEX_FLAT = "hex-flat"
    HEX_POINTED = "hex-pointed"
    PATH = "path"

    def box(self, across: float) -> Size:
        """Return the box around a shape this far across: a circle's diameter, a hexagon from flat to flat."""
        from_point_to_point = across * 2 / math.sqrt(3)
        match self:
            case Shape.HEX_FLAT:
                return Size(from_point_to_point, across)
            case Shape.HEX_POINTED:
                return Size(across, from_point_to_point)
        return Size(across, across)


_QUARTER_TURN = {Shape.HEX_FLAT: Shape.HEX_POINTED, Shape.HEX_POINTED: Shape.HEX_FLAT}


class Vertex(NamedTuple):
    """A corner of a path, and the bulge of the edge that leaves it.

    As in CAD, a bulge is the tangent of a quarter of the angle an arc spans: 0 for a straight edge, above 0
    for one that runs clockwise.
    """

    point: Point
    bulge: float = 0.0


ClosedPath = tuple[Vertex, ...]
"""A path that returns to its first corner; the cut around a piece runs clockwise."""


class Fold(NamedTuple):
    """A straight line along which paper is folded."""

    start: Point
    end: Point


@dataclass(frozen=True, slots=True)
class Outline:
    """The dieline of a piece: the shape that is cut, the radius of its corners, holes in it, and its folds.

    `path` is the cut where the shape is a path of its own. It, `holes` and `folds` are measured from the
    middle of the piece.
    """

    shape: Shape = Shape.RECT
    corner: float = 0.0
    path: ClosedPath = ()
    holes: tuple[ClosedPath, ...] = ()
    folds: tuple[Fold, ...] = ()

    @property
    def straight(self) -> bool:
        """Return whether straight cuts across the sheet part it from its neighbours."""
        return self.shape is Shape.RECT

    @property
    def nests(self) -> bool:
        """Return whether such pieces lie closer when every other row is shifted."""
        return self.shape in _QUARTER_TURN

    def turned(self) -> Outline:
        """Return this outline a quarter turn round, clockwise."""
        return Outline(
            _QUARTER_TURN.get(self.shape, self.shape),
            self.corner,
            _turned(self.path),
            tuple(map(_turned, self.holes)),
            tuple(Fold(_turned_point(fold.start), _turned_point(fold.end)) for fold in self.folds),
        )

    def mirrored(self, axis: Axis) -> Outline:
        """Return this outline as it is seen from behind, paper turned about an axis."""
        if not (self.path or self.holes or self.folds):  # what is alike on both sides
            return self
        return Outline(
            self.shape,
            self.corner,
            _mirrored(self.path, axis),
            tuple(_mirrored(hole, axis) for hole in self.holes),
            tuple(Fold(_mirrored_point(a, axis), _mirrored_point(b, axis)) for a, b in self.folds),
        )


RECTANGLE = Outline()


def _turned(path: ClosedPath) -> ClosedPath:
    return tuple(Vertex(_turned_point(vertex.point), vertex.bulge) for vertex in path)


def _turned_point(point: Point) -> Point:
    return Point(-point.y, point.x)


def _mirrored(path: ClosedPath, axis: Axis) -> ClosedPath:
    """Return the path in the mirror, which runs the other way round there: each edge leaves its other end."""
    edges = zip(path, (*path[1:], *path[:1]), strict=True)
    return tuple(Vertex(_mirrored_point(end.point, axis), start.bulge) for start, end in edges)[::-1]


def _mirrored_point(point: Point, axis: Axis) -> Point:
    return Point(-point.x, point.y) if axis is Axis.VERTICAL else Point(point.x, -point.y)


def circle_path(centre: Point, across: float) -> ClosedPath:
    """Return a circle with this diameter as a path of four quarters."""
    radius, quarter = across / 2, math.tan(math.pi / 8)
    ends = (Point(0, -radius), Point(radius, 0), Point(0, radius), Point(-radius, 0))
    return tuple(Vertex(centre.moved(end), quarter) for end in ends)


def rectangle_path(centre: Point, size: Size) -> ClosedPath:
    """Return a rectangle as a path."""
    return tuple(Vertex(centre.moved(corner)) for corner in shape_corners(Shape.RECT, size))


_ARC_STEP = 3.0  # degrees


def _points_on_edge(start: Vertex, end: Point) -> list[Point]:
    """Return points along an edge, both ends among them: of an arc one each 3°."""
    if not start.bulge:
        return [start.point, end]
    angle = 4 * math.atan(start.bulge)
    steps = max(1, math.ceil(math.degrees(abs(angle)) / _ARC_STEP))
    middle = _arc_centre(start, end)
    x, y = start.point.x - middle.x, start.point.y - middle.y
    turns = ((math.cos(angle * step / steps), math.sin(angle * step / steps)) for step in range(1, steps))
    between = [middle.moved(Point(x * cos - y * sin, x * sin + y * cos)) for cos, sin in turns]
    return [start.point, *between, end]


def _arc_centre(start: Vertex, end: Point) -> Point:
    """Return the centre of the circle an edge lies on."""
    (x, y), bulge = start.point, start.bulge
    across = (1 - bulge * bulge) / (4 * bulge)
    return Point((x + end.x) / 2 - across * (end.y - y), (y + end.y) / 2 + across * (end.x - x))


def path_points(path: ClosedPath) -> tuple[Point, ...]:
    """Return the corners of a path as a polygon, its arcs in steps of 3°."""
    edges = zip(path, (*path[1:], *path[:1]), strict=True)
    return tuple(point for start, end in edges for point in _points_on_edge(start, end.point)[:-1])


def shape_corners(shape: Shape, size: Size) -> tuple[Point, ...]:
    """Return the corners of a rectangle or hexagon of this size about its middle, clockwise."""
    x, y = size.width / 2, size.height / 2
    match shape:
        case Shape.HEX_FLAT:
            ends = ((-x / 2, -y), (x / 2, -y), (x, 0.0), (x / 2, y), (-x / 2, y), (-x, 0.0))
            return tuple(Point(*end) for end in ends)
        case Shape.HEX_POINTED:
            ends = ((0.0, -y), (x, -y / 2), (x, y / 2), (0.0, y), (-x, y / 2), (-x, -y / 2))
            return tuple(Point(*end) for end in ends)
    return tuple(Point(*end) for end in ((-x, -y), (x, -y), (x, y), (-x, y)))
