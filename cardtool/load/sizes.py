"""Sizes by name: reads `templates/sizes/*.yaml`, and says what size and shape a kind of game.yaml has."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from cardtool.geometry import Size
from cardtool.load.settled import read_settled
from cardtool.model import Outline, Shape
from cardtool.project import Project, did_you_mean
from cardtool.units import parse_length

__all__ = ["Declared", "outline_of", "size_of", "sizes", "unsound"]

_FOLDER = "templates/sizes"
_STRAIGHT = ("width", "height")

Declared = Mapping[str, Any]


def sizes(project: Project) -> Mapping[str, Declared]:
    """All sizes by their names, as their files say them; the project's own win over shipped ones.

    Raises: ProjectError, with a line for each fault, when one of the files cannot be used.
    """
    found: dict[str, Declared] = {}
    for name in sorted(project.names_in(_FOLDER, ".yaml")):
        path = project.find_file(_FOLDER, f"{name}.yaml")
        if path is not None:
            document = read_settled(project, path, "sizes.schema.json")
            own = path.is_relative_to(project.root / _FOLDER)
            found = {**found, **document.data} if own else {**document.data, **found}
    return found


def size_of(kind: Declared, known: Mapping[str, Declared]) -> Size:
    """How large a sound kind is once it is cut: by its size's name, its sides, or its distance across."""
    said = _said(kind, known)
    if "across" in said:
        return _shape(said).box(_length(said["across"]))
    size = Size(_length(said["width"]), _length(said["height"]))
    return size.turned() if kind.get("lying") else size


def outline_of(kind: Declared, known: Mapping[str, Declared]) -> Outline:
    """What is cut around a sound kind."""
    said = _said(kind, known)
    return Outline(_shape(said), parse_length(said.get("corner", "0mm")))


def unsound(kind: Declared, known: Mapping[str, Declared]) -> Iterator[tuple[str, str, str | None]]:
    """What is wrong between the keys that say a kind's size: the key, a sentence, and what to do."""
    name = kind.get("size")
    if name is not None and name not in known:
        listed = f"the sizes are: {', '.join(sorted(known))}"
        yield "size", f'there is no size "{name}"{did_you_mean(name, known)}', listed
        return
    for key in (*_STRAIGHT, "across", "shape"):
        if name is not None and key in kind:
            yield key, f"size: {name} says already what {key} says", f"remove {key}, or size"
            return
    yield from _unsound_sides(_said(kind, known))


def _unsound_sides(said: Declared) -> Iterator[tuple[str, str, str | None]]:
    shape, straight = _shape(said), [key for key in _STRAIGHT if key in said]
    round_ = shape is not Shape.RECT
    if round_ and straight:
        wanted = "give across: its diameter" if shape is Shape.CIRCLE else "give across: from flat to flat"
        yield straight[0], f"a {_NAMES[shape]} has no {straight[0]} of its own", wanted
    elif round_ and "across" not in said:
        yield "", f"nothing says how large the {_NAMES[shape]} is", "add across, such as 25mm"
    elif not round_ and "across" in said:
        yield "across", "across is for circles and hexagons", "give width and height, or add shape: circle"
    elif not round_ and len(straight) < len(_STRAIGHT):
        missing = " and ".join(key for key in _STRAIGHT if key not in straight)
        yield "", f"nothing says how large it is: {missing} missing", "add size: poker, or width and height"
    elif round_ and said.get("lying"):
        yield "lying", f"a {_NAMES[shape]} cannot lie on its side", _WAY.get(shape, "remove lying")


_WAY = {Shape.HEX_FLAT: "write shape: hex-pointed", Shape.HEX_POINTED: "write shape: hex-flat"}
_NAMES = {Shape.CIRCLE: "circle", Shape.HEX_FLAT: "hexagon", Shape.HEX_POINTED: "hexagon"}


def _said(kind: Declared, known: Mapping[str, Declared]) -> Declared:
    """What a kind says of its size, with what the name of its size stands for."""
    return {**known[kind["size"]], **kind} if "size" in kind else kind


def _length(text: str) -> float:
    """A length so that 3.5in and 88.9mm are the same size, and go on the same sheets."""
    return round(parse_length(text), 6)


def _shape(said: Declared) -> Shape:
    return Shape(said.get("shape", Shape.RECT))
