"""Boards of squares and of hexagons: every cell with its column, its row, its middle and its outline."""

from __future__ import annotations

import math
from typing import NamedTuple

from cardtool.art.drawing.path_data import closed_path, polar_point
from cardtool.art.drawing.tool_arguments import Count, Length, Number, require_at_most, tool

_MOST_CELLS = 2_000


class Cell(NamedTuple):
    """One cell, counted from 0 in the upper left corner; `x` and `y` are its middle."""

    column: int
    row: int
    x: float
    y: float
    path: str


@tool
def squares(
    left: Number, top: Number, columns: Count, rows: Count, side: Length, gap: Number = 0
) -> tuple[Cell, ...]:
    """Return a grid of squares, row by row, with a gap between them."""
    require_at_most(columns * rows, _MOST_CELLS, "cells")
    half, pitch = side / 2, side + gap
    return tuple(
        _square(column, row, left + half + column * pitch, top + half + row * pitch, half)
        for row in range(rows)
        for column in range(columns)
    )


@tool
def hexagons(
    left: Number, top: Number, columns: Count, rows: Count, side: Length, gap: Number = 0, flat: bool = False
) -> tuple[Cell, ...]:
    """Return a grid of hexagons, row by row; every second row is half a cell to the right.

    With `flat` they lie on a side, and every second column is half a cell lower. `left` and `top` are where
    the grid begins.
    """
    require_at_most(columns * rows, _MOST_CELLS, "cells")
    across, down = side * math.sqrt(3), side * 2
    cells: list[Cell] = []
    for row in range(rows):
        for column in range(columns):
            if flat:
                x = left + down / 2 + column * (1.5 * side + gap * math.sqrt(3) / 2)
                y = top + across / 2 + (row + column % 2 / 2) * (across + gap)
            else:
                x = left + across / 2 + (column + row % 2 / 2) * (across + gap)
                y = top + down / 2 + row * (1.5 * side + gap * math.sqrt(3) / 2)
            cells.append(_hexagon(column, row, x, y, side, 30 if flat else 0))
    return tuple(cells)


def _square(column: int, row: int, x: float, y: float, half: float) -> Cell:
    corners = [(x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half)]
    return Cell(column, row, round(x, 3), round(y, 3), closed_path(corners))


def _hexagon(column: int, row: int, x: float, y: float, side: float, turn: float) -> Cell:
    outline = closed_path(polar_point(x, y, turn + 60 * i, side) for i in range(6))
    return Cell(column, row, round(x, 3), round(y, 3), outline)
