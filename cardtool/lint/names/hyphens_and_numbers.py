"""Terms that one text writes in two ways by a hyphen or a space, or beside a number."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from functools import partial
from itertools import chain

from cardtool.lint.core import LazyRegex
from cardtool.lint.core.matching import any_word, number_or_none, word_key, word_list
from cardtool.lint.names.spelling_variants import (
    ENDS_NOUN,
    FUNCTION_WORDS,
    TextWords,
    Use,
    Variants,
    by_term,
    in_two_ways,
    variants,
)

_HYPHENED = re.compile(r"(?<![\w'’./@-])[^\W\d_]{2,}(?:-[^\W\d_]{2,}){1,2}(?![\w'’/@-])")
_WORD_BEHIND = re.compile(r" ([a-z]{3,})(?![\w'’-])")
_VERBS = word_list("verbs of games") | word_list("verbs alone")
_NO_NOUN = FUNCTION_WORDS | _VERBS


def with_and_without_hyphen(words: TextWords) -> Iterator[Variants]:
    """Yield a turn-based game that is a turn based game, and health-points that are health points."""
    hyphened = [*_hyphened(words)]
    for _, ways in by_term([*hyphened, *_opened(words, {term for term, _, _ in hyphened})]):
        if len(ways) == 2:
            shared = set(map(_role, ways["-"])).intersection(map(_role, ways[" "])) - {""}
            alike = {sign: [use for use in uses if _role(use) in shared] for sign, uses in ways.items()}
            usual = " " if any(map(_is_plural, ways["-"])) else "-"
            sign = max(alike, key=lambda each: (len(alike[each]), len(ways[each]), each == usual))
            few = alike["-" if sign == " " else " "]
            if few:
                yield variants(ways[sign], [few], partial(re.sub, "[ -]", sign))


def _role(use: Use) -> str:
    """Return whether a noun ends here, or goes on; empty where it is not sure."""
    text, end = use.block.text, use.start + len(use.written)
    if _is_plural(use) or ENDS_NOUN.match(text, end):
        return "noun"
    after = _WORD_BEHIND.match(text, end)
    return "adjective" if after and after[1] not in _NO_NOUN else ""


def _is_plural(use: Use) -> bool:
    last = re.split("[ -]", use.written.casefold())[-1]
    return word_key(last) != last


def _hyphened(words: TextWords) -> Iterator[tuple[str, str, Use]]:
    for _, use in words.sentences.matches(_HYPHENED):
        *first, last = use.written.casefold().split("-")
        is_counted = number_or_none(first[0]) is not None and not last.endswith("ed")  # but six-sided
        if FUNCTION_WORDS.isdisjoint((first[0], last)) and not is_counted:
            yield " ".join([*first, word_key(last)]), "-", use


def _opened(words: TextWords, terms: set[str]) -> Iterator[tuple[str, str, Use]]:
    """Yield the terms where they are written without a hyphen."""
    patterns = _by_first_word(terms)
    for use in words.sentences.uses_of({word for word in words.written if word.casefold() in patterns}):
        if match := patterns[use.written.casefold()].match(use.block.text, use.start):
            *first, last = match[0].casefold().split()
            if (term := " ".join([*first, word_key(last)])) in terms:
                yield term, " ", use._replace(written=match[0])


def _by_first_word(terms: set[str]) -> Mapping[str, re.Pattern[str]]:
    rests: defaultdict[str, list[str]] = defaultdict(list)
    for term in sorted(terms):
        first, _, rest = term.partition(" ")
        rests[first].append(rest)
    any_rest = {first: f"(?:{'|'.join(rest)})" for first, rest in rests.items()}
    ending = r"(?:e?s)?(?![\w'’-])"
    return {first: re.compile(f"{first} {rest}{ending}", re.I) for first, rest in any_rest.items()}


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
