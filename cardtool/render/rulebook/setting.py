"""Sets a rulebook: the manuscript composed, the template of the book filled in. Runs in a worker process."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import asdict
from html import unescape

from cardtool.errors import TemplateError
from cardtool.geometry import Size
from cardtool.render.active import faults_of_page, unspoken_pictures
from cardtool.render.fetch import Fetcher
from cardtool.render.fonts import Characters, font_files
from cardtool.render.rulebook.compose import Composed, compose
from cardtool.render.rulebook.order import ManuscriptOrder, SetBook
from cardtool.render.studio import templates_of

__all__ = ["set_book"]

_TAG = re.compile(r"<[^>]*>")


def set_book(order: ManuscriptOrder) -> SetBook:
    """The book that was ordered, as the inside of a `<body>`. Raises: TemplateError with the place."""
    templates = templates_of(order.project, order.game, order.theme, _no_measure)
    composed = compose(templates, order.text, order.name, order.told, order.sorts)
    _judge(order, order.name, "".join(chapter.html for chapter in composed.chapters))
    html = templates.fill(order.template, _told(order, composed), "book").html
    _judge(order, order.project.template_name(order.game, order.template), html)
    return SetBook(html, composed.figures)


def _judge(order: ManuscriptOrder, name: str, html: str) -> None:
    """Raise TemplateError, which begins with this name, for what would be left out, run or lead elsewhere."""
    for fault in (*faults_of_page(html), *unspoken_pictures(html), *_left_out(order, html)):
        raise TemplateError(f"{name}: {fault}")


def _left_out(order: ManuscriptOrder, html: str) -> Iterator[str]:
    """Yield what a book printer would leave out of the book, a sentence each."""
    fetcher = Fetcher(order.project, order.game)
    fetcher.look_for([html])
    yield from map(fetcher.told, fetcher.refused)
    characters = Characters(font_files(order.project))
    for character in characters.missing(unescape(_TAG.sub(" ", html))):
        yield f"no font has the character {character!r} (U+{ord(character):04X})"


def _told(order: ManuscriptOrder, composed: Composed) -> dict[str, object]:
    return {
        **order.told.values,
        "book": {"title": order.told.title, "version": order.told.version},
        "game": {"id": order.game, "title": order.told.title, "version": order.told.version},
        "chapters": [asdict(chapter) for chapter in composed.chapters],
    }


def _no_measure(html: str, width: float) -> Size:
    raise TemplateError("fit boxes are for faces; in a book text flows")
