"""How long a check may take, in seconds of the processor, and what is said of one that takes longer."""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from types import FrameType

from cardtool.finding import Rule

LONGEST_CHECK = 60.0
"""Seconds of the processor for one document or one game; a megabyte of rules takes some ten."""

_AGAIN = 1.0  # seconds until a signal comes again that was lost, for what is raised in __del__ is

TAKES_TOO_LONG = Rule(
    "CT118",
    "takes-too-long",
    manual="""\
Every document, and every game, can be checked within a minute.

A text that repeats one sign a million times can keep a rule busy for hours, and a build server with it.
After 60 seconds of the processor the check of that document, or that game, ends with this finding. It names
the rule that was at work; what the rules before it have found is told as well, and the rules after it
have not been run.

Bad:

    # a megabyte in one paragraph
    ((((((((((((((((((((((((((((((((((((…

Good:

    Draw a card (or two).

No text that people wrote to be read has come near the limit. Should one of yours, split it up, and report
it: reading it so slowly is a fault of cardtool. Where signals cannot interrupt a rule, as on Windows, the
clock is looked at between two rules.""",
)


class OutOfTime(BaseException):
    """The time is up. No rule is to catch this, so it is no Exception."""


@dataclass(frozen=True, slots=True)
class Clock:
    """Tells whether more than so many seconds of the processor have gone by since it was made."""

    seconds: float
    _started: float = field(default_factory=time.thread_time)

    @property
    def elapsed(self) -> float:
        """The seconds that have gone by."""
        return time.thread_time() - self._started

    def check(self) -> None:
        """Raise OutOfTime when the time is up."""
        if self.elapsed >= self.seconds:
            raise OutOfTime


@contextmanager
def time_limit(seconds: float) -> Iterator[Clock]:
    """Raise OutOfTime inside this context after so many seconds of the processor.

    That interrupts even a regular expression, where there are signals and this is the main thread;
    elsewhere it is raised only when the clock is asked. Timers and handlers are put back as they were.
    """
    clock = Clock(seconds)
    if not _can_interrupt():
        yield clock
        return
    handler = signal.signal(signal.SIGPROF, _interrupt)
    left, interval = signal.setitimer(signal.ITIMER_PROF, max(seconds, 1e-6), _AGAIN)
    try:
        yield clock
    finally:
        try:
            signal.setitimer(signal.ITIMER_PROF, 0)
        finally:  # even if the signal came just before
            signal.setitimer(signal.ITIMER_PROF, 0)
            signal.signal(signal.SIGPROF, signal.SIG_DFL if handler is None else handler)
            if left:
                signal.setitimer(signal.ITIMER_PROF, max(left - clock.elapsed, 1e-6), interval)


def _can_interrupt() -> bool:
    return hasattr(signal, "setitimer") and threading.current_thread() is threading.main_thread()


def _interrupt(number: int, frame: FrameType | None) -> None:
    raise OutOfTime
