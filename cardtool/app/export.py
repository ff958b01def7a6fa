"""Exporting a game: its data for spreadsheets and programs, its faces as pictures.

Pictures are drawn of a game without errors alone; a list of cards only needs all cards to be read.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from pathlib import Path

from cardtool import export
from cardtool.app.check import Checked, load_and_lint
from cardtool.finding import Finding, has_errors
from cardtool.model import COLOUR_THEME, CardFaces, Face, FacePages, Game, PrintMode
from cardtool.output import OutputFolder, commit_export
from cardtool.project import Project
from cardtool.render import Progress, no_progress

_NO_PAGES = FacePages((), {})
GameCheck = Callable[[Game], Iterable[Finding]]


@dataclass(frozen=True, slots=True)
class DrawnGame:
    """A game as it was checked, and its drawn cards; no faces where something stops them."""

    checked: Checked
    pages: FacePages

    @property
    def game(self) -> Game | None:
        return self.checked.game

    @property
    def findings(self) -> tuple[Finding, ...]:
        """What was found, less what the game waives."""
        return self.checked.findings

    def usable(self) -> Game | None:
        """The game, if nothing that was found is an error."""
        return None if has_errors(self.findings) else self.game


def draw_cards(
    project: Project,
    id: str,
    jobs: int | None,
    judge: GameCheck = lambda game: (),
    theme: str | None = None,
) -> DrawnGame:
    """The game with its cards drawn, in a theme or in its own; `judge` says what is wrong with it beforehand.

    Raises: TemplateError, MissingLibrary.
    """
    from cardtool.render import RenderPool, face_jobs

    with RenderPool(project, jobs) as crew:
        checked = load_and_lint(project, id, theme)
        game = checked.game
        if game is not None and not checked.has_errors:
            checked = checked.with_findings(judge(game))
        if game is None or checked.has_errors:
            return DrawnGame(checked, _NO_PAGES)
        drawn = crew.draw(game, face_jobs(game, PrintMode.SHEETS))
        return DrawnGame(checked.with_findings(drawn.findings), drawn.pages)


def distinct_faces(game: Game) -> tuple[Face, ...]:
    """Every distinct face of the game's cards, in their order."""
    faces = (face for each in card_faces(game) for face in (each.front, each.back))
    return tuple(dict.fromkeys(face for face in faces if face is not None))


def card_faces(game: Game) -> tuple[CardFaces, ...]:
    """Every card with its faces, in the game's order; mats are no cards."""
    from cardtool.render import card_faces

    return tuple(
        CardFaces(card, *card_faces(kind, card))
        for kind in game.card_kinds
        for card in game.cards_of(kind.id)
    )


DATA_FORMATS: dict[str, Callable[[Game], bytes]] = {
    "xlsx": export.to_xlsx,
    "csv": export.to_csv,
    "json": export.to_json,
}


@dataclass(frozen=True, slots=True)
class ExportResult:
    """The files of an export, none where a finding forbids it."""

    files: tuple[Path, ...]
    findings: tuple[Finding, ...]
    waived: int = 0


def export_data(project: Project, id: str, format: str, out: Path | None = None) -> ExportResult:
    """The game's cards as a workbook, CSV or JSON: the file `out`, or `cards.<format>` in the folder `out`
    or else in the game's own.

    Nothing is written where a record could not be read, for the list would not be whole; anything else that
    is wrong with the game is found, and the list written all the same.
    """
    checked = load_and_lint(project, id)
    if checked.game is None or not _is_complete(checked.game):
        return ExportResult((), checked.findings, checked.waived)
    target = _target_file(project, out, project.output(id) / f"cards.{format}")
    content = DATA_FORMATS[format](_without_mats(checked.game))
    with OutputFolder.held(target.parent) as folder:
        folder.add(target.name, content)
        folder.commit()
    return ExportResult((target,), checked.findings, checked.waived)


def export_pictures(
    project: Project,
    id: str,
    *,
    dpi: int,
    bleed: bool,
    out: Path | None = None,
    jobs: int | None = None,
    theme: str | None = None,
    progress: Progress = no_progress,
) -> ExportResult:
    """Every face of the game as PNG, in the folder `out` or else `faces` in the game's own."""
    from cardtool.export.face_pictures import check_picture_names, picture_names
    from cardtool.export.face_pictures import face_pngs as pictures

    with OutputFolder.held(
        project.place_for_output(out, project.output(id) / f"faces{_theme_suffix(theme)}")
    ) as folder:
        drawn = draw_cards(
            project,
            id,
            jobs,
            lambda game: check_picture_names(game, picture_names(game, distinct_faces(game))),
            theme,
        )
        game = drawn.usable()
        if game is None:
            return ExportResult((), drawn.findings, drawn.checked.waived)
        names = picture_names(game, drawn.pages.pages)
        for done, (face, content) in enumerate(pictures(drawn.pages, game, dpi=dpi, bleed=bleed), start=1):
            folder.add(f"{names[face]}.png", content)
            progress(done, len(names))
        return ExportResult(commit_export(folder), drawn.findings, drawn.checked.waived)


def export_contact_sheet(
    project: Project,
    id: str,
    *,
    dpi: int,
    out: Path | None = None,
    jobs: int | None = None,
    theme: str | None = None,
) -> ExportResult:
    """All fronts of the game on one picture: the file `out`, or `contact.png` in the folder `out` or else in
    the game's own.
    """
    from cardtool.export.face_pictures import contact_sheet

    target = _target_file(project, out, project.output(id) / f"contact{_theme_suffix(theme)}.png")
    with OutputFolder.held(target.parent) as folder:
        drawn = draw_cards(project, id, jobs, theme=theme)
        game = drawn.usable()
        if game is None:
            return ExportResult((), drawn.findings, drawn.checked.waived)
        folder.add(target.name, contact_sheet(drawn.pages, game, dpi=dpi))
        folder.commit()
    return ExportResult((target,), drawn.findings, drawn.checked.waived)


def _target_file(project: Project, out: Path | None, usual: Path) -> Path:
    """The file to write: under its usual name where a folder was asked for. Raises: as `place_for_output`."""
    return project.place_for_output(out / usual.name if out and out.is_dir() else out, usual)


def _is_complete(game: Game) -> bool:
    """Whether every record of every card could be read."""
    return game.incomplete.isdisjoint(kind.id for kind in game.card_kinds)


def _theme_suffix(theme: str | None) -> str:
    """What the names of files end with that were asked for in a theme."""
    return "" if theme in (None, COLOUR_THEME) else f"-{theme}"


def _without_mats(game: Game) -> Game:
    """The game with its cards alone: mats are printed, and on no card list."""
    kinds = game.card_kinds
    return replace(game, kinds=kinds, cards=game.cards_of(*(kind.id for kind in kinds)))
