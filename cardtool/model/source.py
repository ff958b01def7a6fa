"""Where things stand in files, how YAML is written there, and data that cannot be changed."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, NamedTuple, Protocol

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


class LetterPlaces(Protocol):
    """What knows where the letters of a text stand; it may have to look for that first."""

    def at_letter(self, offset: int, /) -> tuple[int, int]:
        """Return line and column of the character at this offset of the text."""


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
    if isinstance(value, str):  # most are
        return value
    if isinstance(value, dict):
        return MappingProxyType(
            {key: inner if type(inner) is str else freeze(inner) for key, inner in value.items()}
        )
    if isinstance(value, list):
        return tuple([freeze(inner) for inner in value])
    return value


def thaw(value: Any) -> Any:
    """Return frozen data as plain dicts and lists, for templates, JSON and other processes."""
    if isinstance(value, (str, int, float)):
        return value
    if isinstance(value, (MappingProxyType, dict)):
        return {key: thaw(inner) for key, inner in value.items()}
    if isinstance(value, (tuple, list)):
        return [thaw(inner) for inner in value]
    if isinstance(value, Mapping):
        return {key: thaw(inner) for key, inner in value.items()}
    return value


class RecordFields(Mapping[str, Any]):
    """The fields of a record, read-only. One that does not say how many copies it has has one."""

    __slots__ = ("plain",)

    def __init__(self, record: Mapping[str, Any]) -> None:
        self.plain: dict[str, Any] = {"copies": 1, **record}
        """The fields as plain dicts and lists, of which nothing is to be changed."""

    def __getitem__(self, key: str) -> Any:
        return freeze(self.plain[key])

    def __contains__(self, key: object) -> bool:
        return key in self.plain

    def __iter__(self) -> Iterator[str]:
        return iter(self.plain)

    def __len__(self) -> int:
        return len(self.plain)


def plain_fields(fields: Mapping[str, Any]) -> dict[str, Any]:
    """Return the fields of a record as plain dicts and lists, for who changes nothing in them."""
    plain: dict[str, Any] = fields.plain if isinstance(fields, RecordFields) else thaw(fields)
    return plain


def with_fields(fields: Mapping[str, Any], changes: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the fields of a record with other values in some of them, read-only."""
    return RecordFields({**plain_fields(fields), **thaw(changes)})


class RecordPlaces:
    """Where a record of a file stands, and everything in it, found out when it is asked for."""

    __slots__ = ("_maps", "_row")

    def __init__(self, maps: Mapping[str | int, SourceMap], row: int) -> None:
        self._maps, self._row = maps, row

    @property
    def source_map(self) -> SourceMap:
        return self._maps[self._row]

    def __eq__(self, other: object) -> bool:
        return self.source_map == (other.source_map if isinstance(other, RecordPlaces) else other)

    __hash__ = None  # type: ignore[assignment]
