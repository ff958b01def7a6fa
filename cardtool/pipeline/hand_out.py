"""Exporting a game: its data for spreadsheets and programs, its faces as pictures."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from cardtool import export
from cardtool.finding import Finding, has_errors, in_order
from cardtool.model import Game
from cardtool.pipeline.check import read
from cardtool.pipeline.output import OutputFolder
from cardtool.project import Project
from cardtool.render import Crew

__all__ = ["DATA_FORMATS", "Exported", "export_data", "export_pictures"]

DATA_FORMATS: dict[str, Callable[[Game], bytes]] = {"xlsx": export.xlsx, "csv": export.csv, "json": export.json}

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
    target = out or project.output(id) / f"cards.{format}"
    content = DATA_FORMATS[format](checked.game)
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
    """Every face of the game as PNG, in the folder `out` or else `faces` in the game's own.

    """
    from cardtool.export.png import faces as pictures

    with OutputFolder.held(out or project.output(id) / "faces") as folder:
        with Crew(project, jobs) as crew:
            checked = read(project, id)
            if checked.game is None or has_errors(checked.findings):
                return Exported((), checked.findings)
            drawn = crew.draw(checked.game)
        findings = tuple(in_order((*checked.findings, *drawn.findings)))
        if has_errors(findings):
            return Exported((), findings)
        files: list[Path] = []
        for face, content in pictures(drawn.pages, checked.game, dpi=dpi, bleed=bleed):
            files.append(folder.write(f"{face.name}.png", content))
            progress(len(files), len(drawn.pages.pages))
        return Exported(tuple(files), findings)
