"""Where names stand in a text: in any inflection, case and hyphenation, the longest winning."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

from cardtool.lint.spelt import Word, key_of, words_in

__all__ = ["Meeting", "Phrases"]

_JOINED = frozenset({"", "-", "‐", "‑"})  # what may stand between the words of a name, less the space
_SCAN = re.compile(r"\w+(?:['’]\w+)*")


class Meeting(NamedTuple):
    """A name in a text, from one offset to another; the offsets leave out a possessive's ending."""

    start: int
    end: int
    name: str


@dataclass(frozen=True, slots=True)
class _Path:
    """A name, and what it has between its words."""

    name: str
    gaps: tuple[str, ...]


class Phrases:
    """Names to look for. One that has no word in it, such as an arrow, is never met."""

    def __init__(self, names: Iterable[str]) -> None:
        self._paths: defaultdict[tuple[str, ...], list[_Path]] = defaultdict(list)
        lengths: defaultdict[str, set[int]] = defaultdict(set)
        for name in sorted(set(names)):
            words = tuple(words_in(name))
            keys = tuple(word.key for word in words)
            self._paths[keys].append(_Path(name, tuple(_gaps(name, words))))
            if len(words) == 2:  # Play Mat is also written Playmat
                self._paths[("".join(keys),)].append(_Path(name, ()))
        for keys in filter(None, self._paths):
            lengths[keys[0]].add(len(keys))
        self._lengths = {first: sorted(found, reverse=True) for first, found in lengths.items()}

    @property
    def first_keys(self) -> Collection[str]:
        """The keys of which a text has one where it has one of the names."""
        return self._lengths.keys()

    def met_in(self, text: str) -> Iterator[Meeting]:
        """Every name met, from left to right; what lies inside a longer name is not met."""
        if self._may_be_in(text):
            yield from self.met_among(text, list(words_in(text)))

    def met_among(self, text: str, words: Sequence[Word]) -> Iterator[Meeting]:
        """Every name met, given all the words of the text."""
        at = 0
        while at < len(words):
            path = self._at(text, words, at)
            last = at + len(path.gaps) if path else at
            if path:
                yield Meeting(words[at].start, words[last].end, path.name)
            at = last + 1

    def _may_be_in(self, text: str) -> bool:
        """Whether some word of the text begins a name; far quicker than to look closely."""
        firsts = self._lengths
        return any(key_of(word) in firsts for word in _SCAN.findall(text))

    def _at(self, text: str, words: Sequence[Word], at: int) -> _Path | None:
        """The longest name whose words are those from here on, if nothing parts them that does not belong."""
        for length in self._lengths.get(words[at].key, ()):
            found = words[at : at + length]
            for path in self._paths.get(tuple(word.key for word in found), ()):
                gaps = zip(_gaps(text, found), path.gaps, strict=True)
                if all(gap in _JOINED or gap == own for gap, own in gaps):
                    return path
        return None


def _gaps(text: str, words: Sequence[Word]) -> Iterator[str]:
    for word, after in pairwise(words):
        gap = text[word.end : after.start]
        yield gap.strip() if "\t" not in gap and len(gap) < 200 else "\t"
