"""Code points that no engine takes, wherever a template has them from: its file, or an escape in its text."""

from __future__ import annotations

import re

from cardtool.errors import TemplateError

__all__ = ["refuse_odd_characters"]

_ODD = re.compile("[\0\ud800-\udfff]")


def refuse_odd_characters(html: str) -> None:
    """Raise TemplateError where the HTML holds the code point nought or half a character."""
    odd = None if html.isascii() and "\0" not in html else _ODD.search(html)
    if odd:
        raise TemplateError(f"U+{ord(odd[0]):04X} is no character that can be printed; take it out")
