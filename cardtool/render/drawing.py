"""Faces on their way from the workers: drawn at once where every text fits as it was designed.

Where texts were made smaller, others of their kind may come to share their size. That is known when all
faces have been filled in; those it touches are then drawn, or drawn again.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, replace
from threading import Lock
from typing import overload

from cardtool.finding import Finding
from cardtool.model import Face, FacePages, Fit, PageRef
from cardtool.render import rules
from cardtool.render.batch import Batch, Drawn, Evened, Fitting
from cardtool.render.evening import evened

__all__ = ["Drawing", "Rendered"]

Submit = Callable[[Batch], "Future[Drawn]"]


@dataclass(frozen=True, slots=True)
class Rendered:
    """Drawn faces, what is wrong with them, and what was made to fit; no pages where only measuring was
    asked for.
    """

    pages: FacePages
    findings: tuple[Finding, ...]
    fits: tuple[Fit, ...]


class Drawing:
    """Faces that are being drawn. `note` hears how sizes were evened out, when that is known.

    `is_settled` says that it was known before, so that nothing is drawn a second time.
    """

    def __init__(
        self,
        batches: Sequence[Batch],
        submit: Submit,
        note: Callable[[Evened], None],
        is_settled: bool = False,
    ) -> None:
        self._batches, self._submit, self._note, self._is_settled = batches, submit, note, is_settled
        self._lock = Lock()  # more than one thread may wait for the end
        self._last: list[Drawn] | None = None
        self._first = [submit(batch) for batch in batches]
        self.pages = FacePages(_Documents(self), self._places())

    def document(self, number: int) -> bytes:
        """A document as soon as it is there. Until `finished`, it may yet be drawn again."""
        drawn = self._first[number].result()
        return drawn.pdf or self._settled[number].pdf

    @property
    def documents(self) -> int:
        """How many documents there will be."""
        return len(self._batches)

    def finished(self) -> Rendered:
        """All of it, when all has been drawn. Raises: TemplateError."""
        documents = tuple(drawn.pdf for drawn in self._settled)
        return Rendered(FacePages(documents, self.pages.pages), self.findings, self.fits)

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
        return tuple(
            finding
            for batch, drawn in zip(self._batches, self._settled, strict=True)
            for index, trouble in drawn.troubles.items()
            for finding in rules.findings(batch.jobs[index], trouble)
        )

    @property
    def fits(self) -> tuple[Fit, ...]:
        """Every text that was made to fit, in the order of the faces. Raises: TemplateError."""
        return tuple(
            _fit(batch, index, each)
            for batch, drawn in zip(self._batches, self._settled, strict=True)
            for index, fittings in drawn.fittings.items()
            for each in fittings
        )

    @property
    def _settled(self) -> list[Drawn]:
        """What came of each batch in the end."""
        with self._lock:
            if self._last is None:
                self._last = self._settle()
            return self._last

    def _settle(self) -> list[Drawn]:
        first = [future.result() for future in self._first]
        if self._is_settled:
            return first
        plan = evened(each for drawn in first for fittings in drawn.fittings.values() for each in fittings)
        self._note(plan)
        again = {
            number: self._submit(replace(batch, evened={**(batch.evened or {}), **plan}))
            for number, (batch, drawn) in enumerate(zip(self._batches, first, strict=True))
            if _is_touched(batch, drawn, plan) or (batch.draw and not drawn.pdf)
        }
        return [again[number].result() if number in again else drawn for number, drawn in enumerate(first)]

    def _places(self) -> Mapping[Face, PageRef]:
        return {
            job.face: PageRef(number, index)
            for number, batch in enumerate(self._batches)
            for index, job in enumerate(batch.jobs)
        }


class _Documents(Sequence[bytes]):
    """What is being drawn, in order; whoever asks for a document waits until it is there."""

    def __init__(self, drawing: Drawing) -> None:
        self._drawing = drawing

    def __len__(self) -> int:
        return self._drawing.documents

    @overload
    def __getitem__(self, number: int) -> bytes: ...
    @overload
    def __getitem__(self, number: slice) -> Sequence[bytes]: ...
    def __getitem__(self, number: int | slice) -> bytes | Sequence[bytes]:
        if isinstance(number, slice):
            return tuple(self._drawing.document(each) for each in range(*number.indices(len(self))))
        if not -len(self) <= number < len(self):
            raise IndexError(number)
        return self._drawing.document(number % len(self))


def _is_touched(batch: Batch, drawn: Drawn, plan: Evened) -> bool:
    """Whether sizes of type change in a batch, be it in a card that a face shows."""
    if not plan:
        return False
    return not drawn.groups.isdisjoint(plan) or any(job.variables.get("company") for job in batch.jobs)


def _fit(batch: Batch, index: int, each: Fitting) -> Fit:
    job = batch.jobs[index]
    return Fit(job.face, job.title, each.box, each.designed, each.needed, each.used, each.room)
