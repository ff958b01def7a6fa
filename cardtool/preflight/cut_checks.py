"""Rules about where a card is cut: text keeps away from the cut, and colour goes on beyond it.

Arithmetic on boxes, outlines and pixels; opens no file. For text, round corners are taken for sharp ones:
text that keeps from the sides keeps from them.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby, pairwise
from typing import TYPE_CHECKING, NamedTuple

from cardtool.colour import RGB
from cardtool.geometry import Box, Point, Size
from cardtool.model import Outline, Shape, path_points
from cardtool.preflight.subject import Subject, print_rule
from cardtool.rule_runner import Problem
from cardtool.units import format_number

if TYPE_CHECKING:
    from cardtool.preflight.page_content import PageContent, TextLine

_CUT_STEP = 1.0  # mm
_FIRST_NORMAL = {Shape.HEX_FLAT: math.pi / 6, Shape.HEX_POINTED: 0.0}  # of a hexagon's sides


class _CutPoint(NamedTuple):
    """A point of the cut, and the direction in which it leaves the card, of length 1."""

    at: Point
    out: Point

    def moved(self, by: float) -> Point:
        """Return the point so far outside the cut; inside it where `by` is less than 0."""
        return Point(self.at.x + by * self.out.x, self.at.y + by * self.out.y)


def _reach_beyond_cut(box: Box, outline: Outline, trim: Box) -> float:
    """Return by how much a box reaches out of the cut; less than 0 where it keeps inside by so much."""
    if outline.shape in (Shape.RECT, Shape.PATH):  # of a path, text keeps inside the box at least
        return max(trim.left - box.left, trim.top - box.top, box.right - trim.right, box.bottom - trim.bottom)
    corners = [
        (x - trim.centre.x, y - trim.centre.y) for x in (box.left, box.right) for y in (box.top, box.bottom)
    ]
    if outline.shape is Shape.CIRCLE:
        return max(math.hypot(*corner) for corner in corners) - trim.width / 2
    return max(x * out.x + y * out.y for x, y in corners for out in _normals(outline)) - _apothem(trim)


def _cut_points(outline: Outline, trim: Box) -> Iterator[_CutPoint]:
    """Yield points along the cut of a circle, a hexagon or a path, one each millimetre, clockwise."""
    if outline.shape is Shape.PATH:
        points = path_points(outline.path)
        for start, end in pairwise((*points, points[0])):
            yield from _points_between(start.moved(trim.centre), end.moved(trim.centre))
        return
    if outline.shape is Shape.CIRCLE:
        steps = max(1, round(math.pi * trim.width / _CUT_STEP))
        for step in range(steps):
            out = _direction(2 * math.pi * step / steps)
            yield _CutPoint(_moved_from(trim.centre, out, trim.width / 2), out)
        return
    corner = _apothem(trim) * 2 / math.sqrt(3)
    for out, (first, last) in zip(_normals(outline), pairwise(_corners(outline)), strict=True):
        start, end = _moved_from(trim.centre, first, corner), _moved_from(trim.centre, last, corner)
        yield from (_CutPoint(point.at, out) for point in _points_between(start, end))


def _points_between(start: Point, end: Point) -> Iterator[_CutPoint]:
    """Yield points between the ends of a straight stretch of a cut that runs clockwise."""
    length = math.dist(start, end)
    steps = max(1, round(length / _CUT_STEP))
    for step in range(1, steps):
        x, y = (end.x - start.x) * step / steps, (end.y - start.y) * step / steps
        out = Point((end.y - start.y) / length, (start.x - end.x) / length)
        yield _CutPoint(start.moved(Point(x, y)), out)


def _apothem(trim: Box) -> float:
    return min(trim.size) / 2


def _normals(outline: Outline) -> list[Point]:
    return [_direction(_FIRST_NORMAL[outline.shape] + side * math.pi / 3) for side in range(6)]


def _corners(outline: Outline) -> list[Point]:
    """Return the directions of the corners, each before its side, the first again at the end."""
    return [_direction(_FIRST_NORMAL[outline.shape] + (side - 0.5) * math.pi / 3) for side in range(7)]


def _direction(angle: float) -> Point:
    return Point(math.cos(angle), math.sin(angle))


def _moved_from(middle: Point, out: Point, length: float) -> Point:
    return Point(middle.x + length * out.x, middle.y + length * out.y)


_SAFE_TOLERANCE = 0.1  # mm; what rounding and the overhang of a letter may take


@print_rule("CT705", "unsafe-text")
def unsafe_text(page: PageContent, subject: Subject) -> Iterator[Problem]:
    """Text keeps away from where the card is cut.

    A guillotine or a print shop is off by a millimetre or more. What stands nearer to the cut than the safe
    zone is cut into on some cards, and looks out of place on all others.

    Bad:

        .title { left: 4mm }, on a face with a bleed of 3 mm and a safe zone of 3 mm: 1 mm from the cut

    Good:

        .title { left: 6.5mm }

    The zone is `safe:` of the kind in game.yaml, measured from the cut inwards; `safe: 0mm` lets text go up
    to the cut. Overlooked on purpose: letters drawn as shapes, and text that lies wholly off the page.
    """
    if subject.trim is None:
        return
    over = [
        (_reach_beyond_cut(line.box, subject.outline, subject.trim) + subject.safe, line)
        for line in page.lines
        if line.box.overlaps(page.bounds)
    ]
    too_near = [(length, line) for length, line in over if length > _SAFE_TOLERANCE]
    if too_near:
        length, line = max(too_near, key=lambda each: each[0])
        yield (subject.source, _unsafe_message(page, subject, line, length), _unsafe_advice(subject, length))


def _unsafe_message(page: PageContent, subject: Subject, line: TextLine, over: float) -> str:
    words = page.words(line)[:60]
    if over > subject.safe:
        return f"{subject.title}: “{words}” reaches {format_number(over - subject.safe)} mm beyond the cut"
    return f"{subject.title}: “{words}” comes within {format_number(subject.safe - over)} mm of the cut"


def _unsafe_advice(subject: Subject, over: float) -> str:
    return (
        f"move it {format_number(over)} mm inwards: text keeps {format_number(subject.safe)} mm from the cut"
    )


_STRIP_DEPTH = 0.5  # mm, how deep the strips are that are compared
_LEAST_BLEED = 1.0  # mm; with less there is nothing to look at
_SHORTEST_GAP = 2  # mm; shorter gaps are the ends of lines
_PAPER_LEVEL = 250  # of the darkest of red, green and blue; paper from here up
_INK_LEVEL = 244  # of the same; ink up to here


class _Edge(NamedTuple):
    """One side of a card: the strip inside the cut, and the one at the edge of the bleed."""

    name: str
    inside: Box
    outside: Box
    bleed: float

    @property
    def upright(self) -> bool:
        return self.name in ("left", "right")


@print_rule("CT708", "bare-bleed")
def bare_bleed(page: PageContent, subject: Subject) -> Iterator[Problem]:
    """What goes up to the cut goes on beyond it, to the edge of the bleed.

    Cards are cut in piles, and a pile shifts. Where colour ends at the cut instead of going on, the cards
    that are cut a little wide have a white sliver along their edge.

    Bad:

        a ground that is as large as the card, on a page that is larger by 3 mm on each side

    Good:

        a ground that is as large as the page

    Along each side the last half millimetre inside the cut is compared with the last of the bleed. Where for
    2 mm or more there is ink inside and bare paper at the edge of the bleed, that is an error. A card that is
    white at its edge needs no bleed. Overlooked on purpose: the corners, which every cut takes off.
    """
    if (
        subject.trim is None or page.background.lightest < _PAPER_LEVEL
    ):  # without paper there is no bare paper
        return
    bare = dict(_bare_sides(page, subject.trim, subject.outline))
    if bare:
        sides = " and ".join(f"{length} mm of the {name}" for name, length in bare.items())
        message = f"{subject.title}: colour ends before the edge of the bleed, along {sides}"
        yield subject.source, message, "draw the ground as large as the page, bleed and all"


def _bare_sides(page: PageContent, trim: Box, outline: Outline) -> Iterator[tuple[str, int]]:
    """Yield each side with a gap that counts, and how long its longest is, in mm."""
    if not outline.straight:
        length = _bare_outline(page, trim, outline)
        if length >= _SHORTEST_GAP:
            yield "rim", length
        return
    for edge in _edges(trim, page.size):
        if edge.bleed >= _LEAST_BLEED and (length := _bare_length(page, edge)) >= _SHORTEST_GAP:
            yield edge.name, length


def _bare_outline(page: PageContent, trim: Box, outline: Outline) -> int:
    """Return the longest stretch of a round or hexagonal cut with ink inside and none at the bleed's edge."""
    bleed = min(trim.left, trim.top)
    if bleed < _LEAST_BLEED:
        return 0
    background = page.background
    return _longest_run(
        _is_ink(background.colour_at(point.moved(-_STRIP_DEPTH)))
        and _is_paper(background.colour_at(point.moved(bleed - _STRIP_DEPTH)))
        for point in _cut_points(outline, trim)
    )


def _edges(trim: Box, page: Size) -> Iterator[_Edge]:
    deep, high, wide = _STRIP_DEPTH, trim.height, trim.width
    below, beside = page.height - trim.bottom, page.width - trim.right
    left = Box(trim.left, trim.top, deep, high), Box(0, trim.top, deep, high)
    top = Box(trim.left, trim.top, wide, deep), Box(trim.left, 0, wide, deep)
    right = Box(trim.right - deep, trim.top, deep, high), Box(page.width - deep, trim.top, deep, high)
    bottom = Box(trim.left, trim.bottom - deep, wide, deep), Box(trim.left, page.height - deep, wide, deep)
    yield _Edge("left", *left, trim.left)
    yield _Edge("top", *top, trim.top)
    yield _Edge("right", *right, beside)
    yield _Edge("bottom", *bottom, below)


def _bare_length(page: PageContent, edge: _Edge) -> int:
    """Return the longest stretch of a side, in mm, with ink inside and none at the edge of the bleed."""
    paper = [_is_paper(colour) for colour in _strip_colours(page, edge.outside, edge.upright)]
    if not any(paper):
        return 0
    inside = _strip_colours(page, edge.inside, edge.upright)
    return _longest_run(_is_ink(colour) and bare for colour, bare in zip(inside, paper, strict=False))


def _longest_run(gaps: Iterable[bool]) -> int:
    return max((sum(run) for bare, run in groupby(gaps) if bare), default=0)


def _strip_colours(page: PageContent, strip: Box, upright: bool) -> Sequence[RGB]:
    """Return the strip as one colour for each mm."""
    length = max(1, round(strip.height if upright else strip.width))
    return page.background.mean_colours(strip, 1 if upright else length, length if upright else 1)


def _is_paper(colour: RGB) -> bool:
    return min(colour) >= _PAPER_LEVEL


def _is_ink(colour: RGB) -> bool:
    return min(colour) <= _INK_LEVEL
