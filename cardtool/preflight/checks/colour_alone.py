"""Cards that are told apart by colour are told apart without it, too.

One man in twelve sees fewer colours than others (and one woman in two hundred), and many decks are
printed in black. Two kinds, or two suits, that differ in nothing but red and green are one kind to them.

Bad:

    two kinds with the same frame, one red and one green, both of the same darkness

Good:

    the same frames, one of them darker, or with another shape in a corner

The fronts of each kind are averaged, without their letters, cut to the trim and blurred to fields of about
6 mm, as one sees them on the table at arm's length; so are its backs. Of two kinds of one size, the tenth
of the fields that differ most is taken, and their mean distance in CIELAB (ΔE 1976; 2.3 can just be
noticed). Where that is 12 or more to all eyes, and less than 6 under protanopia, deuteranopia or
tritanopia (Machado, Oliveira and Fernandes, 2009) or in shades of grey, the two are said to be told apart
by colour alone. A shape that is darker or lighter than what is there on the other kind counts as a
difference. Suits are the values of a field `suit` of the cards. Overlooked on purpose: kinds that look
alike in full colour, which may be meant to; words, which have to be read.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations

from cardtool.colour import RGB, VISIONS, distance
from cardtool.finding import Finding, Severity
from cardtool.judging import rule_of
from cardtool.preflight.portraits import Portrait
from cardtool.preflight.subject import Sort

__all__ = ["RULE", "check"]

RULE = rule_of(__name__, "CT709", "colour-alone", Severity.WARNING)
_APART = 12.0
_ALIKE = 6.0
_TOLD_BY = 0.1  # of the fields


def check(portraits: Mapping[Sort, Portrait]) -> Iterator[Finding]:
    """Every two sorts of a family that some eyes cannot tell apart."""
    for one, other in combinations(portraits, 2):
        a, b = portraits[one], portraits[other]
        if one.family == other.family and a.columns == b.columns and len(a.cells) == len(b.cells):
            yield from _compared(one, other, a.cells, b.cells)


def _compared(one: Sort, other: Sort, a: tuple[RGB, ...], b: tuple[RGB, ...]) -> Iterator[Finding]:
    if _distance(a, b, "") < _APART:
        return
    alike = {vision: _distance(a, b, vision) for vision in VISIONS}
    worst = {vision: apart for vision, apart in alike.items() if apart < _ALIKE}
    if worst:
        where = ", ".join(f"{_AS[vision]} (ΔE {apart:.1f})" for vision, apart in worst.items())
        message = f"{one.name} and {other.name} are told apart by colour alone; they look alike {where}"
        yield RULE.found(other.source, message, "make one darker, or give it a shape of its own")


_AS = {
    "protanopia": "to eyes without red",
    "deuteranopia": "to eyes without green",
    "tritanopia": "to eyes without blue",
    "greyscale": "in shades of grey",
}


def _distance(a: tuple[RGB, ...], b: tuple[RGB, ...], vision: str) -> float:
    """The mean distance of the fields that differ most."""
    apart = sorted((distance(x, y, vision) for x, y in zip(a, b, strict=True)), reverse=True)
    most = apart[: max(1, round(len(apart) * _TOLD_BY))]
    return sum(most) / len(most)
