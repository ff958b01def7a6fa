"""A copy of this process, for work on what lies in its memory. What the copy says is believed."""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from multiprocessing.connection import Connection

Work = Callable[[Connection], object]
"""What the copy does: it sends what is to be known."""


_DIE_WITH_PARENT = 1  # prctl(2), PR_SET_PDEATHSIG


def can_copy() -> bool:
    """Return whether the system copies processes, and this one has no threads, which are not copied."""
    return sys.platform == "linux" and threading.active_count() == 1


@contextmanager
def copy_at_work(work: Work) -> Iterator[Connection]:
    """Yield where to hear a copy of this process that does this work; it ends with it, or with the context.

    It ends with this process, too, and holds none of its files open, which may be locked. Whatever is raised
    there ends it without a word. Raises: OSError where there can be no more processes.
    """
    system = multiprocessing.get_context("fork")
    answers, told = system.Pipe(duplex=False)
    copy = system.Process(target=_do, args=(work, told, os.getpid()), daemon=True)
    try:
        copy.start()
        told.close()
        yield answers
    finally:
        if copy.pid is not None:
            copy.kill()
            copy.join()
        told.close()
        answers.close()


def _do(work: Work, told: Connection, parent: int) -> None:
    with suppress(BaseException):
        _die_with(parent)
        _close_all_but(told.fileno())
        work(told)


def _die_with(parent: int) -> None:
    """Have the system kill this process when its parent ends."""
    import ctypes

    ctypes.CDLL(None).prctl(_DIE_WITH_PARENT, signal.SIGKILL)
    if os.getppid() != parent:  # it has ended already
        os._exit(1)


def _close_all_but(file: int) -> None:
    """Close what the parent had open, but for the standard streams and one file."""
    os.closerange(3, file)
    os.closerange(file + 1, os.sysconf("SC_OPEN_MAX"))
