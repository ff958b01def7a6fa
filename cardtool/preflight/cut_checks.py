"""Rules about where a card is cut: text keeps away from the cut, and what runs up to it goes on beyond.

Arithmetic on boxes, outlines and pixels; opens no file.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, NamedTuple

from cardtool.colour import RGB
from cardtool.finding import Severity
from cardtool.geometry import Box, Sides
from cardtool.model import CutLine, Outline, cut_points, meets_box
from cardtool.preflight.subject import Subject, print_rule
from cardtool.rule_runner import Problem
from cardtool.units import format_number

if TYPE_CHECKING:
    from cardtool.preflight.page_content import PageContent, TextLine


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
    to the cut. The cut is that of the piece, be it a card, a circle, a hexagon, a path or a net; and text
    keeps as far from its holes. Overlooked on purpose: letters drawn as shapes, and text that lies wholly off
    the page.
    """
    if subject.trim is None:
        return
    cut = CutLine(subject.outline, subject.trim)
    lines = (line for line in page.lines if line.box.overlaps(page.bounds))
    reaches = [_reach(page, line, cut, subject.safe) for line in lines]
    too_near = [each for each in reaches if each.over > _SAFE_TOLERANCE]
    if too_near:
        reach = max(too_near, key=lambda each: each.over)
        yield (subject.source, _unsafe_message(page, subject, reach), _unsafe_advice(subject, reach))


class _Reach(NamedTuple):
    """By how much a line of text goes into the safe zone, and whether that is the zone around a hole."""

    line: TextLine
    over: float
    at_hole: bool


def _reach(page: PageContent, line: TextLine, cut: CutLine, safe: float) -> _Reach:
    """Look at a line as a whole, and at its letters where a path or a hole is near."""
    if cut.is_simple:
        return _Reach(line, cut.reach_beyond(line.box) + safe, at_hole=False)
    if cut.is_clear_of(line.box, safe):
        return _Reach(line, 0.0, at_hole=False)
    every = page.letter_boxes(line) or (line.box,)
    letters = [each for each in every if not cut.is_clear_of(each, safe)]
    if not letters:
        return _Reach(line, 0.0, at_hole=False)
    beyond = max(map(cut.reach_beyond, letters))
    into_hole = max(map(cut.reach_into_hole, letters))
    return _Reach(line, max(beyond, into_hole) + safe, at_hole=into_hole > beyond)


def _unsafe_message(page: PageContent, subject: Subject, reach: _Reach) -> str:
    words, over, what = page.words(reach.line)[:60], reach.over, "a hole" if reach.at_hole else "the cut"
    if over <= subject.safe:
        near = f"comes within {format_number(subject.safe - over)} mm of {what}"
    elif reach.at_hole:
        near = f"stands over a hole, by {format_number(over - subject.safe)} mm"
    else:
        near = f"reaches {format_number(over - subject.safe)} mm beyond the cut"
    return f"{subject.title}: “{words}” {near}"


def _unsafe_advice(subject: Subject, reach: _Reach) -> str:
    over, safe = format_number(reach.over), format_number(subject.safe)
    if reach.at_hole:
        return f"move it {over} mm away: text keeps {safe} mm from holes"
    return f"move it {over} mm inwards: text keeps {safe} mm from the cut"


@print_rule("CT745", "text-across-fold", Severity.WARNING)
def text_across_fold(page: PageContent, subject: Subject) -> Iterator[Problem]:
    """No letter stands on a fold.

    Paper that is scored and folded cracks along the fold, ink comes off there, and a word bent around an edge
    is read from neither side.

    Bad:

        folds: [{from: [45mm, 0mm], to: [45mm, 90mm]}], and a title centred on a face 90 mm wide

    Good:

        a title on each half, or one that ends before the fold

    Folds are those of the piece: `folds:` of its kind in game.yaml, or those of a net. Overlooked on purpose:
    lines whose letters stand on both sides of a fold with a gap between, such as numbers along an edge, and
    letters drawn as shapes.
    """
    if subject.trim is None or not subject.outline.folds:
        return
    middle = subject.trim.centre
    folds = [tuple(end.moved(middle) for end in fold) for fold in subject.outline.folds]
    tolerance = Sides.all(-_SAFE_TOLERANCE)
    for line in page.lines:
        letters = [box.grown(tolerance) for box in page.letter_boxes(line)]
        if any(meets_box(fold, box) for box in letters for fold in folds):
            message = f"{subject.title}: “{page.words(line)[:60]}” stands on a fold"
            yield subject.source, message, "move it to one side of the fold"
            return


@print_rule("CT751", "mirrored-text", Severity.WARNING)
def mirrored_text(page: PageContent, subject: Subject) -> Iterator[Problem]:
    """No letters stand on a piece as a mirror shows them.

    A standee without a `back` shows its front from behind, so that both outlines are one; a name on it can be
    read from the front alone.

    Bad:

        {{ card.name }}, in the front of a standee that has no back

    Good:

        {% if side.id == "front" %}{{ card.name }}{% endif %}

    Or give the kind a `back` of its own. Overlooked on purpose: letters drawn as shapes.
    """
    line = next((line for line in page.lines if line.mirrored and page.words(line).strip()), None)
    if subject.trim is not None and line is not None:
        message = f"{subject.title}: “{page.words(line)[:60]}” is printed in mirror writing"
        yield subject.source, message, 'give it a back, or write it only {% if side.id == "front" %}'


_STRIP_DEPTH = 0.5  # mm, how deep the strips are that are compared
_PIXEL = 0.2  # mm; of the inner strip so much is left out, for a pixel may reach across the cut
_LEAST_BLEED = 1.0  # mm; with less there is nothing to look at, and no shape can go on
_SHORTEST_GAP = 2  # mm; shorter gaps are the ends of lines
_PAPER_LEVEL = 250  # of the darkest of red, green and blue; paper from here up
_INK_LEVEL = 244  # of the same; ink up to here


class _ComparedSide(NamedTuple):
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
    white at its edge needs no bleed. A page of a file says by its BleedBox how far the bleed goes. Overlooked
    on purpose: the corners, which every cut takes off, and pages whose BleedBox is their TrimBox: they are
    meant to have no bleed.
    """
    if (
        subject.trim is None or page.background.lightest < _PAPER_LEVEL
    ):  # without paper there is no bare paper
        return
    bare = dict(_bare_sides(page, subject.trim, subject))
    if bare:
        sides = " and ".join(f"{length} mm of the {name}" for name, length in bare.items())
        message = f"{subject.title}: colour ends before the edge of the bleed, along {sides}"
        yield subject.source, message, "draw the ground as large as the page, bleed and all"


def _bare_sides(page: PageContent, trim: Box, subject: Subject) -> Iterator[tuple[str, int]]:
    """Yield each side with a gap that counts, and how long its longest is, in mm."""
    if not subject.outline.straight:
        length = _bare_outline(page, trim, subject.outline)
        if length >= _SHORTEST_GAP:
            yield "rim", length
        return
    for edge in _edges(trim, subject.bleed or page.bounds):
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
        for point in cut_points(outline, trim)
    )


def _edges(trim: Box, bleed: Box) -> Iterator[_ComparedSide]:
    deep, high, wide = _STRIP_DEPTH, trim.height, trim.width
    inner, within = deep - _PIXEL, Box(trim.left + _PIXEL, trim.top + _PIXEL, wide, high)
    left = Box(within.left, trim.top, inner, high), Box(bleed.left, trim.top, deep, high)
    top = Box(trim.left, within.top, wide, inner), Box(trim.left, bleed.top, wide, deep)
    right = Box(trim.right - deep, trim.top, inner, high), Box(bleed.right - deep, trim.top, deep, high)
    bottom = Box(trim.left, trim.bottom - deep, wide, inner), Box(trim.left, bleed.bottom - deep, wide, deep)
    yield _ComparedSide("left", *left, trim.left - bleed.left)
    yield _ComparedSide("top", *top, trim.top - bleed.top)
    yield _ComparedSide("right", *right, bleed.right - trim.right)
    yield _ComparedSide("bottom", *bottom, bleed.bottom - trim.bottom)


def _bare_length(page: PageContent, edge: _ComparedSide) -> int:
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


_AT_THE_CUT = 0.75  # mm; by as much is a pile of cards cut askew
_ON_THE_CUT = 0.05  # mm; what ends here ends at the cut
_SHORTEST = 4.0  # mm that an edge runs along the cut
_SIDES_OF_A_FRAME = 3
_SEEN_FROM, _SEEN_TO = 0.1, 0.35  # mm on both sides of an edge, where it is looked at
_ROUND_A_STRIP = 0.5  # mm, so that its pixels are whole
_LEAST_STEP = 40  # of 255, by which some colour is another on the other side of an edge that is seen


class _Edge(NamedTuple):
    """An edge of a shape that runs along a side of the card: how far inside it, and from where to where."""

    side: str
    inside: float
    start: float
    end: float


@print_rule("CT748", "edge-at-cut", Severity.WARNING)
def edge_at_cut(page: PageContent, subject: Subject) -> Iterator[Problem]:
    """What runs along the cut goes on beyond it, or stands well off it.

    A pile of cards is cut half a millimetre askew, or more. A figure that ends a hair inside the cut has a
    sliver beside it on some cards and none on others, and looks like a mistake on all.

    Bad:

        an outline that ends 0.4 mm inside the cut, along 12 mm of it

    Good:

        the same picture 1 mm larger, so that it goes on to the edge of the bleed; or 1 mm smaller

    An edge counts where a shape ends 0.05 to 0.75 mm inside the cut, along 4 mm of it or more, and where the
    colour changes there. Overlooked on purpose: edges that slant, dashed lines, cards that are cut round or
    along a path, faces with less than 1 mm of bleed, and what a clipping path cuts off.
    """
    for side, edges in _edges_at_cut(page, subject):
        for edge in edges:  # the nearest first
            length = _seen_length(page, subject, edge)
            if length >= _SHORTEST:
                yield (
                    subject.source,
                    f"{subject.title}: a shape ends {format_number(edge.inside)} mm inside the cut, along "
                    f"{round(length)} mm of the {side}",
                    "let it go on to the edge of the bleed, or end 1 mm inside the cut",
                )
                break


@print_rule("CT749", "frame-near-cut", Severity.INFO)
def frame_near_cut(page: PageContent, subject: Subject) -> Iterator[Problem]:
    """A frame stands outside the safe zone, as text does, or goes on to the edge of the bleed.

    Nothing shows a crooked cut like a thin rim that is 1 mm wide on the left and 2 mm on the right.

    Bad:

        a frame 1 mm inside the cut of a card whose safe zone is 3 mm

    Good:

        the same frame 3 mm inside the cut; or a rim so wide that it ends there

    A frame is one shape that runs along three sides or all four, along half of each or more, between 0.75 mm
    and `safe:` from the cut, and the colour changes there. Overlooked on purpose: what CT748 overlooks, rules
    along one side or two, and kinds whose safe zone is less than 1 mm.
    """
    trim = subject.trim
    if trim is None or subject.safe - _SAFE_TOLERANCE <= _AT_THE_CUT:
        return
    sides = tuple(_sides_with_bleed(page, subject))
    for box in dict.fromkeys(page.shapes):
        close = [
            side for side in sides if _AT_THE_CUT < _inside(box, trim, side) < subject.safe - _SAFE_TOLERANCE
        ]
        if len(close) >= _SIDES_OF_A_FRAME:
            near = [_edge_of(box, trim, side) for side in close]
            seen = [each for each in near if _is_frame(page, subject, each)]
            if len(seen) >= _SIDES_OF_A_FRAME:
                least, named = min(each.inside for each in seen), ", ".join(each.side for each in seen)
                message = f"{subject.title}: a frame stands {format_number(least)} mm from the cut ({named})"
                safe = format_number(subject.safe)
                advice = f"move it {safe} mm inside the cut, or let the rim go on into the bleed"
                yield subject.source, message, advice
                return


def _is_frame(page: PageContent, subject: Subject, edge: _Edge) -> bool:
    assert subject.trim is not None
    length = subject.trim.height if edge.side in ("left", "right") else subject.trim.width
    return _seen_length(page, subject, edge) >= length / 2


def _edges_at_cut(page: PageContent, subject: Subject) -> Iterator[tuple[str, Sequence[_Edge]]]:
    """Yield the edges that end a hair inside each side."""
    for side in _sides_with_bleed(page, subject):
        assert subject.trim is not None
        boxes = [
            box
            for box in dict.fromkeys(page.shapes)
            if _ON_THE_CUT < _inside(box, subject.trim, side) < _AT_THE_CUT
        ]
        edges = {_edge_of(box, subject.trim, side) for box in boxes}
        long = sorted(each for each in edges if each.end - each.start >= _SHORTEST)
        if long:
            yield side, long


def _sides_with_bleed(page: PageContent, subject: Subject) -> Iterator[str]:
    """Yield the sides of a straight cut beyond which there is room for a shape to go on."""
    trim, bleed = subject.trim, subject.bleed or page.bounds
    if trim is None or not subject.outline.straight:
        return
    bleeds = {
        "left": trim.left - bleed.left,
        "top": trim.top - bleed.top,
        "right": bleed.right - trim.right,
        "bottom": bleed.bottom - trim.bottom,
    }
    yield from (side for side, depth in bleeds.items() if depth >= _LEAST_BLEED)


def _inside(box: Box, trim: Box, side: str) -> float:
    """Return how far inside a side of the card a shape's box ends, to a hundredth of a mm."""
    if side == "left":
        inside = box.left - trim.left
    elif side == "top":
        inside = box.top - trim.top
    elif side == "right":
        inside = trim.right - box.right
    else:
        inside = trim.bottom - box.bottom
    return round(inside, 2)


def _edge_of(box: Box, trim: Box, side: str) -> _Edge:
    """Return the edge of a shape's box that is nearest to a side of the card."""
    if side in ("left", "right"):
        start, end = max(box.top, trim.top), min(box.bottom, trim.bottom)
    else:
        start, end = max(box.left, trim.left), min(box.right, trim.right)
    return _Edge(side, _inside(box, trim, side), round(start, 1), round(end, 1))


def _seen_length(page: PageContent, subject: Subject, edge: _Edge) -> float:
    """Return along how many mm of an edge the colour is another on its other side, in one stretch."""
    assert subject.trim is not None
    near = _strip(edge, subject.trim, -_SEEN_TO, _SEEN_TO).grown(Sides.all(_ROUND_A_STRIP))
    close_up, steps = page.close_up(near), max(1, round(edge.end - edge.start))
    columns, rows = (1, steps) if edge.side in ("left", "right") else (steps, 1)
    outer, inner = (
        close_up.mean_colours(_strip(edge, subject.trim, start, end), columns, rows)
        for start, end in ((-_SEEN_TO, -_SEEN_FROM), (_SEEN_FROM, _SEEN_TO))
    )
    longest = run = 0
    for one, other in zip(outer, inner, strict=False):
        run = run + 1 if max(abs(a - b) for a, b in zip(one, other, strict=True)) >= _LEAST_STEP else 0
        longest = max(longest, run)
    return min(float(longest), edge.end - edge.start)


def _strip(edge: _Edge, trim: Box, start: float, end: float) -> Box:
    """Return the strip along an edge that lies so far inside it; less than 0 is outside."""
    length = edge.end - edge.start
    near, deep = edge.inside + start, end - start
    return {
        "left": Box(trim.left + near, edge.start, deep, length),
        "top": Box(edge.start, trim.top + near, length, deep),
        "right": Box(trim.right - near - deep, edge.start, deep, length),
        "bottom": Box(edge.start, trim.bottom - near - deep, length, deep),
    }[edge.side]
