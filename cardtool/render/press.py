"""Has a book set and printed by a worker process, within limits."""

from __future__ import annotations

from types import TracebackType
from typing import Any, Self

from cardtool.errors import TemplateError
from cardtool.model import Engine
from cardtool.project import Project
from cardtool.render import engines
from cardtool.render.books import Book, BookOrder
from cardtool.render.rulebook import Figure, ManuscriptOrder, SetBook
from cardtool.render.worker import Worker, WorkerDied

__all__ = ["Press", "set_by"]


class Press:
    """A worker that sets manuscripts and prints books."""

    def __init__(self, project: Project, **limits: float) -> None:
        """Make ready. Raises: MissingLibrary where WeasyPrint does not run."""
        self._worker = Worker(project, engines.choose(Engine.WEASYPRINT), **limits)

    def __enter__(self) -> Self:
        """Start the worker, which gets ready while other things are done."""
        self._worker.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._worker.close()

    def set(self, order: ManuscriptOrder) -> SetBook:
        """The rulebook that was ordered, as HTML, and the figures to be drawn for it.

        Raises: TemplateError with the line of the manuscript or template that is wrong.
        """
        return set_by(self._worker, order)

    def print(self, order: BookOrder) -> Book:
        """The book that was ordered, as tagged PDF, and where things are in it.

        Raises: TemplateError when the book cannot be printed as it is.
        """
        head, pdf = self._ask(order)
        return Book(pdf, head["pages"], head["anchors"], head["pictures"], tuple(head["warnings"]))

    def _ask(self, order: ManuscriptOrder | BookOrder) -> tuple[dict[str, Any], bytes]:
        return _answer(self._worker, order)


def set_by(worker: Worker, order: ManuscriptOrder) -> SetBook:
    """Return the rulebook as this worker sets it, whichever engine it has ready. Raises: TemplateError."""
    head, _ = _answer(worker, order)
    return SetBook(head["html"], tuple(Figure(**told) for told in head["figures"]))


def _answer(worker: Worker, order: ManuscriptOrder | BookOrder) -> tuple[dict[str, Any], bytes]:
    try:
        return worker.ask(order)
    except WorkerDied as death:
        raise TemplateError(f"{order.name}: the book {death}") from death
