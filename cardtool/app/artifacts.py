"""The files a build can make: each planned before anything is drawn, and written when it has been."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import Protocol

from cardtool import impose
from cardtool.finding import Finding
from cardtool.geometry import Size
from cardtool.impose import CutSheet, Page, TiledFace
from cardtool.model import CARD, Backs, Face, FacePages, Game, Kind, Sheet
from cardtool.wording import ENGLISH

PAPERS = {"a4": Size(210, 297), "letter": Size(215.9, 279.4)}
PAPER_NAMES = {"a4": "A4", "letter": "US Letter"}


@dataclass(frozen=True, slots=True)
class PrintedRulebook:
    """A printed rulebook: tagged PDF, one page of HTML, and what was found while its figures were drawn.

    `pages` says how many pages the PDF has, `page` how large they are, `back_cover` that the last one is one.
    """

    pdf: bytes
    html: bytes
    pages: int
    page: Size
    findings: tuple[Finding, ...]
    back_cover: bool = False


@dataclass(frozen=True, slots=True)
class BuildInputs:
    """What files are made of: the game, its drawn faces, and the rulebook where one was printed."""

    game: Game
    faces: FacePages
    book: PrintedRulebook | None


class Artifact(Protocol):
    """One file of a build."""

    @property
    def name(self) -> str:
        """Return the file's name in the output folder."""

    def write(self, inputs: BuildInputs) -> bytes:
        """Return what is in the file."""


def _stem(forms: Sequence[str], *, on_one_side: bool = False) -> str:
    """Return what a file of pieces of these forms is called: cards, where there are some among them."""
    named = ENGLISH.rulebook.forms[forms[0]][1].replace(" ", "-") if len(forms) == 1 else "pieces"
    stem = "cards" if CARD.id in forms or not forms else named
    return f"{stem}-one-side" if on_one_side else stem


@dataclass(frozen=True, slots=True)
class CardSheets:
    """Cards and other pieces on sheets of paper; `forms` are those of their kinds, in the game's order.

    `paper` says that there is such a file for each paper, of which a printer takes one; `on_one_side` that
    these have no backs, and others on this sheet have; `part` which of several files it is, 0 of one.
    """

    sheet: Sheet
    pages: tuple[Page, ...]
    font: Path
    forms: tuple[str, ...] = (CARD.id,)
    paper: str = ""
    on_one_side: bool = False
    part: int = 0

    @property
    def name(self) -> str:
        part = f"-{self.part}" if self.part else ""
        return f"{_stem(self.forms, on_one_side=self.on_one_side)}-{self.sheet.name}{part}.pdf"

    @property
    def backs(self) -> Backs:
        """Return how the backs are printed."""
        return self.pages[0].frame.backs if self.pages else Backs.NONE

    def write(self, inputs: BuildInputs) -> bytes:
        from cardtool.impose.write import sheets

        game, out = inputs.game, BytesIO()
        sheets.write_sheets(
            out,
            self.pages,
            inputs.faces,
            title=game.title,
            version=game.version,
            sheet=self.sheet,
            font=self.font,
            language=game.language,
        )
        return out.getvalue()


@dataclass(frozen=True, slots=True)
class CutFile:
    """The contours of some pages of a sheet, for a machine to cut; `part` is their place, from 1."""

    sheet: Sheet
    contours: CutSheet
    part: int
    format: str
    forms: tuple[str, ...] = (CARD.id,)
    on_one_side: bool = False

    @property
    def name(self) -> str:
        stem = _stem(self.forms, on_one_side=self.on_one_side)
        return f"{stem}-{self.sheet.name}-cut-{self.part}.{self.format}"

    def write(self, inputs: BuildInputs) -> bytes:
        game, pages = inputs.game, ", ".join(map(str, self.contours.pages))
        title = f"{game.title} {game.version}, {self.sheet.name}: what to cut on page {pages}"
        return impose.cut_file(self.contours, title=title, format=self.format)


@dataclass(frozen=True, slots=True)
class FacesFile:
    """Every distinct face of the game's cards once, a page each, with bleed."""

    name: str = "faces.pdf"

    def write(self, inputs: BuildInputs) -> bytes:
        from cardtool.impose.write import single_pages

        game = inputs.game
        kinds = {face: game.kind_of(face) for face in inputs.faces.pages if _is_card_face(game, face)}
        pages = {face: inputs.faces.pages[face] for face in kinds}
        return single_pages.write_faces(
            FacePages(inputs.faces.documents, pages), kinds, title=game.title, language=game.language
        )


@dataclass(frozen=True, slots=True)
class WholeMats:
    """Mats and boards in one piece, a page for each face: on `paper`, or on pages of their own size.

    On paper they are all printed on one side, or all on `both_sides`, each back behind its front.
    """

    mats: tuple[tuple[Face, Kind], ...]
    paper: str = ""
    both_sides: bool = False

    @property
    def name(self) -> str:
        sides = "-both-sides" if self.both_sides else ""
        return f"mats-compact{sides}-{self.paper}.pdf" if self.paper else "mats-whole.pdf"

    def write(self, inputs: BuildInputs) -> bytes:
        from cardtool.impose.write import single_pages

        title = f"{inputs.game.title}: mats"
        return single_pages.write_whole_faces(
            inputs.faces, self.mats, title=title, paper=PAPERS.get(self.paper), language=inputs.game.language
        )


def write_in_tiles(inputs: BuildInputs, mats: Sequence[TiledFace], what: str, font: Path) -> bytes:
    """Return a PDF of what is larger than the paper, in tiles; `what` is told on its pages."""
    from cardtool.impose.write import sheets

    game = inputs.game
    return sheets.write_tiles(
        mats,
        inputs.faces,
        title=game.title,
        version=game.version,
        what=what,
        font=font,
        language=game.language,
    )


@dataclass(frozen=True, slots=True)
class TiledMats:
    """Mats and boards larger than the paper, in tiles to be glued together, each back after its front.

    Out of the bundle are those of which there is a printing that goes on the paper.
    """

    paper: str
    mats: tuple[TiledFace, ...]
    font: Path
    in_bundle: bool = True

    @property
    def name(self) -> str:
        return f"mats-{self.paper}.pdf" if self.in_bundle else f"mats-full-size-{self.paper}.pdf"

    def write(self, inputs: BuildInputs) -> bytes:
        return write_in_tiles(inputs, self.mats, f"mats in tiles on {PAPER_NAMES[self.paper]}", self.font)


@dataclass(frozen=True, slots=True)
class TiledCards:
    """Cards larger than the paper of their sheet, in tiles, each back after its front."""

    sheet: Sheet
    mats: tuple[TiledFace, ...]
    font: Path
    forms: tuple[str, ...] = (CARD.id,)

    @property
    def name(self) -> str:
        return f"{_stem(self.forms)}-{self.sheet.name}-tiles.pdf"

    def write(self, inputs: BuildInputs) -> bytes:
        what = f"{_stem(self.forms).replace('-', ' ')} in tiles on {self.sheet.paper_name}"
        return write_in_tiles(inputs, self.mats, what, self.font)


@dataclass(frozen=True, slots=True)
class RulebookFile:
    """The rulebook, to be read: as PDF or as a page for a browser."""

    name: str

    def write(self, inputs: BuildInputs) -> bytes:
        assert inputs.book is not None
        return inputs.book.html if self.name.endswith(".html") else inputs.book.pdf


@dataclass(frozen=True, slots=True)
class RulebookBooklet:
    """The rulebook on sheets to be folded."""

    paper: str

    @property
    def name(self) -> str:
        return f"rulebook-booklet-{self.paper}.pdf"

    def write(self, inputs: BuildInputs) -> bytes:
        from cardtool.impose.write import finished_pdfs

        assert inputs.book is not None
        title = f"{inputs.game.title}: the rulebook, to fold"
        return finished_pdfs.write_booklet(
            inputs.book.pdf,
            PAPERS[self.paper],
            title=title,
            back_cover=inputs.book.back_cover,
            language=inputs.game.language,
        )


def needs_rulebook(file: Artifact) -> bool:
    """Return whether the rulebook must be printed for this file."""
    return isinstance(file, RulebookFile | RulebookBooklet)


def _is_card_face(game: Game, face: Face) -> bool:
    return bool(game.kind(face.kind).sheet)
