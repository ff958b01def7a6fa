"""How many things a sentence lists in one breath: "Swords, Bows and Spears" are three."""

from __future__ import annotations

import re

from cardtool.lint.lazy import Lazy

__all__ = ["listed"]

_OPEN = Lazy(r"\b(?:etc|and so on|and so forth|such as|for example|among others|or more)\b|e\.g|…|\.\.\.")
_CLAUSE = Lazy(
    r"\b(?:you|your|yours|he|his|him|she|her|they|their|them|it|its|is|are|was|were|be|may|can|must|will|then|first|"
    r"second|third|firstly|secondly|next|finally|last|if|when|whenever|where|which|who|whose|whichever|that|to|after|"
    r"before|until|while|each|every|with|without|by|for|from|not|but|so|as|on|in|at|also|both|either|see|has|have|"
    r"unless|except|plus|including|only|respectively|order|using|per|than|once)\b"
)
_NUMBERED = re.compile(r"(?:(?<=[\s(])|^)\(?(\d|[a-h])\)\s")
_ASIDE = re.compile(r"(?<!\s)\s*+\([^()]*+\)")
_AND = re.compile(r"\s(?:and|or|&)\s", re.IGNORECASE)
_LONGEST = 4  # words of a thing that is named and not described


def listed(words: str) -> range | None:
    """How many things these words list: a range, for "bread and butter" is one or two; None if it is none."""
    labels = [match[1] for match in _NUMBERED.finditer(words)]
    if labels:
        expected = "12345678" if labels[0] == "1" else "abcdefgh"
        return range(len(labels), len(labels) + 1) if labels == list(expected[: len(labels)]) else None
    plain = _ASIDE.sub("", words).strip()
    if _OPEN.search(plain) or re.search(r"[:;?!]|\s[–—-]\s", plain):
        return None
    return _of_parts([part.strip() for part in plain.rstrip(".").split(",")])


def _of_parts(parts: list[str]) -> range | None:
    *before, last = parts
    closed = re.sub(r"^(?:and|or|&)\s", "", last, flags=re.IGNORECASE)
    doubtful = sum(len(_AND.findall(part)) for part in before)
    if closed == last:  # no comma before the last "and", which parts two things then
        doubles = len(_AND.findall(last))
        least = len(before) + min(doubles, 1) + 1
        doubtful += max(doubles - 1, 0)
    else:
        least = len(parts)
        doubtful += len(_AND.findall(closed))
    if least < 2 or not all(_is_a_name(part) for each in (*before, closed) for part in _AND.split(each)):
        return None
    return range(least, least + doubtful + 1)


def _is_a_name(part: str) -> bool:
    return bool(part) and len(part.split()) <= _LONGEST and not _CLAUSE.search(part)
