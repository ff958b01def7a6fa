"""The findings for what a file holds besides its pages, which several rules share."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from cardtool.finding import Finding, Rule
from cardtool.preflight.subject import Expected

if TYPE_CHECKING:
    from cardtool.preflight.holdings import Holdings

__all__ = ["each_held"]

_MOST = 20  # of a rule; a file with more has one cause for all of them


def each_held(
    rule: Rule, holdings: Holdings, sort: str, expected: Expected, advice: str
) -> Iterator[Finding]:
    """Yield a finding for each thing of this sort: at its page, or at the first where none is known."""
    found = [thing for thing in holdings.things if thing.sort == sort]
    for thing in found[:_MOST]:
        who = "the file" if thing.page is None else f"page {thing.page}"
        yield rule.found(expected.page(thing.page or 1), f"{who} {thing.what}", advice)
