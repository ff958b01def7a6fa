"""The sheets by which a printer is calibrated, as PDF: scales, bars along the edges, and what to do."""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from pathlib import Path

from pikepdf import Pdf

from cardtool.geometry import Box, Size
from cardtool.impose.calibration import Calibration, Pair, calibration
from cardtool.impose.lettering import Lettering
from cardtool.impose.pen import Pen
from cardtool.impose.write.document import new_document, saved
from cardtool.impose.write.forms import form_of
from cardtool.impose.write.paper import add_paper

__all__ = ["write"]

TITLE, TEXT, SMALL = 16.0, 9.0, 6.5  # pt
TITLE_HIGH, LINE, PARAGRAPH = 7.0, 4.1, 1.6  # mm
EDGE = 19.0  # mm; inside the numbers along the edges
AIR = 14.0  # mm between text and the upright scale
RULER = 100.0  # mm

_WHAT_TO_DO = (
    "1. Print all four pages at 100 % (actual size), on both sides, flip on the long edge, on the paper "
    "you use for cards.",
    "2. Measure the ruler below. If it is not 100 mm long, the print was scaled: print again.",
    "3. Hold this side towards you, against a window. Each mark goes on, on the back. Find the one on "
    "each scale that runs straight on, and type its number when cardtool calibrate asks for it.",
    "4. Look at the bars along the four edges: the least number whose bar is whole on every edge is "
    "what the printer needs as margin.",
)
_ON_THE_BACK = "Back. Nothing to read here: turn the sheet round and hold it against a window."


def write(paper: Size, font: Path, language: str) -> bytes:
    """Two sheets, four pages: the paper upright and, since printers feed that otherwise, sideways."""
    pdf = new_document("Calibrating a printer for cards", language, duplex="DuplexFlipLongEdge")
    sheets = [calibration(paper), calibration(paper.turned())]
    drawn = Pdf.open(io.BytesIO(_draw(sheets, font)))
    for number, page in enumerate(drawn.pages):
        form = form_of(pdf, page, "/Scales")
        add_paper(pdf, sheets[number // 2].paper, ["/Scales Do"], [form])
    return saved(pdf)


def _draw(sheets: Sequence[Calibration], font: Path) -> bytes:
    lettering = Lettering(font)
    pen = Pen(lettering)
    for sheet, title in zip(sheets, ("1 of 2: paper upright", "2 of 2: paper sideways"), strict=True):
        with pen.page(sheet.paper):
            _draw_front(pen, lettering, sheet, f"Calibration, sheet {title}")
        with pen.page(sheet.paper):
            _draw_back(pen, sheet)
    return pen.finished()


def _draw_front(pen: Pen, lettering: Lettering, sheet: Calibration, title: str) -> None:
    for pair in (*sheet.level, *sheet.upright):
        pen.mark(pair.front)
        pen.text(_signed(pair), pair.label, align=0.5, most=SMALL)
    for bar in sheet.edges:
        pen.mark(bar.box)
        pen.text(str(bar.value), bar.label, align=0.5)
    width, height = sheet.paper
    room = width / 2 - EDGE - AIR if width > height else width - 2 * EDGE
    pen.text(title, Box(EDGE, EDGE, room, TITLE_HIGH), most=TITLE)
    for top, line in _paragraphs(lettering, room):
        pen.text(line, Box(EDGE, EDGE + TITLE_HIGH + top, room, LINE), most=TEXT)
    pen.ruler(Box(EDGE, height - EDGE - LINE, RULER, LINE), RULER)
    _name_scales(pen, sheet)


def _name_scales(pen: Pen, sheet: Calibration) -> None:
    """What each scale is for, beyond its end."""
    last, lowest = sheet.level[-1].label, sheet.upright[-1].label
    pen.text("right", Box(last.right + 1, last.top, 12, last.height))
    pen.text("down", Box(lowest.left, lowest.bottom + 1, 12, lowest.height))


def _draw_back(pen: Pen, sheet: Calibration) -> None:
    for pair in (*sheet.level, *sheet.upright):
        pen.mark(pair.back)
    width = sheet.paper.width - 2 * EDGE
    pen.text(_ON_THE_BACK, Box(EDGE, EDGE, width, LINE), align=0.5, most=TEXT)


def _paragraphs(lettering: Lettering, room: float) -> Iterator[tuple[float, str]]:
    """What to do, line by line, and how far below the title each stands."""
    top = PARAGRAPH
    for text in _WHAT_TO_DO:
        for line in lettering.lines(text, room, TEXT):
            yield top, line
            top += LINE
        top += PARAGRAPH


def _signed(pair: Pair) -> str:
    return f"{pair.value:+.1f}".replace("-", "−") if pair.value else "0"
