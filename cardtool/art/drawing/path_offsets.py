"""Outlines grown and shrunk, and sheets of paper cut out by them that lie on one another."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import NamedTuple

from cardtool.art.drawing.path_data import extent
from cardtool.art.drawing.path_regions import plain, regions, shapes_path
from cardtool.art.drawing.tool_arguments import CannotDraw, Count, Number, Path, Point, Points, tool

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
    return shapes_path(_grown(plain(path), by, _is_round(corners)))


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
        return tuple(Layer(shapes_path(sheet), _sunk(sheet, right, down)) for sheet in sheets)
    under = [None, *sheets]
    return tuple(
        Layer(shapes_path(sheet), _cast(sheet, below, right, down))
        for sheet, below in zip(sheets, under, strict=False)
    )


def _cast(sheet: list[Points], below: list[Points] | None, right: float, down: float) -> str:
    """Return the shadow of a sheet, as far as there is paper under it."""
    shadow = _moved(sheet, right, down)
    return shapes_path(shadow if below is None else regions((*shadow, *below), lambda times: times >= 2))


def _sunk(sheet: list[Points], right: float, down: float) -> str:
    """Return the shadow on a sheet that lies deeper than what is round it."""
    lit = [tuple(reversed(points)) for points in _moved(sheet, right, down)]
    return shapes_path(regions((*sheet, *lit), lambda times: times >= 1))


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
    return regions(moved, lambda times: times >= 1)


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
