"""A term is written in one way throughout a text.

Knockback, knock back and KNOCK BACK; Hero, hero and HERO: readers wonder whether there is a
difference, and somebody will find one.

Bad:

    Knockback moves you a space. If the player affected by a knock back …

Good:

    Knockback moves you a space. If the player affected by a knockback …

Looked for in a document or a rulebook are words that are also written as two or with a hyphen; terms
that are written all in capitals and otherwise as well, or in two words of which now one has a capital
and now both; a thing that an entry or a heading calls the Stone Ruins, and the text the Stone Ruin; and
words in the spelling of Britain and of America. The findings stand at the rarer ways, the first few of
each. Between Barn card and barn card, often written both, none is proposed. English itself writes "to set
up" and "the setup": of words with up, down, back, off and the like only a noun written as two words and a
verb written as one are found.

Overlooked on purpose: "a face-down card" beside "lies face down"; headings and shouted lines; terms
of which the capitals are defined (CT304 term-case); what is told by CT307 near-miss-name; a passage
that is printed a second time (CT605 printed-twice); code and tables.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence

from cardtool.documents import Block, Text, TextKind
from cardtool.lint.core import Facts, Problem, Severity, TextIndex, text_rule
from cardtool.lint.core.facts import names_in_use
from cardtool.lint.core.matching import word_key, word_keys
from cardtool.lint.core.sentence_context import begins_sentence, is_all_capitals
from cardtool.lint.names.capitals import (
    ALL_CAPITALS,
    CAPITAL,
    SMALL,
    CapitalUse,
    commonest_form,
    in_three_capitals,
    in_two_numbers,
    slips_in_entries,
    uses_by_capitals,
)
from cardtool.lint.names.spelling_variants import (
    FUNCTION_WORDS,
    RareSpelling,
    SpellingVariants,
    in_two_englishes,
    open_and_closed,
)
from cardtool.model import Source

_PAIR = re.compile(r"(?<![\w'’-])([^\W\d_]{2,}) ([^\W\d_]{3,})(?![\w-])")
_LEAST = 4  # uses of the usual way
_LEAST_IN_FAMILY = 6  # uses of Xyz Barn, for all of these together
_LEAST_OF_EACH = 2
_UNKNOWN = "first of a sentence"
_PIECES_WORDS = "card token tile piece pile deck die board mat marker counter cube pawn figure coin"
_PIECES = frozenset(_PIECES_WORDS.split())

PairCapitals = tuple[str, str]
PairUses = Mapping[PairCapitals, Sequence[CapitalUse]]


def in_mixed_capitals(text: Text, defined: Collection[str]) -> Iterator[SpellingVariants]:
    """Yield terms written Curse Tokens and Curse tokens, RELIC Cards and Relic card, save `defined` ones."""
    found = {term: uses for term, uses in uses_by_capitals(text, _pair_uses).items() if term not in defined}
    families = _families(found)
    for term in sorted(found):
        manners = found[term]
        usual = _usual(manners) or _usual_in_family(manners, families[_family(term)])
        if usual:
            yield from _rarer_spelling(manners, usual)
        elif _family(term) in _PIECES and _is_undecided(manners):
            yield _undecided(manners)


def _pair_uses(block: Block) -> Iterator[tuple[str, PairCapitals, CapitalUse]]:
    at = 0
    while match := _PAIR.search(block.text, at):
        at = match.start(2)
        first, second = match[1], match[2]
        if first.casefold() not in FUNCTION_WORDS and second.casefold() not in FUNCTION_WORDS:
            begins = (
                first[0].isupper()
                and not is_all_capitals(first)
                and begins_sentence(block.text, match.start())
            )
            manner = (_UNKNOWN if begins else _capitals_of(first)), _capitals_of(second)
            yield f"{first.casefold()} {word_key(second)}", manner, CapitalUse(block, match.start(), match[0])


def _capitals_of(word: str) -> str:
    return ALL_CAPITALS if is_all_capitals(word) else CAPITAL if word[0].isupper() else SMALL


def _family(term: str) -> str:
    return term.rpartition(" ")[2]


def _families(found: Mapping[str, PairUses]) -> Mapping[str, Counter[str]]:
    """Return how often each second word has a capital, and how often not, after words that have one."""
    families: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for term, manners in found.items():
        for (first, second), uses in manners.items():
            if first == CAPITAL:
                families[_family(term)][second] += len(uses)
    return families


def _usual(manners: PairUses) -> PairCapitals | None:
    """Return how the term is mostly written, where it is a term: with capitals on both words."""
    with_capitals = {
        each: len(uses) for each, uses in manners.items() if SMALL not in each and _UNKNOWN not in each
    }
    with_capitals.pop((ALL_CAPITALS, ALL_CAPITALS), None)
    if not with_capitals:
        return None
    usual = max(sorted(with_capitals), key=lambda each: with_capitals[each])
    return usual if with_capitals[usual] >= _LEAST else None


def _usual_in_family(manners: PairUses, family: Mapping[str, int]) -> PairCapitals | None:
    """Return how the others of its family are written: Gnome Barn, if rare, as the Barns of all others."""
    is_clear = family[CAPITAL] >= max(_LEAST_IN_FAMILY, 2 * family[SMALL])
    return (CAPITAL, CAPITAL) if is_clear and (CAPITAL, CAPITAL) in manners else None


def _rarer_spelling(manners: PairUses, usual: PairCapitals) -> Iterator[SpellingVariants]:
    """Yield the rarer ways, unless they are so many that nobody can say which is meant."""
    ways: defaultdict[str, list[RareSpelling]] = defaultdict(list)
    for manner, uses in sorted(manners.items()):
        if manner in (usual, (ALL_CAPITALS, ALL_CAPITALS), (SMALL, SMALL)) or _may_be(manner, usual):
            continue
        for use in uses:
            ways[use.written].append(
                RareSpelling(use.source, use.written, _with_capitals(usual, use.written))
            )
    rarer = sum(map(len, ways.values()))
    if 0 < rarer <= len(manners[usual]):
        tally = f"{len(manners[usual])} × {commonest_form(manners[usual])}, {rarer} otherwise"
        yield SpellingVariants(tally, list(ways.values()))


def _may_be(manner: PairCapitals, usual: PairCapitals) -> bool:
    return manner[0] == _UNKNOWN and manner[1] == usual[1]


def _is_undecided(manners: PairUses) -> bool:
    """Return whether a kind of card is written Barn card and barn card, and neither is the odd slip."""
    return all(len(manners.get((first, SMALL), ())) >= _LEAST_OF_EACH for first in (CAPITAL, SMALL))


def _undecided(manners: PairUses) -> SpellingVariants:
    raised, small = manners[CAPITAL, SMALL], manners[SMALL, SMALL]
    few, usual = (small, (CAPITAL, SMALL)) if len(small) < len(raised) else (raised, (SMALL, SMALL))
    tally = f"{len(small)} × {commonest_form(small)}, {len(raised)} × {commonest_form(raised)}"
    way = [RareSpelling(use.source, use.written, _with_capitals(usual, use.written)) for use in few]
    return SpellingVariants(tally, [way], is_settled=False)


def _with_capitals(manner: PairCapitals, written: str) -> str:
    words = zip(manner, written.split(" "), strict=True)
    return " ".join(_WRITTEN_IN[each](word) for each, word in words)


_WRITTEN_IN = {ALL_CAPITALS: str.upper, CAPITAL: str.capitalize, SMALL: str.lower}

_MOST_FINDINGS = 3  # findings for one way to write one term


@text_rule("CT308", "spelled-two-ways", Severity.INFO, reads="en")
def check(texts: TextIndex, facts: Facts) -> Iterator[Problem]:
    read = [text for text in texts if text.role in (TextKind.DOCUMENT, TextKind.RULEBOOK)]
    if not read:
        return
    defined = {word for name in names_in_use(facts) for word in (" ".join(word_keys(name)), *name.split())}
    for text in map(texts.without_repeats, read):
        slips = slips_in_entries(text) if text.role is TextKind.DOCUMENT else ()
        reported = {source for slip in slips for source in slip.sources}
        for spelling in _all_variants(text, defined):
            yield from _variant_problems(spelling, reported)


def _all_variants(text: Text, defined: Collection[str]) -> Iterator[SpellingVariants]:
    yield from open_and_closed(text)
    yield from in_two_englishes(text)
    yield from in_two_numbers(text)
    yield from in_mixed_capitals(text, defined)
    yield from in_three_capitals(text, defined)


def _variant_problems(spelling: SpellingVariants, reported: Collection[Source]) -> Iterator[Problem]:
    """Yield a finding for each of the first few places of a way, save those where another rule has spoken."""
    for way in spelling.ways:
        places = [each for each in way if each.source not in reported]
        left = len(places) - _MOST_FINDINGS
        for row, (source, written, usual) in enumerate(places[:_MOST_FINDINGS]):
            more = (
                f", and so in {left} more place{'s' if left > 1 else ''}"
                if left > 0 and row == _MOST_FINDINGS - 1
                else ""
            )
            message = f'"{written}" is otherwise written "{usual}" ({spelling.tally}){more}'
            yield source, message, f'write "{usual}"' if spelling.is_settled else "write it in one way"
