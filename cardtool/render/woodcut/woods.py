"""Lands with firs in them: the forest, the snowfield."""

from __future__ import annotations

from cardtool.render.woodcut.knife import COLOUR, INK, PAPER, Hand, Point, Points
from cardtool.render.woodcut.land import Land, Plot, dune, filled, furrows, grass, ripples, rough_edge
from cardtool.render.woodcut.strokes import chops, gouge, spread

__all__ = ["forest", "pine", "snowfield"]


def pine(h: Hand, x: float, base: float, tall: float) -> tuple[Points, list[Points]]:
    """A fir of ragged tiers, and the light on its boughs."""
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
