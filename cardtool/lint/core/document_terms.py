"""The terms of a document: what it introduces by name, and what it mostly writes with capitals."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import dropwhile

from cardtool.documents import Block, BlockType, Text, plural, singular, split_sentences
from cardtool.lint.core.facts import DefinedTerm
from cardtool.lint.core.matching import POSSESSIVE
from cardtool.model import Source

MOST_WORDS = 3
"""Words of a term."""

_CAPITAL = r"[^\W\d_a-z](?:[\w’'-]*\w)?"
_RUN = re.compile(rf"(?<![\w’'-]){_CAPITAL}(?:[ \n]{_CAPITAL})*")
_INTRODUCED = re.compile(
    rf"\b(?:known as|called|referred to as)\s+(?:(?:the|their|your|his|her|its|an?)\s+)?[“\"]?"
    rf"({_CAPITAL}(?:[ \n]{_CAPITAL})*)"
)
_OPENS = re.compile(r"[:“\"(–—…]\s*$")  # after these, too, any word may have a capital
_NO_TERM = {
    "i", "i'm", "i'll", "ok", "a", "an", "the", "and", "or", "of", "to", "in", "you", "your", "it",
    "if", "when", "then", "this", "that", "these", "those", "all", "each", "every", "any", "one",
    "two", "three", "four", "five", "six", "no", "not", "monday", "tuesday", "wednesday", "thursday",
    "friday", "saturday", "sunday", "january", "february", "march", "april", "may", "june", "july",
    "august", "september", "october", "november", "december", "mr", "mrs", "dr", "example", "note",
}  # fmt: skip


def term_candidates(text: str) -> Iterator[str]:
    """Yield the keys of the runs of capitalised words that stand inside a sentence."""
    for _, sentence in split_sentences(text):
        for match in _RUN.finditer(sentence):
            first = int(has_any_case(sentence, match.start()))
            words = list(dropwhile(_is_no_term, match[0].split()[first:]))
            if 0 < len(words) <= MOST_WORDS and len(words[0]) > 1:
                yield term_key(words)


def _is_no_term(word: str) -> bool:
    return word.casefold() in _NO_TERM


def introduced_terms(text: str) -> Iterator[str]:
    """Yield the keys of what the text says is the name of something: "this is known as the Larder"."""
    for match in _INTRODUCED.finditer(text):
        words = match[1].split()
        if len(words) <= MOST_WORDS and words[0].casefold() not in _NO_TERM:
            yield term_key(words)


def has_any_case(sentence: str, at: int) -> bool:
    """Return whether any word that stands here has a capital."""
    return _OPENS.search(sentence[max(at - 4, 0) : at]) is not None or not any(
        sign.isalnum() for sign in sentence[: min(at, 8)]
    )


def term_key(words: Sequence[str]) -> str:
    """Return what a term has in common in every number and case, and as an owner."""
    *before, last = words
    return " ".join([*before, singular_of(without_possessive(last))]).casefold()


def without_possessive(word: str) -> str:
    """Return a word less its possessive."""
    return POSSESSIVE.sub("", word)


@lru_cache(maxsize=4096)
def singular_of(word: str) -> str:
    """Return one of what a bare word says: Goat for Goats."""
    return singular(word)


_WORD = re.compile(r"[^\W\d_](?:[\w’'-]*\w)?")
_LEAST = 5  # times a term is written
_LEAST_ALONE = 6  # times, where it is one word
_CLEAR = 0.8  # of its places have the same capitals
_CLEAR_ALONE = 0.9
_CLEAR_INTRODUCED = 0.6  # where it is one word, and the text says that this is its name
_LONGEST = 40  # letters of a word; longer ones are none


@dataclass(slots=True)
class _TermUse:
    """How a term is written, and where it first is so."""

    ways: Counter[str] = field(default_factory=Counter)
    plurals: int = 0
    first: dict[str, Source] = field(default_factory=dict)


def terms_in(text: Text) -> Iterator[DefinedTerm]:
    """Yield the terms that the document introduces, or writes nearly always in one way, by first use."""
    blocks = [block for block in text.current if block.sort in (BlockType.PARAGRAPH, BlockType.ITEM)]
    introduced = {key for block in blocks for key in introduced_terms(block.text)}
    for key, use in _term_uses(blocks).items():
        way, times = use.ways.most_common(1)[0]
        share = times / use.ways.total()
        declared = key in introduced and (" " in key or (times > 1 and share >= _CLEAR_INTRODUCED))
        if (declared or _is_consistent(key, times, share)) and all(word[0].isupper() for word in way.split()):
            many = plural(way) if use.plurals else ""
            is_introduced = declared and key in introduced
            yield DefinedTerm(way, many, (), use.first[way], declared=declared, introduced=is_introduced)


def _is_consistent(key: str, times: int, share: float) -> bool:
    """Return whether a term is written so often, and so nearly always in one way, that it is meant so."""
    if " " in key:
        return times >= _LEAST and share >= _CLEAR
    return times >= _LEAST_ALONE and share >= _CLEAR_ALONE


def _term_uses(blocks: Sequence[Block]) -> Mapping[str, _TermUse]:
    candidates = {key for block in blocks for key in term_candidates(block.text)}
    begin = frozenset(key.split()[0] for key in candidates)
    uses: dict[str, _TermUse] = {}
    for block in blocks if candidates else ():
        _count_uses(block, candidates, begin, uses)
    return uses


def _count_uses(block: Block, candidates: set[str], begin: frozenset[str], uses: dict[str, _TermUse]) -> None:
    """Note every use of a candidate in a block, the longest first; at the start of a sentence few count."""
    for start, sentence in split_sentences(block.text):
        read_to = 0
        for match in _WORD.finditer(sentence):
            if match.start() >= read_to and _first_key(match[0]) & begin:
                words = _longest_candidate(sentence, match.start(), candidates)
                if words and not _is_unsure(words, has_any_case(sentence, match.start())):
                    _note_use(
                        uses.setdefault(term_key(words), _TermUse()), block, start + match.start(), words
                    )
                read_to = match.start() + sum(len(word) + 1 for word in words)


def _longest_candidate(sentence: str, at: int, candidates: set[str]) -> list[str]:
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
    """Return whether its capitals say nothing, because it begins a sentence."""
    return begins and not all(word[0].isupper() for word in words[1:] or "a")


def _note_use(use: _TermUse, block: Block, start: int, words: list[str]) -> None:
    *before, last = words
    last = without_possessive(last)
    one = singular_of(last)
    way = " ".join([*before, one])
    use.plurals += one != last
    use.ways[way] += 1
    if way not in use.first:
        use.first[way] = block.at(start)


@lru_cache(maxsize=4096)
def _first_key(word: str) -> frozenset[str]:
    """Return what a candidate that begins with this word can begin with."""
    return frozenset((word.casefold(), term_key([word])))
