"""Polygons as rows of points: turned, one inside the other, overlapping. Arithmetic only.

Millimetres; y grows downwards, so that a positive angle turns clockwise. A polygon need not be convex, but
its edges do not cross each other.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import pairwise

from cardtool.geometry import Box, Point, Size

Polygon = tuple[Point, ...]
"""The corners, in order; the last is joined to the first."""

_CIRCLE_SIDES = 72
_CORNER_STEPS = 8  # of a quarter circle: a corner of 5 mm is then nowhere more than 0.03 mm off
_ARC_STEP = 3.0  # degrees


def turn_points(points: Sequence[Point], degrees: float) -> Polygon:
    """Return the points turned clockwise about the origin."""
    cos, sin = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    return tuple(Point(x * cos - y * sin, x * sin + y * cos) for x, y in points)


def circle_points(diameter: float) -> Polygon:
    """Return points round a circle about the origin."""
    return turn_steps(Point(0, -diameter / 2), _CIRCLE_SIDES)


def turn_steps(first: Point, count: int) -> Polygon:
    """Return so many points evenly round the origin, clockwise from the first: a regular polygon."""
    return tuple(turn_points([first], 360 * step / count)[0] for step in range(count))


def rectangle_points(size: Size, corner: float = 0.0) -> Polygon:
    """Return an upright rectangle about the origin, its corners rounded by this radius."""
    width, height = size.width / 2 - corner, size.height / 2 - corner
    centres = (Point(width, -height), Point(width, height), Point(-width, height), Point(-width, -height))
    if not corner:
        return centres
    return tuple(
        Point(centre.x + x, centre.y + y)
        for quarter, centre in enumerate(centres)
        for x, y in (
            turn_points([Point(0, -corner)], 90 * (quarter + step / _CORNER_STEPS))[0]
            for step in range(_CORNER_STEPS + 1)
        )
    )


def ring_segment(radius: float, depth: float, degrees: float) -> Polygon:
    """Return a part of a ring about its own middle, which lies so far above the middle of the ring."""
    steps = max(2, math.ceil(degrees / _ARC_STEP))
    angles = [degrees * (step / steps - 0.5) for step in range(steps + 1)]
    outer = [turn_points([Point(0, -radius - depth / 2)], angle)[0] for angle in angles]
    inner = [turn_points([Point(0, -radius + depth / 2)], angle)[0] for angle in reversed(angles)]
    return tuple(Point(x, y + radius) for x, y in (*outer, *inner))


def box_around(points: Sequence[Point]) -> Box:
    """Return the smallest upright box around the points."""
    left, top = min(point.x for point in points), min(point.y for point in points)
    return Box(left, top, max(point.x for point in points) - left, max(point.y for point in points) - top)


def crosses_itself(polygon: Polygon) -> bool:
    """Return whether two of its edges that are no neighbours meet, or it has no area."""
    edges = list(_edges(polygon))
    return not _area(polygon) or any(
        _edges_cross(one, other)
        for number, one in enumerate(edges)
        for other in edges[number + 2 : len(edges) - (number == 0)]
    )


def holds(polygon: Polygon, points: Sequence[Point], slack: float) -> bool:
    """Return whether all the points lie in the polygon, or no further outside than the slack."""
    return all(_is_inside(point, polygon) or _distance(point, polygon) <= slack for point in points)


def point_reach(point: Point, polygon: Polygon) -> float:
    """Return how far a point lies outside a polygon; less than 0 inside, by how far it is from the edge."""
    distance = _distance(point, polygon)
    return -distance if _is_inside(point, polygon) else distance


def meets_box(polygon: Polygon, box: Box) -> bool:
    """Return whether a polygon's edge goes through a box, or the polygon lies in it."""
    return any(_edge_meets_box(start, end, box) for start, end in _edges(polygon))


def _edge_meets_box(start: Point, end: Point, box: Box) -> bool:
    """Clip the edge to the box, side by side (Liang and Barsky, 1984)."""
    first, last = 0.0, 1.0
    dx, dy = end.x - start.x, end.y - start.y
    for along, room in (
        (-dx, start.x - box.left),
        (dx, box.right - start.x),
        (-dy, start.y - box.top),
        (dy, box.bottom - start.y),
    ):
        if not along:
            if room < 0:
                return False
        elif along < 0:
            first = max(first, room / along)
        else:
            last = min(last, room / along)
    return first <= last


def overlap(one: Polygon, other: Polygon, slack: float) -> bool:
    """Return whether two polygons share more than a strip as wide as the slack."""
    if not box_around(one).overlaps(box_around(other), slack):
        return False
    parts = list(convex_parts(other))
    return any(_convex_overlap(part, each, slack) for part in convex_parts(one) for each in parts)


def convex_parts(polygon: Polygon) -> Iterator[Polygon]:
    """Yield the polygon itself where it is convex, and else triangles that make it up."""
    corners = list(polygon) if _area(polygon) > 0 else list(reversed(polygon))
    if all(_bend(*corners_at(corners, number)) >= 0 for number in range(len(corners))):
        yield tuple(corners)
        return
    while len(corners) > 3:
        ear = next((number for number in range(len(corners)) if _is_ear(corners, number)), 0)
        yield corners_at(corners, ear)
        del corners[ear]
    yield tuple(corners)


def corners_at(corners: Sequence[Point], number: int) -> tuple[Point, Point, Point]:
    """Return this corner between its neighbours."""
    return corners[number - 1], corners[number], corners[(number + 1) % len(corners)]


def _is_ear(corners: Sequence[Point], number: int) -> bool:
    triangle = corners_at(corners, number)
    others = (point for point in corners if point not in triangle)
    return _bend(*triangle) > 0 and not any(_is_inside(point, triangle) for point in others)


def _convex_overlap(one: Polygon, other: Polygon, slack: float) -> bool:
    """Return whether no line parts two convex polygons: it would be along an edge of one of them."""
    for (ax, ay), (bx, by) in (*_edges(one), *_edges(other)):
        long = math.hypot(bx - ax, by - ay)
        if long:
            across = Point((ay - by) / long, (bx - ax) / long)
            (low, high), (least, most) = _extent(one, across), _extent(other, across)
            if min(high, most) - max(low, least) <= slack:
                return False
    return True


def _extent(polygon: Polygon, along: Point) -> tuple[float, float]:
    reach = [x * along.x + y * along.y for x, y in polygon]
    return min(reach), max(reach)


def _edges(polygon: Polygon) -> Iterator[tuple[Point, Point]]:
    yield from pairwise((*polygon, polygon[0]))


def _area(polygon: Polygon) -> float:
    """Return the area; negative where the corners go round counterclockwise."""
    return sum(one.x * other.y - other.x * one.y for one, other in _edges(polygon)) / 2


def _bend(before: Point, corner: Point, after: Point) -> float:
    """Return how far to the right the way turns at a corner; negative for the left."""
    ahead, aside = corner.x - before.x, corner.y - before.y
    return ahead * (after.y - corner.y) - aside * (after.x - corner.x)


def _edges_cross(one: tuple[Point, Point], other: tuple[Point, Point]) -> bool:
    sides = [_bend(*one, point) for point in other], [_bend(*other, point) for point in one]
    return all(min(pair) <= 0 <= max(pair) for pair in sides)


def _is_inside(point: Point, polygon: Polygon) -> bool:
    inside = False
    for (ax, ay), (bx, by) in _edges(polygon):
        if (ay > point.y) != (by > point.y) and point.x < ax + (bx - ax) * (point.y - ay) / (by - ay):
            inside = not inside
    return inside


def _distance(point: Point, polygon: Polygon) -> float:
    """Return how far a point is from the nearest edge."""
    return min(_distance_to_edge(point, start, end) for start, end in _edges(polygon))


def _distance_to_edge(point: Point, start: Point, end: Point) -> float:
    dx, dy = end.x - start.x, end.y - start.y
    squared = dx * dx + dy * dy
    share = ((point.x - start.x) * dx + (point.y - start.y) * dy) / squared if squared else 0.0
    share = min(1.0, max(0.0, share))
    return math.hypot(point.x - start.x - share * dx, point.y - start.y - share * dy)
