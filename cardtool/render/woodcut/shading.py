"""Hatching that follows a shape: strokes from an icon's shaded edges inwards, as a graver models a form."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterator
from functools import lru_cache

from cardtool.render.woodcut.knife import Point, Points, hand, outline
from cardtool.render.woodcut.outline import Stance, parts_of

__all__ = ["ink_in", "shade"]

_SAMPLES = (0.2, 0.4, 0.6, 0.8, 1.0)  # of each curve; a stroke is coarser than what this loses
_WEIGHTS = tuple(((1 - t) ** 3, 3 * (1 - t) * (1 - t) * t, 3 * (1 - t) * t * t, t**3) for t in _SAMPLES)
_SLANT = math.radians(-14)
_FAR = 10_000.0  # mm
_THIN = 1.3  # mm; too narrow to be modelled


def shade(seed: int, path: str, stance: Stance, *, step: float = 1.0, reach: float = 5.0) -> str:
    """Strokes on the right of everything solid in the icon, in the millimetres it stands in.

    `step` is the distance between strokes, `reach` the length of the longest.
    """
    h = hand(seed)
    cos, sin = math.cos(_SLANT), math.sin(_SLANT)
    strokes = []
    for y, left, right in _spans(path, stance, step, _SLANT):
        if right - left > _THIN:
            length, thick = (
                min(reach, (right - left) / 2) * h.uniform(0.55, 1.0),
                step * h.uniform(0.42, 0.62),
            )
            stroke = [(right + 0.1, y - thick / 2), (right - length, y), (right + 0.1, y + thick / 2)]
            strokes.append(outline([(px * cos - py * sin, px * sin + py * cos) for px, py in stroke]))
    return "".join(strokes)


def ink_in(path: str, stance: Stance, *, left: float, top: float, right: float, bottom: float) -> float:
    """How much of the icon lies in a box, in square millimetres; tells where there is room beside it."""
    step = 1.0
    return step * sum(
        max(0.0, min(end, right) - max(start, left))
        for y, start, end in _spans(path, stance, step, 0, top, bottom)
    )


def _spans(
    path: str, stance: Stance, step: float, slant: float, top: float = -_FAR, bottom: float = _FAR
) -> Iterator[tuple[float, float, float]]:
    """Where slanted lines `step` apart, from top to bottom, run inside the icon: y, left and right in
    slanted axes.
    """
    first, end = math.ceil(top / step), math.floor(bottom / step) + 1
    crossings: defaultdict[int, list[tuple[float, int]]] = defaultdict(list)
    for line in _slanted(path, stance, slant):
        x0, y0 = line[-1]
        for x1, y1 in line:
            low, high, way = (y0, y1, 1) if y1 > y0 else (y1, y0, -1)
            for row in range(max(first, math.ceil(low / step)), min(end, math.ceil(high / step))):
                crossings[row].append((x0 + (row * step - y0) / (y1 - y0) * (x1 - x0), way))
            x0, y0 = x1, y1
    for row in sorted(crossings):
        winding, left = 0, 0.0
        for x, direction in sorted(crossings[row]):
            if winding == 0:
                left = x
            winding += direction
            if winding == 0:
                yield row * step, left, x


def _slanted(path: str, stance: Stance, slant: float) -> list[list[Point]]:
    """The icon's outlines where they stand, turned so that strokes lie level."""
    a, b, c, d, e, f = stance.matrix
    cos, sin = math.cos(-slant), math.sin(-slant)
    lines = []
    for flat in _flat(path):
        placed = [(a * x + c * y + e, b * x + d * y + f) for x, y in flat]
        lines.append([(x * cos - y * sin, x * sin + y * cos) for x, y in placed])
    return lines


@lru_cache(maxsize=512)
def _flat(path: str) -> tuple[list[Point], ...]:
    """The icon's outlines as polygons, in its own units."""
    lines = []
    for part in parts_of(path):
        line: list[Point] = []
        for operator, points in part.value:
            if operator in ("moveTo", "lineTo"):
                line.append(points[0])
            elif operator == "curveTo":
                line += _on_cubic(line[-1], *points)
            elif operator == "qCurveTo":
                line += [_on_quadratic((line[-1], *points), t) for t in _SAMPLES]
        lines.append(line)
    return tuple(lines)


def _on_quadratic(bend: Points, t: float) -> Point:
    (x0, y0), (x1, y1), (x2, y2) = bend
    u = 1 - t
    return u * u * x0 + 2 * u * t * x1 + t * t * x2, u * u * y0 + 2 * u * t * y1 + t * t * y2


def _on_cubic(start: Point, one: Point, other: Point, end: Point) -> list[Point]:
    (x0, y0), (x1, y1), (x2, y2), (x3, y3) = start, one, other, end
    return [(a * x0 + b * x1 + c * x2 + d * x3, a * y0 + b * y1 + c * y2 + d * y3) for a, b, c, d in _WEIGHTS]
