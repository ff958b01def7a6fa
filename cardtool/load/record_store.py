"""Parts of files of records as they were read, kept in the cache folder until the next time.

A part stands for all that is written in it, and for the tools that read it. What somebody else wrote into the
cache is not believed (`signed_cache`).
"""

from __future__ import annotations

import hashlib
import marshal
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from cardtool.model import PlainBatch, RecordBatch, Shapes, batch_from
from cardtool.signed_cache import SignedFolder, tool_digest

_LARGEST_ENTRY = 64_000_000  # bytes; a file of 12,000 records takes some 3 million
_MOST_BYTES = 250_000_000  # of all that is kept


@dataclass(frozen=True, slots=True)
class ReadPart:
    """Some records of a file, as they were read.

    Lines are counted from the first of the part, also those of `odd_spellings`, which are as in `Document`.
    `size` is how many keys and values there are.
    """

    batch: RecordBatch
    size: int
    odd_spellings: Mapping[tuple[int, int], str]

    @property
    def plain(self) -> PlainPart:
        """What `part_from` makes this of."""
        return self.batch.plain, self.size, dict(self.odd_spellings)


PlainPart = tuple[PlainBatch, int, dict[tuple[int, int], str]]
"""A part as plain data."""


class RecordStore:
    """The parts of one file, by what is written in them; `name` tells it from other files."""

    def __init__(self, name: str) -> None:
        self._entry = hashlib.sha256(name.encode(errors="surrogateescape")).hexdigest()
        self._folder = SignedFolder("records", _LARGEST_ENTRY)
        self._shapes = Shapes()
        self._known = self._read()
        self._used: dict[bytes, Any] = {}

    def recall(self, part: bytes) -> ReadPart | None:
        """Return what was read of this part; None where nothing is known of it."""
        digest = _digest(part)
        if digest not in self._known:
            return None
        return self._part(digest, self._known[digest])

    def keep(self, part: bytes, read: PlainPart) -> ReadPart:
        """Note what was read of a part, and return it."""
        return self._part(_digest(part), read)

    def _part(self, digest: bytes, read: PlainPart) -> ReadPart:
        self._used[digest] = read
        batch, size, odd_spellings = read
        return ReadPart(batch_from(batch, self._shapes), size, odd_spellings)

    def write(self) -> None:
        """Keep what was used this time. Where that cannot be, it is read again."""
        if self._used.keys() == self._known.keys():
            self._folder.touch(self._entry)
            return
        content = _tool() + marshal.dumps(self._used)
        if len(content) < _LARGEST_ENTRY:
            self._folder.write(self._entry, content)
            self._folder.keep_within(_MOST_BYTES)

    def _read(self) -> dict[bytes, Any]:
        content, tool = self._folder.read(self._entry) or b"", _tool()
        if not content.startswith(tool):
            return {}
        known: dict[bytes, Any] = marshal.loads(content[len(tool) :])
        return known


def _tool() -> bytes:
    return tool_digest().encode()


def _digest(part: bytes) -> bytes:
    return hashlib.sha256(part).digest()
