"""What an icon's path encloses: its silhouette, its extent, and how to stand it on the ground.

Knows SVG path data and nothing else: no file is opened and no colour is chosen here.
"""

from __future__ import annotations

import math
from functools import lru_cache
from typing import Any, NamedTuple

from fontTools.misc.transform import Transform
from fontTools.pens.areaPen import AreaPen
from fontTools.pens.boundsPen import BoundsPen
from fontTools.pens.recordingPen import RecordingPen
from fontTools.pens.svgPathPen import SVGPathPen
from fontTools.pens.transformPen import TransformPen
from fontTools.svgLib.path.parser import parse_path

__all__ = ["Stance", "extent", "parts_of", "silhouette", "stand"]


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
    """The path with its holes filled: the icon as one solid cut-out."""
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
    """How a pose turns an icon about its origin."""
    return Transform().rotate(math.radians(turn)).scale(-1 if mirror else 1, 1)


@lru_cache(maxsize=1024)
def _bounds(path: str, turn: float, mirror: bool) -> tuple[float, float, float, float]:
    """The box round the icon once it is mirrored and then turned."""
    pen = BoundsPen(None)
    turning = TransformPen(pen, _turned(turn, mirror)) if turn or mirror else pen
    for part in parts_of(path):
        part.replay(turning)
    left, top, right, bottom = pen.bounds
    return left, top, right, bottom


@lru_cache(maxsize=512)
def parts_of(path: str) -> tuple[Any, ...]:
    """The separate outlines of a path, each a pen recording."""
    whole = RecordingPen()
    parse_path(path, whole)
    parts: list[Any] = []
    for operator, operands in whole.value:
        if operator == "moveTo":
            parts.append(RecordingPen())
        parts[-1].value.append(("closePath" if operator == "endPath" else operator, operands))
    return tuple(part for part in parts if len(part.value) > 2)


def _area(part: Any) -> float:
    """The area an outline encloses; the sign tells which way round it runs."""
    pen = AreaPen()
    part.replay(pen)
    return float(pen.value)


def _short(value: float) -> str:
    return f"{value:.1f}".rstrip("0").rstrip(".")
