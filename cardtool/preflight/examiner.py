"""Has PDFs looked at by a process of its own, within limits: what strangers made may crash or hang a reader.

Looks into nothing itself. What is asked is pickled; what is answered is JSON, so that nothing the reader was
tricked into can reach the process that asked.
"""

from __future__ import annotations

import contextlib
import json
import os
import pickle
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from threading import Lock, Timer
from types import TracebackType
from typing import IO, Any, Self

from cardtool.errors import CardtoolError, ProjectError
from cardtool.finding import Finding
from cardtool.model import Source
from cardtool.preflight.questions import FileQuestion, InkQuestion, Look, LookQuestion, Question
from cardtool.preflight.rules import RULES
from cardtool.preflight.subject import Expected, Subject

__all__ = ["Examiner"]

_SECONDS = 120.0  # of CPU in all; 612 faces with art, the most a print shop takes at once, need some 20
_KEPT = (
    "PATH",
    "SYSTEMROOT",
    "TEMP",
    "TMP",
    "TMPDIR",
    "LD_LIBRARY_PATH",
    "DYLD_LIBRARY_PATH",
    "PYTHONDONTWRITEBYTECODE",
    "PYTHONPYCACHEPREFIX",
)


class Examiner:
    """One process that looks at PDFs, one after the other. It is started when it is first needed."""

    def __init__(self, seconds: float = _SECONDS) -> None:
        self._seconds = seconds
        self._process: subprocess.Popen[bytes] | None = None
        self._said: IO[bytes] | None = None
        self._lock = Lock()  # held by whoever asks: others may ask, or leave, meanwhile
        self._left = False

    def __enter__(self) -> Self:
        """Start the process, which gets ready while other things are done."""
        self._start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._left = True
        process = self._process  # which whoever asks may take away meanwhile
        if process is not None:
            process.kill()
        with self._lock:
            self._close()

    def look(self, content: bytes, subjects: Mapping[int, Subject]) -> Look:
        """What there is to say about these pages, counted from 0, of a document of faces.

        Raises: ProjectError when it cannot be opened, or not be looked at within the limits.
        """
        told = self._ask(LookQuestion(content, subjects))
        return Look.read(told, _found(told["findings"]))

    def ink(self, content: bytes, pages: Sequence[int]) -> list[float]:
        """The mean coverage of each of these pages, as `preflight.ink` reckons it. Raises: as `look`."""
        covered: list[float] = self._ask(InkQuestion(content, tuple(pages)))["covered"]
        return covered

    def file(self, file: Path, expected: Expected, safe: float) -> tuple[Finding, ...]:
        """What is wrong with a PDF file. Text keeps `safe` mm from where pages are cut. Raises: as `look`."""
        told = self._ask(FileQuestion(file.resolve(), expected, safe))
        return tuple(_found(told["findings"]))

    def _ask(self, question: Question) -> dict[str, Any]:
        with self._lock:
            if self._left:
                raise ProjectError(f"{question.name}: nobody wants to know any more")
            process = self._start()
            patience = Timer(2 * self._seconds, process.kill)
            patience.start()
            try:
                answer = _exchanged(process, question)
            except (OSError, EOFError):
                raise self._death(question.name) from None
            finally:
                patience.cancel()
        if "error" in answer:
            raise ProjectError(answer["error"])
        return answer

    def _start(self) -> subprocess.Popen[bytes]:
        if self._process is None:
            environment = {key: os.environ[key] for key in _KEPT if key in os.environ}
            environment["PYTHONPATH"] = os.pathsep.join(sys.path)
            self._said = tempfile.TemporaryFile()  # noqa: SIM115 - closed with the process, in `_close`
            self._process = subprocess.Popen(
                # -P: nothing is imported from the folder the user stands in
                [sys.executable, "-P", "-m", "cardtool.preflight.child", str(self._seconds)],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=self._said,
                env=environment,
                start_new_session=True,
            )
        return self._process

    def _death(self, name: str) -> CardtoolError:
        """Why the process ended without an answer."""
        assert self._process is not None
        assert self._said is not None
        code = self._process.wait(timeout=5)
        self._said.seek(0)
        said = self._said.read().decode("utf-8", "replace")
        self._close()
        if code == 1:  # Python itself ended: a fault of ours, not of the file
            return CardtoolError(f"examining a file failed\n{said}")
        if -code in (getattr(signal, "SIGXCPU", 0), getattr(signal, "SIGKILL", 0)):
            return ProjectError(f"{name}: takes more than {self._seconds:g} seconds to look at")
        return ProjectError(f"{name}: makes the reader of PDFs crash (exit code {code})")

    def _close(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            process.kill()
            process.wait()
            for stream in (process.stdin, process.stdout, self._said):
                with contextlib.suppress(OSError):
                    if stream is not None:
                        stream.close()


def _exchanged(process: subprocess.Popen[bytes], question: Question) -> dict[str, Any]:
    """What the process answers. Raises: OSError or EOFError when it has ended."""
    assert process.stdin is not None
    assert process.stdout is not None
    message = pickle.dumps(question, pickle.HIGHEST_PROTOCOL)
    process.stdin.write(len(message).to_bytes(8) + message)
    process.stdin.flush()
    size = process.stdout.read(8)
    text = process.stdout.read(int.from_bytes(size))
    if len(size) < 8 or len(text) < int.from_bytes(size):
        raise EOFError
    answer: dict[str, Any] = json.loads(text)
    return answer


def _found(told: Iterable[Mapping[str, Any]]) -> Iterable[Finding]:
    rules = {rule.code: rule for rule in RULES}
    for each in told:
        yield rules[each["rule"]].found(Source(*each["source"]), each["message"], each["fix"])
