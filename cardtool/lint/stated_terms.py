"""The terms of a document: what it introduces by name, and what it mostly writes with capitals."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from cardtool.documents import Block, BlockType, Text, plural, split_sentences
from cardtool.lint.facts import Defined
from cardtool.lint.term_candidates import (
    MOST_WORDS,
    bare,
    candidates_in,
    has_any_case,
    introduced_in,
    one_of,
    term_key,
)
from cardtool.model import Source

__all__ = ["stated_terms"]

_WORD = re.compile(r"[^\W\d_](?:[\w’'-]*\w)?")
_LEAST = 5  # times a term is written
_LEAST_ALONE = 6  # times, where it is one word
_CLEAR = 0.8  # of its places have the same capitals
_CLEAR_ALONE = 0.9
_CLEAR_INTRODUCED = 0.6  # where it is one word, and the text says that this is its name
_LONGEST = 40  # letters of a word; longer ones are none


@dataclass(slots=True)
class _Use:
    """How a term is written, and where it first is so."""

    ways: Counter[str] = field(default_factory=Counter)
    plurals: int = 0
    first: dict[str, Source] = field(default_factory=dict)


def stated_terms(text: Text) -> Iterator[Defined]:
    """The terms that the document introduces, or writes nearly always in one way, by first use."""
    blocks = [block for block in text.current if block.sort in (BlockType.PARAGRAPH, BlockType.ITEM)]
    introduced = {key for block in blocks for key in introduced_in(block.text)}
    for key, use in _uses(blocks).items():
        way, times = use.ways.most_common(1)[0]
        share = times / use.ways.total()
        declared = key in introduced and (" " in key or (times > 1 and share >= _CLEAR_INTRODUCED))
        if (declared or _is_settled(key, times, share)) and all(word[0].isupper() for word in way.split()):
            many = plural(way) if use.plurals else ""
            is_introduced = declared and key in introduced
            yield Defined(way, many, (), use.first[way], declared=declared, introduced=is_introduced)


def _is_settled(key: str, times: int, share: float) -> bool:
    """Whether a term is written so often, and so nearly always in one way, that it is meant so."""
    if " " in key:
        return times >= _LEAST and share >= _CLEAR
    return times >= _LEAST_ALONE and share >= _CLEAR_ALONE


def _uses(blocks: Sequence[Block]) -> Mapping[str, _Use]:
    """How everything that could be a term is written, by its key."""
    candidates = {key for block in blocks for key in candidates_in(block.text)}
    begin = frozenset(key.split()[0] for key in candidates)
    uses: dict[str, _Use] = {}
    for block in blocks if candidates else ():
        _count(block, candidates, begin, uses)
    return uses


def _count(block: Block, candidates: set[str], begin: frozenset[str], uses: dict[str, _Use]) -> None:
    """Note every use of a candidate in a block, the longest first; at the start of a sentence few count."""
    for start, sentence in split_sentences(block.text):
        read_to = 0
        for match in _WORD.finditer(sentence):
            if match.start() >= read_to and _first_key(match[0]) & begin:
                words = _longest(sentence, match.start(), candidates)
                if words and not _is_unsure(words, has_any_case(sentence, match.start())):
                    _note(uses.setdefault(term_key(words), _Use()), block, start + match.start(), words)
                read_to = match.start() + sum(len(word) + 1 for word in words)


def _longest(sentence: str, at: int, candidates: set[str]) -> list[str]:
    """The words of the longest candidate that begins here."""
    words: list[str] = []
    found: list[str] = []
    while len(words) < MOST_WORDS and (match := _WORD.match(sentence, at)) and len(match[0]) <= _LONGEST:
        words.append(match[0])
        if term_key(words) in candidates:
            found = list(words)
        at = match.end() + 1
        if sentence[match.end() : at] not in (" ", "\n"):
            break
    return found


def _is_unsure(words: list[str], begins: bool) -> bool:
    """Whether its capitals say nothing, because it begins a sentence."""
    return begins and not all(word[0].isupper() for word in words[1:] or "a")


def _note(use: _Use, block: Block, start: int, words: list[str]) -> None:
    *before, last = words
    last = bare(last)
    one = one_of(last)
    way = " ".join([*before, one])
    use.plurals += one != last
    use.ways[way] += 1
    if way not in use.first:
        use.first[way] = block.at(start)


@lru_cache(maxsize=4096)
def _first_key(word: str) -> frozenset[str]:
    """What a candidate that begins with this word can begin with."""
    return frozenset((word.casefold(), term_key([word])))
