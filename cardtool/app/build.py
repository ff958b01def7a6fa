"""Building a game: from its files to what is printed of it.

The story: hold the output folder; stop if nothing changed; read; have faces drawn, and looked at as
they come, and judge the game meanwhile; assemble the files; write.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from cardtool.app.inputs import input_hash
from cardtool.app.options import BuildContents, BuildOptions, Part, kinds_to_draw
from cardtool.finding import Finding, sorted_findings
from cardtool.model import Fit, Game, Theme
from cardtool.output import OutputFolder, ledger
from cardtool.project import Project
from cardtool.render import Progress, RenderPool, no_progress

if TYPE_CHECKING:
    from cardtool.render.cluster import Cluster


@dataclass(frozen=True, slots=True)
class BuildResult:
    """What came of a build: the files to print, whether they were there already, what was found, and which
    texts were set otherwise than designed. `left_out` says what was not looked at; empty where all was.
    `waived` is how many findings the game lets stand. `told_before` is, where nothing changed, how many
    findings there were when the files were made.
    """

    files: tuple[Path, ...]
    unchanged: bool
    findings: tuple[Finding, ...]
    fits: tuple[Fit, ...] = ()
    left_out: str = ""
    waived: int = 0
    told_before: int = 0


def build_game(
    project: Project,
    id: str,
    options: BuildOptions,
    *,
    out: Path | None = None,
    jobs: int | None = None,
    progress: Progress = no_progress,
) -> BuildResult:
    """Build what the order asks for. Nothing is written where a finding is an error, but for a draft.

    Raises: UsageError, ProjectError, SheetRefused, TemplateError or OutputBusy.
    """
    with OutputFolder.open(project.place_for_output(out, project.output(id))) as folder:
        stamp = input_hash(project, id, options.key)
        unchanged = (
            None if stamp is None or options.draft else ledger.unchanged_files(folder, options.order, stamp)
        )
        if unchanged is not None:
            files = tuple(file for file in unchanged if not is_fit_report(file.name))
            return BuildResult(files, True, (), told_before=ledger.findings_told(folder, options.order))
        built = _part_maker(options)(project, id, options, folder.path, jobs, progress)
        files = () if built.game is None else _write_files(folder, options, stamp or "", built, built.game)
        findings = sorted_findings(built.found)
        return BuildResult(files, False, findings, built.fits, built.left_out, built.waived)


def _part_maker(
    options: BuildOptions,
) -> Callable[[Project, str, BuildOptions, Path, int | None, Progress], BuildContents]:
    """Return what makes this part of a game, imported when something is to be made."""
    if options.draft:
        from cardtool.app.draft import make_draft_files

        return make_draft_files
    if options.part is Part.BOX:
        from cardtool.app.tuck_boxes import make_box_files

        return make_box_files

    return make_print_files


def _write_files(
    folder: OutputFolder, options: BuildOptions, stamp: str, contents: BuildContents, game: Game
) -> tuple[Path, ...]:
    """Put the files in their places, the reports on them beside, and note both in the ledger."""

    def named(name: str) -> str:
        return themed_name(_with_suffix(name, options.suffix), game.look.theme)

    files = [folder.add(named(name), content) for name, content in contents.files.items()]
    for name, content in contents.reports.items():
        folder.add(named(name), content)
    of_game = {"game": game.id, "game_version": game.version}
    more = {"theme": game.look.theme.name, "findings": len(sorted_findings(contents.found))}
    ledger.record_build(folder, options.order, stamp, of_game, more)
    return tuple(files)


def make_print_files(
    project: Project, id: str, options: BuildOptions, folder: Path, jobs: int | None, progress: Progress
) -> BuildContents:
    """Return the files of sheets, mats and rulebook, to be written to this folder.

    Raises: UsageError, ProjectError, SheetRefused, TemplateError or MissingLibrary.
    """
    with ExitStack() as stack:
        # Workers get ready while the game is read, and before more is imported here.
        cluster = _join_cluster(stack, project, options.cluster)
        pool = stack.enter_context(RenderPool(project, jobs, options.engine, cluster=cluster))
        from cardtool.app.check import load_checked, with_lint

        checked = load_checked(project, id, options.theme)
        game = checked.game
        if game is None or checked.has_errors:
            return BuildContents(with_lint(checked, remarks=False).found)
        from cardtool.app.preflight import face_subjects
        from cardtool.app.selection import chosen_faces
        from cardtool.preflight.preflight_worker import FaceExamination, PreflightPool

        chosen = options.selection.of(game)
        kinds = options.printed_of(chosen, kinds_to_draw(chosen, options.part))
        faces = chosen_faces(game, chosen, kinds)
        if chosen is not game:
            pool.measure(game)  # texts of few cards are as large as beside all others
        drawn = pool.begin(game, faces, progress, as_measured=chosen is not game)
        examiner = stack.enter_context(PreflightPool(jobs=jobs))
        subjects, pages = face_subjects(game, faces), drawn.pages
        examination = FaceExamination(subjects, pages.pages, examiner.examine_faces, examiner.jobs)
        stack.enter_context(examination).begin(pages.documents)
        checked = with_lint(checked, remarks=False)  # while faces are drawn; `check` tells remarks
        if checked.has_errors:
            pool.stop()
            return BuildContents(checked.found)
        from cardtool.app.assemble import RenderSession, assemble_files

        session = RenderSession(chosen, kinds, faces, pool, drawn, examination)
        return assemble_files(project, game, options, folder, checked, session)


def _join_cluster(stack: ExitStack, project: Project, address: str) -> Cluster | None:
    """Return the cluster at this address, to be left with the stack. Raises: UsageError, MachineError."""
    if not address:
        return None
    from cardtool.render.cluster import Cluster

    return stack.enter_context(Cluster(address, project))


def themed_name(name: str, theme: Theme) -> str:
    """Return the name of a file that is printed in this theme: `cards-a4-9up-low-ink.pdf`."""
    return _with_suffix(name, theme.suffix)


def _with_suffix(name: str, suffix: str) -> str:
    stem, dot, ending = name.rpartition(".")
    return f"{stem}{suffix}{dot}{ending}"


def is_fit_report(name: str) -> bool:
    """Return whether a file tells of texts that were made to fit, rather than being for print."""
    return name.startswith("fit-report") and name.endswith(".json")
