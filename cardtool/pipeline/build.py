"""Building a game: from its files to what is printed of it.

The story: hold the output folder; stop if nothing changed; make what is asked for; write. To make sheets is
to read; have the faces drawn, and meanwhile judge the game and plan; judge what was drawn; impose.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

from cardtool.finding import Finding, has_errors, in_order
from cardtool.model import Fit, Prints
from cardtool.pipeline.check import judged, loaded
from cardtool.pipeline.fitting import fit_reports, in_theme, is_report
from cardtool.pipeline.order import Order, Part
from cardtool.pipeline.output import OutputFolder
from cardtool.pipeline.stamp import stamp
from cardtool.project import Project

if TYPE_CHECKING:
    from cardtool.model import FacePages, Game
    from cardtool.pipeline.prints import Material, Print
    from cardtool.pipeline.rulebook import Rulebook
    from cardtool.render import Crew

__all__ = ["Built", "Made", "Progress", "build"]

Progress = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class Built:
    """What came of a build: the files to print, whether they were there already, what was found, and which
    texts were set otherwise than designed. `left_out` says what was not looked at; empty where all was.
    """

    files: tuple[Path, ...]
    unchanged: bool
    findings: tuple[Finding, ...]
    fits: tuple[Fit, ...] = ()
    left_out: str = ""


@dataclass(frozen=True, slots=True)
class Made:
    """What is ready to be written: files by name, `reports` beside them, and the ink that files take.

    Where a finding is an error there is no game, and nothing to write.
    """

    findings: tuple[Finding, ...]
    game: Game | None = None
    contents: Mapping[str, bytes] = field(default_factory=dict)
    reports: Mapping[str, bytes] = field(default_factory=dict)
    ink: Mapping[str, float] = field(default_factory=dict)
    fits: tuple[Fit, ...] = ()
    left_out: str = ""


def build(
    project: Project,
    id: str,
    order: Order,
    *,
    out: Path | None = None,
    jobs: int | None = None,
    progress: Progress = lambda done, of: None,
) -> Built:
    """Build what the order asks for. Nothing is written where a finding is an error.

    Raises: UsageError, ProjectError, SheetRefused, TemplateError or OutputBusy.
    """
    with OutputFolder.held(project.place_for_output(out, project.output(id))) as folder:
        mark = stamp(project, id, order.key)
        current = folder.current(order.key, mark)
        if current is not None:
            return Built(tuple(file for file in current if not is_report(file.name)), True, ())
        make = _boxes() if order.part is Part.BOX else _prints
        made = make(project, id, order, folder.path, jobs, progress)
        files = () if made.game is None else _write(folder, order, mark, made, made.game)
        return Built(files, False, made.findings, made.fits, made.left_out)


def _boxes() -> Callable[[Project, str, Order, Path, int | None, Progress], Made]:
    from cardtool.pipeline.boxes import make_boxes

    return make_boxes


def _write(folder: OutputFolder, order: Order, mark: str, made: Made, game: Game) -> tuple[Path, ...]:
    """Put the files in their places, the reports on them beside, and note both in the ledger."""
    files = [folder.write(in_theme(name, game.theme), content) for name, content in made.contents.items()]
    beside = [folder.write(in_theme(name, game.theme), content) for name, content in made.reports.items()]
    ink = {in_theme(name, game.theme): share for name, share in made.ink.items()}
    of_game = {"game": game.id, "game_version": game.version}
    folder.record(order.key, mark, of_game, (*files, *beside), {"theme": game.theme.name, "ink": ink})
    return tuple(files)


def _prints(
    project: Project, id: str, order: Order, folder: Path, jobs: int | None, progress: Progress
) -> Made:
    """The files of sheets, mats and rulebook."""
    from cardtool.render import Crew, Press, jobs_of

    with ExitStack() as stack:
        crew = stack.enter_context(Crew(project, jobs, order.engine))
        checked = loaded(project, id, order.theme)
        if checked.game is None or has_errors(checked.findings):
            return Made(judged(checked).findings)
        game = checked.game
        faces = tuple(jobs_of(game, *_kinds(order)))
        drawn = crew.begin(game, faces, progress)  # and judge meanwhile what is drawn
        checked = judged(checked)
        if has_errors(checked.findings):
            crew.stop()
            return Made(checked.findings)
        from cardtool.pipeline import bundle
        from cardtool.pipeline.inking import ink_of
        from cardtool.pipeline.planning import planned
        from cardtool.pipeline.preflight import files_checked, passed_over, subjects
        from cardtool.pipeline.prints import Material, is_of_book
        from cardtool.pipeline.rulebook import print_rulebook
        from cardtool.preflight.faces import Examination
        from cardtool.render.typefaces import unknown_fonts

        prints = planned(project, game, order)
        press = stack.enter_context(Press(project)) if any(map(is_of_book, prints)) else None
        found = (*checked.findings, *unknown_fonts(project, game))
        examination = Examination(subjects(game, faces), drawn.pages.pages)
        examination.look(drawn.pages.documents)
        book = None
        if press is not None and not has_errors(drawn.findings):
            book = print_rulebook(project, game, crew, press)
        first = _first_page(crew, game, prints, book) if order.part is Part.ALL else None
        material = Material(game, drawn.pages, book)
        # Without a rulebook, sheets are made of faces as they come, while others are still being drawn.
        contents = _contents(prints, material) if press is None else {}
        rendered = drawn.finished()
        # What does not fit its box also runs over the cut, and is told once.
        seen = () if has_errors(rendered.findings) else examination.look(rendered.pages.documents)
        looked = checked.also(seen, ()).findings
    findings = tuple(in_order((*found, *looked, *rendered.findings, *(book.findings if book else ()))))
    if has_errors(findings):
        return Made(findings)
    if not contents or not drawn.is_as_it_came:
        contents = _contents(prints, replace(material, faces=rendered.pages))
    if first is not None:
        contents[bundle.NAME] = bundle.bundle(game, bundle.sections(prints, book), first, contents)
    findings = checked.also((*findings, *files_checked(prints, contents, folder)), ()).findings
    if has_errors(findings):
        return Made(findings)
    reports = fit_reports(game, rendered.fits, _kinds(order))
    ink = ink_of(prints, rendered.pages)
    return Made(findings, game, contents, reports, ink, rendered.fits, passed_over(faces))


def _contents(prints: Sequence[Print], material: Material) -> dict[str, bytes]:
    return {each.name: each.write(material) for each in prints}


def _first_page(crew: Crew, game: Game, prints: Sequence[Print], book: Rulebook | None) -> FacePages:
    """The page in front of the file that holds everything."""
    from cardtool.pipeline import bundle

    parts = bundle.sections(prints, book)
    return crew.draw(game, [bundle.first_page(game, parts, bundle.paper_of(prints))]).pages


def _kinds(order: Order) -> tuple[Prints, ...]:
    """How the kinds print whose faces are to be drawn."""
    if order.part is Part.ALL:
        return (Prints.SHEETS, Prints.MATS)
    return (Prints.MATS,) if order.part is Part.MATS else (Prints.SHEETS,)
