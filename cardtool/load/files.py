"""Opens the files of a project. Knows what is not a file to read; knows nothing of what is in it."""

from __future__ import annotations

import os
import stat
from pathlib import Path

from cardtool.project import Project

__all__ = ["LARGEST_FILE", "Unreadable", "content_of", "leads_out", "read_bytes"]

LARGEST_FILE = 16_000_000  # bytes; some 40,000 cards


class Unreadable(Exception):
    """A file that cannot be read; the message says why, and what to do."""


def leads_out(project: Project, path: Path) -> bool:
    """Whether this path, links followed, ends outside the project and the toolkit."""
    real = Path(os.path.realpath(path))
    return not any(real.is_relative_to(place) for place in (project.root, project.toolkit))


def read_bytes(project: Project, path: Path) -> bytes:
    """What is in a file of the project. Never waits, and never leaves the project.

    Raises: Unreadable.
    """
    if leads_out(project, path):
        raise Unreadable("is a link that leads out of the project; put the file itself here")
    return content_of(path)


def content_of(path: Path, most: int = LARGEST_FILE) -> bytes:
    """What is in a file, wherever it is, if that is no more than so many bytes. Never waits.

    Raises: Unreadable.
    """
    try:
        with open(path, "rb", opener=_without_waiting) as file:
            if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
                raise Unreadable("is a pipe or a device; a file is wanted here")
            return _content(file.read(most + 1), most)
    except IsADirectoryError:
        raise Unreadable("is a folder; a file is wanted here") from None
    except OSError as error:
        raise Unreadable(f"cannot be read: {error.strerror}") from error


def _without_waiting(path: str, flags: int) -> int:
    """Open without waiting for the other end of a pipe."""
    return os.open(path, flags | getattr(os, "O_NONBLOCK", 0))


def _content(content: bytes, most: int) -> bytes:
    if len(content) > most:
        raise Unreadable(f"is larger than {most // 1_000_000} MB; split it up")
    return content
