"""One face to a page: with its bleed, for looking at; whole mats and boards; a deck for a print shop.

A deck has two pages a card, or one and a page for the back that all share.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from pikepdf import Array, Dictionary, Name, Object, Page, Pdf

from cardtool.geometry import Box, Sides, Size
from cardtool.impose.write.pdf import (
    FaceForms,
    Form,
    add_page,
    form_operators,
    new_document,
    pdf_number,
    save_pdf,
)
from cardtool.model import PIECE_KEY, Face, FacePages, Kind, PageOrder
from cardtool.units import to_pt


def write_faces(faces: FacePages, kinds: Mapping[Face, Kind], *, title: str, language: str = "en") -> bytes:
    """Return a PDF with one page a face, bleed included, in the order of `faces`.

    It is for print shops, and for looking at. MediaBox and BleedBox are the face with its bleed; TrimBox is
    what is left when it is cut.
    """
    pdf = new_document(title, language)
    forms = FaceForms(pdf, faces)
    for face in faces.pages:
        pdf.pages.append(forms.page(face))
        _set_page_boxes(pdf.pages[-1], to_pt(kinds[face].bleed))
        _tell_piece(pdf.pages[-1].obj, face, kinds[face])
    return save_pdf(pdf)


def _tell_piece(page: Object, face: Face, kind: Kind) -> None:
    """Note on a page what its boxes do not say of the piece, for whoever examines the file."""
    cut = "/Straight" if kind.outline_on(face.side).straight else "/Shaped"
    page[PIECE_KEY] = Dictionary(Safe=round(to_pt(kind.safe), 4), Cut=Name(cut))


def _set_page_boxes(page: Page, bleed: float) -> None:
    left, bottom, right, top = (float(edge) for edge in page.mediabox)
    low = (max(edge, round(edge + bleed, 4)) for edge in (left, bottom))
    high = (
        min(edge, round(edge - bleed, 4)) for edge in (right, top)
    )  # rounding must not reach out of the page
    page.obj.BleedBox = Array([left, bottom, right, top])
    page.obj.TrimBox = Array([*low, *high])


def write_whole_faces(
    faces: FacePages,
    which: Sequence[tuple[Face, Kind]],
    *,
    title: str,
    paper: Size | None = None,
    language: str = "en",
) -> bytes:
    """Return a PDF with one page for each of these faces, in this order: mats and boards, whole.

    A page is as large as its face with its bleed, for a print shop; or as `paper`, for a printer at home,
    with the face's trim in its middle. A face may come more than once.
    """
    pdf = new_document(title, language)
    forms = FaceForms(pdf, faces)
    for face, kind in which:
        if paper is None:
            _add_with_bleed(pdf, forms.of(face), kind)
        else:
            _add_trimmed(pdf, forms.of(face), kind, paper)
        _tell_piece(pdf.Root.Pages.Kids[-1], face, kind)
    return save_pdf(pdf)


def _add_with_bleed(pdf: Pdf, form: Form, kind: Kind) -> None:
    page, whole, trim = _page_boxes(kind.size, kind.bleed)
    drawn = form_operators(form, page, centre=whole.centre, shown=whole)
    add_page(pdf, page, [drawn], [form], trim=trim, bleed=whole)


def _add_trimmed(pdf: Pdf, form: Form, kind: Kind, paper: Size) -> None:
    """Put the face's trim in the middle of the paper, which lies as the face does."""
    if (paper.width > paper.height) != (kind.size.width > kind.size.height):
        paper = paper.turned()
    trim = Box.around(Box(0, 0, *paper).centre, kind.size)
    drawn = form_operators(form, paper, centre=trim.centre, shown=trim)
    add_page(pdf, paper, [drawn], [form], trim=trim, bleed=trim)


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
    pdf = new_document(title, language)
    forms = FaceForms(pdf, faces)
    page, whole, box = _page_boxes(trim, bleed)
    for face in _pages_of(tuple(cards), order):
        form, turned = forms.of(face), turns.get(face, 0)
        operators = [form_operators(form, page, centre=whole.centre, shown=whole, turns=turned)]
        width, height = page.turned() if turned % 2 else page
        if form.size.width < to_pt(width) - 1e-3 or form.size.height < to_pt(height) - 1e-3:
            operators.insert(0, _stretched_form(form, page, turned))
        add_page(pdf, page, operators, [form], trim=box, bleed=whole)
    return save_pdf(pdf)


def _pages_of(cards: Sequence[tuple[Face, Face]], order: PageOrder) -> Iterator[Face]:
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
    place = " ".join(map(pdf_number, (left, bottom)))
    return f"q {scales} {place} cm {form.name} Do Q"
