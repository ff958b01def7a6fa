"""A PDF written object by object, as they come: what stays in memory is where each of them stands.

Objects that are no streams go into object streams, a hundred together (ISO 32000-2, 7.5.7); the table of all
of them is the last thing written (7.5.8). Same input, same bytes. Knows nothing of pages.
"""

from __future__ import annotations

import hashlib
import zlib
from array import array
from typing import BinaryIO

_HEADER = b"%PDF-1.7\n%\xbf\xf7\xa2\xfe\n"  # bytes over 127 say that the file is not text
_TOGETHER = 100  # objects in an object stream; readers unpack all of them to find one
_FREE, _IN_FILE, _IN_STREAM = 0, 1, 2
_OFFSET_BYTES = 8


class PdfFile:
    """The objects of one PDF on their way into a file. Numbers are those that references name."""

    def __init__(self, out: BinaryIO) -> None:
        self._out, self._length, self._digest = out, 0, hashlib.sha256()
        # By number: how an object is kept; where it begins, or in which stream it is; its place in there.
        self._kinds, self._places, self._indices = array("B", [_FREE]), array("Q", [0]), array("B", [0])
        self._waiting: list[tuple[int, bytes]] = []
        self._write(_HEADER)

    def reserve(self) -> int:
        """Return the number of an object that is added later."""
        self._kinds.append(_FREE)
        self._places.append(0)
        self._indices.append(0)
        return len(self._kinds) - 1

    def add(self, value: bytes, number: int | None = None) -> int:
        """Add an object that is no stream, as it is written in a PDF; return its number."""
        number = self.reserve() if number is None else number
        self._waiting.append((number, value))
        if len(self._waiting) == _TOGETHER:
            self._write_waiting()
        return number

    def add_stream(
        self, entries: bytes, content: bytes, number: int | None = None, *, packed: bool = True
    ) -> int:
        """Add a stream whose dictionary has these entries besides its length; return its number.

        Where they name no filter, the content is compressed, unless it is not to be `packed`: of a line,
        that saves little.
        """
        number = self.reserve() if number is None else number
        if packed and b"/Filter" not in entries:
            entries, content = entries + b"/Filter/FlateDecode", zlib.compress(content)
        self._kinds[number], self._places[number] = _IN_FILE, self._length
        self._write_stream(number, entries, content)
        return number

    def finish(self, root: int, info: int) -> None:
        """Write what waits, and the table of all objects. `root` and `info` are the numbers that it names."""
        self._write_waiting()
        number, start, identity = self.reserve(), self._length, self._digest.hexdigest()[:32].encode()
        self._kinds[number], self._places[number] = _IN_FILE, start
        trailer = b"/Type/XRef/Size %d/Root %d 0 R/Info %d 0 R/ID[<%b><%b>]/W[1 %d 1]" % (
            len(self._kinds),
            root,
            info,
            identity,
            identity,
            _OFFSET_BYTES,
        )
        self._write_stream(number, trailer + b"/Filter/FlateDecode", zlib.compress(self._table()))
        self._write(b"startxref\n%d\n%%%%EOF\n" % start)

    def _table(self) -> bytes:
        return b"".join(
            bytes((kind,)) + place.to_bytes(_OFFSET_BYTES) + bytes((index,))
            for kind, place, index in zip(self._kinds, self._places, self._indices, strict=True)
        )

    def _write_waiting(self) -> None:
        """Write the objects that wait as one stream."""
        if not self._waiting:
            return
        stream, begins, at = self.reserve(), [], 0
        for index, (number, value) in enumerate(self._waiting):
            self._kinds[number], self._places[number], self._indices[number] = _IN_STREAM, stream, index
            begins.append(b"%d %d" % (number, at))
            at += len(value) + 1
        head, values = b" ".join(begins) + b"\n", b"\n".join(value for _, value in self._waiting)
        entries = b"/Type/ObjStm/N %d/First %d" % (len(begins), len(head))
        self._waiting = []
        self.add_stream(entries, head + values, stream)

    def _write_stream(self, number: int, entries: bytes, content: bytes) -> None:
        said = b"%d 0 obj\n<<%b/Length %d>>" % (number, entries, len(content))
        self._write(b"%b\nstream\n%b\nendstream\nendobj\n" % (said, content))

    def _write(self, data: bytes) -> None:
        self._out.write(data)
        self._digest.update(data)
        self._length += len(data)
