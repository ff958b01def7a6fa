"""Which lines of a plain text are headings, though nothing marks them as such."""

from __future__ import annotations

from collections.abc import Sequence, Set
from dataclasses import dataclass

from cardtool.prose.blocks import Sort
from cardtool.prose.headings import in_capitals, looks_like_heading, version
from cardtool.prose.history import CHANGE
from cardtool.prose.lines import Line
from cardtool.prose.plain_parts import PlainPart
from cardtool.prose.wrapping import ends_sentence

__all__ = ["Titles"]

_MOST = 2  # lines in a row that could be headings; more are a list of names


@dataclass(frozen=True, slots=True)
class Titles:
    """The lines that are `likely` headings by their words, and which of them are by what stands around."""

    lines: Sequence[Line]
    furniture: Set[int]
    likely: Sequence[bool]

    @classmethod
    def of(cls, lines: Sequence[Line], texts: Sequence[str], furniture: Set[int], rows: Set[int]) -> Titles:
        """`texts` are the lines without the marks of items, empty for one that is surely no heading."""
        likely = [
            bool(text) and row not in rows and looks_like_heading(text) and not CHANGE.match(text)
            for row, text in enumerate(texts)
        ]
        return cls(lines, furniture, likely)

    def is_title(self, row: int, before: PlainPart | None) -> bool:
        """Whether the line in this row is a heading, where `before` is what it would else go on with."""
        line, after = self.lines[row], self._after(row)
        if after is None:
            return False
        if version(line.text):
            return True
        if not self.likely[row] or (after.text[0].islower() and not after.apart):
            return False
        if not line.apart and _is_unfinished(before):
            return False
        return self._neighbours(row) <= _MOST or in_capitals(line.text)

    def _neighbours(self, row: int) -> int:
        """How many lines in a row, this among them, could be headings; of many no more than are too many."""
        first = last = row
        while first and self.likely[first - 1] and row - first <= _MOST:
            first -= 1
        while last + 1 < len(self.likely) and self.likely[last + 1] and last - row <= _MOST:
            last += 1
        return last - first + 1

    def _after(self, row: int) -> Line | None:
        """The line that comes next, less a few lines of furniture."""
        rows = range(row + 1, min(row + 4, len(self.lines)))
        return next((self.lines[each] for each in rows if each not in self.furniture), None)


def _is_unfinished(part: PlainPart | None) -> bool:
    return part is not None and part.sort is Sort.PARAGRAPH and not ends_sentence(part.last.text)
