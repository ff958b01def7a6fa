"""Nobody is told to have more of a thing than there are.

The stones were halved to save a sheet of punchboard; "you cannot exceed 13 stones" was written before.

Bad:

    Components: 4 Elfstones.
    You can never exceed 13 Elfstones.

Good:

    Components: 4 Elfstones.
    You can never have more than 13 jewels, as your Elfstone on the scale shows.

Looked at are numbers behind have, hold, take, place, exceed and the like, of things that are counted in the
list of components or the data. Overlooked on purpose: money, points and what else is kept by count; sentences
with "only", or of a variant; and games that say their supply has no limit.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping

from cardtool.documents import Block, Text, singular
from cardtool.lint.core import Facts, LazyRegex, Problem, Severity, TextIndex, once_for_each, text_rule
from cardtool.lint.core.facts import Count, noun_key, unambiguous_counts
from cardtool.lint.core.matching import any_word, number_or_none, word_key, word_list
from cardtool.lint.core.sentence_context import sentences_in

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
def check(texts: TextIndex, facts: Facts) -> Iterator[Problem]:
    counts = unambiguous_counts(facts) if facts.counts else {}
    keys = {word_key(noun.rpartition(" ")[2]) for noun in counts if not _BY_COUNT.fullmatch(noun)}
    nouns = [word for word in texts.words if word_key(word) in keys] if counts else []
    blocks = [block for _, block in texts.with_words_of_all(nouns, _VERBS)]
    held = [(block, match) for block in blocks for match in _HELD.finditer(block.text)]
    too_many = [problem for block, match in held for problem in _held_problems(block, match, counts)]
    if too_many and not _is_endless(texts.whole):
        yield from too_many


@once_for_each
def _is_endless(whole: Iterable[Text]) -> bool:
    return any(_ENDLESS.search(block.text) for text in whole for block in text.current)


def _held_problems(block: Block, match: re.Match[str], counts: Mapping[str, Count]) -> Iterator[Problem]:
    """Yield what is wrong with a number of things that somebody holds, if it is so in every game."""
    number, at = number_or_none(match["number"]), match.start("number")
    noun, count = _counted_noun(match["noun"], counts) if number else ("", None)
    if number and count and number > count.number > 0:
        said = next((said for start, said in sentences_in(block.text) if 0 <= at - start < len(said)), "only")
        if not _ANOTHER_CASE.search(said) and not _BY_COUNT.fullmatch(noun):
            message = f'"{match["number"]} {noun}" are more than there are: {count.evidence}'
            yield block.at(at), message, "say what is counted, or add to it"


def _counted_noun(words: str, counts: Mapping[str, Count]) -> tuple[str, Count | None]:
    """Return the longest of the first words that are something counted in pieces, in the plural."""
    all_words = words.split()
    nouns = (" ".join(all_words[:length]) for length in range(len(all_words), 0, -1))
    counted = (noun for noun in nouns if noun != singular(noun) and noun_key(noun) in counts)
    noun = next(counted, "")
    return noun, counts.get(noun_key(noun))
