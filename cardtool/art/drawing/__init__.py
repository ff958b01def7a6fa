"""Plain geometry for templates, in any style: what they call as `draw.star(…)` or `draw.hatching(…)`.

Lengths are in the unit of the picture, which is best millimetres; angles are degrees, clockwise from the top.
Answers are SVG path data, or places to put things; the same question always has the same answer.
docs/drawing.md shows each.
"""

from __future__ import annotations

from cardtool.art.drawing.path_data import Spot, mirrored, moved, scaled, turned
from cardtool.art.drawing.path_regions import (
    Layer,
    common,
    dots,
    grown,
    hatching,
    joined,
    layers,
    rough,
    without,
)
from cardtool.art.drawing.plain_shapes import (
    Cell,
    Letter,
    along,
    arc,
    circle,
    hexagons,
    letters,
    line,
    polar,
    polygon,
    rectangle,
    regular,
    ring,
    rounded,
    scallop,
    spiral,
    squares,
    star,
    stitches,
    wave,
    wedge,
    zigzag,
)

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
