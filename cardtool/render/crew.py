"""Shares faces out among worker processes and gathers what they drew."""

from __future__ import annotations

import os
import queue
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from dataclasses import dataclass, replace
from itertools import groupby
from threading import Lock
from types import TracebackType
from typing import Self, overload

from cardtool.errors import TemplateError
from cardtool.finding import Finding
from cardtool.model import Engine, FacePages, Game, PageRef
from cardtool.project import Project
from cardtool.render import engines, rules
from cardtool.render.batch import Batch, Drawn, Overflow, Trouble
from cardtool.render.context import FaceJob, jobs_of
from cardtool.render.worker import Worker, WorkerDied

__all__ = ["Crew", "Drawing", "Rendered"]

# Fonts are embedded once a batch. How faces are shared out shows in the bytes, and so must not depend
# on how many workers there are.
_LARGEST_BATCH = 300  # faces
_MANY_BATCHES = 4  # so that a few processors have work
_SMALLEST_BATCH = 20  # faces; fewer are not worth sharing

Progress = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class Rendered:
    """Drawn faces and what is wrong with them; no pages where only measuring was asked for."""

    pages: FacePages
    findings: tuple[Finding, ...]


class _Documents(Sequence[bytes]):
    """What is being drawn, in order; whoever asks for a document waits until it is there."""

    def __init__(self, futures: Sequence[Future[Drawn]]) -> None:
        self._futures = futures

    def __len__(self) -> int:
        return len(self._futures)

    @overload
    def __getitem__(self, number: int) -> bytes: ...
    @overload
    def __getitem__(self, number: slice) -> Sequence[bytes]: ...
    def __getitem__(self, number: int | slice) -> bytes | Sequence[bytes]:
        if isinstance(number, slice):
            return tuple(future.result().pdf for future in self._futures[number])
        return self._futures[number].result().pdf


class Drawing:
    """Faces that are being drawn."""

    def __init__(self, batches: Sequence[Batch], futures: Sequence[Future[Drawn]]) -> None:
        self._batches, self._futures = batches, futures
        self.pages = FacePages(
            _Documents(futures),
            {
                job.face: PageRef(number, index)
                for number, batch in enumerate(batches)
                for index, job in enumerate(batch.jobs)
            },
        )

    @property
    def findings(self) -> tuple[Finding, ...]:
        """What is wrong with the faces, when all have been drawn. Raises: TemplateError."""
        return tuple(
            finding
            for batch, future in zip(self._batches, self._futures, strict=True)
            for index, trouble in future.result().troubles.items()
            for finding in rules.findings(batch.jobs[index], trouble)
        )

    def finished(self) -> Rendered:
        """All of it, when all has been drawn. Raises: TemplateError."""
        findings = self.findings
        return Rendered(FacePages(tuple(self.pages.documents), self.pages.pages), findings)


class Crew:
    """Workers that draw the faces of one project's games.

    What comes out does not depend on how many workers there are. The executor only needs the
    interface of `concurrent.futures`: that of a cluster can take its place.

    The engine is the one asked for, or else the game's own, or else the quicker one this machine has.

    Raises: MissingLibrary when this machine lacks the engine asked for, or any.
    """

    def __init__(
        self, project: Project, jobs: int | None = None, engine: Engine | None = None, **limits: float
    ) -> None:
        self._project, self._asked = project, engine
        count = max(1, jobs or min(os.cpu_count() or 1, 8))
        self._workers = [Worker(project, engines.choose(engine), **limits) for _ in range(count)]
        self._idle: queue.SimpleQueue[Worker] = queue.SimpleQueue()
        for worker in self._workers:
            self._idle.put(worker)
        self._executor: Executor = ThreadPoolExecutor(len(self._workers))

    def __enter__(self) -> Self:
        """Start the workers, which get ready while the game is being read."""
        for worker in self._workers:
            worker.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if kind is not None:
            for worker in self._workers:
                worker.kill()
        self._executor.shutdown(cancel_futures=True)
        for worker in self._workers:
            worker.close()

    def draw(
        self, game: Game, jobs: Iterable[FaceJob] | None = None, progress: Progress = lambda done, of: None
    ) -> Rendered:
        """These faces of the game as PDF, or all. `progress` hears how many of how many are done.

        Raises: TemplateError.
        """
        return self.begin(game, jobs, progress).finished()

    def begin(
        self, game: Game, jobs: Iterable[FaceJob] | None = None, progress: Progress = lambda done, of: None
    ) -> Drawing:
        """Have faces drawn as by `draw`, without waiting. `progress` is called from other threads."""
        return self._render(game, jobs_of(game) if jobs is None else jobs, progress, draw=True)

    def measure(self, game: Game) -> tuple[Finding, ...]:
        """What would be wrong with the game's faces, without drawing them. Raises: TemplateError."""
        return self._render(game, jobs_of(game), lambda done, of: None, draw=False).findings

    def _render(self, game: Game, jobs: Iterable[FaceJob], progress: Progress, *, draw: bool) -> Drawing:
        engine = engines.choose(self._asked or game.engine)
        batches = [
            Batch(self._project, game.id, game.style, share[0].page, share, draw, engine)
            for share in _shares(tuple(jobs))
        ]
        tell = _Teller(progress, sum(len(batch.jobs) for batch in batches))
        return Drawing(batches, [self._executor.submit(self._ask, batch, tell) for batch in batches])

    def _ask(self, batch: Batch, tell: _Teller) -> Drawn:
        worker = self._idle.get()
        try:
            head, pdf = worker.ask(batch)
        except WorkerDied as death:
            raise TemplateError(_blame(worker, batch, death)) from death
        finally:
            self._idle.put(worker)
        tell.done(len(batch.jobs))
        return Drawn(pdf, {told["index"]: _trouble(told) for told in head["troubles"]})


class _Teller:
    """Tells how many faces are done, one thread at a time."""

    def __init__(self, progress: Progress, of: int) -> None:
        self._progress, self._done, self._of, self._lock = progress, 0, of, Lock()
        progress(0, of)

    def done(self, faces: int) -> None:
        """So many more are done."""
        with self._lock:
            self._done += faces
            self._progress(self._done, self._of)


def _trouble(told: dict[str, object]) -> Trouble:
    overflows = told["overflows"]
    assert isinstance(overflows, list)
    return Trouble(tuple(Overflow(*over) for over in overflows), str(told["missing"]))


def _shares(jobs: Sequence[FaceJob]) -> Iterator[tuple[FaceJob, ...]]:
    """The jobs in even batches of one page size each, whatever the number of workers."""
    for _, group in groupby(sorted(jobs, key=lambda job: job.page), key=lambda job: job.page):
        same = tuple(group)
        count = max(-(-len(same) // _LARGEST_BATCH), min(_MANY_BATCHES, len(same) // _SMALLEST_BATCH))
        for number in range(count):
            yield same[len(same) * number // count : len(same) * (number + 1) // count]


def _blame(worker: Worker, batch: Batch, death: WorkerDied) -> str:
    """A sentence naming the face a worker died of, found by drawing ever smaller halves."""
    jobs, index, reason = batch.jobs, death.index, str(death)
    while index < 0 and len(jobs) > 1:
        for half in (jobs[: len(jobs) // 2], jobs[len(jobs) // 2 :]):
            try:
                worker.ask(replace(batch, jobs=half))
            except WorkerDied as again:
                jobs, index, reason = half, again.index, str(again)
                break
        else:
            return f"templates/{batch.game}: {len(batch.jobs)} faces drawn together: {death}"
    job = jobs[max(index, 0)]
    return f"{batch.project.template_name(batch.game, job.template)}: {job.title} {reason}"
