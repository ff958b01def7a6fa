"""The cut of a card that is no rectangle: how far something reaches beyond it, and the points along it.

Arithmetic only. Round corners are taken for sharp ones: text that keeps from the sides keeps from them.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

from cardtool.geometry import Box, Point
from cardtool.model import Outline, Shape

__all__ = ["RimPoint", "beyond", "rim"]

_STEP = 1.0  # mm
_FIRST_NORMAL = {Shape.HEX_FLAT: math.pi / 6, Shape.HEX_POINTED: 0.0}  # of a hexagon's sides


class RimPoint(NamedTuple):
    """A point of the cut, and the direction in which it leaves the card, of length 1."""

    at: Point
    out: Point

    def moved(self, by: float) -> Point:
        """The point so far outside the cut; inside it where `by` is less than 0."""
        return Point(self.at.x + by * self.out.x, self.at.y + by * self.out.y)


def beyond(box: Box, outline: Outline, trim: Box) -> float:
    """By how much a box reaches out of the cut; less than 0 where it keeps inside by so much."""
    if outline.shape is Shape.RECT:
        return max(trim.left - box.left, trim.top - box.top, box.right - trim.right, box.bottom - trim.bottom)
    corners = [
        (x - trim.centre.x, y - trim.centre.y) for x in (box.left, box.right) for y in (box.top, box.bottom)
    ]
    if outline.shape is Shape.CIRCLE:
        return max(math.hypot(*corner) for corner in corners) - trim.width / 2
    return max(x * out.x + y * out.y for x, y in corners for out in _normals(outline)) - _apothem(trim)


def rim(outline: Outline, trim: Box) -> Iterator[RimPoint]:
    """Points along the cut of a circle or a hexagon, one each millimetre, clockwise."""
    if outline.shape is Shape.CIRCLE:
        steps = max(1, round(math.pi * trim.width / _STEP))
        for step in range(steps):
            out = _direction(2 * math.pi * step / steps)
            yield RimPoint(_from(trim.centre, out, trim.width / 2), out)
        return
    corner = _apothem(trim) * 2 / math.sqrt(3)
    for out, (first, last) in zip(_normals(outline), pairwise(_corners(outline)), strict=True):
        start, end = _from(trim.centre, first, corner), _from(trim.centre, last, corner)
        steps = max(1, round(math.dist(start, end) / _STEP))
        for step in range(1, steps):
            share = step / steps
            yield RimPoint(
                Point(start.x + share * (end.x - start.x), start.y + share * (end.y - start.y)), out
            )


def _apothem(trim: Box) -> float:
    """From the middle of a hexagon to a side."""
    return min(trim.size) / 2


def _normals(outline: Outline) -> list[Point]:
    return [_direction(_FIRST_NORMAL[outline.shape] + side * math.pi / 3) for side in range(6)]


def _corners(outline: Outline) -> list[Point]:
    """The directions of the corners, each before its side, the first again at the end."""
    return [_direction(_FIRST_NORMAL[outline.shape] + (side - 0.5) * math.pi / 3) for side in range(7)]


def _direction(angle: float) -> Point:
    return Point(math.cos(angle), math.sin(angle))


def _from(middle: Point, out: Point, length: float) -> Point:
    return Point(middle.x + length * out.x, middle.y + length * out.y)
