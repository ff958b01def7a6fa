"""What could be a term of a document: words with capitals inside a sentence, and names it introduces."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import dropwhile

from cardtool.documents import singular, split_sentences

__all__ = ["MOST_WORDS", "bare", "candidates_in", "has_any_case", "introduced_in", "one_of", "term_key"]

MOST_WORDS = 3
"""Words of a term."""

_CAPITAL = r"[^\W\d_a-z](?:[\w’'-]*\w)?"
_RUN = re.compile(rf"(?<![\w’'-]){_CAPITAL}(?:[ \n]{_CAPITAL})*")
_INTRODUCED = re.compile(
    rf"\b(?:known as|called|referred to as)\s+(?:(?:the|their|your|his|her|its|an?)\s+)?[“\"]?"
    rf"({_CAPITAL}(?:[ \n]{_CAPITAL})*)"
)
_OPENS = re.compile(r"[:“\"(–—…]\s*$")  # after these, too, any word may have a capital
_POSSESSIVE = re.compile(r"['’]s?$")
_NO_TERM = {
    "i", "i'm", "i'll", "ok", "a", "an", "the", "and", "or", "of", "to", "in", "you", "your", "it",
    "if", "when", "then", "this", "that", "these", "those", "all", "each", "every", "any", "one",
    "two", "three", "four", "five", "six", "no", "not", "monday", "tuesday", "wednesday", "thursday",
    "friday", "saturday", "sunday", "january", "february", "march", "april", "may", "june", "july",
    "august", "september", "october", "november", "december", "mr", "mrs", "dr", "example", "note",
}  # fmt: skip


def candidates_in(text: str) -> Iterator[str]:
    """The keys of the runs of capitalised words that stand inside a sentence."""
    for _, sentence in split_sentences(text):
        for match in _RUN.finditer(sentence):
            first = int(has_any_case(sentence, match.start()))
            words = list(dropwhile(_is_no_term, match[0].split()[first:]))
            if 0 < len(words) <= MOST_WORDS and len(words[0]) > 1:
                yield term_key(words)


def _is_no_term(word: str) -> bool:
    return word.casefold() in _NO_TERM


def introduced_in(text: str) -> Iterator[str]:
    """The keys of what the text says is the name of something: "this is known as the Hoard"."""
    for match in _INTRODUCED.finditer(text):
        words = match[1].split()
        if len(words) <= MOST_WORDS and words[0].casefold() not in _NO_TERM:
            yield term_key(words)


def has_any_case(sentence: str, at: int) -> bool:
    """Whether any word that stands here has a capital."""
    return _OPENS.search(sentence[max(at - 4, 0) : at]) is not None or not any(
        sign.isalnum() for sign in sentence[: min(at, 8)]
    )


def term_key(words: Sequence[str]) -> str:
    """What a term has in common in every number and case, and as an owner."""
    *before, last = words
    return " ".join([*before, one_of(bare(last))]).casefold()


def bare(word: str) -> str:
    """A word less its possessive."""
    return _POSSESSIVE.sub("", word)


@lru_cache(maxsize=4096)
def one_of(word: str) -> str:
    """One of what a bare word says: Goat for Goats."""
    return singular(word)
