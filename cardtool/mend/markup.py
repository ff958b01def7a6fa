"""Which signs must not be put at a place of Markdown or of a template, because they would be obeyed."""

from __future__ import annotations

import re
from bisect import bisect_right

from cardtool.mend.placing import Unfit
from cardtool.mend.standing import Place
from cardtool.references import EXPRESSION

__all__ = ["anything", "in_markdown", "in_template"]

_NONE = re.compile(r"(?!)")
_TAGS = re.compile(r"[<>&{}]")
_BRACES = re.compile(r"[{}]")
_CODE = re.compile(r"[^\w.|-]")  # in an expression, beside its texts
_STRING = re.compile(r'"(?:\\.|[^"\\])*+"' r"|'(?:\\.|[^'\\])*+'", re.DOTALL)
_IN_STRING = {'"': re.compile(r'["\\{}]'), "'": re.compile(r"['\\{}]")}


def anything(place: Place) -> re.Pattern[str]:
    """Every sign may stand at any place."""
    return _NONE


def in_markdown(text: str) -> Unfit:
    """Braces would begin a reference; in one, quotes may end a text."""
    return _except_in_expressions(text, _BRACES)


def in_template(text: str) -> Unfit:
    """Brackets, braces and & would be markup; in braces, quotes may end a text."""
    return _except_in_expressions(text, _TAGS)


def _except_in_expressions(text: str, elsewhere: re.Pattern[str]) -> Unfit:
    """What is unfit changes at each of these offsets, which stand in the order of the text."""
    changes: list[tuple[int, re.Pattern[str]]] = [(0, elsewhere)]
    for found in EXPRESSION.finditer(text):
        changes.append((found.start(), _CODE))
        for string in _STRING.finditer(text, found.start(1), found.end(1)):
            changes.append((string.start() + 1, _IN_STRING[string[0][0]]))
            changes.append((string.end() - 1, _CODE))
        changes.append((found.end(), elsewhere))

    def unfit(place: Place) -> re.Pattern[str]:
        return changes[bisect_right(changes, place.start, key=lambda each: each[0]) - 1][1]

    return unfit
