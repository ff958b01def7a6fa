"""A total that a text names is the number there is.

"35 Prize Cards" in the list of components is a promise; players count, and write to the publisher.

Bad:

    ## Components

    - 34 Prize Cards

Good:

    ## Components

    - 35 Prize Cards

Looked at is what claims to be all there is: lists of components, "the deck contains 35 Prize Cards", "a
deck of 120 cards", "35 Prize Cards in the box", where the game is set up "shuffle the 35 Prize Cards",
and a few more than there are in "when all 35 Prize Cards are drawn". It is held against the cards of the
game or, for a document by itself, against its list of components. Overlooked on purpose: numbers of cards
that are dealt, drawn or held, cases such as "with two players", and numbers that are typed and right
(CT403 typed-number).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from cardtool.documents import Text, TextKind, pattern_of_any
from cardtool.finding import Severity
from cardtool.lint.facts import Count, Facts
from cardtool.lint.nouns import counts_by_noun, noun_key
from cardtool.lint.registry import Problem, text_rule
from cardtool.lint.totals import Total, deck_totals, totals
from cardtool.lint.totals_in_play import shuffled_totals, spoken_totals
from cardtool.model import Source

_NEARLY = 0.8  # of all; fewer may be shuffled on purpose
_SUMMED = 10  # kinds; the sums of more than that would allow almost any number


@text_rule("CT205", "count-in-prose", Severity.ERROR)
def check(texts: Sequence[Text], facts: Facts) -> Iterator[Problem]:
    counts, sums = counts_by_noun(facts), _sums(facts)
    noun = pattern_of_any(counts)
    for text in texts:
        if text.role in (TextKind.CARD, TextKind.CHANGELOG):
            continue
        every = _totals(text, noun, counts) if counts else ()
        for total in {(id(total.block), total.start): total for total in every}.values():
            yield from _of_a_kind(total, counts)
        for total in deck_totals(text) if sums else ():
            yield from _of_a_deck(total, facts, sums)


def _totals(text: Text, noun: str, counts: Mapping[str, Count]) -> Iterator[Total]:
    """Every total of a kind; fewer than there are may be meant where it does not say that these are all."""
    yield from totals(text, noun)
    for total, is_all in shuffled_totals(text, noun):
        there = _there_are(total, counts)
        if there < total.number or (is_all and total.number >= _NEARLY * there):
            yield total
    for total, is_all in spoken_totals(text, noun):
        there = _there_are(total, counts)
        least = _NEARLY * there if is_all else there
        if least <= total.number <= there / _NEARLY:
            yield total


def _there_are(total: Total, counts: Mapping[str, Count]) -> int:
    count = counts.get(noun_key(total.noun))
    return count.number if count else total.number


def _of_a_kind(total: Total, counts: Mapping[str, Count]) -> Iterator[Problem]:
    count = counts.get(noun_key(total.noun))
    here = total.block.at(total.start)
    if count and total.number != count.number and not _same_line(here, count.source):
        yield here, f'"{total.number} {total.noun}", but {count.said}', f"write {count.number}"


def _of_a_deck(total: Total, facts: Facts, sums: frozenset[int]) -> Iterator[Problem]:
    """A number of cards that is neither a deck's nor that of some kinds together."""
    here, deck = total.block.at(total.start), max(_decks(facts), key=lambda each: each.number)
    if total.number not in sums and not _same_line(here, deck.source):
        yield here, f'"{total.number} cards", but {deck.said}', f"write {deck.number}"


def _decks(facts: Facts) -> list[Count]:
    """The counts of all cards of a deck, whatever kind they are."""
    return [count for count in facts.counts if not count.nouns]


def _sums(facts: Facts) -> frozenset[int]:
    """Every number of cards that decks, kinds and kinds together come to; none where nothing is known."""
    files = {deck.source.file for deck in _decks(facts)}
    kinds = [count.number for count in facts.counts if count.nouns and count.source.file in files]
    if not files or len(kinds) > _SUMMED:
        return frozenset()
    sums = {0}
    for number in kinds:
        sums |= {sum + number for sum in sums}
    return frozenset(sums | {deck.number for deck in _decks(facts)})


def _same_line(here: Source, there: Source) -> bool:
    """Whether it is the statement itself that is held against itself."""
    return (here.file, here.line) == (there.file, there.line)
