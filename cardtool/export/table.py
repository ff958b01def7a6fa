"""Records as a table: what is nested becomes columns of its own. Knows no file format."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from cardtool.model import Component

__all__ = ["Cell", "Path", "Table", "heading", "table"]

Path = tuple[str, ...]
"""The keys that lead to a value of a record, such as `("ability", "cost")`."""

Cell = str | int | float | None
"""What stands in a cell: a text, a number, or nothing."""

_FIRST: tuple[Path, ...] = (("id",), ("name",), ("copies",))
_LARGEST_EXACT = 10**15  # spreadsheets keep 15 digits of a number


@dataclass(frozen=True, slots=True)
class Table:
    """The columns that some records need between them, and for each record its row of cells."""

    columns: tuple[Path, ...]
    rows: tuple[tuple[Cell, ...], ...]


def table(cards: Sequence[Component]) -> Table:
    """These records as a table: id, name and copies first, then the rest as the records have it.

    A column that only a later record has stands with the others of its group.
    """
    flat = [dict(_leaves(_record(card), ())) for card in cards]
    columns = tuple(_grouped(path for record in flat for path in record))
    return Table(columns, tuple(tuple(record.get(path) for path in columns) for record in flat))


def heading(path: Path) -> str:
    """A column's name for people: `("ability", "cost")` is `Ability: cost`."""
    words = ": ".join(step.replace("_", " ").replace("-", " ") for step in path)
    return words[:1].upper() + words[1:]


def _record(card: Component) -> dict[str, Any]:
    return {**card.fields, "id": card.id, "name": card.name, "copies": card.copies}


def _leaves(value: Any, path: Path) -> Iterator[tuple[Path, Cell]]:
    """Every value of a record that is not itself made of named values."""
    if isinstance(value, Mapping):
        for key, inner in value.items():
            yield from _leaves(inner, (*path, str(key)))
    elif isinstance(value, tuple) and any(isinstance(each, Mapping) for each in value):
        for number, inner in enumerate(value, start=1):
            yield from _leaves(inner, (*path, str(number)))
    else:
        yield path, _cell(value)


def _cell(value: Any) -> Cell:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, tuple):
        return ", ".join(str(_cell(each)) for each in value)
    if isinstance(value, int | float):
        return value if math.isfinite(value) and abs(value) < _LARGEST_EXACT else str(value)
    return None if value is None else str(value)


def _grouped(paths: Iterable[Path]) -> Iterator[Path]:
    """The paths by first appearance, each group of nested ones kept together."""
    tree: dict[str, Any] = {}
    for path in dict.fromkeys((*_FIRST, *paths)):
        branch = tree
        for step in path:
            branch = branch.setdefault(step, {})
        branch[""] = path
    return _in_tree(tree)


def _in_tree(branch: dict[str, Any]) -> Iterator[Path]:
    for step, inner in branch.items():
        if step == "":
            yield inner
        else:
            yield from _in_tree(inner)
