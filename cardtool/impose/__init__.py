"""Imposition: drawn faces and books onto sheets of paper, to be printed, cut, folded and glued.

`plan`, `plan_booklet`, `plan_box` and `plan_tiles` are arithmetic, and say whether things fit; `write_…` and
`string` make PDFs.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from cardtool.homes import brought

if TYPE_CHECKING:
    from cardtool.geometry import Size
    from cardtool.impose.binding import plan_booklet
    from cardtool.impose.booklet import Booklet, BookletSide, BookPage
    from cardtool.impose.contours import Path as Contour
    from cardtool.impose.cutting import CutSheet, cut_sheets
    from cardtool.impose.page import Card, Frame, Page, Place
    from cardtool.impose.planning import plan
    from cardtool.impose.room import has_room
    from cardtool.impose.tiles import Mat, Tile, Tiles
    from cardtool.impose.tiling import plan_tiles
    from cardtool.impose.tuckbox import BOX_BLEED, Pack, TuckBox, plan_box
    from cardtool.model import CmykFace, Face, FacePages, Kind, Sheet

__all__ = [
    "BOX_BLEED",
    "BookPage",
    "Booklet",
    "BookletSide",
    "Card",
    "CutSheet",
    "Frame",
    "Mat",
    "Pack",
    "Page",
    "Place",
    "Tile",
    "Tiles",
    "TuckBox",
    "cut_sheets",
    "has_room",
    "path_data",
    "plan",
    "plan_booklet",
    "plan_box",
    "plan_tiles",
    "string",
    "write_booklet",
    "write_box",
    "write_calibration",
    "write_cut",
    "write_deck",
    "write_faces",
    "write_inked_deck",
    "write_pictures",
    "write_sheets",
    "write_tiles",
    "write_whole",
]


__getattr__ = brought(
    __name__,
    {
        "binding": ("plan_booklet",),
        "booklet": ("BookPage", "Booklet", "BookletSide"),
        "cutting": ("CutSheet", "cut_sheets"),
        "page": ("Card", "Frame", "Page", "Place"),
        "planning": ("plan",),
        "room": ("has_room",),
        "tiles": ("Mat", "Tile", "Tiles"),
        "tiling": ("plan_tiles",),
        "tuckbox": ("BOX_BLEED", "Pack", "TuckBox", "plan_box"),
    },
)


def write_sheets(
    pages: Sequence[Page],
    faces: FacePages,
    *,
    title: str,
    version: str,
    sheet: Sheet,
    font: Path,
    language: str = "en",
) -> bytes:
    """A PDF of planned pages, to be printed at home.

    `title` and `version` are the game's; `sheet` is the one the pages were planned on; `font` is the
    TrueType file of the small print; `language` is a BCP 47 tag.
    """
    from cardtool.impose.write.sheets import write

    game = f"{title} {version}"
    caption = f"{game} · {sheet.name}"
    return write(pages, faces, title=f"{game}: {sheet.title}", caption=caption, font=font, language=language)


def write_faces(faces: FacePages, kinds: Mapping[Face, Kind], *, title: str, language: str = "en") -> bytes:
    """A PDF with one page a face, bleed included, in the order of `faces`: for print shops, for looking at.

    MediaBox and BleedBox are the face with its bleed; TrimBox is what is left when it is cut.
    """
    from cardtool.impose.write.faces import write

    return write(faces, {face: kind.bleed for face, kind in kinds.items()}, title=title, language=language)


def write_whole(
    faces: FacePages,
    which: Sequence[tuple[Face, Kind]],
    *,
    title: str,
    marks: bool = False,
    paper: Size | None = None,
    language: str = "en",
) -> bytes:
    """A PDF with one page for each of these faces, in this order: mats and boards, whole.

    A page is as large as its face's trim, or as `paper`, with the face in its middle. With `marks` it is
    larger than the trim: it shows the bleed, and crop marks.
    """
    from cardtool.impose.write.whole import write

    return write(faces, which, title=title, marks=marks, paper=paper, language=language)


def write_tiles(
    mats: Sequence[Mat],
    faces: FacePages,
    *,
    title: str,
    version: str,
    what: str,
    font: Path,
    language: str = "en",
) -> bytes:
    """A PDF of faces larger than the paper, in tiles to be cut and glued; one page a tile.

    `title` and `version` are the game's; `what` names these mats together, as in "play mats on A4";
    `font` is the TrueType file of the small print.
    """
    from cardtool.impose.write.tiles import write

    game = f"{title} {version}"
    return write(mats, faces, title=f"{game}: {what}", caption=game, font=font, language=language)


def path_data(path: Contour) -> str:
    """A contour in the words of SVG, in millimetres."""
    from cardtool.impose.write.cut_svg import path_data as data

    return data(path)


def write_box(
    box: TuckBox,
    paper: Size,
    faces: FacePages,
    *,
    art: Face,
    front: tuple[Face, Kind] | None,
    title: str,
    caption: str,
    font: Path,
    language: str = "en",
) -> bytes:
    """A PDF of one page with a flat box in the middle of the paper, and how to cut and fold it.

    `art` is a face with `BOX_BLEED` more than the box on every side; `front` a card's face, with its
    kind, to stand on the front of it; `caption` says what the box is.
    """
    from cardtool.impose.write.box import write

    return write(
        box, paper, faces, art=art, front=front, title=title, caption=caption, font=font, language=language
    )


def write_calibration(paper: Size, *, font: Path, language: str = "en") -> bytes:
    """A PDF of the sheets by which a printer is calibrated, for this paper upright and sideways."""
    from cardtool.impose.write.calibration import write

    return write(paper, font, language)


def write_cut(sheet: CutSheet, *, title: str, format: str) -> bytes:
    """The contours of a page of cards for a cutting machine, as `svg` or as `dxf`."""
    from cardtool.impose.write import cut_dxf, cut_svg

    return cut_svg.write(sheet, title) if format == "svg" else cut_dxf.write(sheet, title)


def write_booklet(
    book: bytes,
    paper: Size,
    *,
    title: str,
    creep: float = 0.0,
    back_cover: bool = False,
    language: str = "en",
) -> bytes:
    """A PDF of the sheets of a booklet, to be printed on both sides, folded and stapled.

    `book` is a PDF whose pages are of one size. `creep` and `back_cover` are those of `plan_booklet`,
    whose caption says how to print it. Links and tags of the book are lost.

    Raises: SheetRefused when pages differ in size, or the creep is out of reason.
    """
    from cardtool.impose.write.booklet import write

    return write(book, paper, title=title, creep=creep, back_cover=back_cover, language=language)


def write_deck(
    cards: Iterable[tuple[Face, Face]],
    faces: FacePages,
    trim: Size,
    bleed: float,
    *,
    title: str,
    language: str = "en",
) -> bytes:
    """A PDF for a print shop: two pages a card, its back before its front, with this bleed around the trim.

    `cards` are fronts with their backs, copy by copy. Where faces have a little less bleed than the page,
    their ink is stretched over the rest.
    """
    from cardtool.impose.write.shop import write

    return write(cards, faces, trim, bleed, title=title, language=language)


def write_inked_deck(
    cards: Iterable[tuple[Face, Face]],
    pictures: Mapping[Face, CmykFace],
    icc: bytes,
    trim: Size,
    bleed: float,
    *,
    title: str,
    press: str,
    language: str = "en",
) -> bytes:
    """The same of pictures in four inks; `icc` is the profile they were made for, and `press` its name."""
    from cardtool.impose.write.shop import write_inked

    return write_inked(cards, pictures, icc, trim, bleed, title=title, press=press, language=language)


def write_pictures(book: bytes, pictures: Mapping[str, Face], faces: FacePages) -> bytes:
    """A book with drawn faces in the places it keeps for them; its tags, links and bookmarks stay.

    `pictures` says which face belongs in which XObject of its pages, slash and all.
    """
    from cardtool.impose.write.pictures import write

    return write(book, pictures, faces)


def string(
    documents: Sequence[bytes], *, title: str, bookmarks: Sequence[str], language: str = "en"
) -> bytes:
    """Finished PDFs one after another as one PDF, with a bookmark for each, each from a new sheet on.

    A document without pages gets no bookmark. Tags, and links to other pages, are lost; links to the
    web stay. Raises: ValueError when there are not as many bookmarks as documents.
    """
    from cardtool.impose.write.bundle import write

    return write(documents, title=title, bookmarks=bookmarks, language=language)
