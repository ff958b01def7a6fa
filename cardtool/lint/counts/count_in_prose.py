"""A total that a text names is the number there is.

"48 Creature Cards" in the list of components is a promise; players count, and write to the publisher.

Bad:

    Components: 46 Creature Cards

Good:

    Components: 48 Creature Cards

Looked at is what claims to be all there is: lists of components, "the deck contains 48 Creature Cards", "a
deck of 120 cards", "48 Creature Cards in the box", and "shuffle the 48 Creature Cards" where it is nearly
right. It is held against the cards of the game or, for a document by itself, against its list of components.
Overlooked on purpose: numbers of cards that are dealt, drawn or held, and cases such as "with two players".
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from cardtool.documents import NUMBER, Text, TextKind, parse_number, pattern_of_any
from cardtool.lint.core import Facts, LazyRegex, Problem, Severity, text_rule
from cardtool.lint.core.component_lists import (
    Total,
    component_lines,
    deck_totals,
    is_said_of_all,
    listed_totals,
)
from cardtool.lint.core.facts import Count, counts_by_noun, noun_key
from cardtool.lint.core.sentence_context import blocks_outside, is_conditional, sentences_in

_THE = LazyRegex(r"\b(?:the|all|all\sthe|there\sare|deck\sof)\s\Z")
_WITH = LazyRegex(r"\s(?:with|that|which|showing|of|from|without|marked|in\s(?:your|their|play))\b")
_ANOTHER_GAME = LazyRegex(r"\b(?:scenario|example|variant|variation|optional|mission|campaign|solo|expan)")
_NEARLY = 0.8  # of all; fewer may be meant on purpose
_SUMMED = 10  # kinds; the sums of more than that would allow almost any number


@text_rule("CT205", "count-in-prose", Severity.ERROR, reads="en")
def check(texts: Sequence[Text], facts: Facts) -> Iterator[Problem]:
    read = [text for text in texts if text.role not in (TextKind.CARD, TextKind.CHANGELOG)]
    if not read:
        return
    counts, sums = counts_by_noun(facts), _possible_sums(facts)
    decks = (count for count in facts.counts if not count.nouns)
    deck = max(decks, key=lambda each: each.number, default=None)
    for text in read:
        for total in (*listed_totals(text), *_totals_in_prose(text, counts)) if counts else ():
            count = counts.get(noun_key(total.noun))
            if count and total.number != count.number:
                yield _problem(total, count)
        for total in deck_totals(text) if sums else ():
            if deck and total.number not in sums:
                yield _problem(total, deck)


def _problem(total: Total, count: Count) -> Problem:
    return total.source, f'"{total.number} {total.noun}", but {count.evidence}', f"write {count.number}"


def _totals_in_prose(text: Text, counts: Mapping[str, Count]) -> Iterator[Total]:
    """Yield what sentences say of everything, and the numbers of `the 64 loot cards`, nearly as many."""
    numbered = re.compile(rf"(?P<number>{NUMBER})(?:\s?[x×])?\s(?P<noun>{pattern_of_any(counts)})\b", re.I)
    listed = set(map(id, component_lines(text)))
    for block in blocks_outside(text, _ANOTHER_GAME):
        is_prose = id(block) not in listed and numbered.search(block.text)
        for start, sentence in sentences_in(block.text) if is_prose else ():
            for match in numbered.finditer(sentence):
                count, number = counts.get(noun_key(match["noun"])), parse_number(match["number"])
                is_near = count and _NEARLY * count.number <= number <= count.number / _NEARLY
                if is_said_of_all(sentence, match) or (is_near and _means_all(sentence, match)):
                    yield Total(number, match["noun"], block.at(start + match.start()))


def _means_all(sentence: str, match: re.Match[str]) -> bool:
    is_some = _WITH.match(sentence, match.end()) or is_conditional(sentence)
    return _THE.search(sentence[: match.start()]) is not None and not is_some


def _possible_sums(facts: Facts) -> frozenset[int]:
    """Return every number of cards that decks, kinds and kinds together come to, if there is a deck."""
    decks = [count.number for count in facts.counts if not count.nouns]
    kinds = [count.number for count in facts.counts if count.nouns]
    if not decks or len(kinds) > _SUMMED:
        return frozenset()
    sums = {0}
    for number in kinds:
        sums |= {sum + number for sum in sums}
    return frozenset([*sums, *decks])
