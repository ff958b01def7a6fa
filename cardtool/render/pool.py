"""A pool of worker processes that shares out faces among them, and the faces that are on their way from it.

A face is drawn at once where every text fits as it was designed. Where texts were set smaller, others of
their group may come to share their size, so that a deck looks even. That is known when all faces have been
filled in; those it touches are then drawn, or drawn again.

Texts are of one group where their kind, side, box and designed size are the same. Of the sizes they need,
those within a quarter point of the smallest become that one; then the same among the sizes left.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from itertools import groupby
from threading import Lock
from types import TracebackType
from typing import TYPE_CHECKING, Self, overload

from cardtool.errors import ProjectError, TemplateError
from cardtool.finding import Finding
from cardtool.model import Engine, Face, FacePages, Fit, Game, PageRef
from cardtool.project import Project
from cardtool.render.batch import Batch, BatchResult, FaceJob, Fitting, SizeMap
from cardtool.render.books import ManuscriptRequest, RulebookHtml
from cardtool.render.face_cache import FaceStore, MeasureCache, batch_key
from cardtool.render.layout_rules import face_findings, picture_findings, told_together
from cardtool.render.render_worker import choose_engine, drawing_worker, set_book_with
from cardtool.render.template_values import SharedValues, face_jobs
from cardtool.sandbox import IdleWorkers, Worker, WorkerDied, worker_count

if TYPE_CHECKING:
    from cardtool.render.cluster import Cluster


_NEAR_SIZES = 0.25 + 1e-9  # pt


def shared_sizes(fittings: Iterable[Fitting]) -> SizeMap:
    """For each sort with texts that were made smaller: which sizes become which; others stay.

    The designed size counts as needed by somebody. Sorts in which nothing changes are left out.
    """
    sizes: dict[str, set[float]] = {}
    for each in fittings:
        if each.needed < each.designed.size:
            sizes.setdefault(each.group, {each.designed.size}).add(each.needed)
    shared = {group: _merge_near_sizes(sorted(needed)) for group, needed in sizes.items()}
    return {group: become for group, become in sorted(shared.items()) if become}


def _merge_near_sizes(needed: Iterable[float]) -> dict[float, float]:
    become: dict[float, float] = {}
    smallest = 0.0
    for size in needed:
        if smallest and size - smallest <= _NEAR_SIZES:
            become[size] = smallest
        else:
            smallest = size
    return become


Submit = Callable[[Batch], "Future[BatchResult]"]
"""Has a batch drawn."""


@dataclass(frozen=True, slots=True)
class RenderResult:
    """Drawn faces, what is wrong with them, and what was made to fit; no pages where only measuring was
    asked for. Where the `digests` are those of another time, so are the pages. `fills` are the shares of
    their boxes that texts take, by the names of the boxes, where that was asked for.
    """

    pages: FacePages
    findings: tuple[Finding, ...]
    fits: tuple[Fit, ...]
    digests: tuple[str, ...] = ()
    fills: Mapping[Face, Mapping[str, float]] = field(default_factory=dict)


class PendingFaces:
    """Faces that are being drawn. `note` is told which sizes texts share, when that is known.

    `is_settled` says that it was known before, so that nothing is drawn a second time.
    """

    def __init__(
        self,
        batches: Sequence[Batch],
        submit: Submit,
        note: Callable[[SizeMap], None],
        is_settled: bool = False,
    ) -> None:
        self._batches, self._submit, self._note, self._is_settled = batches, submit, note, is_settled
        self._lock = Lock()  # more than one thread may wait for the end
        self._last: list[BatchResult] | None = None
        self._first = [submit(batch) for batch in batches]
        self.pages = FacePages(_Documents(len(batches), self.document), self._places())

    def document(self, number: int) -> bytes:
        """Return a document as soon as it is there. Until `finished`, it may yet be drawn again."""
        return self._first[number].result().pdf or self._settled[number].pdf

    def finished(self) -> RenderResult:
        """Return the pages, findings and fits, when all faces have been drawn. Raises: TemplateError."""
        digests = tuple(drawn.digest for drawn in self._settled)
        return RenderResult(self._last_pages, self.findings, self.fits, digests, self._fills)

    @property
    def _last_pages(self) -> FacePages:
        """The pages as they are in the end: the very same, where none was drawn again."""
        if self.is_as_it_came:
            return self.pages
        documents = _Documents(len(self._batches), lambda number: self._settled[number].pdf)
        return FacePages(documents, self.pages.pages)

    @property
    def _fills(self) -> Mapping[Face, Mapping[str, float]]:
        return {
            batch.jobs[index].face: fills
            for batch, drawn in zip(self._batches, self._settled, strict=True)
            for index, fills in drawn.fills.items()
        }

    @property
    def is_as_it_came(self) -> bool:
        """Whether no document that was there before all had been filled in was drawn again."""
        return all(
            not first.result().pdf or first.result() is drawn
            for first, drawn in zip(self._first, self._settled, strict=True)
        )

    @property
    def findings(self) -> tuple[Finding, ...]:
        """What is wrong with the faces, when all have been drawn. Raises: TemplateError."""
        troubled = [
            (batch.jobs[index], batch, trouble)
            for batch, drawn in zip(self._batches, self._settled, strict=True)
            for index, trouble in drawn.problems.items()
        ]
        found = [finding for job, _, trouble in troubled for finding in face_findings(job, trouble)]
        shown = ((job, batch, trouble.refused) for job, batch, trouble in troubled)
        return (*told_together(found), *picture_findings(shown))

    @property
    def fits(self) -> tuple[Fit, ...]:
        """Every text that was made to fit, in the order of the faces. Raises: TemplateError."""
        return tuple(
            _fit_of(batch, index, each)
            for batch, drawn in zip(self._batches, self._settled, strict=True)
            for index, fittings in drawn.fittings.items()
            for each in fittings
        )

    @property
    def _settled(self) -> list[BatchResult]:
        """What came of each batch in the end."""
        with self._lock:
            if self._last is None:
                self._last = self._settle()
            return self._last

    def _settle(self) -> list[BatchResult]:
        first = [future.result() for future in self._first]
        if self._is_settled:
            return first
        plan = shared_sizes(
            each for drawn in first for fittings in drawn.fittings.values() for each in fittings
        )
        self._note(plan)
        again = {
            number: self._submit(batch.with_sizes({**(batch.sizes or {}), **plan}))
            for number, (batch, drawn) in enumerate(zip(self._batches, first, strict=True))
            if _changes_size(batch, drawn, plan) or (batch.draw and not drawn.pdf)
        }
        return [again[number].result() if number in again else drawn for number, drawn in enumerate(first)]

    def _places(self) -> Mapping[Face, PageRef]:
        return {
            job.face: PageRef(number, index)
            for number, batch in enumerate(self._batches)
            for index, job in enumerate(batch.jobs)
        }


class _Documents(Sequence[bytes]):
    """What was drawn, or is being drawn, in order; each is read when somebody asks for it, as soon as it is
    there.
    """

    def __init__(self, count: int, read: Callable[[int], bytes]) -> None:
        self._count, self._read = count, read

    def __len__(self) -> int:
        return self._count

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and tuple(self) == tuple(other)

    __hash__ = None  # type: ignore[assignment]

    @overload
    def __getitem__(self, number: int) -> bytes: ...
    @overload
    def __getitem__(self, number: slice) -> Sequence[bytes]: ...
    def __getitem__(self, number: int | slice) -> bytes | Sequence[bytes]:
        if isinstance(number, slice):
            return tuple(self._read(each) for each in range(*number.indices(len(self))))
        if not -len(self) <= number < len(self):
            raise IndexError(number)
        return self._read(number % len(self))


def _changes_size(batch: Batch, drawn: BatchResult, plan: SizeMap) -> bool:
    """Return whether sizes of type change in a batch, be it in a card that a face shows."""
    if not plan:
        return False
    return not drawn.groups.isdisjoint(plan) or batch.shows_cards


def _fit_of(batch: Batch, index: int, each: Fitting) -> Fit:
    job = batch.jobs[index]
    return Fit(job.face, job.title, each.box, each.designed, each.needed, each.used, each.room)


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
            drawing_worker(project, choose_engine(engine), **limits) for _ in range(worker_count(jobs))
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
        engine = choose_engine(self._engine or game.look.engine)
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
        engine = choose_engine(self._engine or game.look.engine)
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
