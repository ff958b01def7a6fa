"""How large the pieces of a kind are, and what is cut: one size for all of them, or one for each value of a
field.

A declaration is what game.yaml says of a kind's size, or of one of its sizes, whose keys win over the kind's.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from cardtool.finding import Finding
from cardtool.geometry import Box, Point, Size
from cardtool.load.dielines import centred, make_fold, make_hole, parse_path
from cardtool.load.file_rules import SCHEMA
from cardtool.load.kinds import missing_value
from cardtool.load.schemas import read_strict_file
from cardtool.load.wedges import is_wedge, wedge_faults, wedge_path, wedge_size
from cardtool.load.yaml_files import Document
from cardtool.model import (
    ClosedPath,
    Component,
    CutLine,
    Kind,
    Outline,
    Shape,
    Source,
    ValuePath,
    path_points,
)
from cardtool.project import Project, did_you_mean
from cardtool.units import parse_length

_SIZE_FOLDER = "templates/sizes"
_STRAIGHT = ("width", "height")
_SLACK = 0.01  # mm; what the corners of a polygon that stands for an arc may be off
SizeDeclaration = Mapping[str, Any]
_OTHER_HEXAGON = {Shape.HEX_FLAT: "write shape: hex-pointed", Shape.HEX_POINTED: "write shape: hex-flat"}
_SHAPE_NAMES = {Shape.CIRCLE: "circle", Shape.HEX_FLAT: "hexagon", Shape.HEX_POINTED: "hexagon"}


def declared_cuts(kind: Mapping[str, Any]) -> dict[str, SizeDeclaration]:
    """Return what a kind says of each of its sizes, by the value it is for; of its only one, by none."""
    sizes = kind.get("size")
    if not isinstance(sizes, Mapping):
        return {"": kind}
    of_all = {key: said for key, said in kind.items() if key != "size"}
    of_each = {value: said for value, said in sizes.items() if value != "by"}
    return {
        value: {**of_all, **({"size": said} if isinstance(said, str) else said)}
        for value, said in of_each.items()
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
    said = document.value(("kinds", id, "size", value)) if value else {}
    return ("kinds", id, "size", value) if isinstance(said, Mapping) and key in said else ("kinds", id)


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
    said = _resolve_size(kind, known)
    if is_wedge(said):
        return wedge_size(said)
    if "across" in said:
        return _shape_of(said).box(_rounded_length(said["across"]))
    size = Size(_rounded_length(said["width"]), _rounded_length(said["height"]))
    return size.turned() if kind.get("lying") else size


def kind_outline(kind: SizeDeclaration, known: Mapping[str, SizeDeclaration]) -> Outline:
    """Return what is cut around and inside a sound kind, and where it is folded."""
    said, size = _resolve_size(kind, known), kind_size(kind, known)
    return Outline(
        _shape_of(said),
        parse_length(said.get("corner", "0mm")),
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
    if is_wedge(kind):
        return wedge_path(kind)
    return centred(parse_path(kind["path"]), size) if "path" in kind else ()


def size_faults(
    kind: SizeDeclaration, known: Mapping[str, SizeDeclaration]
) -> Iterator[tuple[str, str, str | None]]:
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
    said = _resolve_size(kind, known)
    wedge = list(wedge_faults(said))
    yield from wedge if wedge or is_wedge(said) else _side_faults(said)


def _side_faults(said: SizeDeclaration) -> Iterator[tuple[str, str, str | None]]:
    shape, straight = _shape_of(said), [key for key in _STRAIGHT if key in said]
    round_ = shape not in (Shape.RECT, Shape.PATH)
    if round_ and straight:
        wanted = "give across: its diameter" if shape is Shape.CIRCLE else "give across: from flat to flat"
        yield straight[0], f"a {_SHAPE_NAMES[shape]} has no {straight[0]} of its own", wanted
    elif round_ and "across" not in said:
        yield "", f"nothing says how large the {_SHAPE_NAMES[shape]} is", "add across, such as 25mm"
    elif not round_ and "across" in said:
        yield "across", "across is for circles and hexagons", "give width and height, or add shape: circle"
    elif not round_ and len(straight) < len(_STRAIGHT):
        missing = " and ".join(key for key in _STRAIGHT if key not in straight)
        yield "", f"nothing says how large it is: {missing} missing", "add size: poker, or width and height"
    elif round_ and said.get("lying"):
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


def _shape_of(said: SizeDeclaration) -> Shape:
    return Shape.PATH if "path" in said or is_wedge(said) else Shape(said.get("shape", Shape.RECT))
