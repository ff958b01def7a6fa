"""Has PDFs looked at by a process of its own, within limits: what strangers made may crash or hang a reader.

Looks into nothing itself.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from threading import Lock
from types import TracebackType
from typing import Any, Self

from cardtool.errors import CardtoolError, MachineError, ProjectError
from cardtool.finding import Finding
from cardtool.model import Source
from cardtool.preflight.questions import FileQuestion, InkQuestion, Look, LookQuestion, Question
from cardtool.preflight.rules import RULES
from cardtool.preflight.subject import Expected, Subject
from cardtool.sandbox.process import ProcessExited, SandboxProcess

__all__ = ["Examiner"]

_SECONDS = 120.0  # of CPU in all; 612 faces with art, the most a print shop takes at once, need some 20


class Examiner:
    """One process that looks at PDFs, one after the other. It is started when it is first needed."""

    def __init__(self, seconds: float = _SECONDS) -> None:
        self._seconds = seconds
        self._process = SandboxProcess("cardtool.preflight.child", seconds)
        self._lock = Lock()  # held by whoever asks: others may ask, or leave, meanwhile
        self._left = False

    def __enter__(self) -> Self:
        """Start the process, which gets ready while other things are done. Raises: MachineError."""
        self._start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._left = True
        self._process.kill()
        with self._lock:
            self._process.close()

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
            self._start()
            try:
                answer, _ = self._process.ask(question, patience=2 * self._seconds)
            except ProcessExited as end:
                raise self._death(question.name, end) from end
        if "error" in answer:
            raise ProjectError(answer["error"])
        return answer

    def _start(self) -> None:
        try:
            self._process.start()
        except OSError as error:
            raise MachineError(
                f"cannot start a process that looks at PDFs: {error.strerror or error}"
            ) from None

    def _death(self, name: str, end: ProcessExited) -> CardtoolError:
        """Why the process ended without an answer."""
        if end.is_own_fault:
            return CardtoolError(f"examining a file failed\n{end.said}")
        if end.lacks_memory:
            return MachineError("this machine has too little memory left for a process that looks at PDFs")
        if end.is_out_of_time or end.is_late:
            return ProjectError(f"{name}: takes more than {self._seconds:g} seconds to look at")
        if end.is_cut_off:
            return ProjectError(f"{name}: the process that looks at it stopped answering")
        if end.is_killed:
            return ProjectError(
                f"{name}: the system ended the process that looks at it; is there memory left?"
            )
        return ProjectError(f"{name}: makes the reader of PDFs crash (exit code {end.code})")


def _found(told: Iterable[Mapping[str, Any]]) -> Iterable[Finding]:
    rules = {rule.code: rule for rule in RULES}
    for each in told:
        yield rules[each["rule"]].found(Source(*each["source"]), each["message"], each["fix"])
