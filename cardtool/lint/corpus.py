"""All texts of a subject in a row, and in which of their blocks something may be found at all.

What it answers is never too little: a block that is not named has none of what was asked for. Whether
one that is named has it where it matters is for the rule to see. Everything is looked up when first asked.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property
from itertools import accumulate
from typing import overload

from cardtool.documents import Block, Text
from cardtool.lint.repeats import Run, runs_in, without_copies
from cardtool.lint.word_index import WordIndex

__all__ = ["Corpus", "Spot"]

Spot = tuple[Text, Block]
"""A block that says something about the game of today, and the text it is in."""


class Corpus(Sequence[Text]):
    """Texts, and an index of their words; words are compared without regard to case."""

    def __init__(self, texts: Iterable[Text]) -> None:
        self._texts = tuple(texts)
        self._runs: dict[int, tuple[Run, ...]] = {}

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
    def spots(self) -> Sequence[Spot]:
        """Every block of today, in order."""
        return [(text, block) for text in self._texts for block in text.current]

    def printed_twice(self, text: Text) -> Sequence[Run]:
        """Every passage that one of these texts has printed before."""
        if id(text) not in self._runs:
            self._runs[id(text)] = tuple(runs_in(text))
        return self._runs[id(text)]

    def once(self, text: Text) -> Text:
        """One of these texts with nothing in it that it has printed before."""
        runs = self.printed_twice(text)
        return without_copies(text, runs) if runs else text

    def signs(self, *signs: str) -> tuple[str, ...]:
        """Those of these signs, in small letters, that stand anywhere in a text, be it of today or not."""
        return tuple(sign for sign in signs if sign in self._low)

    def matching(self, pattern: re.Pattern[str]) -> Iterator[Spot]:
        """The blocks in which the pattern may be found, each once.

        It is searched for in all of them at once, with a line's end between two, and must not ask for
        the beginning or the end of a text.
        """
        at = 0
        while match := pattern.search(self._joined, at):
            row = bisect_right(self._starts, match.start()) - 1
            yield self.spots[row]
            at = self._starts[row + 1]

    def holding(self, *words: str) -> list[Spot]:
        """The blocks that hold one of these words, given in small letters; its part `it` is in it's, too."""
        return self._at(self._words.holding(words))

    def holding_all(self, *groups: Iterable[str]) -> list[Spot]:
        """The blocks that hold a word of each of these groups."""
        rows = set(self._words.holding(groups[0]))
        for words in groups[1:]:
            rows = rows and rows.intersection(self._words.holding(words))
        return self._at(rows)

    def worded(self, is_meant: Callable[[str], object]) -> list[Spot]:
        """The blocks with a word that is meant, asked for in small letters and with its apostrophes."""
        return self._at(self._words.worded(is_meant))

    def keyed(self, keys: Iterable[str]) -> list[Spot]:
        """The blocks that hold a word with one of these keys."""
        return self._at(self._words.keyed(keys))

    def in_two_forms(self, keys: Iterable[str]) -> list[Spot]:
        """The blocks that hold two different words with one of these keys, such as card and cards."""
        return self._at(self._words.in_two_forms(keys))

    @property
    def echoing(self) -> list[Spot]:
        """The blocks in which a word comes again right after itself, or two words right after themselves."""
        return self._at(self._words.echoing)

    def _at(self, rows: Iterable[int]) -> list[Spot]:
        return [self.spots[row] for row in sorted(set(rows))]

    @cached_property
    def _words(self) -> WordIndex:
        return WordIndex(block.text for _, block in self.spots)

    @cached_property
    def _joined(self) -> str:
        return "\n".join([block.text for _, block in self.spots])

    @cached_property
    def _starts(self) -> list[int]:
        return list(accumulate((len(block.text) + 1 for _, block in self.spots), initial=0))

    @cached_property
    def _low(self) -> str:
        return "\n".join([block.text for text in self._texts for block in text.blocks]).casefold()
