"""Shapes that a compass and a ruler make, boards of cells, and what stands along a line: places, stitches,
the letters of a word set round a ring, an edge of teeth, scallops or waves.
"""

from __future__ import annotations

import bisect
import math
from collections.abc import Callable, Iterator
from itertools import accumulate, pairwise
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
    Spot,
    area,
    closed_path,
    open_path,
    polar_point,
    read_outlines,
    require_at_most,
    rounded_spot,
    short,
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


_MOST_CELLS = 2_000


class Cell(NamedTuple):
    """One cell, counted from 0 in the upper left corner; `x` and `y` are its middle."""

    column: int
    row: int
    x: float
    y: float
    path: str


@tool
def squares(
    left: Number, top: Number, columns: Count, rows: Count, side: Length, gap: Number = 0
) -> tuple[Cell, ...]:
    """Return a grid of squares, row by row, with a gap between them."""
    require_at_most(columns * rows, _MOST_CELLS, "cells")
    half, pitch = side / 2, side + gap
    return tuple(
        _square(column, row, left + half + column * pitch, top + half + row * pitch, half)
        for row in range(rows)
        for column in range(columns)
    )


@tool
def hexagons(
    left: Number, top: Number, columns: Count, rows: Count, side: Length, gap: Number = 0, flat: bool = False
) -> tuple[Cell, ...]:
    """Return a grid of hexagons, row by row; every second row is half a cell to the right.

    With `flat` they lie on a side, and every second column is half a cell lower. `left` and `top` are where
    the grid begins.
    """
    require_at_most(columns * rows, _MOST_CELLS, "cells")
    across, down = side * math.sqrt(3), side * 2
    cells: list[Cell] = []
    for row in range(rows):
        for column in range(columns):
            if flat:
                x = left + down / 2 + column * (1.5 * side + gap * math.sqrt(3) / 2)
                y = top + across / 2 + (row + column % 2 / 2) * (across + gap)
            else:
                x = left + across / 2 + (column + row % 2 / 2) * (across + gap)
                y = top + down / 2 + row * (1.5 * side + gap * math.sqrt(3) / 2)
            corners = (polar_point(x, y, (30 if flat else 0) + 60 * i, side) for i in range(6))
            cells.append(Cell(column, row, round(x, 3), round(y, 3), closed_path(corners)))
    return tuple(cells)


def _square(column: int, row: int, x: float, y: float, half: float) -> Cell:
    corners = [(x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half)]
    return Cell(column, row, round(x, 3), round(y, 3), closed_path(corners))


_MOST_SPOTS = 4_000
_NARROW, _WIDE = frozenset("iljtfrI.,:;!|'’‘()[]-1 "), frozenset("mwMWQO@—%&")
_WIDTHS = (0.3, 0.52, 0.68, 0.85)  # of narrow letters, small ones, capitals and wide ones, to their size


class Letter(NamedTuple):
    """A letter, where the middle of its foot stands, and how SVG's `rotate()` turns it."""

    letter: str
    x: float
    y: float
    angle: float


class OutlineRuler:
    """Finds the place so many millimetres along an outline, and the direction in which the outline runs."""

    def __init__(self, outline: Outline) -> None:
        self._sides = list(outline.sides)
        self._starts = [0.0, *accumulate(math.dist(a, b) for a, b in self._sides)]
        self.length = self._starts[-1]

    def at(self, distance: float) -> tuple[Point, float]:
        """Return the place, and the direction in radians, clockwise from the right."""
        side = min(max(bisect.bisect_right(self._starts, distance) - 1, 0), len(self._sides) - 1)
        (ax, ay), (bx, by) = self._sides[side]
        share = (distance - self._starts[side]) / (math.dist((ax, ay), (bx, by)) or 1.0)
        return (ax + (bx - ax) * share, ay + (by - ay) * share), math.atan2(by - ay, bx - ax)


@tool
def along(
    path: Path, count: Count | None = None, step: Length | None = None, shift: Number = 0, off: Number = 0
) -> tuple[Spot, ...]:
    """Return places spread evenly along every line of a path: `count` of them, or one about every `step`.

    On a line that is not closed the first and the last stand on its ends. `shift` moves all of them by a
    share of the way to the next; `off` moves them to the left of the line, which is out of a clockwise shape.
    """
    if (count is None) == (step is None):
        raise CannotDraw("say either count, how many there are, or step, how far apart they are")
    outlines = read_outlines(path)
    if step is not None:
        require_at_most(sum(each.length for each in outlines) / step, _MOST_SPOTS, "places")
    return tuple(spot for each in outlines for spot in _spread(each, count, step, shift, off))


@tool
def stitches(path: Path, length: Length, gap: Length) -> str:
    """Return dashes along every line of a path, which come out even at its end and at its corners."""
    outlines = [part for each in read_outlines(path) for part in straight_runs(each)]
    require_at_most(sum(each.length for each in outlines) / (length + gap), _MOST_SPOTS, "stitches")
    return "".join(stitch for each in outlines for stitch in _dashes(each, length, gap))


@tool
def letters(
    text: str,
    x: Number,
    y: Number,
    radius: Length,
    size: Length,
    angle: Number = 0,
    spacing: Number = 0,
    inside: bool = False,
) -> tuple[Letter, ...]:
    """Return where each letter of a word stands on a ring, the middle of the word at `angle`.

    `size` is that of the type, in the unit of the picture, and `spacing` what is added between letters.
    Letters stand on the ring with their heads out; with `inside` they hang in it with their heads to the
    centre, to be read at its foot. Widths are those of common type, near enough for a ring.
    """
    require_at_most(len(text), 400, "letters")
    widths = [_width(letter) * size + spacing for letter in text]
    at, way = -sum(widths) / 2, -1 if inside else 1
    placed: list[Letter] = []
    for letter, width in zip(text, widths, strict=True):
        turn = angle + way * math.degrees((at + width / 2) / radius)
        spot = rounded_spot(*polar_point(x, y, turn, radius), turn + (180 if inside else 0))
        placed.append(Letter(letter, *spot))
        at += width
    return tuple(placed)


def straight_runs(outline: Outline) -> list[Outline]:
    """Return a line parted at its corners; a closed one without corners stays whole."""
    points = [*outline.points, *outline.points[:1]] if outline.closed else list(outline.points)
    corners = [i for i in range(1, len(points) - 1) if _bends(points[i - 1], points[i], points[i + 1])]
    if not outline.closed:
        ends = [0, *corners, len(points) - 1]
        return [Outline(points[a : b + 1], False) for a, b in pairwise(ends)]
    if _bends(points[-2], points[0], points[1]):
        corners = [0, *corners]
    if not corners:
        return [outline]
    ring = points[corners[0] : -1] + points[: corners[0] + 1]
    ends = [corner - corners[0] for corner in corners] + [len(ring) - 1]
    return [Outline(ring[a : b + 1], False) for a, b in pairwise(ends)]


def _bends(before: Point, here: Point, after: Point) -> bool:
    ux, uy, vx, vy = here[0] - before[0], here[1] - before[1], after[0] - here[0], after[1] - here[1]
    return ux * vx + uy * vy < 0.94 * math.hypot(ux, uy) * math.hypot(vx, vy)  # 20 degrees


def _spread(
    outline: Outline, count: int | None, step: float | None, shift: float, off: float
) -> Iterator[Spot]:
    ruler = OutlineRuler(outline)
    ends = 0 if outline.closed else 1
    number = count or max(1, round(ruler.length / (step or 1))) + ends
    apart = ruler.length / max(1, number - ends)
    for i in range(number):
        distance = (i + shift) * apart
        distance = distance % ruler.length if outline.closed else min(max(distance, 0.0), ruler.length)
        (x, y), turn = ruler.at(distance)
        yield rounded_spot(x + math.sin(turn) * off, y - math.cos(turn) * off, math.degrees(turn))


def _dashes(outline: Outline, length: float, gap: float) -> Iterator[str]:
    """Yield the dashes of one run; half a gap stands at both its ends."""
    ruler = OutlineRuler(outline)
    number = max(1, round(ruler.length / (length + gap)))
    apart = ruler.length / number
    half = apart * length / (length + gap) / 2
    for i in range(number):
        middle = (i + 0.5) * apart
        yield open_path(ruler.at(middle + way * half)[0] for way in (-1, 0, 1))


def _width(letter: str) -> float:
    kind = 0 if letter in _NARROW else 3 if letter in _WIDE else 2 if letter.isupper() else 1
    return _WIDTHS[kind]


_SAME_POINT = 1e-6  # mm
_MOST_TEETH = 2_000
_WAVE_PIECES = 12
_Edge = Callable[[OutlineRuler, float, float, float], Iterator[str]]


@tool
def zigzag(path: Path, step: Length, depth: Number) -> str:
    """Return the edge as teeth, one about every `step`, `depth` high: out of a shape, or under 0 into it.

    On a line that is not closed they stand to its left: above one that runs to the right.
    """
    return _bordered(path, step, depth, _tooth)


@tool
def scallop(path: Path, step: Length, depth: Number) -> str:
    """Return the edge as a row of arcs; for the rest as `zigzag`."""
    return _bordered(path, step, depth, _bow)


@tool
def wave(path: Path, step: Length, depth: Number) -> str:
    """Return the edge as a wave that swings `depth` to both sides of it, once about every `step`."""
    return _bordered(path, step, depth, _swing)


def _bordered(path: str, step: float, depth: float, edge: _Edge) -> str:
    outlines = read_outlines(path)
    require_at_most(sum(each.length for each in outlines) / step, _MOST_TEETH, "teeth")
    return "".join(_bordered_outline(each, step, depth, edge) for each in outlines)


def _bordered_outline(outline: Outline, step: float, depth: float, edge: _Edge) -> str:
    out = -depth if outline.closed and area(outline.points) < 0 else depth
    runs = straight_runs(outline)
    parts = [" ".join(map(short, runs[0].points[0]))]
    for run in runs:
        ruler = OutlineRuler(run)
        is_round = math.dist(ruler.at(0.0)[0], ruler.at(ruler.length)[0]) < _SAME_POINT
        number = max(2 if is_round else 1, round(ruler.length / step))  # one bow leads somewhere else
        apart = ruler.length / number
        for i in range(number):
            parts += edge(ruler, i * apart, apart, out)
    return f"M{''.join(parts)}{'Z' if outline.closed else ''}"


def _tooth(ruler: OutlineRuler, start: float, apart: float, out: float) -> Iterator[str]:
    yield _line_to(_beside(ruler, start + apart / 2, out))
    yield _line_to(ruler.at(start + apart)[0])


def _bow(ruler: OutlineRuler, start: float, apart: float, out: float) -> Iterator[str]:
    (x, y), _ = ruler.at(start + apart)
    chord = math.dist(ruler.at(start)[0], (x, y))
    rise = min(max(abs(out), 1e-3), chord)
    radius = short(chord * chord / (8 * rise) + rise / 2)
    yield f"A{radius} {radius} 0 {int(rise > chord / 2)} {int(out > 0)} {short(x)} {short(y)}"


def _swing(ruler: OutlineRuler, start: float, apart: float, out: float) -> Iterator[str]:
    for i in range(1, _WAVE_PIECES + 1):
        swing = out * math.sin(math.tau * i / _WAVE_PIECES)
        yield _line_to(_beside(ruler, start + apart * i / _WAVE_PIECES, swing))


def _beside(ruler: OutlineRuler, distance: float, off: float) -> Point:
    (x, y), turn = ruler.at(distance)
    return x + math.sin(turn) * off, y - math.cos(turn) * off


def _line_to(point: Point) -> str:
    return f"L{short(point[0])} {short(point[1])}"
