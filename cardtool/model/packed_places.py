"""Where everything in a record stands, in little memory: numbers in a row, and what is where among them.

Records of one sort have the same keys, so that what tells the numbers apart is kept once for all of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple

from cardtool.model.source import SourceMap, Span

PlainShape = tuple[tuple[str, ...], tuple[str | int, ...], tuple[Any, ...]]
"""The keys of a value, the steps to what is inside it, and the shape of each of these."""


class FlatMap(NamedTuple):
    """The places of a value, of its keys, of each value inside it in the same way: a line and a column each.

    `spans` are the stretches of texts, with the number of the place that has one before the three of its own.
    Lines are counted from that of the value, so that records that are written alike come out alike.
    """

    line: int
    is_cell: bool
    numbers: Sequence[int]
    spans: Sequence[int]

    def place(self, at: int) -> tuple[int, int]:
        """Return line and column of a place, by its number."""
        return self.line + self.numbers[2 * at], self.numbers[2 * at + 1]

    def view(self, at: int, shape: MapShape) -> SourceMap:
        """Return the map of the value at a place."""
        line, column = self.place(at)
        if shape is _LEAF:
            return SourceMap(line, column, _NONE, _NONE, self._spans(at), self.is_cell)
        return SourceMap(
            line, column, _Keys(self, at, shape), _Children(self, at, shape), is_cell=self.is_cell
        )

    def _spans(self, at: int) -> tuple[Span, ...]:
        all = self.spans
        starts = [start for start in range(0, len(all), 4) if all[start] == at]
        return tuple([Span(all[n + 1], self.line + all[n + 2], all[n + 3]) for n in starts])


class MapFlattener:
    """Makes maps flat, and keeps the shapes that they have."""

    def __init__(self) -> None:
        self._shapes: dict[tuple[Any, ...], MapShape] = {}

    def flatten(self, source_map: SourceMap) -> tuple[FlatMap, MapShape]:
        """Return a map as numbers, and its shape."""
        numbers: list[int] = []
        spans: list[int] = []
        shape = self._flatten(source_map, source_map.line, numbers, spans)
        return FlatMap(source_map.line, source_map.is_cell, numbers, spans), shape

    def _flatten(self, places: SourceMap, first: int, numbers: list[int], spans: list[int]) -> MapShape:
        _flatten_leaf(places, first, numbers, spans)
        if not places.children and not places.keys:
            return _LEAF
        for line, column in places.keys.values():
            numbers += (line - first, column)
        inside: list[MapShape] = []
        for each in places.children.values():
            if each.children or each.keys:
                inside.append(self._flatten(each, first, numbers, spans))
            else:
                _flatten_leaf(each, first, numbers, spans)
                inside.append(_LEAF)
        return self._shape(places.keys, places.children, inside)

    def shape_from(self, plain: PlainShape) -> MapShape:
        """Return the shape that was told as plain data."""
        keys, steps, inside = plain
        if not keys and not steps:
            return _LEAF
        return self._shape(keys, steps, [self.shape_from(each) for each in inside])

    def _shape(self, keys: Iterable[str], steps: Iterable[str | int], inside: Sequence[MapShape]) -> MapShape:
        """Return a shape, which is kept once, from those of what is inside it."""
        told = *keys, None, *steps, *map(id, inside)
        if told not in self._shapes:
            self._shapes[told] = MapShape(keys, dict(zip(steps, inside, strict=True)))
        return self._shapes[told]


def _flatten_leaf(places: SourceMap, first: int, numbers: list[int], spans: list[int]) -> None:
    for span in places.spans:
        spans += (len(numbers) // 2, span.offset, span.line - first, span.column)
    numbers += (places.line - first, places.column)


class MapShape:
    """Which keys a value has, and what is inside it: how far behind its own place are theirs."""

    __slots__ = ("keys", "size", "steps")

    def __init__(self, keys: Iterable[str], inside: Mapping[str | int, MapShape]) -> None:
        self.keys = {key: number for number, key in enumerate(keys, 1)}
        self.steps: dict[str | int, tuple[int, MapShape]] = {}
        self.size = 1 + len(self.keys)
        for step, shape in inside.items():
            self.steps[step] = self.size, shape
            self.size += shape.size

    @property
    def plain(self) -> PlainShape:
        """What `MapFlattener.shape_from` makes this of."""
        return tuple(self.keys), tuple(self.steps), tuple([shape.plain for _, shape in self.steps.values()])


_NONE: Mapping[Any, Any] = MappingProxyType({})
_LEAF = MapShape((), {})


class _Keys(Mapping[str, tuple[int, int]]):
    """Where the keys of a mapping stand."""

    __slots__ = ("_at", "_places", "_shape")

    def __init__(self, places: FlatMap, at: int, shape: MapShape) -> None:
        self._places, self._at, self._shape = places, at, shape

    def __getitem__(self, key: str) -> tuple[int, int]:
        return self._places.place(self._at + self._shape.keys[key])

    def __contains__(self, key: object) -> bool:
        return key in self._shape.keys

    def __iter__(self) -> Iterator[str]:
        return iter(self._shape.keys)

    def __len__(self) -> int:
        return len(self._shape.keys)


class _Children(Mapping[str | int, SourceMap]):
    """The maps of what is inside a value, made anew for each who asks."""

    __slots__ = ("_at", "_places", "_shape")

    def __init__(self, places: FlatMap, at: int, shape: MapShape) -> None:
        self._places, self._at, self._shape = places, at, shape

    def __getitem__(self, step: str | int) -> SourceMap:
        behind, shape = self._shape.steps[step]
        return self._places.view(self._at + behind, shape)

    def __contains__(self, step: object) -> bool:
        return step in self._shape.steps

    def __iter__(self) -> Iterator[str | int]:
        return iter(self._shape.steps)

    def __len__(self) -> int:
        return len(self._shape.steps)
