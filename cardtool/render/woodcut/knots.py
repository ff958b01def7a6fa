"""Interlace: two strands plaited along a line or round a ring, as carved on ships and stones."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import NamedTuple

from cardtool.render.woodcut.knife import INK, PAPER, Cut, Point, Points, printed
from cardtool.render.woodcut.strokes import polar

__all__ = ["braid", "braid_ring"]

_STEPS = 6  # points between one crossing and the next

Strand = Callable[[float], Point]  # place along the plait, in crossings, to a point


class _Yarn(NamedTuple):
    """What a plait is made of: the width of a strand, its ink, and the width of its outline."""

    band: float
    ink: str
    edge: float


def braid(
    *,
    left: float,
    top: float,
    right: float,
    bottom: float,
    crossings: int,
    band: float,
    ink: str = PAPER,
    edge: float = 0.35,
) -> list[Cut]:
    """A plait that fills a box along its longer side. `band` is a strand's width, `edge` its outline's."""
    upright = bottom - top > right - left
    middle, sway = ((left + right) / 2, right - left) if upright else ((top + bottom) / 2, bottom - top)
    sway = (sway - band) / 2 - edge

    def place(sign: int) -> Strand:
        def at(t: float) -> Point:
            across = middle + sign * sway * math.sin(math.pi * t)
            along = (
                (top + (bottom - top) * t / crossings) if upright else (left + (right - left) * t / crossings)
            )
            return (across, along) if upright else (along, across)

        return at

    return _plait((place(1), place(-1)), crossings, _Yarn(band, ink, edge), closed=False)


def braid_ring(
    *,
    x: float,
    y: float,
    radius: float,
    sway: float,
    crossings: int,
    band: float,
    ink: str = PAPER,
    edge: float = 0.35,
) -> list[Cut]:
    """A plait closed into a ring; with crossings divisible by four it looks the same upside down."""

    def place(sign: int) -> Strand:
        return lambda t: polar(x, y, math.tau * t / crossings, radius + sign * sway * math.sin(math.pi * t))

    return _plait((place(1), place(-1)), crossings, _Yarn(band, ink, edge), closed=True)


def _plait(strands: tuple[Strand, Strand], crossings: int, yarn: _Yarn, closed: bool) -> list[Cut]:
    """Both strands whole, then at every crossing the one that runs above once more."""
    wide = yarn.band + 2 * yarn.edge
    edges = [piece for strand in strands for piece in _ribbon(strand, 0, crossings, wide, closed)]
    bands = [piece for strand in strands for piece in _ribbon(strand, 0, crossings, yarn.band, closed)]
    below, above = [], []
    for crossing in range(0 if closed else 1, crossings):
        upper = strands[crossing % 2]
        below += _ribbon(upper, crossing - 0.36, crossing + 0.36, wide, False)
        above += _ribbon(upper, crossing - 0.42, crossing + 0.42, yarn.band, False)
    drawing = [(INK, edges), (yarn.ink, bands), (INK, below), (yarn.ink, above)]
    return printed(drawing)


def _ribbon(strand: Strand, start: float, end: float, width: float, closed: bool) -> list[Points]:
    """A strand between two places as short overlapping pieces, so that a closed one needs no hole."""
    count = max(4, round((end - start) * _STEPS))
    places = [start + (end - start) * i / count for i in range(count + 1)]
    sides = [_sides(strand, t, width) for t in places]
    pieces: list[Points] = []
    size = _STEPS if closed else count
    for first in range(0, count, size):
        part = sides[first : first + size + 1]
        pieces.append([left for left, _ in part] + [right for _, right in reversed(part)])
    return pieces


def _sides(strand: Strand, t: float, width: float) -> tuple[Point, Point]:
    """The two edges of a strand at one place."""
    (x, y), (x0, y0), (x1, y1) = strand(t), strand(t - 0.02), strand(t + 0.02)
    length = math.hypot(x1 - x0, y1 - y0) or 1.0
    nx, ny = (y0 - y1) / length * width / 2, (x1 - x0) / length * width / 2
    return (x + nx, y + ny), (x - nx, y - ny)
