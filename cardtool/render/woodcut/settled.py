"""Lands people built on: a village, and what is left of one."""

from __future__ import annotations

from cardtool.render.woodcut.knife import COLOUR, INK, PAPER, Hand, Points
from cardtool.render.woodcut.land import Land, Plot, filled, furrows, rough_edge
from cardtool.render.woodcut.strokes import chops, gouge, spread

__all__ = ["ruins", "village"]


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
    """A broken column: its drums, base and snapped top, and its fluting as strokes of light."""
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
    """A longhouse end-on: walls and steep roof with crossed beams, thatch, and a lit door."""
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
