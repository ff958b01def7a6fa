"""Pictures that are drawn elsewhere: the book keeps their places, and whoever assembles it puts them in.

A kept place is an empty form of its own (ISO 32000-2, 8.10) in the tagged figure. It fills the unit square,
as an image does: put in its stead a form whose Matrix is [1/w 0 0 1/h 0 0], w and h being those of its BBox.
"""

from __future__ import annotations

from typing import Any

import pydyf

from cardtool.geometry import Size
from cardtool.units import PX_PER_MM

__all__ = ["KeptPlace", "address", "resource"]


def address(name: str) -> str:
    """What an `<img>` has as its src, to be this picture."""
    return f"picture:{name}"


def resource(name: str) -> str:
    """The name among a page's XObjects of the form that keeps the picture's place, slash and all."""
    return f"/i{name}0"  # as WeasyPrint names an image that is not interpolated


class KeptPlace:
    """A picture that is not there yet, as WeasyPrint expects its images."""

    def __init__(self, name: str, size: Size) -> None:
        self.id, self._size = name, size

    def get_intrinsic_size(self, resolution: float, font_size: float) -> tuple[float, float, float]:
        """Width and height in pixels, and their ratio."""
        width, height = self._size.width * PX_PER_MM, self._size.height * PX_PER_MM
        return width, height, width / height

    def draw(self, stream: Any, width: float, height: float, style: Any) -> None:
        """Draw the empty form where the picture will be."""
        stream.transform(width, 0, 0, -height, 0, height)
        stream.draw_x_object(stream.add_image(self, False, 1))

    def get_x_object(self, interpolate: bool, ratio: float) -> Any:
        """The empty form."""
        return pydyf.Stream([], {"Type": "/XObject", "Subtype": "/Form", "BBox": pydyf.Array([0, 0, 1, 1])})
