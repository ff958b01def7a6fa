"""Every font a file uses is in the file.

Where a font is missing, whoever prints takes another. Letters change their width, texts run over their
boxes, and print shops turn the file down.

Bad:

    a PDF that names Helvetica, and leaves it to each machine what that is

Good:

    a PDF that brings its fonts along

What cardtool draws brings its fonts along; the rule is for files from elsewhere, and a guard for our own.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from cardtool.finding import Finding
from cardtool.judging import rule_of
from cardtool.preflight.subject import Expected

if TYPE_CHECKING:
    from cardtool.preflight.anatomy import Anatomy

__all__ = ["RULE", "check"]

RULE = rule_of(__name__, "CT710", "loose-font")


def check(anatomy: Anatomy, expected: Expected) -> Iterator[Finding]:
    """Each font that is missing, once, at the first page that uses it."""
    missing: dict[str, int] = {}
    for font in anatomy.fonts:
        if not font.embedded:
            missing.setdefault(font.name, font.page)
    for name, page in missing.items():
        message = f"page {page}: the font {name} is not in the file"
        yield RULE.found(expected.page(page), message, "export the file again, with all its fonts embedded")
