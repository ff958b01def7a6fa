"""What closed lines enclose: joined, cut out, grown, shrunk; in layers, torn, filled with dots or hatching.

Every line is cut where another crosses it; a piece stays where one side of it belongs to the shape and the
other does not. Which side does is told by how many times the lines go round it (the winding number). Chance
comes from a seed, so that the same word always gives the same edge.
"""

from __future__ import annotations

import math
import random
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from cardtool.art.drawing.path_data import (
    CannotDraw,
    Count,
    Length,
    Number,
    Outline,
    Path,
    Point,
    Points,
    Seed,
    area,
    closed_outlines,
    closed_path,
    extent,
    open_path,
    read_outlines,
    require_at_most,
    short,
    tool,
)

_MOST_SIDES = 6_000
_Side = tuple[Point, Point]


@tool
def joined(path: Path, other: Path) -> str:
    """Return what either shape covers."""
    return _shapes_path(_regions((*plain(path), *plain(other)), lambda times: times >= 1))


@tool
def common(path: Path, other: Path) -> str:
    """Return what both shapes cover."""
    return _shapes_path(_regions((*plain(path), *plain(other)), lambda times: times >= 2))


@tool
def without(path: Path, other: Path) -> str:
    """Return the first shape where the other does not cover it."""
    taken = [tuple(reversed(points)) for points in plain(other)]
    return _shapes_path(_regions((*plain(path), *taken), lambda times: times >= 1))


def plain(path: str) -> list[Points]:
    """Return the shapes of a path as SVG fills them, none crossing another: holes run anticlockwise."""
    return _regions(closed_outlines(path), lambda times: times != 0)


def _shapes_path(shapes: Iterable[Points]) -> str:
    """Return closed shapes as path data."""
    return "".join(map(closed_path, shapes))


def _regions(shapes: Sequence[Points], belongs: Callable[[int], bool]) -> list[Points]:
    """Return the lines round what belongs, by how many times the shapes go round it.

    They run clockwise on paper, and the other way round holes.
    """
    every = [point for shape in shapes for point in shape]
    if not every:
        return []
    require_at_most(len(every), _MOST_SIDES, "sides")
    size = extent(every)
    sides = _cut_sides(shapes, 5 - math.ceil(math.log10(size)))
    kept = _border(sides, belongs) if sides else []
    return [each for line in _chained(kept) if abs(area(each := _smoothed(line, size))) > size * size * 1e-8]


def _cut_sides(shapes: Sequence[Points], digits: int) -> dict[_Side, int]:
    """Return every piece of the lines, from its smaller end, with how often it is gone along."""
    sides = [
        side
        for shape in shapes
        for side in _sides_of([(round(x, digits), round(y, digits)) for x, y in shape])
    ]
    times: dict[_Side, int] = defaultdict(int)
    for (start, end), cuts in zip(sides, _crossings(sides, digits), strict=True):
        ordered = sorted({start, *cuts, end}, key=lambda point: math.dist(point, start))
        for a, b in pairwise(ordered):
            times[(a, b) if a < b else (b, a)] += 1 if a < b else -1
    return {side: count for side, count in times.items() if count}


def _sides_of(points: Points) -> list[_Side]:
    return [(a, b) for a, b in zip(points, (*points[1:], *points[:1]), strict=True) if a != b]


def _crossings(sides: Sequence[_Side], digits: int) -> list[set[Point]]:
    """Return for each side the points at which others cross or touch it."""
    cuts: list[set[Point]] = [set() for _ in sides]
    boxes = [(min(a[0], b[0]), max(a[0], b[0]), min(a[1], b[1]), max(a[1], b[1])) for a, b in sides]
    order = sorted(range(len(sides)), key=lambda i: boxes[i][0])
    for place, i in enumerate(order):
        _, right, top, bottom = boxes[i]
        for j in order[place + 1 :]:
            left, _, above, below = boxes[j]
            if left > right:
                break
            if above <= bottom and below >= top:
                for point in _meetings(sides[i], sides[j], digits):
                    cuts[i].add(point)
                    cuts[j].add(point)
    return cuts


def _meetings(side: _Side, other: _Side, digits: int) -> list[Point]:
    """Return where two sides cross; where one lies on the other, or ends on it, those ends."""
    (ax, ay), (bx, by) = side
    (cx, cy), (dx, dy) = other
    rx, ry, sx, sy = bx - ax, by - ay, dx - cx, dy - cy
    near = 10.0**-digits
    ends = [point for point in other if _lies_on(point, side, near)]
    ends += [point for point in side if _lies_on(point, other, near)]
    turn = rx * sy - ry * sx
    if ends or abs(turn) < 1e-12 * (abs(rx) + abs(ry)) * (abs(sx) + abs(sy)):
        return ends
    t = ((cx - ax) * sy - (cy - ay) * sx) / turn
    u = ((cx - ax) * ry - (cy - ay) * rx) / turn
    if not (0 < t < 1 and 0 < u < 1):
        return []
    return [(round(ax + t * rx, digits), round(ay + t * ry, digits))]


def _lies_on(point: Point, side: _Side, near: float) -> bool:
    (ax, ay), (bx, by) = side
    px, py, rx, ry = point[0] - ax, point[1] - ay, bx - ax, by - ay
    length = math.hypot(rx, ry)
    along = (px * rx + py * ry) / length
    return abs(px * ry - py * rx) <= near * length and -near <= along <= length + near


class _Crossed:
    """Sides by the rows or columns they run through, to be counted along a ray. `axis` is 1 for rows."""

    def __init__(self, sides: dict[_Side, int], axis: int) -> None:
        places = [point[axis] for side in sides for point in side]
        self._low = min(places)
        self._step = max(max(places) - self._low, 1e-9) / max(1, len(sides) // 2)
        self._axis, self._sides = axis, defaultdict[int, list[tuple[_Side, int]]](list)
        for side, count in sides.items():
            first, last = sorted(self._row(point[axis]) for point in side)
            for row in range(first, last + 1):
                self._sides[row].append((side, count))

    def _row(self, place: float) -> int:
        return int((place - self._low) / self._step)

    def times_round(self, point: Point, own: _Side) -> int:
        """Return how many times the sides go round a point, but for the one on which it lies."""
        axis, other = self._axis, 1 - self._axis
        at, total = point[axis], 0
        for side, count in self._sides[self._row(at)]:
            a, b = side
            falls = a[axis] <= at < b[axis]
            if (falls or b[axis] <= at < a[axis]) and side is not own:
                reach = a[other] + (at - a[axis]) / (b[axis] - a[axis]) * (b[other] - a[other])
                if reach > point[other]:
                    total += count if falls else -count
        return total if axis else -total


def _border(sides: dict[_Side, int], belongs: Callable[[int], bool]) -> list[_Side]:
    """Return the sides with what belongs on one hand only, each running with it on its right."""
    rows, columns = _Crossed(sides, 1), _Crossed(sides, 0)
    kept: list[_Side] = []
    for side, count in sides.items():
        (ax, ay), (bx, by) = side
        steep = abs(by - ay) >= abs(bx - ax)
        middle = ((ax + bx) / 2, (ay + by) / 2)
        beyond = (rows if steep else columns).times_round(middle, side)  # to the right of it, or below
        before = beyond + (count if steep and by > ay else -count)
        if belongs(beyond) != belongs(before):
            # What is left of an edge that runs down, and above one that runs left, is on its right hand.
            forwards = belongs(before) == (steep and by > ay)
            kept.append(side if forwards else (side[1], side[0]))
    return kept


def _chained(sides: Iterable[_Side]) -> list[Points]:
    """Return sides put together end to end; where several go on, the sharpest turn to the right."""
    onwards: dict[Point, list[Point]] = defaultdict(list)
    for start, end in sides:
        onwards[start].append(end)
    lines: list[Points] = []
    for first in list(onwards):
        while onwards[first]:
            line = [first, onwards[first].pop()]
            while line[-1] != first and onwards[line[-1]]:
                line.append(_next_point(line[-2], line[-1], onwards[line[-1]]))
            lines.append(line[:-1] if line[-1] == first else line)
    return lines


def _next_point(before: Point, here: Point, choices: list[Point]) -> Point:
    heading = math.atan2(here[1] - before[1], here[0] - before[0])

    def turn(point: Point) -> float:
        return (math.atan2(point[1] - here[1], point[0] - here[0]) - heading + math.pi) % math.tau

    best = max(choices, key=turn)
    choices.remove(best)
    return best


def _smoothed(points: Points, size: float) -> Points:
    """Return a closed line without the points that lie on a straight line between their neighbours."""
    kept: list[Point] = []
    for place, point in enumerate(points):
        before = kept[-1] if kept else points[-1]
        after = points[(place + 1) % len(points)]
        base = math.dist(before, after)
        off = abs(
            (after[0] - before[0]) * (point[1] - before[1]) - (after[1] - before[1]) * (point[0] - before[0])
        )
        if base < size * 1e-6 or off > base * size * 2e-6:
            kept.append(point)
    return kept if len(kept) > 2 else points


_LONGEST_MITRE = 4.0  # times as far as the sides have moved; SVG's own limit
_FINENESS = 2000  # as of curves: how many times the bow goes into the drawing


class Layer(NamedTuple):
    """A sheet of paper, and the shadow that falls on it or from it; print them in the order they come."""

    path: str
    shadow: str


@tool
def grown(path: Path, by: Number, corners: str = "mitre") -> str:
    """Return the shape with its outline moved outwards; `by` under 0 moves it inwards.

    `corners` are "mitre", which keeps them sharp, or "round".
    """
    return _shapes_path(_grown(plain(path), by, _is_round(corners)))


@tool
def layers(
    path: Path,
    count: Count,
    by: Number,
    right: Number = 0.4,
    down: Number = 0.6,
    corners: str = "round",
) -> tuple[Layer, ...]:
    """Return sheets of paper from the lowest up, each smaller than the one under it by so much.

    The shadow of each lies on the sheet below it, moved to the right and down; that of the lowest lies
    outside. Where `by` is under 0 the sheets are a hole that gets deeper: each is larger than the next one
    below, and the shadow lies on the sheet itself, along the edges that stand above it.
    """
    whole, is_round = plain(path), _is_round(corners)
    sheets = [_grown(whole, -abs(by) * i, is_round) if i else whole for i in range(min(count, 40))]
    sheets = [sheet for sheet in sheets if sheet]
    if by < 0:
        return tuple(Layer(_shapes_path(sheet), _sunk(sheet, right, down)) for sheet in sheets)
    under = [None, *sheets]
    return tuple(
        Layer(_shapes_path(sheet), _cast(sheet, below, right, down))
        for sheet, below in zip(sheets, under, strict=False)
    )


def _cast(sheet: list[Points], below: list[Points] | None, right: float, down: float) -> str:
    """Return the shadow of a sheet, as far as there is paper under it."""
    shadow = _moved(sheet, right, down)
    return _shapes_path(shadow if below is None else _regions((*shadow, *below), lambda times: times >= 2))


def _sunk(sheet: list[Points], right: float, down: float) -> str:
    """Return the shadow on a sheet that lies deeper than what is round it."""
    lit = [tuple(reversed(points)) for points in _moved(sheet, right, down)]
    return _shapes_path(_regions((*sheet, *lit), lambda times: times >= 1))


def _moved(shapes: list[Points], right: float, down: float) -> list[Points]:
    return [[(x + right, y + down) for x, y in points] for points in shapes]


def _is_round(corners: str) -> bool:
    if corners not in ("mitre", "round"):
        raise CannotDraw(f'corners is "{corners[:40]}"; "mitre" or "round" is wanted')
    return corners == "round"


def _grown(shapes: list[Points], by: float, is_round: bool) -> list[Points]:
    """Return plain shapes grown; where an outline has run into itself, what is left of it."""
    if not shapes or not by:
        return shapes
    bow = extent([point for points in shapes for point in points]) / _FINENESS
    moved = [list(_moved_outline(points, by, bow if is_round else 0)) for points in shapes]
    return _regions(moved, lambda times: times >= 1)


def _moved_outline(points: Points, by: float, bow: float) -> Iterator[Point]:
    """Yield the outline with every side moved; it crosses itself where sides have gone past one another."""
    befores, afters = (*points[-1:], *points[:-1]), (*points[1:], *points[:1])
    for before, corner, after in zip(befores, points, afters, strict=True):
        yield from _moved_corner(corner, _outwards(before, corner), _outwards(corner, after), by, bow)


def _outwards(start: Point, end: Point) -> Point:
    """Return the direction away from the shape, which lies on the right of its sides."""
    length = math.dist(start, end) or 1.0
    return (end[1] - start[1]) / length, (start[0] - end[0]) / length


def _moved_corner(corner: Point, first: Point, second: Point, by: float, bow: float) -> Iterator[Point]:
    """Yield what becomes of a corner between two sides, of which these are the outward directions."""
    turn, straight = first[0] * second[1] - first[1] * second[0], first[0] * second[0] + first[1] * second[1]
    start, end = _shifted(corner, first, by), _shifted(corner, second, by)
    if turn * by < -1e-9 and straight < 0.999:  # the sides run into each other here
        yield from (start, corner, end)
    elif straight > 0.999 or (not bow and 2 / (1 + straight + 1e-12) <= _LONGEST_MITRE**2):
        middle = (first[0] + second[0]) / (1 + straight), (first[1] + second[1]) / (1 + straight)
        yield _shifted(corner, middle, by)
    elif bow:
        yield from _round_corner(corner, first, second, by, bow)
    else:
        yield from (start, end)


def _shifted(point: Point, direction: Point, by: float) -> Point:
    return point[0] + direction[0] * by, point[1] + direction[1] * by


def _round_corner(corner: Point, first: Point, second: Point, by: float, bow: float) -> Iterator[Point]:
    start = math.atan2(first[1], first[0])
    turn = (math.atan2(second[1], second[0]) - start + math.pi) % math.tau - math.pi
    step = 2 * math.acos(max(0.0, 1 - bow / abs(by)))
    pieces = min(64, max(1, math.ceil(abs(turn) / max(step, 0.05))))
    for i in range(pieces + 1):
        angle = start + turn * i / pieces
        yield corner[0] + math.cos(angle) * by, corner[1] + math.sin(angle) * by


_MOST_MARKS = 4_000  # dots or strokes
_CORNER = math.cos(math.radians(20))  # what bends more is a corner
_Span = tuple[float, float]


@tool
def hatching(path: Path, step: Length, angle: Number = 45) -> str:
    """Return lines inside the shape, `step` apart: to be stroked. An angle of 0 is level, 90 upright."""
    shapes = _turned(plain(path), -angle)
    strokes = [[(x0, y), (x1, y)] for y in _rows(shapes, step) for x0, x1 in _spans(shapes, y)]
    require_at_most(len(strokes), _MOST_MARKS, "lines")
    return "".join(map(open_path, _turned(strokes, angle)))


@tool
def dots(
    path: Path,
    step: Length,
    radius: Length,
    end_radius: Number | None = None,
    angle: Number = 45,
    towards: Number = 180,
    cut: bool = True,
) -> str:
    """Return dots in rows, `step` apart, inside the shape; those on its edge are cut off by it.

    With `end_radius` they grow or shrink from `radius` to that, towards an angle (180 is downwards). With
    `cut=false` dots on the edge are left out.
    """
    last = radius if end_radius is None else max(0.0, end_radius)
    largest = max(radius, last)
    if 2 * largest > step:
        raise CannotDraw(f"dots of radius {largest:g} run into each other when they are {step:g} apart")
    shapes = plain(path)
    centres = list(_centres(_turned(plain(grown(path, largest, "round")), -angle), step, angle))
    sizes = _sizes(centres, radius, last, towards)
    inner = plain(grown(path, -largest))
    whole = [(spot, size) for spot, size in zip(centres, sizes, strict=True) if _is_inside(spot, inner)]
    edge = [(spot, size) for spot, size in zip(centres, sizes, strict=True) if not _is_inside(spot, inner)]
    rest = [_disc(spot, size) for spot, size in edge if size > 0.02] if cut else []
    kept = _regions((*shapes, *rest), lambda times: times >= 2) if rest else []
    return "".join(_dot(spot, size) for spot, size in whole if size > 0.02) + _shapes_path(kept)


@tool
def rough(path: Path, seed: Seed, depth: Length = 0.3, step: Length = 1.5) -> str:
    """Return the shape or line with an uneven edge, that strays by `depth` at most, about every `step`."""
    outlines, chance = read_outlines(path), random.Random(seed)
    require_at_most(sum(each.length for each in outlines) / step, _MOST_MARKS, "points")
    return "".join(
        (closed_path if each.closed else open_path)(_strayed(each, chance, depth, step)) for each in outlines
    )


def _turned(shapes: Sequence[Points], angle: float) -> list[Points]:
    """Return shapes turned clockwise about the origin."""
    c, s = math.cos(math.radians(angle)), math.sin(math.radians(angle))
    return [[(x * c - y * s, x * s + y * c) for x, y in points] for points in shapes]


def _rows(shapes: Sequence[Points], step: float) -> list[float]:
    """Return the heights of level lines through the shapes, at whole steps, so that neighbours agree."""
    ys = [y for points in shapes for _, y in points]
    if not ys:
        return []
    first, last = math.ceil(min(ys) / step - 0.5), math.floor(max(ys) / step - 0.5)
    require_at_most(last - first + 1, _MOST_MARKS, "rows")
    return [(i + 0.5) * step for i in range(first, last + 1)]


def _spans(shapes: Sequence[Points], y: float) -> list[_Span]:
    """Return the parts of a level line inside plain shapes."""
    places = sorted(
        ax + (y - ay) / (by - ay) * (bx - ax)
        for points in shapes
        for (ax, ay), (bx, by) in zip(points, (*points[1:], points[0]), strict=True)
        if (ay <= y) != (by <= y)
    )
    return [(a, b) for a, b in zip(places[::2], places[1::2], strict=False) if b - a > 1e-3]


def _centres(shapes: list[Points], step: float, angle: float) -> Iterator[Point]:
    """Yield the places of a square lattice inside turned shapes, turned back."""
    found: list[Point] = []
    for y in _rows(shapes, step):
        for x0, x1 in _spans(shapes, y):
            found += [(i * step, y) for i in range(math.ceil(x0 / step), math.floor(x1 / step) + 1)]
            require_at_most(len(found), _MOST_MARKS, "dots")
    yield from _turned([found], angle)[0]


def _sizes(centres: Sequence[Point], first: float, last: float, towards: float) -> list[float]:
    """Return the radius of each dot: the first one's where they begin, the last one's where they end."""
    turn = math.radians(towards)
    places = [x * math.sin(turn) - y * math.cos(turn) for x, y in centres]
    low, high = min(places, default=0.0), max(places, default=0.0)
    return [first + (last - first) * ((place - low) / ((high - low) or 1.0)) for place in places]


def _is_inside(point: Point, shapes: Sequence[Points]) -> bool:
    return any(x0 <= point[0] <= x1 for x0, x1 in _spans(shapes, point[1]))


def _dot(centre: Point, radius: float) -> str:
    x, y, r = short(centre[0]), centre[1], short(radius)
    top, bottom = short(y - radius), short(y + radius)
    return f"M{x} {top}A{r} {r} 0 1 1 {x} {bottom}A{r} {r} 0 1 1 {x} {top}Z"


def _disc(centre: Point, radius: float) -> Points:
    """Return a dot as a polygon, clockwise."""
    turns = (math.tau * (i + 0.5) / 20 for i in range(20))
    return [(centre[0] + radius * math.cos(turn), centre[1] + radius * math.sin(turn)) for turn in turns]


def _strayed(outline: Outline, chance: random.Random, depth: float, step: float) -> list[Point]:
    points, is_first = outline.points, True
    moved: list[Point] = []
    since = 0.0
    for place, (start, end) in enumerate(outline.sides):
        length = math.dist(start, end)
        if is_first or since >= step or _is_corner(points, place):
            moved.append(_astray(start, start, end, chance, depth))
            since, is_first = 0.0, False
        at = step * chance.uniform(0.6, 1.4) - since
        while at < length - step * 0.3:
            share = at / length
            middle = (start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share)
            moved.append(_astray(middle, start, end, chance, depth))
            since = -at
            at += step * chance.uniform(0.6, 1.4)
        since += length
    return moved if outline.closed else [points[0], *moved[1:], points[-1]]


def _is_corner(points: Points, place: int) -> bool:
    (ax, ay), (bx, by), (cx, cy) = points[place - 1], points[place], points[(place + 1) % len(points)]
    straight = (bx - ax) * (cx - bx) + (by - ay) * (cy - by)
    return straight < _CORNER * math.hypot(bx - ax, by - ay) * math.hypot(cx - bx, cy - by)


def _astray(point: Point, start: Point, end: Point, chance: random.Random, depth: float) -> Point:
    """Return a point moved across the side on which it lies."""
    length, off = math.dist(start, end) or 1.0, chance.uniform(-depth, depth)
    return point[0] + (end[1] - start[1]) / length * off, point[1] - (end[0] - start[0]) / length * off
