"""Sentences of a text, and where each begins."""

from __future__ import annotations

import re
from collections.abc import Iterator

__all__ = ["sentences"]

_END = re.compile(
    r"[.!?…]+[\"'”’»)\]]*(?=\s)"  # what closes a sentence, with the quotes and brackets that it closes
    r"|\n(?=\s*[^\sa-z])"  # a line break that the reader sees
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
_DIGIT = re.compile(r"\s+\d")
_LONGEST_ABBREVIATION = 12


def sentences(text: str) -> Iterator[tuple[int, str]]:
    """Each sentence with its offset in the text, less the space around it.

    A dot after an abbreviation or an initial ends none, unless it is one that can come last, as `etc.`
    can, and the next word begins like a sentence.
    """
    start = 0
    for end in _END.finditer(text):
        if not _goes_on(text, start, end):
            yield from _trimmed(text, start, end.end())
            start = end.end()
    yield from _trimmed(text, start, len(text))


def _goes_on(text: str, start: int, end: re.Match[str]) -> bool:
    """Whether the sentence that began at `start` does not end here."""
    if end[0] == "\n":
        return False
    said = text[max(start, end.end() - _LONGEST_ABBREVIATION) : end.end()]
    if _LOWER.match(text, end.end()):
        return end[0].startswith(("…", "...")) or _ABBREVIATED.search(said) is not None or "!" in end[0]
    if end[0].startswith("."):
        if _DIGIT.match(text, end.end()) and _BEFORE_NUMBER.search(said):
            return True
        return _NEVER_LAST.search(said) is not None or _is_initial(said)
    return False


def _is_initial(said: str) -> bool:
    """Whether this ends in an initial, as of `J. R. R. Tolkien`; `I.` is none."""
    return re.search(r"(?<![\w’'])[A-HJ-Z]\.$", said) is not None


def _trimmed(text: str, start: int, end: int) -> Iterator[tuple[int, str]]:
    sentence = text[start:end]
    if stripped := sentence.strip():
        yield start + len(sentence) - len(sentence.lstrip()), stripped
