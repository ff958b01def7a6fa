"""Shapes that a compass and a ruler make: polygons, stars, circles and their parts, rounded corners."""

from __future__ import annotations

import math
from itertools import pairwise

from cardtool.art.drawing.path_data import (
    Outline,
    Spot,
    closed_path,
    open_path,
    polar_point,
    read_outlines,
    rounded_spot,
    short,
)
from cardtool.art.drawing.tool_arguments import (
    CannotDraw,
    Count,
    Length,
    Number,
    Path,
    Point,
    Points,
    require_at_most,
    tool,
)

_WHOLE_TURN = 359.999  # degrees; what goes farther round is a ring, and has no ends


@tool
def polar(angle: Number, radius: Number, x: Number = 0, y: Number = 0) -> Spot:
    """Return the place at an angle and distance from a centre, turned so that its foot points there."""
    return rounded_spot(*polar_point(x, y, angle, radius), angle)


@tool
def line(points: Points) -> str:
    """Return a line through these points."""
    return open_path(points) if points else ""


@tool
def polygon(points: Points) -> str:
    """Return the closed shape with these corners."""
    return closed_path(points) if len(points) > 2 else ""


@tool
def rectangle(left: Number, top: Number, width: Length, height: Length, radius: Number = 0) -> str:
    """Return a rectangle, its corners rounded by `radius`."""
    right, bottom = left + width, top + height
    corners = [(left, top), (right, top), (right, bottom), (left, bottom)]
    return _rounded(Outline(corners, True), radius) if radius > 0 else closed_path(corners)


@tool
def circle(x: Number, y: Number, radius: Length) -> str:
    """Return a circle."""
    return _circle(x, y, radius, 1)


@tool
def arc(x: Number, y: Number, radius: Length, start: Number, end: Number) -> str:
    """Return the part of a circle from one angle to another: a line, to be stroked."""
    if abs(end - start) > _WHOLE_TURN:
        return _circle(x, y, radius, 1 if end > start else 0)
    return f"M{_at(x, y, start, radius)}{_arc_to(x, y, radius, start, end)}"


@tool
def wedge(x: Number, y: Number, radius: Length, start: Number, end: Number) -> str:
    """Return a slice of a disc."""
    if abs(end - start) > _WHOLE_TURN:
        return _circle(x, y, radius, 1)
    return f"M{short(x)} {short(y)}L{_at(x, y, start, radius)}{_arc_to(x, y, radius, start, end)}Z"


@tool
def ring(x: Number, y: Number, outer: Length, inner: Length, start: Number = 0, end: Number = 360) -> str:
    """Return a ring, or the part of it from one angle to another."""
    if inner >= outer:
        raise CannotDraw(f"inner is {inner:g}; it must be less than outer, {outer:g}")
    if abs(end - start) > _WHOLE_TURN:
        return _circle(x, y, outer, 1) + _circle(x, y, inner, 0)
    there, back = _arc_to(x, y, outer, start, end), _arc_to(x, y, inner, end, start)
    return f"M{_at(x, y, start, outer)}{there}L{_at(x, y, end, inner)}{back}Z"


@tool
def regular(x: Number, y: Number, radius: Length, sides: Count, turn: Number = 0) -> str:
    """Return a polygon of equal sides, a corner at the top; `turn` turns it clockwise."""
    if sides < 3:
        raise CannotDraw(f"sides is {sides}; a polygon has 3 or more")
    return closed_path(polar_point(x, y, turn + 360 * i / sides, radius) for i in range(sides))


@tool
def star(x: Number, y: Number, outer: Length, inner: Length, points: Count, turn: Number = 0) -> str:
    """Return a star, one of its points at the top."""
    if points < 2:
        raise CannotDraw(f"points is {points}; a star has 2 or more")
    reach = (outer, inner)
    corners = (polar_point(x, y, turn + 180 * i / points, reach[i % 2]) for i in range(2 * points))
    return closed_path(corners)


@tool
def spiral(x: Number, y: Number, inner: Number, outer: Length, turns: Length, start: Number = 0) -> str:
    """Return a line that winds clockwise from one distance to another; `turns` may end in part of one."""
    pieces = math.ceil(turns * 72)
    require_at_most(pieces, 20_000, "points")
    shares = [i / pieces for i in range(pieces + 1)]
    return open_path(polar_point(x, y, start + 360 * turns * t, inner + (outer - inner) * t) for t in shares)


@tool
def rounded(path: Path, radius: Length) -> str:
    """Return the shape with every corner rounded, as far as its sides are long enough."""
    return "".join(_rounded(each, radius) for each in read_outlines(path))


def _circle(x: float, y: float, radius: float, sweep: int) -> str:
    half = f"A{short(radius)} {short(radius)} 0 1 {sweep} "
    top, bottom = (f"{short(x)} {short(y + way * radius)}" for way in (-1, 1))
    return f"M{top}{half}{bottom}{half}{top}Z"


def _at(x: float, y: float, angle: float, radius: float) -> str:
    return " ".join(map(short, polar_point(x, y, angle, radius)))


def _arc_to(x: float, y: float, radius: float, start: float, end: float) -> str:
    large, sweep = int(abs(end - start) > 180), int(end > start)
    return f"A{short(radius)} {short(radius)} 0 {large} {sweep} {_at(x, y, end, radius)}"


def _rounded(outline: Outline, radius: float) -> str:
    """Return a line with an arc at each of its corners; the ends of an open one stay where they are."""
    points = outline.points
    if len(points) < 3:
        return open_path(points)
    if outline.closed:
        corners = zip((points[-1], *points[:-1]), points, (*points[1:], points[0]), strict=True)
        return "M" + "L".join(_corner(*each, radius) for each in corners) + "Z"
    inner = [_corner(a, b, c, radius) for (a, b), (_, c) in pairwise(pairwise(points))]
    return f"{open_path(points[:1])}L{'L'.join(inner)}L{open_path(points[-1:])[1:]}"


def _corner(before: Point, corner: Point, after: Point, radius: float) -> str:
    """Return where the arc of a corner begins, and the arc; the corner alone where there is no room."""
    (ux, uy), (vx, vy) = _unit(corner, before), _unit(corner, after)
    half = math.acos(max(-1.0, min(1.0, ux * vx + uy * vy))) / 2
    if half < 1e-3 or half > math.pi / 2 - 0.05:
        return f"{short(corner[0])} {short(corner[1])}"
    room = min(math.dist(before, corner), math.dist(corner, after)) / 2
    back = min(radius / math.tan(half), room)
    bend, sweep = back * math.tan(half), int(ux * vy - uy * vx < 0)
    start, end = (
        (corner[0] + ux * back, corner[1] + uy * back),
        (corner[0] + vx * back, corner[1] + vy * back),
    )
    there = f"{short(start[0])} {short(start[1])}"
    return f"{there}A{short(bend)} {short(bend)} 0 0 {sweep} {short(end[0])} {short(end[1])}"


def _unit(start: Point, end: Point) -> Point:
    length = math.dist(start, end) or 1.0
    return (end[0] - start[0]) / length, (end[1] - start[1]) / length
