"""Sheets of paper: faces placed, turned and clipped, inside a frame of marks and small print."""

from __future__ import annotations

import io
from collections.abc import Sequence
from pathlib import Path

import pikepdf
from pikepdf import Pdf

from cardtool.geometry import Size
from cardtool.impose.furniture import Furniture
from cardtool.impose.page import Page, Place
from cardtool.impose.write.document import new_document, saved
from cardtool.impose.write.forms import Form, Forms, form_of
from cardtool.impose.write.paper import add_paper, put
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
    lines = [f"{frame.name} Do", *(_draw(place, form, paper) for place, form in placed), page_number]
    fonts = {f"/{_CAPTION_FONT}": _caption_font(frame)} if page_number else None
    add_paper(pdf, paper, lines, [frame, *(form for _, form in placed)], fonts=fonts)


def _draw(place: Place, form: Form, paper: Size) -> str:
    """Clip to what the slot shows, put the face's middle on the slot's, upright or half a turn round."""
    way = -1 if place.turned else 1
    return put(form, paper, centre=place.slot.trim.centre, shown=place.slot.shown, scale=way)


def _caption_font(frame: Form) -> pikepdf.Object:
    """The font page numbers are set in: the frame's; its first subset keeps ASCII's codes."""
    fonts = frame.xobject["/Resources"]["/Font"].as_dict()
    first: pikepdf.Object = next(font for name, font in fonts.items() if name.endswith("+0"))
    return first
