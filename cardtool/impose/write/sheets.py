"""Sheets of paper: faces placed, turned and clipped, inside a frame of marks and small print."""

from __future__ import annotations

import io
from collections.abc import Sequence
from pathlib import Path

import pikepdf
from pikepdf import Pdf

from cardtool.geometry import Sides, Size
from cardtool.impose.contours import contour
from cardtool.impose.furniture import Furniture
from cardtool.impose.page import Page, Place
from cardtool.impose.write.document import new_document, saved
from cardtool.impose.write.forms import Form, Forms, form_of
from cardtool.impose.write.paper import add_paper, put, traced
from cardtool.model import Backs, FacePages

__all__ = ["write"]

_DUPLEX = {
    Backs.NONE: "Simplex",
    Backs.LONG_EDGE: "DuplexFlipLongEdge",
    Backs.SHORT_EDGE: "DuplexFlipShortEdge",
    Backs.FOLD: "Simplex",
}
_CAPTION_FONT = "Caption"


def write(
    pages: Sequence[Page], faces: FacePages, *, title: str, caption: str, font: Path, language: str
) -> bytes:
    """A PDF of these pages. `caption` stands on every page, set in `font`, a TrueType file."""
    backs = pages[0].frame.backs if pages else Backs.NONE
    pdf = new_document(title, language, duplex=_DUPLEX[backs])
    furniture, forms = Furniture(font, caption), Forms(pdf, faces)
    frames = {frame: place for place, frame in enumerate(dict.fromkeys(page.frame for page in pages))}
    drawn = Pdf.open(io.BytesIO(furniture.draw(tuple(frames))))
    frame_forms = [form_of(pdf, page, f"/S{nr}") for nr, page in enumerate(drawn.pages, 1)]
    for page in pages:
        frame = frame_forms[frames[page.frame]]
        placed = [(place, forms.of(place.face)) for place in page.places]
        _add_page(pdf, page, frame, placed, furniture.page_number(page, _CAPTION_FONT))
    return saved(pdf)


def _add_page(
    pdf: Pdf, page: Page, frame: Form, placed: Sequence[tuple[Place, Form]], page_number: str
) -> None:
    paper = page.frame.paper
    drawn = (_draw(place, form, paper) for place, form in placed)
    guides = [traced(page.guides, paper)] if page.guides else []
    lines = [f"{frame.name} Do", *drawn, *guides, page_number]
    fonts = {f"/{_CAPTION_FONT}": _caption_font(frame)} if page_number else None
    add_paper(pdf, paper, lines, [frame, *(form for _, form in placed)], fonts=fonts)


def _draw(place: Place, form: Form, paper: Size) -> str:
    """Clip to what the slot shows, and put the face's middle on the slot's, turned as the slot is."""
    slot = place.slot
    round_ = None if slot.outline.straight else contour(slot.outline, slot.trim, _most(slot.bleed))
    return put(form, paper, centre=slot.trim.centre, shown=slot.shown, turns=slot.turns, cut=round_)


def _most(bleed: Sides) -> float:
    return max(bleed.left, bleed.top, bleed.right, bleed.bottom)


def _caption_font(frame: Form) -> pikepdf.Object:
    """The font page numbers are set in: the frame's; its first subset keeps ASCII's codes."""
    fonts = frame.xobject["/Resources"]["/Font"].as_dict()
    first: pikepdf.Object = next(font for name, font in fonts.items() if name.endswith("+0"))
    return first
