"""What a document calls its players besides: inventors, in `rules of play for 2 to 4 inventors`."""

from __future__ import annotations

import re
from collections.abc import Iterator

from cardtool.documents import NUMBER, Text, singular

__all__ = ["stated_roles"]

_FOR = re.compile(
    rf"\bfor\s(?:from\s)?{NUMBER}\s?(?:-|–|—|to|or)\s?\w+\s(?P<who>[a-z]{{3,20}}s)\b", re.IGNORECASE
)
_NOBODY_WORDS = """
players persons peoples adults minutes mins hours days weeks months years ages rounds turns games sessions
times teams groups points cards dice tiles tokens coins decks sets boards pieces others spaces levels
"""
_NOBODY = frozenset(_NOBODY_WORDS.split())
_TOP = 5  # blocks, among which the title and what stands below it
_LEAST = 2  # times that the text speaks of each of them


def stated_roles(text: Text) -> Iterator[str]:
    """Who plays, in the singular, by what stands at the top; the text must speak of each of them, too."""
    for _, block in zip(range(_TOP), text.current, strict=False):
        for match in _FOR.finditer(block.text):
            who = match["who"].lower()
            one = singular(who)
            if who not in _NOBODY and one != who and _times(text, one) >= _LEAST:
                yield one


def _times(text: Text, one: str) -> int:
    each = re.compile(rf"\b(?:each|every)\s{re.escape(one)}\b", re.IGNORECASE)
    return sum(1 for block in text.current for _ in each.finditer(block.text))
