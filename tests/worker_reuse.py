"""Processes kept from one test to the next: to start one and have it ready takes longer than to ask it.

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
from cardtool.project import CACHE, TOOLKIT, Project
from cardtool.render import render_worker
from cardtool.render.face_cache import FaceStore
from cardtool.sandbox import Worker
from cardtool.sandbox.process import INHERITED_VARIABLES

__all__ = ["Kept"]

_USERS = (render_worker, preflight_worker)
_PARTS = ("_folder", "_lock", "_served")  # what a worker has that belongs to its process


class Kept:
    """Processes that nobody uses at the moment, by what they were started with."""

    def __init__(self) -> None:
        self._idle: dict[Any, list[dict[str, Any]]] = {}

    def hand_out(self, patch: pytest.MonkeyPatch) -> None:
        """Have workers take processes from here, and bring them back."""
        for user in _USERS:
            patch.setattr(user, "Worker", type("KeptWorker", (_KeptWorker,), {"keeper": self}))

    @staticmethod
    def forget(patch: pytest.MonkeyPatch) -> None:
        """Have workers start processes of their own, as they do for whoever uses cardtool, and draw all."""
        patch.setattr(FaceStore, "recall", lambda *asked: None)
        for user in _USERS:
            patch.setattr(user, "Worker", Worker)

    def take(self, user: _KeptWorker) -> None:
        """Give a process that knows nothing of its project to one who has none, if there is one."""
        idle = self._idle.get(user.key, [])
        for number, parts in enumerate(idle):
            if user.root is None or user.root not in parts["_served"]:
                _put(user, idle.pop(number))
                return

    def bring(self, user: _KeptWorker) -> None:
        """Take a process from one who needs it no more."""
        parts = {part: vars(user)[part] for part in _PARTS}
        self._idle.setdefault(user.key, []).append({"running": user._process._running, **parts})
        _put(user, {"running": None, **dict.fromkeys(parts)})

    def close(self) -> None:
        """End them all."""
        for idle in self._idle.values():
            for parts in idle:
                worker = Worker(preflight_worker.EXAMINING, seconds=1)
                _put(worker, parts)
                worker.close()
        self._idle.clear()


def _put(user: Worker, parts: dict[str, Any]) -> None:
    user._process._running = parts.pop("running")
    vars(user).update(parts)


class _KeptWorker(Worker):
    keeper: Kept
    _owes = False  # an answer, or part of one
    _ended = False
    _served: frozenset[Path] | None = None  # the roots of the projects that the process worked for

    @property
    def key(self) -> Any:
        """What a process was started with."""
        taken_over = tuple(os.environ.get(name) for name in (*INHERITED_VARIABLES, CACHE))
        return self._process._arguments, tuple(sys.path), taken_over

    @property
    def root(self) -> Path | None:
        """The project that it works for; None where it needs none."""
        project = getattr(self._set_up, "project", None)
        return project.root if project else None

    @property
    def _knows_usual_fonts(self) -> bool:
        project = getattr(self._set_up, "project", None)
        return project is None or project.font_folders() == Project(TOOLKIT).font_folders()

    def start(self) -> None:
        if not self.is_running and self._knows_usual_fonts:
            self.keeper.take(self)
        super().start()
        self._served = (self._served or frozenset()) | ({self.root} if self.root else set())

    def ask(self, request: Any, kind: Any) -> Any:
        self._owes = True
        try:
            answer = super().ask(request, kind)
        except CardtoolError:  # an answer, too
            self._owes = False
            raise
        self._owes = False
        return answer

    def kill(self) -> None:
        self._ended = self._owes or self.root is not None
        if self._ended:
            super().kill()

    def close(self) -> None:
        running = self._process._running
        alive = running is not None and running.process.poll() is None
        if alive and not self._owes and not self._ended and self._knows_usual_fonts:
            self.keeper.bring(self)
        super().close()
        self._owes, self._ended, self._served = False, False, None
