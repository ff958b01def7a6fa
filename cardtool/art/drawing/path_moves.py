"""Paths somewhere else, turned, mirrored, larger. Curves stay curves."""

from __future__ import annotations

import math

from fontTools.misc.transform import Transform
from fontTools.pens.svgPathPen import SVGPathPen
from fontTools.pens.transformPen import TransformPen
from fontTools.svgLib.path.parser import parse_path

from cardtool.art.drawing.path_data import read_outlines, short
from cardtool.art.drawing.tool_arguments import CannotDraw, Length, Number, Path, tool


@tool
def moved(path: Path, right: Number, down: Number) -> str:
    """Return the path moved so far to the right and down."""
    return _transformed(path, Transform().translate(right, down))


@tool
def turned(path: Path, angle: Number, x: Number = 0, y: Number = 0) -> str:
    """Return the path turned clockwise about a point."""
    turn = Transform().translate(x, y).rotate(math.radians(angle)).translate(-x, -y)
    return _transformed(path, turn)


@tool
def mirrored(path: Path, x: Number | None = None, y: Number | None = None) -> str:
    """Return the path mirrored left for right about the upright line at `x`, or top for foot about `y`."""
    if x is None and y is None:
        raise CannotDraw("say x, the upright line to mirror about, or y, the level one")
    across = Transform(-1, 0, 0, 1, 2 * x, 0) if x is not None else Transform()
    down = Transform(1, 0, 0, -1, 0, 2 * y) if y is not None else Transform()
    return _transformed(path, across.transform(down))


@tool
def scaled(path: Path, by: Length, x: Number = 0, y: Number = 0) -> str:
    """Return the path so many times as large, seen from a point that stays where it is."""
    return _transformed(path, Transform().translate(x, y).scale(by).translate(-x, -y))


def _transformed(path: str, change: Transform) -> str:
    read_outlines(path)  # raises for what is no path
    pen = SVGPathPen(None, ntos=short)
    parse_path(path, TransformPen(pen, change))
    return str(pen.getCommands())
