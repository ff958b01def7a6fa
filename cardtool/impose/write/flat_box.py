"""A flat tuck box on paper: its art, a card's face on its front, and over both how to cut, fold and glue."""

from __future__ import annotations

import io
from collections.abc import Iterator
from pathlib import Path

from pikepdf import Pdf

from cardtool.geometry import Box, Point, Sides, Size
from cardtool.impose.contours import Contour
from cardtool.impose.page import Line
from cardtool.impose.tuck_box import GLUED, Part, TuckBox
from cardtool.impose.write.pdf import (
    FaceForms,
    Form,
    add_page,
    contour_operators,
    form_operators,
    new_document,
    page_form,
    save_pdf,
)
from cardtool.impose.write.pen import Pen
from cardtool.model import Face, FacePages, Kind, Vertex
from cardtool.wording import BoxWording, wording

_CUT, _FOLD = 0.0, 0.5  # of white; folds stay on the box, and must not shout
_SHOWN_BLEED = 2.0  # mm of art beyond the cut
_GROUND = 2.0  # mm of ground that stays along the fold of a tab for glue
_HATCH = 3.0  # mm between slanting lines
_LEGEND, _LINE, _SAMPLE, _RULER = 5.0, 4.2, 11.0, 50.0  # mm


def write_box(
    box: TuckBox,
    paper: Size,
    faces: FacePages,
    *,
    art: Face,
    front: tuple[Face, Kind] | None,
    title: str,
    caption: str,
    font: Path,
    language: str = "en",
) -> bytes:
    """Return a PDF of one page with a flat box in the middle of the paper, and how to cut and fold it.

    `art` is a face with `BOX_BLEED` more than the box on every side; `front` a card's face, with its
    kind, to stand on the front of it; `caption` says what the box is.
    """
    pdf = new_document(title, language)
    forms, whole = FaceForms(pdf, faces), Box(0, 0, *paper)
    flat = Box.around(whole.centre, box.size)
    box = box.moved(Point(flat.left, flat.top))
    placed = [forms.of(art)]
    drawn = [form_operators(placed[0], paper, centre=flat.centre, shown=whole)]
    if front is not None:
        placed.append(forms.of(front[0]))
        drawn.append(_front_operators(placed[1], front[1], box.panel(Part.FRONT).box, paper))
    overlay = Pdf.open(io.BytesIO(_draw_overlay(box, paper, caption, font, wording(language).box)))
    placed.append(page_form(pdf, overlay.pages[0], "/Overlay"))
    folds = [_fold_contour(panel.fold) for panel in box.panels if panel.fold is not None]
    lines = [
        contour_operators(folds, paper, dashed=True, rim=0, grey=_FOLD),
        contour_operators([box.cut], paper, grey=_CUT),
    ]
    add_page(pdf, paper, [*drawn, "/Overlay Do", *lines], placed)
    return save_pdf(pdf)


def _front_operators(form: Form, kind: Kind, panel: Box, paper: Size) -> str:
    """Put a card's face in the middle of the panel, larger only where its bleed would not fill it."""
    page = kind.page
    scale = max(1.0, panel.width / page.width, (panel.height + 2 * _SHOWN_BLEED) / page.height)
    shown = panel.grown(Sides(left=0, top=_SHOWN_BLEED, right=0, bottom=_SHOWN_BLEED))
    return form_operators(form, paper, centre=panel.centre, shown=shown, scale=scale)


def _fold_contour(fold: Line) -> Contour:
    return Contour((Vertex(fold.start), Vertex(fold.end)), closed=False)


def _draw_overlay(box: TuckBox, paper: Size, caption: str, font: Path, words: BoxWording) -> bytes:
    pen = Pen(font)
    with pen.page(paper):
        for part in GLUED:
            bare = _glue_area(part, box.panel(part).box)
            with pen.within(box.glued(part)):
                pen.clear(bare)
                pen.hatch(bare, _HATCH)
        _draw_legend(pen, box, caption, words)
    return pen.finish()


def _glue_area(part: Part, tab: Box) -> Box:
    """Return the part of a tab that takes glue: all of it but what stays along its fold."""
    is_beside = part is Part.TAB
    return tab.grown(
        Sides(left=0, top=0 if is_beside else -_GROUND, right=-_GROUND if is_beside else 0, bottom=0)
    )


def _draw_legend(pen: Pen, box: TuckBox, caption: str, words: BoxWording) -> None:
    """Draw the legend below the front, where the box leaves the paper free."""
    front = box.panel(Part.FRONT).box
    boxes = _legend_lines(Box(front.left + _LEGEND, front.bottom + _LEGEND, front.width - 2 * _LEGEND, 0))
    pen.write_text(caption, next(boxes), most=9)
    for advice in words.print_box:
        pen.write_text(advice, next(boxes))
    for line_type, meaning in (("cut", words.cut), ("fold", words.fold), ("glue", words.glue)):
        line = next(boxes)
        _draw_sample(pen, line_type, Box(line.left, line.top + 1, _SAMPLE, _LINE - 1.4))
        pen.write_text(meaning, line.grown(Sides(left=-_SAMPLE - 2, top=0, right=0, bottom=0)))
    pen.draw_ruler(next(boxes), _RULER)


def _legend_lines(first: Box) -> Iterator[Box]:
    while True:
        yield Box(first.left, first.top, first.width, _LINE)
        first = first.moved(Point(0, _LINE))


def _draw_sample(pen: Pen, line_type: str, box: Box) -> None:
    if line_type == "glue":
        pen.hatch(box, _HATCH / 2)
    else:
        start, end = Point(box.left, box.centre.y), Point(box.right, box.centre.y)
        pen.draw_lines([Line(start, end, dashed=line_type == "fold")])
