"""Opens files that anybody may have put there: plain files of bearable size, without ever waiting.

Knows nothing of projects; where a file may lie is judged by `project`.
"""

from __future__ import annotations

import os
import stat
from pathlib import Path
from typing import IO

__all__ = ["LARGEST_ASSET", "LARGEST_TEXT", "Unreadable", "fault_of", "read_file"]

LARGEST_TEXT = 16_000_000  # bytes; some 40,000 cards
LARGEST_ASSET = 64_000_000  # bytes; a picture or a font
_PIECE = 1 << 20
_WITHOUT_WAITING = getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_BINARY", 0)
_NO_LINK = getattr(os, "O_NOFOLLOW", 0)


class Unreadable(Exception):
    """A file that cannot be read; the message says why, and what to do, in words that follow its name."""


def read_file(path: Path, most: int = LARGEST_TEXT, *, follow: bool = True) -> bytes:
    """Return what is in a plain file of no more than `most` bytes; `follow` off refuses a link.

    What is no plain file is not opened: to open a pipe waits, to open a device can do anything.

    Raises: Unreadable.
    """
    try:
        _require_plain(os.stat(path, follow_symlinks=follow), most)
        opened = os.open(path, os.O_RDONLY | _WITHOUT_WAITING | (0 if follow else _NO_LINK))
        with os.fdopen(opened, "rb") as file:
            _require_plain(os.fstat(file.fileno()), most)  # it may have been exchanged meanwhile
            return _content(file, most)
    except OSError as error:
        raise Unreadable(f"cannot be read: {error.strerror or error}") from error
    except ValueError as error:  # a name that no file can have
        raise Unreadable(f"cannot be read: {error}") from error


def fault_of(status: os.stat_result, most: int) -> str:
    """Return why a file of this status is not read, in words that follow its name; empty where it is."""
    if stat.S_ISDIR(status.st_mode):
        return "is a folder; a file is wanted here"
    if stat.S_ISLNK(status.st_mode):
        return "is a link to nothing"
    if not stat.S_ISREG(status.st_mode):
        return "is a pipe or a device; a file is wanted here"
    return _too_large(most) if status.st_size > most else ""


def _require_plain(status: os.stat_result, most: int) -> None:
    fault = fault_of(status, most)
    if fault:
        raise Unreadable(fault)


def _content(file: IO[bytes], most: int) -> bytes:
    pieces, size = [], 0
    while piece := file.read(_PIECE):
        pieces.append(piece)
        size += len(piece)
        if size > most:  # a file that grows while it is read
            raise Unreadable(_too_large(most))
    return b"".join(pieces)


def _too_large(most: int) -> str:
    return f"is larger than {most // 1_000_000} MB; make it smaller, or split it up"
