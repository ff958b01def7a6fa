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

import re
from collections.abc import Iterator, Mapping, Sequence

from cardtool.documents import Block, BlockType, Text, TextKind, pattern_of_any
from cardtool.lint.core import Facts, LazyRegex, Problem, Severity, text_rule
from cardtool.lint.core.component_lists import (
    Total,
    deck_totals,
    is_component_section,
    may_count_all,
    numbered_noun,
    total_from,
    totals_of,
)
from cardtool.lint.core.facts import Count, counts_by_noun, noun_key
from cardtool.lint.core.sentence_context import is_conditional, is_setup_section, sentences_in
from cardtool.model import Source

_THE = LazyRegex(r"(?:^|\b)(?:the|all)\s\Z")
_ALL = LazyRegex(r"\ball\s(?:the\s)?\Z")
_DECK_OF = LazyRegex(r"\bdeck\sof\s(?:[^.;:?!]{0,300}\s)?\Z")
_THERE_ARE = LazyRegex(r"^there\sare\s\Z")
_AND_NO_MORE = LazyRegex(r"\s*(?:$|[.,;:]|in\s(?:all|total)\b)")
_WHEN = LazyRegex(r"^(?:when|whenever|once|if|after|as\ssoon\sas)\s")
_THEN = LazyRegex(
    r"(?:,|;|\sand|\sthen)(?:\s(?:and|then))*\s(?:deal|give|hand|draw|turn|reveal|flip|lay|place|put|set|each)\b"
)
_ANOTHER_GAME = LazyRegex(
    r"\b(?:scenarios?|examples?|variants?|variations?|optional|missions?|campaigns?|solo)\b|\bexpan"
)
_SHUFFLE = LazyRegex(r"shuffle\s")
_MAY_BE_ALL = LazyRegex(r"\b(?:all\s(?:the\s)?|there\sare\s|deck\sof\s)[\dtefsno]")
_SHUFFLED = LazyRegex(r"^shuffle\s(?:all\s)?(?:the\s)?\Z")
_NO_MORE = LazyRegex(r"\s*(?:$|[.,;:]|and\s(?!\d)|to\s(?:form|make)\b|into\b|together\b)")
_TAKEN_OUT = LazyRegex(
    r"\b(?:remov\w+|return\w*|aside|take\sout|discard\w*|leave\sout|put\sback|separat\w+|sort)\b"
)


def shuffled_totals(text: Text, noun: str) -> Iterator[tuple[Total, bool]]:
    """Yield the numbers of `the 52 Order Cards` where the game is set up, and whether those are surely all.

    They are where they are shuffled before any was taken out; else there are at least so many.
    """
    forward = numbered_noun(noun)
    for section in text.sections:
        if is_setup_section(section) and not is_component_section(section):
            is_whole = True
            for block in section.blocks:
                for start, sentence in (
                    sentences_in(block.text) if block.sort is not BlockType.HEADING else ()
                ):
                    is_whole = is_whole and not _TAKEN_OUT.search(sentence)
                    if may_count_all(_first_clause(sentence)) and not is_conditional(sentence):
                        yield from _definite_in_sentence(block, start, sentence, forward, is_whole)


def spoken_totals(text: Text, noun: str) -> Iterator[tuple[Total, bool]]:
    """Yield the numbers of `when all 10 judges are drawn`, `the deck of 64 cards` and `There are 64 cards.`

    Nobody says that of some, unless it is an example or another game than the usual. Of the first there
    may be left fewer; the others are surely all.
    """
    forward = numbered_noun(noun)
    for section in text.sections:
        if any(_ANOTHER_GAME.search(heading.text) for heading in section.headings):
            continue
        for block in section.blocks:
            for start, sentence in sentences_in(block.text) if _MAY_BE_ALL.search(block.text) else ():
                said = _WHEN.sub("", sentence)
                if may_count_all(said) and not _ANOTHER_GAME.search(said):
                    yield from _spoken_in_sentence(block, start, sentence, forward)


def _spoken_in_sentence(
    block: Block, start: int, sentence: str, forward: re.Pattern[str]
) -> Iterator[tuple[Total, bool]]:
    for match in forward.finditer(sentence):
        before = sentence[: match.start()]
        is_told = _THERE_ARE.search(before) and _AND_NO_MORE.match(sentence, match.end())
        if is_told or _DECK_OF.search(before) or _ALL.search(before):
            yield total_from(match, block, start), not _ALL.search(before)


def _first_clause(sentence: str) -> str:
    then = _THEN.search(sentence) if _SHUFFLE.match(sentence) else None
    return sentence[: then.start()] if then else sentence


def _definite_in_sentence(
    block: Block, start: int, sentence: str, forward: re.Pattern[str], is_whole: bool
) -> Iterator[tuple[Total, bool]]:
    for match in forward.finditer(sentence):
        before = sentence[: match.start()]
        if _THE.search(before):
            is_all = is_whole and _SHUFFLED.search(before) and _NO_MORE.match(sentence, match.end())
            yield total_from(match, block, start), bool(is_all)


_NEARLY = 0.8  # of all; fewer may be shuffled on purpose
_SUMMED = 10  # kinds; the sums of more than that would allow almost any number


@text_rule("CT205", "count-in-prose", Severity.ERROR, reads="en")
def check(texts: Sequence[Text], facts: Facts) -> Iterator[Problem]:
    counts, sums = counts_by_noun(facts), _possible_sums(facts)
    noun = pattern_of_any(counts)
    for text in texts:
        if text.role in (TextKind.CARD, TextKind.CHANGELOG):
            continue
        every = _kind_totals(text, noun, counts) if counts else ()
        for total in {(id(total.block), total.start): total for total in every}.values():
            yield from _kind_problems(total, counts)
        for total in deck_totals(text) if sums else ():
            yield from _deck_problems(total, facts, sums)


def _kind_totals(text: Text, noun: str, counts: Mapping[str, Count]) -> Iterator[Total]:
    """Yield every total of a kind; fewer may be meant where it does not say that these are all."""
    yield from totals_of(text, noun)
    for total, is_all in shuffled_totals(text, noun):
        there = _known_number(total, counts)
        if there < total.number or (is_all and total.number >= _NEARLY * there):
            yield total
    for total, is_all in spoken_totals(text, noun):
        there = _known_number(total, counts)
        least = _NEARLY * there if is_all else there
        if least <= total.number <= there / _NEARLY:
            yield total


def _known_number(total: Total, counts: Mapping[str, Count]) -> int:
    count = counts.get(noun_key(total.noun))
    return count.number if count else total.number


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
