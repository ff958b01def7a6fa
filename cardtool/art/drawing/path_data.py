"""What templates hand to a drawing tool, checked; and SVG path data as points, and points as path data.

A tool says by its annotations what each argument is; lengths are millimetres, or whatever unit the picture
is drawn in. Templates may come from strangers, so everything here has an end. Curves become straight pieces,
as close to them as a printer could tell. y runs downwards; a shape that is drawn clockwise on paper has a
positive area.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache, wraps
from inspect import Signature, signature
from itertools import pairwise
from typing import NamedTuple, ParamSpec, TypeVar, cast

from fontTools.misc.transform import Transform
from fontTools.pens.recordingPen import RecordingPen
from fontTools.pens.svgPathPen import SVGPathPen
from fontTools.pens.transformPen import TransformPen
from fontTools.svgLib.path.parser import parse_path

Point = tuple[float, float]
Number = float  # of either sign
Length = float  # more than nothing
Count = int  # one or more
Points = Sequence[Point]
Path = str  # SVG path data
Seed = str | int  # a word of the designer's

_FARTHEST = 10_000.0
_MOST = 2_000  # of anything that is counted
_LONGEST_PATH = 400_000  # characters
_REMEMBERED = 64  # drawings: several faces ask for the same, and a face is measured before it is drawn

P = ParamSpec("P")
R = TypeVar("R")


class CannotDraw(ValueError):
    """What was asked for cannot be drawn, or would have no end."""


def tool(draw: Callable[P, R]) -> Callable[P, R]:
    """Return the tool with its arguments checked, remembering what it drew last.

    What it raises is a CannotDraw that names the tool, and the argument where one is to blame.
    """
    asked, name = signature(draw), f"draw.{draw.__name__}"
    checks = {each.name: _check_for(str(each.annotation)) for each in asked.parameters.values()}
    needed = {each.name for each in asked.parameters.values() if each.default is each.empty}
    remembered = lru_cache(_REMEMBERED)(draw)

    @wraps(draw)
    def checked(*given: P.args, **named: P.kwargs) -> R:
        # as Signature.bind would, in a tenth of its time
        bound = {**dict(zip(checks, given, strict=False)), **named}
        if len(bound) < len(given) + len(named) or not needed <= bound.keys() <= checks.keys():
            raise CannotDraw(f"{name}: {_misfit(asked, given, named)}; it takes {', '.join(checks)}")
        wanted = {key: _checked(name, key, checks[key], value) for key, value in bound.items()}
        try:
            return cast(Callable[..., R], remembered)(**wanted)
        except CannotDraw as why:
            raise CannotDraw(f"{name}: {why}") from None

    return checked


def _misfit(asked: Signature, given: Sequence[object], named: Mapping[str, object]) -> str:
    """Return why arguments do not suit what is asked for."""
    try:
        asked.bind(*given, **named)
    except TypeError as why:
        return str(why)
    raise AssertionError("these arguments suit")


def require_at_most(count: float, most: int, what: str) -> None:
    """Raises: CannotDraw where a drawing would have more than `most` of something."""
    if count > most:
        raise CannotDraw(f"this makes {count:,.0f} {what}; {most:,} are the most")


def _checked(tool_name: str, key: str, check: Callable[[object], object], value: object) -> object:
    try:
        return check(value)
    except CannotDraw as why:
        raise CannotDraw(f"{tool_name}: {key} {why}") from None


def _check_for(annotation: str) -> Callable[[object], object]:
    kind, _, optional = annotation.partition(" | ")
    check = _CHECKS[kind]
    return (lambda value: None if value is None else check(value)) if optional == "None" else check


def _number(value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise CannotDraw(f'is "{str(value)[:40]}", which is no number')
    if not math.isfinite(value):
        raise CannotDraw(f"is {value}, which is no number")
    if abs(value) > _FARTHEST:
        raise CannotDraw(f"is {value:g}; {_FARTHEST:,.0f} is the most")
    return float(value)


def _length(value: object) -> float:
    number = _number(value)
    if number <= 0:
        raise CannotDraw(f"is {number:g}; it must be more than 0")
    return number


def _count(value: object) -> int:
    number = _number(value)
    if number != int(number) or not 1 <= number <= _MOST:
        raise CannotDraw(f"is {number:g}; a whole number from 1 to {_MOST:,} is wanted")
    return int(number)


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise CannotDraw(f'is "{str(value)[:40]}", which is no text')
    if len(value) > _LONGEST_PATH:
        raise CannotDraw(f"has {len(value):,} characters; {_LONGEST_PATH:,} are the most")
    return str(value)


def _seed(value: object) -> str:
    if not isinstance(value, str | int):
        raise CannotDraw(f'is "{str(value)[:40]}"; a word or a whole number is wanted')
    return str(value)[:1000]


def _yes_or_no(value: object) -> bool:
    if not isinstance(value, bool):
        raise CannotDraw(f'is "{str(value)[:40]}"; true or false is wanted')
    return value


def _points(value: object) -> tuple[Point, ...]:
    if not isinstance(value, Sequence) or isinstance(value, str):
        raise CannotDraw(f'is "{str(value)[:40]}"; a list of points is wanted, such as [(0, 0), (10, 5)]')
    require_at_most(len(value), _MOST, "points")
    return tuple(map(_point, value))


def _point(value: object) -> Point:
    if not isinstance(value, Sequence) or isinstance(value, str) or len(value) < 2:
        raise CannotDraw(f'holds "{str(value)[:40]}", which is no point')
    return _number(value[0]), _number(value[1])


_CHECKS: dict[str, Callable[[object], object]] = {
    "Number": _number,
    "Length": _length,
    "Count": _count,
    "Path": _text,
    "Seed": _seed,
    "str": _text,
    "bool": _yes_or_no,
    "Points": _points,
}


_FINENESS = 5000  # how many times the height of the bow that is cut off goes into the whole drawing
_MOST_POINTS = 20_000


class Spot(NamedTuple):
    """A place, and the degrees by which SVG's `rotate()` turns what stands there."""

    x: float
    y: float
    angle: float


class Outline(NamedTuple):
    """One line of a path, in straight pieces. A closed one does not name its first point again."""

    points: Points
    closed: bool

    @property
    def sides(self) -> Iterator[tuple[Point, Point]]:
        """Yield its straight pieces, in order."""
        ends = (*self.points[1:], self.points[0]) if self.closed else self.points[1:]
        return zip(self.points, ends, strict=False)

    @property
    def length(self) -> float:
        return sum(math.dist(a, b) for a, b in self.sides)


def polar_point(x: float, y: float, angle: float, radius: float) -> Point:
    """Return the point so far from a centre; degrees run clockwise from the top, as on a clock."""
    turn = math.radians(angle)
    return x + radius * math.sin(turn), y - radius * math.cos(turn)


def short(value: float) -> str:
    """Return a number as path data has it, to a thousandth."""
    text = f"{value:.3f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def rounded_spot(x: float, y: float, angle: float) -> Spot:
    """Return a spot in numbers that are the same on every machine, its angle from 0 up to 360."""
    return Spot(round(x, 3) + 0.0, round(y, 3) + 0.0, round(angle % 360, 2) % 360)


def closed_path(points: Iterable[Point]) -> str:
    """Return a closed shape as path data."""
    return f"{open_path(points)}Z"


def open_path(points: Iterable[Point]) -> str:
    """Return a line as path data."""
    return "M" + "L".join(f"{short(x)} {short(y)}" for x, y in points)


def area(points: Points) -> float:
    """Return what a closed line goes round; less than nothing where it goes anticlockwise on paper."""
    pairs = zip(points, (*points[1:], points[0]), strict=True)
    return sum(a[0] * b[1] - b[0] * a[1] for a, b in pairs) / 2


@lru_cache(maxsize=64)
def read_outlines(path: str) -> tuple[Outline, ...]:
    """Return the lines of some path data. Raises: CannotDraw for what is none."""
    recorded = _recorded(path)
    every = [point for _, where in recorded for point in where]
    bow = (extent(every) if every else 1.0) / _FINENESS
    outlines: list[Outline] = []
    points: list[Point] = []
    for operation, where in recorded:
        if operation == "moveTo":
            points = [where[0]]
        elif operation in ("closePath", "endPath"):
            outlines.append(_outline(points, operation == "closePath"))
        else:
            points += _straightened(points[-1], where, bow)
            require_at_most(len(points), _MOST_POINTS, "points")
    return tuple(each for each in outlines if len(each.points) > 1)


def closed_outlines(path: str) -> list[Points]:
    """Return the shapes of a path; a line that is not closed encloses what it would if it were."""
    return [each.points for each in read_outlines(path) if len(each.points) > 2]


def _recorded(path: str) -> list[tuple[str, tuple[Point, ...]]]:
    pen = RecordingPen()
    try:
        parse_path(path, pen)
    except (ValueError, IndexError, AssertionError, ZeroDivisionError, OverflowError):
        raise CannotDraw(f'"{path[:40]}" is no SVG path data') from None
    if not all(math.isfinite(value) for _, where in pen.value for point in where for value in point):
        raise CannotDraw(f'"{path[:40]}" holds what is no number')
    return list(pen.value)


def extent(points: Points) -> float:
    """Return the longer side of the box round some points; never nothing."""
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return max(max(xs) - min(xs), max(ys) - min(ys), 1e-6)


def _outline(points: Sequence[Point], closed: bool) -> Outline:
    kept = [point for before, point in zip((None, *points), points, strict=False) if point != before]
    if closed and len(kept) > 1 and math.dist(kept[0], kept[-1]) < 1e-9:
        kept.pop()
    return Outline(tuple(kept), closed)


def _straightened(start: Point, where: Sequence[Point], bow: float) -> list[Point]:
    """Return a straight or curved piece as points, without the first."""
    if len(where) == 1:
        return list(where)
    control = (start, *where)
    triples = zip(control, control[1:], control[2:], strict=False)
    bends = [math.dist(a, (2 * b[0] - c[0], 2 * b[1] - c[1])) for a, b, c in triples]
    pieces = max(1, math.ceil(math.sqrt(max(bends) * (0.75 if len(where) == 3 else 0.25) / bow)))
    return [_bezier(control, i / pieces) for i in range(1, pieces)] + [where[-1]]


def _bezier(control: Sequence[Point], t: float) -> Point:
    """Return the point a share of the way along a curve (de Casteljau's way)."""
    while len(control) > 1:
        control = [(a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t) for a, b in pairwise(control)]
    return control[0]


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
