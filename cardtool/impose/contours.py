"""The lines along which a card is cut: closed paths of straight edges and round ones. Arithmetic only.

A path runs clockwise as it is seen on the page. Each edge has a bulge, as in CAD: the tangent of a
quarter of the angle its arc spans, 0 for a straight one. So PDF, SVG and DXF can all be told exactly.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from cardtool.geometry import Box, Point
from cardtool.model import Outline, Shape

__all__ = ["Path", "Vertex", "contour", "control_points", "corner_arcs", "polygon", "radius"]

QUARTER = math.tan(math.pi / 8)  # the bulge of a quarter of a circle
TINY = 1e-9  # mm; edges shorter than this are none


class Vertex(NamedTuple):
    """A corner of a path, and the bulge of the edge that leaves it."""

    point: Point
    bulge: float = 0.0


@dataclass(frozen=True, slots=True)
class Path:
    """A line through these corners; a closed one returns to the first."""

    vertices: tuple[Vertex, ...]
    closed: bool = True

    @property
    def edges(self) -> Iterator[tuple[Vertex, Point]]:
        """Each edge: the corner it leaves, and where it arrives."""
        arrivals = (*self.vertices[1:], *(self.vertices[:1] if self.closed else ()))
        for vertex, arrival in zip(self.vertices, arrivals, strict=False):
            yield vertex, arrival.point

    def moved(self, by: Point) -> Path:
        """This path, `by.x` to the right and `by.y` down."""
        return Path(tuple(Vertex(point.moved(by), bulge) for point, bulge in self.vertices), self.closed)


def contour(outline: Outline, trim: Box, grown: float = 0.0) -> Path:
    """The cut around a card with this trim, or a line so far outside it."""
    if outline.shape is Shape.CIRCLE:
        return _circle(trim.centre, trim.width / 2 + grown)
    corner = outline.corner + grown if outline.corner else 0.0
    return polygon(_corners(outline.shape, trim, grown), corner)


def corner_arcs(outline: Outline, trim: Box) -> tuple[Path, ...]:
    """Only the round corners of a card; none where they are sharp."""
    return tuple(
        Path((vertex, Vertex(arrival)), closed=False)
        for vertex, arrival in contour(outline, trim).edges
        if vertex.bulge
    )


def polygon(corners: Sequence[Point], radius: float = 0.0) -> Path:
    """The path through the corners of a convex polygon, given clockwise, each rounded by this radius.

    A radius for which its edges are too short becomes the largest that goes.
    """
    if radius <= 0:
        return Path(tuple(map(Vertex, corners)))
    vertices: list[Vertex] = []
    turns = list(zip((corners[-1], *corners), corners, (*corners[1:], corners[0]), strict=False))
    radius = min(radius, *(_largest(*turn) for turn in turns))
    for before, corner, after in turns:
        angle = _turn(before, corner, after)
        length = radius * math.tan(angle / 2)
        start, end = _towards(corner, before, length), _towards(corner, after, length)
        if vertices and math.dist(vertices[-1].point, start) < TINY:
            vertices.pop()
        vertices += [Vertex(start, math.tan(angle / 4)), Vertex(end)]
    if math.dist(vertices[-1].point, vertices[0].point) < TINY:
        vertices.pop()
    return Path(tuple(vertices))


def radius(vertex: Vertex, arrival: Point) -> float:
    """The radius of a round edge."""
    return math.dist(vertex.point, arrival) * (1 + vertex.bulge**2) / (4 * vertex.bulge)


def control_points(vertex: Vertex, arrival: Point) -> tuple[Point, Point]:
    """The two control points of the Bézier curve that stands for a round edge.

    For a quarter of a circle the error is 0.03 % of the radius (Goldapp, CAGD 8, 1991).
    """
    start, half = vertex.point, 2 * math.atan(vertex.bulge)
    along = math.atan2(arrival.y - start.y, arrival.x - start.x)
    reach = 4 / 3 * vertex.bulge * radius(vertex, arrival)
    out, into = along - half, along + half
    return (
        start.moved(Point(reach * math.cos(out), reach * math.sin(out))),
        arrival.moved(Point(-reach * math.cos(into), -reach * math.sin(into))),
    )


def _circle(centre: Point, radius: float) -> Path:
    ends = (Point(0, -radius), Point(radius, 0), Point(0, radius), Point(-radius, 0))
    return Path(tuple(Vertex(centre.moved(end), QUARTER) for end in ends))


def _corners(shape: Shape, trim: Box, grown: float) -> tuple[Point, ...]:
    """The corners of a rectangle or hexagon, clockwise, so far outside its trim."""
    centre = trim.centre
    if shape is Shape.RECT:
        x, y = trim.width / 2 + grown, trim.height / 2 + grown
        return tuple(centre.moved(Point(*at)) for at in ((-x, -y), (x, -y), (x, y), (-x, y)))
    across = (trim.height if shape is Shape.HEX_FLAT else trim.width) + 2 * grown
    x, y = (side / 2 for side in shape.box(across))
    ends: tuple[tuple[float, float], ...]
    if shape is Shape.HEX_FLAT:
        ends = ((-x / 2, -y), (x / 2, -y), (x, 0), (x / 2, y), (-x / 2, y), (-x, 0))
    else:
        ends = ((0, -y), (x, -y / 2), (x, y / 2), (0, y), (-x, y / 2), (-x, -y / 2))
    return tuple(centre.moved(Point(*end)) for end in ends)


def _turn(before: Point, corner: Point, after: Point) -> float:
    """By how much the path turns at a corner, in radians."""
    into = math.atan2(corner.y - before.y, corner.x - before.x)
    out = math.atan2(after.y - corner.y, after.x - corner.x)
    return (out - into) % (2 * math.pi)


def _largest(before: Point, corner: Point, after: Point) -> float:
    """The largest radius this corner can have when its neighbours get as much."""
    shorter = min(math.dist(before, corner), math.dist(corner, after))
    return shorter / 2 / math.tan(_turn(before, corner, after) / 2)


def _towards(start: Point, end: Point, length: float) -> Point:
    share = length / math.dist(start, end)
    return Point(start.x + share * (end.x - start.x), start.y + share * (end.y - start.y))
