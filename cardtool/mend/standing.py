"""Where in a file the words stand that are to be replaced, and what to write there instead.

A file is looked at as it was saved, with its own line ends. Between words any space will do, line ends
and what begins the next line included, for a text may have been wrapped anywhere.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import zip_longest

__all__ = ["Lines", "Place", "stands"]

_BREAK = re.compile(r"\r\n?|\n")
_GAP = re.compile(r"(?=\s)[ \t]*+(?:(?:\r\n?|\n)[ \t]*+(?:>[ \t]*+)*+)*+")  # > goes on quoting in Markdown


class Lines:
    """A text, and where its lines begin."""

    def __init__(self, text: str) -> None:
        self.text = text

    def offset(self, line: int, column: int) -> int | None:
        """The offset of a place, both counted from 1; None where the text has no such place."""
        if not 1 <= line <= len(self._starts):
            return None
        start = self._starts[line - 1]
        end = self._starts[line] if line < len(self._starts) else len(self.text) + 1
        return start + column - 1 if 1 <= column <= end - start else None

    @cached_property
    def _starts(self) -> list[int]:
        return [0, *(found.end() for found in _BREAK.finditer(self.text))]


@dataclass(frozen=True, slots=True)
class Place:
    """A stretch of a text, and what is to stand there."""

    start: int
    end: int
    new: str


def stands(text: str, at: int, old: str, new: str, written: Callable[[str], str] = str) -> Place | None:
    """The place of `old`, if that is what stands at this offset; None if something else does.

    `written` gives words as this sort of text writes them. As many new words as old keep the spaces
    and line ends that are between them.
    """
    if old and text.startswith(written(old), at):
        return Place(at, at + len(written(old)), written(new))
    wanted, put = [written(word) for word in old.split()], [written(word) for word in new.split()]
    gaps = _gaps(text, at, wanted) if wanted and old == old.strip() else None
    if gaps is None:
        return None
    end = at + sum(map(len, (*wanted, *gaps)))
    between = gaps if len(put) == len(wanted) else [" "] * (len(put) - 1)
    return Place(at, end, "".join(part for pair in zip_longest(put, between, fillvalue="") for part in pair))


def _gaps(text: str, at: int, words: Sequence[str]) -> list[str] | None:
    """The space between these words, which stand at this offset; None if they do not."""
    gaps: list[str] = []
    for row, word in enumerate(words):
        if row:
            gap = _GAP.match(text, at)
            if gap is None:
                return None
            gaps.append(gap[0])
            at = gap.end()
        if not text.startswith(word, at):
            return None
        at += len(word)
    return gaps
