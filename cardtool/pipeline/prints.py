"""The files a build can make, each planned before anything is drawn, and written when it has been."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from cardtool import impose
from cardtool.errors import ProjectError
from cardtool.geometry import Size
from cardtool.impose import Card, CutSheet, Page, TiledFace
from cardtool.impose.write import finished_pdfs, sheets, single_pages
from cardtool.model import Backs, Face, FacePages, Game, Kind, PrintMode, Sheet
from cardtool.pipeline.order import USUAL_MARGIN
from cardtool.pipeline.rulebook import Rulebook
from cardtool.project import Project
from cardtool.render import card_faces

__all__ = [
    "PAPERS",
    "PAPER_NAMES",
    "Bookfile",
    "Booklet",
    "CutFile",
    "FaceBook",
    "Material",
    "Print",
    "SheetBook",
    "TiledMats",
    "WholeMats",
    "caption_font",
    "cards_to_print",
    "fits",
    "in_tiles",
    "is_of_book",
    "mats_to_print",
    "tiled",
]

_CAPTION_FONT = "AlegreyaSans-Regular.ttf"

PAPERS = {"a4": Size(210, 297), "letter": Size(215.9, 279.4)}
PAPER_NAMES = {"a4": "A4", "letter": "US Letter"}


@dataclass(frozen=True, slots=True)
class Material:
    """What files are made of: the game, its drawn faces, and the rulebook where one was printed."""

    game: Game
    faces: FacePages
    book: Rulebook | None


class Print(Protocol):
    """One file of a build."""

    @property
    def name(self) -> str:
        """The file's name in the output folder."""

    def write(self, material: Material) -> bytes:
        """The file itself."""


@dataclass(frozen=True, slots=True)
class SheetBook:
    """All cards of a game on sheets of paper."""

    sheet: Sheet
    pages: tuple[Page, ...]
    font: Path

    @property
    def name(self) -> str:
        return f"cards-{self.sheet.name}.pdf"

    @property
    def backs(self) -> Backs:
        """How the backs are printed."""
        return self.pages[0].frame.backs if self.pages else Backs.NONE

    def write(self, material: Material) -> bytes:
        game = material.game
        return sheets.write_sheets(
            self.pages,
            material.faces,
            title=game.title,
            version=game.version,
            sheet=self.sheet,
            font=self.font,
        )


@dataclass(frozen=True, slots=True)
class CutFile:
    """The contours of some pages of a sheet, for a machine to cut; `part` is their place, from 1."""

    sheet: Sheet
    contours: CutSheet
    part: int
    format: str

    @property
    def name(self) -> str:
        return f"cards-{self.sheet.name}-cut-{self.part}.{self.format}"

    def write(self, material: Material) -> bytes:
        game, pages = material.game, ", ".join(map(str, self.contours.pages))
        title = f"{game.title} {game.version}, {self.sheet.name}: what to cut on page {pages}"
        return impose.cut_file(self.contours, title=title, format=self.format)


@dataclass(frozen=True, slots=True)
class FaceBook:
    """Every distinct face of the game's cards once, a page each, with bleed."""

    name: str = "faces.pdf"

    def write(self, material: Material) -> bytes:
        game = material.game
        kinds = {face: game.kind(face.kind) for face in material.faces.pages if _is_card(game, face)}
        pages = {face: material.faces.pages[face] for face in kinds}
        return single_pages.write_faces(FacePages(material.faces.documents, pages), kinds, title=game.title)


@dataclass(frozen=True, slots=True)
class WholeMats:
    """Mats in one piece, a page each: on `paper`, or on pages of their own size."""

    mats: tuple[tuple[Face, Kind], ...]
    paper: str = ""

    @property
    def name(self) -> str:
        return f"mats-compact-{self.paper}.pdf" if self.paper else "mats-whole.pdf"

    def write(self, material: Material) -> bytes:
        title = f"{material.game.title}: mats"
        return single_pages.write_whole_faces(
            material.faces, self.mats, title=title, paper=PAPERS.get(self.paper)
        )


def in_tiles(material: Material, mats: Sequence[TiledFace], what: str, font: Path) -> bytes:
    """A PDF of what is larger than the paper, in tiles; `what` is told on its pages."""
    game = material.game
    return sheets.write_tiles(
        mats, material.faces, title=game.title, version=game.version, what=what, font=font
    )


@dataclass(frozen=True, slots=True)
class TiledMats:
    """Mats larger than the paper, in tiles to be glued together."""

    paper: str
    mats: tuple[TiledFace, ...]
    font: Path

    @property
    def name(self) -> str:
        return f"mats-{self.paper}.pdf"

    def write(self, material: Material) -> bytes:
        return in_tiles(material, self.mats, f"mats in tiles on {PAPER_NAMES[self.paper]}", self.font)


@dataclass(frozen=True, slots=True)
class Bookfile:
    """The rulebook, to be read: as PDF or as a page for a browser."""

    name: str

    def write(self, material: Material) -> bytes:
        assert material.book is not None
        return material.book.html if self.name.endswith(".html") else material.book.pdf


@dataclass(frozen=True, slots=True)
class Booklet:
    """The rulebook on sheets to be folded."""

    paper: str

    @property
    def name(self) -> str:
        return f"rulebook-booklet-{self.paper}.pdf"

    def write(self, material: Material) -> bytes:
        assert material.book is not None
        title = f"{material.game.title}: the rulebook, to fold"
        return finished_pdfs.write_booklet(
            material.book.pdf, PAPERS[self.paper], title=title, back_cover=True
        )


def is_of_book(file: Print) -> bool:
    """Whether the rulebook must be printed for this file."""
    return isinstance(file, Bookfile | Booklet)


def cards_to_print(game: Game) -> list[Card]:
    """Every card of the game, copy by copy, in the game's order."""
    cards: list[Card] = []
    for kind in game.card_kinds:
        for component in game.cards_of(kind.id):
            front, back = card_faces(kind, component)
            cards += [Card(front, back, kind.size, kind.bleed, kind.outline)] * component.copies
    return cards


def mats_to_print(game: Game) -> tuple[tuple[Face, Kind], ...]:
    """Every mat of the game, copy by copy: its front, and its kind."""
    return tuple(
        (card_faces(kind, component)[0], kind)
        for kind in game.kinds
        if kind.prints is PrintMode.MATS
        for component in game.cards_of(kind.id)
        for _ in range(component.copies)
    )


def tiled(
    mats: Sequence[tuple[Face, Kind]], game: Game, paper: str, font: Path, margin: float = USUAL_MARGIN
) -> TiledMats:
    """These mats in tiles on this paper. Raises: SheetRefused when the paper is too small for any."""
    names = {component.id: component.name for component in game.cards}
    planned = (
        TiledFace(
            face,
            names[face.card or ""],
            impose.plan_tiles(kind.size, kind.bleed, PAPERS[paper], margin=margin),
        )
        for face, kind in mats
    )
    return TiledMats(paper, tuple(planned), font)


def fits(size: Size, paper: Size, margin: float = USUAL_MARGIN) -> bool:
    """Whether something goes whole on this paper, one way or the other."""
    return size.goes_into(paper.grown(-margin))


def caption_font(project: Project) -> Path:
    """The font sheets are captioned in. Raises: ProjectError when the toolkit has lost it."""
    font = project.find_file("templates/fonts", _CAPTION_FONT)
    if font is None:
        raise ProjectError(f"templates/fonts/{_CAPTION_FONT} is missing; sheets are captioned in it")
    return font


def _is_card(game: Game, face: Face) -> bool:
    return game.kind(face.kind).prints is PrintMode.SHEETS
