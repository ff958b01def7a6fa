"""Building a game: from its files to sheets that can be printed.

The story: hold the output folder; stop if nothing changed; read and judge; plan the sheets; draw the
faces; judge what was drawn; impose; write.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from cardtool import impose, load
from cardtool.finding import Finding, has_errors, in_order
from cardtool.geometry import Point
from cardtool.model import Backs, Game
from cardtool.pipeline.check import read
from cardtool.pipeline.output import OutputFolder
from cardtool.pipeline.prints import FaceBook, Print, SheetBook, caption_font, cards_to_print
from cardtool.pipeline.stamp import stamp
from cardtool.project import Project
from cardtool.render import Crew

__all__ = ["Built", "Order", "build"]

Progress = Callable[[int, int], None]
_NOWHERE = Point(0.0, 0.0)


@dataclass(frozen=True, slots=True)
class Order:
    """What to build, and how it is to be printed. None means: as the game or the sheet says.

    `sheets` are names of print sheets; where there are none, `default_sheet` asks for the game's own.
    `faces` asks for a PDF of the faces alone. `back_offset` moves backs to answer a printer that feeds
    askew; `margin` is the edge the printer cannot print.
    """

    sheets: tuple[str, ...] = ()
    default_sheet: bool = True
    faces: bool = False
    backs: Backs | None = None
    back_offset: Point = _NOWHERE
    margin: float | None = None

    @property
    def key(self) -> str:
        """The order in a few words, by which the ledger knows it."""
        wishes = [*self.sheets, *(["faces"] if self.faces else [])]
        if self.default_sheet and not self.sheets:
            wishes.append("default-sheet")
        if self.backs is not None:
            wishes.append(f"backs={self.backs}")
        if self.back_offset != _NOWHERE:
            wishes.append(f"back-offset={self.back_offset.x:g},{self.back_offset.y:g}")
        if self.margin is not None:
            wishes.append(f"margin={self.margin:g}")
        return " ".join(wishes)


@dataclass(frozen=True, slots=True)
class Built:
    """What came of a build: the files, whether they were there already, and what was found."""

    files: tuple[Path, ...]
    unchanged: bool
    findings: tuple[Finding, ...]


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
    with OutputFolder.held(out or project.output(id)) as folder:
        mark = stamp(project, id, order.key)
        current = folder.current(order.key, mark)
        if current is not None:
            return Built(current, True, ())
        with Crew(project, jobs) as crew:
            checked = read(project, id)
            if checked.game is None or has_errors(checked.findings):
                return Built((), False, checked.findings)
            prints = _prints(project, checked.game, order)
            drawn = crew.draw(checked.game, progress)
        findings = tuple(in_order((*checked.findings, *drawn.findings)))
        if has_errors(findings):
            return Built((), False, findings)
        files = [folder.write(each.name, each.write(checked.game, drawn.pages)) for each in prints]
        told = {"game": id, "game_version": checked.game.version}
        folder.record(order.key, mark, told, files)
        return Built(tuple(files), False, findings)


def _prints(project: Project, game: Game, order: Order) -> list[Print]:
    """The files to make, planned: a sheet that does not suit is refused before anything is drawn."""
    prints: list[Print] = [FaceBook()] if order.faces else []
    names = order.sheets or ((game.outputs.sheet,) if order.default_sheet else ())
    sheets = {name: load.load_sheet(project, name) for name in (*load.sheet_names(project), *names)}
    cards, font = cards_to_print(game), caption_font(project)
    for name in names:
        sheet = sheets[name]
        pages = impose.plan(
            cards,
            sheet,
            backs=order.backs,
            margin=order.margin,
            back_offset=order.back_offset,
            others=sheets.values(),
        )
        prints.append(SheetBook(sheet, pages, font))
    return prints
