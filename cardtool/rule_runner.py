"""A rule with the function that looks for breaches of it, how it is run, and how long; knows none by name.

How long it may take to read what is judged, and how much memory, is said here, too.
"""

from __future__ import annotations

import inspect
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from types import FrameType
from typing import Any, Generic, Protocol, TypeVar

from cardtool.errors import CardtoolError, ProjectError
from cardtool.finding import Edit, Finding, Rule, Severity
from cardtool.model import Source

Problem = tuple[Source, str] | tuple[Source, str, str | None] | tuple[Source, str, str | None, Edit | None]
"""Where something is wrong, the sentence that says what, and perhaps what to do and the edit that does it."""


class Titled(Protocol):
    """What can be judged: `title` is what messages call it."""

    @property
    def title(self) -> str:
        """Return such as `the game farm`."""


MAX_FINDINGS = 10_000
"""Breaches of one rule that are looked for in one subject; nobody mends more at a time."""

S = TypeVar("S", bound=Titled)
J = TypeVar("J", bound="Check[Any]")


@dataclass(frozen=True, slots=True)
class Check(Generic[S]):
    """A rule, and the function that looks for breaches of it."""

    rule: Rule
    check: Callable[[S], Iterable[Problem]]

    @property
    def code(self) -> str:
        return self.rule.code

    @property
    def name(self) -> str:
        return self.rule.name

    @property
    def manual(self) -> str:
        return self.rule.manual

    def findings(self, subject: S) -> list[Finding]:
        """Return every breach of this rule, in the order the rule met them; the first ten thousand of them.

        Raises: CardtoolError, naming the rule, when the rule itself fails. MemoryError, OSError.
        """
        try:
            return [self.rule.found(*problem) for problem in islice(self.check(subject), MAX_FINDINGS)]
        except (MemoryError, OSError, ImportError, ProjectError):
            raise
        except RecursionError:
            title = subject.title
            raise ProjectError(f"{title}: a text is nested too deeply for {self.code} {self.name}") from None
        except Exception as error:
            raise CardtoolError(
                f"rule {self.code} {self.name} failed on {subject.title}: {type(error).__name__}: {error}"
            ) from error


def rule_from_module(
    check: Callable[..., Any], code: str, name: str, severity: Severity = Severity.ERROR, reads: str = ""
) -> Rule:
    """Return the rule that a function looks for breaches of, and the language that it reads, if it reads one.

    Its docstring is the rule's page of the manual, or its module's where the function has none.
    """
    page = check.__doc__ or sys.modules[check.__module__].__doc__ or ""
    return Rule(code, name, severity, inspect.cleandoc(page), reads)


def unique_rules(*judges: J) -> tuple[J, ...]:
    """Return the rules in the order of their codes. Raises: ValueError when two share a code or a name."""
    for label in ("code", "name"):
        seen: set[str] = set()
        for each in judges:
            if getattr(each, label) in seen:
                raise ValueError(f"two rules have the {label} {getattr(each, label)}")
            seen.add(getattr(each, label))
    return tuple(sorted(judges, key=lambda each: each.code))


_AGAIN = 1.0  # seconds until a signal comes again that was lost, for what is raised in __del__ is


class OutOfTime(BaseException):
    """The time is up. No rule is to catch this, so it is no Exception."""


@contextmanager
def time_limit(seconds: float) -> Iterator[Callable[[], None]]:
    """Raise OutOfTime inside this context after so many seconds of the processor.

    That interrupts even a regular expression, where there are signals and this is the main thread; elsewhere
    it is raised only by the function that is handed out. Timers and handlers are put back as they were.
    """
    started = time.thread_time()

    def look() -> None:
        if time.thread_time() - started >= seconds:
            raise OutOfTime

    if not hasattr(signal, "setitimer") or threading.current_thread() is not threading.main_thread():
        yield look
        return
    handler = signal.signal(signal.SIGPROF, _interrupt)
    left, interval = signal.setitimer(signal.ITIMER_PROF, max(seconds, 1e-6), _AGAIN)
    try:
        yield look
    finally:
        try:
            signal.setitimer(signal.ITIMER_PROF, 0)
        finally:  # even if the signal came just before
            signal.setitimer(signal.ITIMER_PROF, 0)
            signal.signal(signal.SIGPROF, signal.SIG_DFL if handler is None else handler)
            if left:
                rest = left - (time.thread_time() - started)
                signal.setitimer(signal.ITIMER_PROF, max(rest, 1e-6), interval)


def _interrupt(number: int, frame: FrameType | None) -> None:
    while frame is not None:
        if frame.f_globals.get("__name__") == "importlib._bootstrap":
            return  # whoever else waits for this import would wait forever; the signal comes again
        frame = frame.f_back
    raise OutOfTime


LONGEST_READING = 60.0
"""Seconds of the processor for reading one game, table or document; 100,000 cards take some ten."""

MOST_READ = 1_200_000_000
"""Bytes of memory that reading may take, beside what the command has already."""


@contextmanager
def limited_reading(title: str, place: Callable[[], str]) -> Iterator[None]:
    """Read something of this title; `place` is asked for the file at which it was, should that not end.

    Raises: ProjectError where it takes more time of the processor or, on Linux, more memory than anybody's
    files need.
    """
    try:
        with time_limit(LONGEST_READING) as look_at_the_clock, _memory_limit(MOST_READ):
            yield
            look_at_the_clock()
    except OutOfTime:
        most = f"{LONGEST_READING:g} seconds of the processor"
    except MemoryError:
        most = f"{MOST_READ // 1_000_000:,} MB of memory"
    else:
        return
    raise ProjectError(
        f"{place()}: reading {title} takes more than {most}\n"
        "take out what repeats itself over and over, or split the file up"
    )


@contextmanager
def _memory_limit(most: int) -> Iterator[None]:
    """Have memory end, for this process, after so many bytes more than it has now; where the system can."""
    try:
        import resource

        pages = int(Path("/proc/self/statm").read_text().split()[5])  # proc(5): data and stack
    except (ImportError, OSError):
        yield
        return
    before, hard = resource.getrlimit(resource.RLIMIT_DATA)
    wanted = pages * resource.getpagesize() + most
    known = [limit for limit in (before, hard) if limit != resource.RLIM_INFINITY]
    resource.setrlimit(resource.RLIMIT_DATA, (min(wanted, *known) if known else wanted, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_DATA, (before, hard))
