"""What an icon's path encloses, hatching that follows it, and the version of a cut that takes little ink.

Strokes go from an icon's shaded edges inwards, as a graver models a form.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from fontTools.misc.transform import Transform
from fontTools.pens.areaPen import AreaPen
from fontTools.pens.boundsPen import BoundsPen
from fontTools.pens.recordingPen import RecordingPen
from fontTools.pens.svgPathPen import SVGPathPen
from fontTools.pens.transformPen import TransformPen
from fontTools.svgLib.path.parser import parse_path

from cardtool.art.woodcut.polygons import Point, Points, hand, outline


class Stance(NamedTuple):
    """Where an icon stands: an SVG transform, the same as numbers, how many millimetres one icon
    unit became, and the box the icon fills."""

    transform: str
    matrix: tuple[float, ...]
    scale: float
    left: float
    top: float
    right: float
    bottom: float


@lru_cache(maxsize=512)
def silhouette(path: str) -> str:
    """Return the path with its holes filled: the icon as one solid cut-out."""
    parts = parts_of(path)
    areas = [_area(part) for part in parts]
    solid = max(areas, key=abs) > 0
    pen = SVGPathPen(None, ntos=_short)
    for part, area in zip(parts, areas, strict=True):
        if (area > 0) == solid:
            part.replay(pen)
    return str(pen.getCommands())


def extent(path: str) -> list[float]:
    """Left, top, right and bottom of the icon's ink, in its own units."""
    return [round(value, 2) for value in _bounds(path, 0, False)]


def stand(
    path: str, *, x: float, base: float, width: float, height: float, turn: float = 0, mirror: bool = False
) -> Stance:
    """Turn the icon clockwise by `turn` degrees and fit it into a box that stands on `base` about `x`."""
    left, top, right, bottom = _bounds(path, turn, mirror)
    scale = min(width / (right - left), height / (bottom - top))
    move = Transform(1, 0, 0, 1, x - scale * (left + right) / 2, base - scale * bottom)
    matrix = move.scale(scale).transform(_turned(turn, mirror))
    wide, high = scale * (right - left) / 2, scale * (bottom - top)
    box = [round(value, 2) for value in (x - wide, base - high, x + wide, base)]
    numbers = tuple(round(value, 4) for value in matrix)
    return Stance(f"matrix({' '.join(map(str, numbers))})", numbers, round(scale, 4), *box)


def _turned(turn: float, mirror: bool) -> Transform:
    """Return how a pose turns an icon about its origin."""
    return Transform().rotate(math.radians(turn)).scale(-1 if mirror else 1, 1)


@lru_cache(maxsize=1024)
def _bounds(path: str, turn: float, mirror: bool) -> tuple[float, float, float, float]:
    """Return the box round the icon once it is mirrored and then turned."""
    pen = BoundsPen(None)
    turning = TransformPen(pen, _turned(turn, mirror)) if turn or mirror else pen
    for part in parts_of(path):
        part.replay(turning)
    left, top, right, bottom = pen.bounds
    return left, top, right, bottom


@lru_cache(maxsize=512)
def parts_of(path: str) -> tuple[Any, ...]:
    """Return the separate outlines of a path, each a pen recording."""
    whole = RecordingPen()
    parse_path(path, whole)
    parts: list[Any] = []
    for operator, operands in whole.value:
        if operator == "moveTo":
            parts.append(RecordingPen())
        parts[-1].value.append(("closePath" if operator == "endPath" else operator, operands))
    return tuple(part for part in parts if len(part.value) > 2)


def _area(part: Any) -> float:
    """Return the area an outline encloses; the sign tells which way round it runs."""
    pen = AreaPen()
    part.replay(pen)
    return float(pen.value)


def _short(value: float) -> str:
    return f"{value:.1f}".rstrip("0").rstrip(".")


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
    """Return how much of the icon lies in a box, in mm²; so a template knows where there is room."""
    step = 1.0
    return step * sum(
        max(0.0, min(end, right) - max(start, left))
        for y, start, end in _spans(path, stance, step, 0, top, bottom)
    )


def _spans(
    path: str, stance: Stance, step: float, slant: float, top: float = -_FAR, bottom: float = _FAR
) -> Iterator[tuple[float, float, float]]:
    """Yield where slanted lines `step` apart, from top to bottom, run inside the icon: y, left and right in
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
    """Return the icon's outlines where they stand, turned so that strokes lie level."""
    a, b, c, d, e, f = stance.matrix
    cos, sin = math.cos(-slant), math.sin(-slant)
    lines = []
    for flat in _flat(path):
        placed = [(a * x + c * y + e, b * x + d * y + f) for x, y in flat]
        lines.append([(x * cos - y * sin, x * sin + y * cos) for x, y in placed])
    return lines


@lru_cache(maxsize=512)
def _flat(path: str) -> tuple[list[Point], ...]:
    """Return the icon's outlines as polygons, in its own units."""
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


class Parted(NamedTuple):
    """Path data: large shapes, one by one and in order, and all thin ones together."""

    masses: tuple[str, ...]
    strokes: str


@lru_cache(maxsize=1024)
def parted(path: str, thin: float) -> Parted:
    """Return the shapes of a path: those whose mean thickness is less than `thin` mm are strokes."""
    shapes = [f"{shape}Z" for shape in path.split("Z") if shape.strip()]
    strokes = [shape for shape in shapes if _thickness(_corners(shape)) < thin]
    kept = set(strokes)
    return Parted(tuple(shape for shape in shapes if shape not in kept), "".join(strokes))


def _corners(shape: str) -> list[Point]:
    """Return the corners of a polygon written by `polygons.outline`."""
    pairs = shape.strip("MZ ").split("L")
    return [(float(x), float(y)) for x, _, y in (pair.partition(" ") for pair in pairs)]


def _thickness(corners: Sequence[Point]) -> float:
    """Twice the area over the perimeter's half: what a long thin shape is across, on the average."""
    sides = list(zip(corners, (*corners[1:], corners[0]), strict=True))
    area = abs(sum(x0 * y1 - x1 * y0 for (x0, y0), (x1, y1) in sides)) / 2
    around = sum(math.dist(start, end) for start, end in sides)
    return 2 * area / around if around else 0.0
