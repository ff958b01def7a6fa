"""How much work is done, counted in calls and not in seconds, and an end to what hangs.

A test that reads the clock fails on a busy machine and passes on a fast one. Calls are the same on both; what
a library does inside one call is not seen, so what may hang there runs within `no_hang`. How long texts take
whose length grows is measured by benchmarks/reading.py.
"""

from __future__ import annotations

import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType

__all__ = ["assert_linear", "count_calls", "no_hang"]

LONGER = 8
"""How many times as much the second piece of work is."""

SLACK = 1.5
"""How many times as many calls as it ought to take are still linear."""

FEW = 2_000
"""Calls below which growth says nothing."""


def count_calls(work: Callable[[], object]) -> int:
    """Return how many functions are called, ours and built-in ones, while this is done."""
    count = 0

    def note(frame: FrameType, event: str, argument: object) -> None:
        nonlocal count
        if event in ("call", "c_call"):
            count += 1

    before = sys.getprofile()
    sys.setprofile(note)
    try:
        work()
    finally:
        sys.setprofile(before)
    return count


def assert_linear(work: Callable[[int], object], size: int) -> None:
    """See that work of eight times the size takes no more than some eight times the calls."""
    work(size)  # what is compiled or kept once is there
    few, many = count_calls(lambda: work(size)), count_calls(lambda: work(LONGER * size))
    assert many <= SLACK * LONGER * max(few, FEW), f"{few} calls for {size}, {many} for {LONGER * size}"


@contextmanager
def no_hang(seconds: int = 60) -> Iterator[None]:
    """Fail what is still at work after so many seconds; whatever ends, ends long before."""

    def stop(number: int, frame: FrameType | None) -> None:
        raise AssertionError(f"still at work after {seconds} seconds")

    if not hasattr(signal, "setitimer"):
        yield
        return
    before = signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
