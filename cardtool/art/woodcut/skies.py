"""Every sky and every weather by its name: what lies behind the figure, down to the horizon."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import NamedTuple

from cardtool.art.woodcut.polygons import (
    COLOUR,
    INK,
    PAPER,
    Cut,
    Drawing,
    Frame,
    Hand,
    Point,
    Points,
    arc,
    ball,
    crescent,
    gouge,
    hand,
    polar,
    printed,
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


def _rays(view: SkyFrame) -> Drawing:
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


def _sun(view: SkyFrame) -> Drawing:
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


def _dusk(view: SkyFrame) -> Drawing:
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


def _moon(view: SkyFrame) -> Drawing:
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


def _darkness(view: SkyFrame, depth: float) -> Points:
    """Darkness from above, its lower edge a comb of long points that let the colour through."""
    h, frame = view.hand, view.frame
    points: list[Point] = [(frame.right + 1, -1), (-1, -1)]
    for x in spread(h, -1, frame.right + 1, 1.9, 0.35):
        reach = frame.bottom * depth * h.uniform(0.75, 1.25)
        points += [(x, reach * 0.55), (x + 0.55, reach), (x + 1.15, reach * 0.5)]
    return points


def _star(h: Hand, x: float, y: float, size: float) -> Points:
    """Return a star of four or five uneven points."""
    points = h.choice((4, 4, 5))
    turn = h.uniform(-0.3, 0.3) - math.pi / 2
    reach = [size * h.uniform(0.8, 1.2) if i % 2 == 0 else size * 0.27 for i in range(points * 2)]
    return [polar(x, y, turn + math.pi * i / points, reach[i]) for i in range(points * 2)]


def _stars(view: SkyFrame) -> Drawing:
    """Darkness above, stars in it, and one of them falling."""
    h, frame = view.hand, view.frame
    dark = _darkness(view, 0.62)
    small = [
        _star(h, h.uniform(1, frame.right - 1), frame.bottom * h.uniform(0.02, 0.6), h.uniform(0.35, 0.9))
        for _ in range(46)
    ]
    large = [
        _star(h, h.uniform(6, frame.right - 6), frame.bottom * h.uniform(0.1, 0.5), h.uniform(1.4, 2.6))
        for _ in range(6)
    ]
    side = view.side
    x, y = frame.right / 2 + side * h.uniform(10, 22), h.uniform(16, 22)
    tail = gouge(h, (x, y), (x - side * h.uniform(16, 24), y + h.uniform(6, 11)), 1.1, 0.12)
    return [(INK, [dark]), (PAPER, [*small, *large, tail])]


def _aurora(view: SkyFrame) -> Drawing:
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
        _star(h, h.uniform(2, frame.right - 2), h.uniform(1, frame.bottom * 0.25), h.uniform(0.4, 0.9))
        for _ in range(18)
    ]
    return [*layers, (PAPER, stars)]


def _eclipse(view: SkyFrame) -> Drawing:
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


def _storm(view: SkyFrame) -> Drawing:
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
    """Return a zigzag polygon a little wider than it was, to lie behind it as its edge."""
    half = len(points) // 2
    return [(x - by, y) if i < half else (x + by, y) for i, (x, y) in enumerate(points)]


def _bolt(h: Hand, x0: float, y0: float, x1: float, y1: float) -> Points:
    """Return a flash of lightning: two zigzag edges that meet in a point."""
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
    """Return a bank of cloud down to about `reach`: its edge of bulges, and the light carved along them."""
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


SKIES: dict[str, Callable[[SkyFrame], Drawing]] = {
    "rays": _rays,
    "moon": _moon,
    "sun": _sun,
    "stars": _stars,
    "storm": _storm,
    "eclipse": _eclipse,
    "dusk": _dusk,
    "aurora": _aurora,
}


def sky(
    name: str, seed: int, *, width: float, horizon: float, x: float, y: float, radius: float
) -> list[Cut]:
    """Return the sky of this name, from the top of the face to the horizon; the figure is about (x, y).

    Raises: KeyError for a sky nobody has drawn.
    """
    view = SkyFrame(hand(seed), Frame(0, 0, width, horizon), (x, y), radius)
    return printed(SKIES[name](view), view.frame)


def weather(name: str, seed: int, *, width: float, horizon: float) -> list[Cut]:
    """Return the weather of this name, drawn behind the figure from the top of the face to the horizon.

    Raises: KeyError for a weather nobody has drawn.
    """
    frame = Frame(0, 0, width, horizon + 4)
    return printed(WEATHERS[name](hand(seed), frame), frame)


def _none(h: Hand, frame: Frame) -> Drawing:
    """Clear weather."""
    return []


def _rain(h: Hand, frame: Frame) -> Drawing:
    """Slanting strokes, half dark and half light."""
    lean = h.choice((-1, 1)) * h.uniform(0.28, 0.42)
    drops: list[Points] = []
    for _ in range(120):
        x, y, long = h.uniform(-8, frame.right + 8), h.uniform(-4, frame.bottom), h.uniform(3, 8)
        drops.append(gouge(h, (x, y), (x + lean * long, y + long), h.uniform(0.2, 0.36), 0.7))
    return [(INK, drops[:60]), (PAPER, drops[60:])]


def _snow(h: Hand, frame: Frame) -> Drawing:
    """Flakes of several sizes."""
    flakes = []
    for _ in range(90):
        x, y, size = (
            h.uniform(0, frame.right),
            h.uniform(0, frame.bottom),
            h.choice((0.3, 0.4, 0.5, 0.7, 0.95)),
        )
        flakes.append(
            [
                polar(x, y, h.uniform(-0.3, 0.3) + math.tau * i / 5, size * h.uniform(0.7, 1.2))
                for i in range(5)
            ]
        )
    return [(PAPER, flakes)]


def _embers(h: Hand, frame: Frame) -> Drawing:
    """Sparks that rise, thickest near the ground."""
    sparks: list[Points] = []
    cores: list[Points] = []
    for _ in range(60):
        x, y = h.uniform(0, frame.right), frame.bottom * (1 - h.random() ** 1.6 * 0.95)
        size, lean = h.uniform(0.4, 1.3), h.uniform(-0.6, 0.6)
        kite = [
            (x + lean * size * 2, y - size * 2.1),
            (x + size * 0.6, y),
            (x, y + size * 0.7),
            (x - size * 0.6, y),
        ]
        (sparks if h.random() < 0.3 else cores).append(kite)
    return [(INK, sparks), (PAPER, cores)]


def _crow(h: Hand, x: float, y: float, size: float) -> Points:
    """Return a far bird: two bent wings and a body."""
    lift, dip = h.uniform(0.25, 0.6), h.uniform(0.05, 0.25)
    return [
        (x, y + size * 0.08),
        (x - size * 0.45, y - size * lift),
        (x - size, y - size * dip),
        (x - size * 0.5, y - size * lift * 0.45),
        (x - size * 0.12, y + size * 0.26),
        (x + size * 0.12, y + size * 0.22),
        (x + size * 0.52, y - size * lift * 0.4),
        (x + size, y - size * dip * 1.6),
        (x + size * 0.48, y - size * lift * 1.1),
    ]


def _crows(h: Hand, frame: Frame) -> Drawing:
    """Birds to both sides of the figure."""
    birds = []
    for i in range(10):
        side = -1 if i % 2 else 1
        x = frame.right / 2 + side * h.uniform(11, 31)
        y = frame.bottom * (0.24 + 0.06 * i) + h.uniform(-2, 2)
        birds.append(_crow(h, x, y, h.choice((2.2, 3.0, 4.0, 5.4))))
    return [(PAPER, [[(x, y - 0.4) for x, y in bird] for bird in birds]), (INK, birds)]


def _smoke(h: Hand, frame: Frame) -> Drawing:
    """Return two columns of smoke."""
    plumes, curls = [], []
    for place in (h.uniform(0.08, 0.2), h.uniform(0.8, 0.92)):
        x, y = frame.right * place, frame.bottom
        while y > -4:
            share = 1 - y / frame.bottom
            r = 1.4 + 4.6 * share + h.uniform(-0.4, 0.6)
            plumes.append([polar(x, y, math.tau * i / 12, r) for i in range(12)])
            start = h.uniform(2.4, 3.6)
            curls.append(arc((x, y), r * 0.66, start, start + 2.6, 0.45))
            x += h.uniform(-1.6, 1.9)
            y -= r * h.uniform(0.75, 0.95)
    return [(INK, plumes), (COLOUR, curls)]


def _mist(h: Hand, frame: Frame) -> Drawing:
    """Long level veils low over the ground."""
    bands = []
    for y in spread(h, frame.bottom * 0.5, frame.bottom - 1, 3.4, 0.35):
        for _ in range(2):
            x, length = h.uniform(-14, frame.right - 14), h.uniform(18, 44)
            wave = [(x + length * i / 7, y + h.uniform(-0.4, 0.4)) for i in range(8)]
            bands.append(strip(wave, h.uniform(0.6, 1.5)))
    return [(INK, [[(x, y + 0.45) for x, y in band] for band in bands]), (PAPER, bands)]


WEATHERS: dict[str, Callable[[Hand, Frame], Drawing]] = {
    "none": _none,
    "rain": _rain,
    "snow": _snow,
    "embers": _embers,
    "crows": _crows,
    "smoke": _smoke,
    "mist": _mist,
}
