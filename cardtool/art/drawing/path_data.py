"""SVG path data as points, and points as path data.

Curves become straight pieces, as close to them as a printer could tell. y runs downwards; a shape that is
drawn clockwise on paper has a positive area.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from fontTools.pens.recordingPen import RecordingPen
from fontTools.svgLib.path.parser import parse_path

from cardtool.art.drawing.tool_arguments import CannotDraw, Point, Points, require_at_most

_FINENESS = 5000  # how many times the height of the bow that is cut off goes into the whole drawing
_MOST_POINTS = 20_000


class Spot(NamedTuple):
    """A place, and the degrees by which SVG's `rotate()` turns what stands there."""

    x: float
    y: float
    angle: float


class Outline(NamedTuple):
    """One line of a path, in straight pieces. A closed one does not name its first point again."""

    points: Points
    closed: bool

    @property
    def sides(self) -> Iterator[tuple[Point, Point]]:
        """Yield its straight pieces, in order."""
        ends = (*self.points[1:], self.points[0]) if self.closed else self.points[1:]
        return zip(self.points, ends, strict=False)

    @property
    def length(self) -> float:
        return sum(math.dist(a, b) for a, b in self.sides)


def polar_point(x: float, y: float, angle: float, radius: float) -> Point:
    """Return the point so far from a centre; degrees run clockwise from the top, as on a clock."""
    turn = math.radians(angle)
    return x + radius * math.sin(turn), y - radius * math.cos(turn)


def short(value: float) -> str:
    """Return a number as path data has it, to a thousandth."""
    text = f"{value:.3f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def rounded_spot(x: float, y: float, angle: float) -> Spot:
    """Return a spot in numbers that are the same on every machine, its angle from 0 up to 360."""
    return Spot(round(x, 3) + 0.0, round(y, 3) + 0.0, round(angle % 360, 2) % 360)


def closed_path(points: Iterable[Point]) -> str:
    """Return a closed shape as path data."""
    return f"{open_path(points)}Z"


def open_path(points: Iterable[Point]) -> str:
    """Return a line as path data."""
    return "M" + "L".join(f"{short(x)} {short(y)}" for x, y in points)


def area(points: Points) -> float:
    """Return what a closed line goes round; less than nothing where it goes anticlockwise on paper."""
    pairs = zip(points, (*points[1:], points[0]), strict=True)
    return sum(a[0] * b[1] - b[0] * a[1] for a, b in pairs) / 2


@lru_cache(maxsize=64)
def read_outlines(path: str) -> tuple[Outline, ...]:
    """Return the lines of some path data. Raises: CannotDraw for what is none."""
    recorded = _recorded(path)
    bow = _extent(recorded) / _FINENESS
    outlines: list[Outline] = []
    points: list[Point] = []
    for operation, where in recorded:
        if operation == "moveTo":
            points = [where[0]]
        elif operation in ("closePath", "endPath"):
            outlines.append(_outline(points, operation == "closePath"))
        else:
            points += _straightened(points[-1], where, bow)
            require_at_most(len(points), _MOST_POINTS, "points")
    return tuple(each for each in outlines if len(each.points) > 1)


def closed_outlines(path: str) -> list[Points]:
    """Return the shapes of a path; a line that is not closed encloses what it would if it were."""
    return [each.points for each in read_outlines(path) if len(each.points) > 2]


def _recorded(path: str) -> list[tuple[str, tuple[Point, ...]]]:
    pen = RecordingPen()
    try:
        parse_path(path, pen)
    except (ValueError, IndexError, AssertionError, ZeroDivisionError, OverflowError):
        raise CannotDraw(f'"{path[:40]}" is no SVG path data') from None
    if not all(math.isfinite(value) for _, where in pen.value for point in where for value in point):
        raise CannotDraw(f'"{path[:40]}" holds what is no number')
    return list(pen.value)


def _extent(recorded: Iterable[tuple[str, tuple[Point, ...]]]) -> float:
    points = [point for _, where in recorded for point in where]
    return extent(points) if points else 1.0


def extent(points: Points) -> float:
    """Return the longer side of the box round some points; never nothing."""
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return max(max(xs) - min(xs), max(ys) - min(ys), 1e-6)


def _outline(points: Sequence[Point], closed: bool) -> Outline:
    kept = [point for before, point in zip((None, *points), points, strict=False) if point != before]
    if closed and len(kept) > 1 and math.dist(kept[0], kept[-1]) < 1e-9:
        kept.pop()
    return Outline(tuple(kept), closed)


def _straightened(start: Point, where: Sequence[Point], bow: float) -> list[Point]:
    """Return a straight or curved piece as points, without the first."""
    if len(where) == 1:
        return list(where)
    control = (start, *where)
    bends = [math.dist(a, (2 * b[0] - c[0], 2 * b[1] - c[1])) for a, b, c in _triples(control)]
    pieces = max(1, math.ceil(math.sqrt(max(bends) * (0.75 if len(where) == 3 else 0.25) / bow)))
    return [_bezier(control, i / pieces) for i in range(1, pieces)] + [where[-1]]


def _triples(points: Sequence[Point]) -> Iterator[tuple[Point, Point, Point]]:
    return zip(points, points[1:], points[2:], strict=False)


def _bezier(control: Sequence[Point], t: float) -> Point:
    """Return the point a share of the way along a curve (de Casteljau's way)."""
    while len(control) > 1:
        control = [(a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t) for a, b in pairwise(control)]
    return control[0]
