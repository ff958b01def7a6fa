"""Sets a rulebook: the manuscript composed, the template of the book filled in. Runs in a worker process."""

from __future__ import annotations

from dataclasses import asdict

from cardtool.errors import TemplateError
from cardtool.geometry import Size
from cardtool.render.rulebook.compose import Composed, compose
from cardtool.render.rulebook.order import ManuscriptOrder, SetBook
from cardtool.render.studio import templates_of

__all__ = ["set_book"]


def set_book(order: ManuscriptOrder) -> SetBook:
    """The book that was ordered, as the inside of a `<body>`. Raises: TemplateError with the place."""
    templates = templates_of(order.project, order.game, order.theme, _no_measure)
    composed = compose(templates, order.text, order.name, order.told, order.sorts)
    html = templates.fill(order.template, _told(order, composed), "book").html
    return SetBook(html, composed.figures)


def _told(order: ManuscriptOrder, composed: Composed) -> dict[str, object]:
    return {
        **order.told.values,
        "book": {"title": order.told.title, "version": order.told.version},
        "game": {"id": order.game, "title": order.told.title, "version": order.told.version},
        "chapters": [asdict(chapter) for chapter in composed.chapters],
    }


def _no_measure(html: str, width: float) -> Size:
    raise TemplateError("fit boxes are for faces; in a book text flows")
