"""The files a build makes from drawn faces, each planned before anything is drawn."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from cardtool import impose
from cardtool.errors import ProjectError
from cardtool.impose import Card, Page
from cardtool.model import FacePages, Game, Sheet
from cardtool.project import Project
from cardtool.render import faces_of

__all__ = ["FaceBook", "Print", "SheetBook", "caption_font", "cards_to_print"]

_CAPTION_FONT = "AlegreyaSans-Regular.ttf"


class Print(Protocol):
    """One file of a build."""

    @property
    def name(self) -> str:
        """The file's name in the output folder."""

    def write(self, game: Game, faces: FacePages) -> bytes:
        """The file, from the game's drawn faces."""


@dataclass(frozen=True, slots=True)
class SheetBook:
    """All cards of a game on sheets of paper."""

    sheet: Sheet
    pages: tuple[Page, ...]
    font: Path

    @property
    def name(self) -> str:
        return f"cards-{self.sheet.name}.pdf"

    def write(self, game: Game, faces: FacePages) -> bytes:
        return impose.write_sheets(
            self.pages, faces, title=game.title, version=game.version, sheet=self.sheet, font=self.font
        )


@dataclass(frozen=True, slots=True)
class FaceBook:
    """Every distinct face of a game once, a page each, with bleed."""

    @property
    def name(self) -> str:
        return "faces.pdf"

    def write(self, game: Game, faces: FacePages) -> bytes:
        return impose.write_faces(
            faces, {face: game.kind(face.kind) for face in faces.pages}, title=game.title
        )


def cards_to_print(game: Game) -> list[Card]:
    """Every card of the game, copy by copy, in the game's order."""
    cards: list[Card] = []
    for kind in game.kinds:
        for component in game.cards_of(kind.id):
            front, back = faces_of(kind, component)
            cards += [Card(front, back, kind.size, kind.bleed)] * component.copies
    return cards


def caption_font(project: Project) -> Path:
    """The font sheets are captioned in. Raises: ProjectError when the toolkit has lost it."""
    font = project.find_file("templates/fonts", _CAPTION_FONT)
    if font is None:
        raise ProjectError(f"templates/fonts/{_CAPTION_FONT} is missing; sheets are captioned in it")
    return font
