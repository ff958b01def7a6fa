"""Numbers that announce a list: "one of three ways:", "there are four types of cards".

Known are announcements only of everything in the list. "Choose two of the following" says how many to
choose, "draw two cards:" what to do; neither says how long the list is.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from cardtool.documents import parse_number
from cardtool.lint.lazy import Lazy
from cardtool.references import as_word

__all__ = ["Announcement", "announced", "may_announce"]

_LEAST, _MOST = 2, 20
_WORDS = "|".join(as_word(number) for number in range(_MOST, _LEAST - 1, -1))  # fourteen before four
_NUMBER = rf"(?<![\w.,/+−–-])(?:\d{{1,2}}|{_WORDS})(?![\w/%]|[.,]\d)"

_ABSTRACT = (
    r"(?:ways|things|types|kinds|sorts|categories|classes|classifications|steps|phases|stages|parts|options|"
    r"possibilities|choices|conditions|reasons|exceptions|rules|cases|situations|outcomes|results|effects|methods|"
    r"requirements|restrictions|modes|variants|elements|aspects|segments|sections|sub-?phases|uses|functions)"
)
_CONCRETE = (
    r"(?:actions|areas|regions|zones|spaces|tracks|symbols|icons|resources|roles|suits|colou?rs|terms|factions|races|"
    r"cards|tiles|tokens|abilities|events|items|characters|scenarios|terrains|goods|markers|questions)"
)
_ADJECTIVE = (
    r"(?:possible|different|following|main|basic|distinct|additional|simple|special|house|other|important|key|"
    r"separate|major|general|optional|common|new|unique|available|various|winning|scoring|victory)"
)
_ABSTRACTLY = rf"(?P<number>{_NUMBER})\s(?:{_ADJECTIVE}\s){{0,2}}(?P<noun>{_ABSTRACT})\b"
_EITHER = rf"(?P<number>{_NUMBER})\s(?:[\w'’-]+\s){{0,2}}?(?P<noun>{_ABSTRACT}|{_CONCRETE})\b"
_ANYTHING = r"(?!players|people|points|teams|rounds|turns|others|more|less)[a-z][a-z'’-]{2,}s"
_NAMED = rf"(?P<number>{_NUMBER})\s(?:{_ADJECTIVE}\s){{0,2}}(?P<noun>{_ANYTHING})"
_MAY = Lazy(rf"{_EITHER}|{_NAMED.replace('number', 'so_many').replace('noun', 'of_what')}:")
_ALL_OF = r"(?:one\sof\s|any\sof\s|either\sof\s|each\sof\s|all\sof\s)?"

_ANNOUNCEMENTS = tuple(
    Lazy(pattern)
    for pattern in (
        rf"\b(?:the\sfollowing|these|those)\s{_EITHER}",
        rf"\bthere\sare\s(?:only\s)?{_EITHER}",
        rf"\b(?:one|any|either|each|all)\sof\s(?:the\s)?{_ABSTRACTLY}",
        rf"\b(?:has|have|with|in|into|includes?|contains?|of|comprises?|over|uses?|follow)\s{_ALL_OF}(?:the\s|its\s)?{_ABSTRACTLY}",
        rf"^{_ABSTRACTLY}",
        rf"\btakes?\s(?P<number>{_NUMBER})\s(?P<noun>steps|phases|stages|parts)(?=:)",
    )
)
_OF_ANYTHING = Lazy(rf"(?:\bthere\sare|\b(?:one|any|each|either)\sof\s(?:the|these))\s{_NAMED}(?=:)")
_RARELY = {
    "the following ": Lazy(
        rf"\b(?:one|any|either|each|all)\sof\sthe\sfollowing\s(?P<number>{_NUMBER})(?P<noun>)(?=:)"
    ),
    " choice ": Lazy(rf"\b(?:the|a)\schoice\s(?:of|between|from|among)\s(?:the\s)?{_EITHER}(?=:)"),
    "here are ": Lazy(
        rf"\bthere\sare\s(?P<number>{_NUMBER})\s(?P<noun>kind|type|sort)\sof\s[\w\s'’-]{{2,40}}(?=:)"
    ),
}
"""Announcements that end in a colon, by words that each must have; to look for them all takes longer."""
_OTHERWISE = Lazy(r"\b(?:if|when|whenever|where|unless|once|while|until|as\slong\sas|in\scase)\b")
_SOME = Lazy(r"\b(?:up to|at least|at most|more than|fewer than|less than|only|first|last|any)\s\Z")


@dataclass(frozen=True, slots=True)
class Announcement:
    """A number that says how many things a list has. `start` and `end` are offsets of its words."""

    number: int
    noun: str
    words: str
    start: int
    end: int


def may_announce(text: str) -> bool:
    """Whether any sentence of the text can announce something; much quicker than to read them all."""
    return _MAY.search(text) is not None or any(map(text.__contains__, _RARELY))


def announced(sentence: str) -> Announcement | None:
    """What the sentence announces, if it announces one thing; offsets are those of the sentence."""
    rarely = [pattern for sign, pattern in _RARELY.items() if sign in sentence and ":" in sentence]
    found = {
        _of(match)
        for pattern in (*_ANNOUNCEMENTS, *rarely)
        for match in pattern.finditer(sentence)
        if _is_all(match)
    }
    if not found and (match := _OF_ANYTHING.search(sentence)) and _is_all(match):
        return None if _OTHERWISE.search(sentence, 0, match.start()) else _of(match)
    return next(iter(found)) if len(found) == 1 else None


def _is_all(match: re.Match[str]) -> bool:
    number = parse_number(match["number"])
    return _LEAST <= number <= _MOST and not _SOME.search(
        match.string[max(0, match.start("number") - 15) : match.start("number")]
    )


def _of(match: re.Match[str]) -> Announcement:
    start, end = match.start("number"), match.end("noun")
    words = " ".join(match.string[start:end].split())
    return Announcement(parse_number(match["number"]), match["noun"].lower(), words, start, end)
