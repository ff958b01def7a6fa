"""What is said in numbers once and for all is the same number everywhere.

The hand limit is seven in the chapter about drawing and eight in the summary; the overview has three phases
in a round, the chapter four. Whoever learnt the one plays against those who learnt the other.

Bad:

    Each day has two parts.
    …
    Each day has three parts: milking, mowing and sleeping.

Good:

    Each day has three parts.
    …
    Each day has three parts: milking, mowing and sleeping.

Looked at are sentences of a rulebook or document that put such a number in one of the ways of
counts/number_facts.tsv: hand limits, actions in a turn, what everybody starts with, what wins, parts of a
round or of the game, how much a thing holds, cards of the deck, the size of the board. Real texts it fires on
tell the length of the game in the overview and under "Game end", or the hand limit in the rules and in a
summary. Overlooked on purpose: what one section says twice, for it tells cases apart; conditions, numbers of
players, variants and examples; what has three numbers or more.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from cardtool.documents import NUMBER, Block, BlockType, Section, Text, TextKind, parse_number
from cardtool.lint.core import Facts, LazyRegex, Problem, Severity, brief_place, text_rule
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
_ANY_NUMBER = LazyRegex(NUMBER)
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
        said = [pattern for pattern in _patterns() if pattern.word in low] if _ANY_NUMBER.search(low) else []
        if not said or _OTHER_CASE.search(sentence) or names_players(sentence):
            continue
        for pattern in said:
            if pattern.of == _WINNING or not _CASE.search(sentence):
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


@text_rule("CT213", "one-number", Severity.WARNING, reads="en")
def check(texts: Sequence[Text], facts: Facts) -> Iterator[Problem]:
    said: defaultdict[str, list[NumberFact]] = defaultdict(list)
    for text in texts:
        if text.role in (TextKind.RULEBOOK, TextKind.DOCUMENT):
            for fact in number_facts(text):
                said[fact.of].append(fact)
    for alike in said.values():
        if len({fact.number for fact in alike}) == 2:
            yield from _contradictions(alike)


def _contradictions(alike: Sequence[NumberFact]) -> Iterator[Problem]:
    first = alike[0]
    if any(fact.section is first.section for fact in alike if fact.number != first.number):
        return
    for fact in alike:
        if fact.number != first.number:
            there = brief_place(first.source, fact.source)
            message = f'"{fact.quote}", but {there} says "{first.quote}"'
            yield fact.source, message, "say the same in both places"
