"""How near two words are to each other, in slips of a typist, and which name was meant by words that are
nearly one."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

from cardtool.lint.core.matching import NameMatch, Word, word_keys


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


_LONGEST = 6  # words of a name
_SHORT, _LONG = 4, 7  # letters from which a word may be one slip off, and two
_SINGLE = 7  # letters of a name that is one word


class NearNames:
    """Names, and where a text has all of one but a slip in one of its words."""

    def __init__(self, names: Iterable[str], known: Iterable[str]) -> None:
        """Take the names to look for; `known` are names and terms whose words are no slips."""
        self._by_rest: dict[tuple[int, tuple[str, ...]], list[tuple[str, str]]] = defaultdict(list)
        self._single: dict[str, list[tuple[str, str]]] = defaultdict(list)
        self._vocabulary = {key for name in known for key in word_keys(name)}
        self._near: dict[tuple[int, str, tuple[str, ...]], frozenset[str]] = {}
        self._lengths: set[int] = set()
        for name in sorted(set(names)):
            keys = word_keys(name)
            self._vocabulary.update(keys)
            if len(keys) == 1 and len(keys[0]) >= _SINGLE:
                self._lengths.add(1)
                for rest in single_deletions(keys[0]):
                    self._single[rest].append((keys[0], name))
            elif 1 < len(keys) <= _LONGEST:
                self._lengths.add(len(keys))
                for at, key in enumerate(keys):
                    self._by_rest[at, (*keys[:at], *keys[at + 1 :])].append((key, name))

    def guesses(self, text: str, words: Sequence[Word]) -> Iterator[NameMatch]:
        """Yield every place where exactly one name is nearly there, and its first word has a capital."""
        for first, word in enumerate(words):
            for length in sorted(self._lengths, reverse=True) if text[word.start].isupper() else ():
                window = words[first : first + length]
                name = self._near_name([each.key for each in window]) if len(window) == length else None
                if name and _is_in_one_piece(text, window):
                    yield NameMatch(word.start, window[-1].end, name)
                    break

    def _near_name(self, keys: Sequence[str]) -> str | None:
        if len(keys) == 1:
            names = self._near_single_names(keys[0])
        else:
            names = {
                name
                for at, key in enumerate(keys)
                if key not in self._vocabulary and len(key) >= _SHORT
                for name in self._near_at(at, key, (*keys[:at], *keys[at + 1 :]))
            }
        return names.pop() if len(names) == 1 else None

    def _near_at(self, at: int, key: str, rest: tuple[str, ...]) -> frozenset[str]:
        """Return the names of these words but the one in this place, which is nearly this one.

        Thousands of names may share a word, and thousands of texts say the same before it: asked once.
        """
        asked, there = (at, key, rest), self._by_rest.get((at, rest))
        if there is None:
            return frozenset()
        if asked not in self._near:
            self._near[asked] = frozenset(
                name
                for right, name in there
                if is_within_distance(key, right, 2 if min(len(key), len(right)) >= _LONG else 1)
            )
        return self._near[asked]

    def _near_single_names(self, key: str) -> set[str]:
        if len(key) < _SINGLE or key in self._vocabulary:
            return set()
        return {
            name
            for rest in single_deletions(key)
            for right, name in self._single.get(rest, ())
            if right[0] == key[0] and is_within_distance(key, right, 1) and not _is_inflected(key, right)
        }


def _is_inflected(word: str, right: str) -> bool:
    """Return whether one is a form of the other: Replaced beside Replace, Adventures beside Adventurer."""
    stems = {re.sub(r"(?:e?d|e?r|e?s|ing|ly|n)$", "", each).rstrip("e") for each in (word, right)}
    return len(stems) == 1


def _is_in_one_piece(text: str, words: Sequence[Word]) -> bool:
    return all(text[word.end : after.start].strip() in ("", "-", ",") for word, after in pairwise(words))
