"""What a text says in numbers once and for all: the hand limit, the parts of a round, what wins."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from cardtool.documents import NUMBER, Block, BlockType, Section, Text, once_per_text, parse_number
from cardtool.lint.core import LazyRegex
from cardtool.lint.core.matching import any_word, word_key
from cardtool.lint.core.sentence_context import names_players, sentences_in
from cardtool.model import Source

_NUMBER = rf"(?P<number>{NUMBER})(?! ?(?:-|–|—|to|or|\+) ?(?:\d|more|two|three|four|five|six))"
_BEHIND_NOUN = "and|or|from|to|in|on|of|at|for|with|each|per|every|when|as|that|which|wins?|plus|is|are|only"
_NOUN = (
    r"(?P<noun>[a-z][a-z'’-]*(?: [a-z][a-z'’-]*){0,2}?)"
    rf"(?=\s*(?:[.,;:!?()–—\n]|$)|\s(?:{_BEHIND_NOUN})\b)"
)
_SUBJECT = r"(?P<subject>[a-z][a-z'’-]*(?: [a-z][a-z'’-]*)?)"
_WHO = r"(?:(?:each|every|all) (?:player|person|players)|players|you)"
_OTHER_CASE = LazyRegex(rf"\b{any_word('other cases')}\b")
_CASE = LazyRegex(r"\b(?:if|when|might|could|would|previous(?:ly)?|was|were)\b")
_WINNING = "NOUN to win"


@dataclass(frozen=True, slots=True)
class NumberFact:
    """A number a text gives, of what, in which words and where. `section` is the heading above, if any."""

    of: str
    number: int
    quote: str
    source: Source
    section: Block | None


@dataclass(frozen=True, slots=True)
class _Pattern:
    """How a fact is put: of what it is the number, and a word that a sentence has which says so."""

    of: str
    word: str
    regex: LazyRegex


@cache
def _patterns() -> tuple[_Pattern, ...]:
    lines = Path(__file__).with_name("number_facts.tsv").read_text(encoding="utf-8").splitlines()
    return tuple(_read_pattern(*line.split("\t")) for line in lines if not line.startswith("#"))


def _read_pattern(of: str, word: str, pattern: str) -> _Pattern:
    for short, long in (("(NOUN)", _NOUN), ("(SUBJECT)", _SUBJECT), ("WHO", _WHO), ("#", _NUMBER)):
        pattern = pattern.replace(short, long)
    return _Pattern(of, word, LazyRegex(pattern.replace(" ", r"\s")))


@once_per_text
def number_facts(text: Text) -> Iterator[NumberFact]:
    """Yield the facts of a text that hold in every game; no example's, variant's or number of players'."""
    for section in text.sections:
        if not any(_OTHER_CASE.search(each.text) or names_players(each.text) for each in section.headings):
            for block in section.blocks:
                if block.sort is not BlockType.HEADING:
                    yield from _facts_in(block, section)


def _facts_in(block: Block, section: Section) -> Iterator[NumberFact]:
    for start, sentence in sentences_in(block.text):
        low = sentence.lower()
        if _OTHER_CASE.search(sentence) or names_players(sentence):
            continue
        for pattern in _patterns():
            if pattern.word in low and (pattern.of == _WINNING or not _CASE.search(sentence)):
                for match in pattern.regex.finditer(sentence):
                    yield _fact(pattern, match, block, start, section)


def _fact(pattern: _Pattern, match: re.Match[str], block: Block, start: int, section: Section) -> NumberFact:
    of, groups = pattern.of, match.groupdict()
    for name in ("noun", "subject"):
        of = of.replace(name.upper(), _key(groups.get(name) or ""))
    quote = " ".join(match[0].split())
    heading = section.headings[-1] if section.headings else None
    return NumberFact(of, parse_number(match["number"]), quote, block.at(start + match.start()), heading)


def _key(words: str) -> str:
    return " ".join(map(word_key, words.split()))
