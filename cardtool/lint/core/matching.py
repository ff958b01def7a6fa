"""How words and names of a text are compared and found, whatever the inflection, the case and the typography;
and how far apart two words are in slips of a typist.

Knows words, not what a game means by them. Patterns that few texts need are compiled when first asked for.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple, TypeVar

from cardtool.documents import parse_number, read_lists, singular

Key = TypeVar("Key")
Item = TypeVar("Item")


def grouped(pairs: Iterable[tuple[Key, Item]]) -> dict[Key, list[Item]]:
    """Return all that stands second in these pairs by what stands first, as rows by the words in them."""
    groups: defaultdict[Key, list[Item]] = defaultdict(list)
    for key, item in pairs:
        groups[key].append(item)
    return groups


def word_list(name: str) -> frozenset[str]:
    """Return one of the lists of English words in word_lists.txt."""
    lines = read_lists(Path(__file__).with_name("word_lists.txt"))[name]
    return frozenset(word for line in lines for word in line.split())


def any_word(name: str) -> str:
    """Return a pattern of the words of a list, in which `_` is a space or none and `*` any letters."""
    return either(word_list(name)).replace("_", r"\s?").replace("*", "[a-z]*").replace("'", "['’]")


def either(words: Iterable[str]) -> str:
    """Return a pattern of these words, the longer first, by their first letters: most places have another."""
    longest_first = sorted(words, key=lambda word: (-len(word), word))
    firsts = ((word[0] if word[0].isalpha() else "", word) for word in longest_first)
    by_letter = grouped((first, word.removeprefix(first)) for first, word in firsts)
    return "(?:" + "|".join(f"{first}(?:{'|'.join(rests)})" for first, rests in by_letter.items()) + ")"


COMMON_WORDS = word_list("common in rules and names")
"""Words to tell nothing by. A word that is missing here costs at most a warning; add it."""


@lru_cache(maxsize=1 << 12)
def number_or_none(written: str) -> int | None:
    """Return the number that is written so, in figures or as a word; None when it is none."""
    try:
        return parse_number(written)
    except KeyError:
        return None


WORD = re.compile(r"\w+(?:['’]\w+)*")
POSSESSIVE = re.compile(r"['’]s?$")
ASIDE = re.compile(r"(?<!\s)\s*+\([^()]*+\)")  # in brackets, with the spaces before it
PLACEHOLDER = re.compile(r"<<[^<>]{0,200}>>")  # for what is still to come


class Word(NamedTuple):
    """A word from one offset of a text to another; `key` is the same for Goat, goats and GOAT'S."""

    start: int
    end: int
    key: str


@lru_cache(maxsize=1 << 11)  # several rules ask for the words of a block
def words_in(text: str) -> Sequence[Word]:
    """Return every word and number of a text, in order."""
    return [Word(match.start(), match.end(), word_key(match[0])) for match in WORD.finditer(text)]


@lru_cache(maxsize=1 << 14)
def word_key(word: str) -> str:
    """Return what is left of a word without case, possessive, apostrophe and plural."""
    low = word.casefold()
    if low.isalnum():
        return singular(low)
    bare = POSSESSIVE.sub("", low) or low
    return singular(re.sub("['’]", "", bare))


@lru_cache(maxsize=1 << 14)  # several rules ask for those of each name
def word_keys(text: str) -> tuple[str, ...]:
    """Return the keys of all words of a name or a sentence."""
    return tuple(map(word_key, WORD.findall(text)))


_GENERIC_WORDS = word_list("generic in titles")
_LETTERS = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)?")

_ENDING = re.compile(r"(?:ements?|ing|ed|er|ions?|es?)$")
_SHORTEST_STEM = 3  # letters; of a word no longer than this nothing is an ending


def content_words(title: str) -> list[str]:
    """Return the words of a title that say what it is about, in lower case and the singular."""
    return [word for word in singular_words(title) if word not in _GENERIC_WORDS and len(word) > 2]


def singular_words(name: str) -> tuple[str, ...]:
    return tuple(singular(word.lower()) for word in _LETTERS.findall(name))


@lru_cache(maxsize=1 << 13)
def stem(word: str) -> str:
    """Return what words for one thing begin with: move, moving and movement, win and winning."""
    stem = _ENDING.sub("", word) if len(word) > _SHORTEST_STEM else word
    return re.sub(r"(.)\1$", r"\1", stem)


_JOINERS = frozenset({"", "-", "‐", "‑"})  # what may stand between the words of a name, less the space


class NameMatch(NamedTuple):
    """A name in a text, from one offset to another; the offsets leave out a possessive's ending."""

    start: int
    end: int
    name: str


class _NamePath(NamedTuple):
    """A name, and what it has between its words."""

    name: str
    gaps: tuple[str, ...]


class NameFinder:
    """Names to look for. One that has no word in it, such as an arrow, is never met."""

    def __init__(self, names: Iterable[str]) -> None:
        self._paths: defaultdict[tuple[str, ...], list[_NamePath]] = defaultdict(list)
        for name in sorted(set(names)):
            keys = word_keys(name)
            is_plain = name.isascii() and name.replace(" ", "").isalnum()
            gaps = [""] * (len(keys) - 1) if is_plain else _gaps_between(name, words_in(name))
            self._paths[keys].append(_NamePath(name, tuple(gaps)))
            if len(keys) == 2:  # Play Mat is also written Playmat
                self._paths[("".join(keys),)].append(_NamePath(name, ()))
        lengths = grouped((keys[0], len(keys)) for keys in self._paths if keys)
        self._lengths = {first: sorted({*found}, reverse=True) for first, found in lengths.items()}

    @property
    def first_keys(self) -> Collection[str]:
        """The keys of which a text has one where it has one of the names."""
        return self._lengths.keys()

    def matches(self, text: str) -> Iterator[NameMatch]:
        """Yield every name met, from left to right; what lies inside a longer name is not met."""
        firsts = self._lengths
        if any(word_key(word) in firsts for word in WORD.findall(text)):  # far quicker than to look closely
            yield from self.matches_among(text, words_in(text))

    def matches_among(self, text: str, words: Sequence[Word]) -> Iterator[NameMatch]:
        """Yield every name met, given all the words of the text."""
        free = 0  # from which word on another name may begin
        for at, word in enumerate(words):
            if at >= free and word.key in self._lengths and (path := self._match_at(text, words, at)):
                last = at + len(path.gaps)
                yield NameMatch(word.start, words[last].end, path.name)
                free = last + 1

    def _match_at(self, text: str, words: Sequence[Word], at: int) -> _NamePath | None:
        """Return the longest name whose words begin here, if nothing that does not belong parts them."""
        for length in self._lengths[words[at].key]:
            found = words[at : at + length]
            for path in self._paths.get(tuple([word.key for word in found]), ()):
                gaps = zip(_gaps_between(text, found), path.gaps, strict=True) if length > 1 else ()
                if all(gap in _JOINERS or gap == own for gap, own in gaps):
                    return path
        return None


def _gaps_between(text: str, words: Sequence[Word]) -> Iterator[str]:
    for word, after in pairwise(words):
        gap = text[word.end : after.start]
        yield gap.strip() if "\t" not in gap and len(gap) < 200 else "\t"


def is_within_distance(word: str, other: str, most: int) -> bool:
    """Return whether at most so many letters must be changed, added, left out or swapped with the next."""
    return word != other and abs(len(word) - len(other)) <= most and typing_distance(word, other) <= most


def typing_distance(word: str, other: str) -> int:
    """Return how many letters must be changed, added, left out, or swapped with the next."""
    before: list[int] = []
    row = list(range(len(other) + 1))
    for i, sign in enumerate(word, start=1):
        before, last, row = row, before, [i]
        for j, there in enumerate(other, start=1):
            best = min(before[j] + 1, row[-1] + 1, before[j - 1] + (sign != there))
            if i > 1 and j > 1 and sign == other[j - 2] and word[i - 2] == there:
                best = min(best, last[j - 2] + 1)
            row.append(best)
    return row[-1]


def single_deletions(word: str) -> Iterator[str]:
    """Yield the word, and it less each letter in turn: words that are one slip apart share one of these."""
    yield word
    for at in range(len(word)):
        yield word[:at] + word[at + 1 :]


class NearWords:
    """Words, each to be found by those that are one slip away, and by itself."""

    def __init__(self, words: Iterable[str]) -> None:
        self._by_rest = grouped((rest, word) for word in words for rest in single_deletions(word))

    def near(self, word: str) -> set[str]:
        alike = {each for rest in single_deletions(word) for each in self._by_rest.get(rest, ())}
        return {each for each in alike if are_a_slip_apart(word, each)}


def are_a_slip_apart(word: str, other: str) -> bool:
    """Return whether their typing distance is one, or none."""
    both = zip(word, other, strict=False)
    same = next((at for at, (one, two) in enumerate(both) if one != two), min(len(word), len(other)))
    rest, there = word[same:], other[same:]
    is_swapped = rest[:2] == there[1::-1] and rest[2:] == there[2:]
    return is_swapped or there[1:] in (rest, rest[1:]) or there == rest[1:]
