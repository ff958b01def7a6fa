"""A flat box on paper: its art, a card's face on its front, and over both how to cut, fold and glue."""

from __future__ import annotations

import io
from collections.abc import Iterator
from pathlib import Path

from pikepdf import Pdf

from cardtool.geometry import Box, Point, Sides, Size
from cardtool.impose.contours import Path as Contour
from cardtool.impose.contours import Vertex
from cardtool.impose.lettering import Lettering
from cardtool.impose.marks import Line
from cardtool.impose.pen import Pen
from cardtool.impose.tuckbox import GLUED, Part, TuckBox
from cardtool.impose.write.document import new_document, saved
from cardtool.impose.write.forms import Form, Forms, form_of
from cardtool.impose.write.paper import add_paper, put, traced
from cardtool.model import Face, FacePages, Kind

__all__ = ["write"]

CUT, FOLD = 0.0, 0.5  # of white; folds stay on the box, and must not shout
SHOWN = 2.0  # mm of art beyond the cut
GROUND = 2.0  # mm of ground that stays along the fold of a tab for glue
HATCH = 3.0  # mm between slanting lines
LEGEND, LINE, SAMPLE, RULER = 5.0, 4.2, 11.0, 50.0  # mm
ADVICE = ("Print at 100 % (actual size), on one side,", "on card of 250 to 300 g/m². Score all folds first.")
WORDS = {"cut": "cut", "fold": "fold away from you", "glue": "glue, on this side"}


def write(
    box: TuckBox,
    paper: Size,
    faces: FacePages,
    *,
    art: Face,
    front: tuple[Face, Kind] | None,
    title: str,
    caption: str,
    font: Path,
    language: str,
) -> bytes:
    """The box in the middle of the paper; see `impose.write_box`."""
    pdf = new_document(title, language)
    forms, whole = Forms(pdf, faces), Box(0, 0, *paper)
    flat = Box.around(whole.centre, box.size)
    box = box.moved(Point(flat.left, flat.top))
    placed = [forms.of(art)]
    drawn = [put(placed[0], paper, centre=flat.centre, shown=whole)]
    if front is not None:
        placed.append(forms.of(front[0]))
        drawn.append(_put_on_front(placed[1], front[1], box.panel(Part.FRONT).box, paper))
    overlay = Pdf.open(io.BytesIO(_overlay(box, paper, caption, font)))
    placed.append(form_of(pdf, overlay.pages[0], "/Overlay"))
    folds = [_line(panel.fold) for panel in box.panels if panel.fold is not None]
    lines = [traced(folds, paper, dashed=True, rim=0, grey=FOLD), traced([box.cut], paper, grey=CUT)]
    add_paper(pdf, paper, [*drawn, "/Overlay Do", *lines], placed)
    return saved(pdf)


def _put_on_front(form: Form, kind: Kind, panel: Box, paper: Size) -> str:
    """A card's face in the middle of the panel, larger only where its bleed would not fill it."""
    page = kind.page
    scale = max(1.0, panel.width / page.width, (panel.height + 2 * SHOWN) / page.height)
    shown = panel.grown(Sides(left=0, top=SHOWN, right=0, bottom=SHOWN))
    return put(form, paper, centre=panel.centre, shown=shown, scale=scale)


def _line(fold: Line) -> Contour:
    return Contour((Vertex(fold.start), Vertex(fold.end)), closed=False)


def _overlay(box: TuckBox, paper: Size, caption: str, font: Path) -> bytes:
    """What is printed over the art: where glue goes, and the legend below the front."""
    lettering = Lettering(font)
    pen = Pen(lettering)
    with pen.page(paper):
        for part in GLUED:
            bare = _bare(part, box.panel(part).box)
            pen.blank(bare)
            pen.veil(bare, HATCH, within=box.glued(part))
        _draw_legend(pen, box, caption)
    return pen.finished()


def _bare(part: Part, tab: Box) -> Box:
    """The part of a tab that takes glue, and what is cut off around it."""
    if part is Part.TAB:
        return tab.grown(Sides(left=SHOWN, top=SHOWN, right=-GROUND, bottom=SHOWN))
    return tab.grown(Sides(left=SHOWN, top=-GROUND, right=SHOWN, bottom=SHOWN))


def _draw_legend(pen: Pen, box: TuckBox, caption: str) -> None:
    """Below the front, where the box leaves the paper free."""
    front = box.panel(Part.FRONT).box
    boxes = _lines(Box(front.left + LEGEND, front.bottom + LEGEND, front.width - 2 * LEGEND, 0))
    pen.text(caption, next(boxes), most=9)
    for advice in ADVICE:
        pen.text(advice, next(boxes))
    for sort, words in WORDS.items():
        line = next(boxes)
        _draw_sample(pen, sort, Box(line.left, line.top + 1, SAMPLE, LINE - 1.4))
        pen.text(words, line.grown(Sides(left=-SAMPLE - 2, top=0, right=0, bottom=0)))
    pen.ruler(next(boxes), RULER)


def _lines(first: Box) -> Iterator[Box]:
    while True:
        yield Box(first.left, first.top, first.width, LINE)
        first = first.moved(Point(0, LINE))


def _draw_sample(pen: Pen, sort: str, box: Box) -> None:
    if sort == "glue":
        pen.veil(box, HATCH / 2)
    else:
        start, end = Point(box.left, box.centre.y), Point(box.right, box.centre.y)
        pen.lines([Line(start, end, dashed=sort == "fold")])
