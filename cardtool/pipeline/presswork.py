"""From faces on their way to finished files: the rulebook, the sheets, what is told of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from cardtool.finding import has_errors, in_order
from cardtool.model import Game, PrintMode
from cardtool.pipeline import bundle
from cardtool.pipeline.checking import Checked
from cardtool.pipeline.fitting import fit_reports
from cardtool.pipeline.inking import ink_of
from cardtool.pipeline.made import Made
from cardtool.pipeline.order import Order, Part
from cardtool.pipeline.planning import planned
from cardtool.pipeline.preflight import files_checked, passed_over
from cardtool.pipeline.prints import Material, Print, is_of_book
from cardtool.pipeline.rulebook import Rulebook, print_rulebook
from cardtool.preflight.preflight_worker import FaceExamination, PreflightWorker
from cardtool.project import Project
from cardtool.render import (
    BookWorker,
    FaceJob,
    PendingFaces,
    RenderPool,
    RenderResult,
    style_faults,
    unknown_fonts,
)

__all__ = ["Works", "files_of"]


class Works(NamedTuple):
    """Faces on their way: of which kinds, which they are, who draws them, and who looks at what was drawn."""

    kinds: tuple[PrintMode, ...]
    faces: tuple[FaceJob, ...]
    crew: RenderPool
    drawn: PendingFaces
    examiner: PreflightWorker
    examination: FaceExamination


def files_of(
    project: Project, game: Game, order: Order, folder: Path, checked: Checked, works: Works
) -> Made:
    """The files that are ordered of a game that is in order, to be written to this folder.

    Raises: UsageError, ProjectError, SheetRefused or TemplateError.
    """
    drawn = works.drawn
    prints = planned(project, game, order)
    checked = checked.also((*unknown_fonts(project, game), *style_faults(project, game)), ())
    with_book = any(map(is_of_book, prints))
    book = _rulebook(project, game, checked, works) if with_book else None
    first = _first_page(works.crew, game, prints, book) if order.part is Part.ALL else None
    material = Material(game, drawn.pages, book)
    # Without a rulebook, sheets are made of faces as they come, while others are still being drawn.
    contents = {} if with_book else _contents(prints, material)
    rendered = drawn.finished()
    checked = checked.also(rendered.findings, ())
    if not has_errors(checked.findings):  # what does not fit its box also runs over the cut, and is told once
        checked = checked.also(works.examination.findings(rendered.pages.documents), ())
    # Without its figures there is no rulebook, whatever is waived.
    besides = [finding for each in (book, first) if each is not None for finding in each.findings]
    findings = tuple(in_order((*checked.findings, *besides)))
    if has_errors(findings):
        return Made(findings, waived=checked.waived)
    if not contents or not drawn.is_as_it_came:
        contents = _contents(prints, replace(material, faces=rendered.pages))
    if first is not None:
        contents[bundle.NAME] = bundle.bundle(game, bundle.sections(prints, book), first.pages, contents)
    checked = checked.also((*findings, *files_checked(prints, contents, folder)), ())
    findings = checked.findings
    if has_errors(findings):
        return Made(findings, waived=checked.waived)
    reports = fit_reports(game, rendered.fits, works.kinds)
    ink = ink_of(prints, rendered.pages, works.examiner.ink)
    left_out = passed_over(works.faces)
    return Made(findings, game, contents, reports, ink, rendered.fits, left_out, checked.waived)


def _rulebook(project: Project, game: Game, checked: Checked, works: Works) -> Rulebook | None:
    """The rulebook, where nothing is wrong with the faces."""
    with BookWorker(project) as press:  # which gets ready while faces are drawn
        if has_errors(checked.also(works.drawn.findings, ()).findings):
            return None
        return print_rulebook(project, game, works.crew, press)


def _contents(prints: Sequence[Print], material: Material) -> dict[str, bytes]:
    return {each.name: each.write(material) for each in prints}


def _first_page(crew: RenderPool, game: Game, prints: Sequence[Print], book: Rulebook | None) -> RenderResult:
    """The page in front of the file that holds everything."""
    parts = bundle.sections(prints, book)
    return crew.draw(game, [bundle.first_page(game, parts, bundle.paper_of(prints))])
