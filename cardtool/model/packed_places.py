"""Where everything in a record stands, in little memory: numbers in a row, and what is where among them.

Records of one sort have the same keys, so that what tells the numbers apart is kept once for all of them.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from itertools import takewhile
from types import MappingProxyType
from typing import Any, NamedTuple

from cardtool.model.source import SourceMap, Span

PlainShape = tuple[int, tuple[tuple[str, int], ...], tuple[tuple[str | int, int, Any], ...]]
"""The size of a shape; its keys, each with its number; and the steps to what is inside it, with their own."""


class FlatMap(NamedTuple):
    """The places of a value, of its keys, of each value inside it in the same way: a line and a column each.

    Its shape says which is which. `spans` are the stretches of texts, with the number of the place that has
    one before the three of its own. Lines are counted from `line`, mostly that of the value, so that records
    that are written alike come out alike.
    """

    line: int
    is_cell: bool
    numbers: Sequence[int]
    spans: Sequence[int]

    def place(self, at: int) -> tuple[int, int]:
        """Return line and column of a place, by its number."""
        return self.line + self.numbers[2 * at], self.numbers[2 * at + 1]

    def view(self, at: int, shape: MapShape) -> SourceMap:
        """Return the map of the value at a place; what is inside that is made when it is asked for."""
        line, column = self.place(at)
        if shape is LEAF:
            return SourceMap(line, column, _NONE, _NONE, self._spans(at), self.is_cell)
        return SourceMap(
            line, column, _Keys(self, at, shape), _Children(self, at, shape), is_cell=self.is_cell
        )

    def source_map(self, shape: MapShape) -> SourceMap:
        """Return the map of the whole, all of it at once."""
        spans: dict[int, list[Span]] = {}
        for at, offset, line, column in zip(*[iter(self.spans)] * 4, strict=True):
            spans.setdefault(at, []).append(Span(offset, self.line + line, column))
        return self._source_map(0, shape, {at: tuple(each) for at, each in spans.items()})

    def _source_map(self, at: int, shape: MapShape, spans: Mapping[int, tuple[Span, ...]]) -> SourceMap:
        line, column = self.place(at)
        if shape is LEAF:
            return SourceMap(line, column, _NOTHING, _NOTHING, spans.get(at, ()), self.is_cell)
        keys = {key: self.place(at + behind) for key, behind in shape.keys.items()}
        children = {
            step: self._source_map(at + behind, inside, spans)
            for step, (behind, inside) in shape.steps.items()
        }
        return SourceMap(line, column, keys, children, is_cell=self.is_cell)

    def _spans(self, at: int) -> tuple[Span, ...]:
        all, every = self.spans, range(0, len(self.spans), 4)
        first = bisect_left(every, at, key=all.__getitem__)
        starts = takewhile(lambda start: all[start] == at, every[first:])
        return tuple([Span(all[n + 1], self.line + all[n + 2], all[n + 3]) for n in starts])


class MapShape:
    """Which keys a value has, and what is inside it: how far behind its own place are theirs.

    `size` is how many places there are in all.
    """

    __slots__ = ("keys", "size", "steps")

    def __init__(
        self, size: int, keys: Mapping[str, int], steps: Mapping[str | int, tuple[int, MapShape]]
    ) -> None:
        self.size, self.keys, self.steps = size, keys, steps

    @property
    def plain(self) -> PlainShape:
        """What `Shapes.from_plain` makes this of."""
        steps = tuple([(step, behind, shape.plain) for step, (behind, shape) in self.steps.items()])
        return self.size, tuple(self.keys.items()), steps


LEAF = MapShape(1, {}, {})
"""The shape of what has nothing inside."""


class Shapes:
    """The shapes that maps have, each kept once."""

    def __init__(self) -> None:
        self._known: dict[tuple[Any, ...], MapShape] = {(): LEAF}

    def of_list(self, items: Sequence[MapShape]) -> MapShape:
        """Return the shape of a list, by those of its items."""
        return self.of_parts([part for number, item in enumerate(items) for part in (number, item)])

    def of_parts(self, parts: Sequence[Any]) -> MapShape:
        """Return the shape of a value, by what follows its own place.

        That is, two by two: a number and the shape of this item; a key and the shape of its value, for which
        the places of both follow each other; or None and the size of what belongs to nothing.
        """
        told = tuple(parts)
        if told not in self._known:
            self._known[told] = _shape_of(told)
        return self._known[told]

    def from_plain(self, plain: PlainShape) -> MapShape:
        """Return the shape that was told as plain data."""
        if plain not in self._known:
            size, keys, inside = plain
            steps = {step: (behind, self.from_plain(shape)) for step, behind, shape in inside}
            self._known[plain] = MapShape(size, dict(keys), steps) if size > 1 else LEAF
        return self._known[plain]

    def flatten(self, source_map: SourceMap) -> tuple[FlatMap, MapShape]:
        """Return a map as numbers, and its shape."""
        numbers: list[int] = []
        spans: list[int] = []
        shape = self._flatten(source_map, source_map.line, numbers, spans)
        return FlatMap(source_map.line, source_map.is_cell, numbers, spans), shape

    def _flatten(self, places: SourceMap, first: int, numbers: list[int], spans: list[int]) -> MapShape:
        for span in places.spans:
            spans += (len(numbers) // 2, span.offset, span.line - first, span.column)
        numbers += (places.line - first, places.column)
        parts: list[Any] = []
        for step, inside in places.children.items():
            if isinstance(step, str):
                line, column = places.at_key((), step)
                numbers += (line - first, column)
            parts += (step, self._flatten(inside, first, numbers, spans))
        return self.of_parts(parts)


def _shape_of(parts: Sequence[Any]) -> MapShape:
    size, keys, steps = 1, dict[str, int](), dict[str | int, tuple[int, MapShape]]()
    for step, inside in zip(parts[::2], parts[1::2], strict=True):
        if step is None:
            size += inside
            continue
        if isinstance(step, str):
            keys[step] = size
            size += 1
        steps[step] = size, inside
        size += inside.size
    return MapShape(size, keys, steps)


_NONE: Mapping[Any, Any] = MappingProxyType({})
_NOTHING: dict[Any, Any] = {}  # shared by all maps that have nothing inside; never written to


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
