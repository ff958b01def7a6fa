"""Numbers with what they are called, as stat lines and brackets have them: `Health 2 · Move 5`, `3 points`.

Knows how such a line is written, not what may be called so.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from cardtool.lint.lazy import Lazy
from cardtool.lint.nouns import noun_key

__all__ = ["LABEL", "Pair", "label_key", "pairs_before", "pairs_of"]

LABEL = r"[a-z][a-z'’-]*(?: [a-z][a-z'’-]*){0,2}"
"""A pattern of what a value may be called."""

_FIRST = Lazy(rf"(?P<label>{LABEL})\s?[:=]?\s(?:of\s)?(?P<number>\d{{1,6}})(?![\w/+*%]|[.,–—-]\d)")
_LAST = Lazy(rf"(?P<number>\d{{1,6}})\s(?P<label>{LABEL})(?!\s?\w)")
_SIGN = re.compile(r"\s*(?:[,;·•|\n]|\s[–—-](?=\s))\s*(?:and\s)?|\sand\s|\s+|\.?\s*$")
_PARTING = re.compile(r"\s*[,;·•|]\s*|\s[–—/]\s")
_SENTENCE = re.compile(r"\.?\s+[\"“(]?[A-Z]")
_FIGURES = re.compile(r"\d")
_SHORT = {"vp": "victory point", "hp": "hit point"}
_LONGEST = 200  # letters


@dataclass(frozen=True, slots=True)
class Pair:
    """A number, what it is called, and where in the text it stands; `leads` is whether the number does."""

    label: str
    number: int
    start: int
    leads: bool

    @property
    def key(self) -> str:
        return label_key(self.label)


def label_key(label: str) -> str:
    """The one form under which what a value is called is looked up: HP and Hit Points are alike."""
    key = noun_key(label)
    return _SHORT.get(key, key)


def pairs_of(text: str) -> list[Pair]:
    """The values in a text that is nothing but values; none where anything else is in it."""
    if len(text) > _LONGEST or not _FIGURES.search(text):
        return []
    return _all(text, _FIRST, leads=False) or _all(text, _LAST, leads=True)


def pairs_before(text: str) -> list[Pair]:
    """The values that a text begins with, parted by signs; what comes after begins like a sentence.

    None where there is only one, which may be part of a sentence: `Attack 3 is not enough`.
    """
    found: list[Pair] = []
    at, end = 0, min(len(text), _LONGEST)
    while at < end and (match := _FIRST.match(text, at)):
        found.append(_pair(match, leads=False))
        sign = _PARTING.match(text, match.end())
        if sign is None:
            return found if len(found) > 1 and _SENTENCE.match(text, match.end()) else []
        at = sign.end()
    return []


def _all(text: str, pattern: Lazy, *, leads: bool) -> list[Pair]:
    found: list[Pair] = []
    at = 0
    while at < len(text):
        match = pattern.match(text, at)
        sign = _SIGN.match(text, match.end()) if match else None
        if match is None or sign is None:
            return []
        found.append(_pair(match, leads=leads))
        at = sign.end()
    return found


def _pair(match: re.Match[str], *, leads: bool) -> Pair:
    return Pair(match["label"], int(match["number"]), match.start("number"), leads)
