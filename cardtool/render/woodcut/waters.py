"""The sea."""

from __future__ import annotations

import math

from cardtool.render.woodcut.knife import COLOUR, INK, PAPER, Hand, Point, Points
from cardtool.render.woodcut.land import Land, Plot, filled, furrows
from cardtool.render.woodcut.strokes import gouge, strip

__all__ = ["sea"]


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
    """A row of breaking waves: their outline, filled below, and the foam carved along it."""
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
