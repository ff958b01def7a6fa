"""Two words of which one is a letter away from what stands there elsewhere: movement rage, skills points."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence

from cardtool.lint.core.matching import are_a_slip_apart, stem, word_key, word_list
from cardtool.lint.names.spelling_variants import FUNCTION_WORDS, TextWords, Use, Variants, commonest

_CLOSED = FUNCTION_WORDS | word_list("before a term") | word_list("prepositions") | {"whose", "whole"}
_VERBS = word_list("verbs of games") | word_list("verbs alone")
_SHORTEST = 4  # letters of a word that may be a slip
_LEAST, _CLEARLY = 2, 2  # times the two stand elsewhere as they should, and that for each slip
_MOST_ALIKE = 50  # pairs that one is held against
_ENDINGS = ("s", "d", "r", "t", "y", "n", "es", "ed", "er")

Pair = tuple[str, str]


def rare_pairs(words: TextWords) -> Iterator[Variants]:
    """Yield the movement rage that is a movement range elsewhere, and skills points that are skill points."""
    low = {word: word.casefold() for word in words.written}
    uses: defaultdict[Pair, list[Use]] = defaultdict(list)
    titled = set[Pair]()
    for block, said, pairs, is_headline in words:
        for start, one, two in pairs:
            if not is_headline:
                uses[low[one], low[two]].append(Use(block, start, f"{one} {two}"))
            elif len(said) == len((one, two)):
                titled.add((low[one], low[two]))
    often = {pair for pair, those in uses.items() if len(those) >= _LEAST or pair in titled}
    often = {pair for pair in often if _CLOSED.isdisjoint(pair)}
    alike: defaultdict[Pair, list[Pair]] = defaultdict(list)
    for pair in sorted(often):
        for key in _keys(pair):
            alike[key].append(pair)
    rare = [pair for pair in uses if pair not in often and not alike.keys().isdisjoint(_keys(pair))]
    for pair in sorted(rare):
        for right in (right for key in _keys(pair) for right in alike.get(key, ())[:_MOST_ALIKE]):
            is_clear = right in titled or len(uses[right]) >= _CLEARLY * len(uses[pair])
            if is_clear and _is_slip(pair, right, is_title=right in titled):
                yield _variants(uses[pair], uses[right], at=int(pair[0] == right[0]))
                break


def _keys(pair: Pair) -> tuple[Pair, Pair]:
    """Return each of the two words with the first letter of the other, which no slip changes."""
    return (pair[0], pair[1][0]), (pair[0][0], pair[1])


def _is_slip(pair: Pair, right: Pair, *, is_title: bool) -> bool:
    at = pair[0] == right[0]  # the second word differs where the first is the same
    wrong, meant = pair[at], right[at]
    if not at and word_key(wrong) == meant != wrong:
        thing = word_key(pair[1])
        return thing != pair[1] and thing not in _VERBS and not thing.endswith(("ss", "selve", "self"))
    is_long = min(len(wrong), len(meant)) >= _SHORTEST and wrong[0] == meant[0] and wrong.isalpha()
    is_read = is_long and _CLOSED.isdisjoint(pair)
    if sorted(wrong) == sorted(meant):
        return is_read and is_title and are_a_slip_apart(wrong, meant)
    return is_read and are_a_slip_apart(wrong, meant) and not _is_a_form(wrong, meant)


def _is_a_form(one: str, other: str) -> bool:
    """Return whether the two are forms of one word: move and moved, give and gave."""
    short, long = sorted((one, other), key=len)
    is_longer = len(short) < len(long) and long in {short + ending for ending in _ENDINGS}
    vowels = str.maketrans("", "", "aeiou")
    is_past = len(short) == len(long) and short.translate(vowels) == long.translate(vowels)
    is_past = is_past or (short[:-1] == long[:-1] and "s" in (short[-1], long[-1]))  # deals and dealt
    return is_longer or is_past or word_key(one) == word_key(other) or stem(one) == stem(other)


def _variants(few: Sequence[Use], many: Sequence[Use], at: int) -> Variants:
    """Return what to say of the first word of the few, or of the second: the one that is a slip."""
    usual, rare = commonest(many), few[0].written
    start = at * (rare.index(" ") + 1)
    found = [Use(use.block, use.start + start, use.written.split(" ")[at]) for use in few]
    tally = f"{len(many)} × {usual}, {len(few)} × {rare}"
    return Variants(tally, [[(use, usual.split(" ")[at]) for use in found]])
