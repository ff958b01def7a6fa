"""Every land by its name: what rises behind the figure, and what lies before its feet.

All share the plot they are drawn on, rough edges, furrows, grass, rolling lines.
"""

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
    ball,
    chops,
    gouge,
    hand,
    printed,
    spread,
    strip,
)


class Land(NamedTuple):
    """A land drawn: what rises behind the figure, and what lies before its feet."""

    far: Drawing
    near: Drawing


class Plot(NamedTuple):
    """What a land is drawn on: its hand, the whole face, and the height of the horizon."""

    hand: Hand
    frame: Frame
    horizon: float

    @property
    def right(self) -> float:
        return self.frame.right


def _filled(plot: Plot, edge: Points) -> Points:
    """Return the land below a line drawn from left to right."""
    return [*edge, (plot.right + 1, plot.frame.bottom + 1), (-1, plot.frame.bottom + 1)]


def _rough_edge(plot: Plot, drop: float, depth: float, step: float = 3.0) -> list[Point]:
    """Return a rough level line across the face, `drop` below the horizon."""
    y = plot.horizon + drop
    return chops(plot.hand, (-1, y), (plot.right + 1, y), depth, step)


def _furrows(plot: Plot, drop: float, count: int = 26, depth: float = 9) -> list[Points]:
    """Carved light on the ground: level strokes that thin out downwards."""
    h, strokes = plot.hand, []
    for _ in range(count):
        y = plot.horizon + drop + depth * h.random() ** 1.5
        x, length = h.uniform(-6, plot.right - 4), h.uniform(4, 19)
        strokes.append(gouge(h, (x, y), (x + length, y + h.uniform(-0.3, 0.3)), h.uniform(0.22, 0.5)))
    return strokes


def _grass(h: Hand, edge: Points, tall: float) -> list[Points]:
    """Tufts along a line: fans of thin blades."""
    blades: list[Points] = []
    for x, y in edge[1:-1]:
        for lean in (-0.9, -0.25, 0.4, 1.0):
            up = tall * h.uniform(0.5, 1.15)
            root = x + lean * 0.3
            blades.append([(root - 0.22, y + 0.8), (root + lean * up * 0.5, y - up), (root + 0.22, y + 0.8)])
    return blades


def _dune(plot: Plot, crest: float, rise: float, drop: float) -> list[Point]:
    """Return a dune's line: slowly up to its crest, quickly down behind it."""
    points = []
    for i in range(25):
        t = i / 24
        up = (t / crest) ** 1.6 if t < crest else ((1 - t) / (1 - crest)) ** 0.8
        points.append((-1 + (plot.right + 2) * t, plot.horizon + drop - rise * up))
    return points


def _ripples(h: Hand, line: Points, rows: int, gap: float) -> list[Points]:
    """Strokes that run along below a line, two pieces of it in each row."""
    strokes = []
    for row in range(1, rows + 1):
        for start in (h.randint(0, len(line) // 3), h.randint(len(line) // 3, len(line) * 2 // 3)):
            piece = line[start : start + h.randint(5, 10)]
            strokes.append(strip([(x, y + row * gap) for x, y in piece], h.uniform(0.4, 0.6)))
    return strokes


def _crags(plot: Plot) -> Land:
    """Mountains that rise to both sides, and a stony edge."""
    h = plot.hand
    peaks, lights = [], []
    for place in (-0.02, 0.24, 0.5, 0.76, 1.02):
        tall = h.uniform(7, 11) if 0.2 < place < 0.8 else h.uniform(12, 22)
        x = plot.right * (place + h.uniform(-0.07, 0.07))
        peak, strokes = _peak(h, x, plot.horizon + 3, tall * h.uniform(1.1, 1.6), tall)
        peaks.append(peak)
        lights += strokes
    edge = _rough_edge(plot, 0.6, 1.5, 3.6)
    flecks = [
        gouge(h, (x, y + 0.7), (x + h.uniform(1.5, 3.5), y + h.uniform(1.4, 3)), 0.55) for x, y in edge[1:-1]
    ]
    return Land(
        [(INK, peaks), (COLOUR, lights)],
        [
            (INK, [_filled(plot, edge)]),
            (COLOUR, flecks + _furrows(plot, 4, 16)),
        ],
    )


def _peak(h: Hand, x: float, base: float, width: float, height: float) -> tuple[Points, list[Points]]:
    """Return a mountain of hacked faces, and the strokes of light down one of its flanks."""
    top = (x + h.uniform(-0.1, 0.1) * width, base - height)
    left = chops(h, (x - width / 2, base), top, height * 0.035, height * 0.16)
    right = chops(h, top, (x + width / 2, base), height * 0.035, height * 0.16)
    strokes = []
    for i in range(7):
        t = 0.1 + 0.12 * i
        at = (top[0] + 0.3 + (width / 2) * t * 0.62, top[1] + height * t)
        long = height * h.uniform(0.16, 0.3)
        strokes.append(gouge(h, at, (at[0] - width * 0.05 + t, at[1] + long), 0.4 + 0.5 * t, 0.3))
        inner = (at[0] - width * 0.12 * t - 0.4, at[1] + 1)
        strokes.append(gouge(h, inner, (inner[0] - width * 0.04, inner[1] + long * 0.8), 0.35, 0.3))
    return [*left, *right[1:]], strokes


def _dunes(plot: Plot) -> Land:
    """Dunes one behind another, combed by the wind."""
    h = plot.hand
    crest = h.choice((0.25, 0.34, 0.68, 0.78))
    far, mid = _dune(plot, crest, h.uniform(7, 11), 2), _dune(plot, 1 - crest, h.uniform(3.5, 5.5), 3.5)
    near = _dune(plot, crest * 0.6 + 0.2, 2.6, 4)
    return Land(
        [
            (INK, [_filled(plot, far)]),
            (COLOUR, _ripples(h, far, rows=6, gap=1.1)[::2]),
            (COLOUR, [_filled(plot, mid)]),
            (INK, [strip(mid, 0.9), *_ripples(h, mid, rows=5, gap=1.25)]),
        ],
        [(INK, [_filled(plot, near)]), (COLOUR, _ripples(h, near, rows=4, gap=1.5))],
    )


def _plain(plot: Plot) -> Land:
    """Low hills far off, and grass before the feet."""
    h = plot.hand
    hills = [(-1.0, plot.horizon)]
    hills += [(x, plot.horizon - h.uniform(0, 2.6)) for x in spread(h, 4, plot.right, 9, 0.4)]
    hills.append((plot.right + 1, plot.horizon))
    edge = _rough_edge(plot, 2.2, 0.8, 2.2)
    rows = [
        strip([(x, y + 1.1 + k * 1.1) for x, y in hills[s : s + 4]], 0.5)
        for k in range(3)
        for s in (0, 3, 5)
        if len(hills[s : s + 4]) > 2
    ]
    return Land(
        [(INK, [_filled(plot, hills)]), (COLOUR, rows)],
        [
            (INK, [_filled(plot, edge), *_grass(h, edge[::2], 3.4)]),
            (COLOUR, _grass(h, [(x, y + 4.6) for x, y in edge[1::4]], 2.4)),
        ],
    )


def _cave(plot: Plot) -> Land:
    """Rock above and on both sides, stone teeth from roof and floor."""
    h, right = plot.hand, plot.right
    walls = []
    for side, x in ((1, -1.0), (-1, right + 1)):
        face = chops(h, (x + side * 5, 0), (x + side * h.uniform(5, 8), plot.horizon + 6), 1.6, 4)
        walls.append([(x, 0), *face, (x, plot.horizon + 6)])
    roof, drips = _stalactites(plot)
    spikes = [_spike(h, x, plot.horizon + 4, 4 + 9 * _away(plot, x)) for x in spread(h, 0, right, 6.5, 0.5)]
    edge = _rough_edge(plot, 1.6, 0.9, 2.6)
    return Land(
        [(INK, [roof, *walls, *spikes]), (COLOUR, drips)],
        [(INK, [_filled(plot, edge)]), (COLOUR, _furrows(plot, 3.5, 18))],
    )


def _away(plot: Plot, x: float) -> float:
    """Return how far a place is from the middle: 0 there, 1 at the edges of the face."""
    return abs(x / plot.right * 2 - 1)


def _stalactites(plot: Plot) -> tuple[Points, list[Points]]:
    """Return a roof of hanging stone, longest at the sides, and the light down its teeth."""
    h, lights = plot.hand, []
    roof: list[Point] = [(plot.right + 1, -1), (-1, -1)]
    for x in spread(h, -1, plot.right, 4.2, 0.4):
        away = _away(plot, x)
        reach, wide = h.uniform(5, 9) + 13 * away**2 * h.uniform(0.5, 1.2), h.uniform(2.2, 4)
        tooth = ((0.0, 4 + 4 * away), (0.45, reach * 0.7), (0.55, reach), (0.72, reach * 0.6))
        roof += [(x + wide * share, y) for share, y in tooth]
        lights.append(gouge(h, (x + wide * 0.5, 2 + reach * 0.2), (x + wide * 0.53, reach * 0.85), 0.5))
    return roof, lights


def _spike(h: Hand, x: float, base: float, tall: float) -> Points:
    """Return a tooth of stone out of the floor."""
    top = base - tall * h.uniform(0.5, 1.1)
    return [(x - 1.7, base), (x - 0.4, top + 0.9), (x, top), (x + 0.5, top + 1.2), (x + 1.9, base)]


def _bones(plot: Plot) -> Land:
    """Return the ribs of something huge, and skulls in the ground."""
    h = plot.hand
    ribs, marrow, skulls, holes = [], [], [], []
    for i, x in enumerate((1.0, 9.0, 17.0)):
        tall = h.uniform(21, 27) - i * 5.5
        for at, bend in ((x, -4.6 + i), (plot.right - x, 4.6 - i)):
            ribs.append(_rib(at, plot.horizon + 4, tall, bend, 2.5))
            marrow.append(_rib(at - math.copysign(0.5, bend), plot.horizon + 4, tall * 0.86, bend, 0.7))
    edge = _rough_edge(plot, 1.2, 1.0, 2.6)
    for x in (h.uniform(8, 14), h.uniform(55, 61)):
        size = h.uniform(1.9, 2.5)
        bone, eyes = _skull(h, x, plot.horizon + 2.6, size)
        skulls += bone
        holes += eyes
    return Land(
        [(INK, ribs), (COLOUR, marrow)],
        [
            (INK, [_filled(plot, edge)]),
            (COLOUR, _furrows(plot, 3.5, 18)),
            (PAPER, skulls),
            (INK, holes),
        ],
    )


def _rib(x: float, base: float, tall: float, bend: float, width: float) -> Points:
    """Return one rib: a curved tusk out of the ground, leaning over by `bend`."""
    side = [
        (x + bend * math.sin(t * math.pi * 0.62) * 1.1 - bend * t * 0.25, base - tall * t)
        for t in (0, 0.2, 0.4, 0.6, 0.8, 0.92, 1)
    ]
    inner = [
        (px + width * (1 - i / 6.4) * (1 if bend < 0 else -1), py + 0.2) for i, (px, py) in enumerate(side)
    ]
    return [*side, *reversed(inner[:-1])]


def _skull(h: Hand, x: float, y: float, size: float) -> tuple[list[Points], list[Points]]:
    """Return a small skull half in the ground: bone, and the holes in it."""
    dome = ball(h, (x, y - size * 0.5), size, 16, 0.03)
    jaw = [
        (x - size * 0.55, y),
        (x + size * 0.55, y),
        (x + size * 0.45, y + size * 0.9),
        (x - size * 0.45, y + size * 0.9),
    ]
    eyes = [ball(h, (x + k * size * 0.4, y - size * 0.35), size * 0.29, 7, 0.1) for k in (-1, 1)]
    nose = [(x, y + size * 0.02), (x + size * 0.16, y + size * 0.34), (x - size * 0.16, y + size * 0.34)]
    teeth = [
        [
            (x + k * size, y + size * 0.55),
            (x + k * size + 0.14, y + size * 0.55),
            (x + k * size + 0.07, y + size),
        ]
        for k in (-0.24, 0, 0.22)
    ]
    return [dome, jaw], [*eyes, nose, *teeth]


def _sea(plot: Plot) -> Land:
    """Open water to the horizon, and waves that break before the figure."""
    h = plot.hand
    level = plot.horizon - 5
    glints = []
    for _ in range(40):
        y = level + 0.8 + 7 * h.random()
        x, length = h.triangular(-4, plot.right + 4), h.uniform(3, 12)
        glints.append(gouge(h, (x - length / 2, y), (x + length / 2, y), h.uniform(0.25, 0.55)))
    crest, foam = _waves(h, plot, 1.2, 2.0)
    _, swell = _waves(h, plot, 5.2, 1.5)
    return Land(
        [
            (INK, [_filled(plot, [(-1, level), (plot.right + 1, level)])]),
            (COLOUR, glints[::2]),
            (PAPER, glints[1::2]),
        ],
        [
            (INK, [crest]),
            (PAPER, foam),
            (COLOUR, swell + _furrows(plot, 5, 14)),
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
    return _filled(plot, [(-1, y), *edge, (plot.right + 1, y)]), foam


def _pine(h: Hand, x: float, base: float, tall: float) -> tuple[Points, list[Points]]:
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


def _forest(plot: Plot) -> Land:
    """Firs, tallest at the sides, so that they frame the figure."""
    h = plot.hand
    trees, lights = [], []
    for x in spread(h, -2, plot.right + 2, 4.6, 0.3):
        away = abs(x - plot.right / 2) / (plot.right / 2)
        tall = h.uniform(6, 10) + 20 * away**1.6 * h.uniform(0.65, 1.1)
        tree, boughs = _pine(h, x, plot.horizon + 2.5, tall)
        trees.append(tree)
        lights += boughs
    edge = _rough_edge(plot, 1.2, 0.9, 2.6)
    return Land(
        [(INK, trees), (COLOUR, lights)],
        [
            (INK, [_filled(plot, edge), *_grass(h, edge, 2.2)]),
            (COLOUR, _furrows(plot, 3, 14)),
        ],
    )


def _snowfield(plot: Plot) -> Land:
    """Dark hills with snow on them, and deep snow before the feet."""
    h, base = plot.hand, plot.horizon
    hills = _dune(plot, h.choice((0.22, 0.74)), h.uniform(5, 8), 2)
    firs = [
        _pine(h, x, base + 0.5, h.uniform(4, 9))
        for x in (h.uniform(2, 16), h.uniform(46, 56), h.uniform(57, 67))
    ]
    top = _dune(plot, h.choice((0.3, 0.7)), 1.6, 2.2)
    below = chops(h, (plot.right + 1, base + 6.5), (-1, base + 6.5), 1.1, 2.6)
    blades = [
        gouge(h, (x, base + h.uniform(2.8, 4)), (x + h.uniform(0.5, 1.6), base + h.uniform(5, 6.6)), 0.6, 0.8)
        for x in spread(h, 0, plot.right, 2.0)
    ]
    return Land(
        [
            (INK, [_filled(plot, hills), *(tree for tree, _ in firs)]),
            (
                PAPER,
                [*_ripples(h, hills, rows=4, gap=1.15), *(bough for _, boughs in firs for bough in boughs)],
            ),
        ],
        [
            (INK, [[(x, y - 0.6) for x, y in _filled(plot, top)]]),
            (PAPER, [[*top, *below]]),
            (INK, blades),
            (COLOUR, _furrows(plot, 8.5, 12, 6)),
        ],
    )


def _ruins(plot: Plot) -> Land:
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
    edge = _rough_edge(plot, 1.4, 1.2, 2.2)
    rubble = [
        gouge(h, (x, y + 1), (x + h.uniform(1.5, 4), y + 1 + h.uniform(-0.2, 0.8)), 0.6)
        for x, y in edge[1:-1:2]
    ]
    return Land(
        [(INK, stones), (COLOUR, lines)],
        [
            (INK, [_filled(plot, edge)]),
            (COLOUR, rubble + _furrows(plot, 4, 14)),
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


def _village(plot: Plot) -> Land:
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
    edge = _rough_edge(plot, 1.6, 0.5, 2.4)
    stakes = [
        [(x - 0.7, y + 2), (x - 0.65, y - up), (x, y - up - 0.9), (x + 0.65, y - up + 0.2), (x + 0.7, y + 2)]
        for x in spread(h, -1, plot.right + 1, 1.75, 0.12)
        for y, up in ((plot.horizon + 1.6, h.uniform(0.8, 2.2)),)
    ]
    return Land(
        [(INK, houses), (COLOUR, thatch), (PAPER, doors)],
        [
            (INK, [_filled(plot, edge), *stakes]),
            (COLOUR, _furrows(plot, 4, 16)),
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
    "crags": _crags,
    "dunes": _dunes,
    "forest": _forest,
    "snowfield": _snowfield,
    "sea": _sea,
    "ruins": _ruins,
    "plain": _plain,
    "village": _village,
    "bones": _bones,
    "cave": _cave,
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
