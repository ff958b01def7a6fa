"""Faces on their way from the workers: drawn at once where every text fits as it was designed.

Where texts were set smaller, others of their group may come to share their size, so that a deck looks even.
That is known when all faces have been filled in; those it touches are then drawn, or drawn again.

Texts are of one group where their kind, side, box and designed size are the same. Of the sizes they need,
those within a quarter point of the smallest become that one; then the same among the sizes left.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, field
from threading import Lock
from typing import overload

from cardtool.finding import Finding
from cardtool.model import Face, FacePages, Fit, PageRef
from cardtool.render import layout_rules
from cardtool.render.batch import Batch, BatchResult, Fitting, SizeMap

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
        found = [
            finding for job, _, trouble in troubled for finding in layout_rules.face_findings(job, trouble)
        ]
        shown = ((job, batch, trouble.refused) for job, batch, trouble in troubled)
        return (*layout_rules.told_together(found), *layout_rules.picture_findings(shown))

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
