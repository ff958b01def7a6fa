"""What is short and must not be left half done: Ctrl-C and requests to end wait until it is over."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

__all__ = ["uninterrupted"]

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
