"""Rules that hold numbers of things in sentences and lists against how many of them there are."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from cardtool.documents import NUMBER, Block, Text, TextKind, parse_number, pattern_of_any, singular
from cardtool.lint.core import Facts, LazyRegex, Problem, Severity, TextIndex, once_for_each, rule, text_rule
from cardtool.lint.core.document_facts import (
    Total,
    component_lines,
    deck_totals,
    is_said_of_all,
    listed_totals,
)
from cardtool.lint.core.facts import Count, counts_by_noun, noun_key, unambiguous_counts
from cardtool.lint.core.matching import any_word, either, number_or_none, word_key, word_list
from cardtool.lint.core.sentences import blocks_outside, is_conditional, sentences_in
from cardtool.lint.core.texts import rulebook_passages, rules_passages
from cardtool.markup import blank_expressions
from cardtool.model import Game, Layout
from cardtool.wording import ENGLISH

_THE = LazyRegex(r"\b(?:the|all|all\sthe|there\sare|deck\sof)\s\Z")
_WITH = LazyRegex(r"\s(?:with|that|which|showing|of|from|without|marked|in\s(?:your|their|play))\b")
_ANOTHER_GAME = LazyRegex(r"\b(?:scenario|example|variant|variation|optional|mission|campaign|solo|expan)")
_NEARLY = 0.8  # of all; fewer may be meant on purpose
_SUMMED = 10  # kinds; the sums of more than that would allow almost any number


@text_rule("CT205", "count-in-prose", Severity.ERROR, reads="en", unsure_on_pages=True)
def count_in_prose(texts: Sequence[Text], facts: Facts) -> Iterator[Problem]:
    """A total that a text names is the number there is.

    "48 Creature Cards" in the list of components is a promise; players count, and write to the publisher.

    Bad:

        Components: 46 Creature Cards

    Good:

        Components: 48 Creature Cards

    Looked at is what claims to be all there is: lists of components, "the deck contains 48 Creature Cards",
    "a deck of 120 cards", "48 Creature Cards in the box", and "shuffle the 48 Creature Cards" where it is
    nearly right. It is held against the cards of the game or, for a document by itself, against its list of
    components. Overlooked on purpose: numbers of cards that are dealt, drawn or held, and cases such as "with
    two players".
    """
    read = [text for text in texts if text.role not in (TextKind.CARD, TextKind.CHANGELOG)]
    counts, sums = counts_by_noun(facts), _possible_sums(facts)
    decks = (count for count in facts.counts if not count.nouns)
    deck = max(decks, key=lambda each: each.number, default=None)
    for text in read:
        totals = (*listed_totals(text), *_totals_in_prose(text, counts)) if counts else ()
        held = [(total, counts.get(noun_key(total.noun))) for total in totals]
        held += [(total, deck) for total in deck_totals(text) if total.number not in sums] if sums else []
        for (number, noun, here), count in held:
            if count and number != count.number:
                yield here, f'"{number} {noun}", but {count.evidence}', f"write {count.number}"


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
                means_all = _THE.search(sentence[: match.start()]) and not _WITH.match(sentence, match.end())
                is_meant = is_near and means_all and not is_conditional(sentence)
                if is_meant or is_said_of_all(sentence, match):
                    yield Total(number, match["noun"], block.at(start + match.start()))


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


_VERBS = word_list("verbs of having")
_HELD = LazyRegex(
    rf"\b{any_word('verbs of having')}\s"
    r"(?:(?:up\sto|at\smost|at\sleast|exactly|(?:no\s)?more\sthan|an?\smaximum\sof|all|another|the)\s)?"
    r"(?P<number>\d{1,3}|[a-z]+(?:-[a-z]+)?)\s(?P<noun>[^\W\d_][\w'’-]*(?:\s[^\W\d_][\w'’-]*){0,3})"
)
_BY_COUNT = LazyRegex(rf"(?:.*\s)?{any_word('kept by count')}")
_ENDLESS = LazyRegex(rf"\b{any_word('never runs out')}\b")
_ANOTHER_CASE = LazyRegex(rf"\b{any_word('in another case')}\b")


@text_rule("CT214", "more-than-there-are", Severity.WARNING, reads="en")
def more_than_there_are(texts: TextIndex, facts: Facts) -> Iterator[Problem]:
    """Nobody is told to have more of a thing than there are.

    The stones were halved to save a sheet of punchboard; "you cannot exceed 13 stones" was written before.

    Bad:

        Components: 4 Moonstones.
        You can never exceed 13 Moonstones.

    Good:

        Components: 4 Moonstones.
        You can never have more than 13 jewels, as your Moonstone on the scale shows.

    Looked at are numbers behind have, hold, take, place, exceed and the like, of things that are counted in
    the list of components or the data. Overlooked on purpose: money, points and what else is kept by count;
    sentences with "only", or of a variant; and games that say their supply has no limit.
    """
    counts = unambiguous_counts(facts) if facts.counts else {}
    keys = {word_key(noun.rpartition(" ")[2]) for noun in counts if not _BY_COUNT.fullmatch(noun)}
    nouns = [word for word in texts.words if word_key(word) in keys] if counts else []
    blocks = [block for _, block in texts.with_words_of_all(nouns, _VERBS)]
    too_many = [problem for block in blocks for problem in _held_problems(block, counts)]
    if too_many and not _is_endless(texts):
        yield from too_many


@once_for_each
def _is_endless(whole: Iterable[Text]) -> bool:
    return any(_ENDLESS.search(block.text) for text in whole for block in text.current)


def _held_problems(block: Block, counts: Mapping[str, Count]) -> Iterator[Problem]:
    """Yield what is wrong with numbers of things that somebody holds, if they are so in every game."""
    for match in _HELD.finditer(block.text):
        number, at = number_or_none(match["number"]), match.start("number")
        noun, count = _counted_noun(match["noun"], counts) if number else ("", None)
        if number and count and number > count.number > 0 and not _BY_COUNT.fullmatch(noun):
            said = (said for start, said in sentences_in(block.text) if 0 <= at - start < len(said))
            if not _ANOTHER_CASE.search(next(said, "only")):
                message = f'"{match["number"]} {noun}" are more than there are: {count.evidence}'
                yield block.at(at), message, "say what is counted, or add to it"


def _counted_noun(words: str, counts: Mapping[str, Count]) -> tuple[str, Count | None]:
    """Return the longest of the first words that are something counted in pieces, in the plural."""
    all_words = words.split()
    nouns = (" ".join(all_words[:length]) for length in range(len(all_words), 0, -1))
    noun = next((noun for noun in nouns if noun != singular(noun) and noun_key(noun) in counts), "")
    return noun, counts.get(noun_key(noun))


_HAS = r"(?:has|have|with|of|contains|counts|consists\s+of|is\s+made\s+(?:up\s+)?of)"
_END = r"(?=\s*(?:[.;:!?)]|$|\n\n))"
_WRITTEN = rf"(?P<number>\d{{1,4}}|{either(ENGLISH.numbers[1:])})"


@rule("CT221", "spaces-in-prose", Severity.ERROR)
def spaces_in_prose(game: Game) -> Iterator[Problem]:
    """A text that says how many spaces a layout has says how many there are.

    "The Score Track has 30 spaces" was right until the board was drawn anew with 28.

    Bad:

        The Score Track has 30 spaces.

    Good:

        The Score Track has {{ spaces.score-track }} spaces.

    Looked at is the title of a layout, in its own capitals, right before "has", "with", "of" or the like, a
    number, and "spaces" or a sort of them, as in "the Arena has 4 start spaces". Overlooked on purpose: how
    many a pawn moves, and what something behind narrows down, as in "the Arena has 4 spaces for Heroes".
    """
    searches = [(layout, _count_pattern(layout)) for layout in game.layouts.values()]
    for passage in (*rules_passages(game, changelog=False), *rulebook_passages(game)) if searches else ():
        text = blank_expressions(passage.text)
        for layout, match in (
            (layout, match) for layout, search in searches for match in search.finditer(text)
        ):
            sort = re.sub(r"\s", "-", (match["sort"] or "").casefold())
            count = len(layout.spaces_of(sort))
            if parse_number(match["number"]) != count:
                are = "there is" if count == 1 else "there are"
                reference = f"spaces.{layout.id}{f'.{sort}' if sort else ''}"
                message = f'"{" ".join(match[0].split())}": {are} {count}'
                yield passage.at(match.start("number")), message, f"write {{{{ {reference} }}}}"


def _count_pattern(layout: Layout) -> re.Pattern[str]:
    title = r"\s+".join(map(re.escape, re.sub(r"^(?:the|an?)\s+", "", layout.title, flags=re.I).split()))
    sorts = "|".join(re.escape(sort).replace(r"\-", r"[-\s]") for sort in layout.counts)
    return re.compile(
        rf"\b{title}\s+{_HAS}\s+(?:exactly\s+)?{_WRITTEN}\s+(?:(?P<sort>{sorts})\s+)?spaces?{_END}"
    )
