"""The side of the process that answers: takes requests on standard input, answers on standard output."""

from __future__ import annotations

import json
import os
import pickle
import signal
import sys
from collections.abc import Iterator
from typing import Any


class RequestLoop:
    """Whoever started this process and asks."""

    def __init__(self) -> None:
        self._asked = sys.stdin.buffer
        self._answers = os.fdopen(os.dup(1), "wb")
        os.dup2(2, 1)  # what a library prints must not pass for an answer

    def questions(self) -> Iterator[Any]:
        """One question after the other, until nobody asks any more."""
        while size := self._asked.read(8):
            yield pickle.loads(self._asked.read(int.from_bytes(size)))

    def tell(self, head: dict[str, Any], body: bytes = b"") -> None:
        """Answer the last question."""
        text = json.dumps(head).encode()
        self._answers.write(len(text).to_bytes(8) + len(body).to_bytes(8) + text + body)
        self._answers.flush()


def limit_memory(most: int) -> None:
    """Have this process end rather than take more memory than so many bytes, and never leave it in a file."""
    _set_limit("RLIMIT_AS", most)
    _set_limit("RLIMIT_CORE", 0)


def limit_files(most: int) -> None:
    """Let no file that this process writes become larger than so many bytes."""
    _set_limit("RLIMIT_FSIZE", most)


def limit_cpu_time(seconds: float) -> None:
    """Have this process end when it has taken so many seconds of CPU from now on. May be said again."""
    try:
        import resource
    except ImportError:
        return
    used = resource.getrusage(resource.RUSAGE_SELF)
    _set_limit("RLIMIT_CPU", int(used.ru_utime + used.ru_stime + seconds) + 1, hard=False)


def limit_cpu_time_finely(seconds: float) -> None:
    """Have this process end when it has taken so many seconds of CPU from now on, to a hundredth; 0: no more.

    Where the system has no such clock, only the limits of `limit_time` hold.
    """
    if hasattr(signal, "setitimer"):
        signal.signal(signal.SIGPROF, signal.SIG_DFL)
        signal.setitimer(signal.ITIMER_PROF, seconds)


def _set_limit(name: str, most: int, *, hard: bool = True) -> None:
    """Set a limit of this process, or keep to a tighter one that the machine has set already."""
    try:
        import resource
    except ImportError:  # Windows has no such limits; whoever asks still watches the clock
        return
    limit = getattr(resource, name)
    ceiling = resource.getrlimit(limit)[1]
    allowed = most if ceiling == resource.RLIM_INFINITY else min(most, ceiling)
    resource.setrlimit(limit, (allowed, allowed if hard else ceiling))
