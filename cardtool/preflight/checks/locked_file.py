"""A PDF to be printed is not encrypted.

A file that everybody can open may still forbid to print, to change, or to take it apart; print shops cannot
lay it on their sheets, and turn it down.

Bad:

    a PDF saved with a password for changes

Good:

    the same without a password

A file that cannot be opened without its password is not looked at at all, and that is said.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from cardtool.finding import Finding, Severity
from cardtool.judging import rule_of
from cardtool.preflight.subject import Expected

if TYPE_CHECKING:
    from cardtool.preflight.holdings import Holdings

__all__ = ["RULE", "check"]

RULE = rule_of(__name__, "CT731", "locked-file", Severity.WARNING)


def check(holdings: Holdings, expected: Expected) -> Iterator[Finding]:
    """Yield a finding for an encrypted file."""
    if holdings.is_encrypted:
        message = "the file is encrypted, though it opens without a password"
        yield RULE.found(expected.page(1), message, "save it without a password")
