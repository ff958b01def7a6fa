"""What the sentences of cards come to, and in which words they say it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from cardtool.model import Source
from cardtool.prose import Sort, Text, as_number, sentences

__all__ = ["Wording", "wordings_of"]

_LEAST = 3  # words of a sentence that is an effect
_FILLERS_WORDS = "the a an then also just now and simply"
_FILLERS = frozenset(_FILLERS_WORDS.split())
_SAME = (
    (r"\b(?:immediately|at once|right away|straight away|instantly)\b", "at_once"),
    (r"\b(?:into|in to|to|in) (your|their|his|her|a player s|that player s) hand\b", r"into \1 hand"),
    (r"\b(?:on top of|onto|on to|on) the (discard pile|deck|discard)\b", r"onto the \1"),
    (r"\b(?:any|an)? ?(?:other|another) player\b", "another player"),
    (r"\b(?:up to a maximum of|at most|no more than|up to)\b", "up to"),
    (r"\b(?:as long as|while)\b", "while"),
    (r"\b(?:until|till)\b", "until"),
    (r"\b(?:this turn|during this turn)\b", "this turn"),
    (r"\b(?:rather than|instead of)\b", "instead of"),
    (r"\b(?:cannot|can not|can t)\b", "cannot"),
)
_SYNONYMS = tuple((re.compile(pattern), same) for pattern, same in _SAME)
_HAS_ONE = re.compile("|".join(f"(?:{pattern})" for pattern, _ in _SAME))
_WORD = re.compile(r"\w+|\N{OBJECT REPLACEMENT CHARACTER}")


@dataclass(frozen=True, slots=True)
class Wording:
    """A sentence of a card: where and how it says it, by its bare words, and the effect that it has."""

    title: str
    said: str
    source: Source
    plain: str
    effect: tuple[str, ...]


def wordings_of(text: Text) -> Iterator[Wording]:
    """Every sentence of a card's text that is long enough to be an effect."""
    for block in text.current:
        if block.sort is not Sort.HEADING:
            for start, said in sentences(block.text):
                plain = " ".join(_WORD.findall(said.casefold()))
                effect = _effect(plain)
                if len(effect) >= _LEAST:
                    yield Wording(text.title, " ".join(said.split()), block.at(start), plain, effect)


@lru_cache(maxsize=1 << 12)
def _effect(plain: str) -> tuple[str, ...]:
    same = " ".join(_figure(word) for word in plain.split())
    for pattern, word in _SYNONYMS if _HAS_ONE.search(same) else ():
        same = pattern.sub(word, same)
    return tuple(word for word in same.split() if word not in _FILLERS)


@lru_cache(maxsize=1 << 12)
def _figure(word: str) -> str:
    """A number in figures, however it is written; any other word as it is."""
    try:
        return str(as_number(word))
    except KeyError:
        return word
