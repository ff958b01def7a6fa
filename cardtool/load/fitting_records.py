"""Records that are known to have the shape their schema wants, kept in the cache folder until the next time.

What is kept are digests: of some records that are packed together, of the schemas, of the names that these
ask for, and of the tool. Of records with anything wrong nothing is kept. What somebody else wrote into the
cache is not believed (`signed_cache`).
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from typing import Any

from cardtool.load.schema_limits import subschemas
from cardtool.load.validator import Validator
from cardtool.model import RecordBatch
from cardtool.signed_cache import SignedFolder, tool_digest

_SIZE = 16  # bytes of a digest
_LARGEST_ENTRY = 1_000_000  # bytes; a hundred thousand records take some 40,000
_MOST_GAMES = 100  # of which something is kept


class FittingRecords:
    """Which batches of records have the shape they are to have; `name` tells a game from others."""

    def __init__(self, name: str) -> None:
        self._entry = hashlib.sha256(name.encode(errors="surrogateescape")).hexdigest()
        self._folder = SignedFolder("fitting", _LARGEST_ENTRY)
        content = self._folder.read(self._entry) or b""
        self._known = {content[at : at + _SIZE] for at in range(0, len(content), _SIZE)}
        self._used: set[bytes] = set()

    def key_of(self, *shapes: Validator) -> bytes:
        """Return what stands for these shapes, and for all that has a say in whether something has them."""
        said = json.dumps([_said(shape) for shape in shapes])
        return hashlib.sha256(f"{tool_digest()}\0{said}".encode()).digest()

    def are_known(self, shapes: bytes, batch: RecordBatch) -> bool:
        """Return whether these records are known to have the shapes of this key."""
        return _digest(shapes, batch) in self._known

    def keep(self, shapes: bytes, batch: RecordBatch) -> None:
        """Note that these records have the shapes of this key."""
        self._used.add(_digest(shapes, batch))

    def write(self) -> None:
        """Keep what was found to fit this time. Where that cannot be, it is looked at again."""
        if self._used != self._known:
            self._folder.write(self._entry, b"".join(sorted(self._used)))
            self._folder.keep_latest(_MOST_GAMES)


def _said(shape: Validator) -> object:
    """Return the schema, and the names that its formats accept; formats of unknown kinds accept any."""
    words = sorted(set(_formats_in(shape.schema)))
    formats = [(word, shape.formats[word].names) for word in words if word in shape.formats]
    return shape.schema, [(word, None if names is None else sorted(names)) for word, names in formats]


def _formats_in(schema: Any) -> Iterator[str]:
    if isinstance(schema, dict) and "format" in schema:
        yield schema["format"]
    for _, inner in subschemas(schema):
        yield from _formats_in(inner)


def _digest(shapes: bytes, batch: RecordBatch) -> bytes:
    return hashlib.sha256(shapes + batch.records).digest()[:_SIZE]
