"""Every page is as large as the paper it is made for.

A page of another size is scaled by the printer, or cut off, and the cards come out in the wrong size.

Bad:

    a page of 210 × 297 mm among sheets for US Letter

Good:

    every page 215.9 × 279.4 mm, upright or across

A build knows which paper each of its files is for. Of another file it is known where `--sheet` says so,
or where the file is called as a build calls it, such as cards-a4-9up.pdf.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from cardtool.finding import Finding
from cardtool.geometry import Size
from cardtool.judging import rule_of
from cardtool.preflight.subject import Expected

if TYPE_CHECKING:
    from cardtool.preflight.anatomy import Anatomy

__all__ = ["RULE", "check"]

RULE = rule_of(__name__, "CT714", "page-size")
_SLACK = 0.2  # mm; programs round paper to whole points


def check(anatomy: Anatomy, expected: Expected) -> Iterator[Finding]:
    """Each page of a wrong size."""
    if expected.paper is None:
        return
    for number, page in enumerate(anatomy.pages, 1):
        if not (_is(page.size, expected.paper) or _is(page.size.turned(), expected.paper)):
            message = f"page {number} is {page.size}; {expected.sheet} is {expected.paper}"
            yield RULE.found(expected.page(number), message, "build it again, or name its own sheet")


def _is(size: Size, paper: Size) -> bool:
    return all(abs(a - b) <= _SLACK for a, b in zip(size, paper, strict=True))
