"""A copy of this process, for work on what lies in its memory. What the copy says is believed."""

from __future__ import annotations

import multiprocessing
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from multiprocessing.connection import Connection

Work = Callable[[Connection], object]
"""What the copy does: it sends what is to be known."""


def can_copy() -> bool:
    """Return whether the system copies processes, and this one has no threads, which are not copied."""
    return sys.platform == "linux" and threading.active_count() == 1


@contextmanager
def copy_at_work(work: Work) -> Iterator[Connection]:
    """Yield where to hear a copy of this process that does this work; it ends with it, or with the context.

    Whatever is raised there ends it without a word. Raises: OSError where there can be no more processes.
    """
    system = multiprocessing.get_context("fork")
    answers, told = system.Pipe(duplex=False)
    copy = system.Process(target=_do, args=(work, told), daemon=True)
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


def _do(work: Work, told: Connection) -> None:
    with suppress(BaseException):
        work(told)
