"""Skies by day: rays, the sun, the bands of dusk."""

from __future__ import annotations

import math

from cardtool.render.woodcut.knife import COLOUR, INK, PAPER, Drawing, Point, Points
from cardtool.render.woodcut.strokes import arc, ball, polar, spread, strip
from cardtool.render.woodcut.view import View

__all__ = ["dusk", "rays_sky", "sun"]


def rays_sky(view: View) -> Drawing:
    """Light in wedges: out of the figure, up from the ground, or down from a corner."""
    h, (fx, fy), r = view.hand, view.focus, view.radius
    style = h.choice(("burst", "dawn", "shafts"))
    if style == "burst":
        return [(INK, _wedges(view, (fx, fy), r * 0.95, 54, 0.34))]
    if style == "dawn":
        fan = _wedges(view, (fx, view.frame.bottom + 3), r * 0.7, 40, 0.52)
        return [(INK, fan)]
    side = view.side
    corner = (fx + side * view.frame.right * 0.62, -6)
    return [(INK, _wedges(view, corner, 14, 62, 0.46))]


def _wedges(view: View, centre: Point, inner: float, count: int, share: float) -> list[Points]:
    """Uneven wedges from a centre outwards; `share` of the circle is black."""
    h = view.hand
    wedges: list[Points] = []
    for angle in spread(h, h.uniform(0, 0.1), math.tau, math.tau / count, 0.45):
        half = math.pi / count * share * h.choice((0.5, 0.8, 1.0, 1.0, 1.5, 2.0))
        near, far = inner * h.uniform(0.85, 1.5), 120.0
        broken = near + h.uniform(6, 16) if h.random() < 0.3 else None
        if broken:
            tip = [polar(*centre, angle, near), polar(*centre, angle + half * 0.7, broken)]
            wedges.append([*tip, polar(*centre, angle - half * 0.5, broken + h.uniform(0.5, 2))])
            near = broken + h.uniform(2, 5)
        wedges.append(
            [
                polar(*centre, angle, near),
                polar(*centre, angle + half, far),
                polar(*centre, angle - half, far),
            ]
        )
    return wedges


def sun(view: View) -> Drawing:
    """A carved sun behind the figure's shoulder, its beams thrown to the edges."""
    h, (fx, fy), r = view.hand, view.focus, view.radius
    size = min(r * h.uniform(0.66, 0.8), 17)
    cx, cy = fx + view.side * r * h.uniform(0.35, 0.6), fy - r * h.uniform(0.05, 0.3)
    beams, cores = [], []
    count = h.choice((15, 18, 21))
    for i in range(count):
        angle = math.tau * (i + h.uniform(-0.1, 0.1)) / count
        near, far = size * 1.2, size * (1.9 if i % 2 else 4.6) * h.uniform(0.9, 1.15)
        beams.append(_beam((cx, cy), angle, near, far, math.pi / count * 0.62))
        if i % 2 == 0:
            cores.append(_beam((cx, cy), angle, near + 1.2, far * 0.62, math.pi / count * 0.2))
    face = [
        arc((cx, cy), size * ring, 3.3, 6.1, wide) for ring, wide in ((0.93, 1.1), (0.78, 0.6), (0.62, 0.4))
    ]
    return [
        (INK, beams),
        (PAPER, cores),
        (INK, [ball(h, (cx, cy), size * 1.07, 40)]),
        (COLOUR, [ball(h, (cx, cy), size, 40)]),
        (PAPER, face),
    ]


def _beam(centre: Point, angle: float, near: float, far: float, half: float) -> Points:
    """One beam of a sun: broad at its end, with a point."""
    return [
        polar(*centre, angle - half * 0.7, near),
        polar(*centre, angle + half * 0.7, near),
        polar(*centre, angle + half, far * 0.93),
        polar(*centre, angle, far),
        polar(*centre, angle - half, far * 0.93),
    ]


def dusk(view: View) -> Drawing:
    """Long level clouds, and a low striped sun between them."""
    h, frame, (fx, _) = view.hand, view.frame, view.focus
    size = view.radius * 0.66
    cx, cy = fx - view.side * view.radius * h.uniform(0.7, 0.95), frame.bottom - size * 0.8
    far: list[Points] = []
    near: list[Points] = []
    y = -1.0
    while y < frame.bottom:
        share = 1 - y / frame.bottom
        for _ in range(2):
            x, length = h.uniform(-20, frame.right - 8), h.uniform(24, 60)
            wave = [(x + length * i / 8, y + h.uniform(-0.35, 0.35)) for i in range(9)]
            (near if h.random() < 0.3 else far).append(strip(wave, 0.5 + 4.2 * share * h.uniform(0.5, 1.1)))
        y += h.uniform(2.2, 3.4) * (0.7 + 0.6 * share)
    return [
        (INK, [*far, ball(h, (cx, cy), size * 1.07, 40)]),
        (COLOUR, [ball(h, (cx, cy), size, 40)]),
        (PAPER, _bands(cx, cy, size)),
        (INK, near),
    ]


def _bands(cx: float, cy: float, size: float) -> list[Points]:
    """Level strokes across a disc, thicker downwards."""
    strokes = []
    for step in (-0.62, -0.36, -0.1, 0.16, 0.42):
        half = size * math.sqrt(1 - step**2) * 0.9
        line = [(cx - half + 2 * half * i / 6, cy + size * step) for i in range(7)]
        strokes.append(strip(line, size * (0.1 + 0.07 * (step + 0.62))))
    return strokes
