"""Every text stands out from what it is printed on.

Cards are read across a table, in the evening, by players of every age. Letters that are hardly darker or
lighter than their ground are read by nobody.

Bad:

    .rules { color: white }, on a yellow ground: a contrast of 1.1 to 1

Good:

    .rules { color: #1b100b }, on the same ground: 16 to 1

WCAG 2.2 (success criterion 1.4.3) asks for a contrast of 3 to 1 even of large letters; less is an error.
The ink of each line is compared with the page drawn without its letters. A tenth of the ground under a
line may be worse: a picture's line that runs behind a word does no harm. What is covered or cut off, so
that nobody sees it, does not count. Overlooked on purpose: letters drawn as shapes or filled with a
pattern; a shadow under letters, where it is made of letters too; letters of less than 4 pt, as on the
cards pictured in a rulebook.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from cardtool.finding import Finding
from cardtool.judging import rule_of
from cardtool.preflight.legibility import Reading, told
from cardtool.preflight.subject import Subject

if TYPE_CHECKING:
    from cardtool.preflight.sight import Sight

__all__ = ["LEAST", "RULE", "check"]

RULE = rule_of(__name__, "CT706", "unreadable-text")
LEAST = 3.0


def check(sight: Sight, subject: Subject, read: tuple[Reading, ...]) -> Iterator[Finding]:
    """The worst line of the page, where one cannot be read."""
    poor = [reading for reading in read if reading.contrast < LEAST]
    if poor:
        message = told(subject.title, poor, "no text can do with less than 3")
        yield RULE.found(subject.source, message, "make the letters darker or lighter, or their ground")
