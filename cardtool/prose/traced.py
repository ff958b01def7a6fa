"""A text made from another, which knows where each of its letters came from."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from cardtool.model import Marks, Stretch

__all__ = ["Traced"]


@dataclass(frozen=True, slots=True)
class Traced:
    """A text, and `pieces`: from which offset of it on which offset of the original is meant."""

    text: str
    pieces: tuple[tuple[int, int], ...] = ((0, 0),)

    def origin(self, offset: int) -> int:
        """The offset in the original of the letter at this offset of the text."""
        here, there = self.pieces[max(bisect_right(self.pieces, (offset, 1 << 60)) - 1, 0)]
        return there + offset - here

    def replaced(self, pattern: re.Pattern[str], by: Callable[[re.Match[str]], str]) -> Traced:
        """The text with every match replaced; a replacement came from where its match began.

        A replacement that occurs in its match, as the words inside emphasis do, keeps its place there.
        """
        edits = []
        for match in pattern.finditer(self.text):
            new = by(match)
            edits.append((match.start(), match.end(), new, match.start() + max(match[0].find(new), 0)))
        return self._edited(edits)

    def edited(self, edits: Iterable[tuple[int, int, str]]) -> Traced:
        """The text with these stretches, given in order, replaced."""
        return self._edited([(start, end, new, start) for start, end, new in edits])

    def part(self, start: int, end: int) -> Traced:
        """The text from one offset to another."""
        return self._joined([(self.text[start:end], start)])

    def parts(self, spans: Sequence[tuple[int, int]], between: Sequence[str]) -> Traced:
        """These stretches of the text, one after the other, with these signs between them.

        A sign came from where the stretch before it ended.
        """
        if len(spans) == 1:
            return self.part(*spans[0])
        joined = [(self.text[spans[0][0] : spans[0][1]], spans[0][0])]
        for ((_, end), (start, after)), sign in zip(pairwise(spans), between, strict=True):
            joined += [(sign, end), (self.text[start:after], start)]
        return self._joined(joined)

    def stripped(self) -> Traced:
        """The text without the space at its ends."""
        if self.text == self.text.strip():
            return self
        start = len(self.text) - len(self.text.lstrip())
        return self.part(start, len(self.text.rstrip()) or start)

    def places(self, marks: Marks) -> Marks:
        """Where the letters of this text stand, given where those of the original do."""
        if marks.stretches:
            return Marks(marks.line, marks.column, stretches=tuple(self._stretches(marks)))
        line, column = marks.line, marks.column
        return Marks(
            line,
            column,
            stretches=tuple([Stretch(here, line, column + there) for here, there in self.pieces]),
        )

    def _stretches(self, marks: Marks) -> Iterator[Stretch]:
        known = marks.stretches
        ends = [*(here for here, _ in self.pieces[1:]), len(self.text) + 1]
        for (here, there), end in zip(self.pieces, ends, strict=True):
            yield Stretch(here, *marks.of_letter(there))
            row = bisect_right(known, there, key=lambda each: each.offset)
            while row < len(known) and known[row].offset - there < end - here:
                yield Stretch(here + known[row].offset - there, known[row].line, known[row].column)
                row += 1

    def _edited(self, edits: list[tuple[int, int, str, int]]) -> Traced:
        """The text with stretches replaced: start, end, what is new and where that came from, in order."""
        if not edits:
            return self
        parts: list[tuple[str, int]] = []
        last = 0
        for start, end, new, origin in edits:
            parts += [(self.text[last:start], last), (new, origin)]
            last = end
        return self._joined([*parts, (self.text[last:], last)])

    def _joined(self, parts: list[tuple[str, int]]) -> Traced:
        """Parts of this text, or what stands for them, each with its offset in it."""
        pieces: list[tuple[int, int]] = []
        texts: list[str] = []
        length = 0
        is_whole = len(self.pieces) == 1
        for text, start in parts:
            if text:
                pieces.append((length, self.origin(start)))
                if not is_whole:
                    first = bisect_right(self.pieces, (start, 1 << 60))
                    after = bisect_left(self.pieces, (start + len(text), -1))
                    pieces += [(length + here - start, there) for here, there in self.pieces[first:after]]
                texts.append(text)
                length += len(text)
        return Traced("".join(texts), tuple(pieces) or ((0, self.origin(parts[0][1])),))
