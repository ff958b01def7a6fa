"""All texts of a subject in a row, and in which of their blocks a word or a pattern may be found at all.

What it answers is never too little: a block that is not named has none of what was asked for. Whether one
that is named has it where it matters is for the rule to see. Everything is looked up when first asked.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import cached_property, lru_cache
from itertools import accumulate, pairwise
from operator import and_, eq
from typing import Any

from cardtool.documents import Block, Text
from cardtool.lint.core.matching import WORD, grouped, word_key

_PART = re.compile(r"\w+")

TextBlock = tuple[Text, Block]
"""A block that says something about the game of today, and the text it is in."""


class TextIndex(Sequence[Text]):
    """Texts, and an index of their words; words are compared without regard to case."""

    def __init__(self, texts: Iterable[Text]) -> None:
        self._given = texts
        self._matching: dict[re.Pattern[str], list[TextBlock]] = {}

    def __getitem__(self, at: Any) -> Any:
        return self._texts[at]

    def __iter__(self) -> Iterator[Text]:
        return iter(self._texts)

    def __len__(self) -> int:
        return len(self._texts)

    @cached_property
    def _texts(self) -> tuple[Text, ...]:
        return tuple(self._given)

    @cached_property
    def blocks(self) -> Sequence[TextBlock]:
        """Every block of today, in order."""
        return [(text, block) for text in self._texts for block in text.current]

    def matching(self, pattern: re.Pattern[str]) -> list[TextBlock]:
        """Return the blocks in which the pattern may be found, each once.

        It is searched for in all of them at once, with a line's end between two, and must not ask for
        the beginning or the end of a text.
        """
        if pattern not in self._matching:
            found, at = self._matching.setdefault(pattern, []), 0
            while match := pattern.search(self._joined, at):
                row = bisect_right(self._starts, match.start()) - 1
                found.append(self.blocks[row])
                at = self._starts[row + 1]
        return self._matching[pattern]

    def with_words(self, *words: str) -> list[TextBlock]:
        """Return the blocks that hold one of these words, in small letters; `it`, a part of it's, counts."""
        return self.with_words_of_all(words)

    def with_words_of_all(self, *groups: Iterable[str]) -> list[TextBlock]:
        """Return the blocks that hold a word of each of these groups."""
        found: set[int] | None = None
        for words in groups:
            rows = self._rows_of(form for word in words for form in self._forms.get(word, ()))
            found = rows if found is None else found & rows
            if not found:
                break
        return self._blocks_at(found or ())

    def with_pairs(self, firsts: Iterable[str], seconds: Collection[str]) -> list[TextBlock]:
        """Return the blocks in which one of the first words comes right before one of the second.

        Words are whole ones, in small letters; what stands between the two does not count.
        """
        behind = (self._behind[first] for first in firsts if first in self._behind)
        return self._blocks_at(row for rows in behind for word in rows.keys() & seconds for row in rows[word])

    def words_behind(self, words: Iterable[str]) -> set[str]:
        """Return every word that comes right behind one of these."""
        return set().union(*(self._behind[word] for word in words if word in self._behind))

    def with_keys(self, keys: Iterable[str]) -> list[TextBlock]:
        """Return the blocks that hold a word with one of these keys."""
        return self._blocks_at(self._rows_of(word for key in keys for word in self._keys.get(key, ())))

    @property
    def words(self) -> Collection[str]:
        """Every word of these texts, in small letters."""
        return self._rows.keys()

    @property
    def repeating(self) -> list[TextBlock]:
        """The blocks in which a word comes again right after itself, or two words right after themselves."""
        return self._blocks_at(row for row, words in enumerate(self._words) if _repeats(words))

    def _rows_of(self, words: Iterable[str]) -> set[int]:
        return set().union(*[self._rows[word] for word in words])

    def _blocks_at(self, rows: Iterable[int]) -> list[TextBlock]:
        return [self.blocks[row] for row in sorted(set(rows))]

    @cached_property
    def _words(self) -> Sequence[Sequence[str]]:
        return [_words_of(block.text) for _, block in self.blocks]

    @cached_property
    def _rows(self) -> dict[str, list[int]]:
        """Each word with the blocks it is in."""
        return grouped((word, row) for row, words in enumerate(self._words) for word in set(words))

    @cached_property
    def _behind(self) -> dict[str, dict[str, list[int]]]:
        """Each word with the words that come right behind it, and the blocks where they do."""
        behind: dict[str, dict[str, list[int]]] = {word: {} for word in self._rows}
        for row, words in enumerate(self._words):
            for first, second in pairwise(words):
                behind[first].setdefault(second, []).append(row)
        return behind

    @cached_property
    def _forms(self) -> dict[str, list[str]]:
        """Each word, and each part of one that has an apostrophe, with the words of the texts it is in."""
        return grouped((part, word) for word in self._rows for part in {word, *_PART.findall(word)})

    @cached_property
    def _keys(self) -> dict[str, list[str]]:
        return grouped((word_key(word), word) for word in self._rows)

    @cached_property
    def _joined(self) -> str:
        return "\n".join([block.text for _, block in self.blocks])

    @cached_property
    def _starts(self) -> list[int]:
        return list(accumulate((len(block.text) + 1 for _, block in self.blocks), initial=0))


@lru_cache(maxsize=1 << 10)  # cards say the same again and again
def _words_of(text: str) -> Sequence[str]:
    return list(map(str.casefold, WORD.findall(text)))


def _repeats(words: Sequence[str]) -> bool:
    if any(map(eq, words, words[1:])):
        return True
    again = list(map(eq, words, words[2:]))
    return True in again and any(map(and_, again, again[1:]))
