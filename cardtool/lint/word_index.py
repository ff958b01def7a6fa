"""In which texts of a row a word stands. Words are compared without regard to case.

What it answers is never too little; texts are told by their place in the row, which may come twice.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator
from functools import cached_property
from operator import and_, eq

from cardtool.lint.spelt import key_of

__all__ = ["WordIndex"]

_WORD = re.compile(r"\w+(?:['’]\w+)*")
_PART = re.compile(r"\w+")
_YPOGEGRAMMENI = "\N{COMBINING GREEK YPOGEGRAMMENI}"
_LIKE_I = str.maketrans({"ı": "i", "\u0307": None})  # what a pattern without regard to case takes for an i


class WordIndex:
    """The words of some texts, each read once."""

    def __init__(self, texts: Iterable[str]) -> None:
        self._index: defaultdict[str, list[int]] = defaultdict(list)
        self.echoing: list[int] = []
        """The texts in which a word comes again right after itself, or two words right after themselves."""
        for row, text in enumerate(texts):
            words = _words(text)
            distinct = set(words)
            for word in distinct:
                self._index[word].append(row)
            if len(distinct) < len(words) and _repeats(words):
                self.echoing.append(row)

    def holding(self, words: Iterable[str]) -> Iterator[int]:
        """The texts that hold one of these words, given in small letters; its part `it` is in it's, too."""
        return self._rows(form for word in words for form in self._forms.get(word, ()))

    def worded(self, is_meant: Callable[[str], object]) -> Iterator[int]:
        """The texts with a word that is meant, asked for in small letters and with its apostrophes."""
        return self._rows(filter(is_meant, self._index))

    def keyed(self, keys: Iterable[str]) -> Iterator[int]:
        """The texts that hold a word with one of these keys."""
        return (row for key in set(keys) for row in self._rows(self._keys.get(key, ())))

    def in_two_forms(self, keys: Iterable[str]) -> Iterator[int]:
        """The texts that hold two different words with one of these keys, such as card and cards."""
        forms = [words for key in keys if len(words := self._keys.get(key, ())) > 1]
        times = (Counter(self._rows(words)) for words in forms)
        return (row for counted in times for row, count in counted.items() if count > 1)

    def _rows(self, words: Iterable[str]) -> Iterator[int]:
        return (row for word in words for row in self._index[word])

    @cached_property
    def _forms(self) -> dict[str, list[str]]:
        """Each word, and each part of one that has an apostrophe, with the words of the index it is in."""
        forms: defaultdict[str, list[str]] = defaultdict(list)
        for word in self._index:
            for part in {word} if word.isalpha() and word.isascii() else _parts(word):
                forms[part].append(word)
        return forms

    @cached_property
    def _keys(self) -> dict[str, list[str]]:
        keys: defaultdict[str, list[str]] = defaultdict(list)
        for word in self._index:
            keys[key_of(word)].append(word)
        return keys


def _words(text: str) -> list[str]:
    """The words of a text without regard to case, parted where they are as it is written."""
    low = text.casefold()
    if len(low) == len(text) and _YPOGEGRAMMENI not in text:  # no letter became two, or one that was none
        return _WORD.findall(low)
    return [word.casefold() for word in _WORD.findall(text)]


def _repeats(words: list[str]) -> bool:
    """Whether a word comes again right behind, or two words in a row do, as in `of the of the`."""
    if any(map(eq, words, words[1:])):
        return True
    again = list(map(eq, words, words[2:]))
    return True in again and any(map(and_, again, again[1:]))


def _parts(word: str) -> set[str]:
    """A word, what stands between its apostrophes, and both as a pattern reads them that ignores case."""
    parts = {word, *_PART.findall(word)}
    return {each for part in parts for each in (part, part.translate(_LIKE_I))}
