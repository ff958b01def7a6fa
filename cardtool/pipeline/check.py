"""Checking a game: read it, judge its data, and see whether its texts fit their boxes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from cardtool.errors import MissingLibrary, SheetRefused
from cardtool.finding import Finding, has_errors, in_order
from cardtool.model import Game
from cardtool.project import Project

__all__ = ["Checked", "check", "read"]


@dataclass(frozen=True, slots=True)
class Checked:
    """A game and all that was found. There is no game where its game.yaml could not be used.

    `left_out` says what could not be checked on this machine, and why; empty where all was.
    """

    game: Game | None
    findings: tuple[Finding, ...]
    left_out: str = ""


def read(project: Project, id: str) -> Checked:
    """Read a game and judge its data."""
    from cardtool import lint, load

    loaded = load.load_game(project, id)
    found: Iterable[Finding] = loaded.findings
    if loaded.game is not None:
        found = (*found, *lint.check(loaded.game))
    return Checked(loaded.game, tuple(in_order(found)))


def check(project: Project, id: str, *, layout: bool = True, jobs: int | None = None) -> Checked:
    """Everything that is wrong with a game; with `layout` its faces are filled in and measured too.

    Raises: TemplateError when a template cannot be filled in.
    """
    if not layout:
        return read(project, id)
    from cardtool.render import Crew
    from cardtool.render.typefaces import unknown_fonts

    try:
        crew = Crew(project, jobs)
    except MissingLibrary as error:
        return replace(read(project, id), left_out=f"whether texts fit was not checked: {error}")
    with crew:
        checked = read(project, id)
        game = checked.game
        if game is None or has_errors(checked.findings):
            return checked
        found = (
            *checked.findings,
            *_sheet_fits(project, game),
            *unknown_fonts(project, game),
            *crew.measure(game),
        )
        return replace(checked, findings=tuple(in_order(found)))


def _sheet_fits(project: Project, game: Game) -> Iterator[Finding]:
    """Whether the cards go on the game's own sheet, and the mats on paper."""
    from cardtool.impose.rules import SHEET_FIT
    from cardtool.pipeline.order import Order, Part
    from cardtool.pipeline.planning import planned

    try:
        planned(project, game, Order(part=Part.ALL))
    except SheetRefused as refused:
        problem, _, advice = str(refused).partition("\n")
        yield SHEET_FIT.found(game.source, problem, advice or None)
