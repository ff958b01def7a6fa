"""Everything to be printed at home in one file, behind a page that says what to print how."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import asdict, dataclass

from cardtool import impose
from cardtool.geometry import Size
from cardtool.impose.write import finished_pdfs
from cardtool.model import Backs, Face, FacePages, Game, Side
from cardtool.pipeline.prints import PAPER_NAMES, PAPERS, Booklet, Print, SheetBook, WholeMats
from cardtool.pipeline.rulebook import Rulebook
from cardtool.pipeline.sheets import TiledCards
from cardtool.render import FaceJob, page_job

__all__ = ["NAME", "Section", "bundle", "first_page", "paper_of", "sections"]

NAME = "print-and-play.pdf"
_FIRST = Face("page", Side.FRONT, "first-page")
_TEMPLATE = "print-first.html"


@dataclass(frozen=True, slots=True)
class Section:
    """A part of the file that is printed in one go. Pages count from 1, the first page included."""

    file: str
    title: str
    first: int
    last: int
    sheets: int
    sides: str
    how: str


def paper_of(prints: Sequence[Print]) -> str:
    """The paper the bundle is for: that of its sheet of cards."""
    papers = [each.sheet.paper for each in prints if isinstance(each, SheetBook)]
    return "letter" if any(_is_letter(paper) for paper in papers) else "a4"


def _is_letter(paper: Size) -> bool:
    """Whether this is US Letter, upright or sideways; inches leave a rounding error."""
    return math.dist(sorted(paper), sorted(PAPERS["letter"])) < 0.1


def sections(prints: Sequence[Print], book: Rulebook | None) -> list[Section]:
    """The parts of the bundle in the order in which they are best printed."""
    paper = paper_of(prints)
    parts: list[Section] = []
    at = 3  # behind the first page and its empty back
    for each in prints:
        told = _told(each, paper, book)
        if told is not None:
            title, pages, sides, how = told
            sheets = -(-pages // 2) if sides == "both sides" else pages
            parts.append(Section(each.name, title, at, at + pages - 1, sheets, sides, how))
            at += pages + pages % 2
    return parts


def _told(each: Print, paper: str, book: Rulebook | None) -> tuple[str, int, str, str] | None:
    """What the first page says of a file: title, pages, sides, and how; None for files left out."""
    if isinstance(each, SheetBook):
        return "Cards", len(each.pages), *_CARDS[each.backs]
    if isinstance(each, TiledCards):
        pages = sum(mat.tiles.count for mat in each.mats)
        return (
            "Large pieces",
            pages,
            "one side",
            "Cut and glue the tiles of each piece, its back behind.",
        )
    if isinstance(each, WholeMats) and each.paper == paper:
        how = "On thick paper or card. One for each player, and one for the middle of the table."
        return "Mats", len(each.mats), "one side", how
    if isinstance(each, Booklet) and each.paper == paper and book is not None:
        sides = 2 * impose.plan_booklet(book.pages, book.page, PAPERS[paper]).sheets
        how = "Flip on the short edge. Fold the pile in half and staple it through the fold."
        return "Rulebook", sides, "both sides", how
    return None


_CUT = "Cut along the marks, long cuts first."
_CARDS = {
    Backs.LONG_EDGE: ("both sides", f"On card of 200 g or more. Flip on the long edge. {_CUT}"),
    Backs.SHORT_EDGE: ("both sides", f"On card of 200 g or more. Flip on the short edge. {_CUT}"),
    Backs.FOLD: ("one side", f"Fold each sheet along the dashes, glue it, and let it dry. {_CUT}"),
    Backs.NONE: ("one side", f"For sleeves with old cards behind. {_CUT}"),
}


def first_page(game: Game, parts: Sequence[Section], paper: str) -> FaceJob:
    """The page in front, as a face to be drawn."""
    told = {"sections": [asdict(part) for part in parts], "paper": PAPER_NAMES[paper]}
    return page_job(game, _FIRST, _TEMPLATE, PAPERS[paper], told)


def bundle(game: Game, parts: Sequence[Section], first: FacePages, files: dict[str, bytes]) -> bytes:
    """The whole file."""
    documents = [*first.documents, *(files[part.file] for part in parts)]
    bookmarks = ["What to print", *(part.title for part in parts)]
    return finished_pdfs.concatenate(
        documents, title=f"{game.title} {game.version}: print and play", bookmarks=bookmarks
    )
