"""Many records in little memory: they are packed together, and unpacked when something of one is asked for.

Knows nothing of what records say.
"""

from __future__ import annotations

import hashlib
from bisect import bisect_right
from collections.abc import ItemsView, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import accumulate
from types import MappingProxyType
from typing import Any, overload

from cardtool.model.packed_places import FlatMap, MapShape, Shapes
from cardtool.model.record_batch import MOST_TOGETHER, PlacedRecord, RecordBatch, may_refer, pack_batch
from cardtool.model.source import SourceMap, freeze, thaw


class RecordPacker:
    """Packs records one by one, as they are read. `shapes` are those of their maps, and maybe of others."""

    def __init__(self, shapes: Shapes | None = None) -> None:
        self.shapes = shapes or Shapes()
        self._batches: list[RecordBatch] = []
        self._open: list[PlacedRecord] = []

    def add(self, record: Any, places: SourceMap) -> None:
        """Take a record, plain data of any sort, and where all of it stands."""
        self.add_flat(record, *self.shapes.flatten(places))

    def add_flat(self, record: Any, places: FlatMap, shape: MapShape) -> None:
        """Take a record with a map that is flat already; the shape is one of `shapes`."""
        self._open.append((record, places, shape))
        if len(self._open) == MOST_TOGETHER:
            self._close()

    def packed(self) -> PackedRecords:
        """Return all records so far, and nothing before the last."""
        if self._open:
            self._close()
        return PackedRecords(tuple(self._batches))

    def _close(self) -> None:
        self._batches.append(pack_batch(self._open))
        self._open = []


class PackedRecords(Sequence[Any]):
    """Records in their order, each as plain data."""

    def __init__(self, batches: Sequence[RecordBatch]) -> None:
        self.batches = batches
        self._ends = tuple(accumulate(map(len, batches)))

    def __len__(self) -> int:
        return self._ends[-1] if self._ends else 0

    @overload
    def __getitem__(self, at: int) -> Any: ...
    @overload
    def __getitem__(self, at: slice) -> list[Any]: ...
    def __getitem__(self, at: int | slice) -> Any:
        if isinstance(at, slice):
            return [self[row] for row in range(*at.indices(len(self)))]
        batch, row = self._find(at)
        return batch.plain_records[row]

    def __iter__(self) -> Iterator[Any]:
        for batch in self.batches:
            yield from batch.plain_records

    @property
    def source_maps(self) -> Mapping[str | int, SourceMap]:
        """Where the records stand, by their numbers."""
        return _SourceMaps(self)

    def fields(self, at: int) -> PackedFields:
        """Return the fields of a record that is a mapping."""
        return PackedFields(*self._find(at))

    def places(self, at: int) -> PackedPlaces:
        """Return where a record stands."""
        return PackedPlaces(*self._find(at))

    def _find(self, at: int) -> tuple[RecordBatch, int]:
        if not -len(self) <= at < len(self):
            raise IndexError(at)
        row = at % len(self)
        number = bisect_right(self._ends, row)
        batch = self.batches[number]
        return batch, row - self._ends[number] + len(batch)


class _SourceMaps(Mapping[str | int, SourceMap]):
    """Where records stand, by their numbers."""

    def __init__(self, records: PackedRecords) -> None:
        self._records = records

    def __getitem__(self, at: str | int) -> SourceMap:
        if at not in self:
            raise KeyError(at)
        return self._records.places(int(at)).unpacked()

    def __contains__(self, at: object) -> bool:
        return isinstance(at, int) and 0 <= at < len(self._records)

    def __iter__(self) -> Iterator[int]:
        return iter(range(len(self._records)))

    def __len__(self) -> int:
        return len(self._records)


class PackedFields(Mapping[str, Any]):
    """The fields of a record, read-only. One that does not say how many copies it has has one."""

    __slots__ = ("_batch", "_changes", "_row")

    def __init__(
        self, batch: RecordBatch, row: int, changes: Mapping[str, Any] = MappingProxyType({})
    ) -> None:
        self._batch, self._row, self._changes = batch, row, changes

    def changed(self, changes: Mapping[str, Any]) -> PackedFields:
        """Return these fields with other values in some of them."""
        return PackedFields(self._batch, self._row, MappingProxyType({**self._changes, **changes}))

    @property
    def plain(self) -> dict[str, Any]:
        """The fields as plain data, of which nothing is to be changed."""
        return {"copies": 1, **self._batch.plain_records[self._row], **thaw(self._changes)}

    @property
    def may_refer(self) -> bool:
        """Whether a text in them may refer to something."""
        head = self._batch.heads[self._row]
        return head is None or head.may_refer or may_refer(thaw(self._changes))

    def __getitem__(self, key: str) -> Any:
        return freeze(self.plain[key])

    def __contains__(self, key: object) -> bool:
        return key in self.plain

    def __iter__(self) -> Iterator[str]:
        return iter(self.plain)

    def __len__(self) -> int:
        return len(self.plain)

    def items(self) -> ItemsView[str, Any]:
        """Return every field with its value."""
        frozen: Mapping[str, Any] = freeze(self.plain)
        return frozen.items()

    @property
    def key(self) -> str:
        changes = thaw(self._changes) if self._changes else ""
        return f"{_digest(self._batch.records)} {self._row} {changes}"


@lru_cache(maxsize=16)  # records are asked for one after another
def _digest(packed: bytes) -> str:
    return hashlib.sha256(packed).hexdigest()


def fields_key(fields: Mapping[str, Any]) -> str:
    """Return what no other fields have, without unpacking them.

    What is read again the same way has the same; the same fields packed otherwise may have another.
    """
    return fields.key if isinstance(fields, PackedFields) else repr(thaw(fields))


def plain_fields(fields: Mapping[str, Any]) -> dict[str, Any]:
    """Return the fields of a record as plain dicts and lists, for who changes nothing in them."""
    plain: dict[str, Any] = fields.plain if isinstance(fields, PackedFields) else thaw(fields)
    return plain


def fields_may_refer(fields: Mapping[str, Any]) -> bool:
    """Return whether a text in the fields of a record may refer to something; of packed ones it is known."""
    return fields.may_refer if isinstance(fields, PackedFields) else True


def with_fields(fields: Mapping[str, Any], changes: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the fields of a record with other values in some of them, read-only."""
    if isinstance(fields, PackedFields):
        return fields.changed(changes)
    return MappingProxyType({**fields, **changes})


class PackedPlaces:
    """Where a record stands, and everything in it."""

    __slots__ = ("_batch", "_row")

    def __init__(self, batch: RecordBatch, row: int) -> None:
        self._batch, self._row = batch, row

    def unpacked(self) -> SourceMap:
        """Return its map; what is inside that is made when it is asked for."""
        return self._batch.source_map(self._row)

    @property
    def flat(self) -> FlatMap:
        return self._batch.flat_map(self._row)

    def __eq__(self, other: object) -> bool:
        return self.unpacked() == (other.unpacked() if isinstance(other, PackedPlaces) else other)

    __hash__ = None  # type: ignore[assignment]


def places_key(places: SourceMap | PackedPlaces) -> str:
    """Return how all of a record stands to where it begins: the same wherever that is."""
    flat = places.flat if isinstance(places, PackedPlaces) else Shapes().flatten(places)[0]
    return repr(flat._replace(line=0))
