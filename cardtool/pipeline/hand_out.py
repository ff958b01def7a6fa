"""Exporting a game: its data for spreadsheets and programs, its faces as pictures."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

from cardtool import export
from cardtool.finding import Finding, has_errors, in_order
from cardtool.model import FacePages, Game, Prints
from cardtool.pipeline.check import read
from cardtool.pipeline.output import OutputFolder
from cardtool.project import Project

__all__ = ["DATA_FORMATS", "Exported", "export_contact_sheet", "export_data", "export_pictures"]

DATA_FORMATS: dict[str, Callable[[Game], bytes]] = {
    "xlsx": export.xlsx,
    "csv": export.csv,
    "json": export.json,
}

Progress = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class Exported:
    """The files of an export, none where a finding is an error."""

    files: tuple[Path, ...]
    findings: tuple[Finding, ...]


def export_data(project: Project, id: str, format: str, out: Path | None = None) -> Exported:
    """The game's cards as a workbook, CSV or JSON; to `out`, or to `cards.<format>` in its folder."""
    checked = read(project, id)
    if checked.game is None or has_errors(checked.findings):
        return Exported((), checked.findings)
    target = project.place_for_output(out, project.output(id) / f"cards.{format}")
    content = DATA_FORMATS[format](_cards_of(checked.game))
    with OutputFolder.held(target.parent) as folder:
        return Exported((folder.write(target.name, content),), checked.findings)


def export_pictures(
    project: Project,
    id: str,
    *,
    dpi: int,
    bleed: bool,
    out: Path | None = None,
    jobs: int | None = None,
    progress: Progress = lambda done, of: None,
) -> Exported:
    """Every face of the game as PNG, in the folder `out` or else `faces` in the game's own."""
    from cardtool.export.png import faces as pictures

    with OutputFolder.held(project.place_for_output(out, project.output(id) / "faces")) as folder:
        game, pages, findings = _drawn(project, id, jobs)
        if game is None or has_errors(findings):
            return Exported((), findings)
        files: list[Path] = []
        for face, content in pictures(pages, game, dpi=dpi, bleed=bleed):
            files.append(folder.write(f"{face.name}.png", content))
            progress(len(files), len(pages.pages))
        return Exported(tuple(files), findings)


def export_contact_sheet(
    project: Project, id: str, *, dpi: int, out: Path | None = None, jobs: int | None = None
) -> Exported:
    """All fronts of the game on one picture, `out` or else `contact.png` in the game's folder."""
    from cardtool.export.contact import contact_sheet

    target = project.place_for_output(out, project.output(id) / "contact.png")
    with OutputFolder.held(target.parent) as folder:
        game, pages, findings = _drawn(project, id, jobs)
        if game is None or has_errors(findings):
            return Exported((), findings)
        return Exported((folder.write(target.name, contact_sheet(pages, game, dpi=dpi)),), findings)


def _cards_of(game: Game) -> Game:
    """The game with its cards alone: mats are printed, and on no card list."""
    kinds = tuple(kind for kind in game.kinds if kind.prints is Prints.SHEETS)
    return replace(game, kinds=kinds, cards=game.cards_of(*(kind.id for kind in kinds)))


def _drawn(project: Project, id: str, jobs: int | None) -> tuple[Game | None, FacePages, tuple[Finding, ...]]:
    """The game, its faces and what was found; no faces where the data has errors."""
    from cardtool.render import Crew, jobs_of

    with Crew(project, jobs) as crew:
        checked = read(project, id)
        if checked.game is None or has_errors(checked.findings):
            return checked.game, FacePages((), {}), checked.findings
        drawn = crew.draw(checked.game, jobs_of(checked.game, Prints.SHEETS))
        return checked.game, drawn.pages, tuple(in_order((*checked.findings, *drawn.findings)))
