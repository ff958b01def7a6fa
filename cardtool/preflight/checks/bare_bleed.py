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

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, NamedTuple

from cardtool.colour import RGB
from cardtool.finding import Finding
from cardtool.geometry import Box, Size
from cardtool.judging import rule_of
from cardtool.model import Outline
from cardtool.preflight.rim import rim
from cardtool.preflight.subject import Subject

if TYPE_CHECKING:
    from cardtool.preflight.sight import Sight

__all__ = ["RULE", "check"]

RULE = rule_of(__name__, "CT708", "bare-bleed")
_STRIP = 0.5  # mm, how deep the strips are that are compared
_LEAST_BLEED = 1.0  # mm; with less there is nothing to look at
_SLIVER = 2  # mm; shorter gaps are the ends of lines
_BARE, _INKED = 250, 244  # of the darkest of red, green and blue: paper from the first up, ink to the other


class _Edge(NamedTuple):
    """One side of a card: the strip inside the cut, and the one at the edge of the bleed."""

    name: str
    inside: Box
    outside: Box
    bleed: float

    @property
    def upright(self) -> bool:
        return self.name in ("left", "right")


def check(sight: Sight, subject: Subject) -> Iterator[Finding]:
    """The sides on which there is bare paper beyond the cut, in one finding."""
    if subject.trim is None or sight.ground.lightest < _BARE:  # without paper there is no bare paper
        return
    bare = dict(_bare_sides(sight, subject.trim, subject.outline))
    if bare:
        sides = " and ".join(f"{length} mm of the {name}" for name, length in bare.items())
        message = f"{subject.title}: colour ends before the edge of the bleed, along {sides}"
        yield RULE.found(subject.source, message, "draw the ground as large as the page, bleed and all")


def _bare_sides(sight: Sight, trim: Box, outline: Outline) -> Iterator[tuple[str, int]]:
    """Each side with a gap that counts, and how long its longest is, in mm."""
    if not outline.straight:
        length = _bare_rim(sight, trim, outline)
        if length >= _SLIVER:
            yield "rim", length
        return
    for edge in _edges(trim, sight.size):
        if edge.bleed >= _LEAST_BLEED and (length := _bare(sight, edge)) >= _SLIVER:
            yield edge.name, length


def _bare_rim(sight: Sight, trim: Box, outline: Outline) -> int:
    """The longest stretch of a rim that is no rectangle with ink inside and none at the edge of the bleed."""
    bleed = min(trim.left, trim.top)
    if bleed < _LEAST_BLEED:
        return 0
    ground = sight.ground
    return _longest(
        _is_ink(ground.at(point.moved(-_STRIP))) and _is_paper(ground.at(point.moved(bleed - _STRIP)))
        for point in rim(outline, trim)
    )


def _edges(trim: Box, page: Size) -> Iterator[_Edge]:
    deep, high, wide = _STRIP, trim.height, trim.width
    below, beside = page.height - trim.bottom, page.width - trim.right
    left = Box(trim.left, trim.top, deep, high), Box(0, trim.top, deep, high)
    top = Box(trim.left, trim.top, wide, deep), Box(trim.left, 0, wide, deep)
    right = Box(trim.right - deep, trim.top, deep, high), Box(page.width - deep, trim.top, deep, high)
    bottom = Box(trim.left, trim.bottom - deep, wide, deep), Box(trim.left, page.height - deep, wide, deep)
    yield _Edge("left", *left, trim.left)
    yield _Edge("top", *top, trim.top)
    yield _Edge("right", *right, beside)
    yield _Edge("bottom", *bottom, below)


def _bare(sight: Sight, edge: _Edge) -> int:
    """The longest stretch of the side, in mm, with ink inside and none at the edge of the bleed."""
    paper = [_is_paper(colour) for colour in _along(sight, edge.outside, edge.upright)]
    if not any(paper):
        return 0
    inside = _along(sight, edge.inside, edge.upright)
    return _longest(_is_ink(colour) and bare for colour, bare in zip(inside, paper, strict=False))


def _longest(gaps: Iterable[bool]) -> int:
    """How many of these are true in a row, at most."""
    return max((sum(run) for bare, run in groupby(gaps) if bare), default=0)


def _along(sight: Sight, strip: Box, upright: bool) -> Sequence[RGB]:
    """The strip as one colour for each mm."""
    length = max(1, round(strip.height if upright else strip.width))
    return sight.ground.cells(strip, 1 if upright else length, length if upright else 1)


def _is_paper(colour: RGB) -> bool:
    return min(colour) >= _BARE


def _is_ink(colour: RGB) -> bool:
    return min(colour) <= _INKED
