"""Terms that one text writes in two ways where they stand beside a number, or as a card lies."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from functools import partial
from itertools import chain

from cardtool.lint.core import LazyRegex
from cardtool.lint.core.matching import any_word, word_list
from cardtool.lint.names.spelling_variants import (
    ENDS_NOUN,
    FUNCTION_WORDS,
    TextWords,
    Use,
    Variants,
    by_term,
    commonest,
    variants,
)

_MEASURED = re.compile(r"(?<![\w.,-])(?!1\D)\d+(?P<sign>[ -])(?P<unit>[a-z]{3,}) (?P<noun>[a-z]{3,})\b")
_LED = LazyRegex(rf"(?:\b{any_word('counted or owned')}|\b(?:an?|the|any|no|this|of)|\d)\s$")
_LONGEST_LEAD = 20  # letters of what makes a noun of what follows
_FACE = re.compile(r"\bface(?P<sign>[ -]?)(?P<side>up|down)\b(?=(?P<noun> [a-z]{3,}\b)?)", re.I)


def before_nouns(texts: TextWords) -> Iterator[Variants]:
    """Yield a 6 game match that is a 6-game match elsewhere, and face down where it is face-down."""
    measured = (
        (match["unit"], match["sign"], use)
        for match, use in _uses_of(_MEASURED, texts)
        if match["unit"] not in FUNCTION_WORDS and match["noun"] not in FUNCTION_WORDS
    )
    lying = (
        (f"face{match['side'].lower()} {role}", match["sign"], use)
        for match, use in _uses_of(_FACE, texts)
        if (role := _role_of_side(match))
    )
    for _, ways in by_term(chain(measured, lying)):
        few, *many = sorted(ways.items(), key=lambda way: (len(way[1]), way[0]))
        if len(many) == 1:
            sign, often = many[0]
            yield variants(often, [few[1]], partial(_with_sign, sign))


def _role_of_side(match: re.Match[str]) -> str:
    """Return whether it is said of a thing, "a face-up card", or of how it lies; empty if it is not sure."""
    noun = (match["noun"] or "").strip()
    if noun in FUNCTION_WORDS or not noun:
        return "adverb"
    start = match.start()
    return "adjective" if _LED.search(match.string, max(0, start - _LONGEST_LEAD), start) else ""


def _with_sign(sign: str, written: str) -> str:
    return re.sub(r"(?<=\d)[ -]|(?<=face)[ -]?(?=up|down)", sign, written, count=1, flags=re.I)


_AMOUNT = re.compile(r"(?<![\w.,-])\d+(?:[.,]\d+)?(?P<space> ?)(?P<unit>[^\W\d_]{2,4})\b(?![-'’])")
_NO_UNITS = frozenset(("st", "nd", "rd", "th", "am", "pm"))


def amounts(texts: TextWords) -> Iterator[Variants]:
    """Yield 4 VP that is 4VP elsewhere."""
    found = _uses_of(_AMOUNT, texts)
    written = ((match["unit"], match["space"], use) for match, use in found if match["unit"] not in _NO_UNITS)
    for unit, ways in by_term(written):
        few, *many = sorted(ways.items(), key=lambda way: len(way[1]))
        if many:
            (_, rare), (space, often) = few, many[0]
            usual = f"{len(often)} × {often[0].written}, {len(rare)} × {rare[0].written}"
            number = len(unit) + (not space)  # signs behind the number as it is written
            yield Variants(usual, [[(use, f"{use.written[:-number]}{space}{unit}") for use in rare]])


_DICE = re.compile(r"(?<![\w-])\d{0,2}(?P<letter>[dD])(?:\d{1,3}|%)(?=s?(?!\w))")
_NUMBERED = re.compile(r"(?<=[a-z,(] )(?P<word>[^\W\d_][a-z]{3,}) \d{1,2}(?![\w%/.-]*\w)")
_VERBS = word_list("verbs of games") | word_list("verbs alone")
_DIE = "d20"
_LEAST_RAISED = 2  # numbers behind a word with a capital


def letters_beside_numbers(texts: TextWords) -> Iterator[Variants]:
    """Yield d20 and D20, Round 3 and round 3, which no sentence begins."""
    read = TextWords(each for each in texts if not each.is_headline)
    numbered = ((match["word"], use) for match, use in _uses_of(_NUMBERED, read))
    written = chain(
        ((_DIE, match["letter"].islower(), use) for match, use in _uses_of(_DICE, read)),
        ((low, word.islower(), use) for word, use in numbered if (low := word.casefold()) not in _VERBS),
    )
    for term, ways in by_term(written):
        few, *many = sorted(ways.items(), key=lambda way: (len(way[1]), way[0]))
        if many and (term == _DIE or len(ways[False]) >= _LEAST_RAISED):
            is_small, often = many[0]
            right = str.lower if is_small else str.upper if term == _DIE else str.capitalize
            yield variants(often, [few[1]], right)


def _uses_of(pattern: re.Pattern[str], texts: TextWords) -> Iterator[tuple[re.Match[str], Use]]:
    for each in texts:
        for match in pattern.finditer(each.block.text):
            yield match, Use(each.block, match.start(), match[0])


_DIE_OR_DICE = LazyRegex(
    r"(?<![\w'’-])(?:an?|one|another|each|per|single|extra|additional)(?: [a-z-]{3,}){0,2}? "
    r"(?P<noun>die|dice)(?![\w'’-])"
)


def one_die(texts: TextWords) -> Iterator[Variants]:
    """Yield one dice that is one die elsewhere."""
    ways: defaultdict[str, list[Use]] = defaultdict(list)
    for each in texts:
        for match in _DIE_OR_DICE.finditer(each.block.text):
            if ENDS_NOUN.match(each.block.text, match.end()):
                ways[match["noun"].casefold()].append(Use(each.block, match.start("noun"), match["noun"]))
    if len(ways) == 2:
        few, many = sorted(ways.values(), key=len)
        yield variants(many, [few], lambda written: commonest(many), "of a single one; ")
