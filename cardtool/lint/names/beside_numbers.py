"""Terms that one text writes in two ways where they stand beside a number, or as a card lies."""

from __future__ import annotations

import re
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
    in_two_ways,
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
        for match, use in texts.matches(_MEASURED)
        if match["unit"] not in FUNCTION_WORDS and match["noun"] not in FUNCTION_WORDS
    )
    lying = (
        (f"face{match['side'].lower()} {role}", match["sign"], use)
        for match, use in texts.matches(_FACE)
        if (role := _role_of_side(match))
    )
    for _, (_, few), (sign, many) in in_two_ways(chain(measured, lying), tie=str):
        yield variants(many, [few], partial(_with_sign, sign))


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
    found = texts.matches(_AMOUNT)
    written = ((match["unit"], match["space"], use) for match, use in found if match["unit"] not in _NO_UNITS)
    for unit, (_, few), (space, many) in in_two_ways(written):
        tally = f"{len(many)} × {many[0].written}, {len(few)} × {few[0].written}"
        number = len(unit) + (not space)  # signs behind the number as it is written
        yield Variants(tally, [[(use, f"{use.written[:-number]}{space}{unit}") for use in few]])


_DICE = re.compile(r"(?<![\w-])\d{0,2}(?P<letter>[dD])(?:\d{1,3}|%)(?=s?(?!\w))")
_NUMBERED = re.compile(r"(?<=[a-z,(] )(?P<word>[^\W\d_][a-z]{3,}) \d{1,2}(?![\w%/.-]*\w)")
_VERBS = word_list("verbs of games") | word_list("verbs alone")
_DIE = "d20"
_LEAST_RAISED = 2  # numbers behind a word with a capital


def letters_beside_numbers(texts: TextWords) -> Iterator[Variants]:
    """Yield d20 and D20, Round 3 and round 3, which no sentence begins."""
    numbered = ((match["word"], use) for match, use in texts.sentences.matches(_NUMBERED))
    written = chain(
        ((_DIE, match["letter"].islower(), use) for match, use in texts.sentences.matches(_DICE)),
        ((low, word.islower(), use) for word, use in numbered if (low := word.casefold()) not in _VERBS),
    )
    for term, (_, few), (is_small, many) in in_two_ways(written, tie=bool):
        if term == _DIE or len(few if is_small else many) >= _LEAST_RAISED:
            right = str.lower if is_small else str.upper if term == _DIE else str.capitalize
            yield variants(many, [few], right)


_DIE_OR_DICE = LazyRegex(
    r"(?<![\w'’-])(?:an?|one|another|each|per|single|extra|additional)(?: [a-z-]{3,}){0,2}? "
    r"(?P<noun>die|dice)(?![\w'’-])"
)


def one_die(texts: TextWords) -> Iterator[Variants]:
    """Yield one dice that is one die elsewhere."""
    written = (
        ("die", match["noun"].casefold(), Use(use.block, match.start("noun"), match["noun"]))
        for match, use in texts.matches(_DIE_OR_DICE)
        if ENDS_NOUN.match(match.string, match.end())
    )
    for _, (_, few), (_, many) in in_two_ways(written):
        yield variants(many, [few], reason="of a single one; ")
