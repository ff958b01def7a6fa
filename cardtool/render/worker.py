"""Keeps a worker process that draws and prints. What dies or hangs there is an error here, not an end."""

from __future__ import annotations

import tempfile
from contextlib import suppress
from pathlib import Path
from typing import IO, Any

from cardtool import errors
from cardtool.confined.process import Confined, Ended
from cardtool.model import Engine
from cardtool.project import CACHE, Project, cache_folder
from cardtool.render.batch import AT, AT_SIZE, Batch
from cardtool.render.books import BookOrder
from cardtool.render.cache_key import handed_on
from cardtool.render.fonts import fontconfig, gathered
from cardtool.render.rulebook import ManuscriptOrder
from cardtool.render.sweeping import PREFIX, claim, sweep_once

__all__ = ["Worker", "WorkerDied"]

_SECONDS = 4.0  # of CPU that any question may take, beside what it allows for itself
_WALL_SECONDS = 30.0  # beside the same


class WorkerDied(Exception):
    """The process ended without an answer. `index` is the face it was filling in, -1 if none."""

    def __init__(self, reason: str, index: int) -> None:
        super().__init__(reason)
        self.index = index


class Worker:
    """One process that answers questions, one at a time. It is started when it is first needed."""

    def __init__(self, project: Project, engine: Engine, seconds: float = _SECONDS) -> None:
        self._project = project
        self._process = Confined("cardtool.render.child", seconds, engine.value)
        self._folder: tempfile.TemporaryDirectory[str] | None = None
        self._claim: IO[bytes] | None = None

    def start(self) -> None:
        """Start the process now, so that it is ready when asked. Harmless when it runs already.

        Raises: MachineError; ProjectError for a font that is no plain file of the project.
        """
        if self._process.is_running:
            return
        sweep_once()
        try:
            self._start()
        except OSError as error:
            self.close()
            place = f"{error.filename}: " if error.filename else ""
            problem = f"{place}{error.strerror or error}"
            raise errors.MachineError(f"cannot start a process that draws: {problem}") from None
        except errors.ProjectError:
            self.close()
            raise

    def _start(self) -> None:
        """Start the process in a folder of its own. Raises: OSError."""
        self._folder = tempfile.TemporaryDirectory(prefix=PREFIX)
        place = Path(self._folder.name)
        self._claim = claim(place)
        fonts = place / "fonts.conf"
        fonts.write_text(fontconfig(gathered(self._project, place / "fonts"), place / "cache"), "utf-8")
        (place / AT).write_bytes(bytes(AT_SIZE))
        told = {"FONTCONFIG_FILE": str(fonts), "PYTHONHASHSEED": "0", CACHE: str(cache_folder())}
        self._process.start(told | handed_on(), place)

    def ask(self, question: Batch | BookOrder | ManuscriptOrder) -> tuple[dict[str, Any], bytes]:
        """The answer: what was noted, and the PDF.

        Raises: CardtoolError as the process met it, and when the process itself is at fault; WorkerDied
        when what it was asked to draw ended it, or took too long.
        """
        self.start()
        patience = _WALL_SECONDS + question.allowance
        try:
            head, body = self._process.ask(question, patience)
        except Ended as end:
            try:
                raise WorkerDied(_reason(end, patience), self._at()) from end
            finally:
                self.close()
        if "error" in head:
            raise getattr(errors, head["kind"], errors.CardtoolError)(head["error"])
        return head, body

    def kill(self) -> None:
        """End the process and everything it started, at once."""
        self._process.kill()

    def close(self) -> None:
        """End the process and remove what it left behind."""
        self._process.close()
        if self._claim is not None:
            self._claim.close()
            self._claim = None
        folder, self._folder = self._folder, None
        if folder is not None:
            with suppress(OSError):  # what is left, the next one sweeps
                folder.cleanup()

    def _at(self) -> int:
        """The place of the face the process was filling in, -1 if none."""
        assert self._folder is not None
        return int.from_bytes((Path(self._folder.name) / AT).read_bytes(), "big", signed=True)


def _reason(end: Ended, patience: float) -> str:
    """Why the process ended, in a reader's words. Raises: CardtoolError when that is a fault of ours."""
    if end.is_own_fault:
        raise errors.CardtoolError(f"a worker failed\n{end.said}")
    if end.lacks_memory:
        raise errors.MachineError("this machine has too little memory left for a process that draws")
    if end.is_out_of_time:
        return "takes too long to draw"
    if end.is_cut_off:
        return "is not drawn: the process that draws stopped answering"
    if end.is_late:
        return f"is not drawn after {patience:.0f} seconds"
    if end.is_killed:
        return "was given up by the system, which most likely ran out of memory"
    return f"makes the drawing engine crash (exit code {end.code})"
