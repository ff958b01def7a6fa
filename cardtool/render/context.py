"""What a template is told about the face it draws, as plain data. Templates see nothing else."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from cardtool.geometry import Size
from cardtool.model import Component, Design, Face, Game, Kind, Side, Source, thaw

__all__ = ["FaceJob", "faces_of", "jobs_of"]


@dataclass(frozen=True, slots=True)
class FaceJob:
    """One face to draw: its template, what the template is told, and where its texts come from.

    `page` is the size with bleed; `places` says where each field of the card stands, by its name.
    Travels between processes, so it holds plain data only.
    """

    face: Face
    template: str
    page: Size
    variables: dict[str, Any]
    source: Source
    places: dict[str, Source]
    title: str


def faces_of(kind: Kind, card: Component) -> tuple[Face, Face | None]:
    """The front and the back of a card; no back where its kind has none."""
    front = _face(kind, card, Side.FRONT, kind.front)
    return front, _face(kind, card, Side.BACK, kind.back) if kind.back else None


def jobs_of(game: Game) -> Iterator[FaceJob]:
    """Every distinct face of the game, in the order of its cards; copies share theirs."""
    told = {"id": game.id, "title": game.title, "version": game.version}
    seen: set[Face] = set()
    for kind in game.kinds:
        for card in game.cards_of(kind.id):
            for face in faces_of(kind, card):
                if face is not None and face not in seen:
                    seen.add(face)
                    yield _job(told, kind, card, face)


def _face(kind: Kind, card: Component, side: Side, design: Design) -> Face:
    return Face(kind.id, side, card.id if design.each_card else None)


def _job(game: dict[str, Any], kind: Kind, card: Component, face: Face) -> FaceJob:
    design = kind.front if face.side is Side.FRONT else kind.back
    assert design is not None, "a face is only made for a side that has a design"
    variables: dict[str, Any] = {
        "game": game,
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
    places = {field: card.at(field) for field in card.fields}
    return FaceJob(face, design.template, kind.page, variables, card.source, places, f'"{card.name}"')
