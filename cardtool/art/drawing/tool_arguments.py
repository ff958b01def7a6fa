"""What a template may hand to a drawing tool. Every argument is checked before a line is drawn.

A tool says by its annotations what each argument is; lengths are millimetres, or whatever unit the picture
is drawn in. Templates may come from strangers, so everything here has an end.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache, wraps
from inspect import Signature, signature
from typing import ParamSpec, TypeVar, cast

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
