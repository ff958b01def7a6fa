"""A file is small enough to be sent, and to be opened on a telephone.

Files are shared by mail and printed in copy shops. What is too large for either is shared less.

Bad:

    34 MB for five cards, because a picture in each is stored at ten times the size it is printed

Good:

    art that has 300 dots to the inch where it is printed

The budget is 25 MB, about what large mail services take; `cardtool preflight --budget 100MB` sets another.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from cardtool.finding import Finding, Severity
from cardtool.judging import rule_of
from cardtool.preflight.subject import Expected

if TYPE_CHECKING:
    from cardtool.preflight.anatomy import Anatomy

__all__ = ["RULE", "check"]

RULE = rule_of(__name__, "CT715", "heavy-file", Severity.WARNING)
_KILOBYTE, _MEGABYTE = 1_000, 1_000_000


def check(anatomy: Anatomy, expected: Expected) -> Iterator[Finding]:
    """The file, where it is over its budget."""
    if anatomy.length > expected.budget:
        size, most = _told(anatomy.length), _told(expected.budget)
        message = f"{expected.name} is {size}; its budget is {most}"
        yield RULE.found(expected.page(1), message, "store pictures at no more than 300 dots to the inch")


def _told(length: int) -> str:
    if length < _MEGABYTE // 10:
        return f"{length / _KILOBYTE:.1f} kB"
    return f"{length / _MEGABYTE:.1f} MB"
