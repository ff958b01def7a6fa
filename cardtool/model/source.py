"""Where things stand in files, how YAML is written there, and data that cannot be changed."""

from __future__ import annotations

from array import array
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, NamedTuple

ValuePath = tuple[str | int, ...]
"""The way to a value in a file: the keys, and the numbers of items from 0, that lead there."""


@dataclass(frozen=True, slots=True, order=True)
class Source:
    """A place in a file of the project: path from the project's root, line and column from 1.

    In a workbook `sheet` is the sheet, and line and column are those of the cell.
    """

    file: str
    line: int = 1
    column: int = 1
    sheet: str = ""

    @property
    def cell(self) -> str:
        """The name of the cell in a workbook: B12."""
        letters, column = "", self.column
        while column:
            column, letter = divmod(column - 1, 26)
            letters = chr(ord("A") + letter) + letters
        return f"{letters}{self.line}"

    def __str__(self) -> str:
        if self.sheet:
            return f"{self.file}!{self.sheet}!{self.cell}"
        return f"{self.file}:{self.line}:{self.column}"


class Span(NamedTuple):
    """A part of a text that stands in one piece in its file: its offset in the text, and its place."""

    offset: int
    line: int
    column: int


class SourceMap(NamedTuple):
    """Where a value of a YAML file stands, and every key and value inside it.

    A text that is not written letter for letter from there on, in one line, has its stretches too. In a
    workbook (`is_cell`) line and column are those of the cell, and every letter is in it.
    """

    line: int
    column: int
    keys: Mapping[str, tuple[int, int]] = MappingProxyType({})
    children: Mapping[str | int, SourceMap] = MappingProxyType({})
    spans: tuple[Span, ...] = ()
    is_cell: bool = False

    def inside(self, path: Sequence[str | int]) -> SourceMap:
        """Return the map of the value at `path`, or of the innermost value around it that exists."""
        source_map = self
        for step in path:
            if step not in source_map.children:
                break
            source_map = source_map.children[step]
        return source_map

    def at_key(self, path: Sequence[str | int], key: str) -> tuple[int, int]:
        """Return line and column of `key` in the mapping at `path`; of the mapping if it has no such key."""
        source_map = self.inside(path)
        return source_map.keys.get(key, (source_map.line, source_map.column))

    def at_letter(self, offset: int) -> tuple[int, int]:
        """Return line and column of the character at this offset of the text that stands here."""
        if self.is_cell:
            return self.line, self.column
        start = Span(0, self.line, self.column)
        last = bisect_right(self.spans, offset, key=lambda span: span.offset) - 1
        span = self.spans[last] if last >= 0 else start
        return span.line, span.column + offset - span.offset


class SourceMapPacker:
    """Packs the maps of many values of a few shapes, such as records, into a tenth of the memory."""

    def __init__(self) -> None:
        self._shapes: dict[tuple[Any, ...], _Shape] = {}

    def pack(self, source_map: SourceMap) -> SourceMap:
        """Return a map that says the same; what is inside it is made when it is asked for."""
        if not source_map.children:
            return source_map
        numbers: array[int] = array("I")
        spans: array[int] = array("I")
        shape = self._lay_down(source_map, numbers, spans)
        return _Packed(numbers, spans, source_map.is_cell).view(0, shape)

    def _lay_down(self, places: SourceMap, numbers: array[int], spans: array[int]) -> _Shape:
        """Add the places of a value, of its keys and of what is inside it, and return their shape."""
        for span in places.spans:
            spans.extend((len(numbers) // 2, *span))
        numbers.extend((places.line, places.column))
        if not places.children and not places.keys:
            return _LEAF
        for place in places.keys.values():
            numbers.extend(place)
        inside = [self._lay_down(each, numbers, spans) for each in places.children.values()]
        told = *places.keys, None, *places.children, *map(id, inside)
        if told not in self._shapes:
            self._shapes[told] = _Shape(places.keys, dict(zip(places.children, inside, strict=True)))
        return self._shapes[told]


class _Shape:
    """Which keys a value has, and what is inside it: how far behind its own place are theirs."""

    __slots__ = ("keys", "size", "steps")

    def __init__(self, keys: Iterable[str], inside: Mapping[str | int, _Shape]) -> None:
        self.keys = {key: number for number, key in enumerate(keys, 1)}
        self.steps: dict[str | int, tuple[int, _Shape]] = {}
        self.size = 1 + len(self.keys)
        for step, shape in inside.items():
            self.steps[step] = self.size, shape
            self.size += shape.size


class _Packed(NamedTuple):
    """Places as lines and columns by turns: of a value, of its keys, of each value inside it in the same way.

    `spans` are four numbers each: the place that has it, and itself.
    """

    numbers: array[int]
    spans: array[int]
    is_cell: bool

    def place(self, at: int) -> tuple[int, int]:
        return self.numbers[2 * at], self.numbers[2 * at + 1]

    def view(self, at: int, shape: _Shape) -> SourceMap:
        line, column = self.place(at)
        if shape is _LEAF:
            return SourceMap(line, column, _NONE, _NONE, self._spans(at), self.is_cell)
        return SourceMap(
            line, column, _Keys(self, at, shape), _Children(self, at, shape), is_cell=self.is_cell
        )

    def _spans(self, at: int) -> tuple[Span, ...]:
        all = self.spans
        return tuple([Span(*all[n + 1 : n + 4]) for n in range(0, len(all), 4) if all[n] == at])


class _Keys(Mapping[str, tuple[int, int]]):
    """Where the keys of a mapping stand."""

    __slots__ = ("_at", "_packed", "_shape")

    def __init__(self, packed: _Packed, at: int, shape: _Shape) -> None:
        self._packed, self._at, self._shape = packed, at, shape

    def __getitem__(self, key: str) -> tuple[int, int]:
        return self._packed.place(self._at + self._shape.keys[key])

    def __contains__(self, key: object) -> bool:
        return key in self._shape.keys

    def __iter__(self) -> Iterator[str]:
        return iter(self._shape.keys)

    def __len__(self) -> int:
        return len(self._shape.keys)


class _Children(Mapping[str | int, SourceMap]):
    """The maps of what is inside a value, made anew for each who asks."""

    __slots__ = ("_at", "_packed", "_shape")

    def __init__(self, packed: _Packed, at: int, shape: _Shape) -> None:
        self._packed, self._at, self._shape = packed, at, shape

    def __getitem__(self, step: str | int) -> SourceMap:
        behind, shape = self._shape.steps[step]
        return self._packed.view(self._at + behind, shape)

    def __contains__(self, step: object) -> bool:
        return step in self._shape.steps

    def __iter__(self) -> Iterator[str | int]:
        return iter(self._shape.steps)

    def __len__(self) -> int:
        return len(self._shape.steps)


_NONE: Mapping[Any, Any] = MappingProxyType({})
_LEAF = _Shape((), {})


class YamlPart(NamedTuple):
    """A value as it is written, by offsets in the file's text, whose lines end in line feeds.

    `style` is `'`, `"`, `|` or `>` for a text written so, empty for one without quotes; `{` or `[` for what
    stands in brackets, `:` for a mapping and `-` for a list with a line for each item. `keys` holds where
    each key begins. A value that is written nowhere, as after `key:`, ends where it begins.
    """

    start: int
    end: int
    style: str = ""
    keys: Mapping[str, int] = {}
    children: Mapping[str | int, YamlPart] = {}


def freeze(value: Any) -> Any:
    """Return plain data as data nobody can change: mappings become read-only, lists become tuples."""
    if isinstance(value, dict):
        return MappingProxyType({key: freeze(inner) for key, inner in value.items()})
    if isinstance(value, list):
        return tuple(freeze(inner) for inner in value)
    return value


def thaw(value: Any) -> Any:
    """Return frozen data as plain dicts and lists, for templates, JSON and other processes."""
    if isinstance(value, (str, int, float)):
        return value
    if isinstance(value, (MappingProxyType, dict)):
        return {key: thaw(inner) for key, inner in value.items()}
    if isinstance(value, tuple):
        return [thaw(inner) for inner in value]
    return value
