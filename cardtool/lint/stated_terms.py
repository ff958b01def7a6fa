"""The terms of a document: what it introduces by name, and what it mostly writes with capitals."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache

from cardtool.lint.facts import Defined
from cardtool.model import Source
from cardtool.prose import Block, Sort, Text, plural, sentences, singular

__all__ = ["stated_terms"]

_WORD = re.compile(r"[^\W\d_](?:[\w’'-]*\w)?")
_CAPITAL = r"[^\W\d_a-z](?:[\w’'-]*\w)?"
_RUN = re.compile(rf"(?<![\w’'-]){_CAPITAL}(?:[ \n]{_CAPITAL})*")
_INTRODUCED = re.compile(
    rf"\b(?:known as|called|referred to as)\s+(?:(?:the|their|your|his|her|its|an?)\s+)?[“\"]?"
    rf"({_CAPITAL}(?:[ \n]{_CAPITAL})*)"
)
_OPENS = re.compile(r"[:“\"(–—…]\s*$")  # after these, too, any word may have a capital
_POSSESSIVE = re.compile(r"['’]s?$")
_MOST_WORDS = 3
_LEAST = 5  # times a term is written
_LEAST_ALONE = 6  # times, where it is one word
_CLEAR = 0.8  # of its places have the same capitals
_CLEAR_ALONE = 0.9
_CLEAR_INTRODUCED = 0.6  # where it is one word, and the text says that this is its name
_LONGEST = 40  # letters of a word; longer ones are none
_NO_TERM = {
    "i", "i'm", "i'll", "ok", "a", "an", "the", "and", "or", "of", "to", "in", "you", "your", "it",
    "if", "when", "then", "this", "that", "these", "those", "all", "each", "every", "any", "one",
    "two", "three", "four", "five", "six", "no", "not", "monday", "tuesday", "wednesday", "thursday",
    "friday", "saturday", "sunday", "january", "february", "march", "april", "may", "june", "july",
    "august", "september", "october", "november", "december", "mr", "mrs", "dr", "example", "note",
}  # fmt: skip


@dataclass(slots=True)
class _Use:
    """How a term is written, and where it first is so."""

    ways: Counter[str] = field(default_factory=Counter)
    plurals: int = 0
    first: dict[str, Source] = field(default_factory=dict)


def stated_terms(text: Text) -> Iterator[Defined]:
    """The terms that the document introduces, or writes nearly always in one way, by first use."""
    blocks = [block for block in text.current if block.sort in (Sort.PARAGRAPH, Sort.ITEM)]
    candidates = {key for block in blocks for key in _candidates(block.text)}
    introduced = {key for block in blocks for key in _introduced(block.text)}
    begin = frozenset(key.split()[0] for key in candidates)
    uses: dict[str, _Use] = {}
    for block in blocks if candidates else ():
        _count(block, candidates, begin, uses)
    for key, use in uses.items():
        way, times = use.ways.most_common(1)[0]
        alone = " " not in key
        share = times / use.ways.total()
        if key in introduced and (not alone or (times > 1 and share >= _CLEAR_INTRODUCED)):
            if all(word[0].isupper() for word in way.split()):
                yield Defined(way, plural(way) if use.plurals else "", (), use.first[way])
            continue
        if times < (_LEAST_ALONE if alone else _LEAST) or share < (_CLEAR_ALONE if alone else _CLEAR):
            continue
        if all(word[0].isupper() for word in way.split()):
            yield Defined(way, plural(way) if use.plurals else "", (), use.first[way], declared=False)


def _candidates(text: str) -> Iterator[str]:
    """The keys of the runs of capitalised words that stand inside a sentence."""
    for _, sentence in sentences(text):
        for match in _RUN.finditer(sentence):
            words = match[0].split()
            if _begins(sentence, match.start()):
                del words[0]
            while words and words[0].casefold() in _NO_TERM:
                del words[0]
            if 0 < len(words) <= _MOST_WORDS and len(words[0]) > 1:
                yield _key(words)


def _introduced(text: str) -> Iterator[str]:
    """The keys of what the text says is the name of something: "this is known as the Hoard"."""
    for match in _INTRODUCED.finditer(text):
        words = match[1].split()
        if len(words) <= _MOST_WORDS and words[0].casefold() not in _NO_TERM:
            yield _key(words)


def _count(block: Block, candidates: set[str], begin: frozenset[str], uses: dict[str, _Use]) -> None:
    """Note every use of a candidate in a block, the longest first; at the start of a sentence few count."""
    for start, sentence in sentences(block.text):
        read_to = 0
        for match in _WORD.finditer(sentence):
            if match.start() >= read_to and _first_key(match[0]) & begin:
                words = _longest(sentence, match.start(), candidates)
                if words and not _is_unsure(words, _begins(sentence, match.start())):
                    _note(uses.setdefault(_key(words), _Use()), block, start + match.start(), words)
                read_to = match.start() + sum(len(word) + 1 for word in words)


def _begins(sentence: str, at: int) -> bool:
    """Whether any word that stands here has a capital."""
    return _OPENS.search(sentence[max(at - 4, 0) : at]) is not None or not any(
        sign.isalnum() for sign in sentence[:at][:8]
    )


def _longest(sentence: str, at: int, candidates: set[str]) -> list[str]:
    """The words of the longest candidate that begins here."""
    words: list[str] = []
    found: list[str] = []
    while len(words) < _MOST_WORDS and (match := _WORD.match(sentence, at)) and len(match[0]) <= _LONGEST:
        words.append(match[0])
        if _key(words) in candidates:
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
    last = _POSSESSIVE.sub("", last)
    one = _one(last)
    way = " ".join([*before, one])
    use.plurals += one != last
    use.ways[way] += 1
    if way not in use.first:
        use.first[way] = block.at(start)


def _key(words: list[str]) -> str:
    *before, last = words
    return " ".join([*before, _one(_POSSESSIVE.sub("", last))]).casefold()


@lru_cache(maxsize=4096)
def _first_key(word: str) -> frozenset[str]:
    """What a candidate that begins with this word can begin with."""
    return frozenset((word.casefold(), _key([word])))


@lru_cache(maxsize=4096)
def _one(word: str) -> str:
    return singular(word)
