"""What all lands share: the plot they are drawn on, rough edges, furrows, grass, rolling lines."""

from __future__ import annotations

from typing import NamedTuple

from cardtool.render.woodcut.knife import Drawing, Frame, Hand, Point, Points
from cardtool.render.woodcut.strokes import chops, gouge, strip

__all__ = ["Land", "Plot", "dune", "filled", "furrows", "grass", "ripples", "rough_edge"]


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


def filled(plot: Plot, edge: Points) -> Points:
    """The land below a line drawn from left to right."""
    return [*edge, (plot.right + 1, plot.frame.bottom + 1), (-1, plot.frame.bottom + 1)]


def rough_edge(plot: Plot, drop: float, depth: float, step: float = 3.0) -> list[Point]:
    """A rough level line across the face, `drop` below the horizon."""
    y = plot.horizon + drop
    return chops(plot.hand, (-1, y), (plot.right + 1, y), depth, step)


def furrows(plot: Plot, drop: float, count: int = 26, depth: float = 9) -> list[Points]:
    """Carved light on the ground: level strokes that thin out downwards."""
    h, strokes = plot.hand, []
    for _ in range(count):
        y = plot.horizon + drop + depth * h.random() ** 1.5
        x, length = h.uniform(-6, plot.right - 4), h.uniform(4, 19)
        strokes.append(gouge(h, (x, y), (x + length, y + h.uniform(-0.3, 0.3)), h.uniform(0.22, 0.5)))
    return strokes


def grass(h: Hand, edge: Points, tall: float) -> list[Points]:
    """Tufts along a line: fans of thin blades."""
    blades: list[Points] = []
    for x, y in edge[1:-1]:
        for lean in (-0.9, -0.25, 0.4, 1.0):
            up = tall * h.uniform(0.5, 1.15)
            root = x + lean * 0.3
            blades.append([(root - 0.22, y + 0.8), (root + lean * up * 0.5, y - up), (root + 0.22, y + 0.8)])
    return blades


def dune(plot: Plot, crest: float, rise: float, drop: float) -> list[Point]:
    """A dune's line: slowly up to its crest, quickly down behind it."""
    points = []
    for i in range(25):
        t = i / 24
        up = (t / crest) ** 1.6 if t < crest else ((1 - t) / (1 - crest)) ** 0.8
        points.append((-1 + (plot.right + 2) * t, plot.horizon + drop - rise * up))
    return points


def ripples(h: Hand, line: Points, rows: int, gap: float) -> list[Points]:
    """Strokes that run along below a line, two pieces of it in each row."""
    strokes = []
    for row in range(1, rows + 1):
        for start in (h.randint(0, len(line) // 3), h.randint(len(line) // 3, len(line) * 2 // 3)):
            piece = line[start : start + h.randint(5, 10)]
            strokes.append(strip([(x, y + row * gap) for x, y in piece], h.uniform(0.4, 0.6)))
    return strokes
