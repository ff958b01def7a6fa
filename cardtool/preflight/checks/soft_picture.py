"""Pictures have as many dots as an eye can tell apart.

Between 150 and 300 dots to the inch a picture looks a little soft beside the letters on the same card,
and print shops ask for 300.

Bad:

    art/goat.png, 600 dots wide, printed 70 mm wide: 217 dots an inch

Good:

    art/goat.png, 830 dots wide, printed as large: 301 dots an inch

What has fewer than 150 is an error of its own, coarse-picture, whose page tells what is overlooked.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from cardtool.finding import Finding, Severity
from cardtool.judging import rule_of
from cardtool.preflight.checks.coarse_picture import COARSE, coarsest, told
from cardtool.preflight.subject import Subject

if TYPE_CHECKING:
    from cardtool.preflight.sight import Sight

__all__ = ["RULE", "check"]

RULE = rule_of(__name__, "CT712", "soft-picture", Severity.WARNING)
_FINE = 299.5  # dpi: a dot of 0.085 mm, what an eye tells apart at 30 cm; half a dot is lost in rounding


def check(sight: Sight, subject: Subject) -> Iterator[Finding]:
    """The coarsest picture of the page, where it is soft and no worse."""
    worst = coarsest(sight)
    if worst is not None and COARSE <= worst.dpi < _FINE:
        yield RULE.found(subject.source, *told(subject, worst))
