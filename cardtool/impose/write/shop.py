"""A deck for a print shop: one PDF, two pages a card, its back before its front."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import pikepdf
from pikepdf import Array, Dictionary, Name, Pdf, Stream

from cardtool.geometry import Box, Point, Sides, Size
from cardtool.impose.write.document import new_document, number, saved
from cardtool.impose.write.forms import Form, Forms
from cardtool.impose.write.paper import add_paper, put
from cardtool.model import CmykFace, Face, FacePages
from cardtool.units import to_pt

__all__ = ["write", "write_inked"]


def write(
    cards: Iterable[tuple[Face, Face]],
    faces: FacePages,
    trim: Size,
    bleed: float,
    *,
    title: str,
    language: str,
) -> bytes:
    """A PDF with each card's back and front as they were drawn, on pages of the trim with this bleed.

    Faces whose own bleed ends short of the page are drawn twice, first stretched over the page: ink goes to
    the edge, and the card keeps its size.
    """
    pdf = new_document(title, language)
    forms = Forms(pdf, faces)
    page, box = _page(trim, bleed)
    for face in _in_page_order(cards):
        form = forms.of(face)
        whole = Box(0, 0, *page)
        operators = [put(form, page, centre=whole.centre, shown=whole)]
        if form.size.width < to_pt(page.width) - 1e-3 or form.size.height < to_pt(page.height) - 1e-3:
            operators.insert(0, _stretched(form, page))
        add_paper(pdf, page, operators, [form], trim=box, bleed=whole)
    return saved(pdf)


def write_inked(
    cards: Iterable[tuple[Face, Face]],
    pictures: Mapping[Face, CmykFace],
    icc: bytes,
    trim: Size,
    bleed: float,
    *,
    title: str,
    press: str,
    language: str,
) -> bytes:
    """A PDF of pictures in four inks, whole pages each; `icc` describes the press, and `press` names it."""
    pdf = new_document(title, language)
    pdf.Root.OutputIntents = Array([_intent(pdf, icc, press)])
    page, box = _page(trim, bleed)
    once = {picture: f"/P{nr}" for nr, picture in enumerate(dict.fromkeys(pictures.values()), 1)}
    images = {picture: _image(pdf, picture, name) for picture, name in once.items()}
    for face in _in_page_order(cards):
        form = images[pictures[face]]
        across, down = number(to_pt(page.width)), number(to_pt(page.height))
        drawn = f"q {across} 0 0 {down} 0 0 cm {form.name} Do Q"
        add_paper(pdf, page, [drawn], [form], trim=box, bleed=Box(0, 0, *page))
    return saved(pdf)


def _in_page_order(cards: Iterable[tuple[Face, Face]]) -> Iterable[Face]:
    for front, back in cards:
        yield back
        yield front


def _page(trim: Size, bleed: float) -> tuple[Size, Box]:
    page = trim.grown(bleed)
    return page, Box(0, 0, *page).grown(Sides.all(-bleed))


def _stretched(form: Form, page: Size) -> str:
    """The operators that draw a form over the whole page."""
    across, down = to_pt(page.width) / form.size.width, to_pt(page.height) / form.size.height
    left = (to_pt(page.width) / 2) - across * form.middle.x
    bottom = (to_pt(page.height) / 2) - down * form.middle.y
    place = " ".join(map(number, (left, bottom)))
    return f"q {across:.6f} 0 0 {down:.6f} {place} cm {form.name} Do Q"


def _image(pdf: Pdf, picture: CmykFace, name: str) -> Form:
    """An image XObject in four inks (ISO 32000-2, 8.9.5)."""
    width, height = picture.width, picture.height
    image = Stream(
        pdf,
        picture.packed,
        Type=Name.XObject,
        Subtype=Name.Image,
        Width=width,
        Height=height,
        ColorSpace=Name.DeviceCMYK,
        BitsPerComponent=8,
        Filter=Name.FlateDecode,
    )
    return Form(name, pdf.make_indirect(image), Point(0.5, 0.5), Size(1, 1))


def _intent(pdf: Pdf, icc: bytes, press: str) -> pikepdf.Object:
    """What the inks mean: the profile they were made for (ISO 32000-2, 14.11.5)."""
    profile = pdf.make_stream(icc, N=4, Alternate=Name.DeviceCMYK)
    return Dictionary(
        Type=Name.OutputIntent,
        S=Name.GTS_PDFX,
        OutputConditionIdentifier="Custom",
        Info=press,
        DestOutputProfile=profile,
    )
