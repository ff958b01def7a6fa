"""A PDF to be printed brings no other files along.

Attachments, sounds, films and 3D models are not printed. They make a file heavy, and hand on what was
perhaps not meant for everybody: a working file, a list of names. Print shops turn such files down.

Bad:

    a PDF with deck.xlsx attached

Good:

    a PDF that holds only its pages

Fonts, pictures and colour profiles are parts of pages and are no fault.
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

RULE = rule_of(__name__, "CT728", "embedded-file", Severity.WARNING)
_ADVICE = "take it out, unless whoever gets the PDF is to have it"


def check(holdings: Holdings, expected: Expected) -> Iterator[Finding]:
    """Yield each file or medium once for each page."""
    yield from each_held(RULE, holdings, "embedded", expected, _ADVICE)
