"""Drawing a game's cards for an export: read, judged, drawn, judged again. The only place that does."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from cardtool.finding import Finding, has_errors
from cardtool.model import CardFaces, Face, FacePages, Game, PrintMode
from cardtool.pipeline.checking import Checked, read
from cardtool.project import Project

__all__ = ["DrawnGame", "Judge", "card_faces", "draw_cards", "drawn_faces"]

_NOTHING_DRAWN = FacePages((), {})
Judge = Callable[[Game], Iterable[Finding]]


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
    judge: Judge = lambda game: (),
    theme: str | None = None,
) -> DrawnGame:
    """The game with its cards drawn, in a theme or in its own; `judge` says what is wrong with it beforehand.

    Raises: TemplateError, MissingLibrary.
    """
    from cardtool.render import RenderPool, face_jobs

    with RenderPool(project, jobs) as crew:
        checked = read(project, id, theme)
        game = checked.game
        if game is not None and not has_errors(checked.findings):
            checked = checked.also(judge(game), ())
        if game is None or has_errors(checked.findings):
            return DrawnGame(checked, _NOTHING_DRAWN)
        drawn = crew.draw(game, face_jobs(game, PrintMode.SHEETS))
        return DrawnGame(checked.also(drawn.findings, ()), drawn.pages)


def drawn_faces(game: Game) -> tuple[Face, ...]:
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
