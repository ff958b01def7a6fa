"""Small text stands out well from what it is printed on.

What is easy to read on a screen is grey on grey when it is printed small, on a home printer, and held
under a lamp.

Bad:

    .flavour { color: #8a8a8a }, 8 pt on white: a contrast of 3.4 to 1

Good:

    .flavour { color: #5f5f5f }, on the same: 6.4 to 1

WCAG 2.2 (success criterion 1.4.3) asks for a contrast of 4.5 to 1, and of 3 to 1 for letters of 18 pt, or
of 14 pt where they are bold. What is below 3 to 1 is an error of its own, unreadable-text, whose page
tells how it is measured. Whether a font is bold is told by its name.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from cardtool.finding import Finding, Severity
from cardtool.judging import rule_of
from cardtool.preflight.checks.unreadable_text import LEAST
from cardtool.preflight.legibility import Reading, is_large, told
from cardtool.preflight.subject import Subject

if TYPE_CHECKING:
    from cardtool.preflight.sight import Sight

__all__ = ["NEEDED", "RULE", "check"]

RULE = rule_of(__name__, "CT707", "faint-text", Severity.WARNING)
NEEDED = 4.5


def check(sight: Sight, subject: Subject, read: tuple[Reading, ...]) -> Iterator[Finding]:
    """The worst small line of the page, where one is hard to read."""
    poor = [
        reading
        for reading in read
        if LEAST <= reading.contrast < NEEDED and not is_large(sight, reading.line)
    ]
    if poor:
        message = told(subject.title, poor, "text of this size needs 4.5")
        yield RULE.found(subject.source, message, "make the letters darker or lighter, or larger")
