"""Every land by its name, what rises behind the figure and what lies before its feet.

The sea, the forest, the snowfield, a village and ruins are drawn here.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import NamedTuple

from cardtool.art.woodcut.open_lands import (
    Land,
    Plot,
    bones,
    cave,
    crags,
    dune,
    dunes,
    filled,
    furrows,
    grass,
    plain,
    ripples,
    rough_edge,
)
from cardtool.art.woodcut.polygons import (
    COLOUR,
    INK,
    PAPER,
    Cut,
    Frame,
    Hand,
    Point,
    Points,
    chops,
    gouge,
    hand,
    printed,
    spread,
    strip,
)


def sea(plot: Plot) -> Land:
    """Open water to the horizon, and waves that break before the figure."""
    h = plot.hand
    level = plot.horizon - 5
    glints = []
    for _ in range(40):
        y = level + 0.8 + 7 * h.random()
        x, length = h.triangular(-4, plot.right + 4), h.uniform(3, 12)
        glints.append(gouge(h, (x - length / 2, y), (x + length / 2, y), h.uniform(0.25, 0.55)))
    crest, foam = _waves(h, plot, 1.2, 2.0)
    _, ripples = _waves(h, plot, 5.2, 1.5)
    return Land(
        [
            (INK, [filled(plot, [(-1, level), (plot.right + 1, level)])]),
            (COLOUR, glints[::2]),
            (PAPER, glints[1::2]),
        ],
        [
            (INK, [crest]),
            (PAPER, foam),
            (COLOUR, ripples + furrows(plot, 5, 14)),
        ],
    )


def _waves(h: Hand, plot: Plot, drop: float, tall: float) -> tuple[Points, list[Points]]:
    """Return a row of breaking waves: their outline, filled below, and the foam carved along it."""
    edge: list[Point] = []
    foam = []
    x, y = -h.uniform(2, 8), plot.horizon + drop
    while x < plot.right + 2:
        wide = h.uniform(7, 12)
        up = tall * h.uniform(0.8, 1.3)
        curve = [
            (x + wide * t, y - up * math.sin(math.pi * t * 0.5) ** 2.2) for t in (0, 0.2, 0.4, 0.6, 0.8, 1.0)
        ]
        edge += [*curve, (x + wide * 1.09, y - up * 0.78), (x + wide * 1.0, y - up * 0.45)]
        foam.append(strip([(px + 0.2, py + 0.75) for px, py in curve[1:]], 0.6))
        foam.append(strip([(px + 0.4, py * 0.55 + (y + 1.6) * 0.45) for px, py in curve[1:-1]], 0.42))
        x += wide
    return filled(plot, [(-1, y), *edge, (plot.right + 1, y)]), foam


def pine(h: Hand, x: float, base: float, tall: float) -> tuple[Points, list[Points]]:
    """Return a fir of ragged tiers, and the light on its boughs."""
    tiers = max(3, min(7, int(tall / 3)))
    half = tall * h.uniform(0.17, 0.23)
    left: list[Point] = []
    right: list[Point] = []
    lights = []
    for i in range(tiers):
        t = (i + 1) / tiers
        y, w = base - tall + tall * 0.93 * t, half * (0.25 + 0.75 * t)
        tip = h.uniform(0.85, 1.12)
        left += [(x - w * tip, y + h.uniform(-0.2, 0.4)), (x - w * 0.4, y - tall * 0.035)]
        right += [(x + w / tip, y + h.uniform(-0.2, 0.4)), (x + w * 0.4, y - tall * 0.035)]
        if i % 2:
            lights.append(gouge(h, (x + w * 0.15, y - tall * 0.11), (x + w * 0.72, y - tall * 0.015), 0.42))
    trunk = [(x - 0.35, base), (x + 0.35, base)]
    return [(x, base - tall), *right, *reversed(trunk), *reversed(left)], lights


def forest(plot: Plot) -> Land:
    """Firs, tallest at the sides, so that they frame the figure."""
    h = plot.hand
    trees, lights = [], []
    for x in spread(h, -2, plot.right + 2, 4.6, 0.3):
        away = abs(x - plot.right / 2) / (plot.right / 2)
        tall = h.uniform(6, 10) + 20 * away**1.6 * h.uniform(0.65, 1.1)
        tree, boughs = pine(h, x, plot.horizon + 2.5, tall)
        trees.append(tree)
        lights += boughs
    edge = rough_edge(plot, 1.2, 0.9, 2.6)
    return Land(
        [(INK, trees), (COLOUR, lights)],
        [
            (INK, [filled(plot, edge), *grass(h, edge, 2.2)]),
            (COLOUR, furrows(plot, 3, 14)),
        ],
    )


def snowfield(plot: Plot) -> Land:
    """Dark hills with snow on them, and deep snow before the feet."""
    h, base = plot.hand, plot.horizon
    hills = dune(plot, h.choice((0.22, 0.74)), h.uniform(5, 8), 2)
    firs = [
        pine(h, x, base + 0.5, h.uniform(4, 9))
        for x in (h.uniform(2, 16), h.uniform(46, 56), h.uniform(57, 67))
    ]
    top = dune(plot, h.choice((0.3, 0.7)), 1.6, 2.2)
    below = chops(h, (plot.right + 1, base + 6.5), (-1, base + 6.5), 1.1, 2.6)
    blades = [
        gouge(h, (x, base + h.uniform(2.8, 4)), (x + h.uniform(0.5, 1.6), base + h.uniform(5, 6.6)), 0.6, 0.8)
        for x in spread(h, 0, plot.right, 2.0)
    ]
    return Land(
        [
            (INK, [filled(plot, hills), *(tree for tree, _ in firs)]),
            (
                PAPER,
                [*ripples(h, hills, rows=4, gap=1.15), *(bough for _, boughs in firs for bough in boughs)],
            ),
        ],
        [
            (INK, [[(x, y - 0.6) for x, y in filled(plot, top)]]),
            (PAPER, [[*top, *below]]),
            (INK, blades),
            (COLOUR, furrows(plot, 8.5, 12, 6)),
        ],
    )


def ruins(plot: Plot) -> Land:
    """Broken columns to both sides, a fallen wall, rubble."""
    h = plot.hand
    stones, lines = [], []
    for x in (h.uniform(3, 7), h.uniform(13, 17), h.uniform(52, 56), h.uniform(62, 66)):
        outer = abs(x - plot.right / 2) > 24
        tall = h.uniform(17, 27) if outer else h.uniform(8, 14)
        column, flutes = _column(h, x, plot.horizon + 3, h.uniform(4.0, 5.2), tall)
        stones += column
        lines += flutes
    wall = chops(h, (20, plot.horizon - h.uniform(1, 3)), (50, plot.horizon - h.uniform(1, 4)), 1.4, 3)
    stones.append([(20, plot.horizon + 4), *wall, (50, plot.horizon + 4)])
    edge = rough_edge(plot, 1.4, 1.2, 2.2)
    rubble = [
        gouge(h, (x, y + 1), (x + h.uniform(1.5, 4), y + 1 + h.uniform(-0.2, 0.8)), 0.6)
        for x, y in edge[1:-1:2]
    ]
    return Land(
        [(INK, stones), (COLOUR, lines)],
        [
            (INK, [filled(plot, edge)]),
            (COLOUR, rubble + furrows(plot, 4, 14)),
        ],
    )


def _column(h: Hand, x: float, base: float, width: float, tall: float) -> tuple[list[Points], list[Points]]:
    """Return a broken column: its drums, base and snapped top, and its fluting as strokes of light."""
    half, top = width / 2, base - tall
    snapped = chops(h, (x - half, top + h.uniform(0, 2)), (x + half, top + h.uniform(1, 4)), 0.8, 1.2)
    shaft = [(x - half, base), *snapped, (x + half, base)]
    plinth = [
        (x - half * 1.5, base),
        (x - half * 1.4, base - 4.4),
        (x + half * 1.4, base - 4.4),
        (x + half * 1.5, base),
    ]
    lights = [
        gouge(h, (x + half * k, top + h.uniform(4, 6)), (x + half * k, base - 5.2), 0.5, 0.5)
        for k in (-0.5, 0.05, 0.55)
    ]
    return [shaft, plinth], lights


def village(plot: Plot) -> Land:
    """Longhouses with lit doors behind a fence of stakes."""
    h = plot.hand
    houses, thatch, doors = [], [], []
    for place in (0.04, 0.2, 0.38, 0.6, 0.8, 0.98):
        x = plot.right * place + h.uniform(-2, 2)
        tall = h.uniform(8, 10) if 0.3 < place < 0.7 else h.uniform(11, 17)
        walls, straw, door = _house(h, x, plot.horizon + 3, tall * h.uniform(0.7, 0.9), tall)
        houses += walls
        thatch += straw
        doors.append(door)
    edge = rough_edge(plot, 1.6, 0.5, 2.4)
    stakes = [
        [(x - 0.7, y + 2), (x - 0.65, y - up), (x, y - up - 0.9), (x + 0.65, y - up + 0.2), (x + 0.7, y + 2)]
        for x in spread(h, -1, plot.right + 1, 1.75, 0.12)
        for y, up in ((plot.horizon + 1.6, h.uniform(0.8, 2.2)),)
    ]
    return Land(
        [(INK, houses), (COLOUR, thatch), (PAPER, doors)],
        [
            (INK, [filled(plot, edge), *stakes]),
            (COLOUR, furrows(plot, 4, 16)),
        ],
    )


def _house(
    h: Hand, x: float, base: float, width: float, tall: float
) -> tuple[list[Points], list[Points], Points]:
    """Return a longhouse end-on: walls and steep roof with crossed beams, thatch, and a lit door."""
    half, eave = width / 2, base - tall * 0.34
    roof = [(x - half * 1.18, eave + 0.7), (x, base - tall), (x + half * 1.18, eave + 0.7)]
    wall = [(x - half, base), (x - half, eave), (x + half, eave), (x + half, base)]
    horn = tall * 0.14
    beams = [
        [(x - 0.4, base - tall + 1), (x + horn * 0.8, base - tall - horn), (x + 0.5, base - tall + 1)],
        [(x + 0.4, base - tall + 1), (x - horn * 0.8, base - tall - horn), (x - 0.5, base - tall + 1)],
    ]
    thatch = [
        gouge(
            h,
            (x + half * 0.2 * k, base - tall + tall * 0.13 * k),
            (x + half * (0.2 * k + 0.12), eave - 0.2),
            0.4,
        )
        for k in (1, 2, 3, 4)
    ]
    door = [
        (x - half * 0.22, base),
        (x - half * 0.2, eave + tall * 0.1),
        (x + half * 0.24, eave + tall * 0.12),
        (x + half * 0.2, base),
    ]
    return [roof, wall, *beams], thatch, door


GROUNDS: dict[str, Callable[[Plot], Land]] = {
    "crags": crags,
    "dunes": dunes,
    "forest": forest,
    "snowfield": snowfield,
    "sea": sea,
    "ruins": ruins,
    "plain": plain,
    "village": village,
    "bones": bones,
    "cave": cave,
}


class Ground(NamedTuple):
    """A land ready to print, in two goes: behind the figure, and before its feet."""

    far: list[Cut]
    near: list[Cut]


def ground(name: str, seed: int, *, width: float, horizon: float, bottom: float) -> Ground:
    """Return the land of this name, from the horizon to the bottom of the face.

    Raises: KeyError for a land nobody has drawn.
    """
    plot = Plot(hand(seed), Frame(0, 0, width, bottom), horizon)
    land = GROUNDS[name](plot)
    return Ground(printed(land.far, plot.frame), printed(land.near, plot.frame))
