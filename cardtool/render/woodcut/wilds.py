"""Open lands: crags, dunes, the plain, a cave."""

from __future__ import annotations

from cardtool.render.woodcut.knife import COLOUR, INK, Hand, Point, Points
from cardtool.render.woodcut.land import Land, Plot, dune, filled, furrows, grass, ripples, rough_edge
from cardtool.render.woodcut.strokes import chops, gouge, spread, strip

__all__ = ["cave", "crags", "dunes", "plain"]


def crags(plot: Plot) -> Land:
    """Mountains that rise to both sides, and a stony edge."""
    h = plot.hand
    peaks, lights = [], []
    for place in (-0.02, 0.24, 0.5, 0.76, 1.02):
        tall = h.uniform(7, 11) if 0.2 < place < 0.8 else h.uniform(12, 22)
        x = plot.right * (place + h.uniform(-0.07, 0.07))
        peak, strokes = _peak(h, x, plot.horizon + 3, tall * h.uniform(1.1, 1.6), tall)
        peaks.append(peak)
        lights += strokes
    edge = rough_edge(plot, 0.6, 1.5, 3.6)
    flecks = [
        gouge(h, (x, y + 0.7), (x + h.uniform(1.5, 3.5), y + h.uniform(1.4, 3)), 0.55) for x, y in edge[1:-1]
    ]
    return Land(
        [(INK, peaks), (COLOUR, lights)],
        [
            (INK, [filled(plot, edge)]),
            (COLOUR, flecks + furrows(plot, 4, 16)),
        ],
    )


def _peak(h: Hand, x: float, base: float, width: float, height: float) -> tuple[Points, list[Points]]:
    """A mountain of hacked faces, and the strokes of light down one of its flanks."""
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


def dunes(plot: Plot) -> Land:
    """Dunes one behind another, combed by the wind."""
    h = plot.hand
    crest = h.choice((0.25, 0.34, 0.68, 0.78))
    far, mid = dune(plot, crest, h.uniform(7, 11), 2), dune(plot, 1 - crest, h.uniform(3.5, 5.5), 3.5)
    near = dune(plot, crest * 0.6 + 0.2, 2.6, 4)
    return Land(
        [
            (INK, [filled(plot, far)]),
            (COLOUR, ripples(h, far, rows=6, gap=1.1)[::2]),
            (COLOUR, [filled(plot, mid)]),
            (INK, [strip(mid, 0.9), *ripples(h, mid, rows=5, gap=1.25)]),
        ],
        [(INK, [filled(plot, near)]), (COLOUR, ripples(h, near, rows=4, gap=1.5))],
    )


def plain(plot: Plot) -> Land:
    """Low hills far off, and grass before the feet."""
    h = plot.hand
    hills = [(-1.0, plot.horizon)]
    hills += [(x, plot.horizon - h.uniform(0, 2.6)) for x in spread(h, 4, plot.right, 9, 0.4)]
    hills.append((plot.right + 1, plot.horizon))
    edge = rough_edge(plot, 2.2, 0.8, 2.2)
    rows = [
        strip([(x, y + 1.1 + k * 1.1) for x, y in hills[s : s + 4]], 0.5)
        for k in range(3)
        for s in (0, 3, 5)
        if len(hills[s : s + 4]) > 2
    ]
    return Land(
        [(INK, [filled(plot, hills)]), (COLOUR, rows)],
        [
            (INK, [filled(plot, edge), *grass(h, edge[::2], 3.4)]),
            (COLOUR, grass(h, [(x, y + 4.6) for x, y in edge[1::4]], 2.4)),
        ],
    )


def cave(plot: Plot) -> Land:
    """Rock above and on both sides, stone teeth from roof and floor."""
    h, right = plot.hand, plot.right
    walls = []
    for side, x in ((1, -1.0), (-1, right + 1)):
        face = chops(h, (x + side * 5, 0), (x + side * h.uniform(5, 8), plot.horizon + 6), 1.6, 4)
        walls.append([(x, 0), *face, (x, plot.horizon + 6)])
    roof, drips = _stalactites(plot)
    spikes = [_spike(h, x, plot.horizon + 4, 4 + 9 * _away(plot, x)) for x in spread(h, 0, right, 6.5, 0.5)]
    edge = rough_edge(plot, 1.6, 0.9, 2.6)
    return Land(
        [(INK, [roof, *walls, *spikes]), (COLOUR, drips)],
        [(INK, [filled(plot, edge)]), (COLOUR, furrows(plot, 3.5, 18))],
    )


def _away(plot: Plot, x: float) -> float:
    """How far a place is from the middle: 0 there, 1 at the edges of the face."""
    return abs(x / plot.right * 2 - 1)


def _stalactites(plot: Plot) -> tuple[Points, list[Points]]:
    """A roof of hanging stone, longest at the sides, and the light down its teeth."""
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
    """A tooth of stone out of the floor."""
    top = base - tall * h.uniform(0.5, 1.1)
    return [(x - 1.7, base), (x - 0.4, top + 0.9), (x, top), (x + 0.5, top + 1.2), (x + 1.9, base)]
