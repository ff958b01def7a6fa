"""Faces as form XObjects: each is copied into the document once, however often it is printed."""

from __future__ import annotations

import io
from typing import NamedTuple

import pikepdf
from pikepdf import Array, Name, Pdf, Stream

from cardtool.geometry import Point, Size
from cardtool.model import Face, FacePages

__all__ = ["FaceSources", "Form", "Forms", "form_of"]


class Form(NamedTuple):
    """A form XObject, its name on any page, and its middle and size in its own points."""

    name: str
    xobject: pikepdf.Object
    middle: Point
    size: Size


class FaceSources:
    """The documents that faces were drawn into, opened when first asked for."""

    def __init__(self, faces: FacePages) -> None:
        self._faces = faces
        self._open: dict[int, tuple[Pdf, list[pikepdf.Page]]] = {}

    def page(self, face: Face) -> pikepdf.Page:
        """The page this face was drawn on. It lives as long as these sources do."""
        ref = self._faces.pages[face]
        if ref.document not in self._open:
            pdf = Pdf.open(io.BytesIO(self._faces.documents[ref.document]))
            self._open[ref.document] = pdf, list(pdf.pages)  # to ask for one page counts all of them
        return self._open[ref.document][1][ref.page]


class Forms:
    """The faces of one document as form XObjects, made when first asked for."""

    def __init__(self, pdf: Pdf, faces: FacePages) -> None:
        self._pdf = pdf
        self._sources = FaceSources(faces)
        self._made: dict[Face, Form] = {}

    def of(self, face: Face) -> Form:
        """The form of this face."""
        form = self._made.get(face)
        if form is None:
            form = form_of(self._pdf, self._sources.page(face), f"/C{len(self._made) + 1}")
            self._made[face] = form
        return form


def form_of(pdf: Pdf, page: pikepdf.Page, name: str) -> Form:
    """A whole page, bleed and all, as a form XObject of `pdf`.

    The page's own content stream becomes the form's, still compressed: pikepdf's `as_form_xobject`
    would decode it, and would cut it to its TrimBox.
    """
    left, bottom, right, top = (float(edge) for edge in page.mediabox)
    content = _content(page)
    content.Type = Name.XObject
    content.Subtype = Name.Form
    content.BBox = Array([left, bottom, right, top])
    content.Resources = page.resources
    if "/Group" in page.obj:
        content.Group = page.obj.Group
    middle = Point((left + right) / 2, (bottom + top) / 2)
    return Form(name, pdf.copy_foreign(content), middle, Size(right - left, top - bottom))


def _content(page: pikepdf.Page) -> pikepdf.Object:
    """The page's content as one stream that is not yet another page's form."""
    content = page.obj.get("/Contents", Array())
    if isinstance(content, Stream):
        if "/Subtype" not in content:
            return content
        page.obj.Contents = Array([content])
    page.contents_coalesce()
    return page.obj.Contents
