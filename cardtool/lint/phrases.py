"""Where names stand in a text: in any inflection, case and hyphenation, the longest winning."""

from __future__ import annotations

import re
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
    """A name as keys, and what it has between its words."""

    name: str
    keys: tuple[str, ...]
    gaps: tuple[str, ...]


class Phrases:
    """Names to look for. One that has no word in it, such as an arrow, is never met."""

    def __init__(self, names: Iterable[str]) -> None:
        self._paths: dict[str, list[_Path]] = {}
        for name in sorted(set(names)):
            words = tuple(words_in(name))
            if words:
                path = _Path(name, tuple(word.key for word in words), tuple(_gaps(name, words)))
                self._paths.setdefault(words[0].key, []).append(path)
                if len(words) == 2:  # Play Mat is also written Playmat
                    joined = _Path(name, ("".join(path.keys),), ())
                    self._paths.setdefault(joined.keys[0], []).append(joined)
        for paths in self._paths.values():
            paths.sort(key=lambda path: (-len(path.keys), path.name))

    @property
    def first_keys(self) -> Collection[str]:
        """The keys of which a text has one where it has one of the names."""
        return self._paths.keys()

    def met_in(self, text: str) -> Iterator[Meeting]:
        """Every name met, from left to right; what lies inside a longer name is not met."""
        if self._may_be_in(text):
            yield from self.met_among(text, list(words_in(text)))

    def met_among(self, text: str, words: Sequence[Word]) -> Iterator[Meeting]:
        """Every name met, given all the words of the text."""
        at = 0
        while at < len(words):
            path = self._at(text, words, at)
            if path:
                last = words[at + len(path.keys) - 1]
                yield Meeting(words[at].start, last.end, path.name)
            at += len(path.keys) if path else 1

    def _may_be_in(self, text: str) -> bool:
        """Whether some word of the text begins a name; far quicker than to look closely."""
        paths = self._paths
        return any(key_of(word) in paths for word in _SCAN.findall(text))

    def _at(self, text: str, words: Sequence[Word], at: int) -> _Path | None:
        for path in self._paths.get(words[at].key, ()):
            if _runs(path, text, words, at):
                return path
        return None


def _runs(path: _Path, text: str, words: Sequence[Word], at: int) -> bool:
    """Whether the words from here on are those of the name, and nothing parts them that does not belong."""
    found = words[at : at + len(path.keys)]
    if tuple(word.key for word in found) != path.keys:
        return False
    return all(gap in _JOINED or gap == own for gap, own in zip(_gaps(text, found), path.gaps, strict=True))


def _gaps(text: str, words: Sequence[Word]) -> Iterator[str]:
    for word, after in pairwise(words):
        gap = text[word.end : after.start]
        yield gap.strip() if "\t" not in gap and len(gap) < 200 else "\t"
