"""Judges a game while it is measured, or drawn and put on sheets: in a copy of this process, if there can be.

Elsewhere it is judged here, before that.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack, suppress
from dataclasses import replace
from functools import cached_property
from multiprocessing.connection import Connection
from threading import Thread
from types import TracebackType
from typing import Self

from cardtool.app.check import Checked, with_lint
from cardtool.process_copy import can_copy, copy_at_work
from cardtool.project import Project
from cardtool.sandbox import worker_count


class LintCopy:
    """What is wrong with the data and texts of a game that was read; with `remarks`, what only informs, too.

    At most `jobs` processes judge. The copy is made when the context is entered, before there are threads.
    """

    def __init__(self, project: Project, read: Checked, jobs: int | None, *, remarks: bool) -> None:
        self.read = read
        self._project, self._remarks = project, remarks
        self._jobs = jobs
        self._answers: Connection | None = None
        self._told: Checked | None = None
        self._listening: Thread | None = None
        self._stack = ExitStack()

    def __enter__(self) -> Self:
        if worker_count(self._jobs) > 1 and can_copy():
            with suppress(OSError):  # this machine lets it have no process
                self._answers = self._stack.enter_context(copy_at_work(self._judge_there))
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._stack.close()

    def _judge_there(self, told: Connection) -> None:
        told.send(replace(self._judged(), game=None))

    def _judged(self) -> Checked:
        spare = max(1, worker_count(self._jobs) - 1)  # while faces are drawn
        return with_lint(self._project, self.read, remarks=self._remarks, jobs=spare)

    def begin(self, stop: Callable[[], object]) -> None:
        """Listen to the copy, and call `stop` when it tells an error; or else judge the game now."""
        if self._answers is None:
            if self.checked.has_errors:
                stop()
            return
        self._listening = Thread(target=self._listen, args=(self._answers, stop), daemon=True)
        self._listening.start()

    def _listen(self, answers: Connection, stop: Callable[[], object]) -> None:
        with suppress(OSError, EOFError):  # the copy has ended
            self._told = answers.recv()
        if self._told is not None and self._told.has_errors:
            stop()

    @cached_property
    def checked(self) -> Checked:
        """The game and all that was found, once that is known."""
        if self._listening is not None:
            self._listening.join()
        return self._judged() if self._told is None else replace(self._told, game=self.read.game)
