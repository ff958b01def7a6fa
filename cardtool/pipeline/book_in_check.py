"""Whether a rulebook can be printed, as far as can be told without printing it: set, its figures measured."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from cardtool.errors import ProjectError
from cardtool.finding import Finding
from cardtool.model import BookDesign, FigureDesign, Game
from cardtool.pipeline import bundle
from cardtool.pipeline.order import Order, Part
from cardtool.pipeline.planning import planned
from cardtool.pipeline.rulebook import Rulebook, manuscript_of
from cardtool.project import Project
from cardtool.render import ManuscriptRequest, MeasureCache, RenderPool, figure_jobs

__all__ = ["book_faults"]


Ordered = list[tuple[str, FigureDesign, dict[str, Any]]]


def book_faults(
    project: Project, game: Game, crew: RenderPool, remembered: MeasureCache
) -> Iterator[Finding]:
    """Yield what is wrong with the rulebook, its figures, and the page in front of all that is printed.

    Raises: TemplateError with the place of what cannot be set; ProjectError when a file of it is missing.
    """
    text, design = game.rulebook, game.book
    if text is not None and design is not None:
        project.template_text(game.id, design.style)
        ordered = _figures(manuscript_of(project, game, text, design), design, crew, remembered)
        if ordered:
            yield from crew.measure(game, figure_jobs(game, ordered)).findings
    yield from _first_page_faults(project, game, crew)


def _figures(
    order: ManuscriptRequest, design: BookDesign, crew: RenderPool, remembered: MeasureCache
) -> Ordered:
    """Return the figures of a rulebook, which is set for it if it changed since the last time."""
    key = remembered.key_of_data(order)
    kept = remembered.recall_as(key)
    if not _are_figures(kept, design):
        kept = [[figure.id, figure.sort, figure.shows] for figure in crew.set_book(order).figures]
    remembered.keep_as(key, kept)
    return [(id, design.figures[sort], shows) for id, sort, shows in kept]


def _are_figures(kept: Any, design: BookDesign) -> bool:
    """Return whether what was kept has the shape of figures that can be ordered."""
    return isinstance(kept, list) and all(
        isinstance(each, list)
        and len(each) == 3
        and isinstance(each[0], str)
        and each[1] in design.figures
        and isinstance(each[2], dict)
        for each in kept
    )


def _first_page_faults(project: Project, game: Game, crew: RenderPool) -> Iterator[Finding]:
    try:
        prints = planned(project, game, Order(part=Part.ALL))
    except ProjectError:
        return  # cards that do not go on their sheet are told of elsewhere
    book = Rulebook(b"", b"", 4, game.book.page, ()) if game.book else None  # of some number of pages
    page = bundle.first_page(game, bundle.sections(prints, book), bundle.paper_of(prints))
    yield from crew.measure(game, [page]).findings
