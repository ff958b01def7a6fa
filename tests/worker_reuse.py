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

from cardtool.app import assemble  # noqa: F401 - that it takes its names before they are replaced
from cardtool.errors import CardtoolError
from cardtool.preflight import preflight_worker
from cardtool.preflight.preflight_worker import PreflightWorker
from cardtool.project import CACHE, TOOLKIT, Project
from cardtool.render import pool, worker
from cardtool.render.worker import Worker
from cardtool.sandbox.process import INHERITED_VARIABLES

__all__ = ["Kept"]

_PARTS = ("_folder", "_claim", "_served")  # what a worker has that belongs to its process


class Kept:
    """Processes that nobody uses at the moment, by what they were started with."""

    def __init__(self) -> None:
        self._idle: dict[Any, list[dict[str, Any]]] = {}

    def hand_out(self, patch: pytest.MonkeyPatch) -> None:
        """Have workers and examiners take processes from here, and bring them back."""
        for user in (pool, worker):
            patch.setattr(user, "Worker", type("KeptWorker", (_KeptWorker,), {"keeper": self}))
        patch.setattr(
            preflight_worker, "PreflightWorker", type("KeptExaminer", (_KeptExaminer,), {"keeper": self})
        )

    @staticmethod
    def forget(patch: pytest.MonkeyPatch) -> None:
        """Have workers and examiners start processes of their own, as they do for whoever uses cardtool."""
        for user in (pool, worker):
            patch.setattr(user, "Worker", Worker)
        patch.setattr(preflight_worker, "PreflightWorker", PreflightWorker)

    def take(self, user: Any, root: Path | None = None) -> None:
        """Give a process that knows nothing of this project to one who has none, if there is one."""
        idle = self._idle.get(_key(user), [])
        for number, parts in enumerate(idle):
            if root is None or root not in parts["_served"]:
                user._process._running = parts.pop("running")
                vars(user).update(idle.pop(number))
                return

    def bring(self, user: Any) -> None:
        """Take a process from one who needs it no more."""
        parts = {part: vars(user)[part] for part in _PARTS if part in vars(user)}
        self._idle.setdefault(_key(user), []).append({"running": user._process._running, **parts})
        user._process._running = None
        vars(user).update(dict.fromkeys(parts))

    def close(self) -> None:
        """End them all."""
        for idle in self._idle.values():
            for parts in idle:
                running, folder, claim = parts["running"], parts.get("_folder"), parts.get("_claim")
                running.process.kill()
                running.process.wait()
                for stream in (running.process.stdin, running.process.stdout, running.said, claim):
                    if stream is not None:
                        stream.close()
                if folder is not None:
                    folder.cleanup()
        self._idle.clear()


def _key(user: Any) -> Any:
    """What a process was started with."""
    taken_over = tuple(os.environ.get(name) for name in (*INHERITED_VARIABLES, CACHE))
    return tuple(user._process._command), tuple(sys.path), taken_over


def _is_alive(user: Any) -> bool:
    running = user._process._running
    return running is not None and running.process.poll() is None


class _KeptWorker(Worker):
    keeper: Kept
    _owes = False  # an answer, or part of one
    _ended = False
    _served: frozenset[Path] | None = None  # the roots of the projects that the process drew for

    @property
    def _knows_usual_fonts(self) -> bool:
        return self._project.font_folders() == Project(TOOLKIT).font_folders()

    def start(self) -> None:
        if not self._process.is_running and self._knows_usual_fonts:
            self.keeper.take(self, self._project.root)
        super().start()
        self._served = (self._served or frozenset()) | {self._project.root}

    def ask(self, question: Any) -> Any:
        self._owes = True
        try:
            answer = super().ask(question)
        except CardtoolError:  # an answer, too
            self._owes = False
            raise
        self._owes = False
        return answer

    def kill(self) -> None:
        self._ended = True
        super().kill()

    def close(self) -> None:
        if _is_alive(self) and not self._owes and not self._ended and self._knows_usual_fonts:
            self.keeper.bring(self)
        super().close()
        self._owes, self._ended, self._served = False, False, None


class _KeptExaminer(PreflightWorker):
    keeper: Kept
    _owes = False

    def __enter__(self) -> Any:
        self.keeper.take(self)
        return super().__enter__()

    def _ask(self, question: Any) -> Any:
        self._owes = True
        answer = super()._ask(question)
        self._owes = False
        return answer

    def __exit__(self, *error: Any) -> None:
        self._left = True
        if self._lock.acquire(blocking=False):  # else somebody waits for an answer that nobody wants
            if _is_alive(self) and not self._owes:
                self.keeper.bring(self)
            self._lock.release()
        super().__exit__(*error)
