"""Edits of a YAML file, held against the data in it: what is changed, and nothing beside it.

Reads no YAML; whoever asks hands over the function that does.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from cardtool.finding import Edit
from cardtool.mend.standing import stands
from cardtool.model import SourceMap

__all__ = ["Data", "Leaf", "Reader"]

Path = tuple[str | int, ...]
Reader = Callable[[str], tuple[Any, SourceMap] | None]
"""Reads YAML: its data, and where each part of it stands. None where it is not YAML, or not to be trusted."""


class Leaf(NamedTuple):
    """A value of the file that holds no others."""

    path: Path
    value: Any
    marks: SourceMap


class Data:
    """What a YAML file says, and where."""

    def __init__(self, data: Any, marks: SourceMap) -> None:
        self._data, self._marks = data, marks
        self._leaves = sorted(_leaves(data, marks, ()), key=lambda leaf: leaf.marks[:2])
        self._places = [(leaf.marks.line, leaf.marks.column) for leaf in self._leaves]

    def leaf(self, edit: Edit) -> Leaf | None:
        """The text that an edit is about; None where it is about none, but about a key or a comment, say."""
        place = (edit.source.line, edit.source.column)
        row = bisect_right(self._places, place) - 1
        if row < 0:
            return None
        leaf = self._leaves[row]
        return leaf if self._edited(leaf, [edit]) is not None else None

    def edited(self, edit: Edit) -> str | None:
        """What the text that an edit is about says once it is done; None where it is about none."""
        leaf = self.leaf(edit)
        return None if leaf is None else self._edited(leaf, [edit])

    def around(self, leaf: Leaf) -> SourceMap:
        """Where the list or mapping begins that holds this value."""
        return self._marks.inside(leaf.path[:-1])

    def becomes(self, edits: Sequence[Edit], new: Any) -> bool:
        """Whether other data is this data with exactly these edits done."""
        of_leaf: dict[Path, tuple[Leaf, list[Edit]]] = {}
        for edit in edits:
            leaf = self.leaf(edit)
            if leaf is None:
                return False
            of_leaf.setdefault(leaf.path, (leaf, []))[1].append(edit)
        wanted = {path: self._edited(leaf, its) for path, (leaf, its) in of_leaf.items()}
        return _same(self._data, new, wanted, ())

    def _edited(self, leaf: Leaf, edits: Sequence[Edit]) -> str | None:
        """The text once it is edited; None where what is to be replaced does not stand in it."""
        if not isinstance(leaf.value, str):
            return None
        text = leaf.value
        for edit in sorted(edits, key=lambda each: each.source, reverse=True):
            at = _offset(leaf.marks, edit.source.line, edit.source.column)
            place = None if at is None else stands(text, at, edit.old, edit.new)
            if place is None:
                return None
            text = text[: place.start] + place.new + text[place.end :]
        return text


def _offset(marks: SourceMap, line: int, column: int) -> int | None:
    """The offset in a text of the letter that stands at this place of its file."""
    if not marks.stretches:
        return column - marks.column if line == marks.line and column >= marks.column else None
    here = [each for each in marks.stretches if each.line == line and each.column <= column]
    return here[-1].offset + column - here[-1].column if here else None


def _leaves(data: Any, marks: SourceMap, path: Path) -> Iterator[Leaf]:
    if isinstance(data, Mapping):
        for key, value in data.items():
            yield from _leaves(value, marks.children[key], (*path, key))
    elif isinstance(data, (list, tuple)):
        for row, value in enumerate(data):
            yield from _leaves(value, marks.children[row], (*path, row))
    else:
        yield Leaf(path, data, marks)


def _same(old: Any, new: Any, wanted: Mapping[Path, str | None], path: Path) -> bool:
    """Whether two data agree, but for the texts at these paths, which are to be what is wanted."""
    if path in wanted:
        return type(new) is str and new == wanted[path]
    if type(old) is not type(new):
        return False
    if isinstance(old, Mapping):
        return list(old) == list(new) and all(_same(old[key], new[key], wanted, (*path, key)) for key in old)
    if isinstance(old, (list, tuple)):
        pairs = enumerate(zip(old, new, strict=False))
        return len(old) == len(new) and all(_same(*pair, wanted, (*path, row)) for row, pair in pairs)
    return bool(old == new)
