"""Keeps a worker process that draws and prints. What dies or hangs there is an error here, not an end."""

from __future__ import annotations

import contextlib
import json
import os
import pickle
import signal
import subprocess
import sys
import tempfile
import threading
from pathlib import Path
from typing import IO, Any

from cardtool import errors
from cardtool.model import Engine
from cardtool.project import CACHE, Project, cache_folder
from cardtool.render.batch import AT, AT_SIZE, Batch
from cardtool.render.books import BookOrder
from cardtool.render.fonts import fontconfig
from cardtool.render.rulebook import ManuscriptOrder
from cardtool.render.sweeping import PREFIX, claim, sweep_once

__all__ = ["Worker", "WorkerDied"]

_SECONDS = 4.0  # of CPU that any question may take, beside what it allows for itself
_WALL_SECONDS = 30.0  # beside the same
_KEPT = (
    "PATH",
    "SYSTEMROOT",
    "TEMP",
    "TMP",
    "TMPDIR",
    "HOME",
    "LANG",
    "LD_LIBRARY_PATH",
    "DYLD_LIBRARY_PATH",
    "PYTHONDONTWRITEBYTECODE",
    "PYTHONPYCACHEPREFIX",
)


class WorkerDied(Exception):
    """The process ended without an answer. `index` is the face it was filling in, -1 if none."""

    def __init__(self, reason: str, index: int) -> None:
        super().__init__(reason)
        self.index = index


class Worker:
    """One process that answers questions, one at a time. It is started when it is first needed."""

    def __init__(self, project: Project, engine: Engine, seconds: float = _SECONDS) -> None:
        self._project, self._engine, self._seconds = project, engine, seconds
        self._process: subprocess.Popen[bytes] | None = None
        self._said: IO[bytes] | None = None
        self._folder: tempfile.TemporaryDirectory[str] | None = None
        self._claim: IO[bytes] | None = None

    def start(self) -> None:
        """Start the process now, so that it is ready when asked. Harmless when it runs already."""
        if self._process is not None:
            return
        sweep_once()
        self._folder = tempfile.TemporaryDirectory(prefix=PREFIX)
        place = Path(self._folder.name)
        self._claim = claim(place)
        (place / "fonts.conf").write_text(fontconfig(self._project.font_folders(), place / "cache"), "utf-8")
        (place / AT).write_bytes(bytes(AT_SIZE))
        environment = {name: os.environ[name] for name in _KEPT if name in os.environ}
        environment |= {
            "FONTCONFIG_FILE": str(place / "fonts.conf"),
            "PYTHONPATH": os.pathsep.join(sys.path),
            "PYTHONHASHSEED": "0",
            CACHE: str(cache_folder()),
        }
        self._said = tempfile.TemporaryFile()  # noqa: SIM115 - closed with the process, in `close`
        self._process = subprocess.Popen(
            [sys.executable, "-P", "-m", "cardtool.render.child", str(self._seconds), self._engine.value],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._said,
            env=environment,
            cwd=place,
            start_new_session=True,
        )

    def ask(self, question: Batch | BookOrder | ManuscriptOrder) -> tuple[dict[str, Any], bytes]:
        """The answer: what was noted, and the PDF.

        Raises: CardtoolError as the process met it, and when the process itself is at fault; WorkerDied
        when what it was asked to draw ended it, or took too long.
        """
        self.start()
        assert self._process is not None
        assert self._process.stdin is not None
        patience = _WALL_SECONDS + question.allowance
        clock = threading.Timer(patience, self.kill)
        clock.start()
        try:
            message = pickle.dumps(question, pickle.HIGHEST_PROTOCOL)
            self._process.stdin.write(len(message).to_bytes(8) + message)
            self._process.stdin.flush()
            head, body = self._read()
        except (OSError, EOFError) as error:
            try:
                reason, index = self._reason(patience), self._at()
            finally:
                self.close()
            raise WorkerDied(reason, index) from error
        finally:
            clock.cancel()
        if "error" in head:
            raise getattr(errors, head["kind"], errors.CardtoolError)(head["error"])
        return head, body

    def kill(self) -> None:
        """End the process and everything it started, at once."""
        if self._process is None:
            return
        with contextlib.suppress(ProcessLookupError, PermissionError):
            if hasattr(os, "killpg"):
                os.killpg(self._process.pid, signal.SIGKILL)
            else:
                self._process.kill()

    def close(self) -> None:
        """End the process and remove what it left behind."""
        process, self._process = self._process, None
        if process is not None:
            with contextlib.suppress(OSError):
                if process.stdin:
                    process.stdin.close()
            if process.poll() is None:
                process.kill()
            process.wait()
            if process.stdout:
                process.stdout.close()
        if self._said is not None:
            self._said.close()
            self._said = None
        if self._claim is not None:
            self._claim.close()
            self._claim = None
        folder, self._folder = self._folder, None
        if folder is not None:
            folder.cleanup()

    def _read(self) -> tuple[dict[str, Any], bytes]:
        head_size, body_size = int.from_bytes(self._exactly(8)), int.from_bytes(self._exactly(8))
        return json.loads(self._exactly(head_size)), self._exactly(body_size)

    def _exactly(self, size: int) -> bytes:
        assert self._process is not None
        assert self._process.stdout is not None
        data = self._process.stdout.read(size)
        if len(data) < size:
            raise EOFError
        return data

    def _at(self) -> int:
        """The place of the face the process was filling in, -1 if none."""
        assert self._folder is not None
        return int.from_bytes((Path(self._folder.name) / AT).read_bytes(), "big", signed=True)

    def _reason(self, patience: float) -> str:
        """Why the process ended, in a reader's words."""
        assert self._process is not None
        code = self._process.wait(timeout=5)
        if -code == getattr(signal, "SIGXCPU", None):
            return "takes too long to draw"
        if -code == getattr(signal, "SIGKILL", None):
            return f"is not drawn after {patience:.0f} seconds"
        if code == 1 and self._said is not None:  # Python itself ended: a fault of ours, not of the face
            self._said.seek(0)
            raise errors.CardtoolError("a worker failed\n" + self._said.read().decode("utf-8", "replace"))
        return f"makes the drawing engine crash (exit code {code})"
