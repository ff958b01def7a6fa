"""What is printed is what is shown.

A layer of a PDF can be shown and not printed, or printed and not shown, and an action can switch it. What
was proofed on the screen is then not what comes out.

Bad:

    a layer "Notes" that is only printed

Good:

    a PDF without layers, or with layers that are always shown or never

Overlooked on purpose: layers that are simply off, on the screen as on paper.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from cardtool.finding import Finding, Severity
from cardtool.judging import rule_of
from cardtool.preflight.checks.held import each_held
from cardtool.preflight.subject import Expected

if TYPE_CHECKING:
    from cardtool.preflight.holdings import Holdings

__all__ = ["RULE", "check"]

RULE = rule_of(__name__, "CT730", "changing-layer", Severity.WARNING)
_ADVICE = "export the file without layers, with what is to be printed"


def check(holdings: Holdings, expected: Expected) -> Iterator[Finding]:
    """Yield each such layer once."""
    yield from each_held(RULE, holdings, "layer", expected, _ADVICE)
