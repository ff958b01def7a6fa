"""Printing a game.

The story: read; have the faces drawn, and looked at as they come; judge the game meanwhile; impose.
"""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path

from cardtool.finding import has_errors
from cardtool.model import PrintMode
from cardtool.pipeline.checking import judged, loaded
from cardtool.pipeline.made import Made, Progress
from cardtool.pipeline.order import Order, Part
from cardtool.project import Project
from cardtool.render import RenderPool

__all__ = ["make_prints"]


def make_prints(
    project: Project, id: str, order: Order, folder: Path, jobs: int | None, progress: Progress
) -> Made:
    """The files of sheets, mats and rulebook, to be written to this folder.

    Raises: UsageError, ProjectError, SheetRefused, TemplateError or MissingLibrary.
    """
    with ExitStack() as stack:
        # Workers get ready while the game is read, and before more is imported here.
        crew = stack.enter_context(RenderPool(project, jobs, order.engine))
        checked = loaded(project, id, order.theme)
        game = checked.game
        if game is None or has_errors(checked.findings):
            return Made(judged(checked).findings)
        from cardtool.pipeline.preflight import subjects
        from cardtool.preflight.preflight_worker import FaceExamination, PreflightWorker
        from cardtool.render import face_jobs

        kinds = _kinds(order)
        faces = tuple(face_jobs(game, *kinds))
        drawn = crew.begin(game, faces, progress)
        examiner = stack.enter_context(PreflightWorker())
        examination = FaceExamination(subjects(game, faces), drawn.pages.pages, examiner.look)
        stack.enter_context(examination).begin(drawn.pages.documents)
        checked = judged(checked)  # while faces are drawn and looked at
        if has_errors(checked.findings):
            crew.stop()
            return Made(checked.findings)
        from cardtool.pipeline.presswork import Works, files_of

        works = Works(kinds, faces, crew, drawn, examiner, examination)
        return files_of(project, game, order, folder, checked, works)


def _kinds(order: Order) -> tuple[PrintMode, ...]:
    """How the kinds print whose faces are to be drawn."""
    if order.part is Part.ALL:
        return (PrintMode.SHEETS, PrintMode.MATS)
    return (PrintMode.MATS,) if order.part is Part.MATS else (PrintMode.SHEETS,)
