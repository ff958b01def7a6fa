"""Building a game: from its files to what is printed of it.

The story: hold the output folder; stop if nothing changed; make what is asked for; write.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from cardtool.finding import Finding
from cardtool.model import Fit, Game
from cardtool.pipeline import ledger
from cardtool.pipeline.fitting import in_theme, is_report
from cardtool.pipeline.made import Made, Progress
from cardtool.pipeline.order import Order, Part
from cardtool.pipeline.output import OutputFolder
from cardtool.pipeline.stamp import stamp
from cardtool.project import Project

__all__ = ["Built", "build"]


@dataclass(frozen=True, slots=True)
class Built:
    """What came of a build: the files to print, whether they were there already, what was found, and which
    texts were set otherwise than designed. `left_out` says what was not looked at; empty where all was.
    `waived` is how many findings the game lets stand.
    """

    files: tuple[Path, ...]
    unchanged: bool
    findings: tuple[Finding, ...]
    fits: tuple[Fit, ...] = ()
    left_out: str = ""
    waived: int = 0


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
        current = None if mark is None else ledger.current(folder, order.key, mark)
        if current is not None:
            return Built(tuple(file for file in current if not is_report(file.name)), True, ())
        made = _maker(order.part)(project, id, order, folder.path, jobs, progress)
        files = () if made.game is None else _write(folder, order, mark or "", made, made.game)
        return Built(files, False, made.findings, made.fits, made.left_out, made.waived)


def _maker(part: Part) -> Callable[[Project, str, Order, Path, int | None, Progress], Made]:
    """What makes this part of a game, imported when something is to be made."""
    if part is Part.BOX:
        from cardtool.pipeline.boxes import make_boxes

        return make_boxes
    from cardtool.pipeline.printing import make_prints

    return make_prints


def _write(folder: OutputFolder, order: Order, mark: str, made: Made, game: Game) -> tuple[Path, ...]:
    """Put the files in their places, the reports on them beside, and note both in the ledger."""
    files = [folder.add(in_theme(name, game.theme), content) for name, content in made.contents.items()]
    for name, content in made.reports.items():
        folder.add(in_theme(name, game.theme), content)
    ink = {in_theme(name, game.theme): share for name, share in made.ink.items()}
    of_game = {"game": game.id, "game_version": game.version}
    ledger.record(folder, order.key, mark, of_game, {"theme": game.theme.name, "ink": ink})
    return tuple(files)
