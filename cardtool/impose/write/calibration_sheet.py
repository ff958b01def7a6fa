"""The sheets by which a printer is calibrated: scales for how far backs are off, bars along the edges.

Each scale is a vernier. Its marks stand on the front, and each goes on, on the back of the paper, in a
mark that is out of line by a known length. Held against the light, that pair is in line whose length
answers the printer; its number is what backs must be moved by, as seen on them. So the number is what
one types, and nobody has to think in mirrors.

Both scales run through the middle of the paper, where feeding it askew moves nothing along them.
"""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from pathlib import Path

from cardtool.geometry import Axis, Box, Point, Size
from cardtool.impose.page import paper_turn
from cardtool.impose.write.pdf import PageFile, new_document
from cardtool.impose.write.pen import Pen
from cardtool.model import Backs
from cardtool.wording import CalibrationWording, wording

STEP, _STEPS = 0.2, 12  # mm between neighbouring pairs; pairs on each arm beside the one for 0
_NEAREST, _PAIR_DISTANCE = 12.0, 4.8  # mm from the middle to an arm's first pair, and from pair to pair
_MARK_THICKNESS, _MARK_LENGTH = 0.3, 6.0  # mm; a mark can be seen through paper, and its ends told apart
_LABEL_SIZE = Size(4.4, 3.0)
_LABEL_GAP = 1.0  # mm between a level mark and its number, whose minus would else prolong it
EDGES = tuple(range(2, 11))  # mm from the edge; printers lose 3 to 6
_EDGE_APART, _EDGE_LENGTH, _EDGE_THICK = 6.5, 5.0, 0.4
_EDGE_LABEL = 13.0  # mm from the edge

_TITLE, _TEXT, _SMALL = 16.0, 9.0, 6.5  # pt
_TITLE_HEIGHT, _LINE, _PARAGRAPH = 7.0, 4.1, 1.6  # mm
_EDGE = 19.0  # mm; inside the numbers along the edges
_AIR = 14.0  # mm between text and the upright scale
_RULER = 100.0  # mm


@dataclass(frozen=True, slots=True)
class Pair:
    """A mark on the front, its continuation on the back as seen there, and the number of both."""

    front: Box
    back: Box
    label: Box
    value: float


@dataclass(frozen=True, slots=True)
class Bar:
    """A bar so far from the edge of the paper, and where its number stands."""

    box: Box
    label: Box
    value: int


@dataclass(frozen=True, slots=True)
class Calibration:
    """One sheet of paper, printed on both sides and turned about its long edge.

    `level` is the scale that runs across and tells how far to the right backs go, `upright` the one
    that tells how far down.
    """

    paper: Size
    axis: Axis
    level: tuple[Pair, ...]
    upright: tuple[Pair, ...]
    edges: tuple[Bar, ...]


def plan_calibration(paper: Size) -> Calibration:
    """Return the sheet for this paper, upright or sideways as it is given."""
    turn = paper_turn(Backs.LONG_EDGE, paper)
    assert turn is not None, "only sheets without backs are not turned"
    return Calibration(
        paper,
        turn.axis,
        tuple(_scale_pairs(paper, turn.axis, level=True)),
        tuple(_scale_pairs(paper, turn.axis, level=False)),
        tuple(_edge_bars(paper)),
    )


def _scale_pairs(paper: Size, axis: Axis, *, level: bool) -> Iterator[Pair]:
    """Yield the pairs of a scale, the least number first; 0 stands on both arms."""
    middle, half = Point(paper.width / 2, paper.height / 2), _MARK_LENGTH / 2
    at = middle.x if axis is Axis.VERTICAL else middle.y
    mark = Size(_MARK_THICKNESS, _MARK_LENGTH) if level else Size(_MARK_LENGTH, _MARK_THICKNESS)
    for arm in (-1, 1):
        for number in range(_STEPS, -1, -1) if arm < 0 else range(_STEPS + 1):
            along, value = arm * (_NEAREST + number * _PAIR_DISTANCE), round(arm * number * STEP, 1)
            # What one sees through the front is the opposite of what one sees on the back, the answer; and
            # turning the paper turns one direction round once more.
            off = -value if level == (axis is Axis.VERTICAL) else value
            if level:
                ends, shift = (Point(along, -half), Point(along, half)), Point(off, 0)
                label = Point(along, -_MARK_LENGTH - _LABEL_SIZE.height / 2)
            else:
                ends, shift = (Point(half, along), Point(-half, along)), Point(0, off)
                label = Point(_MARK_LENGTH + _LABEL_GAP + _LABEL_SIZE.width / 2, along)
            front, through = (Box.around(middle.moved(end), mark) for end in ends)
            back = through.moved(shift).mirrored(axis, at)
            yield Pair(front, back, Box.around(middle.moved(label), _LABEL_SIZE), value)


def _edge_bars(paper: Size) -> Iterator[Bar]:
    """Yield bars along each edge, from its middle, nearer and nearer to it."""
    for value, upright, far in product(EDGES, (False, True), (False, True)):
        length, depth = (paper.height, paper.width) if upright else (paper.width, paper.height)
        along = length / 2 + (value - EDGES[len(EDGES) // 2]) * _EDGE_APART
        size, places = Size(_EDGE_LENGTH, _EDGE_THICK), list[Point]()
        for distance in (value + _EDGE_THICK / 2, _EDGE_LABEL):
            across = depth - distance if far else distance
            places.append(Point(across, along) if upright else Point(along, across))
        bar = Box.around(places[0], size.turned() if upright else size)
        yield Bar(bar, Box.around(places[1], _LABEL_SIZE), value)


def write_calibration(paper: Size, *, font: Path, language: str = "en") -> bytes:
    """Return a PDF of the two sheets by which a printer is calibrated, four pages.

    The paper is once upright and, since printers feed that otherwise, once sideways.
    """
    words = wording(language).calibration
    out, sheets = io.BytesIO(), [plan_calibration(paper), plan_calibration(paper.turned())]
    file = PageFile(out)
    for number, form in enumerate(file.forms_of(_draw_sheets(sheets, font, words))):
        file.add_page(sheets[number // 2].paper, ["/Scales Do"], {"/Scales": form})
    file.finish_document(new_document(words.title, language, duplex="DuplexFlipLongEdge"))
    return out.getvalue()


def _draw_sheets(sheets: Sequence[Calibration], font: Path, words: CalibrationWording) -> bytes:
    pen = Pen(font)
    for sheet, title in zip(sheets, words.sheets, strict=True):
        with pen.page(sheet.paper):
            _draw_front(pen, sheet, title, words)
        with pen.page(sheet.paper):
            _draw_back(pen, sheet, words.back)
    return pen.finish()


def _draw_front(pen: Pen, sheet: Calibration, title: str, words: CalibrationWording) -> None:
    for pair in (*sheet.level, *sheet.upright):
        pen.draw_mark(pair.front)
        value = f"{pair.value:+.1f}".replace("-", "−") if pair.value else "0"
        pen.write_text(value, pair.label, align=0.5, most=_SMALL)
    for bar in sheet.edges:
        pen.draw_mark(bar.box)
        pen.write_text(str(bar.value), bar.label, align=0.5)
    width, height = sheet.paper
    room = width / 2 - _EDGE - _AIR if width > height else width - 2 * _EDGE
    pen.write_text(title, Box(_EDGE, _EDGE, room, _TITLE_HEIGHT), most=_TITLE)
    top = _EDGE + _TITLE_HEIGHT
    for text in words.instructions:
        top += _PARAGRAPH
        for line in pen.lettering.lines(text, room, _TEXT):
            pen.write_text(line, Box(_EDGE, top, room, _LINE), most=_TEXT)
            top += _LINE
    pen.draw_ruler(Box(_EDGE, height - _EDGE - _LINE, _RULER, _LINE), _RULER)
    right, down = words.scales  # what each scale is for, beyond its end
    last, lowest = sheet.level[-1].label, sheet.upright[-1].label
    pen.write_text(right, Box(last.right + 1, last.top, 12, last.height))
    pen.write_text(down, Box(lowest.left, lowest.bottom + 1, 12, lowest.height))


def _draw_back(pen: Pen, sheet: Calibration, text: str) -> None:
    for pair in (*sheet.level, *sheet.upright):
        pen.draw_mark(pair.back)
    width = sheet.paper.width - 2 * _EDGE
    pen.write_text(text, Box(_EDGE, _EDGE, width, _LINE), align=0.5, most=_TEXT)
