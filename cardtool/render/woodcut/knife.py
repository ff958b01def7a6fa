"""The block and the knife: shapes, the inks they are printed in, the edge they are clipped to.

Knows polygons in millimetres, y downwards. Chance comes only from a seeded hand, so a drawing is the
same on every machine. No colour, no SVG element and no card is known here.
"""

from __future__ import annotations

import functools
import itertools
import random
from collections.abc import Sequence
from typing import NamedTuple

__all__ = [
    "COLOUR",
    "EVERYWHERE",
    "INK",
    "PAPER",
    "Cut",
    "Drawing",
    "Frame",
    "Hand",
    "Point",
    "Points",
    "clip",
    "hand",
    "outline",
    "printed",
]

Point = tuple[float, float]
Points = Sequence[Point]
Hand = random.Random
Drawing = Sequence[tuple[str, Sequence[Points]]]  # shapes and their ink; later ones lie on earlier ones

INK, PAPER, COLOUR = "ink", "paper", "colour"  # the near-black, the bare paper, the kind's ground colour


class Frame(NamedTuple):
    """The rectangle a drawing is clipped to."""

    left: float
    top: float
    right: float
    bottom: float


EVERYWHERE = Frame(-1000, -1000, 1000, 1000)  # for what is small and stands where it is put


class Cut(NamedTuple):
    """Shapes printed in one ink, as SVG path data; later cuts lie on earlier ones."""

    ink: str
    path: str


def hand(seed: int) -> Hand:
    """The chance by which one drawing is made."""
    return random.Random(seed)


def printed(drawing: Drawing, frame: Frame = EVERYWHERE) -> list[Cut]:
    """The drawing as cuts, clipped to the frame; an ink of which nothing is left makes no cut."""
    paths = [(ink, "".join(outline(clip(shape, frame)) for shape in shapes)) for ink, shapes in drawing]
    return [Cut(ink, path) for ink, path in paths if path]


def outline(points: Points) -> str:
    """A closed polygon as path data, to a hundredth of a millimetre; empty under three points."""
    if len(points) < 3:
        return ""
    return _path_of(len(points)) % tuple(itertools.chain.from_iterable(points))


@functools.cache
def _path_of(corners: int) -> str:
    """The pattern of a polygon: one formatting for all its numbers is several times faster than one each."""
    return "M" + "L".join(["%.2f %.2f"] * corners) + "Z"


def clip(points: Points, frame: Frame) -> Points:
    """The part of a polygon inside the frame (Sutherland and Hodgman's way)."""
    for axis, low, high in ((0, frame.left, frame.right), (1, frame.top, frame.bottom)):
        places = [point[axis] for point in points]
        if places and min(places) < low:
            points = _clip_side(points, axis, low, 1)
        if places and max(places) > high:
            points = _clip_side(points, axis, high, -1)
    return points


def _clip_side(points: Points, axis: int, limit: float, sign: int) -> Points:
    """The part of a polygon on one side of a level or upright line."""
    kept: list[Point] = []
    for before, here in zip((*points[-1:], *points[:-1]), points, strict=True):
        was, now = sign * (before[axis] - limit) >= 0, sign * (here[axis] - limit) >= 0
        if was != now:
            t = (limit - before[axis]) / (here[axis] - before[axis])
            kept.append((before[0] + t * (here[0] - before[0]), before[1] + t * (here[1] - before[1])))
        if now:
            kept.append(here)
    return kept
