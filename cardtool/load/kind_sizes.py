"""How large the pieces of a kind are, what is cut and where it is folded.

There is one size for all of them, or one for each value of a field. A path is written as SVG writes one, in
millimetres from the upper left: `M0 0H40V60A20 20 0 0 1 0 60Z`. A wedge is cut between two circles about one
middle, and its own middle points upwards.

A declaration is what game.yaml says of a kind's size, or of one of its sizes, whose keys win over the kind's.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from cardtool.finding import Finding
from cardtool.geometry import Box, Point, Size
from cardtool.load.file_rules import SCHEMA
from cardtool.load.kinds import missing_value
from cardtool.load.schemas import read_strict_file
from cardtool.load.yaml_files import Document
from cardtool.model import (
    ClosedPath,
    Component,
    CutLine,
    Fold,
    Kind,
    Outline,
    Shape,
    Source,
    ValuePath,
    Vertex,
    circle_path,
    path_points,
    rectangle_path,
)
from cardtool.project import Project, did_you_mean
from cardtool.units import parse_length

SizeDeclaration = Mapping[str, Any]
_SIZE_FOLDER = "templates/sizes"
_STRAIGHT = ("width", "height")
_OTHER_HEXAGON = {Shape.HEX_FLAT: "write shape: hex-pointed", Shape.HEX_POINTED: "write shape: hex-flat"}
_SHAPE_NAMES = {Shape.CIRCLE: "circle", Shape.HEX_FLAT: "hexagon", Shape.HEX_POINTED: "hexagon"}
_SLACK = 0.01  # mm; what the corners of a polygon that stands for an arc may be off
_COMMAND = re.compile(r"\s*([A-Za-z])([-+.,\d\s]*)")
_NUMBER = re.compile(r"[-+]?(?:\d+\.?\d*|\.\d+)")
_NUMBERS = {"M": 2, "L": 2, "H": 1, "V": 1, "A": 7}  # that each command takes
_MOST_COMMANDS = 1000
_CLOSE = 1e-6  # mm

_Problem = tuple[str, str]
"""A sentence, and what to do."""
_KeyProblem = tuple[str, str, str | None]
"""A key of the kind, a sentence, and what to do."""


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


def dieline_faults(kind: Mapping[str, Any], size: Size) -> Iterator[tuple[tuple[str | int, ...], _Problem]]:
    """Yield what is wrong with the path, holes and folds of a kind of this size: the key, and a problem."""
    if "path" in kind:
        yield from ((("path",), problem) for problem in _path_problems({"path": kind["path"]}, size))
    for number, hole in enumerate(kind.get("holes", ())):
        yield from ((("holes", number), problem) for problem in _path_problems(hole, size))
    for number, fold in enumerate(kind.get("folds", ())):
        line = make_fold(fold, size)
        if line.start == line.end or not all(_is_inside(end, size) for end in line):
            yield ("folds", number), (f"the fold does not lie on the piece of {size}", "move its ends")


def _path_problems(hole: Mapping[str, Any], size: Size) -> Iterator[_Problem]:
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


def _is_wedge(declared: Mapping[str, Any]) -> bool:
    """Return whether a declaration is of a wedge."""
    return declared.get("shape") == "wedge" and "path" not in declared


def _wedge_faults(declared: Mapping[str, Any]) -> Iterator[_KeyProblem]:
    """Yield what is wrong between the keys that say how large a wedge is, or what only a wedge has."""
    if not _is_wedge(declared):
        for key in (key for key in ("inner", "angle") if key in declared):
            yield key, f"{key} is for wedges", f"remove {key}, or add shape: wedge"
        return
    for key in ("width", "height", "lying", "corner"):
        if key in declared:
            yield key, f"a wedge has no {key} of its own", "give across, inner and angle"
            return
    if missing := [key for key in ("across", "angle") if key not in declared]:
        message = f"nothing says how large the wedge is: {' and '.join(missing)} missing"
        yield "", message, "add across: 200mm, and angle: 60 for six to a ring"
    elif _radii(declared)[1] >= _radii(declared)[0]:
        yield "inner", "the inner circle is no smaller than the outer one, which is across", "make it smaller"


def _wedge_size(declared: Mapping[str, Any]) -> Size:
    """Return the box around a sound wedge."""
    (outer, inner), half = _radii(declared), math.radians(declared["angle"]) / 2
    return Size(round(2 * outer * math.sin(half), 6), round(outer - inner * math.cos(half), 6))


def _wedge_path(declared: Mapping[str, Any]) -> ClosedPath:
    """Return the cut of a sound wedge, clockwise, from the middle of the box around it."""
    (outer, inner), half = _radii(declared), math.radians(declared["angle"]) / 2
    bulge = math.tan(half / 2)
    ends = [
        (Vertex(_on_circle(outer, -half), bulge), Vertex(_on_circle(outer, half))),
        (Vertex(_on_circle(inner, half), -bulge), Vertex(_on_circle(inner, -half))),
    ]
    corners = (*ends[0], *ends[1]) if inner else (*ends[0], Vertex(Point(0.0, 0.0)))
    up = Point(0.0, outer - _wedge_size(declared).height / 2)
    return tuple(Vertex(corner.point.moved(up), corner.bulge) for corner in corners)


def _radii(declared: Mapping[str, Any]) -> tuple[float, float]:
    return parse_length(declared["across"]) / 2, parse_length(declared.get("inner", "0mm")) / 2


def _on_circle(radius: float, angle: float) -> Point:
    """Return a point of a circle about the middle of the ring; the angle runs clockwise from the top."""
    return Point(radius * math.sin(angle), -radius * math.cos(angle))


def declared_cuts(kind: Mapping[str, Any]) -> dict[str, SizeDeclaration]:
    """Return what a kind says of each of its sizes, by the value it is for; of its only one, by none."""
    sizes = kind.get("size")
    if not isinstance(sizes, Mapping):
        return {"": kind}
    of_all = {key: declared for key, declared in kind.items() if key != "size"}
    of_each = {value: declared for value, declared in sizes.items() if value != "by"}
    return {
        value: {**of_all, **({"size": declared} if isinstance(declared, str) else declared)}
        for value, declared in of_each.items()
    }


def size_field(kind: Mapping[str, Any]) -> str:
    """Return the field by which the pieces of a kind have their sizes; empty where they have one."""
    sizes = kind.get("size")
    return str(sizes["by"]) if isinstance(sizes, Mapping) else ""


def size_place(document: Document, id: str, value: str) -> Source:
    """Return where game.yaml says one of the sizes of a kind, or its only one."""
    return document.at_key(("kinds", id, "size"), value) if value else document.at_key(("kinds",), id)


def key_place(document: Document, id: str, value: str, key: str) -> Source:
    """Return where a key of one of the sizes of a kind stands; where that size does, if nowhere."""
    owner = key_owner(document, id, value, key)
    if key == "size" and value and owner == ("kinds", id):  # the size is a name, and no mapping
        return document.at(("kinds", id, "size", value))
    if key not in document.value(owner):
        return size_place(document, id, value)
    return document.at_key(owner, key)


def key_owner(document: Document, id: str, value: str, key: str) -> ValuePath:
    """Return the way to what says a key of one of the sizes of a kind: that size, or the kind."""
    declared = document.value(("kinds", id, "size", value)) if value else {}
    is_own = isinstance(declared, Mapping) and key in declared
    return ("kinds", id, "size", value) if is_own else ("kinds", id)


def cut_faults(kind: Kind, cards: Iterable[Component]) -> Iterator[Finding]:
    """Yield a finding for each record of a kind with several sizes that has none of them."""
    sizes = [each.value for each in kind.cuts]
    for card in cards if sizes else ():
        value = card.value(kind.size_by)
        listed = f"the sizes of {kind.id} are: {', '.join(sizes)}"
        if not value:
            yield missing_value(card, kind.size_by, "how large it is")
        elif value not in sizes:
            place = card.at(*kind.size_by.split("."))
            yield SCHEMA.found(place, f'no size is for "{value}"{did_you_mean(value, sizes)}', listed)


def sizes_in_use(project: Project, document: Document) -> Mapping[str, SizeDeclaration]:
    """Return the sizes there are names for, where a kind uses one; reading them takes time.

    Raises: ProjectError.
    """
    declared = document.data.get("kinds") if isinstance(document.data, dict) else None
    kinds = declared.values() if isinstance(declared, dict) else ()
    return load_sizes(project) if any(isinstance(kind, dict) and "size" in kind for kind in kinds) else {}


def load_sizes(project: Project) -> Mapping[str, SizeDeclaration]:
    """Return all sizes by their names, as their files say them; the project's own win over shipped ones.

    Raises: ProjectError, with a line for each fault, when one of the files cannot be used.
    """
    found: dict[str, SizeDeclaration] = {}
    for name in sorted(project.names_in(_SIZE_FOLDER, ".yaml")):
        path = project.find_file(_SIZE_FOLDER, f"{name}.yaml")
        if path is not None:
            document = read_strict_file(project, path, "sizes.schema.json")
            own = path.is_relative_to(project.root / _SIZE_FOLDER)
            found = {**found, **document.data} if own else {**document.data, **found}
    return found


def kind_size(kind: SizeDeclaration, known: Mapping[str, SizeDeclaration]) -> Size:
    """Return how large a sound kind is once it is cut: by its size's name, its sides, or its distance
    across.
    """
    declared = _resolve_size(kind, known)
    if _is_wedge(declared):
        return _wedge_size(declared)
    if "across" in declared:
        return _shape_of(declared).box(_rounded_length(declared["across"]))
    size = Size(_rounded_length(declared["width"]), _rounded_length(declared["height"]))
    return size.turned() if kind.get("lying") else size


def kind_outline(kind: SizeDeclaration, known: Mapping[str, SizeDeclaration]) -> Outline:
    """Return what is cut around and inside a sound kind, and where it is folded."""
    declared, size = _resolve_size(kind, known), kind_size(kind, known)
    return Outline(
        _shape_of(declared),
        parse_length(declared.get("corner", "0mm")),
        _path_of(kind, size),
        tuple(make_hole(hole, size) for hole in kind.get("holes", ())),
        tuple(make_fold(fold, size) for fold in kind.get("folds", ())),
    )


def stray_holes(kind: SizeDeclaration, known: Mapping[str, SizeDeclaration]) -> Iterator[int]:
    """Yield which of a kind's sound holes, from 0, lie where the piece is cut off, wholly or in part."""
    outline = kind_outline(kind, known)
    cut = CutLine(outline, Box.around(Point(0, 0), kind_size(kind, known)))
    for number, hole in enumerate(outline.holes):
        if any(cut.reach_beyond(Box(*point, 0, 0)) > _SLACK for point in path_points(hole)):
            yield number


def _path_of(kind: SizeDeclaration, size: Size) -> ClosedPath:
    if _is_wedge(kind):
        return _wedge_path(kind)
    return centred(parse_path(kind["path"]), size) if "path" in kind else ()


def size_faults(kind: SizeDeclaration, known: Mapping[str, SizeDeclaration]) -> Iterator[_KeyProblem]:
    """Yield what is wrong between the keys that say a kind's size: the key, a sentence, and what to do."""
    name = kind.get("size")
    if name is not None and name not in known:
        listed = f"the sizes are: {', '.join(sorted(known))}"
        yield "size", f'there is no size "{name}"{did_you_mean(name, known)}', listed
        return
    for key in (*_STRAIGHT, "across", "shape", "inner", "angle"):
        if name is not None and key in kind:
            yield key, f"size: {name} says already what {key} says", f"remove {key}, or size"
            return
    declared = _resolve_size(kind, known)
    wedge = list(_wedge_faults(declared))
    yield from wedge if wedge or _is_wedge(declared) else _side_faults(declared)


def _side_faults(declared: SizeDeclaration) -> Iterator[_KeyProblem]:
    shape, straight = _shape_of(declared), [key for key in _STRAIGHT if key in declared]
    round_ = shape not in (Shape.RECT, Shape.PATH)
    if round_ and straight:
        wanted = "give across: its diameter" if shape is Shape.CIRCLE else "give across: from flat to flat"
        yield straight[0], f"a {_SHAPE_NAMES[shape]} has no {straight[0]} of its own", wanted
    elif round_ and "across" not in declared:
        yield "", f"nothing says how large the {_SHAPE_NAMES[shape]} is", "add across, such as 25mm"
    elif not round_ and "across" in declared:
        yield "across", "across is for circles and hexagons", "give width and height, or add shape: circle"
    elif not round_ and len(straight) < len(_STRAIGHT):
        missing = " and ".join(key for key in _STRAIGHT if key not in straight)
        yield "", f"nothing says how large it is: {missing} missing", "add size: poker, or width and height"
    elif round_ and declared.get("lying"):
        yield (
            "lying",
            f"a {_SHAPE_NAMES[shape]} cannot lie on its side",
            _OTHER_HEXAGON.get(shape, "remove lying"),
        )


def _resolve_size(kind: SizeDeclaration, known: Mapping[str, SizeDeclaration]) -> SizeDeclaration:
    """Return what a kind says of its size, with what the name of its size stands for."""
    return {**known[kind["size"]], **kind} if "size" in kind else kind


def _rounded_length(text: str) -> float:
    """Return a length so that 3.5in and 88.9mm are the same size, and go on the same sheets."""
    return round(parse_length(text), 6)


def _shape_of(declared: SizeDeclaration) -> Shape:
    is_path = "path" in declared or _is_wedge(declared)
    return Shape.PATH if is_path else Shape(declared.get("shape", Shape.RECT))
