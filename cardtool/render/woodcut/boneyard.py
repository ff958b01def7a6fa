"""A field of giant bones."""

from __future__ import annotations

import math

from cardtool.render.woodcut.knife import COLOUR, INK, PAPER, Hand, Points
from cardtool.render.woodcut.land import Land, Plot, filled, furrows, rough_edge
from cardtool.render.woodcut.strokes import ball

__all__ = ["bones"]


def bones(plot: Plot) -> Land:
    """The ribs of something huge, and skulls in the ground."""
    h = plot.hand
    ribs, marrow, skulls, holes = [], [], [], []
    for i, x in enumerate((1.0, 9.0, 17.0)):
        tall = h.uniform(21, 27) - i * 5.5
        for at, bend in ((x, -4.6 + i), (plot.right - x, 4.6 - i)):
            ribs.append(_rib(at, plot.horizon + 4, tall, bend, 2.5))
            marrow.append(_rib(at - math.copysign(0.5, bend), plot.horizon + 4, tall * 0.86, bend, 0.7))
    edge = rough_edge(plot, 1.2, 1.0, 2.6)
    for x in (h.uniform(8, 14), h.uniform(55, 61)):
        size = h.uniform(1.9, 2.5)
        bone, eyes = _skull(h, x, plot.horizon + 2.6, size)
        skulls += bone
        holes += eyes
    return Land(
        [(INK, ribs), (COLOUR, marrow)],
        [
            (
                INK,
                [
                    filled(plot, edge),
                ],
            ),
            (COLOUR, furrows(plot, 3.5, 18)),
            (PAPER, skulls),
            (INK, holes),
        ],
    )


def _rib(x: float, base: float, tall: float, bend: float, width: float) -> Points:
    """One rib: a curved tusk out of the ground, leaning over by `bend`."""
    side = [
        (x + bend * math.sin(t * math.pi * 0.62) * 1.1 - bend * t * 0.25, base - tall * t)
        for t in (0, 0.2, 0.4, 0.6, 0.8, 0.92, 1)
    ]
    inner = [
        (px + width * (1 - i / 6.4) * (1 if bend < 0 else -1), py + 0.2) for i, (px, py) in enumerate(side)
    ]
    return [*side, *reversed(inner[:-1])]


def _skull(h: Hand, x: float, y: float, size: float) -> tuple[list[Points], list[Points]]:
    """A small skull half in the ground: bone, and the holes in it."""
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
