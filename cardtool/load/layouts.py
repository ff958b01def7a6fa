"""Layouts: from what a file says of a grid, a track, a ring … to spaces, and what is wrong between them.

Where spaces come to lie is reckoned by `model`.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

from cardtool.finding import Finding
from cardtool.geometry import Point, Size
from cardtool.load.file_rules import FILE_NAME, SCHEMA
from cardtool.load.kind_sizes import SizeDeclaration, kind_outline, kind_size, load_sizes, size_faults
from cardtool.load.schema_words import join_words, quote_short
from cardtool.load.schemas import GameContext
from cardtool.load.yaml_files import Document
from cardtool.model import (
    Layout,
    Outline,
    Shape,
    Source,
    Space,
    SpaceOutline,
    Stop,
    ValuePath,
    curve_points,
    line_stops,
    ring_stops,
    spiral_points,
)
from cardtool.project import did_you_mean
from cardtool.units import format_number, parse_length

_FOLDER = "layouts"
_LAYOUT_ID = re.compile(r"[a-z][a-z0-9-]{0,63}")
_MOST_SPACES = 2000
_NAME_ADVICE = "name it with small letters a to z, digits and hyphens, a letter first"
_BLANK = " "
_FULL_TURN = 360


@dataclass(frozen=True, slots=True)
class Part:
    """One part of a layout's file, whose shape is right: what it says, where, and the sizes with names."""

    document: Document
    path: ValuePath
    data: Any
    sizes: Mapping[str, SizeDeclaration]

    @property
    def source(self) -> Source:
        """Return where the part stands."""
        return self.document.at_key(self.path[:-1], str(self.path[-1]))

    def length(self, key: str, default: str = "0mm") -> float:
        """Return the length under a key."""
        return parse_length(self.data.get(key, default))

    def found(self, message: str, *path: str | int, fix: str | None = None) -> Finding:
        """Return what is wrong at a path inside the part."""
        return SCHEMA.found(self.document.at((*self.path, *path)), message, fix)

    def id(self, name: object) -> str:
        """Return the id of the space of this name."""
        return f"{self.data.get('prefix', '')}{name}"


def _outline_faults(part: Part, *path: str | int) -> Iterator[Finding]:
    """Yield what is wrong with how an outline is declared."""
    declared = part.document.value((*part.path, *path))
    others = [key for key in declared if key != "points"]
    if "points" in declared:
        if others:
            yield part.found(f"points say already what {others[0]} says", *path, fix=f"remove {others[0]}")
        elif _make_outline(declared, part.sizes).crosses_itself:
            yield part.found(
                "the edges of this polygon cross", *path, "points", fix="go round it from corner to corner"
            )
        return
    for key, message, fix in size_faults(declared, part.sizes):
        yield part.found(message, *path, *([key] if key in declared else []), fix=fix)
        return
    size, corner = kind_size(declared, part.sizes), kind_outline(declared, part.sizes).corner
    if min(size) < 2 * corner:
        rounder = f"corners of {format_number(corner)} mm are rounder than a space of {size} can have"
        yield part.found(rounder, *path, *(["corner"] if "corner" in declared else []))


def _make_outline(declared: Mapping[str, Any], sizes: Mapping[str, SizeDeclaration]) -> SpaceOutline:
    if "points" in declared:
        return SpaceOutline(_points(declared["points"]))
    return SpaceOutline.of(kind_outline(declared, sizes), kind_size(declared, sizes))


def _points(pairs: Iterable[Sequence[str]]) -> tuple[Point, ...]:
    return tuple(Point(parse_length(x), parse_length(y)) for x, y in pairs)


def _point(declared: Mapping[str, str]) -> Point:
    return Point(parse_length(declared["x"]), parse_length(declared["y"]))


def _cell(part: Part) -> tuple[Size, Outline]:
    cell = part.data["cell"]
    if isinstance(cell, str):
        side = parse_length(cell)
        return Size(side, side), Outline()
    return kind_size(cell, part.sizes), kind_outline(cell, part.sizes)


def _grid_faults(part: Part) -> Iterator[Finding]:
    legend, rows = part.data["legend"], part.data["rows"]
    if not isinstance(part.data["cell"], str):
        if "points" in part.data["cell"]:
            yield part.found("a grid of polygons has no rows", "cell", fix="list its spaces under spaces:")
            return
        yield from _outline_faults(part, "cell")
    for number, row in enumerate(rows):
        if len(row) != len(rows[0]):
            letters = "1 letter" if len(row) == 1 else f"{len(row)} letters"
            message = f"this row has {letters}, and the first has {len(rows[0])}"
            yield part.found(message, "rows", number, fix="write a blank where there is no space")
        for column, letter in enumerate(row):
            if letter != _BLANK and letter not in legend:
                place = _letter_place(part, number, column)
                known = join_words(map(quote_short, legend))
                yield SCHEMA.found(place, f"{quote_short(letter)} is not in the legend", f"write {known}")


def _letter_place(part: Part, row: int, column: int) -> Source:
    document = part.document
    written = document.source_map.inside((*part.path, "rows", row))
    return Source(document.name, *written.at_letter(column), document.sheet)


def _grid_spaces(part: Part) -> Iterator[Space]:
    size, outline = _cell(part)
    corner, gap, made = _point(part.data["at"]), part.length("gap"), SpaceOutline.of(outline, size)
    cells = (
        (row, column, letter)
        for row, letters in enumerate(part.data["rows"])
        for column, letter in enumerate(letters)
        if letter != _BLANK
    )
    for number, (row, column, letter) in enumerate(cells, start=1):
        yield Space(
            id=part.id(f"{_column_letters(column)}{row + 1}"),
            sort=part.data["legend"][letter],
            number=number,
            centre=_cell_centre(size, outline.shape, gap, row, column).moved(corner),
            angle=0,
            outline=made,
            source=_letter_place(part, row, column),
            column=column + 1,
            row=row + 1,
        )


def _cell_centre(size: Size, shape: Shape, gap: float, row: int, column: int) -> Point:
    """Return the middle of a cell, from the top left corner of the grid; hexagons lie in a honeycomb."""
    across, down = size.width + gap, size.height + gap
    x, y = column * across, row * down
    if shape is Shape.HEX_POINTED:
        x, y = x + row % 2 * across / 2, row * across * math.sqrt(3) / 2
    elif shape is Shape.HEX_FLAT:
        x, y = column * down * math.sqrt(3) / 2, y + column % 2 * down / 2
    return Point(x + size.width / 2, y + size.height / 2)


def _column_letters(column: int) -> str:
    """Return a, b … z, aa, ab … for the columns from 0."""
    before, letter = divmod(column, 26)
    return (_column_letters(before - 1) if before else "") + chr(ord("a") + letter)


def _numbered_faults(part: Part) -> Iterator[Finding]:
    """Yield what is wrong with the outline and the sorts of spaces that have numbers."""
    if "outline" in part.data:
        yield from _outline_faults(part, "outline")
    numbers, owner = _numbers(part), dict[int, str]()
    for sort, chosen in part.data.get("sorts", {}).items():
        for row, number in enumerate(chosen):
            if number not in numbers:
                around = f"its numbers go from {numbers[0]} to {numbers[-1]}"
                yield part.found(f"there is no space {number} here: {around}", "sorts", sort, row)
            elif number in owner:
                message = f"space {number} is already of the sort {owner[number]}"
                yield part.found(message, "sorts", sort, row, fix="name it once")
            owner.setdefault(number, sort)


def _numbers(part: Part) -> Sequence[int]:
    """Return the numbers of the spaces, in order."""
    if "numbers" in part.data:
        said = part.data["numbers"]
        first, last, step = said["from"], said["to"], said.get("step", 1)
        return range(first, last + 1, step) if first <= last else range(first, last - 1, -step)
    first = part.data.get("first", 1)
    return range(first, first + part.data["spaces"])


def _numbered(part: Part, stops: Iterable[Stop], outline: SpaceOutline, *, turned: bool) -> Iterator[Space]:
    """Yield the spaces at these stops, one for each number."""
    sorts = {number: sort for sort, chosen in part.data.get("sorts", {}).items() for number in chosen}
    for number, stop in zip(_numbers(part), stops, strict=True):
        angle = stop.angle if turned else 0
        sort = sorts.get(number, part.data["sort"])
        yield Space(part.id(number), sort, number, stop.centre, angle, outline, part.source)


def _outlined(part: Part, stops: Iterable[Stop]) -> Iterator[Space]:
    outline = _make_outline(part.data["outline"], part.sizes)
    return _numbered(part, stops, outline, turned=part.data.get("turned", False))


def _track_faults(part: Part) -> Iterator[Finding]:
    along = _points(part.data["along"])
    for number, (one, other) in enumerate(pairwise(along), start=1):
        if one == other:
            yield part.found("this point is the one before it", "along", number, fix="remove one of them")
    if part.data.get("closed") and along[0] == along[-1]:
        advice = "remove it: closed leads back to the first"
        yield part.found("the last point is the first", "along", len(along) - 1, fix=advice)
    yield from _numbered_faults(part)


def _track_spaces(part: Part) -> Iterator[Space]:
    points, closed = _points(part.data["along"]), part.data.get("closed", False)
    if part.data.get("curved"):
        points = curve_points(points, closed=closed)
    return _outlined(part, line_stops(points, part.data["spaces"], closed=closed))


def _ring_faults(part: Part) -> Iterator[Finding]:
    if ("outline" in part.data) == ("depth" in part.data):
        message = "nothing says how large its spaces are, or two things do"
        yield part.found(message, fix="give outline, or depth for segments of the ring")
    elif "depth" in part.data and part.length("depth") > 2 * part.length("radius"):
        yield part.found("segments as deep as that reach beyond the centre", "depth")
    elif "depth" in part.data and _segment_degrees(part) <= 0:
        yield part.found("a gap as wide as that leaves no segments", "gap")
    elif "gap" in part.data and "outline" in part.data:
        yield part.found("gap is for segments, which have a depth", "gap", fix="remove it")
    yield from _numbered_faults(part)


def _segment_degrees(part: Part) -> float:
    """Return how far round a segment of a ring goes, its gap left out."""
    sweep, gap = part.data.get("sweep", _FULL_TURN), math.degrees(part.length("gap") / part.length("radius"))
    return float(sweep / part.data["spaces"] - gap)


def _ring_spaces(part: Part) -> Iterator[Space]:
    sweep, count = part.data.get("sweep", _FULL_TURN), part.data["spaces"]
    start, is_segments = part.data.get("start", 0), "depth" in part.data
    if is_segments and sweep < _FULL_TURN:  # its ends are ends of segments, not middles
        pitch = sweep / count
        start, sweep = start + (pitch if _is_clockwise(part) else -pitch) / 2, sweep - pitch
    stops = ring_stops(
        _point(part.data["centre"]),
        part.length("radius"),
        count,
        start=start,
        sweep=sweep,
        clockwise=_is_clockwise(part),
    )
    if not is_segments:
        return _outlined(part, stops)
    segment = SpaceOutline.of_ring(part.length("radius"), part.length("depth"), _segment_degrees(part))
    return _numbered(part, stops, segment, turned=True)


def _is_clockwise(part: Part) -> bool:
    return bool(part.data.get("direction", "clockwise") == "clockwise")


def _spiral_faults(part: Part) -> Iterator[Finding]:
    radius = part.data["radius"]
    if parse_length(radius["from"]) == parse_length(radius["to"]):
        yield part.found("a spiral that begins and ends as far out is a ring", "radius", fix="write ring")
    yield from _numbered_faults(part)


def _spiral_spaces(part: Part) -> Iterator[Space]:
    radius, clockwise = part.data["radius"], _is_clockwise(part)
    points = spiral_points(
        _point(part.data["centre"]),
        parse_length(radius["from"]),
        parse_length(radius["to"]),
        part.data["turns"],
        start=part.data.get("start", 0),
        clockwise=clockwise,
    )
    stops = line_stops(points, part.data["spaces"])
    return _outlined(part, [Stop(at, angle if clockwise else angle + 180) for at, angle in stops])


def _scale_faults(part: Part) -> Iterator[Finding]:
    said = part.data["numbers"]
    if (said["to"] - said["from"]) % said.get("step", 1):
        message = f"steps of {said['step']} from {said['from']} do not come to {said['to']}"
        yield part.found(message, "numbers", "step")
        return
    first, last = _points(part.data["line"])
    if first == last and len(_numbers(part)) > 1:
        yield part.found("this point is the first one again", "line", 1)
    yield from _numbered_faults(part)


def _scale_spaces(part: Part) -> Iterator[Space]:
    return _outlined(part, line_stops(_points(part.data["line"]), len(_numbers(part))))


def _free_faults(part: Part) -> Iterator[Finding]:
    for row in range(len(part.data)):
        yield from _outline_faults(part, row, "outline")


def _free_spaces(part: Part) -> Iterator[Space]:
    for row, space in enumerate(part.data):
        yield Space(
            id=space["id"],
            sort=space["sort"],
            number=space.get("number", row + 1),
            centre=_point(space),
            angle=space.get("angle", 0),
            outline=_make_outline(space["outline"], part.sizes),
            source=part.document.at((*part.path, row)),
        )


@dataclass(frozen=True, slots=True)
class _PartReader:
    """Finds what is wrong between the values of a part; and its spaces, in order, where nothing is."""

    faults: Callable[[Part], Iterator[Finding]]
    spaces: Callable[[Part], Iterator[Space]]


_PARTS: Mapping[str, _PartReader] = {
    "grid": _PartReader(_grid_faults, _grid_spaces),
    "track": _PartReader(_track_faults, _track_spaces),
    "ring": _PartReader(_ring_faults, _ring_spaces),
    "spiral": _PartReader(_spiral_faults, _spiral_spaces),
    "scale": _PartReader(_scale_faults, _scale_spaces),
    "spaces": _PartReader(_free_faults, _free_spaces),
}
"""What reads each sort of part. A new sort is one row here, and its part of the schema."""


@dataclass(frozen=True, slots=True)
class ReadLayouts:
    """The layouts that could be read, by their ids; `broken` are the ids of those that could not."""

    layouts: Mapping[str, Layout]
    broken: frozenset[str]
    findings: tuple[Finding, ...]

    @property
    def files(self) -> frozenset[str]:
        """Return the names of all their files, from the game's folder."""
        return frozenset(f"{_FOLDER}/{id}.yaml" for id in (*self.layouts, *self.broken))


def read_layouts(context: GameContext) -> ReadLayouts:
    """Read every layout there is. Raises: ProjectError when the schema or a file of sizes cannot be used."""
    layouts: dict[str, Layout] = {}
    broken: set[str] = set()
    findings: list[Finding] = []
    folder = context.folder / _FOLDER
    for path in sorted(folder.glob("*.yaml")) if context.project.holds(folder) else ():
        layout, found = _read_layout(context, path)
        findings += found
        if layout is None:
            broken.add(path.stem)
        else:
            layouts[layout.id] = layout
    return ReadLayouts(layouts, frozenset(broken), tuple(findings))


def layout_faults(declared: Document, read: ReadLayouts) -> Iterator[Finding]:
    """Yield a finding for each layout that game.yaml names and that is not there."""
    kinds, book = declared.data["kinds"], declared.data.get("rulebook", {})
    known = {*read.layouts, *read.broken}
    for around, each in (
        *((("kinds", id), kind) for id, kind in kinds.items()),
        *((("rulebook", "figures", id), figure) for id, figure in book.get("figures", {}).items()),
    ):
        for key in ("layout", "stands_on"):
            if key in each:
                yield from _unknown_layout(declared, (*around, key), each[key], known, read)


def _unknown_layout(
    declared: Document, path: tuple[str, ...], named: str, known: set[str], read: ReadLayouts
) -> Iterator[Finding]:
    layout, _, sort = named.partition(".")
    if layout not in known:
        missing = f"there is no layout {quote_short(layout)}{did_you_mean(layout, known)}"
        yield SCHEMA.found(declared.at(path), missing, f"write {_FOLDER}/{layout}.yaml")
    elif sort and layout in read.layouts and sort not in read.layouts[layout].counts:
        yield SCHEMA.found(declared.at(path), *_missing_sort(layout, sort, read.layouts[layout]))


def _read_layout(context: GameContext, path: Path) -> tuple[Layout | None, tuple[Finding, ...]]:
    document = context.document(path, "layout.schema.json")
    if not _LAYOUT_ID.fullmatch(path.stem):
        misnamed = FILE_NAME.found(document.at(()), "nothing can ask for a layout by this name", _NAME_ADVICE)
        return None, (*document.findings, misnamed)
    if document.findings:
        return None, document.findings
    if _count_spaces(document.data) > _MOST_SPACES:
        most = f"{_count_spaces(document.data)} spaces; {_MOST_SPACES} are the most"
        return None, (SCHEMA.found(document.at(("parts",)), most),)
    parts = [(part, _PARTS[str(part.path[-1])]) for part in _parts(context, document)]
    found = tuple(fault for part, reader in parts for fault in reader.faults(part))
    if found:
        return None, found
    spaces = tuple(space for part, reader in parts for space in reader.spaces(part))
    through = frozenset(document.data.get("seams_through", ()))
    layout = Layout(path.stem, document.data["title"], spaces, document.at(()), through)
    found = (*_space_faults(document, spaces), *_seam_faults(document, layout))
    return (None if found else layout), found


def _count_spaces(data: Any) -> int:
    """Return how many spaces there may be, by what the file says of each part; nothing is reckoned yet."""
    return sum(_count_part(sort, said) for part in data["parts"] for sort, said in part.items())


def _count_part(sort: str, said: Any) -> int:
    if sort == "spaces":
        return len(said)
    if sort == "grid":
        return sum(len(row.replace(" ", "")) for row in said["rows"])
    numbers = said.get("numbers")
    if numbers:
        return 1 + abs(int(numbers["to"]) - int(numbers["from"])) // int(numbers.get("step", 1))
    return int(said["spaces"])


def _parts(context: GameContext, document: Document) -> Iterator[Part]:
    sizes: Mapping[str, SizeDeclaration] = load_sizes(context.project) if _names_size(document.data) else {}
    for number, part in enumerate(document.data["parts"]):
        ((sort, data),) = part.items()
        yield Part(document, ("parts", number, sort), data, sizes)


def _names_size(data: Any) -> bool:
    """Return whether a size is called by its name anywhere; reading the sizes takes time."""
    if isinstance(data, dict):
        return "size" in data or any(map(_names_size, data.values()))
    return isinstance(data, list) and any(map(_names_size, data))


def _seam_faults(document: Document, layout: Layout) -> Iterator[Finding]:
    for row, sort in enumerate(document.data.get("seams_through", ())):
        if sort not in layout.counts:
            place = document.at(("seams_through", row))
            yield SCHEMA.found(place, *_missing_sort("this layout", sort, layout))


def _missing_sort(subject: str, sort: str, layout: Layout) -> tuple[str, str]:
    """Return that no space is of this sort, and which sorts there are."""
    sorts = layout.counts
    missing = f"{subject} has no space of the sort {quote_short(sort)}{did_you_mean(sort, sorts)}"
    return missing, f"its sorts are: {', '.join(sorts)}"


def _space_faults(document: Document, spaces: tuple[Space, ...]) -> Iterator[Finding]:
    """Yield what is wrong between spaces: ids that two of them have, or none at all."""
    first: dict[str, Space] = {}
    for space in spaces:
        owner = first.setdefault(space.id, space)
        if owner is not space:
            message = f"{quote_short(space.id)} is already the id of a space (line {owner.source.line})"
            yield SCHEMA.found(space.source, message, "give one of the parts a prefix, or choose another id")
    if not spaces:
        yield SCHEMA.found(document.at(("parts",)), "no part has any space", "write a letter of the legend")
