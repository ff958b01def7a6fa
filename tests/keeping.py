"""Processes that draw and examine, kept from one test to the next: to start one takes longer than to ask it.

For tests in which it does not matter whose process answers: `pytestmark = pytest.mark.usefixtures("kept")`.
A process is handed on only to one who would have started the same, and only if it answered all it was asked.
Tests of how processes begin, end, die, or come to the same bytes do without.
"""

from __future__ import annotations

import os
import sys
from typing import Any

import pytest

from cardtool.preflight import examiner
from cardtool.preflight.examiner import Examiner
from cardtool.render import crew, press, worker
from cardtool.render.worker import Worker

__all__ = ["Kept"]

_PARTS = ("_process", "_said", "_folder", "_claim")  # what of a worker or an examiner belongs to its process


class Kept:
    """Processes that nobody uses at the moment, by what they were started with."""

    def __init__(self) -> None:
        self._idle: dict[Any, list[dict[str, Any]]] = {}

    def hand_out(self, patch: pytest.MonkeyPatch) -> None:
        """Have workers and examiners take processes from here, and bring them back."""
        kept = self

        class KeptWorker(_KeptWorker):
            keeper = kept

        class KeptExaminer(_KeptExaminer):
            keeper = kept

        for user in (crew, press):
            patch.setattr(user, "Worker", KeptWorker)
        patch.setattr(examiner, "Examiner", KeptExaminer)

    def take(self, key: Any, user: Any) -> None:
        """Give a process to one who has none, if there is one."""
        if self._idle.get(key):
            vars(user).update(self._idle[key].pop())

    def bring(self, key: Any, user: Any) -> None:
        """Take a process from one who needs it no more."""
        self._idle.setdefault(key, []).append({part: vars(user)[part] for part in _PARTS if part in vars(user)})
        for part in _PARTS:
            vars(user)[part] = None

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

    @property
    def _key(self) -> Any:
        around = _surroundings((*worker._KEPT, worker.CACHE))
        return Worker, self._engine, self._seconds, self._project.font_folders(), *around

    def start(self) -> None:
        if self._process is None:
            self.keeper.take(self._key, self)
        super().start()

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
        process = self._process
        if process is None or process.poll() is not None or self._owes or self._ended:
            super().close()
            self._owes = self._ended = False
        else:
            self.keeper.bring(self._key, self)


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
        process = self._process
        if not self._owes and process is not None and process.poll() is None:
            self._left = True
            self.keeper.bring(self._key, self)
        super().__exit__(*error)
