"""What closed lines enclose, taken together: the one floor under joining, cutting, growing and shrinking.

Every line is cut where another crosses it; a piece stays where one side of it belongs to the shape and the
other does not. Which side does is told by how many times the lines go round it (the winding number).
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise

from cardtool.art.drawing.path_data import area, closed_outlines, closed_path, extent
from cardtool.art.drawing.tool_arguments import Path, Point, Points, require_at_most, tool

MOST_SIDES = 6_000
_Side = tuple[Point, Point]


@tool
def joined(path: Path, other: Path) -> str:
    """Return what either shape covers."""
    return shapes_path(regions((*plain(path), *plain(other)), lambda times: times >= 1))


@tool
def common(path: Path, other: Path) -> str:
    """Return what both shapes cover."""
    return shapes_path(regions((*plain(path), *plain(other)), lambda times: times >= 2))


@tool
def without(path: Path, other: Path) -> str:
    """Return the first shape where the other does not cover it."""
    taken = [tuple(reversed(points)) for points in plain(other)]
    return shapes_path(regions((*plain(path), *taken), lambda times: times >= 1))


def plain(path: str) -> list[Points]:
    """Return the shapes of a path as SVG fills them, none crossing another: holes run anticlockwise."""
    return regions(closed_outlines(path), lambda times: times != 0)


def shapes_path(shapes: Iterable[Points]) -> str:
    """Return closed shapes as path data."""
    return "".join(map(closed_path, shapes))


def regions(shapes: Sequence[Points], belongs: Callable[[int], bool]) -> list[Points]:
    """Return the lines round what belongs, by how many times the shapes go round it.

    They run clockwise on paper, and the other way round holes.
    """
    every = [point for shape in shapes for point in shape]
    if not every:
        return []
    require_at_most(len(every), MOST_SIDES, "sides")
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
