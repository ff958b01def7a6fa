"""A total that a text names is the number there is.

"48 Creature Cards" in the list of components is a promise; players count, and write to the publisher.

Bad:

    ## Components

    - 46 Creature Cards

Good:

    ## Components

    - 48 Creature Cards

Looked at is what claims to be all there is: lists of components, "the deck contains 48 Creature Cards", "a
deck of 120 cards", "48 Creature Cards in the box", and "shuffle the 48 Creature Cards" where it is nearly
right. It is held against the cards of the game or, for a document by itself, against its list of
components. Overlooked on purpose: numbers of cards that are dealt, drawn or held, cases such as "with two
players", and numbers that are typed and right (CT403 typed-number).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from cardtool.documents import Text, TextKind, pattern_of_any
from cardtool.lint.core import Facts, LazyRegex, Problem, Severity, text_rule
from cardtool.lint.core.component_lists import (
    Total,
    deck_totals,
    is_component_section,
    numbered_noun,
    total_from,
    totals_of,
)
from cardtool.lint.core.facts import Count, counts_by_noun, noun_key
from cardtool.lint.core.sentence_context import is_conditional, sentences_in
from cardtool.model import Source

_THE = LazyRegex(r"\b(?:the|all|all\sthe|there\sare|deck\sof)\s\Z")
_SOME = LazyRegex(
    r"\b(?:first|last|top|bottom|next|other|remaining|left|each|every|per|these|those|your|their|take\w*|chosen?|"
    r"set\saside|remov\w+|draw\w*|dealt|if|unless|instead|examples?|expan\w+|variants?|solo)\b"
)
_WITH = LazyRegex(r"\s(?:with|that|which|showing|of|from|without|marked|in\s(?:your|their|play))\b")
_ANOTHER_GAME = LazyRegex(r"\b(?:scenario|example|variant|variation|optional|mission|campaign|solo|expan)")
_NEARLY = 0.8  # of all; fewer may be meant on purpose
_SUMMED = 10  # kinds; the sums of more than that would allow almost any number


@text_rule("CT205", "count-in-prose", Severity.ERROR, reads="en")
def check(texts: Sequence[Text], facts: Facts) -> Iterator[Problem]:
    counts, sums = counts_by_noun(facts), _possible_sums(facts)
    noun = pattern_of_any(counts)
    for text in texts:
        if text.role in (TextKind.CARD, TextKind.CHANGELOG):
            continue
        every = (*totals_of(text, noun), *_definite_totals(text, noun, counts)) if counts else ()
        for total in {(id(total.block), total.start): total for total in every}.values():
            yield from _kind_problems(total, counts)
        for total in deck_totals(text) if sums else ():
            yield from _deck_problems(total, facts, sums)


def _definite_totals(text: Text, noun: str, counts: Mapping[str, Count]) -> Iterator[Total]:
    """Yield the numbers of `the 64 loot cards`, nearly as many as there are, in sentences about all."""
    forward = numbered_noun(noun)
    for section in text.sections:
        if not any(_ANOTHER_GAME.search(heading.text) for heading in section.headings):
            for block in section.blocks if not is_component_section(section) else ():
                for start, sentence in sentences_in(block.text) if forward.search(block.text) else ():
                    for match in forward.finditer(sentence):
                        total = total_from(match, block, start)
                        count = counts.get(noun_key(total.noun))
                        there = count.number if count else 0
                        is_near = _NEARLY * there <= total.number <= there / _NEARLY
                        if is_near and _means_all(sentence, match):
                            yield total


def _means_all(sentence: str, match: re.Match[str]) -> bool:
    before = sentence[: match.start()]
    is_some = _SOME.search(before) or _WITH.match(sentence, match.end()) or is_conditional(sentence)
    return bool(_THE.search(before)) and not is_some


def _kind_problems(total: Total, counts: Mapping[str, Count]) -> Iterator[Problem]:
    count = counts.get(noun_key(total.noun))
    here = total.block.at(total.start)
    if count and total.number != count.number and not _is_same_line(here, count.source):
        yield here, f'"{total.number} {total.noun}", but {count.evidence}', f"write {count.number}"


def _deck_problems(total: Total, facts: Facts, sums: frozenset[int]) -> Iterator[Problem]:
    """Yield a number of cards that is neither a deck's nor that of some kinds together."""
    here, deck = total.block.at(total.start), max(_deck_counts(facts), key=lambda each: each.number)
    if total.number not in sums and not _is_same_line(here, deck.source):
        yield here, f'"{total.number} cards", but {deck.evidence}', f"write {deck.number}"


def _deck_counts(facts: Facts) -> list[Count]:
    return [count for count in facts.counts if not count.nouns]


def _possible_sums(facts: Facts) -> frozenset[int]:
    """Return every number of cards that decks, kinds and kinds together come to, if anything is known."""
    files = {deck.source.file for deck in _deck_counts(facts)}
    kinds = [count.number for count in facts.counts if count.nouns and count.source.file in files]
    if not files or len(kinds) > _SUMMED:
        return frozenset()
    sums = {0}
    for number in kinds:
        sums |= {sum + number for sum in sums}
    return frozenset(sums | {deck.number for deck in _deck_counts(facts)})


def _is_same_line(here: Source, there: Source) -> bool:
    return (here.file, here.line) == (there.file, there.line)
