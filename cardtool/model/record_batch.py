"""Some records in little memory: packed together, with what is asked of every record beside them.

Of what records say it knows no more than that each has an id, a name and a number of copies, and that a text
may refer to something.
"""

from __future__ import annotations

import marshal
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, NamedTuple

from cardtool.model.packed_places import FlatMap, MapShape, PlainShape, Shapes
from cardtool.model.source import SourceMap

MOST_TOGETHER = 64
"""Records in a batch: more of them hardly get smaller, and one by itself takes longer to look up."""

_KEPT = 8  # batches that stay unpacked, as records are asked for one after another
_QUICKLY = 1  # zlib's level; the others take three times as long for a tenth less
_REFERENCE_SIGNS = ("[[", "{{")


class RecordHead(NamedTuple):
    """What is asked of every record, and where it stands, lines counted in its batch.

    Id, name and copies are as the record has them, right or wrong; None where it says nothing. `may_refer`
    says whether signs of a reference stand anywhere in it.
    """

    id: Any
    name: Any
    copies: Any
    may_refer: bool
    line: int
    column: int


PlainBatch = tuple[bytes, bytes, bytes, tuple[PlainShape, ...], bytes]
"""A batch as plain data: the shapes of its records once each, and the numbers of theirs."""


@dataclass(frozen=True, slots=True)
class RecordBatch:
    """Some records: their data, what is asked of each, and their places with the shapes of these.

    `lines_before` is how many lines of the file stand before the one from which those of the batch are
    counted.
    """

    records: bytes
    packed_heads: bytes
    places: bytes
    shapes: tuple[MapShape, ...]
    lines_before: int = 0

    def __len__(self) -> int:
        return len(self.shapes)

    @property
    def heads(self) -> Sequence[RecordHead | None]:
        """What is asked of each record; None for one that is no mapping."""
        return _unpack_heads(self.packed_heads)

    @property
    def plain_records(self) -> list[Any]:
        """The records as plain data, of which nothing is to be changed."""
        return _unpack(self.records)

    def flat_map(self, row: int) -> FlatMap:
        """Return where a record stands, and everything in it, in numbers; lines are counted in the batch."""
        return FlatMap(*_unpack(self.places)[row])

    def source_map(self, row: int) -> SourceMap:
        """Return where a record stands, and everything in it, as a map; lines are counted in the file."""
        flat = self.flat_map(row)
        return flat._replace(line=flat.line + self.lines_before).view(0, self.shapes[row])

    def selected(self, records: Mapping[int, Any]) -> RecordBatch:
        """Return some of the records, by their rows, where they stand, with what they say from now on."""
        placed = [(said, self.flat_map(row), self.shapes[row]) for row, said in records.items()]
        return pack_batch(placed).moved(self.lines_before)

    def moved(self, lines: int) -> RecordBatch:
        """Return these records where they stand so many lines further down."""
        return replace(self, lines_before=self.lines_before + lines)

    @property
    def plain(self) -> PlainBatch:
        """What `batch_from` makes this of, less the lines before it."""
        shapes = {shape: number for number, shape in enumerate(dict.fromkeys(self.shapes))}
        numbers = bytes([shapes[shape] for shape in self.shapes])
        plain_shapes = tuple([shape.plain for shape in shapes])
        return self.records, self.packed_heads, self.places, plain_shapes, numbers


PlacedRecord = tuple[Any, FlatMap, MapShape]
"""A record, plain data of any sort, and where all of it stands."""


def pack_batch(records: Sequence[PlacedRecord]) -> RecordBatch:
    """Return records packed together."""
    return RecordBatch(
        _pack([record for record, _, _ in records]),
        _pack([_head(record, places) for record, places, _ in records]),
        _pack([tuple(places) for _, places, _ in records]),
        tuple([shape for _, _, shape in records]),
    )


def batch_from(plain: PlainBatch, shapes: Shapes) -> RecordBatch:
    """Return the batch that was told as plain data."""
    records, heads, places, plain_shapes, numbers = plain
    known = [shapes.from_plain(shape) for shape in plain_shapes]
    return RecordBatch(records, heads, places, tuple([known[number] for number in numbers]))


def may_refer(data: Any) -> bool:
    """Return whether a text in this plain data may refer to something; where none does, mostly not."""
    said = repr(data)
    return any(sign in said for sign in _REFERENCE_SIGNS)


def _head(record: Any, places: FlatMap) -> tuple[Any, ...] | None:
    """Return what `RecordHead` is made of."""
    if not isinstance(record, dict):
        return None
    said = record.get("id"), record.get("name"), record.get("copies", 1)
    return *said, may_refer(record), *places.place(0)


def _pack(values: list[Any]) -> bytes:
    return zlib.compress(marshal.dumps(values), _QUICKLY)


def _load(packed: bytes) -> list[Any]:
    values: list[Any] = marshal.loads(zlib.decompress(packed))
    return values


@lru_cache(maxsize=2 * _KEPT)
def _unpack(packed: bytes) -> list[Any]:
    """Return the records or places that were packed; nobody is to change them."""
    return _load(packed)


@lru_cache(maxsize=_KEPT)
def _unpack_heads(packed: bytes) -> Sequence[RecordHead | None]:
    return [head and RecordHead(*head) for head in _load(packed)]
