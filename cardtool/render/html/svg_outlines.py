"""Outlines of what an icon draws: its shapes as paths, their strokes as the outlines of those.

Lengths, view boxes and transforms as SVG writes them become user units, 96 to the inch. Here alone is Skia,
which reckons with outlines.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from cardtool.render.html.svg_elements import Style

if TYPE_CHECKING:
    import pathops


_NUMBER = r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?"
_NUMBERS = re.compile(_NUMBER)
_LENGTH = re.compile(rf"({_NUMBER})\s*(px|mm|cm|in|pt|pc|q|em|ex|rem|%|)", re.IGNORECASE)
_PX_PER_MM = 96 / 25.4
_UNITS = {
    "": 1.0,
    "px": 1.0,
    "mm": _PX_PER_MM,
    "cm": 10 * _PX_PER_MM,
    "q": _PX_PER_MM / 4,
    "in": 96.0,
    "pt": 96 / 72,
    "pc": 16.0,
}
_FUNCTION = re.compile(r"\s*(\w+)\s*\(([^()]*)\)\s*,?")
_LARGEST = 1e7  # of any number of an icon


class Matrix(NamedTuple):
    """x' = a x + c y + e, y' = b x + d y + f."""

    a: float = 1.0
    b: float = 0.0
    c: float = 0.0
    d: float = 1.0
    e: float = 0.0
    f: float = 0.0

    def then_inside(self, inner: Matrix) -> Matrix:
        """Return the matrix of what is drawn by `inner` inside what is drawn by this."""
        return Matrix(
            self.a * inner.a + self.c * inner.b,
            self.b * inner.a + self.d * inner.b,
            self.a * inner.c + self.c * inner.d,
            self.b * inner.c + self.d * inner.d,
            self.a * inner.e + self.c * inner.f + self.e,
            self.b * inner.e + self.d * inner.f + self.f,
        )

    @property
    def scale(self) -> float:
        """How many times as long lines become, on average."""
        return math.sqrt(abs(self.a * self.d - self.b * self.c))


def scaling(x: float, y: float) -> Matrix:
    return Matrix(a=x, d=y)


def moving(x: float, y: float) -> Matrix:
    return Matrix(e=x, f=y)


@dataclass(frozen=True, slots=True)
class ViewBox:
    """The part of the plane that an icon shows."""

    left: float
    top: float
    width: float
    height: float

    @property
    def diagonal(self) -> float:
        """What percentages are of that belong to neither side (SVG 2, 8.9)."""
        return math.hypot(self.width, self.height) / math.sqrt(2)

    def fitted(self, x: float, y: float, width: float, height: float, aspect: str = "") -> Matrix:
        """Return the matrix that shows the box in this place: as large as may be, in the middle of it.

        Raises: ValueError for a `preserveAspectRatio` other than that, and `none`.
        """
        across, down = width / self.width, height / self.height
        if aspect.strip() == "none":
            return moving(x, y).then_inside(scaling(across, down)).then_inside(moving(-self.left, -self.top))
        if aspect.split() not in ([], ["xMidYMid"], ["xMidYMid", "meet"]):
            raise ValueError(f'preserveAspectRatio="{aspect}"')
        scale = min(across, down)
        left = x + (width - scale * self.width) / 2 - scale * self.left
        top = y + (height - scale * self.height) / 2 - scale * self.top
        return moving(left, top).then_inside(scaling(scale, scale))


def length(written: str, whole: float) -> float:
    """Return a length in user units; percentages are of `whole`. Raises: ValueError."""
    match = _LENGTH.fullmatch(written.strip())
    unit = match[2].lower() if match else ""
    if match is None or unit in ("em", "ex", "rem"):
        raise ValueError(f'"{written[:40]}" is no length')
    value = float(match[1]) * (whole / 100 if unit == "%" else _UNITS[unit])
    if not abs(value) < _LARGEST:
        raise ValueError(f'"{written[:40]}" is too large')
    return value


def numbers(written: str) -> list[float]:
    """Return the numbers of a list. Raises: ValueError."""
    if re.sub(rf"{_NUMBER}|[\s,]", "", written):
        raise ValueError(f'"{written[:40]}" is no list of numbers')
    found = [float(each) for each in _NUMBERS.findall(written)]
    if not all(abs(each) < _LARGEST for each in found):
        raise ValueError(f'"{written[:40]}" holds a number that is too large')
    return found


def view_box(written: str) -> ViewBox:
    """Return a view box. Raises: ValueError."""
    values = numbers(written)
    if len(values) != 4 or values[2] <= 0 or values[3] <= 0:
        raise ValueError(f'viewBox="{written[:60]}" is no box: left, top, width and height')
    return ViewBox(*values)


def transform(written: str) -> Matrix:
    """Return the matrix of a `transform`. Raises: ValueError."""
    matrix, end = Matrix(), 0
    for function in _FUNCTION.finditer(written):
        if function.start() != end:
            break
        end = function.end()
        matrix = matrix.then_inside(_function(function[1].lower(), function[2]))
    if written[end:].strip() not in ("", "none"):
        raise ValueError(f'"{written[:60]}" is no transform')
    return matrix


def _function(name: str, written: str) -> Matrix:
    values = numbers(re.sub(r"(?<=[\d.])(?:px|deg)", "", written))
    make = _FUNCTIONS.get((name, len(values)))
    if make is None:
        raise ValueError(f'"{name}({written[:40]})" is no transform')
    return make(*values)


def _turning(angle: float, x: float = 0.0, y: float = 0.0) -> Matrix:
    cosine, sine = math.cos(math.radians(angle)), math.sin(math.radians(angle))
    turned = Matrix(cosine, sine, -sine, cosine)
    return moving(x, y).then_inside(turned).then_inside(moving(-x, -y))


_FUNCTIONS: Mapping[tuple[str, int], Callable[..., Matrix]] = {
    ("matrix", 6): Matrix,
    ("translate", 1): lambda x: moving(x, 0),
    ("translate", 2): moving,
    ("translatex", 1): lambda x: moving(x, 0),
    ("translatey", 1): lambda y: moving(0, y),
    ("scale", 1): lambda both: scaling(both, both),
    ("scale", 2): scaling,
    ("rotate", 1): _turning,
    ("rotate", 3): _turning,
    ("skewx", 1): lambda angle: Matrix(c=math.tan(math.radians(angle))),
    ("skewy", 1): lambda angle: Matrix(b=math.tan(math.radians(angle))),
}
"""What makes the matrix of each function of a transform, by its name and how many numbers it has."""


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
