"""Outlines of what an icon draws: its shapes as paths, their strokes as the outlines of those. Here alone is
Skia, which reckons with them."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import TYPE_CHECKING

from cardtool.render.svg.numbers import Matrix, ViewBox, length, numbers
from cardtool.render.svg.styles import Style

if TYPE_CHECKING:
    import pathops

SHAPES = frozenset({"path", "rect", "circle", "ellipse", "polygon", "polyline", "line"})
ACROSS = 1000.0
"""Units across an icon, in which it is reckoned with: Skia rounds curves to a quarter of one."""
_MOST_SEGMENTS = 20_000  # of one shape
_LEAST_INK = 1e-4  # of the area of the box: a hundredth of its width by a hundredth of its height


class _Lengths:
    """The lengths a shape is given, in user units; percentages are of the box."""

    def __init__(self, attributes: Mapping[str, str], box: ViewBox) -> None:
        self._attributes, self._box = attributes, box

    def across(self, name: str) -> float:
        return length(self._attributes.get(name, "0"), self._box.width)

    def down(self, name: str) -> float:
        return length(self._attributes.get(name, "0"), self._box.height)

    def radius(self, name: str) -> float:
        return length(
            self._attributes.get(name, "0"), math.hypot(self._box.width, self._box.height) / math.sqrt(2)
        )

    def corners(self) -> tuple[float, float]:
        """Return how far the corners of a rectangle are rounded; one that is not said is as the other."""
        across, down = (self._attributes.get(name, "auto") for name in ("rx", "ry"))
        x = (
            self.down("ry")
            if across == "auto" and down != "auto"
            else 0.0
            if across == "auto"
            else self.across("rx")
        )
        y = x if down == "auto" else self.down("ry")
        return min(x, self.across("width") / 2), min(y, self.down("height") / 2)


def shape_data(tag: str, attributes: Mapping[str, str], box: ViewBox) -> str:
    """Return a shape as path data. Raises: ValueError."""
    given = _Lengths(attributes, box)
    match tag:
        case "path":
            return attributes.get("d", "")
        case "rect":
            return _rectangle(given)
        case "circle":
            return _ellipse(given.across("cx"), given.down("cy"), given.radius("r"), given.radius("r"))
        case "ellipse":
            return _ellipse(given.across("cx"), given.down("cy"), given.across("rx"), given.down("ry"))
        case "line":
            return f"M{given.across('x1')} {given.down('y1')}L{given.across('x2')} {given.down('y2')}"
    points = numbers(attributes.get("points", ""))
    if len(points) % 2:
        raise ValueError("its points are not in pairs")
    return f"M{' '.join(map(str, points))}{'Z' * (tag == 'polygon')}" if points else ""


def _rectangle(given: _Lengths) -> str:
    x, y, width, height = given.across("x"), given.down("y"), given.across("width"), given.down("height")
    if width <= 0 or height <= 0:
        return ""
    rx, ry = given.corners()
    if rx <= 0 or ry <= 0:
        return f"M{x} {y}h{width}v{height}h{-width}z"
    arc = f"a{rx} {ry} 0 0 1 "
    return (
        f"M{x + rx} {y}h{width - 2 * rx}{arc}{rx} {ry}v{height - 2 * ry}{arc}{-rx} {ry}"
        f"h{2 * rx - width}{arc}{-rx} {-ry}v{2 * ry - height}{arc}{rx} {-ry}z"
    )


def _ellipse(x: float, y: float, rx: float, ry: float) -> str:
    if rx <= 0 or ry <= 0:
        return ""
    return f"M{x + rx} {y}a{rx} {ry} 0 0 1 {-2 * rx} 0a{rx} {ry} 0 0 1 {2 * rx} 0z"


class Outline:
    """A region of the plane, in units of which there are a thousand to an icon."""

    def __init__(self, path: pathops.Path | None = None) -> None:
        import pathops

        self._path = path if path is not None else pathops.Path()

    @classmethod
    def of_data(cls, data: str) -> Outline:
        """Return path data as it is written. Raises: ValueError."""
        import pathops
        from fontTools.svgLib.path import parse_path

        path = pathops.Path()
        try:
            parse_path(data, path.getPen(glyphSet=None))
        except (ValueError, IndexError, TypeError, AssertionError) as error:
            raise ValueError(f"its path cannot be read: {error}") from None
        if len(list(path.verbs)) > _MOST_SEGMENTS:
            raise ValueError(f"a path of more than {_MOST_SEGMENTS} segments")
        if not all(math.isfinite(number) for number in path.bounds):
            raise ValueError("its path leads to infinity")
        return cls(path)

    def moved(self, matrix: Matrix) -> Outline:
        return Outline(self._path.transform(*matrix))

    def filled(self, rule: str) -> Outline:
        """Return the region that the outline fills, by the rule `evenodd` or `nonzero`."""
        import pathops

        path = pathops.Path(self._path)
        path.fillType = pathops.FillType.EVEN_ODD if rule == "evenodd" else pathops.FillType.WINDING
        return Outline(pathops.op(path, pathops.Path(), pathops.PathOp.UNION))

    def stroked(self, style: Style, width: float, scale: float, box: ViewBox) -> Outline:
        """Return the region that a line of this width covers; its units are drawn `scale` times as large.

        Raises: ValueError.
        """
        import pathops

        fine = Matrix(a=scale, d=scale)
        path = self._path.transform(*fine)
        cap = pathops.LineCap[f"{style.get('stroke-linecap', 'butt').upper()}_CAP"]
        joins = {"miter": "MITER", "round": "ROUND", "bevel": "BEVEL", "miter-clip": "MITER", "arcs": "MITER"}
        join = pathops.LineJoin[f"{joins[style.get('stroke-linejoin', 'miter')]}_JOIN"]
        dashes = _dashes(style, scale, box)
        offset = length(style.get("stroke-dashoffset", "0"), box.width) * scale
        limit = float(style.get("stroke-miterlimit", "4"))
        path.stroke(width * scale, cap, join, limit, dashes, offset if dashes else 0.0)
        path.convertConicsToQuads()
        drawn = pathops.op(path, pathops.Path(), pathops.PathOp.UNION)
        return Outline(drawn.transform(1 / scale, 0, 0, 1 / scale, 0, 0))

    def joined(self, other: Outline) -> Outline:
        """Return the region that is in either."""
        return self._with(other, "UNION")

    def without(self, other: Outline) -> Outline:
        return self._with(other, "DIFFERENCE")

    def within(self, other: Outline) -> Outline:
        """Return the region that is in both."""
        return self._with(other, "INTERSECTION")

    def _with(self, other: Outline, how: str) -> Outline:
        import pathops

        return Outline(pathops.op(self._path, other._path, pathops.PathOp[how]))

    def lies_in(self, width: float, height: float) -> bool:
        """Return whether the whole region is in the box from 0 to this width and height."""
        left, top, right, bottom = self._path.bounds
        return bool(left >= 0 and top >= 0 and right <= width and bottom <= height)

    @property
    def is_empty(self) -> bool:
        """Whether the region is too small to be seen."""
        return bool(abs(self._path.area) < _LEAST_INK * ACROSS**2)

    def data(self, matrix: Matrix, decimals: int) -> str:
        """Return the outline as path data, its points moved by this matrix."""
        from fontTools.pens.svgPathPen import SVGPathPen

        pen = SVGPathPen(None, ntos=lambda number: _short(number, decimals))
        self._path.transform(*matrix).draw(pen)
        return str(pen.getCommands())


def _short(number: float, decimals: int) -> str:
    text = f"{number:.{decimals}f}"
    text = text.rstrip("0").rstrip(".") if "." in text else text
    return "0" if text == "-0" else text


def _dashes(style: Style, scale: float, box: ViewBox) -> list[float]:
    written = style.get("stroke-dasharray", "none")
    if written == "none":
        return []
    dashes = [length(each, box.width) * scale for each in written.replace(",", " ").split()]
    if min(dashes, default=0) < 0 or not any(dashes):
        return []
    return dashes * (1 + len(dashes) % 2)
