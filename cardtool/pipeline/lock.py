"""Keeps a folder for one process: the lock is a file in it that is open, and is let go of at the end."""

from __future__ import annotations

import errno
import os
import stat
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from pathlib import Path
from typing import IO

from cardtool.disk import remove
from cardtool.errors import OutputBusy
from cardtool.pipeline.journal import PASSING
from cardtool.pipeline.uninterrupted import uninterrupted

__all__ = ["locked"]

_LOCK = f"{PASSING}lock"
_PATIENCE, _PAUSE = 0.3, 0.02  # seconds


@contextmanager
def locked(path: Path, writing: Callable[[], AbstractContextManager[None]]) -> Iterator[None]:
    """Keep others out of a folder. Its lock is opened within `writing`, which tells what goes wrong.

    Raises: OutputBusy when another process has it.
    """
    with _lock(path, writing):
        try:
            yield
        finally:
            # Windows does not let go of an open file; there it stays
            with uninterrupted(), suppress(OSError):
                remove(path / _LOCK)


def _lock(path: Path, writing: Callable[[], AbstractContextManager[None]]) -> IO[str]:
    """The lock of a folder, held by this process for as long as it is open. Raises: OutputBusy.

    The system lets go of it even when a process is killed, though what that was just starting may have it
    for a moment longer.
    """
    end = time.monotonic() + _PATIENCE
    while True:
        with writing():
            file = _plain_file(path / _LOCK)
        if _is_ours(file, path):
            return file
        file.close()
        if time.monotonic() > end:
            busy = f"another build is writing to {path}; wait for it, or give --out another folder"
            raise OutputBusy(busy)
        time.sleep(_PAUSE)


def _plain_file(path: Path) -> IO[str]:
    """The file, opened to be written, made if need be; no link is followed, no pipe is waited on."""
    flags = os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
    file = os.fdopen(os.open(path, flags, 0o666), "r+", encoding="utf-8", closefd=True)
    if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
        file.close()
        raise OSError(errno.EINVAL, "not a plain file", str(path))
    return file


def _is_ours(file: IO[str], path: Path) -> bool:
    """Take the lock, if nobody else has it."""
    try:
        if os.name == "nt":
            import msvcrt

            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined,unused-ignore]
            return True
        import fcntl

        fcntl.flock(file.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)
        # another build may have taken the file away, and have begun a new one
        return os.path.samestat(os.fstat(file.fileno()), os.stat(path / _LOCK))
    except OSError:
        return False
