"""Links lead to places in the file or to the web, and not to files.

A link to C:\\Users\\me\\rules.docx or file:///home/me leads nowhere on another computer, and tells whoever
gets the PDF how yours is arranged.

Bad:

    file:///home/me/farm/rules.html

Good:

    https://example.com/farm/rules

http, https and mailto are taken for the web; every other address is told.
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

RULE = rule_of(__name__, "CT729", "file-link", Severity.WARNING)
_ADVICE = "link to https:// or take it out"


def check(holdings: Holdings, expected: Expected) -> Iterator[Finding]:
    """Yield each link once for each page."""
    yield from each_held(RULE, holdings, "link", expected, _ADVICE)
