"""Faces whole, one to a page: of their own size, for printers that take such paper, or on given paper."""

from __future__ import annotations

from collections.abc import Sequence

from pikepdf import Pdf

from cardtool.geometry import Box, Sides, Size
from cardtool.impose.marks import marks_around
from cardtool.impose.write.document import new_document, saved
from cardtool.impose.write.forms import Form, Forms
from cardtool.impose.write.paper import add_paper, put, ruled
from cardtool.model import Face, FacePages, Kind

__all__ = ["write"]

MARK_GAP, MARK_LENGTH, EDGE = 0.5, 5.0, 2.0  # mm; with 3 mm of bleed an A3 face goes on SRA3, 320 × 450


def write(
    faces: FacePages,
    which: Sequence[tuple[Face, Kind]],
    *,
    title: str,
    marks: bool,
    paper: Size | None,
    language: str,
) -> bytes:
    """A PDF with one page for each of these faces, in this order; a face may come more than once."""
    pdf = new_document(title, language)
    forms = Forms(pdf, faces)
    for face, kind in which:
        if marks:
            _add_with_marks(pdf, forms.of(face), kind)
        else:
            _add_cut(pdf, forms.of(face), kind, paper or kind.size)
    return saved(pdf)


def _add_cut(pdf: Pdf, form: Form, kind: Kind, paper: Size) -> None:
    """The face's trim in the middle of the paper, which lies as the face does."""
    if (paper.width > paper.height) != (kind.size.width > kind.size.height):
        paper = paper.turned()
    trim = Box.around(Box(0, 0, *paper).centre, kind.size)
    add_paper(pdf, paper, [put(form, paper, centre=trim.centre, shown=trim)], [form], trim=trim, bleed=trim)


def _add_with_marks(pdf: Pdf, form: Form, kind: Kind) -> None:
    paper = kind.page.grown(MARK_GAP + MARK_LENGTH + EDGE)
    trim = Box.around(Box(0, 0, *paper).centre, kind.size)
    bleed = trim.grown(Sides.all(kind.bleed))
    across, down = (trim.left, trim.right), (trim.top, trim.bottom)
    lines = marks_around(bleed, paper, across, down, gap=MARK_GAP, length=MARK_LENGTH)
    drawn = put(form, paper, centre=trim.centre, shown=bleed)
    add_paper(pdf, paper, [drawn, ruled(lines, paper)], [form], trim=trim, bleed=bleed)
