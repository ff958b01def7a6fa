"""What the sentences of cards come to, and in which words they say it."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import count
from typing import NamedTuple

from cardtool.documents import Block, BlockType, Text, parse_number, split_sentences
from cardtool.model import Source

__all__ = ["Wording", "told_in_several_ways"]

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


class _Use(NamedTuple):
    """Where a sentence stands: its number among all, the title of its text, its block, its offset there."""

    row: int
    title: str
    block: Block
    start: int


@dataclass(frozen=True, slots=True)
class Wording:
    """A sentence of a card: where and how it says it."""

    title: str
    said: str
    source: Source


def told_in_several_ways(texts: Iterable[Text]) -> Iterator[list[list[Wording]]]:
    """Each effect that sentences have in more than one wording: every wording of it, with all its uses."""
    uses = _uses(texts)
    effects: defaultdict[tuple[str, ...], defaultdict[str, list[str]]] = defaultdict(
        lambda: defaultdict(list)
    )
    for said in uses:
        plain = " ".join(_WORD.findall(said.casefold()))
        effects[_effect(plain)][plain].append(said)
    for effect, ways in effects.items():
        if len(ways) > 1 and len(effect) >= _LEAST:
            yield [_wordings(way, uses) for way in ways.values()]


def _uses(texts: Iterable[Text]) -> Mapping[str, list[_Use]]:
    """Every sentence, with the places at which it stands letter for letter."""
    uses: defaultdict[str, list[_Use]] = defaultdict(list)
    rows = count()
    for text in texts:
        for block in text.current:
            if block.sort is not BlockType.HEADING:
                for start, said in split_sentences(block.text):
                    uses[said].append(_Use(next(rows), text.title, block, start))
    return uses


def _wordings(way: Iterable[str], uses: Mapping[str, Sequence[_Use]]) -> list[Wording]:
    """The uses of sentences that differ in nothing but case, space and signs, in order."""
    found = sorted((use, said) for said in way for use in uses[said])
    return [Wording(use.title, " ".join(said.split()), use.block.at(use.start)) for use, said in found]


def _effect(plain: str) -> tuple[str, ...]:
    same = " ".join(_figure(word) for word in plain.split())
    for pattern, word in _SYNONYMS if _HAS_ONE.search(same) else ():
        same = pattern.sub(word, same)
    return tuple(word for word in same.split() if word not in _FILLERS)


@lru_cache(maxsize=1 << 12)
def _figure(word: str) -> str:
    """A number in figures, however it is written; any other word as it is."""
    try:
        return str(parse_number(word))
    except KeyError:
        return word
