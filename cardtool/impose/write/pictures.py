"""Puts drawn faces into a book, where it keeps places for them. The book's tags and links stay."""

from __future__ import annotations

import io
from collections.abc import Mapping

from pikepdf import Array, Dictionary, Pdf

from cardtool.impose.write.document import saved
from cardtool.impose.write.forms import Form, Forms
from cardtool.model import Face, FacePages

__all__ = ["write"]


def write(book: bytes, pictures: Mapping[str, Face], faces: FacePages) -> bytes:
    """The book with its pictures. `pictures` says which face belongs in which XObject of its pages.

    The XObject it takes the place of fills the unit square (`cardtool.render.books.weasyprint_engine`).
    """
    with Pdf.open(io.BytesIO(book)) as pdf:
        forms = Forms(pdf, faces)
        for page in pdf.pages:
            kept = page.resources.get("/XObject", Dictionary())
            for name in sorted(set(kept.keys()) & set(pictures)):
                kept[name] = _in_unit_square(forms.of(pictures[name]))
        return saved(pdf)


def _in_unit_square(form: Form) -> object:
    width, height = form.size
    left, bottom = form.middle.x - width / 2, form.middle.y - height / 2
    form.xobject.Matrix = Array([1 / width, 0, 0, 1 / height, -left / width, -bottom / height])
    return form.xobject
