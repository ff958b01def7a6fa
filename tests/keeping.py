"""Processes that draw and examine, kept from one test to the next: to start one takes longer than to ask it.

For tests in which it does not matter whose process answers: `pytestmark = pytest.mark.usefixtures("kept")`.
A process is handed on only to one who would have started the same, only if it answered all it was asked, and
never twice to the same project: it reads a project's files once, and tests change them between two builds.
Tests of how processes begin, end, die, or come to the same bytes do without.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Any

import pytest

from cardtool.pipeline import presswork  # noqa: F401 - that it takes its names before they are replaced
from cardtool.preflight import apart, examiner  # noqa: F401 - likewise
from cardtool.preflight.examiner import Examiner
from cardtool.project import CACHE, TOOLKIT, Project
from cardtool.render import crew, press, worker
from cardtool.render.worker import Worker

__all__ = ["Kept"]

_PARTS = ("_process", "_said", "_folder", "_claim", "_served")  # what belongs to a process


class Kept:
    """Processes that nobody uses at the moment, by what they were started with."""

    def __init__(self) -> None:
        self._idle: dict[Any, list[dict[str, Any]]] = {}

    def hand_out(self, patch: pytest.MonkeyPatch) -> None:
        """Have workers and examiners take processes from here, and bring them back."""
        for user in (crew, press):
            patch.setattr(user, "Worker", type("KeptWorker", (_KeptWorker,), {"keeper": self}))
        patch.setattr(examiner, "Examiner", type("KeptExaminer", (_KeptExaminer,), {"keeper": self}))

    @staticmethod
    def forget(patch: pytest.MonkeyPatch) -> None:
        """Have workers and examiners start processes of their own, as they do for whoever uses cardtool."""
        for user in (crew, press):
            patch.setattr(user, "Worker", Worker)
        patch.setattr(examiner, "Examiner", Examiner)

    def take(self, key: Any, user: Any, root: Path | None = None) -> None:
        """Give a process that knows nothing of this project to one who has none, if there is one."""
        idle = self._idle.get(key, [])
        for number, parts in enumerate(idle):
            if root is None or root not in parts["_served"]:
                vars(user).update(idle.pop(number))
                return

    def bring(self, key: Any, user: Any) -> None:
        """Take a process from one who needs it no more."""
        self._idle.setdefault(key, []).append(
            {part: vars(user)[part] for part in _PARTS if part in vars(user)}
        )
        vars(user).update(dict.fromkeys(_PARTS))

    def close(self) -> None:
        """End them all."""
        for key, idle in self._idle.items():
            for parts in idle:
                user = key[0].__new__(key[0])
                vars(user).update(parts)
                user.close() if isinstance(user, Worker) else user._close()
        self._idle.clear()


def _surroundings(names: tuple[str, ...]) -> tuple[Any, ...]:
    """What a process takes over from the one that starts it."""
    return tuple(sys.path), tuple(os.environ.get(name) for name in names)


class _KeptWorker(Worker):
    keeper: Kept
    _owes = False  # an answer, or part of one
    _ended = False
    _served: frozenset[Path] | None = None  # the roots of the projects that the process drew for

    @property
    def _key(self) -> Any:
        return Worker, self._engine, self._seconds, *_surroundings((*worker._KEPT, CACHE))

    @property
    def _can_be_handed_on(self) -> bool:
        """Whether the process can draw for others: it owes nothing, and knows the fonts all projects have."""
        process, fonts = self._process, self._project.font_folders()
        runs = process is not None and process.poll() is None
        return runs and not self._owes and not self._ended and fonts == Project(TOOLKIT).font_folders()

    def start(self) -> None:
        if self._process is None and self._project.font_folders() == Project(TOOLKIT).font_folders():
            self.keeper.take(self._key, self, self._project.root)
        super().start()
        self._served = (self._served or frozenset()) | {self._project.root}

    def ask(self, question: Any) -> Any:
        self._owes = True
        return super().ask(question)

    def _read(self) -> Any:
        answer = super()._read()
        self._owes = False
        return answer

    def kill(self) -> None:
        self._ended = True
        super().kill()

    def close(self) -> None:
        if self._can_be_handed_on:
            self.keeper.bring(self._key, self)
        super().close()
        self._owes, self._ended, self._served = False, False, None


class _KeptExaminer(Examiner):
    keeper: Kept
    _owes = False

    @property
    def _key(self) -> Any:
        return Examiner, self._seconds, *_surroundings(examiner._KEPT)

    def _start(self) -> Any:
        if self._process is None:
            self.keeper.take(self._key, self)
        return super()._start()

    def _ask(self, question: Any) -> Any:
        self._owes = True
        answer = super()._ask(question)
        self._owes = False
        return answer

    def __exit__(self, *error: Any) -> None:
        self._left = True
        if self._lock.acquire(blocking=False):  # else somebody waits for an answer that nobody wants
            process = self._process
            if process is not None and process.poll() is None and not self._owes:
                self.keeper.bring(self._key, self)
            self._lock.release()
        super().__exit__(*error)
