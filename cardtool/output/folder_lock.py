"""The lock of an output folder: a file in it that is held open until the end, while signals wait for what
is short.
"""

from __future__ import annotations

import errno
import os
import signal
import stat
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from pathlib import Path
from typing import IO, Any

from cardtool.errors import OutputBusy
from cardtool.files import remove_file
from cardtool.output.journal import TEMPORARY_PREFIX

_SIGNALS = [getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)]


@contextmanager
def uninterrupted() -> Iterator[None]:
    """Hold back the signals that Python answers until the block is done, and deliver them then.

    Only the main thread hears of signals; in others there is nothing to hold back.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    waiting: list[int] = []
    before: dict[int, Any] = {}
    try:
        for number in _SIGNALS:
            if callable(signal.getsignal(number)):
                before[number] = signal.getsignal(number)
                signal.signal(number, lambda number, frame: waiting.append(number))
        yield
    finally:
        for number, answer in before.items():
            signal.signal(number, answer)
        for number in waiting:
            signal.raise_signal(number)


_LOCK = f"{TEMPORARY_PREFIX}lock"
_TIMEOUT, _PAUSE = 0.3, 0.02  # seconds


@contextmanager
def lock_folder(path: Path, writing: Callable[[], AbstractContextManager[None]]) -> Iterator[None]:
    """Keep others out of a folder. Its lock is opened within `writing`, which tells what goes wrong.

    Raises: OutputBusy when another process has it.
    """
    with _open_lock(path, writing):
        try:
            yield
        finally:
            # Windows does not let go of an open file; there it stays
            with uninterrupted(), suppress(OSError):
                remove_file(path / _LOCK)


def _open_lock(path: Path, writing: Callable[[], AbstractContextManager[None]]) -> IO[str]:
    """Return the lock of a folder, held by this process for as long as it is open. Raises: OutputBusy.

    The system lets go of it even when a process is killed, though what that was just starting may have it
    for a moment longer.
    """
    end = time.monotonic() + _TIMEOUT
    while True:
        with writing():
            path.mkdir(parents=True, exist_ok=True)  # whoever is just ending may have taken it away, empty
            file = _open_plain_file(path / _LOCK)
        if _take_lock(file, path):
            return file
        file.close()
        if time.monotonic() > end:
            busy = f"another build is writing to {path}; wait for it, or give --out another folder"
            raise OutputBusy(busy)
        time.sleep(_PAUSE)


def _open_plain_file(path: Path) -> IO[str]:
    """Return the file, opened to be written, made if need be; no link is followed, no pipe is waited on."""
    flags = os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
    file = os.fdopen(os.open(path, flags, 0o666), "r+", encoding="utf-8", closefd=True)
    if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
        file.close()
        raise OSError(errno.EINVAL, "not a plain file", str(path))
    return file


def _take_lock(file: IO[str], path: Path) -> bool:
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
