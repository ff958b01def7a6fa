"""From faces on their way to finished files: the rulebook, the sheets, and the reports on them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from cardtool.app import print_books
from cardtool.app.artifacts import (
    Artifact,
    BuildInputs,
    PrintedRulebook,
    needs_rulebook,
)
from cardtool.app.board_seams import seam_findings
from cardtool.app.check import Checked
from cardtool.app.idle_themes import idle_theme_findings
from cardtool.app.options import BuildContents, BuildOptions, Part
from cardtool.app.plan_files import plan_files
from cardtool.app.preflight import check_files, unexamined_faces
from cardtool.app.print_books import print_rulebook
from cardtool.finding import Finding, has_errors
from cardtool.model import Fit, Game, Kind
from cardtool.preflight.preflight_worker import FaceExamination
from cardtool.project import Project
from cardtool.render import (
    BookWorker,
    FaceJob,
    PendingFaces,
    RenderPool,
    RenderResult,
    written_faults,
)
from cardtool.report import format_fits_json


class RenderSession(NamedTuple):
    """Faces on their way: of which cards and kinds, which they are, who draws them, and who looks at what was
    drawn.
    """

    chosen: Game
    kinds: tuple[Kind, ...]
    faces: tuple[FaceJob, ...]
    pool: RenderPool
    drawn: PendingFaces
    examination: FaceExamination


def assemble_files(
    project: Project,
    game: Game,
    options: BuildOptions,
    folder: Path,
    checked: Checked,
    session: RenderSession,
) -> BuildContents:
    """Return the files that are ordered of a game, which was `checked`, to be written to this folder.

    Raises: UsageError, ProjectError, SheetRefused or TemplateError.
    """
    drawn, chosen = session.drawn, session.chosen
    artifacts = plan_files(project, chosen, options)
    inputs = BuildInputs(game, drawn.pages, None)
    with_book = any(map(needs_rulebook, artifacts))
    # Without a rulebook, sheets are made of faces as they come, while others are still being drawn.
    contents = {} if with_book else write_contents(artifacts, inputs)
    checked = checked.with_findings((*seam_findings(chosen, artifacts), *written_faults(project, game)))
    book = _print_rulebook_if_sound(project, game, checked, session) if with_book else None
    first = draw_first_page(session.pool, game, artifacts, book) if options.part is Part.ALL else None
    rendered = drawn.finished()
    checked = checked.with_findings((*rendered.findings, *_theme_findings(project, game, session)))
    if not checked.has_errors:  # what does not fit its box also runs over the cut, and is told once
        checked = checked.with_findings(session.examination.findings(rendered.pages.documents))
    # Without its figures there is no rulebook, whatever is waived.
    besides = tuple(finding for each in (book, first) if each is not None for finding in each.findings)
    if checked.has_errors or has_errors(besides):
        return BuildContents((*checked.found, *besides), waived=checked.waived)
    if not contents or not drawn.is_as_it_came:
        inputs = replace(inputs, faces=rendered.pages, book=book)
        contents = write_contents(artifacts, inputs)
    if first is not None:
        contents[print_books.bundle_name(game, options)] = print_books.bind_bundle(
            game, print_books.bundle_sections(game, artifacts, book), first.pages, contents
        )
    checked = checked.with_findings((*besides, *check_files(artifacts, contents, inputs, folder)))
    if checked.has_errors:
        return BuildContents(checked.found, waived=checked.waived)
    reports = fit_reports(game, rendered.fits, session.kinds)
    left_out = unexamined_faces(session.faces)
    return BuildContents(checked.found, game, contents, reports, rendered.fits, left_out, checked.waived)


def _theme_findings(project: Project, game: Game, session: RenderSession) -> Iterable[Finding]:
    """Return whether the theme changes nothing; a few chosen cards do not tell."""
    if session.chosen is not game:
        return ()
    return idle_theme_findings(project, game, session.faces, session.pool)


def _print_rulebook_if_sound(
    project: Project, game: Game, checked: Checked, session: RenderSession
) -> PrintedRulebook | None:
    """Return the rulebook, where nothing is wrong with the faces."""
    with BookWorker(project) as worker:  # which gets ready while faces are drawn
        if checked.with_findings(session.drawn.findings).has_errors:
            return None
        return print_rulebook(project, game, session.pool, worker)


def write_contents(artifacts: Sequence[Artifact], inputs: BuildInputs) -> dict[str, bytes]:
    """Return the content of each file by its name."""
    return {each.name: each.write(inputs) for each in artifacts}


def draw_first_page(
    pool: RenderPool, game: Game, artifacts: Sequence[Artifact], book: PrintedRulebook | None
) -> RenderResult:
    """Return the page in front of these files, which says how to print each."""
    parts = print_books.bundle_sections(game, artifacts, book)
    return pool.draw(game, [print_books.first_page_job(game, parts, print_books.bundle_paper(artifacts))])


def fit_reports(game: Game, fits: Sequence[Fit], drawn: Sequence[Kind]) -> dict[str, bytes]:
    """Return the reports on the kinds that were drawn, by file name."""
    names = {kind.id: _ON_SHEETS if kind.sheet else _ON_OWN_PAPER for kind in drawn}
    return {
        name: format_fits_json(
            [fit for fit in fits if names.get(fit.face.kind) == name], game.id, game.version
        ).encode()
        for name in sorted(set(names.values()))
    }


_ON_SHEETS, _ON_OWN_PAPER = "fit-report.json", "fit-report-mats.json"
