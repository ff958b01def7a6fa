"""Many records in little memory: they are packed together, and unpacked when something of one is asked for.

Knows nothing of what records say.
"""

from __future__ import annotations

import marshal
import zlib
from collections.abc import ItemsView, Iterator, Mapping, Sequence
from functools import lru_cache
from types import MappingProxyType
from typing import Any, NamedTuple, overload

from cardtool.model.packed_places import FlatMap, MapFlattener, MapShape
from cardtool.model.source import SourceMap, freeze, thaw

_TOGETHER = 64  # records; more of them hardly get smaller, and one by itself takes longer to look up
_KEPT = 8  # batches that stay unpacked, as records are asked for one after another
_QUICKLY = 1  # zlib's level; the others take three times as long for a tenth less


class RecordPacker:
    """Packs records one by one, as they are read."""

    def __init__(self) -> None:
        self._flattener = MapFlattener()
        self._batches: list[_Batch] = []
        self._open: list[tuple[Any, SourceMap]] = []

    def add(self, record: Any, places: SourceMap) -> None:
        """Take a record, plain data of any sort, and where all of it stands."""
        self._open.append((record, places))
        if len(self._open) == _TOGETHER:
            self._close()

    def packed(self) -> PackedRecords:
        """Return all records so far, and nothing before the last."""
        if self._open:
            self._close()
        return PackedRecords(tuple(self._batches))

    def _close(self) -> None:
        flat = [self._flattener.flatten(places) for _, places in self._open]
        batch = _Batch(
            _pack([record for record, _ in self._open]),
            _pack([tuple(places) for places, _ in flat]),
            tuple(shape for _, shape in flat),
        )
        self._batches.append(batch)
        self._open = []


def _pack(values: list[Any]) -> bytes:
    return zlib.compress(marshal.dumps(values), _QUICKLY)


@lru_cache(maxsize=2 * _KEPT)
def _unpack(packed: bytes) -> list[Any]:
    """Return what was packed; nobody is to change it."""
    values: list[Any] = marshal.loads(zlib.decompress(packed))
    return values


class _Batch(NamedTuple):
    """Some records: their data, and their places with the shapes of these."""

    records: bytes
    places: bytes
    shapes: tuple[MapShape, ...]

    def record(self, row: int) -> Any:
        return _unpack(self.records)[row]

    def source_map(self, row: int) -> SourceMap:
        return FlatMap(*_unpack(self.places)[row]).view(0, self.shapes[row])


class PackedRecords(Sequence[Any]):
    """Records in their order, each as plain data."""

    def __init__(self, batches: Sequence[_Batch]) -> None:
        self._batches = batches
        self._length = sum(len(batch.shapes) for batch in batches)

    def __len__(self) -> int:
        return self._length

    @overload
    def __getitem__(self, at: int) -> Any: ...
    @overload
    def __getitem__(self, at: slice) -> list[Any]: ...
    def __getitem__(self, at: int | slice) -> Any:
        if isinstance(at, slice):
            return [self[row] for row in range(*at.indices(self._length))]
        batch, row = self._find(at)
        return batch.record(row)

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

    def _find(self, at: int) -> tuple[_Batch, int]:
        if not -self._length <= at < self._length:
            raise IndexError(at)
        batch, row = divmod(at % self._length, _TOGETHER)
        return self._batches[batch], row


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

    def __init__(self, batch: _Batch, row: int, changes: Mapping[str, Any] = MappingProxyType({})) -> None:
        self._batch, self._row, self._changes = batch, row, changes

    def changed(self, changes: Mapping[str, Any]) -> PackedFields:
        """Return these fields with other values in some of them."""
        return PackedFields(self._batch, self._row, MappingProxyType({**self._changes, **changes}))

    @property
    def plain(self) -> dict[str, Any]:
        """The fields as plain data, of which nothing is to be changed."""
        return {"copies": 1, **self._batch.record(self._row), **thaw(self._changes)}

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


def plain_fields(fields: Mapping[str, Any]) -> dict[str, Any]:
    """Return the fields of a record as plain dicts and lists, for who changes nothing in them."""
    plain: dict[str, Any] = fields.plain if isinstance(fields, PackedFields) else thaw(fields)
    return plain


def with_fields(fields: Mapping[str, Any], changes: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the fields of a record with other values in some of them, read-only."""
    if isinstance(fields, PackedFields):
        return fields.changed(changes)
    return MappingProxyType({**fields, **changes})


class PackedPlaces:
    """Where a record stands, and everything in it."""

    __slots__ = ("_batch", "_row")

    def __init__(self, batch: _Batch, row: int) -> None:
        self._batch, self._row = batch, row

    def unpacked(self) -> SourceMap:
        """Return its map; what is inside that is made when it is asked for."""
        return self._batch.source_map(self._row)

    def __eq__(self, other: object) -> bool:
        return self.unpacked() == (other.unpacked() if isinstance(other, PackedPlaces) else other)

    __hash__ = None  # type: ignore[assignment]
