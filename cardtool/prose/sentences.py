"""Sentences of a text, and where each begins."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

__all__ = ["sentences"]

_END = re.compile(
    r"(?<![.!?…])[.!?…]++[\"'”’»)\]]*+(?=\s)"  # what closes a sentence, and the quotes and brackets in it
    r"|\n(?=\s{0,99}+[^\sa-z])"  # a line break that the reader sees
)
_ABBREVIATED = re.compile(
    r"(?:(?<!\w)(?:e\.g|i\.e|a\.k\.a|etc|vs|cf|approx|incl|resp|viz|ca|fig|figs|no|nos|pp?|vol|ed|min|max"
    r"|mr|mrs|ms|dr|st|jr|sr|pts?|[a-z])\.|\.\.\.|…)[\"'”’)\]]*$",
    re.IGNORECASE,
)
_LOWER = re.compile(r"\s*[\"'“‘(\[]*[a-z]")
_NEVER_LAST = re.compile(r"(?<!\w)(?:e\.g|i\.e|vs|cf|approx|incl|viz|ca|mr|mrs|ms|dr)\.$", re.IGNORECASE)
_BEFORE_NUMBER = re.compile(
    r"(?<!\w)(?:no|nos|pp?|pgs?|figs?|vol|ed|ch|sec|approx|ca|min|max)\.$", re.IGNORECASE
)
_INITIAL = re.compile(r"(?<![\w’'])[A-HJ-Z]\.$")  # as of J. R. R. Tolkien; I. is none
_LAST_LETTERS = frozenset((".g", ".e", "vs", "cf", "ox", "cl", "iz", "ca", "mr", "rs", "ms", "dr"))
_DIGIT = re.compile(r"\s+\d")
_LONGEST_ABBREVIATION = 12


def sentences(text: str) -> Iterator[tuple[int, str]]:
    """Each sentence with its offset in the text, less the space around it.

    A dot after an abbreviation or an initial ends none, unless it is one that can come last, as `etc.`
    can, and the next word begins like a sentence.
    """
    return iter(_parted(text))


@lru_cache(maxsize=4096)  # a dozen rules ask for the sentences of one text
def _parted(text: str) -> tuple[tuple[int, str], ...]:
    return tuple(_sentences(text))


def _sentences(text: str) -> Iterator[tuple[int, str]]:
    start = 0
    for end in _END.finditer(text):
        if end[0] == "\n" or not _goes_on(text, start, end):
            after = end.end()
            if sentence := text[start:after].strip():
                yield text.index(sentence, start), sentence
            start = after
    if sentence := text[start:].strip():
        yield text.index(sentence, start), sentence


def _goes_on(text: str, start: int, end: re.Match[str]) -> bool:
    """Whether the sentence that began at `start` does not end here."""
    closing, after = end[0], end.end()
    said = text[max(start, after - _LONGEST_ABBREVIATION) : after]
    if _LOWER.match(text, after):
        return closing.startswith(("…", "...")) or "!" in closing or _ABBREVIATED.search(said) is not None
    if closing[0] != ".":
        return False
    if _DIGIT.match(text, after) and _BEFORE_NUMBER.search(said):
        return True
    return _may_be_short(said) and bool(_NEVER_LAST.search(said) or _INITIAL.search(said))


def _may_be_short(said: str) -> bool:
    """Whether this may end in an abbreviation or an initial, by its last letters; quicker than to look."""
    return said[-3:-1].lower() in _LAST_LETTERS or said[-2:-1].isupper() or not said.isascii()
