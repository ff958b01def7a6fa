"""A disk that fails at one operation, or dies with the process at it: every write in turn can be the one."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

__all__ = ["Dead", "Disk", "failing", "operations"]

_BY_PATH = ("replace", "rename", "link", "unlink", "remove", "mkdir", "rmdir")
_BY_FILE = ("write", "fsync")
_WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT


class Dead(BaseException):
    """The process was killed: from here on it does nothing to the disk."""


class Disk:
    """Counts what is done within a folder, and fails once, or for good, when its time comes."""

    def __init__(self, folder: Path, at: int, what: Callable[[], BaseException | None], times: float) -> None:
        self._folder, self._at, self._what, self._times = os.path.realpath(folder), at, what, times
        self._open: set[int] = set()
        self.done = 0

    def patch(self, patch: pytest.MonkeyPatch) -> None:
        """Put it between Python and the system."""
        for name in _BY_PATH:
            patch.setattr(os, name, self._counted(getattr(os, name), lambda first, *_: self._is_here(first)))
        for name in _BY_FILE:
            patch.setattr(os, name, self._counted(getattr(os, name), lambda first, *_: first in self._open))
        patch.setattr(os, "open", self._opening(os.open))
        patch.setattr(os, "close", self._closing(os.close))

    def _is_here(self, path: Any) -> bool:
        return str(path).startswith(self._folder)

    def _counted(self, act: Callable[..., Any], counts: Callable[..., bool]) -> Callable[..., Any]:
        def acting(*words: Any, **more: Any) -> Any:
            if counts(*words):
                self._count()
            return act(*words, **more)

        return acting

    def _opening(self, act: Callable[..., int]) -> Callable[..., int]:
        def opening(path: Any, flags: int, *words: Any, **more: Any) -> int:
            here = not isinstance(path, int) and self._is_here(path)
            if here and flags & _WRITING:
                self._count()
            file = act(path, flags, *words, **more)
            if here:
                self._open.add(file)
            return file

        return opening

    def _closing(self, act: Callable[[int], None]) -> Callable[[int], None]:
        def closing(file: int) -> None:
            self._open.discard(file)
            act(file)

        return closing

    def _count(self) -> None:
        self.done += 1
        if self._at <= self.done < self._at + self._times:
            error = self._what()
            if error is not None:
                raise error


@contextmanager
def failing(
    folder: Path, at: int, what: Callable[[], BaseException | None], times: float = 1
) -> Iterator[Disk]:
    """Have so many operations within a folder fail, beginning with this one, counted from 1.

    `what` happens then: an error that it answers, or whatever it does itself.
    """
    disk = Disk(folder, at, what, times)
    with pytest.MonkeyPatch.context() as patch:
        disk.patch(patch)
        yield disk


def operations(folder: Path, act: Callable[[], object]) -> int:
    """How many operations within a folder something takes that goes well."""
    with failing(folder, 1_000_000, OSError) as disk:
        act()
    return disk.done
