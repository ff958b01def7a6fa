"""Has PDFs examined by a worker process, within limits: a stranger's file may crash or hang a reader.

Reads no page itself.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Lock
from types import TracebackType
from typing import Self, TypeVar

from cardtool.errors import ProjectError
from cardtool.finding import Finding
from cardtool.model import Face, PageRef
from cardtool.preflight.picture_checks import find_colour_alone
from cardtool.preflight.subject import (
    ExpectedFile,
    FacesRequest,
    FacesResult,
    FileRequest,
    InkRequest,
    Request,
    Subject,
)
from cardtool.sandbox import Task, Worker, WorkerDied

_LARGEST_FILE = 1_000_000_000  # bytes; what print shops take at most
EXAMINING = Task(
    "cardtool.preflight.examine",
    (),
    "a process that looks at PDFs",
    memory=3 << 30,
    file_size=1 << 20,  # of complaints; nothing else is written
    too_slow="takes more than {cpu_seconds} seconds to look at",
    too_late="takes more than {cpu_seconds} seconds to look at",
    cut_off="the process that looks at it stopped answering",
    killed="the system ended the process that looks at it; is there memory left?",
    crashed="makes the reader of PDFs crash (exit code {code})",
)
_CPU_SECONDS = 120.0  # for any request; 612 faces with art, the most a print shop takes at once, need some 20
Answer = TypeVar("Answer")


class PreflightWorker:
    """One process that examines PDFs, one after the other. It is started when it is first needed."""

    def __init__(self, seconds: float = _CPU_SECONDS) -> None:
        self._worker = Worker(EXAMINING, seconds=seconds)
        self._lock = Lock()  # held by whoever asks: others may ask, or leave, meanwhile
        self._is_closed = False

    def __enter__(self) -> Self:
        """Start the process, which gets ready while other things are done. Raises: MachineError."""
        self._worker.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._is_closed = True
        self._worker.kill()
        with self._lock:
            self._worker.close()

    def examine_faces(self, content: bytes, subjects: Mapping[int, Subject]) -> FacesResult:
        """Return what there is to say about these pages, counted from 0, of a document of faces.

        Raises: ProjectError when it cannot be opened, or not be looked at within the limits.
        """
        return self._ask(FacesRequest(content, subjects), FacesResult)

    def ink_coverages(self, content: bytes, pages: Sequence[int]) -> list[float]:
        """Return the mean ink coverage of each of these pages, counted from 0. Raises: as `examine_faces`."""
        return self._ask(InkRequest(content, tuple(pages)), list[float])

    def examine_file(self, file: Path, expected: ExpectedFile, safe: float) -> tuple[Finding, ...]:
        """Return what is wrong with a PDF file. Text keeps `safe` mm from where pages are cut.

        Raises: as `examine_faces`.
        """
        return self._ask(FileRequest(file.resolve(), expected, safe), tuple[Finding, ...])

    def _ask(self, request: Request, kind: type[Answer]) -> Answer:
        with self._lock:
            if self._is_closed:
                raise ProjectError(f"{request.name}: examining was stopped")
            try:
                return self._worker.ask(request, kind)
            except WorkerDied as death:
                raise ProjectError(f"{request.name}: {death}") from death


class FaceExamination:
    """Has documents of faces examined as they come, while others are drawn and other things are done.

    A face that is no subject is not examined. `examine` is what examines some pages of a document.
    """

    def __init__(
        self,
        subjects: Mapping[Face, Subject],
        pages: Mapping[Face, PageRef],
        examine: Callable[[bytes, Mapping[int, Subject]], FacesResult],
    ) -> None:
        self._subjects: dict[int, dict[int, Subject]] = {}
        for face, subject in subjects.items():
            self._subjects.setdefault(pages[face].document, {})[pages[face].page] = subject
        self._examine, self._results = examine, dict[tuple[int, bytes], FacesResult]()
        self._executor = ThreadPoolExecutor(1)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Leave, without waiting for what is being examined: whoever wanted it has asked for `findings`."""
        self._executor.shutdown(wait=False, cancel_futures=True)

    def begin(self, documents: Sequence[bytes]) -> None:
        """Examine these, each as soon as it is there. What goes wrong is raised by `results`."""
        self._executor.submit(self._examine_all, documents)

    def results(self, documents: Sequence[bytes]) -> list[FacesResult]:
        """Return what there is to say of each document; one that was examined before is not examined again.

        Raises: ProjectError when one cannot be opened.
        """
        return self._executor.submit(self._examine_all, documents).result()

    def findings(self, documents: Sequence[bytes]) -> list[Finding]:
        """Return what is wrong with these faces, each by itself and all together. Raises: as `results`."""
        results = self.results(documents)
        seen = (
            (self._subjects[number][page], thumbnail)
            for number, result in enumerate(results)
            for page, thumbnail in result.thumbnails.items()
        )
        return [*(finding for each in results for finding in each.findings), *find_colour_alone(seen)]

    def _examine_all(self, documents: Sequence[bytes]) -> list[FacesResult]:
        return [self._examine_one(number, content) for number, content in enumerate(documents)]

    def _examine_one(self, number: int, content: bytes) -> FacesResult:
        if number not in self._subjects:
            return FacesResult((), {})
        if (number, content) not in self._results:
            self._results[number, content] = self._examine(content, self._subjects[number])
        return self._results[number, content]


def examine_external_file(
    file: Path, expected: ExpectedFile, safe: float, seconds: float = _CPU_SECONDS
) -> tuple[Finding, ...]:
    """Return what is wrong with a PDF file, whoever made it. Text keeps `safe` mm from where pages are cut.

    Raises: ProjectError when it cannot be opened, or cannot be examined within `seconds` of CPU.
    """
    if not file.is_file():
        raise ProjectError(f"{expected.name}: {'not a file' if file.exists() else 'there is no such file'}")
    if file.stat().st_size > _LARGEST_FILE:
        raise ProjectError(
            f"{expected.name}: more than {_LARGEST_FILE // 1_000_000_000} GB, which is too much to look at"
        )
    with PreflightWorker(seconds) as worker:
        return worker.examine_file(file, expected, safe)
