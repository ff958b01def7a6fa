"""What is too large to be held in memory, on the disk until it is asked for: one file that has no name.

What is small stays in memory. Nothing of it is left when the process ends, however it ends.
"""

from __future__ import annotations

import io
import tempfile
import weakref
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from threading import Lock
from typing import BinaryIO, cast

from cardtool.errors import ProjectError

_CHUNK = 1 << 20  # bytes that are read together
_IN_MEMORY = 4 << 20  # bytes that are not worth a file


class Spool:
    """A file that contents are added to, one after the other. Any thread may add and read.

    It is there as long as anybody has one of them.
    """

    def __init__(self, folder: Path | None = None) -> None:
        """`folder` is where the disk has room; the system's for temporary files where that is none."""
        self._folder = folder if folder is not None and folder.is_dir() else None
        self._file: BinaryIO | None = None
        self._lock = Lock()

    def add(self, content: bytes) -> Spooled:
        """Keep a content. Raises: ProjectError when the disk does not take it."""
        return self.write(lambda out: out.write(content))

    def write(self, write: Callable[[BinaryIO], object]) -> Spooled:
        """Keep what is written, while nothing else is read or added. Raises: as `add`."""
        with self._lock:
            try:
                if self._file is None:
                    self._file = _passing_file(self._folder)
                    weakref.finalize(self, _close, self._file)
                start = self._file.seek(0, io.SEEK_END)
                write(self._file)
                self._file.flush()  # what the disk does not take is told now
                return Spooled(self, start, self._file.tell() - start)
            except OSError as error:
                place = self._folder or tempfile.gettempdir()
                raise ProjectError(f"cannot write to {place}: {error.strerror or error}") from None

    def read(self, start: int, length: int) -> bytes:
        """Return so many bytes from there."""
        with self._lock:
            assert self._file is not None
            self._file.seek(start)
            return self._file.read(length)


def _close(file: BinaryIO) -> None:
    with suppress(OSError):  # what the disk did not take was told
        file.close()


def _passing_file(folder: Path | None) -> BinaryIO:
    place = str(folder) if folder else None
    return cast(BinaryIO, tempfile.SpooledTemporaryFile(_IN_MEMORY, dir=place))


@dataclass(frozen=True, slots=True)
class Spooled:
    """A content in a spool."""

    spool: Spool
    start: int
    length: int

    def read(self) -> bytes:
        """Return the whole content."""
        return self.spool.read(self.start, self.length)

    def chunks(self) -> Iterator[bytes]:
        """Yield the content piece by piece."""
        for at in range(0, self.length, _CHUNK):
            yield self.spool.read(self.start + at, min(_CHUNK, self.length - at))


Content = bytes | Spooled
"""What a file holds: in memory, or on the disk already."""


def content_bytes(content: Content) -> bytes:
    """Return a content as bytes, read from its spool where it is in one."""
    return content if isinstance(content, bytes) else content.read()


def content_chunks(content: Content) -> Iterator[bytes]:
    """Yield a content piece by piece."""
    yield from (content,) if isinstance(content, bytes) else content.chunks()


def content_length(content: Content) -> int:
    """Return how many bytes a content has."""
    return len(content) if isinstance(content, bytes) else content.length
