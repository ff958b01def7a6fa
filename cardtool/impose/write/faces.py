"""A book of faces: one page a face, its bleed around it, with the boxes a print shop asks for."""

from __future__ import annotations

from collections.abc import Mapping

from pikepdf import Array, Page

from cardtool.impose.write.document import new_document, saved
from cardtool.impose.write.forms import FaceSources
from cardtool.model import Face, FacePages
from cardtool.units import to_pt

__all__ = ["write"]


def write(faces: FacePages, bleeds: Mapping[Face, float], *, title: str, language: str) -> bytes:
    """A PDF with one page for every face, in the order of `faces`."""
    pdf = new_document(title, language)
    sources = FaceSources(faces)
    for face in faces.pages:
        pdf.pages.append(sources.page(face))
        _set_boxes(pdf.pages[-1], to_pt(bleeds[face]))
    return saved(pdf)


def _set_boxes(page: Page, bleed: float) -> None:
    left, bottom, right, top = (float(edge) for edge in page.mediabox)
    trim = (left + bleed, bottom + bleed, right - bleed, top - bleed)
    page.obj.BleedBox = Array([left, bottom, right, top])
    page.obj.TrimBox = Array([round(edge, 4) for edge in trim])
