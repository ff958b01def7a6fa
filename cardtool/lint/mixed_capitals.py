"""Terms of two words of which one text writes now one, now both with capitals."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence

from cardtool.documents import Block, Text
from cardtool.lint.casing import begins_sentence, is_shouted
from cardtool.lint.manners import CAPITAL, SHOUTED, SMALL, Use, commonest, in_manners
from cardtool.lint.spellings import FUNCTION, Otherwise, Spelling
from cardtool.lint.spelt import key_of

__all__ = ["in_mixed_capitals"]

_PAIR = re.compile(r"(?<![\w'’-])([^\W\d_]{2,}) ([^\W\d_]{3,})(?![\w-])")
_LEAST = 4  # uses of the usual way
_LEAST_IN_FAMILY = 6  # uses of Xyz Barn, for all of these together
_LEAST_OF_EACH = 2
_UNKNOWN = "first of a sentence"
_PIECES_WORDS = "card token tile piece pile deck die board mat marker counter cube pawn figure coin"
_PIECES = frozenset(_PIECES_WORDS.split())

Manner = tuple[str, str]
Manners = Mapping[Manner, Sequence[Use]]


def in_mixed_capitals(text: Text, defined: Collection[str]) -> Iterator[Spelling]:
    """Curse Tokens and Curse tokens, RELIC Cards and Relic card; the terms of `defined` are left out."""
    found = {term: uses for term, uses in in_manners(text, _uses).items() if term not in defined}
    families = _families(found)
    for term in sorted(found):
        manners = found[term]
        usual = _usual(manners) or _usual_in_family(manners, families[_family(term)])
        if usual:
            yield from _spelling(manners, usual)
        elif _family(term) in _PIECES and _is_undecided(manners):
            yield _undecided(manners)


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


def _family(term: str) -> str:
    return term.rpartition(" ")[2]


def _families(found: Mapping[str, Manners]) -> Mapping[str, Counter[str]]:
    """Of each second word how often it has a capital, and how often not, behind words that have one."""
    families: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for term, manners in found.items():
        for (first, second), uses in manners.items():
            if first == CAPITAL:
                families[_family(term)][second] += len(uses)
    return families


def _usual(manners: Manners) -> Manner | None:
    """How the term is mostly written, where it is a term: with capitals on both words."""
    with_capitals = {
        each: len(uses) for each, uses in manners.items() if SMALL not in each and _UNKNOWN not in each
    }
    with_capitals.pop((SHOUTED, SHOUTED), None)
    if not with_capitals:
        return None
    usual = max(sorted(with_capitals), key=lambda each: with_capitals[each])
    return usual if with_capitals[usual] >= _LEAST else None


def _usual_in_family(manners: Manners, family: Mapping[str, int]) -> Manner | None:
    """Gnome Barn, of which there are few, is written as the Barns of all others are."""
    is_clear = family[CAPITAL] >= max(_LEAST_IN_FAMILY, 2 * family[SMALL])
    return (CAPITAL, CAPITAL) if is_clear and (CAPITAL, CAPITAL) in manners else None


def _spelling(manners: Manners, usual: Manner) -> Iterator[Spelling]:
    """The rarer ways, unless they are so many that nobody can say which is meant."""
    ways: defaultdict[str, list[Otherwise]] = defaultdict(list)
    for manner, uses in sorted(manners.items()):
        if manner in (usual, (SHOUTED, SHOUTED), (SMALL, SMALL)) or _may_be(manner, usual):
            continue
        for use in uses:
            ways[use.written].append(Otherwise(use.source, use.written, _in(usual, use.written)))
    rarer = sum(map(len, ways.values()))
    if 0 < rarer <= len(manners[usual]):
        tally = f"{len(manners[usual])} × {commonest(manners[usual])}, {rarer} otherwise"
        yield Spelling(tally, list(ways.values()))


def _may_be(manner: Manner, usual: Manner) -> bool:
    """Whether only the beginning of a sentence makes a difference."""
    return manner[0] == _UNKNOWN and manner[1] == usual[1]


def _is_undecided(manners: Manners) -> bool:
    """Whether a kind of card or of piece is written Barn card and barn card, and neither is the odd slip."""
    return all(len(manners.get((first, SMALL), ())) >= _LEAST_OF_EACH for first in (CAPITAL, SMALL))


def _undecided(manners: Manners) -> Spelling:
    raised, small = manners[CAPITAL, SMALL], manners[SMALL, SMALL]
    few, usual = (small, (CAPITAL, SMALL)) if len(small) < len(raised) else (raised, (SMALL, SMALL))
    tally = f"{len(small)} × {commonest(small)}, {len(raised)} × {commonest(raised)}"
    way = [Otherwise(use.source, use.written, _in(usual, use.written)) for use in few]
    return Spelling(tally, [way], is_settled=False)


def _in(manner: Manner, written: str) -> str:
    words = zip(manner, written.split(" "), strict=True)
    return " ".join(_WRITTEN_IN[each](word) for each, word in words)


_WRITTEN_IN = {SHOUTED: str.upper, CAPITAL: str.capitalize, SMALL: str.lower}
