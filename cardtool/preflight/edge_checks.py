"""Rules about shapes that run along the cut: they go on beyond it, or stand well off it.

Looked at are the boxes of drawn shapes first, and pixels only where one ends near the cut. Opens no file.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from cardtool.colour import RGB
from cardtool.finding import Severity
from cardtool.geometry import Box, Sides
from cardtool.preflight.subject import Subject, print_rule
from cardtool.rule_runner import Problem
from cardtool.units import format_number

if TYPE_CHECKING:
    from cardtool.preflight.page_content import PageContent

_AT_THE_CUT = 0.75  # mm; by as much is a pile of cards cut askew
_ON_THE_CUT = 0.05  # mm; what ends here ends at the cut
_SAFE_TOLERANCE = 0.1  # mm
_SHORTEST = 4.0  # mm that an edge runs along the cut
_SIDES_OF_A_FRAME = 3
_LEAST_BLEED = 1.0  # mm; with less, shapes cannot go on
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
    return _seen_length(page, subject, edge) >= _side_length(subject.trim, edge.side) / 2


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


def _side_length(trim: Box, side: str) -> float:
    return trim.height if side in ("left", "right") else trim.width


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
        run = run + 1 if _differ(one, other) else 0
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


def _differ(one: RGB, other: RGB) -> bool:
    return max(abs(a - b) for a, b in zip(one, other, strict=True)) >= _LEAST_STEP
