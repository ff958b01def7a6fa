"""Plain geometry for templates, in any style: what they call as `draw.star(…)` or `draw.hatching(…)`.

Lengths are in the unit of the picture, which is best millimetres; angles are degrees, clockwise from the top.
Answers are SVG path data, or places to put things; the same question always has the same answer.
docs/drawing.md shows each.
"""

from __future__ import annotations

from cardtool.art.drawing.board_grids import Cell, hexagons, squares
from cardtool.art.drawing.edge_patterns import scallop, wave, zigzag
from cardtool.art.drawing.path_data import Spot
from cardtool.art.drawing.path_moves import mirrored, moved, scaled, turned
from cardtool.art.drawing.path_offsets import Layer, grown, layers
from cardtool.art.drawing.path_places import Letter, along, letters, stitches
from cardtool.art.drawing.path_regions import common, joined, without
from cardtool.art.drawing.plain_shapes import (
    arc,
    circle,
    line,
    polar,
    polygon,
    rectangle,
    regular,
    ring,
    rounded,
    spiral,
    star,
    wedge,
)
from cardtool.art.drawing.shape_fills import dots, hatching, rough

TOOLS = {
    each.__name__: each
    for each in (
        *(polar, line, polygon, rectangle, circle, arc, wedge, ring, regular, star, spiral, rounded),
        *(along, stitches, letters, zigzag, scallop, wave),
        *(grown, joined, common, without, layers, rough, dots, hatching),
        *(moved, turned, mirrored, scaled, squares, hexagons),
    )
}
"""What templates may call, by name."""

__all__ = ["TOOLS", "Cell", "Layer", "Letter", "Spot"]
