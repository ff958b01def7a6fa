"""Numbers with what they are called, as stat lines and brackets have them: `Health 2 · Move 5`, `3 points`;
and which names and sections of a document can have one. Knows how such a line is written, not what may be
called so.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from cardtool.documents import Block, Section, Text
from cardtool.lint.core import LazyRegex
from cardtool.lint.core.facts import noun_key
from cardtool.model import Source

LABEL = r"[a-z][a-z'’-]*(?: [a-z][a-z'’-]*){0,2}"
"""A pattern of what a value may be called."""

_FIRST = LazyRegex(rf"(?P<label>{LABEL})\s?[:=]?\s(?:of\s)?(?P<number>\d{{1,6}})(?![\w/+*%]|[.,–—-]\d)")
_LAST = LazyRegex(rf"(?P<number>\d{{1,6}})\s(?P<label>{LABEL})(?!\s?\w)")
_SIGN = re.compile(r"\s*(?:[,;·•|\n]|\s[–—-](?=\s))\s*(?:and\s)?|\sand\s|\s+|\.?\s*$")
_PARTING = re.compile(r"\s*[,;·•|]\s*|\s[–—/]\s")
_SENTENCE = re.compile(r"\.?\s+[\"“(]?[A-Z]")
_FIGURES = re.compile(r"\d")
_ABBREVIATIONS = {"vp": "victory point", "hp": "hit point"}
_LONGEST_LINE = 200  # letters


@dataclass(frozen=True, slots=True)
class ValuePair:
    """A number, what it is called, and where in the text it stands; `leads` is whether the number does."""

    label: str
    number: int
    start: int
    leads: bool

    @property
    def key(self) -> str:
        return label_key(self.label)


def label_key(label: str) -> str:
    """Return the one form under which what a value is called is looked up: HP and Hit Points are alike."""
    key = noun_key(label)
    return _ABBREVIATIONS.get(key, key)


def pairs_of(text: str) -> list[ValuePair]:
    """Return the values in a text that is nothing but values; none where anything else is in it."""
    if len(text) > _LONGEST_LINE or not _FIGURES.search(text):
        return []
    return _pairs_throughout(text, _FIRST, leads=False) or _pairs_throughout(text, _LAST, leads=True)


def leading_pairs(text: str) -> list[ValuePair]:
    """Return the values that a text begins with, parted by signs; what comes after begins like a sentence.

    None where there is only one, which may be part of a sentence: `Attack 3 is not enough`.
    """
    found: list[ValuePair] = []
    at, end = 0, min(len(text), _LONGEST_LINE)
    while at < end and (match := _FIRST.match(text, at)):
        found.append(_pair(match, leads=False))
        sign = _PARTING.match(text, match.end())
        if sign is None:
            return found if len(found) > 1 and _SENTENCE.match(text, match.end()) else []
        at = sign.end()
    return []


def _pairs_throughout(text: str, pattern: LazyRegex, *, leads: bool) -> list[ValuePair]:
    found: list[ValuePair] = []
    at = 0
    while at < len(text):
        match = pattern.match(text, at)
        sign = _SIGN.match(text, match.end()) if match else None
        if match is None or sign is None:
            return []
        found.append(_pair(match, leads=leads))
        at = sign.end()
    return found


def _pair(match: re.Match[str], *, leads: bool) -> ValuePair:
    return ValuePair(match["label"], int(match["number"]), match.start("number"), leads)


_CAPITAL = r"[A-Z][^\W\d_]*(?:['’-][^\W\d_]+)*['’]?"
_NAME = re.compile(
    rf"{_CAPITAL}(?:(?: (?:of|the|and|in|on|from|for|to|de|la|von))* {_CAPITAL}){{0,4}}|"
    rf"{_CAPITAL} [a-z][^\W\d_]*"
)
_NO_NAME = LazyRegex(
    r"\b(?:players?|teams?|turns?|rounds?|levels?|totals?|phases?|steps?|examples?|scenarios?|sides?|easy|"
    r"normal|medium|hard|expert|small|large|others?|win|draw|loss|none|all|any|each|every|per|if|when|"
    r"setup|start|end|game|rolls?|different|same|least|most)\b"
)
_SPECIAL = LazyRegex(
    r"\b(?:variants?|solo|solitaire|expansions?|scenarios?|upgrad\w*|advanced|elite|levels?|veterans?|campaign|"
    r"difficult\w*|examples?|history|changes?|change ?log|errata|designer|edition|modes?|modules?|promos?|"
    r"missions?|optional|tournaments?|"
    r"(?:age|era|epoch|season) (?:[ivx]+|\d+|one|two|three)|house rules|playing with|quest|sample)\b"
)
_EXAMPLE = LazyRegex(r"\b(?:examples?|e\.g|for instance|suppose\w*|imagine|assum\w+|sample|let['’]?s say)\b")


@dataclass(frozen=True, slots=True)
class StatedValue:
    """A value that a document gives a thing; no number where it is not one plain number.

    `label` is what it is called, `key` what that is looked up by; `where` tells a reader what says so:
    `the table`. `blocks` are those that say it.
    """

    name: str
    label: str
    key: str
    number: int | None
    where: str
    source: Source
    blocks: tuple[Block, ...]


def name_key(written: str) -> str:
    """Return the one form under which a name is looked up; its capitals are for the reader to compare."""
    return written.replace("’", "'").casefold()


def may_be_name(written: str) -> bool:
    """Return whether this may name one thing: with a capital, no sort of things, no case of a rule."""
    return _NAME.fullmatch(written) is not None and not _NO_NAME.search(written)


def says_example(text: str) -> bool:
    """Return whether a text says that it is an example."""
    return _EXAMPLE.search(text) is not None


def is_special_case(text: str) -> bool:
    """Return whether a heading, or what leads to a table, is of some variant, scenario or example only."""
    return _SPECIAL.search(text) is not None


def is_about_usual_game(section: Section, text: Text) -> bool:
    """Return whether a section speaks of the game as it always is; the title of the document says nothing."""
    title = text.current[0] if text.current else None
    return not any(is_special_case(each.text) for each in section.headings if each is not title)
