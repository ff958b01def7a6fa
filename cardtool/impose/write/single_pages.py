"""One face to a page: with its bleed, for looking at; whole mats and boards; a deck for a print shop.

A deck has two pages a card, or one and a page for the back that all share.
"""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator, Mapping, Sequence

from pikepdf import Array, Dictionary, Name, Pdf

from cardtool.geometry import Box, Sides, Size
from cardtool.impose.contours import short_number
from cardtool.impose.write.pdf import (
    FaceForms,
    Form,
    PageFile,
    form_operators,
    new_document,
    save_pdf,
)
from cardtool.model import PIECE_KEY, Face, FacePages, Kind, PageOrder
from cardtool.units import to_pt

_FACE = "/Face"  # its name on each page


def write_faces(faces: FacePages, kinds: Mapping[Face, Kind], *, title: str, language: str = "en") -> bytes:
    """Return a PDF with one page a face, bleed included, in the order of `faces`.

    It is for print shops, and for looking at. MediaBox and BleedBox are the face with its bleed; TrimBox is
    what is left when it is cut.
    """
    pdf = new_document(title, language)
    sources = [Pdf.open(io.BytesIO(document)) for document in faces.documents]  # open until it is saved
    pages = [list(source.pages) for source in sources]  # to ask for one counts all of them
    for face, place in faces.pages.items():
        pdf.pages.append(pages[place.document][place.page])
        page, bleed = pdf.pages[-1].obj, to_pt(kinds[face].bleed)
        left, bottom, right, top = (float(edge) for edge in pdf.pages[-1].mediabox)
        low = (max(edge, round(edge + bleed, 4)) for edge in (left, bottom))
        high = (min(edge, round(edge - bleed, 4)) for edge in (right, top))  # rounding stays on the page
        page.BleedBox, page.TrimBox = Array([left, bottom, right, top]), Array([*low, *high])
        page[PIECE_KEY] = _piece_notes(face, kinds[face])
    return save_pdf(pdf)


def _piece_notes(face: Face, kind: Kind) -> Dictionary:
    """Return what the boxes of a page do not say of the piece, for whoever examines the file."""
    cut = "/Straight" if kind.outline_on(face.side).straight else "/Shaped"
    return Dictionary(Safe=round(to_pt(kind.safe), 4), Cut=Name(cut))


def write_whole_faces(
    faces: FacePages,
    which: Sequence[tuple[Face, Kind]],
    *,
    title: str,
    paper: Size | None = None,
    language: str = "en",
) -> bytes:
    """Return a PDF with one page for each of these faces, in this order: mats and boards, whole.

    A page is as large as its face with its bleed, for a print shop; or as `paper`, lying as the face does,
    for a printer at home, with the face's trim in its middle. A face may come more than once.
    """
    out = io.BytesIO()
    file = PageFile(out)
    forms = FaceForms(file, faces, (face for face, _ in which))
    for face, kind in which:
        form, notes = forms.of(face), PIECE_KEY.encode() + _piece_notes(face, kind).unparse()
        if paper is None:
            page, whole, trim = _page_boxes(kind.size, kind.bleed)
            bleed = whole
        else:
            is_lying = kind.size.width > kind.size.height
            page = paper.turned() if (paper.width > paper.height) != is_lying else paper
            whole = trim = bleed = Box.around(Box(0, 0, *page).centre, kind.size)
        drawn = form_operators(_FACE, form.middle, page, centre=whole.centre, shown=whole)
        file.add_page(page, [drawn], {_FACE: form}, trim=trim, bleed=bleed, notes=notes)
    file.finish_document(new_document(title, language))
    return out.getvalue()


def write_deck(
    cards: Iterable[tuple[Face, Face]],
    faces: FacePages,
    trim: Size,
    bleed: float,
    *,
    title: str,
    language: str = "en",
    turns: Mapping[Face, int],
    order: PageOrder = PageOrder.BACK_FRONT,
) -> bytes:
    """Return a PDF for a print shop: two pages a card, or one where the shared back comes last.

    `cards` are fronts with their backs, copy by copy; pages are the trim with this bleed around it. `turns`
    are the quarters that faces are turned clockwise. Faces whose own bleed ends short of the page are drawn
    twice, first stretched over the page: ink goes to the edge, and the card keeps its size.
    """
    out, printed = io.BytesIO(), list(_faces_in_order(tuple(cards), order))
    file = PageFile(out)
    forms = FaceForms(file, faces, printed)
    page, whole, box = _page_boxes(trim, bleed)
    for face in printed:
        form, turned = forms.of(face), turns.get(face, 0)
        operators = [form_operators(_FACE, form.middle, page, centre=whole.centre, shown=whole, turns=turned)]
        width, height = page.turned() if turned % 2 else page
        if form.size.width < to_pt(width) - 1e-3 or form.size.height < to_pt(height) - 1e-3:
            operators.insert(0, _stretched_form(form, page, turned))
        file.add_page(page, operators, {_FACE: form}, trim=box, bleed=whole)
    file.finish_document(new_document(title, language))
    return out.getvalue()


def _faces_in_order(cards: Sequence[tuple[Face, Face]], order: PageOrder) -> Iterator[Face]:
    if order is PageOrder.BACK_LAST:
        yield from (front for front, _ in cards)
        yield from dict.fromkeys(back for _, back in cards)
        return
    for front, back in cards:
        yield from (front, back) if order is PageOrder.FRONT_BACK else (back, front)


def _page_boxes(trim: Size, bleed: float) -> tuple[Size, Box, Box]:
    """Return the size of a page, the box that is all of it, and the box of the trim in it."""
    page = trim.grown(bleed)
    whole = Box(0, 0, *page)
    return page, whole, whole.grown(Sides.all(-bleed))


def _stretched_form(form: Form, page: Size, turns: int) -> str:
    """Return what draws a form over a whole page, after so many quarter turns clockwise."""
    a, b = ((1, 0), (0, -1), (-1, 0), (0, 1))[turns]  # where the form's right side points; y grows upwards
    width, height = page.turned() if turns % 2 else page
    across, down = to_pt(width) / form.size.width, to_pt(height) / form.size.height
    left = (to_pt(page.width) / 2) - (a * across * form.middle.x - b * down * form.middle.y)
    bottom = (to_pt(page.height) / 2) - (b * across * form.middle.x + a * down * form.middle.y)
    matrix = (a * across, b * across, -b * down, a * down)
    scales = " ".join(f"{each:.6f}" if each else "0" for each in matrix)
    place = " ".join(map(short_number, (left, bottom)))
    return f"q {scales} {place} cm {_FACE} Do Q"
