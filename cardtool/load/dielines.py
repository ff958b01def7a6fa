"""Dielines as game.yaml writes them: a path of its own, holes, folds; lengths from the upper left.

A path is written as SVG writes one, in millimetres: `M0 0H40V60A20 20 0 0 1 0 60Z`.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping
from typing import Any

from cardtool.geometry import Point, Size
from cardtool.model import ClosedPath, Fold, Vertex, circle_path, path_points, rectangle_path
from cardtool.units import parse_length

_COMMAND = re.compile(r"\s*([A-Za-z])([-+.,\d\s]*)")
_NUMBER = re.compile(r"[-+]?(?:\d+\.?\d*|\.\d+)")
_NUMBERS = {"M": 2, "L": 2, "H": 1, "V": 1, "A": 7}  # that each command takes
_MOST_COMMANDS = 1000
_CLOSE = 1e-6  # mm

Problem = tuple[str, str]
"""A sentence, and what to do."""


class PathError(ValueError):
    """A path that cannot be read; its arguments are a sentence and what to do."""


def parse_path(text: str) -> ClosedPath:
    """Return a path that is written with M, L, H, V, A and Z, from the upper left, clockwise.

    Raises: PathError.
    """
    corners: list[Vertex] = []
    at = Point(0.0, 0.0)
    for command, values in _read_commands(text):
        after = _arrival(command, values, at)
        if command == "A" and math.dist(at, after) > _CLOSE:
            corners[-1] = Vertex(at, _bulge(values, at, after))
        if not corners or math.dist(at, after) > _CLOSE:
            corners.append(Vertex(after))
        at = after
    return _clockwise(_closed(corners))


def _read_commands(text: str) -> list[tuple[str, list[float]]]:
    """Return the commands of a path but its Z, each with its numbers. Raises: PathError."""
    found = [(match[1], _NUMBER.findall(match[2])) for match in _COMMAND.finditer(text)]
    letters = "".join(command for command, _ in found)
    if _COMMAND.sub("", text).strip() or not re.fullmatch("M[LHVA]+Z", letters):
        raise PathError("this is no path of M, then L, H, V and A, and Z at its end", "write M0 0H40V60Z")
    if len(found) > _MOST_COMMANDS:
        raise PathError(f"a path of {len(found)} commands", f"{_MOST_COMMANDS} are the most")
    for command, numbers in found[:-1]:
        if len(numbers) != _NUMBERS[command]:
            raise PathError(
                f"{command} takes {_NUMBERS[command]} numbers, not {len(numbers)}", "in mm, absolute"
            )
    return [(command, list(map(float, numbers))) for command, numbers in found[:-1]]


def _arrival(command: str, values: list[float], at: Point) -> Point:
    match command:
        case "H":
            return Point(values[0], at.y)
        case "V":
            return Point(at.x, values[0])
    return Point(values[-2], values[-1])


def _bulge(values: list[float], start: Point, end: Point) -> float:
    """Return the bulge of an arc. Raises: PathError for one that is not of a circle, or too small."""
    across, down, _, is_large, is_clockwise = values[:5]
    chord = math.dist(start, end)
    if abs(across - down) > _CLOSE or across <= 0:
        raise PathError("an arc is of a circle: both radii are alike", "write A20 20 0 0 1 40 0")
    half = chord / 2 / across
    if half > 1 + 1e-4:
        raise PathError(f"a radius of {across:g} mm does not reach over {chord:.2f} mm", "make it larger")
    angle = 2 * math.asin(min(1.0, half))
    bulge = math.tan((2 * math.pi - angle if is_large else angle) / 4)
    return bulge if is_clockwise else -bulge


def _closed(corners: list[Vertex]) -> ClosedPath:
    """Return the corners without a last one that is the first."""
    if len(corners) > 1 and math.dist(corners[0].point, corners[-1].point) <= _CLOSE:
        corners = corners[:-1]
    if len(corners) < 2 or (len(corners) == 2 and not any(corner.bulge for corner in corners)):
        raise PathError("the path encloses nothing", "give it three corners at least")
    return tuple(corners)


def _clockwise(path: ClosedPath) -> ClosedPath:
    """Return the path as it runs clockwise, seen on the page."""
    edges = list(zip(path, (*path[1:], *path[:1]), strict=True))
    area = sum(a.point.x * b.point.y - b.point.x * a.point.y for a, b in edges)
    bulging = sum(a.bulge for a in path)
    if area > 0 or (math.isclose(area, 0, abs_tol=_CLOSE) and bulging > 0):
        return path
    return tuple(Vertex(end.point, -start.bulge) for start, end in edges)[::-1]


def centred(path: ClosedPath, size: Size) -> ClosedPath:
    """Return a path as it is seen from the middle of a piece of this size."""
    by = Point(-size.width / 2, -size.height / 2)
    return tuple(Vertex(vertex.point.moved(by), vertex.bulge) for vertex in path)


def make_hole(hole: Mapping[str, Any], size: Size) -> ClosedPath:
    """Return a sound hole of a piece of this size. Raises: PathError."""
    if "path" in hole:
        return centred(parse_path(hole["path"]), size)
    middle = Point(parse_length(hole["x"]) - size.width / 2, parse_length(hole["y"]) - size.height / 2)
    if "across" in hole:
        return circle_path(middle, parse_length(hole["across"]))
    return rectangle_path(middle, Size(parse_length(hole["width"]), parse_length(hole["height"])))


def make_fold(fold: Mapping[str, Any], size: Size) -> Fold:
    """Return a fold of a piece of this size."""
    start, end = (Point(*map(parse_length, fold[key])) for key in ("from", "to"))
    by = Point(-size.width / 2, -size.height / 2)
    return Fold(start.moved(by), end.moved(by))


def dieline_faults(kind: Mapping[str, Any], size: Size) -> Iterator[tuple[tuple[str | int, ...], Problem]]:
    """Yield what is wrong with the path, holes and folds of a kind of this size: the key, and a problem."""
    if "path" in kind:
        yield from ((("path",), problem) for problem in _path_problems({"path": kind["path"]}, size))
    for number, hole in enumerate(kind.get("holes", ())):
        yield from ((("holes", number), problem) for problem in _path_problems(hole, size))
    for number, fold in enumerate(kind.get("folds", ())):
        line = make_fold(fold, size)
        if line.start == line.end or not all(_is_inside(end, size) for end in line):
            yield ("folds", number), (f"the fold does not lie on the piece of {size}", "move its ends")


def _path_problems(hole: Mapping[str, Any], size: Size) -> Iterator[Problem]:
    try:
        path = make_hole(hole, size)
    except PathError as error:
        message, advice = error.args
        yield message, advice
        return
    if not all(_is_inside(point, size) for point in path_points(path)):
        yield f"it leaves the piece of {size}", "keep it inside width and height"


def _is_inside(point: Point, size: Size) -> bool:
    """Return whether a point, seen from the middle, lies on a piece of this size."""
    return abs(point.x) <= size.width / 2 + _CLOSE and abs(point.y) <= size.height / 2 + _CLOSE
