"""A sky full of thunder."""

from __future__ import annotations

import math

from cardtool.render.woodcut.knife import COLOUR, INK, PAPER, Drawing, Frame, Hand, Point, Points
from cardtool.render.woodcut.strokes import arc, gouge, polar
from cardtool.render.woodcut.view import View

__all__ = ["storm"]


def storm(view: View) -> Drawing:
    """Banks of cloud, lightning out of them, slanting rain below."""
    h, frame = view.hand, view.frame
    side = view.side
    x = frame.right / 2 + side * h.uniform(18, 23)
    bolt = _bolt(h, x, frame.bottom * 0.2, x - side * h.uniform(1, 6), frame.bottom * 1.02)
    slant = [
        gouge(h, (x0, y0), (x0 - 3.4, y0 + 12), 0.34)
        for x0, y0 in (
            (h.uniform(0, frame.right + 6), frame.bottom * h.uniform(0.45, 0.95)) for _ in range(44)
        )
    ]
    layers: list[tuple[str, list[Points]]] = [(INK, [*slant, _fat(bolt, 0.8)]), (PAPER, [bolt])]
    for reach in (0.46, 0.32, 0.18):
        bank, curls = _bank(h, frame, frame.bottom * reach)
        lit = [(px, py + 0.75) for px, py in bank]
        layers += [(COLOUR, [lit]), (INK, [bank]), (COLOUR, curls)]
    return layers


def _fat(points: Points, by: float) -> Points:
    """A zigzag polygon a little wider than it was, to lie behind it as its edge."""
    half = len(points) // 2
    return [(x - by, y) if i < half else (x + by, y) for i, (x, y) in enumerate(points)]


def _bolt(h: Hand, x0: float, y0: float, x1: float, y1: float) -> Points:
    """A flash of lightning: two zigzag edges that meet in a point."""
    left, right = [], []
    turns = 5
    for i in range(turns):
        t = i / turns
        x = x0 + (x1 - x0) * t + (2.6 if i % 2 else -2.6) * h.uniform(0.7, 1.2)
        y = y0 + (y1 - y0) * t
        wide = 2.3 * (1 - t) + 0.35
        left.append((x - wide / 2, y + (0.9 if i % 2 else 0)))
        right.append((x + wide / 2, y - (0 if i % 2 else 0.9)))
    return [*left, (x1, y1), *reversed(right)]


def _bank(h: Hand, frame: Frame, reach: float) -> tuple[Points, list[Points]]:
    """A bank of cloud down to about `reach`: its edge of bulges, and the light carved along them."""
    points: list[Point] = [(frame.right + 2, -2), (-2, -2)]
    curls: list[Points] = []
    x = -2.0
    while x < frame.right + 2:
        wide = h.uniform(6, 14)
        y = reach * h.uniform(0.72, 1.08)
        cx, r = x + wide / 2, wide / 2
        points += [polar(cx, y, math.pi - math.pi * i / 7, r) for i in range(8)]
        curls += [arc((cx, y), r * k, 2.6 - k * 0.2, 0.5 + k * 0.3, 0.75) for k in (0.76, 0.48)]
        x += wide * 0.82
    return points, curls
