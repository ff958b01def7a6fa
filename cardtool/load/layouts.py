"""Reads the layouts of a game, `layouts/*.yaml`: the spaces of its boards, each with its place."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from cardtool.finding import Finding
from cardtool.load.file_rules import FILE_NAME, SCHEMA
from cardtool.load.kind_sizes import SizeDeclaration, load_sizes
from cardtool.load.layout_parts import Part, part_faults, part_spaces
from cardtool.load.schema_words import quote_short
from cardtool.load.schemas import GameContext
from cardtool.load.yaml_files import Document
from cardtool.model import Layout, Space
from cardtool.project import did_you_mean

LAYOUT_FOLDER = "layouts"
_LAYOUT_ID = re.compile(r"[a-z][a-z0-9-]{0,63}")
_MOST_SPACES = 2000
_NAME_ADVICE = "name it with small letters a to z, digits and hyphens, a letter first"


@dataclass(frozen=True, slots=True)
class ReadLayouts:
    """The layouts that could be read, by their ids; `broken` are the ids of those that could not."""

    layouts: Mapping[str, Layout]
    broken: frozenset[str]
    findings: tuple[Finding, ...]

    @property
    def files(self) -> frozenset[str]:
        """Return the names of all their files, from the game's folder."""
        return frozenset(f"{LAYOUT_FOLDER}/{id}.yaml" for id in (*self.layouts, *self.broken))


def read_layouts(reading: GameContext) -> ReadLayouts:
    """Read every layout there is. Raises: ProjectError when the schema or a file of sizes cannot be used."""
    layouts: dict[str, Layout] = {}
    broken: set[str] = set()
    findings: list[Finding] = []
    folder = reading.folder / LAYOUT_FOLDER
    for path in sorted(folder.glob("*.yaml")) if reading.project.holds(folder) else ():
        layout, found = _read_layout(reading, path)
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
        yield SCHEMA.found(declared.at(path), missing, f"write {LAYOUT_FOLDER}/{layout}.yaml")
    elif sort and layout in read.layouts and sort not in read.layouts[layout].counts:
        yield SCHEMA.found(declared.at(path), *_missing_sort(layout, sort, read.layouts[layout]))


def _read_layout(reading: GameContext, path: Path) -> tuple[Layout | None, tuple[Finding, ...]]:
    document = reading.document(path, "layout.schema.json")
    if not _LAYOUT_ID.fullmatch(path.stem):
        misnamed = FILE_NAME.found(document.at(()), "nothing can ask for a layout by this name", _NAME_ADVICE)
        return None, (*document.findings, misnamed)
    if document.findings:
        return None, document.findings
    if _count_spaces(document.data) > _MOST_SPACES:
        most = f"{_count_spaces(document.data)} spaces; {_MOST_SPACES} are the most"
        return None, (SCHEMA.found(document.at(("parts",)), most),)
    parts = tuple(_parts(reading, document))
    found = tuple(fault for part in parts for fault in part_faults(part))
    if found:
        return None, found
    spaces = tuple(space for part in parts for space in part_spaces(part))
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


def _parts(reading: GameContext, document: Document) -> Iterator[Part]:
    sizes: Mapping[str, SizeDeclaration] = load_sizes(reading.project) if _names_size(document.data) else {}
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
