"""What is printed at home: cards in their slots, faces in tiles, a flat tuck box.

What pages of cards share, marks and small print, is drawn once a frame. Only the page number differs from
page to page: it is ASCII, and the font's codes for ASCII are ASCII's own, so a page prints it in a few bytes.
"""

from __future__ import annotations

import io
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import count
from pathlib import Path
from typing import BinaryIO, NamedTuple

from pikepdf import Pdf

from cardtool.geometry import Axis, Box, Point, Sides, Size
from cardtool.impose.contours import Contour, contour
from cardtool.impose.page import Frame, Line, Page, Place, Slot
from cardtool.impose.tiling import Footer, Tile, TiledFace, TileMarks, Tiles, tile_marks
from cardtool.impose.tuck_box import GLUED, Part, TuckBox
from cardtool.impose.write.pdf import (
    FaceForms,
    Form,
    FormCopier,
    PageFile,
    contour_operators,
    form_operators,
    new_document,
)
from cardtool.impose.write.pen import DESCENT, GREY, Lettering, Pen
from cardtool.model import Backs, Face, FacePages, Kind, Sheet, Vertex
from cardtool.units import to_pt
from cardtool.wording import BoxWording, SheetWording, wording

_DUPLEX = {
    Backs.NONE: "Simplex",
    Backs.LONG_EDGE: "DuplexFlipLongEdge",
    Backs.SHORT_EDGE: "DuplexFlipShortEdge",
    Backs.FOLD: "Simplex",
}
_CAPTION_FONT, _FRAME = "Caption", "/S"

_HATCH = 3.5  # mm between slanting lines
_LABEL_HEIGHT = 3.2  # mm that a line of small print takes across a strip
_LABEL_MARGIN = 1.5  # mm of bare paper before and after the words on a strip
_TILE_NAME_SIZE = 24.0  # pt


def write_sheets(
    out: BinaryIO,
    pages: Sequence[Page],
    faces: FacePages,
    *,
    title: str,
    version: str,
    sheet: Sheet,
    font: Path,
    language: str = "en",
) -> None:
    """Write a PDF of planned pages, to be printed at home, each page as soon as its faces are there.

    `title` and `version` are the game's; `sheet` is the one the pages were planned on; `font` is the
    TrueType file of the small print; `language` is a BCP 47 tag.
    """
    game, lettering, words = f"{title} {version}", Lettering(font), wording(language).sheet
    backs = pages[0].frame.backs if pages else Backs.NONE
    file = PageFile(out)
    frames = _write_frames(file, pages, font, f"{game} · {sheet.name}", words)
    forms = FaceForms(file, faces, (place.face for page in pages for place in page.places))
    for page in pages:
        placed = [(place, forms.of(place.face)) for place in page.places]
        _add_sheet(file, page, frames[id(page.frame)], placed, _page_number(page, lettering, words))
    file.finish_document(new_document(f"{game}: {sheet.title}", language, duplex=_DUPLEX[backs]))


class _FrameForm(NamedTuple):
    """What pages share as a form, and the number of the font that their own numbers are set in."""

    form: Form
    font: int | None


def _write_frames(
    file: PageFile, pages: Sequence[Page], font: Path, caption: str, words: SheetWording
) -> dict[int, _FrameForm]:
    """Return what the frame of each page is as a form, by its `id`: pages share a few of them.

    Its font is the frame's, whose first subset keeps ASCII's codes; none where no page has a number.
    """
    shared = {id(page.frame): page.frame for page in pages}  # a frame's hash is one of all its lines
    frames = list(dict.fromkeys(shared.values()))
    copier, written = FormCopier(file), dict[Frame, _FrameForm]()
    with Pdf.open(io.BytesIO(_draw_frames(frames, font, caption, words))) as drawn:
        for frame, page in zip(frames, drawn.pages, strict=True):
            form, number = copier.form(page), None
            if frame.corners.page is not None:
                fonts = page.resources["/Font"].as_dict()
                number = copier.number(next(each for name, each in fonts.items() if name.endswith("+0")))
            written[frame] = _FrameForm(form, number)
    return {id: written[frame] for id, frame in shared.items()}


def _draw_frames(frames: Iterable[Frame], font: Path, caption: str, words: SheetWording) -> bytes:
    """Return a PDF with one page a frame, as large as the frame's paper."""
    pen = Pen(font)
    for frame in frames:
        corners = frame.corners
        with pen.page(frame.paper):
            pen.draw_lines(frame.lines)
            for block in frame.blocks:
                pen.draw_mark(block)
            if corners.title:
                pen.write_text(caption, corners.title)
            if corners.advice:
                pen.write_text(words.print_sheet[frame.backs], corners.advice, align=1)
            if corners.ruler:
                pen.draw_ruler(corners.ruler, frame.ruler)
    return pen.finish()


def _page_number(page: Page, lettering: Lettering, words: SheetWording) -> str:
    """Return the operators that print a page's side and number; none where the paper has no room."""
    box = page.frame.corners.page
    if box is None:
        return ""
    side = page.frame.side
    pattern = words.side_and_page if side else words.page
    named_side = words.sides[side].capitalize() if side else ""
    text = pattern.format(side=named_side, number=page.number, of=page.of)
    size = lettering.size(text, box.width)
    x = to_pt(box.right) - lettering.width(text, size)
    y = to_pt(page.frame.paper.height - box.bottom + DESCENT)
    return f"BT {GREY} g /{_CAPTION_FONT} {size:.2f} Tf {x:.2f} {y:.2f} Td ({text}) Tj ET"


def _add_sheet(
    file: PageFile, page: Page, frame: _FrameForm, placed: Sequence[tuple[Place, Form]], page_number: str
) -> None:
    paper = page.frame.paper
    faces = {form.number: form for _, form in placed}
    names = {number: f"/C{nth}" for nth, number in enumerate(faces, 1)}
    drawn = (_slot_operators(names[form.number], place.slot, form.middle, paper) for place, form in placed)
    guides = [contour_operators(page.guides, paper)] if page.guides else []
    folds = [contour_operators(page.folds, paper, dashed=True)] if page.folds else []
    forms = {_FRAME: frame.form, **{names[number]: form for number, form in faces.items()}}
    fonts = {f"/{_CAPTION_FONT}": frame.font} if page_number and frame.font is not None else {}
    file.add_page(paper, [f"{_FRAME} Do", *drawn, *guides, *folds], forms, fonts=fonts, own=page_number)


@lru_cache(maxsize=1024)  # sheet after sheet, faces are put in the same slots
def _slot_operators(name: str, slot: Slot, middle: Point, paper: Size) -> str:
    """Clip to what the slot shows, and put a form's middle on the slot's, turned as the slot is."""
    cut = None if slot.outline.straight else contour(slot.outline, slot.trim, slot.bleed.widest)
    return form_operators(
        name, middle, paper, centre=slot.trim.centre, shown=slot.shown, turns=slot.turns, cut=cut
    )


def write_tiles(
    tiled_faces: Sequence[TiledFace],
    faces: FacePages,
    *,
    title: str,
    version: str,
    what: str,
    font: Path,
    language: str = "en",
) -> bytes:
    """Return a PDF of faces larger than the paper, in tiles to be cut and glued; one page a tile.

    `title` and `version` are the game's; `what` names these faces together, as in "play mats on A4";
    `font` is the TrueType file of the small print.
    """
    game, out = f"{title} {version}", io.BytesIO()
    file = PageFile(out)
    forms = FaceForms(file, faces, (each.face for each in tiled_faces))
    marks = iter(file.forms_of(_draw_tile_marks(tiled_faces, font, game, wording(language).sheet)))
    for each in tiled_faces:
        paper, face = each.tiles.paper, forms.of(each.face)
        for tile in each.tiles:
            centre, shown = each.tiles.middle_of_face(tile), each.tiles.slot(tile).shown
            drawn = form_operators("/Face", face.middle, paper, centre=centre, shown=shown)
            file.add_page(paper, [drawn, "/Joints Do"], {"/Face": face, "/Joints": next(marks)})
    file.finish_document(new_document(f"{game}: {what}", language))
    return out.getvalue()


def _draw_tile_marks(
    tiled_faces: Sequence[TiledFace], font: Path, caption: str, words: SheetWording
) -> bytes:
    """Return a PDF with a page for each tile, to be laid over the face. `caption` is the game's."""
    pen = Pen(font)
    for each in tiled_faces:
        for tile in each.tiles:
            with pen.page(each.tiles.paper):
                around = tile_marks(each.tiles, tile)
                _draw_seams(pen, around, words)
                texts = f"{caption} · {each.name}", *_tile_advice(each.tiles, tile, words)
                _draw_footer(pen, around.footer, texts, tile if each.tiles.count > 1 else None)
    return pen.finish()


def _tile_advice(tiles: Tiles, tile: Tile, words: SheetWording) -> tuple[str, str]:
    if tiles.count == 1:
        return words.print_tile, words.cut_tile
    row, column = tile.row + 1, tile.column + 1
    where = words.tile.format(
        name=tile.name, row=row, column=column, rows=len(tiles.rows), columns=len(tiles.columns)
    )
    return f"{where} {words.print_tile}", f"{words.cut_tile} {words.glue_tile}"


def _draw_seams(pen: Pen, around: TileMarks, words: SheetWording) -> None:
    """Draw seams; a strip wide enough says in its middle, on bare paper, what it is for."""
    for strip in around.strips:
        pen.hatch(strip.box, _HATCH)
        text = words.glue_strip.format(neighbour=strip.neighbour)
        upright = strip.axis is Axis.VERTICAL
        patch = Size(pen.lettering.length(text) + 2 * _LABEL_MARGIN, _LABEL_HEIGHT)
        box = Box.around(strip.box.centre, patch.turned() if upright else patch)
        if strip.box.contains(box):
            pen.clear(box)
            pen.write_text(text, box, align=0.5, upwards=upright)
    for notch in around.notches:
        pen.draw_polygon(notch)
    pen.draw_lines(around.lines)


def _draw_footer(pen: Pen, footer: Footer, texts: Iterable[str], this: Tile | None) -> None:
    """Draw the texts and the ruler; of several tiles the face in small, this one dark, and its name large."""
    for text, box in zip(texts, footer.lines, strict=True):
        pen.write_text(text, box)
    if footer.ruler:
        pen.draw_ruler(footer.ruler, footer.ruler.width)
    if this is not None:
        for name, cell in footer.cells:
            pen.draw_block(cell, filled=name == this.name)
        pen.write_text(this.name, footer.label, most=_TILE_NAME_SIZE)


_CUT, _FOLD = 0.0, 0.5  # of white; folds stay on the box, and must not shout
_SHOWN_BLEED = 2.0  # mm of art beyond the cut
_GROUND = 2.0  # mm of ground that stays along the fold of a tab for glue
_GLUE_HATCH = 3.0  # mm between slanting lines
_LEGEND, _LINE, _SAMPLE, _RULER = 5.0, 4.2, 11.0, 50.0  # mm


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
    """Return a PDF of one page with a flat box in the middle of the paper, and how to cut and fold it.

    `art` is a face with `BOX_BLEED` more than the box on every side; `front` a card's face, with its
    kind, to stand on the front of it; `caption` says what the box is.
    """
    out, whole = io.BytesIO(), Box(0, 0, *paper)
    file = PageFile(out)
    drawn_faces = FaceForms(file, faces, [art, *([front[0]] if front else [])])
    flat = Box.around(whole.centre, box.size)
    box = box.moved(Point(flat.left, flat.top))
    forms = {"/Art": drawn_faces.of(art)}
    drawn = [form_operators("/Art", forms["/Art"].middle, paper, centre=flat.centre, shown=whole)]
    if front is not None:
        forms["/Front"] = drawn_faces.of(front[0])
        panel = box.panel(Part.FRONT).box
        drawn.append(_front_operators("/Front", forms["/Front"].middle, front[1], panel, paper))
    (forms["/Overlay"],) = file.forms_of(_draw_overlay(box, paper, caption, font, wording(language).box))
    folds = [
        Contour((Vertex(panel.fold.start), Vertex(panel.fold.end)), closed=False)
        for panel in box.panels
        if panel.fold is not None
    ]
    lines = [
        contour_operators(folds, paper, dashed=True, rim=0, grey=_FOLD),
        contour_operators([box.cut], paper, grey=_CUT),
    ]
    file.add_page(paper, [*drawn, "/Overlay Do", *lines], forms)
    file.finish_document(new_document(title, language))
    return out.getvalue()


def _front_operators(name: str, middle: Point, kind: Kind, panel: Box, paper: Size) -> str:
    """Put a card's face in the middle of the panel, larger only where its bleed would not fill it."""
    page = kind.page
    scale = max(1.0, panel.width / page.width, (panel.height + 2 * _SHOWN_BLEED) / page.height)
    shown = panel.grown(Sides(left=0, top=_SHOWN_BLEED, right=0, bottom=_SHOWN_BLEED))
    return form_operators(name, middle, paper, centre=panel.centre, shown=shown, scale=scale)


def _draw_overlay(box: TuckBox, paper: Size, caption: str, font: Path, words: BoxWording) -> bytes:
    pen = Pen(font)
    with pen.page(paper):
        for part in GLUED:
            # all of a tab takes glue but what stays along its fold
            right, top = (-_GROUND, 0) if part is Part.TAB else (0, -_GROUND)
            bare = box.panel(part).box.grown(Sides(left=0, top=top, right=right, bottom=0))
            with pen.within(box.glued(part)):
                pen.clear(bare)
                pen.hatch(bare, _GLUE_HATCH)
        _draw_legend(pen, box.panel(Part.FRONT).box, caption, words)
    return pen.finish()


def _draw_legend(pen: Pen, front: Box, caption: str, words: BoxWording) -> None:
    """Draw the legend below the front, where the box leaves the paper free."""
    left, top, width = front.left + _LEGEND, front.bottom + _LEGEND, front.width - 2 * _LEGEND
    lines = (Box(left, top + number * _LINE, width, _LINE) for number in count())
    pen.write_text(caption, next(lines), most=9)
    for advice in words.print_box:
        pen.write_text(advice, next(lines))
    for line_type, meaning in (("cut", words.cut), ("fold", words.fold), ("glue", words.glue)):
        line = next(lines)
        sample = Box(line.left, line.top + 1, _SAMPLE, _LINE - 1.4)
        if line_type == "glue":
            pen.hatch(sample, _GLUE_HATCH / 2)
        else:
            start, end = Point(sample.left, sample.centre.y), Point(sample.right, sample.centre.y)
            pen.draw_lines([Line(start, end, dashed=line_type == "fold")])
        pen.write_text(meaning, line.grown(Sides(left=-_SAMPLE - 2, top=0, right=0, bottom=0)))
    pen.draw_ruler(next(lines), _RULER)
