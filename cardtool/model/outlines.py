"""What a component looks like once it is cut: its shape, and how round its corners are.

Lengths are millimetres. How an outline becomes lines on paper is `impose`'s business.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from enum import StrEnum

from cardtool.geometry import Size

__all__ = ["RECTANGLE", "Outline", "Shape"]


class Shape(StrEnum):
    """What is cut. A flat hexagon has edges at its top and bottom, a pointed one corners."""

    RECT = "rect"
    CIRCLE = "circle"
    HEX_FLAT = "hex-flat"
    HEX_POINTED = "hex-pointed"

    def box(self, across: float) -> Size:
        """The box around a shape this far across: a circle's diameter, a hexagon from flat to flat."""
        from_point_to_point = across * 2 / math.sqrt(3)
        match self:
            case Shape.HEX_FLAT:
                return Size(from_point_to_point, across)
            case Shape.HEX_POINTED:
                return Size(across, from_point_to_point)
        return Size(across, across)


_QUARTER_TURN = {Shape.HEX_FLAT: Shape.HEX_POINTED, Shape.HEX_POINTED: Shape.HEX_FLAT}


@dataclass(frozen=True, slots=True)
class Outline:
    """A shape, and the radius of its corners; 0 for sharp ones."""

    shape: Shape = Shape.RECT
    corner: float = 0.0

    @property
    def straight(self) -> bool:
        """Whether straight cuts across the sheet part it from its neighbours."""
        return self.shape is Shape.RECT

    @property
    def nests(self) -> bool:
        """Whether such pieces lie closer when every other row is shifted."""
        return self.shape in _QUARTER_TURN

    def turned(self) -> Outline:
        """This outline a quarter turn round."""
        return Outline(_QUARTER_TURN.get(self.shape, self.shape), self.corner)


RECTANGLE = Outline()
