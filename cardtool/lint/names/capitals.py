"""The capitals of terms of one word or two: small, with a capital, all in capitals."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import cycle

from cardtool.lint.core import LazyRegex
from cardtool.lint.core.matching import any_word, word_key, word_list
from cardtool.lint.core.sentence_context import begins_sentence, is_all_capitals
from cardtool.lint.names.spelling_variants import (
    FUNCTION_WORDS,
    BlockWords,
    Use,
    Variants,
    by_term,
    variants,
)

_SMALL, _CAPITAL, _ALL_CAPITALS, _UNKNOWN = "small", "Capital", "CAPITALS", ""
_WRITTEN_IN = {_SMALL: str.lower, _CAPITAL: str.capitalize, _ALL_CAPITALS: str.upper}
_BEFORE = re.compile(r"([^\W\d_]+) $")
_BEHIND = re.compile(r" (?:\d|[^\W\d_a-zß-ÿ])")
_LONGEST = 24  # letters before a word that are looked at
_TITLE = re.compile(r"(?:^|(?<=\n))[^\W\d_]+\b(?! [A-Z]?[a-z])")  # all in capitals, and no sentence goes on
_LEADING = word_list("before a term")
"""Words that go before a term, and are no part of it though they begin a sentence."""

_NO_TERM = _LEADING | FUNCTION_WORDS

_SHORTEST_HEAD = 3  # letters of the second word of two
_SHORTEST = 4  # letters of a term of one word
_LEAST = 3  # uses of the usual way, where there are capitals on both words
_LEAST_USES = 8  # of a term, however it is written
_LEAST_OF_EACH = 2
_LEAST_ALL_CAPITALS = 3  # of a term that is written in only two ways
_CLEARLY_ALL_CAPITALS = 8  # of a term that is written otherwise but once

Capitals = tuple[str, ...]
"""The capitals of each word of a term."""

UsesByCapitals = Mapping[Capitals, Sequence[Use]]


def in_other_capitals(words: Sequence[BlockWords], defined: Collection[str]) -> Iterator[Variants]:
    """Yield terms written HERO, Hero and hero, or Curse Tokens and Curse tokens, save `defined` ones."""
    shouted = {word_key(word) for each in words for _, word in each.words if is_all_capitals(word)}
    uses = (use for each in words if not each.is_headline for use in _uses_in(each, shouted))
    for term, ways in by_term(uses):
        if term not in defined:
            alike = {way[0]: uses for way, uses in ways.items() if len(set(way)) == 1 and way[0]}
            if _is_in_doubt(alike):
                usual, *others = sorted(alike, key=lambda each: (-len(alike[each]), each))
                yield _variants((usual,), alike[usual], [alike[each] for each in others])
            yield from _with_both_capitals(ways)


def _uses_in(words: BlockWords, shouted: Collection[str]) -> Iterator[tuple[str, Capitals, Use]]:
    """Yield every two words, and every one by itself, that may be a term, each with its capitals.

    Left out is what is small here and nowhere all in capitals, and one word that is nowhere so.
    """
    block, text = words.block, words.block.text
    for start, one, two in words.pairs:
        first, key = one.casefold(), word_key(two)
        is_small = one.islower() and two.islower() and key not in shouted
        if len(two) >= _SHORTEST_HEAD and not (is_small or first in _NO_TERM or two.casefold() in _NO_TERM):
            capitals = _capitals_at(text, start, one), _capitals_at(text, start + len(one) + 1, two)
            yield f"{first} {key}", capitals, Use(block, start, f"{one} {two}")
    for start, word in words.words if shouted else ():
        key = word_key(word)
        if key in shouted and len(word) >= _SHORTEST:
            manner = _capitals_at(text, start, word)
            if manner == _SMALL or not _is_part(text, start, start + len(word)):
                yield key, (manner,), Use(block, start, word)


def _is_part(text: str, start: int, end: int) -> bool:
    """Return whether a number or a word with a capital beside it makes a word part of a longer name."""
    before = _BEFORE.search(text, max(0, start - _LONGEST), start)
    is_led = before is not None and not before[1].islower() and before[1].casefold() not in _LEADING
    return is_led or _BEHIND.match(text, end) is not None


def _capitals_at(text: str, start: int, word: str) -> str:
    """Return with which capitals a word stands there, as far as they say something."""
    if is_all_capitals(word):
        return _UNKNOWN if _TITLE.match(text, start) else _ALL_CAPITALS
    if word.islower():
        return _SMALL
    return _UNKNOWN if begins_sentence(text, start) else _CAPITAL


def _is_in_doubt(ways: Mapping[str, Sequence[Use]]) -> bool:
    """Return whether all three ways are in use, or all in capitals and another, and not as the odd slip.

    Small letters beside capitals may be two words, as AID and aid are, unless it has a plural: HAZARDS.
    """
    small, capital, shouted = (len(ways.get(each, ())) for each in (_SMALL, _CAPITAL, _ALL_CAPITALS))
    if shouted >= _LEAST_ALL_CAPITALS and capital >= _LEAST_OF_EACH:
        return True
    words = [use.written.casefold() for use in ways.get(_ALL_CAPITALS, ()) if " " not in use.written]
    is_counted = shouted >= _LEAST_ALL_CAPITALS and any(word_key(word) != word for word in words)
    if shouted >= _CLEARLY_ALL_CAPITALS and capital:
        return is_counted
    several = small + capital + shouted >= _LEAST_USES and min(small, shouted) >= _LEAST_OF_EACH
    return several and (capital >= _LEAST_OF_EACH or is_counted)


def _with_both_capitals(ways: UsesByCapitals) -> Iterator[Variants]:
    """Yield the ways other than the usual one, where that has capitals on both words.

    Where the others are more, nobody can say which is meant.
    """
    plain = {(_SMALL, _SMALL), (_ALL_CAPITALS, _ALL_CAPITALS)}
    raised = sorted(each for each in ways if each not in plain and {_SMALL, _UNKNOWN}.isdisjoint(each))
    usual = max(raised, key=lambda each: len(ways[each]), default=())
    if usual and len(usual) > 1 and len(ways[usual]) >= _LEAST:
        excused = plain | {usual, (_UNKNOWN, usual[1]), (_UNKNOWN, _ALL_CAPITALS)}
        others: defaultdict[Capitals, list[Use]] = defaultdict(list)
        for (first, second), uses in sorted(ways.items()):
            if (first, second) not in excused:
                others[first or _CAPITAL, second] += uses
        if 0 < sum(map(len, others.values())) <= len(ways[usual]):
            yield _variants(usual, ways[usual], list(others.values()))


def _variants(capitals: Capitals, usual: Sequence[Use], others: Sequence[Sequence[Use]]) -> Variants:
    def right(written: str) -> str:
        words = zip(cycle(capitals), written.split(" "), strict=False)
        return " ".join(_WRITTEN_IN[each](word) for each, word in words)

    return variants(usual, others, right)


_NOUN = LazyRegex(
    rf"(?<![\w'’-])(?:{any_word('counted or owned')}|an?|the|any|no|this|\d{{1,2}})\s(?P<noun>[^\W\d_]{{4,}})"
    rf"(?=(?:['’]s)?\s*(?:$|[.,;:!?)])|\s{any_word('behind a noun')}\b)"
)
_WRITTEN = re.compile("[A-Z]?[a-z]+")
_LEAST_RAISED = 4  # times with a capital
_CLEARLY = 3  # times as often as without


def without_capital(words: Sequence[BlockWords], defined: Collection[str]) -> Iterator[Variants]:
    """Yield the Hero that is once a hero, save words of `defined` terms."""
    for term, ways in by_term(_nouns(words)):
        raised, small = ways.get(True, ()), ways.get(False, ())
        if term not in defined and small and len(raised) >= max(_LEAST_RAISED, _CLEARLY * len(small)):
            yield variants(raised, [small], str.capitalize)


def _nouns(words: Sequence[BlockWords]) -> Iterator[tuple[str, bool, Use]]:
    """Yield each noun that is counted or owned and ends there, and whether it has a capital."""
    for each in words:
        for match in _NOUN.finditer(each.block.text) if not each.is_headline else ():
            noun = match["noun"]
            if _WRITTEN.fullmatch(noun):
                yield word_key(noun), noun[0].isupper(), Use(each.block, match.start("noun"), noun)
