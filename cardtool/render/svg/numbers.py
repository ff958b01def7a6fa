"""Lengths, view boxes and transforms as SVG writes them. Lengths become user units, 96 to the inch."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

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
