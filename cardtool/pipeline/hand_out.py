"""Exporting a game: its data for spreadsheets and programs, its faces as pictures.

Pictures are drawn of a game without errors alone; a list of cards only needs all cards to be read.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

from cardtool import export
from cardtool.finding import Finding
from cardtool.model import COLOUR_THEME, Game
from cardtool.pipeline.checking import read
from cardtool.pipeline.drawing import draw_cards, drawn_faces
from cardtool.pipeline.export_note import commit_export
from cardtool.pipeline.output import OutputFolder
from cardtool.project import Project

__all__ = ["DATA_FORMATS", "Exported", "export_contact_sheet", "export_data", "export_pictures"]

DATA_FORMATS: dict[str, Callable[[Game], bytes]] = {
    "xlsx": export.to_xlsx,
    "csv": export.to_csv,
    "json": export.to_json,
}

Progress = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class Exported:
    """The files of an export, none where a finding forbids it."""

    files: tuple[Path, ...]
    findings: tuple[Finding, ...]
    waived: int = 0


def export_data(project: Project, id: str, format: str, out: Path | None = None) -> Exported:
    """The game's cards as a workbook, CSV or JSON: the file `out`, or `cards.<format>` in the folder `out`
    or else in the game's own.

    Nothing is written where a record could not be read, for the list would not be whole; anything else that
    is wrong with the game is found, and the list written all the same.
    """
    checked = read(project, id)
    if checked.game is None or not _is_whole(checked.game):
        return Exported((), checked.findings, checked.waived)
    target = _file(project, out, project.output(id) / f"cards.{format}")
    content = DATA_FORMATS[format](_cards_of(checked.game))
    with OutputFolder.held(target.parent) as folder:
        folder.add(target.name, content)
        folder.commit()
    return Exported((target,), checked.findings, checked.waived)


def export_pictures(
    project: Project,
    id: str,
    *,
    dpi: int,
    bleed: bool,
    out: Path | None = None,
    jobs: int | None = None,
    theme: str | None = None,
    progress: Progress = lambda done, of: None,
) -> Exported:
    """Every face of the game as PNG, in the folder `out` or else `faces` in the game's own."""
    from cardtool.export.face_pictures import check_picture_names, picture_names
    from cardtool.export.face_pictures import face_pngs as pictures

    with OutputFolder.held(
        project.place_for_output(out, project.output(id) / f"faces{_suffix(theme)}")
    ) as folder:
        drawn = draw_cards(
            project,
            id,
            jobs,
            lambda game: check_picture_names(game, picture_names(game, drawn_faces(game))),
            theme,
        )
        game = drawn.usable()
        if game is None:
            return Exported((), drawn.findings, drawn.checked.waived)
        names = picture_names(game, drawn.pages.pages)
        for done, (face, content) in enumerate(pictures(drawn.pages, game, dpi=dpi, bleed=bleed), start=1):
            folder.add(f"{names[face]}.png", content)
            progress(done, len(names))
        return Exported(commit_export(folder), drawn.findings, drawn.checked.waived)


def export_contact_sheet(
    project: Project,
    id: str,
    *,
    dpi: int,
    out: Path | None = None,
    jobs: int | None = None,
    theme: str | None = None,
) -> Exported:
    """All fronts of the game on one picture: the file `out`, or `contact.png` in the folder `out` or else in
    the game's own.
    """
    from cardtool.export.face_pictures import contact_sheet

    target = _file(project, out, project.output(id) / f"contact{_suffix(theme)}.png")
    with OutputFolder.held(target.parent) as folder:
        drawn = draw_cards(project, id, jobs, theme=theme)
        game = drawn.usable()
        if game is None:
            return Exported((), drawn.findings, drawn.checked.waived)
        folder.add(target.name, contact_sheet(drawn.pages, game, dpi=dpi))
        folder.commit()
    return Exported((target,), drawn.findings, drawn.checked.waived)


def _file(project: Project, out: Path | None, usual: Path) -> Path:
    """The file to write: under its usual name where a folder was asked for. Raises: as `place_for_output`."""
    return project.place_for_output(out / usual.name if out and out.is_dir() else out, usual)


def _is_whole(game: Game) -> bool:
    """Whether every record of every card could be read."""
    return game.incomplete.isdisjoint(kind.id for kind in game.card_kinds)


def _suffix(theme: str | None) -> str:
    """What the names of files end with that were asked for in a theme."""
    return "" if theme in (None, COLOUR_THEME) else f"-{theme}"


def _cards_of(game: Game) -> Game:
    """The game with its cards alone: mats are printed, and on no card list."""
    kinds = game.card_kinds
    return replace(game, kinds=kinds, cards=game.cards_of(*(kind.id for kind in kinds)))
