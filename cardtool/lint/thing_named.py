"""A name in an entry of a changelog: quoted, with capitals, or a sign such as an arrow; as a pattern."""

from __future__ import annotations

import re

from cardtool.documents import parse_number

__all__ = ["name_of", "start_of", "thing"]

_QUOTED = r"[“\"‘'«](?P<{0}q>[^“”\"‘'«»\n]{{1,40}}|[^“”\"«»\n]{{1,40}}?)[”\"’'»]"
_SMALL = r"(?:(?:of|the|and|for|in|a|an|to|de|von|&)\s)"
_LETTERS = r"[\w’'-]{{0,60}}"  # words of more are none
_NAMED = rf"(?P<{{0}}n>[A-Z0-9]{_LETTERS}[!?]?(?:\s{_SMALL}{{{{0,2}}}}[A-Z0-9]{_LETTERS}[!?]?){{{{0,4}}}})"
_SIGN = r"(?P<{0}s>[^\w\s“”\"‘’'.,;:()]{{1,4}})"
_SORT = r"(?:\s(?:card|tile|token|action|phase|keyword|ability)s?(?=\s|[.,;)]|$))?"
_THING = rf"(?:the\s)?(?:{_QUOTED}|{_NAMED}|{_SIGN}){_SORT}"

_GENERIC = re.compile(
    r"(?i)\b(?:rules?|typo|text|wording|names?|section|example|chapter|page|table|diagram|figure|image)s?\b"
)
_MOST_WORDS = 5


def thing(group: str) -> str:
    """A pattern for something that is named; `name_of` and `start_of` ask for it by its group."""
    return _THING.format(group)


def name_of(match: re.Match[str], group: str) -> str:
    """The name that was matched, quoted or capitalised; empty where it is none, but a number or the like."""
    said = match[f"{group}q"] or match[f"{group}n"]
    if not said:
        return match.groupdict().get(f"{group}s") or ""
    name: str = said.strip().rstrip(",")
    first = name.split(maxsplit=1)[0] if name.split() else ""
    if not first or len(name.split()) > _MOST_WORDS or _GENERIC.search(name) or _is_number(first):
        return ""
    return name


def start_of(match: re.Match[str], group: str) -> int:
    """Where the name begins that `name_of` read."""
    return next(match.start(group + way) for way in "qns" if match[group + way])


def _is_number(word: str) -> bool:
    try:
        parse_number(word)
    except KeyError:
        return word[0].isdigit()
    return True
