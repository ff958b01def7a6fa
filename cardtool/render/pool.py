"""A pool of worker processes that shares out faces among them and gathers what they drew."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from dataclasses import replace
from itertools import groupby
from threading import Lock
from types import TracebackType
from typing import TYPE_CHECKING, Self

from cardtool.errors import ProjectError, TemplateError
from cardtool.model import Engine, Game
from cardtool.project import Project
from cardtool.render import engines
from cardtool.render.batch import Batch, BatchResult, FaceJob, SizeMap
from cardtool.render.books import ManuscriptRequest, RulebookHtml
from cardtool.render.face_cache import FaceStore, MeasureCache, batch_key
from cardtool.render.pending import PendingFaces, RenderResult
from cardtool.render.render_worker import drawing_worker, set_book_with
from cardtool.render.template_values import SharedValues, face_jobs
from cardtool.sandbox import IdleWorkers, Worker, WorkerDied, worker_count

if TYPE_CHECKING:
    from cardtool.render.cluster import Cluster

# Fonts are embedded once a batch. How faces are shared out shows in the bytes, and so must not depend
# on how many workers there are.
_LARGEST_BATCH = 300  # faces
_MANY_BATCHES = 4  # so that a few processors have work
_SMALLEST_BATCH = 20  # faces; fewer are not worth sharing
_FEW_TO_MEASURE = 200  # faces; another worker takes longer to start than these to be measured
_WAIT_FOR_WORKER = 0.15  # seconds for a worker that runs already; to start another takes about as long
_MANY = 600  # faces, drawn in a third of a second: no worker is waited for

_MADE_READY = 1  # batches that are put together while all workers draw

_STOPPED = "drawing was stopped"

_M_MMAP_THRESHOLD = -3  # glibc's malloc.h
_LARGE = 64 * 1024  # bytes: a picture or a PDF, not a value

Progress = Callable[[int, int], None]
"""Is told how many of how many faces are done."""


def no_progress(done: int, of: int) -> None:
    """Tell nobody."""


def _give_large_blocks_back() -> None:
    """Have glibc return the memory of large blocks as soon as it is free: PDFs come and go by the thousand.

    Left to itself, it keeps blocks of ever larger sizes for later, and the small values that come to lie
    between them hold them fast: half a megabyte for each edit of a preview (mallopt(3), M_MMAP_THRESHOLD).
    """
    if sys.platform == "linux":
        import ctypes

        libc = ctypes.CDLL(None)
        if hasattr(libc, "mallopt"):
            libc.mallopt(_M_MMAP_THRESHOLD, _LARGE)


class RenderStopped(ProjectError):
    """Nothing more is drawn, since nobody waits for it any more."""


class RenderPool:
    """Workers that draw the faces of one project's games.

    What comes out does not depend on how many workers there are, nor whether those of a cluster draw.

    The engine is the one asked for, or else the game's own, or else the quicker one this machine has.
    One worker starts at once, the others when there is enough to do for them.

    Raises: MissingLibrary when this machine lacks the engine asked for, or any; ProjectError when nothing
    that draws could be told where the project is.
    """

    def __init__(
        self,
        project: Project,
        jobs: int | None = None,
        engine: Engine | None = None,
        remembered: MeasureCache | None = None,
        *,
        cluster: Cluster | None = None,
        gauged: bool = False,
        **limits: float,
    ) -> None:
        """`remembered` are answers of the last time, for faces that are measured and not drawn; `gauged`
        tells how full each box is.
        """
        self._project, self._engine, self._remembered = project, engine, remembered
        self._gauged = gauged
        self._cluster = cluster
        self._drawn = FaceStore(project)
        self._stopped = False
        self._shared: SharedValues | None = None
        self._sizes: dict[str, SizeMap] = {}  # by games: so that a card is in a figure as it is printed
        self._workers = [
            drawing_worker(project, engines.choose_engine(engine), **limits)
            for _ in range(worker_count(jobs))
        ]
        self._idle = IdleWorkers(self._workers, _WAIT_FOR_WORKER)
        places = cluster.places if cluster else len(self._workers)
        self._executor: Executor = ThreadPoolExecutor(places + _MADE_READY)
        self._alone: Executor = ThreadPoolExecutor(1)

    def __enter__(self) -> Self:
        """Start a worker, which gets ready while the game is being read, where one will likely be needed."""
        if not self._remembered:
            self._workers[0].start()
        _give_large_blocks_back()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if kind is not None:
            self.stop()
        for executor in (self._executor, self._alone):
            executor.shutdown(cancel_futures=True)
        for worker in self._workers:
            worker.close()
        if kind is None and self._remembered is not None:
            self._remembered.write()
        self._drawn.tidy()

    def stop(self) -> None:
        """Draw no more; what is being drawn is not wanted."""
        self._stopped = True
        if self._cluster is not None:
            self._cluster.stop()
        for worker in self._workers:
            worker.kill()

    def draw(
        self, game: Game, jobs: Iterable[FaceJob] | None = None, progress: Progress = no_progress
    ) -> RenderResult:
        """Return these faces of the game as PDF, or all. `progress` hears how many of how many are done.

        Raises: TemplateError.
        """
        return self.begin(game, jobs, progress).finished()

    def begin(
        self,
        game: Game,
        jobs: Iterable[FaceJob] | None = None,
        progress: Progress = no_progress,
        *,
        as_measured: bool = False,
    ) -> PendingFaces:
        """Have faces drawn as by `draw`, without waiting. `progress` is called from other threads.

        `as_measured` says that all faces of the game were measured before, and how their texts share sizes.
        """
        jobs = face_jobs(game) if jobs is None else jobs
        return self._render(game, jobs, progress, draw=True, as_measured=as_measured)

    def measure(self, game: Game, jobs: Iterable[FaceJob] | None = None) -> RenderResult:
        """Return what would be wrong with these faces, or all of the game, and what is made to fit.

        Raises: TemplateError.
        """
        return self.begin_measuring(game, jobs).finished()

    def begin_measuring(self, game: Game, jobs: Iterable[FaceJob] | None = None) -> PendingFaces:
        """Have faces measured as by `measure`, without waiting."""
        return self._render(game, face_jobs(game) if jobs is None else jobs, no_progress, draw=False)

    def batch_as_measured(self, game: Game, jobs: Iterable[FaceJob]) -> Batch:
        """Return these faces as one batch, to be drawn as they were measured. It is not drawn."""
        engine = engines.choose_engine(self._engine or game.look.engine)
        shared = self._shared_values(game)
        jobs = shared.counted(jobs)
        sizes = self._sizes.get(game.id, {})
        look, page = game.look, jobs[0].page
        batch = Batch(self._project, game.id, look.style, page, jobs, True, engine, theme=look.theme)
        batch = replace(batch, shared=shared.values_for(jobs))
        return batch.with_sizes(sizes)

    def set_book(self, request: ManuscriptRequest) -> RulebookHtml:
        """Return the rulebook that was ordered, as HTML, and the figures to be drawn for it.

        Raises: TemplateError with the line of the manuscript or template that is wrong.
        """
        worker = self._idle.take()
        try:
            return set_book_with(worker, request)
        finally:
            self._idle.give_back(worker)

    def _render(
        self,
        game: Game,
        jobs: Iterable[FaceJob],
        progress: Progress,
        *,
        draw: bool,
        as_measured: bool = False,
    ) -> PendingFaces:
        engine = engines.choose_engine(self._engine or game.look.engine)
        shared = self._shared_values(game)
        jobs = shared.counted(jobs)
        self._drawn.look_anew()
        of_game = any(kind.id == job.face.kind for kind in game.kinds for job in jobs[:1])
        sizes = self._sizes.get(game.id) if as_measured or not of_game else None
        batches = [
            Batch(
                self._project,
                game.id,
                game.look.style,
                share[0].page,
                share,
                draw,
                engine,
                None,
                game.look.theme,
                self._gauged,
                shared.values_for(share),
            )
            for share in _split_by_size(jobs)
        ]
        if sizes is not None:
            batches = [batch.with_sizes(sizes) for batch in batches]
        counter = _ProgressCounter(progress, sum(len(batch.jobs) for batch in batches))

        def note(plan: SizeMap) -> None:
            if of_game and not as_measured:
                self._sizes[game.id] = plan

        self._idle.patience = _WAIT_FOR_WORKER if len(jobs) < _MANY else 0.0
        few = not draw and len(jobs) <= _FEW_TO_MEASURE
        executor = self._alone if few else self._executor

        def submit(batch: Batch) -> Future[BatchResult]:
            return executor.submit(self._ask, batch, counter)

        return PendingFaces(batches, submit, note, as_measured)

    def _shared_values(self, game: Game) -> SharedValues:
        shared = SharedValues(self._project, game) if self._shared is None else self._shared.of(game)
        self._shared = shared
        return shared

    def _ask(self, batch: Batch, counter: _ProgressCounter) -> BatchResult:
        if self._stopped:
            raise RenderStopped(_STOPPED)
        result = self._recall_or_answer(batch.bare())
        counter.done(len(batch.jobs))
        return result

    def _recall_or_answer(self, batch: Batch) -> BatchResult:
        cache = self._drawn if batch.draw else self._remembered
        if cache is None:
            return self._answer(batch)
        key = batch_key(batch)
        result = cache.recall(batch, key)
        if result is None:
            result = self._answer(batch)
            cache.keep(batch, key, result)
        return result

    def _answer(self, batch: Batch) -> BatchResult:
        drawn = self._cluster.draw(batch) if self._cluster is not None and batch.draw else None
        return self._answer_here(batch) if drawn is None else drawn

    def _answer_here(self, batch: Batch) -> BatchResult:
        worker = self._idle.take()
        try:
            return worker.ask(batch, BatchResult)
        except WorkerDied as death:
            if self._stopped:
                raise RenderStopped(_STOPPED) from death
            raise TemplateError(_find_deadly_face(worker, batch, death)) from death
        finally:
            self._idle.give_back(worker)


class _ProgressCounter:
    """Tells how many faces are done, one thread at a time."""

    def __init__(self, progress: Progress, of: int) -> None:
        self._progress, self._done, self._of, self._lock = progress, 0, of, Lock()
        progress(0, of)

    def done(self, faces: int) -> None:
        """Count so many more."""
        with self._lock:
            self._done = min(self._done + faces, self._of)  # some are drawn a second time
            self._progress(self._done, self._of)


def _split_by_size(jobs: Sequence[FaceJob]) -> Iterator[tuple[FaceJob, ...]]:
    """Yield the jobs in even batches of one page size each, whatever the number of workers."""
    for _, group in groupby(sorted(jobs, key=lambda job: job.page), key=lambda job: job.page):
        same = tuple(group)
        count = max(-(-len(same) // _LARGEST_BATCH), min(_MANY_BATCHES, len(same) // _SMALLEST_BATCH))
        for number in range(count):
            yield same[len(same) * number // count : len(same) * (number + 1) // count]


def _find_deadly_face(worker: Worker, batch: Batch, death: WorkerDied) -> str:
    """Return a sentence naming the face a worker died of, found by drawing ever smaller halves."""
    jobs, index, reason = batch.jobs, death.item, str(death)
    while index < 0 and len(jobs) > 1:
        for half in (jobs[: len(jobs) // 2], jobs[len(jobs) // 2 :]):
            try:
                worker.ask(replace(batch, jobs=half), BatchResult)
            except WorkerDied as again:
                jobs, index, reason = half, again.item, str(again)
                break
        else:
            return f"templates/{batch.game}: {len(batch.jobs)} faces drawn together: {death}"
    job = jobs[max(index, 0)]
    return f"{batch.project.template_name(batch.game, job.template)}: {job.title} {reason}"
