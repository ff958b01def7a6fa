"""Skies by day and by night: rays, the sun, the bands of dusk; the moon, the stars, northern lights, an
eclipse."""

from __future__ import annotations

import math
from typing import NamedTuple

from cardtool.art.woodcut.polygons import (
    COLOUR,
    INK,
    PAPER,
    Drawing,
    Frame,
    Hand,
    Point,
    Points,
    arc,
    ball,
    crescent,
    gouge,
    polar,
    spread,
    strip,
)


class SkyFrame(NamedTuple):
    """What a sky is drawn for: its hand, its frame down to the horizon, and the figure's place."""

    hand: Hand
    frame: Frame
    focus: Point
    radius: float

    @property
    def side(self) -> int:
        """Left (-1) or right (1), by chance: where what is not central goes."""
        return self.hand.choice((-1, 1))


def rays_sky(view: SkyFrame) -> Drawing:
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


def _wedges(view: SkyFrame, centre: Point, inner: float, count: int, share: float) -> list[Points]:
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


def sun(view: SkyFrame) -> Drawing:
    """Return a carved sun behind the figure's shoulder, its beams thrown to the edges."""
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
    """Return one beam of a sun: broad at its end, with a point."""
    return [
        polar(*centre, angle - half * 0.7, near),
        polar(*centre, angle + half * 0.7, near),
        polar(*centre, angle + half, far * 0.93),
        polar(*centre, angle, far),
        polar(*centre, angle - half, far * 0.93),
    ]


def dusk(view: SkyFrame) -> Drawing:
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


def moon(view: SkyFrame) -> Drawing:
    """Return a cratered moon in a night of level strokes."""
    h, (fx, fy), r = view.hand, view.focus, view.radius
    size = min(r * h.uniform(0.9, 1.02), 22)
    cx = fx + view.side * r * h.uniform(0.12, 0.3)
    cy = min(fy - r * h.uniform(0.05, 0.2), view.frame.bottom - size * 0.75)
    craters, rims = [], []
    for _ in range(10):
        at, away, small = h.uniform(0, math.tau), size * h.uniform(0.3, 0.84), size * h.uniform(0.05, 0.15)
        x, y = polar(cx, cy, at, away)
        craters.append(crescent(x, y, small, 3.6, 0.5))
        rims.append(crescent(x, y, small, 0.5, 0.35))
    light = 3.6 + h.uniform(-0.4, 0.4)
    limb = [
        arc((cx, cy), size * inset, light - reach, light + reach, wide)
        for inset, reach, wide in ((0.965, 1.3, 1.1), (0.89, 0.9, 0.5))
    ]
    return [
        (INK, _lines(view, (cx, cy), size * 1.2, 1.75)),
        (INK, [ball(h, (cx, cy), size * 1.05, 44)]),
        (COLOUR, [ball(h, (cx, cy), size, 44)]),
        (INK, craters),
        (PAPER, limb + rims),
    ]


def _lines(view: SkyFrame, centre: Point, clear: float, top: float = 1.0, end: float = 0.96) -> list[Points]:
    """Level strokes, heavy above and fine towards the horizon, that leave a circle clear."""
    h, frame = view.hand, view.frame
    strokes: list[Points] = []
    y = 0.6
    while y < frame.bottom * end:
        share = 1 - y / frame.bottom
        x = -h.uniform(0, 14)
        while x < frame.right:
            length = h.uniform(9, 34)
            for left, right in _outside(x, x + length, y, centre, clear * h.uniform(0.98, 1.12)):
                if right - left > 2:
                    strokes.append(
                        gouge(h, (left, y), (right, y + h.uniform(-0.2, 0.2)), top * (0.22 + share))
                    )
            x += length + h.uniform(0.5, 5) * (1.4 - share)
        y += h.uniform(1.15, 1.6) + 0.7 * (1 - share)
    return strokes


def _outside(left: float, right: float, y: float, centre: Point, radius: float) -> list[tuple[float, float]]:
    """Return the parts of a level line outside a circle."""
    cx, cy = centre
    if abs(y - cy) >= radius:
        return [(left, right)]
    half = math.sqrt(radius**2 - (y - cy) ** 2)
    return [
        part for part in ((left, min(right, cx - half)), (max(left, cx + half), right)) if part[0] < part[1]
    ]


def darkness(view: SkyFrame, depth: float) -> Points:
    """Darkness from above, its lower edge a comb of long points that let the colour through."""
    h, frame = view.hand, view.frame
    points: list[Point] = [(frame.right + 1, -1), (-1, -1)]
    for x in spread(h, -1, frame.right + 1, 1.9, 0.35):
        reach = frame.bottom * depth * h.uniform(0.75, 1.25)
        points += [(x, reach * 0.55), (x + 0.55, reach), (x + 1.15, reach * 0.5)]
    return points


def star(h: Hand, x: float, y: float, size: float) -> Points:
    """Return a star of four or five uneven points."""
    points = h.choice((4, 4, 5))
    turn = h.uniform(-0.3, 0.3) - math.pi / 2
    reach = [size * h.uniform(0.8, 1.2) if i % 2 == 0 else size * 0.27 for i in range(points * 2)]
    return [polar(x, y, turn + math.pi * i / points, reach[i]) for i in range(points * 2)]


def stars(view: SkyFrame) -> Drawing:
    """Darkness above, stars in it, and one of them falling."""
    h, frame = view.hand, view.frame
    dark = darkness(view, 0.62)
    small = [
        star(h, h.uniform(1, frame.right - 1), frame.bottom * h.uniform(0.02, 0.6), h.uniform(0.35, 0.9))
        for _ in range(46)
    ]
    large = [
        star(h, h.uniform(6, frame.right - 6), frame.bottom * h.uniform(0.1, 0.5), h.uniform(1.4, 2.6))
        for _ in range(6)
    ]
    side = view.side
    x, y = frame.right / 2 + side * h.uniform(10, 22), h.uniform(16, 22)
    tail = gouge(h, (x, y), (x - side * h.uniform(16, 24), y + h.uniform(6, 11)), 1.1, 0.12)
    return [(INK, [dark]), (PAPER, [*small, *large, tail])]


def aurora(view: SkyFrame) -> Drawing:
    """Curtains of light hung in a black sky."""
    h, frame = view.hand, view.frame
    layers: list[tuple[str, list[Points]]] = [
        (INK, [[(0, 0), (frame.right, 0), (frame.right, frame.bottom), (0, frame.bottom)]])
    ]
    for level in (0.5, 0.78, 1.06):
        base, sway, phase = frame.bottom * level, h.uniform(3, 6), h.uniform(0, math.tau)
        glow, hem = [], []
        for x in spread(h, -1, frame.right + 1, 1.6, 0.25):
            foot = base + sway * math.sin(phase + x / 9.5)
            tall = frame.bottom * h.uniform(0.26, 0.46)
            glow.append(gouge(h, (x, foot), (x + 0.6, foot - tall), 1.75, 0.2))
            hem.append(gouge(h, (x + 0.1, foot + 0.6), (x + 0.2, foot - tall * 0.22), 0.5, 0.3))
        layers += [(COLOUR, glow), (PAPER, hem)]
    stars = [
        star(h, h.uniform(2, frame.right - 2), h.uniform(1, frame.bottom * 0.25), h.uniform(0.4, 0.9))
        for _ in range(18)
    ]
    return [*layers, (PAPER, stars)]


def eclipse(view: SkyFrame) -> Drawing:
    """Return a black sun in a ragged crown, and rings in the sky round it."""
    h, (fx, fy), r = view.hand, view.focus, view.radius
    size = min(r * h.uniform(0.72, 0.86), 17)
    cx, cy = fx + view.side * h.uniform(1, 5), min(fy - r * 0.12, view.frame.bottom - size * 0.9)
    reach = [size * (h.uniform(1.2, 1.62) if i % 2 else h.uniform(1.04, 1.1)) for i in range(84)]
    crown = [polar(cx, cy, math.tau * i / 84, out) for i, out in enumerate(reach)]
    edge = [polar(cx, cy, math.tau * i / 84, out + 0.7) for i, out in enumerate(reach)]
    rings = [
        arc((cx, cy), size * ring, start, start + h.uniform(0.35, 0.8), 0.4 + 0.75 * (ring - 1.8))
        for ring in (1.82, 1.98, 2.15, 2.34, 2.56, 2.8, 3.1, 3.45)
        for start in spread(h, h.uniform(0, 1), math.tau, 0.95 - ring * 0.1, 0.2)
    ]
    return [
        (INK, [*rings, edge]),
        (PAPER, [crown]),
        (INK, [ball(h, (cx, cy), size, 44)]),
        (COLOUR, [arc((cx, cy), size * 0.9, 2.2, 4.4, 0.5)]),
    ]
