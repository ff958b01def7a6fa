"""Terms that one text writes with a hyphen and without, in places of one sort."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from functools import partial

from cardtool.lint.core.matching import number_or_none, word_key, word_list
from cardtool.lint.names.spelling_variants import (
    ENDS_NOUN,
    FUNCTION_WORDS,
    TextWords,
    Use,
    Variants,
    by_term,
    variants,
)

_HYPHENED = re.compile(r"(?<![\w'’./@-])[^\W\d_]{2,}(?:-[^\W\d_]{2,}){1,2}(?![\w'’/@-])")
_WORD_BEHIND = re.compile(r" ([a-z]{3,})(?![\w'’-])")
_NO_NOUN = FUNCTION_WORDS | word_list("verbs of games") | word_list("verbs alone")


def with_and_without_hyphen(words: TextWords) -> Iterator[Variants]:
    """Yield a turn-based game that is a turn based game, and health-points that are health points."""
    hyphened = [*_hyphened(words)]
    if not hyphened:
        return
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
