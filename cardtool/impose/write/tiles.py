"""Faces larger than the paper, a tile on each page."""

from __future__ import annotations

import io
from collections.abc import Sequence
from pathlib import Path

from pikepdf import Pdf

from cardtool.impose.joinery import draw_joinery
from cardtool.impose.tiles import Mat
from cardtool.impose.write.document import new_document, saved
from cardtool.impose.write.forms import Forms, form_of
from cardtool.impose.write.paper import add_paper, put
from cardtool.model import FacePages

__all__ = ["write"]


def write(
    mats: Sequence[Mat], faces: FacePages, *, title: str, caption: str, font: Path, language: str
) -> bytes:
    """A PDF of all tiles of all mats. `caption` stands on every page, set in `font`, a TrueType file."""
    pdf = new_document(title, language)
    forms = Forms(pdf, faces)
    joinery = iter(Pdf.open(io.BytesIO(draw_joinery(mats, font, caption))).pages)
    for mat in mats:
        paper, face = mat.tiles.paper, forms.of(mat.face)
        for tile in mat.tiles:
            around = form_of(pdf, next(joinery), "/Joints")
            centre, shown = mat.tiles.middle_of_face(tile), mat.tiles.slot(tile).shown
            drawn = put(face, paper, centre=centre, shown=shown)
            add_paper(pdf, paper, [drawn, f"{around.name} Do"], [face, around])
    return saved(pdf)
