"""The dieline of a piece: shapes, paths, holes, folds; nets of standees and dice; and the cut as it lies.

Arithmetic only. Lengths are millimetres; a path is measured from the middle of its piece. Round corners are
taken for sharp ones where it is asked what keeps from the cut: what keeps from the sides keeps from them.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from itertools import pairwise
from typing import NamedTuple

from cardtool.geometry import Axis, Box, Point, Sides, Size
from cardtool.model.polygon import Polygon, meets_box, point_reach


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


_TAB_SHARE, _DEEPEST_TAB = 0.35, 8.0  # of the edge of a die; mm
_TAB_SLANT = 0.6  # of its depth, by which a tab is shorter at each end
_NO_BLEED = Sides.all(0.0)


@dataclass(frozen=True, slots=True)
class NetPart:
    """A face on a net: its place, drawn after so many degrees of `turn`, clockwise, or `mirrored`.

    `bleed` says on which sides it may go on beyond its edge: where the net is cut, and not folded. `side` is
    its number, from 1; `is_back` says that it is the kind's back.
    """

    id: str
    template: str
    box: Box
    side: int
    turn: int = 0
    mirrored: bool = False
    is_back: bool = False
    bleed: Sides = _NO_BLEED


@dataclass(frozen=True, slots=True)
class Net:
    """A flat piece: its size, what is cut and folded, its faces, and the room it takes when it stands."""

    size: Size
    outline: Outline
    parts: tuple[NetPart, ...]
    footprint: Size


def standee_net(face: Size, foot: float, bleed: float, front: str, back: str = "") -> Net:
    """Return the strip that stands up when it is folded: foot, back on its head, front, foot.

    `front` and `back` are the templates; without one of its own, the back is the front seen from behind. Both
    feet are bent outwards, or pushed together into a stand. Without a foot the whole of it is pushed in.
    """
    whole = Size(face.width, 2 * (face.height + foot))
    folds = tuple(
        Fold(Point(-face.width / 2, y), Point(face.width / 2, y))
        for y in ((-face.height, 0.0, face.height) if foot else (0.0,))
    )
    end = 0.0 if foot else bleed
    upper_open = Sides(left=bleed, top=end, right=bleed, bottom=0)
    lower_open = Sides(left=bleed, top=0, right=bleed, bottom=end)
    upper, lower = Box(0, foot, *face), Box(0, foot + face.height, *face)
    behind = NetPart("back", back or front, upper, 2, 180, not back, bool(back), upper_open)
    ahead = NetPart("front", front, lower, 1, bleed=lower_open)
    return Net(whole, Outline(folds=folds), (behind, ahead), Size(face.width, foot))


def die_net(edge: float, bleed: float, template: str) -> Net:
    """Return the cross of six squares with tabs that folds up to a die; opposite sides come to seven.

    In the middle row lie sides 5, 1, 2 and 6, above the 1 lies the 3 and below it the 4.
    """
    tab = min(_TAB_SHARE * edge, _DEEPEST_TAB)
    whole = Size(4 * edge + tab, 3 * edge + 2 * tab)
    middle = tab + edge
    squares = {5: (0, 0), 1: (1, 0), 2: (2, 0), 6: (3, 0), 3: (1, -1), 4: (1, 1)}
    parts = tuple(
        NetPart(
            str(side),
            template,
            Box(column * edge, middle + row * edge, edge, edge),
            side,
            bleed=_open_sides(side, bleed),
        )
        for side, (column, row) in sorted(squares.items())
    )
    corners = [Vertex(Point(x - whole.width / 2, y - whole.height / 2)) for x, y in _die_corners(edge, tab)]
    folds = tuple(_centred_fold(*line, whole) for line in _die_folds(edge, tab))
    return Net(whole, Outline(Shape.PATH, path=tuple(corners), folds=folds), parts, Size(edge, edge))


def _open_sides(side: int, bleed: float) -> Sides:
    """Return where the side of a die ends at a cut: elsewhere it goes on in another, or in a tab."""
    ends = bleed if side in (2, 5, 6) else 0.0
    return Sides(left=bleed if side == 5 else 0.0, top=ends, right=0.0, bottom=ends)


def _die_corners(edge: float, tab: float) -> Iterator[tuple[float, float]]:
    """Yield the corners of the cross and its seven tabs, clockwise from the left end of the middle row."""
    slant, a, t = _TAB_SLANT * tab, edge, tab
    top, upper, lower, foot = t, t + a, t + 2 * a, t + 3 * a
    yield from ((0, upper), (a, upper))
    yield from ((a - t, upper - slant), (a - t, top + slant), (a, top))
    yield from ((a + slant, 0), (2 * a - slant, 0), (2 * a, top))
    yield from ((2 * a + t, top + slant), (2 * a + t, upper - slant), (2 * a, upper))
    yield (4 * a, upper)
    yield from ((4 * a + t, upper + slant), (4 * a + t, lower - slant), (4 * a, lower))
    yield (2 * a, lower)
    yield from ((2 * a + t, lower + slant), (2 * a + t, foot - slant), (2 * a, foot))
    yield from ((2 * a - slant, foot + t), (a + slant, foot + t), (a, foot))
    yield from ((a - t, foot - slant), (a - t, lower + slant), (a, lower))
    yield (0, lower)


def _die_folds(edge: float, tab: float) -> Iterator[tuple[float, float, float, float]]:
    """Yield each fold: between squares, and at the foot of each tab."""
    a, top, upper, lower, foot = edge, tab, tab + edge, tab + 2 * edge, tab + 3 * edge
    for column in (1, 2, 3, 4):
        yield column * a, upper, column * a, lower
    for y in (top, upper, lower, foot):
        yield a, y, 2 * a, y
    for x in (a, 2 * a):
        yield x, top, x, upper
        yield x, lower, x, foot


def _centred_fold(x: float, y: float, to_x: float, to_y: float, whole: Size) -> Fold:
    by = Point(-whole.width / 2, -whole.height / 2)
    return Fold(Point(x, y).moved(by), Point(to_x, to_y).moved(by))


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
