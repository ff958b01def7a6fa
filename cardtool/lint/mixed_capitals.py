"""Terms of two words of which one text writes now one, now both with capitals."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence

from cardtool.lint.casing import begins_sentence, is_shouted
from cardtool.lint.manners import CAPITAL, SHOUTED, SMALL, Use, commonest, in_manners
from cardtool.lint.spellings import FUNCTION, Spelling
from cardtool.lint.spelt import key_of
from cardtool.model import Source
from cardtool.prose import Block, Text

__all__ = ["in_mixed_capitals"]

_PAIR = re.compile(r"(?<![\w'’-])([^\W\d_]{2,}) ([^\W\d_]{3,})(?![\w-])")
_LEAST = 4  # uses of the usual way
_UNKNOWN = "first of a sentence"

Manner = tuple[str, str]


def in_mixed_capitals(text: Text, defined: Collection[str]) -> Iterator[Spelling]:
    """Curse Tokens and Curse tokens, RELIC Cards and Relic card; the terms of `defined` are left out."""
    found = in_manners(text, _uses)
    for term in sorted(found):
        usual = _usual(found[term])
        if usual and term not in defined:
            yield from _spelling(found[term], usual)


def _uses(block: Block) -> Iterator[tuple[str, Manner, Use]]:
    at = 0
    while match := _PAIR.search(block.text, at):
        at = match.start(2)
        first, second = match[1], match[2]
        if first.casefold() not in FUNCTION and second.casefold() not in FUNCTION:
            begins = (
                first[0].isupper() and not is_shouted(first) and begins_sentence(block.text, match.start())
            )
            manner = (_UNKNOWN if begins else _manner(first)), _manner(second)
            yield f"{first.casefold()} {key_of(second)}", manner, Use(block, match.start(), match[0])


def _manner(word: str) -> str:
    return SHOUTED if is_shouted(word) else CAPITAL if word[0].isupper() else SMALL


def _usual(manners: Mapping[Manner, Sequence[Use]]) -> Manner | None:
    """How the term is mostly written, where it is a term: with capitals on both words."""
    with_capitals = {
        each: len(uses) for each, uses in manners.items() if SMALL not in each and _UNKNOWN not in each
    }
    with_capitals.pop((SHOUTED, SHOUTED), None)
    if not with_capitals:
        return None
    usual = max(sorted(with_capitals), key=lambda each: with_capitals[each])
    return usual if with_capitals[usual] >= _LEAST else None


def _spelling(manners: Mapping[Manner, Sequence[Use]], usual: Manner) -> Iterator[Spelling]:
    """The rarer ways, unless they are so many that nobody can say which is meant."""
    others: defaultdict[str, list[Source]] = defaultdict(list)
    for manner, uses in sorted(manners.items()):
        if manner in (usual, (SHOUTED, SHOUTED), (SMALL, SMALL)) or _may_be(manner, usual):
            continue
        for use in uses:
            others[use.written].append(use.source)
    rarer = sum(map(len, others.values()))
    if 0 < rarer <= len(manners[usual]):
        tally = f"{len(manners[usual])} × {commonest(manners[usual])}, {rarer} otherwise"
        ways = {written: (_in(usual, written), tuple(places)) for written, places in others.items()}
        yield Spelling(tally, ways)


def _may_be(manner: Manner, usual: Manner) -> bool:
    """Whether only the beginning of a sentence makes a difference."""
    return manner[0] == _UNKNOWN and manner[1] == usual[1]


def _in(manner: Manner, written: str) -> str:
    words = zip(manner, written.split(" "), strict=True)
    return " ".join(word.upper() if each == SHOUTED else word.capitalize() for each, word in words)
