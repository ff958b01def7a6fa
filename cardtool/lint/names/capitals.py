"""The capitals of names of several words, and of terms: small, with a capital, all in capitals."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import chain
from typing import NamedTuple, TypeVar

from cardtool.documents import Block, BlockType, Text
from cardtool.lint.core.matching import COMMON_WORDS, word_key, word_list
from cardtool.lint.core.sentence_context import begins_sentence, is_all_capitals, is_headline
from cardtool.lint.names.spelling_variants import RareSpelling, SpellingVariants
from cardtool.model import Source

CAPITALISED_WORD = r"[A-Z][^\W\d_]{1,60}+(?:['’][^\W\d_]{1,60}+){0,3}+"
"""A word with a capital, as a pattern; one of more letters is none."""

_RUN = re.compile(rf"{CAPITALISED_WORD}(?:[ -](?:of |of the |the )?{CAPITALISED_WORD}){{1,5}}")


class NameRun(NamedTuple):
    """Words with capitals beside each other: a name, or part of one."""

    block: Block
    start: int
    written: str


def name_runs(text: Text) -> Iterator[NameRun]:
    """Yield every run of several such words, save in headings and in all capitals; ’ is written as '."""
    for block in text.current:
        if block.sort is not BlockType.HEADING and not is_all_capitals(block.text):
            for match in _RUN.finditer(block.text):
                start = match.start() + _sentence_lead(block.text, match)
                written = block.text[start : match.end()].replace("’", "'")
                if " " in written and not is_all_capitals(written):
                    yield NameRun(block, start, written)


def _sentence_lead(text: str, run: re.Match[str]) -> int:
    """Return how many letters of the run only have their capital because a sentence begins."""
    first, _, rest = run[0].partition(" ")
    if not begins_sentence(text, run.start()):
        return 0
    small = re.match(r"(?:of |the )*", rest)
    led = len(first) + 1 + (small.end() if small else 0)
    is_name = len(run[0].split()) == 2 and first.casefold() not in COMMON_WORDS
    return 0 if is_name else led


_ENTRY = re.compile(rf"({CAPITALISED_WORD}(?: {CAPITALISED_WORD}){{1,3}}) ?(?::|\s[–—-]\s)")
_NAME = re.compile(rf"{CAPITALISED_WORD}(?: {CAPITALISED_WORD}){{1,3}}")


def headed_names(text: Text) -> set[str]:
    """Return the names of several words that are a heading, or the head of an entry; ’ is written as '."""
    heads = [match[1] for block in text.current if (match := _ENTRY.match(block.text))]
    titles = [block.text for block in text.current if block.sort is BlockType.HEADING]
    names = [*heads, *filter(_NAME.fullmatch, titles)]
    return {name.replace("’", "'") for name in names if not is_all_capitals(name)}


SMALL, CAPITAL, ALL_CAPITALS = "small", "Capital", "CAPITALS"
Capitals = TypeVar("Capitals")


class CapitalUse(NamedTuple):
    """A term as a block writes it at this offset."""

    block: Block
    start: int
    written: str

    @property
    def source(self) -> Source:
        return self.block.at(self.start)


def uses_by_capitals(
    text: Text, uses_in: Callable[[Block], Iterable[tuple[str, Capitals, CapitalUse]]]
) -> Mapping[str, Mapping[Capitals, list[CapitalUse]]]:
    """Return the uses that blocks of running text have of each term, by manner."""
    found: defaultdict[str, defaultdict[Capitals, list[CapitalUse]]] = defaultdict(lambda: defaultdict(list))
    for block in text.current:
        if block.sort is not BlockType.ROW and not is_headline(block):
            for term, manner, use in uses_in(block):
                found[term][manner].append(use)
    return found


def commonest_form(uses: Sequence[CapitalUse]) -> str:
    """Return how the term is mostly written."""
    return Counter(use.written for use in uses).most_common(1)[0][0]


_WORD = re.compile(r"(?<![\w'’-])[^\W\d_]{3,}(?![\w-])")
_SHOUTED = re.compile(r"(?<![\w'’-])[^\W\d_a-z]{3,}(?![\w-])")
_NUMBER_BEHIND = re.compile(r" \d")
_TITLE = re.compile(r"(?:^|(?<=\n))[^\W\d_]+(?! [a-z])")  # all in capitals, and no sentence goes on
_LEADING = word_list("before a term")
"""Words that go before a term, and are no part of it though they begin a sentence."""

_SHORTEST = 4
_LEAST_USES = 8  # of a term, however it is written
_LEAST_OF_EACH = 2
_LEAST_ALL_CAPITALS = 3  # of a term that is written in only two ways
_CLEARLY_ALL_CAPITALS = 8  # of a term that is written otherwise but once

UsesByCapitals = Mapping[str, Sequence[CapitalUse]]


def in_three_capitals(text: Text, defined: Collection[str]) -> Iterator[SpellingVariants]:
    """Yield terms written HERO, Hero and hero, each more than once, save words of `defined` terms."""
    shouted = {word_key(word) for block in text.current for word in _SHOUTED.findall(block.text)}
    found = uses_by_capitals(text, partial(_word_uses, shouted=shouted)) if shouted else {}
    for term in sorted(found):
        if term not in defined and _is_in_doubt(found[term]):
            yield _capital_variants(found[term])


def _word_uses(block: Block, shouted: Collection[str]) -> Iterator[tuple[str, str, CapitalUse]]:
    """Yield every word that stands by itself, and every two that go together, each with its capitals.

    Left out are words that are nowhere all in capitals.
    """
    text, words = block.text, list(_WORD.finditer(block.text))
    for at, word in enumerate(words):
        manner = _manner(text, word) if word_key(word[0]) in shouted else ""
        if not manner:
            continue
        after = [each for each in words[at + 1 : at + 2] if text[word.end() : each.start()] == " "]
        beside = _manner(text, after[0]) if after else SMALL
        if after and beside == manner and word[0].casefold() not in _LEADING:
            term = f"{word[0].casefold()} {word_key(after[0][0])}"
            yield term, manner, CapitalUse(block, word.start(), text[word.start() : after[0].end()])
        before = [each for each in words[max(0, at - 1) : at] if text[each.end() : word.start()] == " "]
        is_led = any(each[0].casefold() not in _LEADING and _manner(text, each) != SMALL for each in before)
        is_part = is_led or beside != SMALL or _NUMBER_BEHIND.match(text, word.end()) is not None
        if len(word[0]) >= _SHORTEST and (manner == SMALL or not is_part):
            yield word_key(word[0]), manner, CapitalUse(block, word.start(), word[0])


def _manner(text: str, word: re.Match[str]) -> str:
    """Return with which capitals a word stands there; empty where they say nothing."""
    if is_all_capitals(word[0]):
        return "" if _TITLE.match(text, word.start()) else ALL_CAPITALS
    if word[0].islower():
        return SMALL
    return "" if begins_sentence(text, word.start()) else CAPITAL


def _is_in_doubt(manners: UsesByCapitals) -> bool:
    """Return whether all three ways are in use, or all in capitals and another, and not as the odd slip.

    Small letters beside capitals may be two words, as AID and aid are, unless it has a plural: HAZARDS.
    """
    small, capital, shouted = (len(manners.get(manner, ())) for manner in (SMALL, CAPITAL, ALL_CAPITALS))
    if shouted >= _LEAST_ALL_CAPITALS and capital >= _LEAST_OF_EACH:
        return True
    if shouted >= _CLEARLY_ALL_CAPITALS and capital:
        return _counts(manners[ALL_CAPITALS])
    several = small + capital + shouted >= _LEAST_USES and min(small, shouted) >= _LEAST_OF_EACH
    return several and (capital >= _LEAST_OF_EACH or _counts(manners[ALL_CAPITALS]))


def _counts(shouted: Sequence[CapitalUse]) -> bool:
    """Return whether what is all in capitals is a noun, not a word raised for emphasis: it has a plural."""
    words = [use.written.casefold() for use in shouted]
    return len(words) >= _LEAST_ALL_CAPITALS and any(
        word_key(word) != word for word in words if " " not in word
    )


def _capital_variants(manners: UsesByCapitals) -> SpellingVariants:
    usual, *others = sorted(manners, key=lambda manner: (-len(manners[manner]), manner))
    term = commonest_form(list(chain.from_iterable(manners.values())))
    tally = ", ".join(f"{len(manners[each])} × {_recased(each, term)}" for each in (usual, *others))
    ways = [
        [RareSpelling(use.source, use.written, _recased(usual, use.written)) for use in manners[each]]
        for each in others
    ]
    return SpellingVariants(tally, ways)


def _recased(manner: str, written: str) -> str:
    low = written.lower()
    if manner == SMALL:
        return low
    return low.upper() if manner == ALL_CAPITALS else " ".join(word.capitalize() for word in low.split())
