"""What a template is told about the face it draws, as plain data. Templates see nothing else."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from cardtool.geometry import Size
from cardtool.model import (
    Component,
    Face,
    FaceDesign,
    FigureDesign,
    Game,
    Kind,
    PrintMode,
    Side,
    Source,
    thaw,
)
from cardtool.render.batch import FaceJob
from cardtool.render.telling import rules_told

__all__ = ["faces_of", "figure_jobs", "jobs_of", "page_job"]


class _Places(Mapping[str, Source]):
    """Where the fields of a card stand, looked up when somebody asks."""

    def __init__(self, card: Component) -> None:
        self._card = card

    def __getitem__(self, field: str) -> Source:
        if field not in self._card.fields:
            raise KeyError(field)
        return self._card.at(field)

    def __iter__(self) -> Iterator[str]:
        return iter(self._card.fields)

    def __len__(self) -> int:
        return len(self._card.fields)

    def __reduce__(self) -> tuple[type[dict[str, Source]], tuple[()]]:
        return dict, ()


def faces_of(kind: Kind, card: Component) -> tuple[Face, Face | None]:
    """The front and the back of a card; no back where its kind has none."""
    front = _face(kind, card, Side.FRONT, kind.front)
    return front, _face(kind, card, Side.BACK, kind.back) if kind.back else None


def jobs_of(game: Game, *prints: PrintMode) -> Iterator[FaceJob]:
    """Every distinct face of the kinds that print so, in the order of its cards; copies share theirs.

    Without `prints`, of all kinds. What is larger than a card is told the rules too, and may show cards.
    """
    whole: dict[str, Any] | None = None
    seen: set[Face] = set()
    for kind in game.kinds:
        if prints and kind.prints not in prints:
            continue
        if kind.prints is PrintMode.MATS and whole is None:
            whole = _whole_game(game)
        told = whole if kind.prints is PrintMode.MATS and whole else _game_alone(game)
        for card in game.cards_of(kind.id):
            for face in faces_of(kind, card):
                if face is not None and face not in seen:
                    seen.add(face)
                    yield _job(told, kind, card, face)


def figure_jobs(game: Game, figures: Iterable[tuple[str, FigureDesign, dict[str, Any]]]) -> Iterator[FaceJob]:
    """Figures of the rulebook as faces to be drawn, each from its name, its design and what it shows."""
    whole = _whole_game(game)
    for name, design, shows in figures:
        size = design.size
        box = {
            "width": size.width,
            "height": size.height,
            "trim_width": size.width,
            "trim_height": size.height,
        }
        told = {**whole, "figure": shows, "face": {**box, "bleed": 0.0, "safe": 0.0, "side": str(Side.FRONT)}}
        face = Face("figure", Side.FRONT, name)
        yield FaceJob(face, design.template, size, told, game.source, {}, name)


def page_job(game: Game, face: Face, template: str, page: Size, told: dict[str, Any]) -> FaceJob:
    """A page that is no component: what it is told, beside the game, is up to who asks for it."""
    box = {"width": page.width, "height": page.height, "trim_width": page.width, "trim_height": page.height}
    variables = {
        **_game_alone(game),
        **told,
        "face": {**box, "bleed": 0.0, "safe": 0.0, "side": str(face.side)},
    }
    return FaceJob(face, template, page, variables, game.source, {}, f"the page {face.card}")


def _game_alone(game: Game) -> dict[str, Any]:
    return {"game": {"id": game.id, "title": game.title, "version": game.version}}


def _whole_game(game: Game) -> dict[str, Any]:
    """The game with its rules, its cards by their ids, and how each card's faces are drawn."""
    alone = _game_alone(game)
    company: dict[str, dict[str, Any]] = {}
    for kind in game.kinds:
        if kind.prints is PrintMode.SHEETS:
            for card in game.cards_of(kind.id):
                faces = [face for face in faces_of(kind, card) if face is not None]
                company[card.id] = {
                    str(face.side): _drawn_inside(_job(alone, kind, card, face)) for face in faces
                }
    cards = {card.id: thaw(card.fields) for card in game.cards}
    return {**alone, **rules_told(game), "cards": cards, "company": company}


def _drawn_inside(job: FaceJob) -> dict[str, Any]:
    """What a template needs to draw this face inside another picture."""
    return {
        "template": job.template,
        "variables": job.variables,
        "scope": job.scope,
        "width": job.page.width,
        "height": job.page.height,
        "bleed": job.variables["face"]["bleed"],
    }


def _face(kind: Kind, card: Component, side: Side, design: FaceDesign) -> Face:
    return Face(kind.id, side, card.id if design.each_card else None)


def _job(told: dict[str, Any], kind: Kind, card: Component, face: Face) -> FaceJob:
    design = kind.front if face.side is Side.FRONT else kind.back
    assert design is not None, "a face is only made for a side that has a design"
    variables: dict[str, Any] = {
        **told,
        "kind": {"id": kind.id, "title": kind.title, "plural": kind.plural, "count": kind.count},
        "face": {
            "width": kind.page.width,
            "height": kind.page.height,
            "bleed": kind.bleed,
            "safe": kind.safe,
            "trim_width": kind.size.width,
            "trim_height": kind.size.height,
            "side": str(face.side),
        },
    }
    if face.card is None:
        title = f"the {face.side} of {kind.plural}"
        return FaceJob(face, design.template, kind.page, variables, kind.source, {}, title)
    variables["card"] = {**thaw(card.fields), "copies": card.copies}
    return FaceJob(face, design.template, kind.page, variables, card.source, _Places(card), f'"{card.name}"')
