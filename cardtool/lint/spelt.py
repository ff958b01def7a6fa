"""The words of a text, each as it stands and as a key that inflection, case and apostrophes leave alone."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from cardtool.documents import singular

__all__ = ["Word", "key_of", "keys_of", "words_in"]

_WORD = re.compile(r"\w+(?:['’]\w+)*")
_POSSESSIVE = re.compile(r"['’]s?$")


class Word(NamedTuple):
    """A word from one offset of a text to another; `key` is the same for Goat, goats and GOAT'S."""

    start: int
    end: int
    key: str


def words_in(text: str) -> Iterator[Word]:
    """Every word and number of a text, in order."""
    for match in _WORD.finditer(text):
        yield Word(match.start(), match.end(), key_of(match[0]))


@lru_cache(maxsize=1 << 14)
def key_of(word: str) -> str:
    """What is left of a word without case, possessive, apostrophe and plural."""
    low = word.casefold()
    if low.isalnum():
        return singular(low)
    bare = _POSSESSIVE.sub("", low) or low
    return singular(re.sub("['’]", "", bare))


def keys_of(text: str) -> tuple[str, ...]:
    """The keys of all words of a name or a sentence."""
    return tuple(word.key for word in words_in(text))
