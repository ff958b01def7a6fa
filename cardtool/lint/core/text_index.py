"""All texts of a subject in a row, and in which of their blocks a word or a pattern may be found at all.

What it answers is never too little: a block that is not named has none of what was asked for. Whether one
that is named has it where it matters is for the rule to see. Everything is looked up when first asked.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property
from itertools import accumulate
from operator import and_, eq
from typing import overload

from cardtool.documents import Block, Text
from cardtool.lint.core.matching import WORD, word_key
from cardtool.lint.core.repeats import Repeat, repeats_in, without_repeats

_PART = re.compile(r"\w+")
_YPOGEGRAMMENI = "\N{COMBINING GREEK YPOGEGRAMMENI}"
_LIKE_I = str.maketrans({"ı": "i", "\u0307": None})  # what a pattern without regard to case takes for an i


class WordIndex:
    """The words of some texts, each read once."""

    def __init__(self, texts: Iterable[str]) -> None:
        self._index: defaultdict[str, list[int]] = defaultdict(list)
        self.repeating: list[int] = []
        """The texts in which a word comes again right after itself, or two words right after themselves."""
        for row, text in enumerate(texts):
            words = _words(text)
            distinct = set(words)
            for word in distinct:
                self._index[word].append(row)
            if len(distinct) < len(words) and _repeats(words):
                self.repeating.append(row)

    def with_words(self, words: Iterable[str]) -> Iterator[int]:
        """Yield the texts that hold one of these words, in small letters; `it`, a part of it's, counts."""
        return self._rows(form for word in words for form in self._forms.get(word, ()))

    def with_words_like(self, is_meant: Callable[[str], object]) -> Iterator[int]:
        """Return the texts with a word that is meant, asked for in small letters and with its apostrophes."""
        return self._rows(filter(is_meant, self._index))

    def with_keys(self, keys: Iterable[str]) -> Iterator[int]:
        """Return the texts that hold a word with one of these keys."""
        return (row for key in set(keys) for row in self._rows(self._keys.get(key, ())))

    def with_two_forms(self, keys: Iterable[str]) -> Iterator[int]:
        """Return the texts that hold two different words with one of these keys, such as card and cards."""
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
            keys[word_key(word)].append(word)
        return keys


def _words(text: str) -> list[str]:
    """Return the words of a text without regard to case, parted where they are as it is written."""
    low = text.casefold()
    if len(low) == len(text) and _YPOGEGRAMMENI not in text:  # no letter became two, or one that was none
        return WORD.findall(low)
    return [word.casefold() for word in WORD.findall(text)]


def _repeats(words: list[str]) -> bool:
    if any(map(eq, words, words[1:])):
        return True
    again = list(map(eq, words, words[2:]))
    return True in again and any(map(and_, again, again[1:]))


def _parts(word: str) -> set[str]:
    """Return a word, what stands between its apostrophes, and both as a pattern ignoring case reads them."""
    parts = {word, *_PART.findall(word)}
    return {each for part in parts for each in (part, part.translate(_LIKE_I))}


TextBlock = tuple[Text, Block]
"""A block that says something about the game of today, and the text it is in."""


class TextIndex(Sequence[Text]):
    """Texts, and an index of their words; words are compared without regard to case."""

    def __init__(self, texts: Iterable[Text]) -> None:
        self._texts = tuple(texts)
        self._runs: dict[int, tuple[Repeat, ...]] = {}
        self._single: dict[int, Text] = {}

    @overload
    def __getitem__(self, at: int) -> Text: ...
    @overload
    def __getitem__(self, at: slice) -> tuple[Text, ...]: ...
    def __getitem__(self, at: int | slice) -> Text | tuple[Text, ...]:
        return self._texts[at]

    def __len__(self) -> int:
        return len(self._texts)

    def __iter__(self) -> Iterator[Text]:
        return iter(self._texts)

    @cached_property
    def blocks(self) -> Sequence[TextBlock]:
        """Every block of today, in order."""
        return [(text, block) for text in self._texts for block in text.current]

    def repeats(self, text: Text) -> Sequence[Repeat]:
        """Return every passage that one of these texts has printed before."""
        if id(text) not in self._runs:
            self._runs[id(text)] = tuple(repeats_in(text))
        return self._runs[id(text)]

    def without_repeats(self, text: Text) -> Text:
        """Return one of these texts with nothing in it that it has printed before."""
        if id(text) not in self._single:
            runs = self.repeats(text)
            self._single[id(text)] = without_repeats(text, runs) if runs else text
        return self._single[id(text)]

    def signs_used(self, *signs: str) -> tuple[str, ...]:
        """Return those of these signs, in small letters, that stand anywhere in a text, of today or not."""
        return tuple(sign for sign in signs if sign in self._casefolded)

    def matching(self, pattern: re.Pattern[str]) -> Iterator[TextBlock]:
        """Yield the blocks in which the pattern may be found, each once.

        It is searched for in all of them at once, with a line's end between two, and must not ask for
        the beginning or the end of a text.
        """
        at = 0
        while match := pattern.search(self._joined, at):
            row = bisect_right(self._starts, match.start()) - 1
            yield self.blocks[row]
            at = self._starts[row + 1]

    def with_words(self, *words: str) -> list[TextBlock]:
        """Return the blocks that hold one of these words, in small letters; `it`, a part of it's, counts."""
        return self._blocks_at(self._words.with_words(words))

    def with_words_of_all(self, *groups: Iterable[str]) -> list[TextBlock]:
        """Return the blocks that hold a word of each of these groups."""
        rows = set(self._words.with_words(groups[0]))
        for words in groups[1:]:
            rows = rows and rows.intersection(self._words.with_words(words))
        return self._blocks_at(rows)

    def with_words_like(self, is_meant: Callable[[str], object]) -> list[TextBlock]:
        """Return the blocks with a word that is meant, asked for in small letters with its apostrophes."""
        return self._blocks_at(self._words.with_words_like(is_meant))

    def with_keys(self, keys: Iterable[str]) -> list[TextBlock]:
        """Return the blocks that hold a word with one of these keys."""
        return self._blocks_at(self._words.with_keys(keys))

    def with_two_forms(self, keys: Iterable[str]) -> list[TextBlock]:
        """Return the blocks that hold two different words with one of these keys, such as card and cards."""
        return self._blocks_at(self._words.with_two_forms(keys))

    @property
    def repeating(self) -> list[TextBlock]:
        """The blocks in which a word comes again right after itself, or two words right after themselves."""
        return self._blocks_at(self._words.repeating)

    def _blocks_at(self, rows: Iterable[int]) -> list[TextBlock]:
        return [self.blocks[row] for row in sorted(set(rows))]

    @cached_property
    def _words(self) -> WordIndex:
        return WordIndex(block.text for _, block in self.blocks)

    @cached_property
    def _joined(self) -> str:
        return "\n".join([block.text for _, block in self.blocks])

    @cached_property
    def _starts(self) -> list[int]:
        return list(accumulate((len(block.text) + 1 for _, block in self.blocks), initial=0))

    @cached_property
    def _casefolded(self) -> str:
        return "\n".join([block.text for text in self._texts for block in text.blocks]).casefold()
