"""Something shows on the front of every card.

A stylesheet that sets letters larger than the card, in white, or beyond its edge leaves paper, and the
engine says nothing of it. Blank cards found after they were cut are blank cards paid for.

Bad:

    .title { font-size: 400pt }

Good:

    .title { font-size: 14pt }

A front of which nothing but white paper is left is an error. Cards that are meant to be written on can be
waived, each by its name. Overlooked on purpose: backs, which may be white.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from cardtool.finding import Finding
from cardtool.judging import rule_of
from cardtool.preflight.subject import Subject

if TYPE_CHECKING:
    from cardtool.preflight.sight import Sight

__all__ = ["RULE", "check"]

RULE = rule_of(__name__, "CT733", "blank-face")
_PAPER = 250  # of the darkest of red, green and blue anywhere on the page


def check(sight: Sight, subject: Subject) -> Iterator[Finding]:
    """A front on which there is nothing to see."""
    if subject.shows_something and sight.ground.darkest >= _PAPER and sight.everything.darkest >= _PAPER:
        message = f"{subject.title}: nothing of it is to be seen, the card is blank"
        fix = "are its letters too large, white, or beyond the edge? see its template and the stylesheet"
        yield RULE.found(subject.source, message, fix)
