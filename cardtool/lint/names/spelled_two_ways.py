"""A term is written in one way throughout a text.

Knockback, knock back and KNOCK BACK; Hero, hero and HERO: readers wonder whether there is a
difference, and somebody will find one.

Bad:

    Knockback moves you a space. If the player affected by a knock back …

Good:

    Knockback moves you a space. If the player affected by a knockback …

Looked for in a document or a rulebook are words that are also written as two or with a hyphen; terms
that are written all in capitals and otherwise as well, or in two words of which now one has a capital
and now both; the Move phase that is also the Movement phase; LoS and LOS; and words in the spelling of
Britain and of America. The findings stand at the rarer ways, the first few of each. English itself writes
"to set up" and "the setup": of words with up, down, back, off and the like only a noun written as two
words and a verb written as one are found.

Overlooked on purpose: "a face-down card" beside "lies face down"; headings and shouted lines; terms
of which the capitals are defined (CT304 term-case); what is told by CT307 near-miss-name; a passage
that is printed a second time (CT605 printed-twice); code and tables.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence

from cardtool.documents import Block, Text, TextKind
from cardtool.lint.core import Facts, Problem, Severity, TextIndex, text_rule
from cardtool.lint.core.facts import names_in_use
from cardtool.lint.core.matching import word_key, word_keys
from cardtool.lint.core.repeats import without_repeats
from cardtool.lint.core.sentence_context import begins_sentence, is_all_capitals
from cardtool.lint.names.capitals import (
    ALL_CAPITALS,
    CAPITAL,
    SMALL,
    CapitalUse,
    commonest_form,
    in_three_capitals,
    uses_by_capitals,
)
from cardtool.lint.names.spelling_variants import (
    FUNCTION_WORDS,
    RareSpelling,
    SpellingVariants,
    in_mixed_letters,
    in_two_englishes,
    in_two_forms,
    open_and_closed,
)

_PAIR = re.compile(r"(?<![\w'’-])([^\W\d_]{2,}) ([^\W\d_]{3,})(?![\w-])")
_LEAST = 3  # uses of the usual way
_UNKNOWN = "first of a sentence"

PairCapitals = tuple[str, str]
PairUses = Mapping[PairCapitals, Sequence[CapitalUse]]


def in_mixed_capitals(text: Text, defined: Collection[str]) -> Iterator[SpellingVariants]:
    """Yield terms written Curse Tokens and Curse tokens, RELIC Cards and Relic card, save `defined` ones."""
    found = {term: uses for term, uses in uses_by_capitals(text, _pair_uses).items() if term not in defined}
    for term in sorted(found):
        if usual := _usual(found[term]):
            yield from _rarer_spelling(found[term], usual)


def _pair_uses(block: Block) -> Iterator[tuple[str, PairCapitals, CapitalUse]]:
    at = 0
    while match := _PAIR.search(block.text, at):
        at = match.start(2)
        first, second = match[1], match[2]
        if first.islower() and second.islower():
            continue
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
    for text in map(without_repeats, read):
        for spelling in _all_variants(text, defined):
            yield from _variant_problems(spelling)


def _all_variants(text: Text, defined: Collection[str]) -> Iterator[SpellingVariants]:
    yield from open_and_closed(text)
    yield from in_two_englishes(text)
    yield from in_two_forms(text)
    yield from in_mixed_letters(text)
    yield from in_mixed_capitals(text, defined)
    yield from in_three_capitals(text, defined)


def _variant_problems(spelling: SpellingVariants) -> Iterator[Problem]:
    """Yield a finding for each of the first few places of a way."""
    for way in spelling.ways:
        left = len(way) - _MOST_FINDINGS
        for row, (source, written, usual) in enumerate(way[:_MOST_FINDINGS]):
            more = (
                f", and so in {left} more place{'s' if left > 1 else ''}"
                if left > 0 and row == _MOST_FINDINGS - 1
                else ""
            )
            message = f'"{written}" is otherwise written "{usual}" ({spelling.tally}){more}'
            yield source, message, f'write "{usual}"'
