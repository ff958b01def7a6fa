"""A PDF to be printed does nothing by itself and takes nothing from outside.

JavaScript, programs that are started, forms that are sent, and pictures or texts that are fetched from
another file when a page is shown: a printer ignores them, and the page prints otherwise than it was
proofed, or a reader obeys them, which is how harm is done by PDFs.

Bad:

    a PDF that opens with a script, or whose text stands in a file of its own

Good:

    a PDF whose pages hold all that they show

The whole file is looked through, also where no page leads. Actions that only move about in the file, and
links to the web, are no fault.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from cardtool.finding import Finding
from cardtool.judging import rule_of
from cardtool.preflight.checks.held import each_held
from cardtool.preflight.subject import Expected

if TYPE_CHECKING:
    from cardtool.preflight.holdings import Holdings

__all__ = ["RULE", "check"]

RULE = rule_of(__name__, "CT719", "active-content")
_ADVICE = "export the file again as a PDF to print, such as PDF/X; open it in no program that runs it"


def check(holdings: Holdings, expected: Expected) -> Iterator[Finding]:
    """Yield each such thing once for each page."""
    yield from each_held(RULE, holdings, "active", expected, _ADVICE)
