"""How an entry of a changelog says in small letters what was removed: the rule about storm surges."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from cardtool.lint.common_words import COMMON
from cardtool.lint.lazy import Lazy
from cardtool.lint.spelt import key_of

__all__ = ["Removed", "parts_removed_in", "removed_in"]

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
_RULE_GONE = Lazy(
    r"^\W{0,3}(?:removed|dropped|deleted|abolished|cut)\s(?:the\s|all\s)?(?:"
    r"rules?\s(?:about|on|for|of|concerning|regarding|governing)\s(?:the\s|"
    r"an?\s)?(?P<about>[a-z][a-z-]+(?:\s[a-z][a-z-]+)?)|"
    r"(?P<named>[a-z][a-z-]+(?:\s[a-z][a-z-]+)?)\srules?|"
    r"(?P<plain>[a-z][a-z-]+(?:\s[a-z][a-z-]+)?s))\s*"
    r"(?:from\sthe\s(?:game|rules|deck|box))?[.;]?$",
)
_OF_WRITING_WORDS = """
ambiguity appendix bug bullet clarification comma comment cross-reference definition detail diagram disclaimer
draft duplicate duplication erratum error exception explanation extra faq footnote font format formatting
grammar header heading hyphen illustration image inconsistency index label link limitation line markup mention
mistake option paragraph part permission phrase phrasing picture placeholder quote redundancy redundant
reference remark reminder repetition requirement restriction section sentence spacing spelling statement style
subsection table template terminology thing typo version word wording unnecessary unused obsolete superfluous
duplicated repeated other outdated confusing optional house
"""
_OF_WRITING = frozenset(_OF_WRITING_WORDS.split())
"""Words for what a text is made of, which its next version does without and still speaks of."""


class Removed(NamedTuple):
    """The words of what was removed, and where in the entry they stand."""

    words: str
    start: int


def parts_removed_in(entry: str) -> Iterator[Removed]:
    """What the entry says is mentioned no more: "all references to battlefields"."""
    for pattern in (_REFERENCES, _PARTS):
        for told in pattern.finditer(entry):
            yield Removed(told["words"], told.start("words"))


def removed_in(entry: str) -> Removed | None:
    """What an entry that says nothing else removed; None for words of every day, or of writing."""
    told = _RULE_GONE.match(entry)
    if told is None:
        return None
    group = str(told.lastgroup)
    words = [key_of(word) for word in told[group].casefold().split()]
    is_doing = words[0].endswith(("ing", "ed")) and group != "named"
    is_common = COMMON.issuperset(words) or not _OF_WRITING.isdisjoint(words)
    return None if is_common or is_doing else Removed(told[group], told.start(group))
