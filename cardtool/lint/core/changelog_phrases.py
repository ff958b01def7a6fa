"""How an entry of a changelog names what it is about: a name as a pattern, and in small letters what was
removed."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from cardtool.lint.core.lazy_regex import LazyRegex
from cardtool.lint.core.matching import COMMON_WORDS, number_or_none, word_key, word_list

_QUOTED = r"[“\"‘'«](?P<{0}q>[^“”\"‘'«»\n]{{1,40}}|[^“”\"«»\n]{{1,40}}?)[”\"’'»]"
_SMALL = r"(?:(?:of|the|and|for|in|a|an|to|de|von|&)\s)"
_LETTERS = r"[\w’'-]{{0,60}}"  # words of more are none
_CAPITALISED = (
    rf"(?P<{{0}}n>[A-Z0-9]{_LETTERS}[!?]?(?:\s{_SMALL}{{{{0,2}}}}[A-Z0-9]{_LETTERS}[!?]?){{{{0,4}}}})"
)
_SIGN = r"(?P<{0}s>[^\w\s“”\"‘’'.,;:()]{{1,4}})"
_SORT = r"(?:\s(?:card|tile|token|action|phase|keyword|ability)s?(?=\s|[.,;)]|$))?"
_NAME_PATTERN = rf"(?:the\s)?(?:{_QUOTED}|{_CAPITALISED}|{_SIGN}){_SORT}"

_GENERIC = re.compile(
    r"(?i)\b(?:rules?|typo|text|wording|names?|section|example|chapter|page|table|diagram|figure|image)s?\b"
)
_MOST_WORDS = 5


def name_pattern(group: str) -> str:
    """Return a pattern for something that is named; `matched_name` asks for it by its group."""
    return _NAME_PATTERN.format(group)


def matched_name(match: re.Match[str], group: str) -> str:
    """Return the name that was matched, quoted or capitalised; empty where it is a number or the like."""
    said = match[f"{group}q"] or match[f"{group}n"]
    if not said:
        return match.groupdict().get(f"{group}s") or ""
    name: str = said.strip().rstrip(",")
    first = name.split(maxsplit=1)[0] if name.split() else ""
    if not first or len(name.split()) > _MOST_WORDS or _GENERIC.search(name) or _is_number(first):
        return ""
    return name


def matched_start(match: re.Match[str], group: str) -> int:
    """Return where the name begins that `name_of` read."""
    return next(match.start(group + way) for way in "qns" if match[group + way])


def _is_number(word: str) -> bool:
    return word[0].isdigit() or number_or_none(word) is not None


_REFERENCES = re.compile(
    r"\b(?:removed?|dropped|deleted)\s(?:all|any|every)\s(?:further\s|remaining\s|other\s)?"
    r"(?:references?\sto|mentions?\sof)\s(?:the\s)?[“\"‘']?(?P<words>[\w’-]+(?:\s[\w’-]+){0,2}?)[”\"’']?\s*"
    r"(?=$|[.,;:(]|(?:from|in|on|across|throughout|as)\s)",
    re.IGNORECASE,
)
_PARTS = re.compile(
    r"\b(?:removed|dropped|deleted)\s(?:the|all)\s(?P<words>[a-z][a-z-]{3,20}s\sof\s(?:[\w-]+\s)?[\w-]+)\s*"
    r"(?=$|[.,;:(]|(?:as|because|since|and|from)\s)",
    re.IGNORECASE,
)
_RULE_GONE = LazyRegex(
    r"^\W{0,3}(?:removed|dropped|deleted|abolished|cut)\s(?:the\s|all\s)?(?:"
    r"rules?\s(?:about|on|for|of|concerning|regarding|governing)\s(?:the\s|"
    r"an?\s)?(?P<about>[a-z][a-z-]+(?:\s[a-z][a-z-]+)?)|"
    r"(?P<named>[a-z][a-z-]+(?:\s[a-z][a-z-]+)?)\srules?|"
    r"(?P<plain>[a-z][a-z-]+(?:\s[a-z][a-z-]+)?s))\s*"
    r"(?:from\sthe\s(?:game|rules|deck|box))?[.;]?$"
)
_OF_WRITING = word_list("parts of a text")
"""Words for what a text is made of, which its next version does without and still speaks of."""


class Removal(NamedTuple):
    """The words of what was removed, and where in the entry they stand."""

    words: str
    start: int


def removed_references(entry: str) -> Iterator[Removal]:
    """Yield what the entry says is mentioned no more: "all references to battlefields"."""
    for pattern in (_REFERENCES, _PARTS):
        for match in pattern.finditer(entry):
            yield Removal(match["words"], match.start("words"))


def removed_rule(entry: str) -> Removal | None:
    """Return what an entry that says nothing else removed; None for words of every day, or of writing."""
    match = _RULE_GONE.match(entry)
    if match is None:
        return None
    group = str(match.lastgroup)
    words = [word_key(word) for word in match[group].casefold().split()]
    is_doing = words[0].endswith(("ing", "ed")) and group != "named"
    is_common = COMMON_WORDS.issuperset(words) or not _OF_WRITING.isdisjoint(words)
    return None if is_common or is_doing else Removal(match[group], match.start(group))
