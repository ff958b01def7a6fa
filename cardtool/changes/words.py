"""The words of a text, and which names occur in it: in any case, number, possessive and hyphenation."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cached_property, lru_cache
from itertools import chain

from cardtool.documents import singular
from cardtool.references import plain_name

__all__ = ["Names", "key", "words"]

_WORD = re.compile(r"[^\W_]+(?:'[^\W_]+)*")
_UNSPACED = re.compile("[\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff]")  # scripts that part no words

Key = tuple[str, ...]
"""A name as names are compared: its words in small letters and for one, without possessive endings."""


def words(text: str) -> Key:
    """The words of a text in small letters, as they are inflected."""
    return tuple(match[0] for match in _WORD.finditer(plain_name(text).casefold()))


def key(name: str) -> Key:
    """What a name has in common with its plural, its possessive and its hyphenation.

    A name without a letter or a figure in it is its own key.
    """
    return tuple(_stem(word) for word in words(name)) or (plain_name(name).casefold().strip(),)


class Names:
    """Names to be looked for in texts; where one is part of another, the longer is meant."""

    def __init__(self, names: Iterable[str]) -> None:
        self._unspaced: dict[str, Key] = {}
        self._by_first: dict[str, list[Key]] = {}
        keys: set[Key] = set()
        for name in names:
            if _UNSPACED.search(name) or not words(name):
                self._unspaced[plain_name(name).casefold().strip()] = key(name)
            else:
                keys.add(key(name))
        for each in sorted(keys, key=lambda known: (-len(known), known)):
            self._by_first.setdefault(each[0], []).append(each)

    def inside(self, text: str) -> frozenset[Key]:
        """The keys of all names that the text says."""
        return frozenset(name for _, _, name in self.spans(text))

    def spans(self, text: str) -> Iterator[tuple[int, int, Key]]:
        """Where the text says which name: start, end and key, in order and none inside another."""
        plain = plain_name(text)
        found = chain(self._unspaced_in(plain), self._in_words(plain))
        end = 0
        for span in sorted(found, key=lambda span: (span[0], -span[1])):
            if span[0] >= end:
                yield span
                end = span[1]

    def _unspaced_in(self, text: str) -> Iterator[tuple[int, int, Key]]:
        for match in self._any_unspaced.finditer(text) if self._unspaced else ():
            known = self._unspaced.get(match[0].casefold())
            if known:
                yield *match.span(), known

    @cached_property
    def _any_unspaced(self) -> re.Pattern[str]:
        longest_first = sorted(self._unspaced, key=lambda name: (-len(name), name))
        return re.compile("|".join(map(re.escape, longest_first)), re.IGNORECASE)

    def _in_words(self, text: str) -> Iterator[tuple[int, int, Key]]:
        if not self._by_first:
            return
        said = [(match.start(), match.end(), _stem(match[0].casefold())) for match in _WORD.finditer(text)]
        stems = tuple(stem for _, _, stem in said)
        at = 0
        while at < len(said):
            known = self._by_first.get(stems[at], ())
            name = next((each for each in known if stems[at : at + len(each)] == each), None)
            if name:
                yield said[at][0], said[at + len(name) - 1][1], name
            at += len(name) if name else 1


@lru_cache(maxsize=20_000)
def _stem(word: str) -> str:
    """The word less its ending; an e goes as well, for nobody can tell axes of an axe from those of an ax."""
    return singular(word.removesuffix("'s")).removesuffix("e") or word
