"""Shapes, the inks they are printed in, the edge they are clipped to, and the strokes all woodcuts are made
of.

Knows polygons in millimetres, y downwards. Chance comes only from a seeded hand, so a drawing is the
same on every machine. No colour, no SVG element and no card is known here.
"""

from __future__ import annotations

import functools
import itertools
import math
import random
from collections.abc import Sequence
from typing import NamedTuple

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
    """Return the chance by which one drawing is made."""
    return random.Random(seed)


def printed(drawing: Drawing, frame: Frame = EVERYWHERE) -> list[Cut]:
    """Return the drawing as cuts, clipped to the frame; an ink of which nothing is left makes no cut."""
    paths = [(ink, "".join(outline(clip(shape, frame)) for shape in shapes)) for ink, shapes in drawing]
    return [Cut(ink, path) for ink, path in paths if path]


def outline(points: Points) -> str:
    """Return a closed polygon as path data, to a hundredth of a millimetre; empty under three points."""
    if len(points) < 3:
        return ""
    return _path_of(len(points)) % tuple(itertools.chain.from_iterable(points))


@functools.cache
def _path_of(corners: int) -> str:
    """Return the pattern of a polygon: one formatting for all its numbers is several times faster."""
    return "M" + "L".join(["%.2f %.2f"] * corners) + "Z"


def clip(points: Points, frame: Frame) -> Points:
    """Return the part of a polygon inside the frame (Sutherland and Hodgman's way)."""
    for axis, low, high in ((0, frame.left, frame.right), (1, frame.top, frame.bottom)):
        places = [point[axis] for point in points]
        if places and min(places) < low:
            points = _clip_side(points, axis, low, 1)
        if places and max(places) > high:
            points = _clip_side(points, axis, high, -1)
    return points


def _clip_side(points: Points, axis: int, limit: float, sign: int) -> Points:
    """Return the part of a polygon on one side of a level or upright line."""
    kept: list[Point] = []
    for before, here in zip((*points[-1:], *points[:-1]), points, strict=True):
        was, now = sign * (before[axis] - limit) >= 0, sign * (here[axis] - limit) >= 0
        if was != now:
            t = (limit - before[axis]) / (here[axis] - before[axis])
            kept.append((before[0] + t * (here[0] - before[0]), before[1] + t * (here[1] - before[1])))
        if now:
            kept.append(here)
    return kept


def polar(cx: float, cy: float, angle: float, distance: float) -> Point:
    """Return the point at an angle (radians, clockwise from the right) and distance from a centre."""
    return cx + distance * math.cos(angle), cy + distance * math.sin(angle)


def moved(points: Points, right: float, down: float) -> Points:
    """Return the shape moved so far to the right and down."""
    return [(x + right, y + down) for x, y in points]


def grown(points: Points, by: float) -> Points:
    """Return the shape stretched so that its box is larger by this much on every side."""
    xs, ys = [x for x, _ in points], [y for _, y in points]
    cx, cy = (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2
    wider, taller = 1 + 2 * by / (max(xs) - min(xs)), 1 + 2 * by / (max(ys) - min(ys))
    return [(cx + (x - cx) * wider, cy + (y - cy) * taller) for x, y in points]


def along(start: Point, end: Point, share: float) -> Point:
    """Return the point a share of the way from one to the other."""
    return start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share


def spread(hand: Hand, start: float, end: float, step: float, unevenness: float = 0.5) -> list[float]:
    """Return places from start to end about `step` apart, never evenly."""
    places, at = [], start
    while at < end:
        places.append(at)
        at += step * hand.uniform(1 - unevenness, 1 + unevenness)
    return places


def gouge(hand: Hand, start: Point, end: Point, width: float, belly: float = 0.4) -> Points:
    """Return one push of the gouge: a stroke tapering to both ends, thickest at `belly` of its length."""
    (x0, y0), (x1, y1) = start, end
    length = math.hypot(x1 - x0, y1 - y0) or 1.0
    nx, ny = (y0 - y1) / length * width / 2, (x1 - x0) / length * width / 2
    left, right = belly + hand.uniform(-0.15, 0.1), belly + hand.uniform(-0.1, 0.15)
    return [
        start,
        (x0 + (x1 - x0) * left + nx, y0 + (y1 - y0) * left + ny),
        end,
        (x0 + (x1 - x0) * right - nx, y0 + (y1 - y0) * right - ny),
    ]


def strip(points: Points, width: float) -> Points:
    """Return a stroke along a line of points, thickest in the middle, pointed at its ends; never vertical."""
    last = len(points) - 1
    swell = [width / 2 * abs(math.sin(math.pi * i / last)) ** 0.7 for i in range(len(points))]
    above = [(x, y - s) for (x, y), s in zip(points, swell, strict=True)]
    below = [(x, y + s) for (x, y), s in zip(points, swell, strict=True)]
    return above + below[-2:0:-1]


def chops(hand: Hand, start: Point, end: Point, depth: float, step: float = 2.4) -> list[Point]:
    """Return a line as an axe leaves it: long flat faces, small nicks and now and then a deep notch."""
    (x0, y0), (x1, y1) = start, end
    length = math.hypot(x1 - x0, y1 - y0)
    ux, uy = (x1 - x0) / length, (y1 - y0) / length
    points = [start]
    at, level = 0.0, 0.0
    while True:
        at += step * hand.choice((0.25, 0.5, 0.8, 1.2, 1.9))
        if at >= length - 0.6:
            return [*points, end]
        if hand.random() < 0.16:
            nick = depth * hand.uniform(1.2, 2.0)
            half = hand.uniform(0.25, 0.5)
            levels = [(at - half, level), (at, -nick), (at + half * 0.6, level * 0.5)]
        else:
            level = hand.uniform(-depth, depth) * 0.6
            levels = [(at, level)]
        points += [(x0 + ux * t + uy * v, y0 + uy * t - ux * v) for t, v in levels]


def ball(hand: Hand, centre: Point, radius: float, facets: int = 30, wobble: float = 0.015) -> Points:
    """Return a disc cut with straight strokes: round at arm's length, faceted close up."""
    turn = hand.uniform(0, math.tau)
    return [
        polar(*centre, turn + math.tau * i / facets, radius * (1 + hand.uniform(-wobble, wobble)))
        for i in range(facets)
    ]


def arc(centre: Point, radius: float, start: float, end: float, width: float) -> Points:
    """Part of a ring between two angles in radians, pointed at both ends."""
    steps = max(4, int(abs(end - start) * radius / 2.2))
    angles = [start + (end - start) * i / steps for i in range(steps + 1)]
    swell = [width / 2 * abs(math.sin(math.pi * i / steps)) ** 0.6 for i in range(steps + 1)]
    outer = [polar(*centre, a, radius + s) for a, s in zip(angles, swell, strict=True)]
    inner = [polar(*centre, a, radius - s) for a, s in zip(angles, swell, strict=True)]
    return outer + inner[-2:0:-1]


def crescent(cx: float, cy: float, radius: float, angle: float, thickness: float = 0.6) -> Points:
    """Return a crater's shadow: a crescent lying on the side of a small circle that `angle` points to."""
    outer = [polar(cx, cy, angle - 1.4 + 0.4 * i, radius) for i in range(8)]
    inner = [polar(cx, cy, angle + 1.4 - 0.4 * i, radius * (1 - thickness)) for i in range(1, 7)]
    return outer + inner
