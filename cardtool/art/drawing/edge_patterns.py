"""Borders: a shape or a line whose edge is a zigzag, a row of scallops, or a wave.

A pattern comes out even between two corners, so that corners stay corners.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator

from cardtool.art.drawing.path_data import Outline, area, read_outlines, short
from cardtool.art.drawing.path_places import OutlineRuler, straight_runs
from cardtool.art.drawing.tool_arguments import Length, Number, Path, Point, require_at_most, tool

_SAME_POINT = 1e-6  # mm
_MOST_TEETH = 2_000
_WAVE_PIECES = 12
_Edge = Callable[[OutlineRuler, float, float, float], Iterator[str]]


@tool
def zigzag(path: Path, step: Length, depth: Number) -> str:
    """Return the edge as teeth, one about every `step`, `depth` high: out of a shape, or under 0 into it.

    On a line that is not closed they stand to its left: above one that runs to the right.
    """
    return _bordered(path, step, depth, _tooth)


@tool
def scallop(path: Path, step: Length, depth: Number) -> str:
    """Return the edge as a row of arcs; for the rest as `zigzag`."""
    return _bordered(path, step, depth, _bow)


@tool
def wave(path: Path, step: Length, depth: Number) -> str:
    """Return the edge as a wave that swings `depth` to both sides of it, once about every `step`."""
    return _bordered(path, step, depth, _swing)


def _bordered(path: str, step: float, depth: float, edge: _Edge) -> str:
    outlines = read_outlines(path)
    require_at_most(sum(each.length for each in outlines) / step, _MOST_TEETH, "teeth")
    return "".join(_bordered_outline(each, step, depth, edge) for each in outlines)


def _bordered_outline(outline: Outline, step: float, depth: float, edge: _Edge) -> str:
    out = -depth if outline.closed and area(outline.points) < 0 else depth
    runs = straight_runs(outline)
    parts = [" ".join(map(short, runs[0].points[0]))]
    for run in runs:
        ruler = OutlineRuler(run)
        is_round = math.dist(ruler.at(0.0)[0], ruler.at(ruler.length)[0]) < _SAME_POINT
        number = max(2 if is_round else 1, round(ruler.length / step))  # one bow leads somewhere else
        apart = ruler.length / number
        for i in range(number):
            parts += edge(ruler, i * apart, apart, out)
    return f"M{''.join(parts)}{'Z' if outline.closed else ''}"


def _tooth(ruler: OutlineRuler, start: float, apart: float, out: float) -> Iterator[str]:
    yield _line_to(_beside(ruler, start + apart / 2, out))
    yield _line_to(ruler.at(start + apart)[0])


def _bow(ruler: OutlineRuler, start: float, apart: float, out: float) -> Iterator[str]:
    (x, y), _ = ruler.at(start + apart)
    chord = math.dist(ruler.at(start)[0], (x, y))
    rise = min(max(abs(out), 1e-3), chord)
    radius = short(chord * chord / (8 * rise) + rise / 2)
    yield f"A{radius} {radius} 0 {int(rise > chord / 2)} {int(out > 0)} {short(x)} {short(y)}"


def _swing(ruler: OutlineRuler, start: float, apart: float, out: float) -> Iterator[str]:
    for i in range(1, _WAVE_PIECES + 1):
        swing = out * math.sin(math.tau * i / _WAVE_PIECES)
        yield _line_to(_beside(ruler, start + apart * i / _WAVE_PIECES, swing))


def _beside(ruler: OutlineRuler, distance: float, off: float) -> Point:
    (x, y), turn = ruler.at(distance)
    return x + math.sin(turn) * off, y - math.cos(turn) * off


def _line_to(point: Point) -> str:
    return f"L{short(point[0])} {short(point[1])}"
