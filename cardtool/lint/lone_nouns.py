"""A noun that stands for one where the words before it speak of several: each of your token."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from cardtool.documents import Block, plural, singular
from cardtool.lint.corpus import Corpus
from cardtool.lint.lazy import Lazy
from cardtool.lint.spelt import key_of

__all__ = ["LoneNoun", "lone_nouns"]

_AMONG_WORDS = (
    "each any one both either neither several few many two three four five six seven eight nine ten"
)
_WHOSE_WORDS = "the his her their your its our my these those"
_AMONG, _WHOSE = _AMONG_WORDS.split(), _WHOSE_WORDS.split()
_ENDS = r"(?=[.,;:!?)]|\s+(?:with|in|on|from|to|at|that|is|are|for|by|into|may|can|must|has|have)\b|\s*$)"
_OF_SEVERAL = Lazy(
    rf"\b(?:{'|'.join(_AMONG)}) of (?:{'|'.join(_WHOSE)}) "
    rf"(?P<before>(?:[a-z]+ ){{0,2}}?)(?P<noun>[a-z]{{3,}}){_ENDS}"
)
_LEAST = 3  # uses of the plural, so that the word is a thing that is counted
_OF_MANY_WORDS = """
hand deck pile supply reserve pool bank stack row line set group team party crew squad army fleet force
family pair board map area region zone market display tableau box bag stock board money gold cash food
damage health life energy power mana value score information text time rest game space room land ground
wood stone metal grain water fire light work way
colour color suit rank number type kind sort class race level size shape choice liking same house faction
species side player category element opposite other others above below following next last first second
third left right top bottom middle former latter new old
"""
_OF_MANY = frozenset(_OF_MANY_WORDS.split())
"""Words that may well stand for one: what holds several things, is not counted, or things have in common."""
_SEVERAL = frozenset(("following", "above", "below", "others", *_AMONG))


class LoneNoun(NamedTuple):
    """From where to where the noun stands, from where on its phrase does, and its plural."""

    block: Block
    phrase: int
    start: int
    end: int
    right: str


def lone_nouns(texts: Corpus) -> Iterator[LoneNoun]:
    """Any of their guard, each of his last card: where the texts use the plural of the noun, and often."""
    said = texts.signs(*(f" of {whose} " for whose in _WHOSE))
    for _, block in texts.holding_all(_AMONG, ("of",), _WHOSE) if said else ():
        for match in _OF_SEVERAL.finditer(block.text):
            noun = match["noun"]
            if not any(map(_is_of_many, match["before"].split())) and _is_counted(noun, texts):
                yield LoneNoun(block, match.start(), *match.span("noun"), plural(noun))


def _is_of_many(word: str) -> bool:
    """Whether a word between tells of several: any of these conditions occur, one of the following acts."""
    low = word.casefold()
    return low in _SEVERAL or singular(low) != low


def _is_counted(noun: str, texts: Corpus) -> bool:
    low = noun.casefold()
    if low in _OF_MANY or low.endswith(("s", "ing", "ed")) or singular(low) != low:
        return False
    many = plural(low)
    found = 0
    for _, block in texts.keyed([key_of(low)]):
        found += block.text.casefold().count(many)
        if found >= _LEAST:
            return True
    return False
