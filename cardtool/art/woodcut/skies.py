"""Every sky and every weather by its name: what lies behind the figure, down to the horizon."""

from __future__ import annotations

import math
from collections.abc import Callable

from cardtool.art.woodcut.clear_skies import SkyFrame, aurora, dusk, eclipse, moon, rays_sky, stars, sun
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
    gouge,
    hand,
    polar,
    printed,
    spread,
    strip,
)


def storm(view: SkyFrame) -> Drawing:
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
    "rays": rays_sky,
    "moon": moon,
    "sun": sun,
    "stars": stars,
    "storm": storm,
    "eclipse": eclipse,
    "dusk": dusk,
    "aurora": aurora,
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
    return [(PAPER, [_raised(bird) for bird in birds]), (INK, birds)]


def _raised(bird: Points) -> Points:
    """Return the light along a bird's back: the bird again, a little higher."""
    return [(x, y - 0.4) for x, y in bird]


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
