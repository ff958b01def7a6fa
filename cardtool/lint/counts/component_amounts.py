"""Lists of so many of this and so many of that, which may add up to a total."""

from __future__ import annotations

import re

from cardtool.documents import NUMBER, parse_number
from cardtool.lint.core import LazyRegex
from cardtool.lint.core.matching import ASIDE, any_word

_AMOUNT = LazyRegex(rf"(?P<number>{NUMBER})(?:\s?[x×])?\s(?P<of>[^\d=]{{1,80}})")
_NO_PART = LazyRegex(rf"\b{any_word('no part of a sum')}\b")
_WORTH = LazyRegex(
    r",?\s(?:worth|of\svalue|with\s(?:a\s)?value(?:\sof)?|valued?(?:\sat)?)\s\d{1,3}(?:\s(?:points?|vps?|gold|coins?))?(?:\seach)?"
    r"(?=\s*(?:$|[,;&+]|and\b|plus\b))"
)
_BETWEEN = re.compile(r"(?<!\s)\s*+(?:,\s*(?:and|plus|&)?|;|\band\b|\bplus\b|&|\+)\s*")


def amounts_in(list_in_prose: str) -> list[int] | None:
    """Return the numbers of `40 Apples, 30 Pears and 30 Figs`; None where anything else is among them."""
    amounts = [amount_of(part) for part in _BETWEEN.split(_WORTH.sub("", list_in_prose).strip())]
    known = [amount for amount in amounts if amount is not None]
    return known if len(known) == len(amounts) > 1 else None


def amount_of(item: str) -> int | None:
    """Return the number of `40 Apples (green)`; None where the item is anything else, or may be."""
    match = _AMOUNT.fullmatch(ASIDE.sub("", item).strip())
    return parse_number(match["number"]) if match and not _NO_PART.search(match["of"]) else None
