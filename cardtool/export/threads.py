"""Work on pictures in several threads, in their order: most of it needs no interpreter."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from typing import TypeVar

__all__ = ["in_threads"]

_AHEAD = 2  # pieces of work a thread may have waiting, so that memory stays flat
_Key = TypeVar("_Key")
_Raw = TypeVar("_Raw")
_Done = TypeVar("_Done")


def in_threads(
    work: Callable[[_Raw], _Done], pieces: Iterable[tuple[_Key, _Raw]]
) -> Iterator[tuple[_Key, _Done]]:
    """Each piece with its key, done; the next are fetched and worked on meanwhile."""
    threads = min(os.cpu_count() or 1, 8)
    waiting: deque[tuple[_Key, Future[_Done]]] = deque()
    with ThreadPoolExecutor(threads) as pool:
        try:
            for key, piece in pieces:
                waiting.append((key, pool.submit(work, piece)))
                if len(waiting) > _AHEAD * threads:
                    yield _first(waiting)
            while waiting:
                yield _first(waiting)
        finally:
            for _, left in waiting:
                left.cancel()


def _first(waiting: deque[tuple[_Key, Future[_Done]]]) -> tuple[_Key, _Done]:
    key, future = waiting.popleft()
    return key, future.result()
