"""A draft: whatever can be drawn of a game in which something is wrong, stamped as a draft.

What cannot be drawn is a placeholder of its size that says why; what does not go on its sheet is left out;
all that was found is listed beside. How faces look once they are drawn is not judged; a check does that.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import groupby
from pathlib import Path

from cardtool.app import print_books
from cardtool.app.artifacts import Artifact, BuildInputs, PrintedRulebook, needs_rulebook
from cardtool.app.assemble import draw_first_page, write_contents
from cardtool.app.board_seams import seam_findings
from cardtool.app.check import load_and_lint
from cardtool.app.options import BuildContents, BuildOptions, Part, kinds_to_draw
from cardtool.app.plan_files import plan_files, refusal_of_kind
from cardtool.app.print_books import print_rulebook
from cardtool.app.selection import chosen_faces
from cardtool.errors import SheetRefused, TemplateError
from cardtool.finding import Finding, has_errors, sorted_findings
from cardtool.impose import SHEET_FIT
from cardtool.model import Face, Game, Kind
from cardtool.project import Project
from cardtool.render import (
    BookWorker,
    FaceJob,
    Progress,
    RenderPool,
    written_faults,
)
from cardtool.render.layout_rules import UNDRAWABLE
from cardtool.report import format_text, snippet_reader

_TEMPLATE = "draft-face.html"
_LIST = "findings.txt"


def make_draft_files(
    project: Project, id: str, options: BuildOptions, folder: Path, jobs: int | None, progress: Progress
) -> BuildContents:
    """Return the files of a draft, and the list of what is wrong. No game where game.yaml cannot be used.

    Raises: UsageError; ProjectError where there is nothing to draw, or nothing can be drawn.
    """
    from cardtool.impose.write.finished_pdfs import stamp_draft

    with RenderPool(project, jobs, options.engine) as pool:
        checked = load_and_lint(project, id, options.theme)
        game = checked.game
        if game is None:
            return BuildContents(checked.found)
        chosen, refused = _without_refused_kinds(project, options.selection.of(game), options)
        kinds = options.printed_of(chosen, kinds_to_draw(chosen, options.part))
        faces, undrawn = _drawable_faces(pool, game, chosen_faces(game, chosen, kinds))
        drawn = pool.draw(game, faces, progress)
        planned = plan_files(project, chosen, options)
        book, of_book = _print_rulebook(project, game, pool, planned)
        artifacts = [each for each in planned if book is not None or not needs_rulebook(each)]
        contents = write_contents(artifacts, BuildInputs(game, drawn.pages, book))
        if options.part is Part.ALL:
            first = draw_first_page(pool, game, artifacts, book)
            sections = print_books.bundle_sections(game, artifacts, book)
            name = print_books.bundle_name(game, options)
            contents[name] = print_books.bind_bundle(game, sections, first.pages, contents)
    found = (
        *refused,
        *undrawn,
        *drawn.findings,
        *of_book,
        *seam_findings(chosen, artifacts),
        *written_faults(project, game),
    )
    checked = checked.with_findings(found)
    files = {name: stamp_draft(file) if name.endswith(".pdf") else file for name, file in contents.items()}
    listed = format_text(checked.findings, id, snippet_reader(project.root), False, checked.waived)
    files[_LIST] = f"{listed.rstrip()}\n".encode()
    return BuildContents(checked.found, game, files, fits=drawn.fits, waived=checked.waived)


def _without_refused_kinds(
    project: Project, game: Game, options: BuildOptions
) -> tuple[Game, tuple[Finding, ...]]:
    """Return the game less the kinds that do not go on their sheet. Raises: SheetRefused when none does."""
    try:
        plan_files(project, game, options)
    except SheetRefused:
        refused = [(kind, refusal_of_kind(project, game, kind, options)) for kind in game.kinds]
        left = tuple(kind for kind, why in refused if not why)
        smaller = replace(game, kinds=left, cards=game.cards_of(*(kind.id for kind in left)))
        plan_files(project, smaller, options)
        return smaller, tuple(_left_out(kind, why) for kind, why in refused if why)
    return game, ()


def _left_out(kind: Kind, why: SheetRefused) -> Finding:
    return SHEET_FIT.found(kind.source, f"{why.problem}: left out of the draft", why.advice)


def _drawable_faces(
    pool: RenderPool, game: Game, faces: Sequence[FaceJob]
) -> tuple[tuple[FaceJob, ...], tuple[Finding, ...]]:
    """Return the faces with a placeholder for each that cannot be drawn, and why it cannot."""
    why = dict(_failures(pool, game, sorted(faces, key=lambda job: job.template)))
    drawable = tuple(_placeholder(job, why[job.face]) if job.face in why else job for job in faces)
    found = (
        UNDRAWABLE.found(job.source, f"{job.title} cannot be drawn: {why[job.face]}")
        for job in faces
        if job.face in why
    )
    return drawable, sorted_findings(found)


def _failures(pool: RenderPool, game: Game, faces: Sequence[FaceJob]) -> Iterator[tuple[Face, str]]:
    """Yield each face that cannot be drawn, and why: looked for in ever smaller halves."""
    try:
        if faces:
            pool.draw(game, faces)
    except TemplateError as error:
        if len(faces) == 1:
            yield faces[0].face, str(error)
            return
        middle = _middle(faces)
        yield from _failures(pool, game, faces[:middle])
        yield from _failures(pool, game, faces[middle:])


def _middle(faces: Sequence[FaceJob]) -> int:
    """Return where to part them: behind the first template where there are several, for it may fail whole."""
    first = next(len(list(same)) for _, same in groupby(faces, key=lambda job: job.template))
    return first if first < len(faces) else len(faces) // 2


def _placeholder(job: FaceJob, why: str) -> FaceJob:
    told = {"face": job.variables["face"], "title": job.title, "why": why}
    return job._replace(template=_TEMPLATE, variables=told)


def _print_rulebook(
    project: Project, game: Game, pool: RenderPool, artifacts: Iterable[Artifact]
) -> tuple[PrintedRulebook | None, tuple[Finding, ...]]:
    """Return the rulebook, where it is wanted and can be printed, and what is wrong with it."""
    if not any(map(needs_rulebook, artifacts)):
        return None, ()
    try:
        with BookWorker(project) as worker:
            book = print_rulebook(project, game, pool, worker)
    except TemplateError as error:
        place = game.rulebook.source if game.rulebook else game.source
        return None, (UNDRAWABLE.found(place, f"the rulebook cannot be printed: {error}"),)
    return (None if has_errors(book.findings) else book), book.findings
