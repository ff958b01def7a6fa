"""A cut parted into what stays solid and what is drawn in line, for printing with little ink."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from cardtool.render.woodcut.knife import Point

__all__ = ["Parted", "parted"]


class Parted(NamedTuple):
    """Path data: large shapes, one by one and in order, and all thin ones together."""

    masses: tuple[str, ...]
    strokes: str


@lru_cache(maxsize=1024)
def parted(path: str, thin: float) -> Parted:
    """The shapes of a path: those whose mean thickness is less than `thin` mm are strokes."""
    shapes = [f"{shape}Z" for shape in path.split("Z") if shape.strip()]
    strokes = [shape for shape in shapes if _thickness(_corners(shape)) < thin]
    kept = set(strokes)
    return Parted(tuple(shape for shape in shapes if shape not in kept), "".join(strokes))


def _corners(shape: str) -> list[Point]:
    """The corners of a polygon written by `knife.outline`."""
    pairs = shape.strip("MZ ").split("L")
    return [(float(x), float(y)) for x, _, y in (pair.partition(" ") for pair in pairs)]


def _thickness(corners: Sequence[Point]) -> float:
    """Twice the area over the perimeter's half: what a long thin shape is across, on the average."""
    sides = list(zip(corners, (*corners[1:], corners[0]), strict=True))
    area = abs(sum(x0 * y1 - x1 * y0 for (x0, y0), (x1, y1) in sides)) / 2
    around = sum(math.dist(start, end) for start, end in sides)
    return 2 * area / around if around else 0.0
