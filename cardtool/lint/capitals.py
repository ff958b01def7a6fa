"""Terms that one text writes with small letters, with capitals and all in capitals."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import chain

from cardtool.documents import Block, Text
from cardtool.lint.casing import begins_sentence, is_shouted
from cardtool.lint.manners import CAPITAL, SHOUTED, SMALL, Use, commonest, in_manners
from cardtool.lint.spellings import Otherwise, Spelling
from cardtool.lint.spelt import key_of

__all__ = ["in_three_capitals"]

_WORD = re.compile(r"(?<![\w'’-])[^\W\d_]{3,}(?![\w-])")
_LABELLED = re.compile(r" \d")
_TITLE = re.compile(r"(?:^|(?<=\n))[^\W\d_]+(?! [a-z])")  # all in capitals, and no sentence goes on
_LEADING_WORDS = """
a an the each every any all both no another this that these those your their his her its our if when as
some many more most much few fewer less several other such enough which what whose one two three four
five six seven eight nine ten not only once and or but nor so then than while until unless because
in on at to of for from with by into onto over under after before during without between per
"""
_LEADING = frozenset(_LEADING_WORDS.split())
"""Words that go before a term, and are no part of it though they begin a sentence."""

_SHORTEST = 4
_LEAST_USES = 8  # of a term, however it is written
_LEAST_OF_EACH = 2
_LEAST_SHOUTED = 3  # of a term that is written in only two ways
_CLEARLY_SHOUTED = 8  # of a term that is written otherwise but once

Manners = Mapping[str, Sequence[Use]]


def in_three_capitals(text: Text, defined: Collection[str]) -> Iterator[Spelling]:
    """HERO, Hero and hero, each more than once in running text; words of `defined` terms are left out."""
    found = in_manners(text, _uses)
    for term in sorted(found):
        if term not in defined and _is_in_doubt(found[term]):
            yield _spelling(found[term])


def _uses(block: Block) -> Iterator[tuple[str, str, Use]]:
    """Every word that stands by itself, and every two that go together, each with its capitals."""
    words = list(_WORD.finditer(block.text))
    manners = [_manner(block.text, word.start(), word[0]) for word in words]
    for at, (word, manner) in enumerate(zip(words, manners, strict=True)):
        joined = at + 1 < len(words) and block.text[word.end() : words[at + 1].start()] == " "
        is_led = at > 0 and block.text[words[at - 1].end() : word.start()] == " "
        is_led = is_led and words[at - 1][0].casefold() not in _LEADING
        if joined and manner and manners[at + 1] == manner and word[0].casefold() not in _LEADING:
            both = block.text[word.start() : words[at + 1].end()]
            term = f"{word[0].casefold()} {key_of(words[at + 1][0])}"
            yield term, manner, Use(block, word.start(), both)
        is_part = (joined and manners[at + 1] != SMALL) or (is_led and manners[at - 1] != SMALL)
        is_part = is_part or _LABELLED.match(block.text, word.end()) is not None
        if manner and len(word[0]) >= _SHORTEST and (manner == SMALL or not is_part):
            yield key_of(word[0]), manner, Use(block, word.start(), word[0])


def _manner(text: str, start: int, word: str) -> str:
    if is_shouted(word):
        return "" if _TITLE.match(text, start) else SHOUTED
    if word.islower():
        return SMALL
    return "" if begins_sentence(text, start) else CAPITAL


def _is_in_doubt(manners: Manners) -> bool:
    """Whether all three ways are in use, or all in capitals and another, and not as the odd slip.

    Small letters beside capitals may be two words, as AID and aid are, unless it has a plural: HAZARDS.
    """
    small, capital, shouted = (len(manners.get(manner, ())) for manner in (SMALL, CAPITAL, SHOUTED))
    if shouted >= _LEAST_SHOUTED and capital >= _LEAST_OF_EACH:
        return True
    if shouted >= _CLEARLY_SHOUTED and capital:
        return _counts(manners[SHOUTED])
    several = small + capital + shouted >= _LEAST_USES and min(small, shouted) >= _LEAST_OF_EACH
    return several and (capital >= _LEAST_OF_EACH or _counts(manners[SHOUTED]))


def _counts(shouted: Sequence[Use]) -> bool:
    """Whether what is all in capitals is a noun, not a word raised for emphasis: it has a plural."""
    words = [use.written.casefold() for use in shouted]
    return len(words) >= _LEAST_SHOUTED and any(key_of(word) != word for word in words if " " not in word)


def _spelling(manners: Manners) -> Spelling:
    usual, *others = sorted(manners, key=lambda manner: (-len(manners[manner]), manner))
    term = commonest(list(chain.from_iterable(manners.values())))
    tally = ", ".join(f"{len(manners[each])} × {_in(each, term)}" for each in (usual, *others))
    ways = [
        [Otherwise(use.source, use.written, _in(usual, use.written)) for use in manners[each]]
        for each in others
    ]
    return Spelling(tally, ways)


def _in(manner: str, written: str) -> str:
    """The words in other capitals."""
    low = written.lower()
    if manner == SMALL:
        return low
    return low.upper() if manner == SHOUTED else " ".join(word.capitalize() for word in low.split())
