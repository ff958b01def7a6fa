"""Sheets to be printed at home: cards placed, turned and clipped in their slots, and faces in tiles.

What pages share, marks and small print, is drawn once a frame. Only the page number differs from page to
page: it is ASCII, and the font's codes for ASCII are ASCII's own, so a page can print it in a few bytes.
"""

from __future__ import annotations

import io
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import pikepdf
from pikepdf import Pdf

from cardtool.geometry import Axis, Box, Sides, Size
from cardtool.impose.plan.contours import contour
from cardtool.impose.plan.page import Frame, Page, Place
from cardtool.impose.plan.tile_marks import Footer, Strip, TileMarks, tile_marks
from cardtool.impose.plan.tiling import Tile, TiledFace, Tiles
from cardtool.impose.write.pdf import (
    FaceForms,
    Form,
    add_page,
    contour_operators,
    form_operators,
    new_document,
    page_form,
    save_pdf,
)
from cardtool.impose.write.pen import DESCENT, GREY, Lettering, Pen
from cardtool.model import Backs, FacePages
from cardtool.units import to_pt

if TYPE_CHECKING:
    from cardtool.model import Sheet

_PRINT_ADVICE = {
    Backs.NONE: "Print at 100 % (actual size)",
    Backs.LONG_EDGE: "Print at 100 %, on both sides, flip on the long edge",
    Backs.SHORT_EDGE: "Print at 100 %, on both sides, flip on the short edge",
    Backs.FOLD: "Print at 100 %, on one side, fold along the dashes",
}


class FrameWriter:
    """Draws the frames of one document; the game's title and version stand in its captions."""

    def __init__(self, font: Path, caption: str) -> None:
        self._lettering = Lettering(font)
        self._caption = caption

    def draw(self, frames: Sequence[Frame]) -> bytes:
        """A PDF with one page a frame, as large as the frame's paper."""
        pen = Pen(self._lettering)
        for frame in frames:
            with pen.page(frame.paper):
                self._draw_frame(pen, frame)
        return pen.finished()

    def page_number(self, page: Page, font: str) -> str:
        """The operators that print a page's side and number, `font` being its name on that page."""
        box = page.frame.corners.page
        if box is None:
            return ""
        side = f"{page.frame.side.capitalize()}, page" if page.frame.side else "Page"
        text = f"{side} {page.number} of {page.of}"
        size = self._lettering.size(text, box.width)
        x = to_pt(box.right) - self._lettering.width(text, size)
        y = to_pt(page.frame.paper.height - box.bottom + DESCENT)
        return f"BT {GREY} g /{font} {size:.2f} Tf {x:.2f} {y:.2f} Td ({text}) Tj ET"

    def _draw_frame(self, pen: Pen, frame: Frame) -> None:
        pen.lines(frame.lines)
        for block in frame.blocks:
            pen.mark(block)
        corners = frame.corners
        if corners.title:
            pen.text(self._caption, corners.title)
        if corners.advice:
            pen.text(_PRINT_ADVICE[frame.backs], corners.advice, align=1)
        if corners.ruler:
            pen.ruler(corners.ruler, frame.ruler)


_DUPLEX = {
    Backs.NONE: "Simplex",
    Backs.LONG_EDGE: "DuplexFlipLongEdge",
    Backs.SHORT_EDGE: "DuplexFlipShortEdge",
    Backs.FOLD: "Simplex",
}
_CAPTION_FONT = "Caption"


def _sheets_pdf(
    pages: Sequence[Page], faces: FacePages, *, title: str, caption: str, font: Path, language: str
) -> bytes:
    """A PDF of these pages. `caption` stands on every page, set in `font`, a TrueType file."""
    backs = pages[0].frame.backs if pages else Backs.NONE
    pdf = new_document(title, language, duplex=_DUPLEX[backs])
    furniture, forms = FrameWriter(font, caption), FaceForms(pdf, faces)
    frames = {frame: place for place, frame in enumerate(dict.fromkeys(page.frame for page in pages))}
    drawn = Pdf.open(io.BytesIO(furniture.draw(tuple(frames))))
    frame_forms = [page_form(pdf, page, f"/S{nr}") for nr, page in enumerate(drawn.pages, 1)]
    for page in pages:
        frame = frame_forms[frames[page.frame]]
        placed = [(place, forms.of(place.face)) for place in page.places]
        _add_sheet(pdf, page, frame, placed, furniture.page_number(page, _CAPTION_FONT))
    return save_pdf(pdf)


def _add_sheet(
    pdf: Pdf, page: Page, frame: Form, placed: Sequence[tuple[Place, Form]], page_number: str
) -> None:
    paper = page.frame.paper
    drawn = (_place_operators(place, form, paper) for place, form in placed)
    guides = [contour_operators(page.guides, paper)] if page.guides else []
    lines = [f"{frame.name} Do", *drawn, *guides, page_number]
    fonts = {f"/{_CAPTION_FONT}": _caption_font(frame)} if page_number else None
    add_page(pdf, paper, lines, [frame, *(form for _, form in placed)], fonts=fonts)


def _place_operators(place: Place, form: Form, paper: Size) -> str:
    """Clip to what the slot shows, and put the face's middle on the slot's, turned as the slot is."""
    slot = place.slot
    round_ = None if slot.outline.straight else contour(slot.outline, slot.trim, _widest(slot.bleed))
    return form_operators(
        form, paper, centre=slot.trim.centre, shown=slot.shown, turns=slot.turns, cut=round_
    )


def _widest(bleed: Sides) -> float:
    return max(bleed.left, bleed.top, bleed.right, bleed.bottom)


def _caption_font(frame: Form) -> pikepdf.Object:
    """The font page numbers are set in: the frame's; its first subset keeps ASCII's codes."""
    fonts = frame.xobject["/Resources"]["/Font"].as_dict()
    first: pikepdf.Object = next(font for name, font in fonts.items() if name.endswith("+0"))
    return first


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

    game = f"{title} {version}"
    caption = f"{game} · {sheet.name}"
    return _sheets_pdf(
        pages, faces, title=f"{game}: {sheet.title}", caption=caption, font=font, language=language
    )


_HATCH = 3.5  # mm between slanting lines
_LABEL_HEIGHT = 3.2  # mm that a line of small print takes across a strip
_LABEL_MARGIN = 1.5  # mm of bare paper before and after the words on a strip
_TILE_NAME_SIZE = 24.0  # pt
_CUT_ADVICE = "Cut at the solid marks."
_GLUE_ADVICE = "Glue hatched edges under their neighbours, up to the dashed marks; rows first."


def _draw_tile_marks(mats: Sequence[TiledFace], font: Path, caption: str) -> bytes:
    """A PDF with a page for each tile of each mat, to be laid over the face. `caption` is the game's."""
    lettering = Lettering(font)
    pen = Pen(lettering)
    for mat in mats:
        for tile in mat.tiles:
            with pen.page(mat.tiles.paper):
                around = tile_marks(mat.tiles, tile)
                _draw_seams(pen, lettering, around)
                _draw_footer(pen, around.footer, f"{caption} · {mat.name}", _tile_advice(mat.tiles, tile))
                if mat.tiles.count > 1:
                    _draw_key(pen, around.footer, tile)
    return pen.finished()


def _tile_advice(tiles: Tiles, tile: Tile) -> tuple[str, str]:
    print_it = "Print at 100 % (actual size)."
    if tiles.count == 1:
        return print_it, _CUT_ADVICE
    where = (
        f"Tile {tile.name}: row {tile.row + 1}, column {tile.column + 1} of {tiles.rows} × {tiles.columns}."
    )
    return f"{where} {print_it}", f"{_CUT_ADVICE} {_GLUE_ADVICE}"


def _draw_seams(pen: Pen, lettering: Lettering, around: TileMarks) -> None:
    for strip in around.strips:
        pen.veil(strip.box, _HATCH)
        _draw_strip_label(pen, lettering, strip)
    for notch in around.notches:
        pen.shape(notch)
    pen.lines(around.lines)


def _draw_strip_label(pen: Pen, lettering: Lettering, strip: Strip) -> None:
    """What a strip is for, on bare paper in its middle; a strip too narrow for words goes without."""
    words, upright = f"glue · {strip.neighbour} goes on top", strip.axis is Axis.VERTICAL
    patch = Size(lettering.length(words) + 2 * _LABEL_MARGIN, _LABEL_HEIGHT)
    box = Box.around(strip.box.centre, patch.turned() if upright else patch)
    if strip.box.contains(box):
        pen.blank(box)
        pen.text(words, box, align=0.5, upwards=upright)


def _draw_footer(pen: Pen, footer: Footer, caption: str, advice: tuple[str, str]) -> None:
    for text, box in zip((caption, *advice), footer.lines, strict=True):
        pen.text(text, box)
    if footer.ruler:
        pen.ruler(footer.ruler, footer.ruler.width)


def _draw_key(pen: Pen, footer: Footer, this: Tile) -> None:
    """The face in small with this tile dark, and the tile's name large."""
    for name, cell in footer.cells:
        pen.block(cell, filled=name == this.name)
    pen.text(this.name, footer.label, most=_TILE_NAME_SIZE)


def _tiles_pdf(
    mats: Sequence[TiledFace], faces: FacePages, *, title: str, caption: str, font: Path, language: str
) -> bytes:
    """A PDF of all tiles of all mats. `caption` stands on every page, set in `font`, a TrueType file."""
    pdf = new_document(title, language)
    forms = FaceForms(pdf, faces)
    joinery = iter(Pdf.open(io.BytesIO(_draw_tile_marks(mats, font, caption))).pages)
    for mat in mats:
        paper, face = mat.tiles.paper, forms.of(mat.face)
        for tile in mat.tiles:
            around = page_form(pdf, next(joinery), "/Joints")
            centre, shown = mat.tiles.middle_of_face(tile), mat.tiles.slot(tile).shown
            drawn = form_operators(face, paper, centre=centre, shown=shown)
            add_page(pdf, paper, [drawn, f"{around.name} Do"], [face, around])
    return save_pdf(pdf)


def write_tiles(
    mats: Sequence[TiledFace],
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

    game = f"{title} {version}"
    return _tiles_pdf(mats, faces, title=f"{game}: {what}", caption=game, font=font, language=language)
