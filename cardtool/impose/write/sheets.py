"""Sheets of paper: faces placed, turned and clipped, inside a frame of marks and small print."""

from __future__ import annotations

import io
from collections.abc import Sequence
from pathlib import Path

import pikepdf
from pikepdf import Array, Dictionary, Name, Pdf

from cardtool.geometry import Size
from cardtool.impose.furniture import Furniture
from cardtool.impose.page import Page, Place
from cardtool.impose.write.document import new_document, number, saved
from cardtool.impose.write.forms import Form, Forms, form_of
from cardtool.model import Backs, FacePages
from cardtool.units import to_pt

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
    forms = {form.name: form.xobject for form in (frame, *(form for _, form in placed))}
    resources = Dictionary(XObject=Dictionary(forms))
    if page_number:
        resources.Font = _caption_font(frame)
    box = Array([0, 0, round(to_pt(paper.width), 4), round(to_pt(paper.height), 4)])
    # The paper itself is not cut to a page: a TrimBox can name only one trim, and a sheet has many,
    # which its crop marks show. So every box is the paper, and no viewer or driver crops or scales it.
    pdf.pages.append(
        pikepdf.Page(
            Dictionary(
                Type=Name.Page,
                MediaBox=box,
                BleedBox=box,
                TrimBox=box,
                Resources=resources,
                Contents=pdf.make_stream("\n".join(lines).encode("ascii")),
            )
        )
    )


def _draw(place: Place, form: Form, paper: Size) -> str:
    """Clip to what the slot shows, put the face's middle on the slot's, upright or half a turn round."""
    shown, centre = place.slot.shown, place.slot.trim.centre
    clip = (to_pt(shown.left), to_pt(paper.height - shown.bottom), to_pt(shown.width), to_pt(shown.height))
    way = -1 if place.turned else 1
    x = to_pt(centre.x) - way * form.middle.x
    y = to_pt(paper.height - centre.y) - way * form.middle.y
    rectangle = " ".join(map(number, clip))
    return f"q {rectangle} re W n {way} 0 0 {way} {number(x)} {number(y)} cm {form.name} Do Q"


def _caption_font(frame: Form) -> Dictionary:
    """The frame's font, under the name page numbers use; its first subset keeps ASCII's codes."""
    fonts = frame.xobject["/Resources"]["/Font"].as_dict()
    first = next(font for name, font in fonts.items() if name.endswith("+0"))
    return Dictionary({f"/{_CAPTION_FONT}": first})
