"""Has PDFs examined by a worker process, within limits: a stranger's file may crash or hang a reader.

Reads no page itself.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from types import TracebackType
from typing import Self, TypeVar

from cardtool.errors import ProjectError
from cardtool.finding import Finding
from cardtool.model import Face, PageRef
from cardtool.preflight.page_checks import find_colour_alone
from cardtool.preflight.subject import (
    ExpectedFile,
    FacesRequest,
    FacesResult,
    FileRequest,
    Request,
    Subject,
)
from cardtool.sandbox import IdleWorkers, Task, Worker, WorkerDied, worker_count
from cardtool.sandbox.encoding import from_bytes, to_bytes
from cardtool.signed_cache import SignedFolder, tool_digest

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
_LARGEST_ENTRY = 16_000_000  # bytes of what is kept of one document: findings, and small pictures
_MOST_BYTES = 200_000_000  # of all of them
_WAIT_FOR_WORKER = 0.5  # seconds for a process that runs already; to start another takes half of it
_CPU_SECONDS = 120.0  # for any request; 612 faces with art, the most a print shop takes at once, need some 20
Answer = TypeVar("Answer")


class PreflightPool:
    """Processes that examine PDFs, each one at a time. One starts at once, others when it is not enough."""

    def __init__(self, seconds: float = _CPU_SECONDS, *, jobs: int | None = None) -> None:
        """`seconds` of CPU are what looking at one may take; `jobs` is how many are looked at at once."""
        self.jobs = worker_count(jobs)
        self._workers = [Worker(EXAMINING, seconds=seconds) for _ in range(self.jobs)]
        self._idle = IdleWorkers(self._workers, _WAIT_FOR_WORKER)
        self._is_closed = False
        self._seen = SignedFolder("examined", _LARGEST_ENTRY)

    def __enter__(self) -> Self:
        """Start a process, which gets ready while other things are done. Raises: MachineError."""
        self._workers[0].start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._is_closed = True
        self._seen.keep_within(_MOST_BYTES)
        for worker in self._workers:
            worker.kill()
        for worker in self._idle.take_used():
            worker.close()
            self._idle.give_back(worker)

    def examine_faces(self, content: bytes, subjects: Mapping[int, Subject]) -> FacesResult:
        """Return what there is to say about these pages, counted from 0, of a document of faces.

        A document that was looked at before, and was to be the same, is not looked at again.

        Raises: ProjectError when it cannot be opened, or not be looked at within the limits.
        """
        digest = hashlib.sha256(content).hexdigest()
        key = f"{tool_digest()}\0{digest}\0{sorted(subjects.items())!r}"
        entry = hashlib.sha256(key.encode(errors="surrogateescape")).hexdigest()
        seen = self._seen.read(entry)
        result = None if seen is None else from_bytes(FacesResult, seen)
        if result is None:
            result = self._ask(FacesRequest(content, subjects), FacesResult)
            self._seen.write(entry, to_bytes(result))
        else:
            self._seen.touch(entry)
        return result

    def examine_file(self, file: Path, expected: ExpectedFile, safe: float | None) -> tuple[Finding, ...]:
        """Return what is wrong with a PDF file. Text keeps `safe` mm from cuts, or what each page says.

        Raises: as `examine_faces`.
        """
        return self._ask(FileRequest(file.resolve(), expected, safe), tuple[Finding, ...])

    def _ask(self, request: Request, kind: type[Answer]) -> Answer:
        worker = self._idle.take()
        try:
            if self._is_closed:
                raise ProjectError(f"{request.name}: examining was stopped")
            return worker.ask(request, kind)
        except WorkerDied as death:
            raise ProjectError(f"{request.name}: {death}") from death
        finally:
            self._idle.give_back(worker)


class FaceExamination:
    """Has documents of faces examined as they come, while others are drawn and other things are done.

    A face that is no subject is not examined. `examine` is what examines some pages of a document, of so
    many documents at once as `jobs` says.
    """

    def __init__(
        self,
        subjects: Mapping[Face, Subject],
        pages: Mapping[Face, PageRef],
        examine: Callable[[bytes, Mapping[int, Subject]], FacesResult],
        jobs: int = 1,
    ) -> None:
        self._subjects: dict[int, dict[int, Subject]] = {}
        for face, subject in subjects.items():
            self._subjects.setdefault(pages[face].document, {})[pages[face].page] = subject
        self._examine, self._results = examine, dict[tuple[int, str], FacesResult]()
        self._begun: tuple[Sequence[bytes], Future[list[FacesResult]]] | None = None
        self._coming = ThreadPoolExecutor(1)  # waits for what is being drawn
        self._executor = ThreadPoolExecutor(jobs)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Leave, without waiting for what is being examined: whoever wanted it has asked for `findings`."""
        for executor in (self._coming, self._executor):
            executor.shutdown(wait=False, cancel_futures=True)

    def begin(self, documents: Sequence[bytes]) -> None:
        """Examine these, each as soon as it is there. What goes wrong is raised by `results`."""
        self._begun = documents, self._coming.submit(self._examine_all, documents)

    def results(self, documents: Sequence[bytes]) -> list[FacesResult]:
        """Return what there is to say of each document; one that was examined before is not examined again.

        Those that it began with are not even read again. Raises: ProjectError when one cannot be opened.
        """
        if self._begun is not None and documents is self._begun[0]:
            return self._begun[1].result()
        return self._coming.submit(self._examine_all, documents).result()

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
        begun = [
            self._executor.submit(self._examine_one, documents, number) for number in range(len(documents))
        ]
        return [each.result() for each in begun]

    def _examine_one(self, documents: Sequence[bytes], number: int) -> FacesResult:
        if number not in self._subjects:
            return FacesResult((), {})
        content = documents[number]
        known = number, hashlib.sha256(content).hexdigest()
        if known not in self._results:
            self._results[known] = self._examine(content, self._subjects[number])
        return self._results[known]


def examine_external_file(
    file: Path, expected: ExpectedFile, safe: float | None, seconds: float = _CPU_SECONDS
) -> tuple[Finding, ...]:
    """Return what is wrong with a PDF file, whoever made it.

    Text keeps `safe` mm from where pages are cut, or as much as each page says.
    Raises: ProjectError when it cannot be opened, or cannot be examined within `seconds` of CPU.
    """
    if not file.is_file():
        raise ProjectError(f"{expected.name}: {'not a file' if file.exists() else 'there is no such file'}")
    if file.stat().st_size > _LARGEST_FILE:
        raise ProjectError(
            f"{expected.name}: more than {_LARGEST_FILE // 1_000_000_000} GB, which is too much to look at"
        )
    with PreflightPool(seconds, jobs=1) as worker:
        return worker.examine_file(file, expected, safe)
