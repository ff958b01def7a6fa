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

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from cardtool.finding import Finding
from cardtool.judging import rule_of
from cardtool.preflight.rim import beyond
from cardtool.preflight.subject import Subject
from cardtool.units import show

if TYPE_CHECKING:
    from cardtool.preflight.sight import Line, Sight

__all__ = ["RULE", "check"]

RULE = rule_of(__name__, "CT705", "unsafe-text")
_SLACK = 0.1  # mm; what rounding and the overhang of a letter may take


def check(sight: Sight, subject: Subject) -> Iterator[Finding]:
    """The line that comes nearest to the cut, where one comes too near."""
    if subject.trim is None:
        return
    over = [
        (beyond(line.box, subject.outline, subject.trim) + subject.safe, line)
        for line in sight.lines
        if line.box.overlaps(sight.page)
    ]
    too_near = [(length, line) for length, line in over if length > _SLACK]
    if too_near:
        length, line = max(too_near, key=lambda each: each[0])
        yield RULE.found(subject.source, _message(sight, subject, line, length), _advice(subject, length))


def _message(sight: Sight, subject: Subject, line: Line, over: float) -> str:
    words = sight.words(line)[:60]
    if over > subject.safe:
        return f"{subject.title}: “{words}” reaches {show(over - subject.safe)} mm beyond the cut"
    return f"{subject.title}: “{words}” comes within {show(subject.safe - over)} mm of the cut"


def _advice(subject: Subject, over: float) -> str:
    return f"move it {show(over)} mm inwards: text keeps {show(subject.safe)} mm from the cut"
