"""What fills a shape without an SVG pattern: dots, hatching; and edges that were torn by hand.

Answers are path data. Chance comes from a seed, so that the same word always gives the same edge.
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterator, Sequence

from cardtool.art.drawing.path_data import Outline, closed_path, open_path, read_outlines, short
from cardtool.art.drawing.path_offsets import grown
from cardtool.art.drawing.path_regions import plain, regions, shapes_path
from cardtool.art.drawing.tool_arguments import (
    CannotDraw,
    Length,
    Number,
    Path,
    Point,
    Points,
    Seed,
    require_at_most,
    tool,
)

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
    kept = regions((*shapes, *rest), lambda times: times >= 2) if rest else []
    return "".join(_dot(spot, size) for spot, size in whole if size > 0.02) + shapes_path(kept)


@tool
def rough(path: Path, seed: Seed, depth: Length = 0.3, step: Length = 1.5) -> str:
    """Return the shape or line with an uneven edge, that strays by `depth` at most, about every `step`."""
    outlines, chance = read_outlines(path), random.Random(seed)
    require_at_most(sum(each.length for each in outlines) / step, _MOST_MARKS, "points")
    return "".join(_path(_strayed(each, chance, depth, step), each.closed) for each in outlines)


def _path(points: Points, closed: bool) -> str:
    return closed_path(points) if closed else open_path(points)


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
