"""A text made from another, which knows where each of its letters came from."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterator
from dataclasses import dataclass

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
        matches = list(pattern.finditer(self.text))
        if not matches:
            return self
        parts: list[tuple[str, int]] = []
        end = 0
        for match in matches:
            new = by(match)
            parts.append((self.text[end : match.start()], end))
            parts.append((new, match.start() + max(match[0].find(new), 0)))
            end = match.end()
        return self._joined([*parts, (self.text[end:], end)])

    def part(self, start: int, end: int) -> Traced:
        """The text from one offset to another."""
        return self._joined([(self.text[start:end], start)])

    def stripped(self) -> Traced:
        """The text without the space at its ends."""
        start = len(self.text) - len(self.text.lstrip())
        return self.part(start, len(self.text.rstrip()) or start)

    def places(self, marks: Marks) -> Marks:
        """Where the letters of this text stand, given where those of the original do."""
        return Marks(marks.line, marks.column, stretches=tuple(self._stretches(marks)))

    def _stretches(self, marks: Marks) -> Iterator[Stretch]:
        ends = [*(here for here, _ in self.pieces[1:]), len(self.text) + 1]
        for (here, there), end in zip(self.pieces, ends, strict=True):
            yield Stretch(here, *marks.of_letter(there))
            first = bisect_right(marks.stretches, there, key=lambda each: each.offset)
            for each in marks.stretches[first:]:
                if each.offset - there >= end - here:
                    break
                yield Stretch(here + each.offset - there, each.line, each.column)

    def _joined(self, parts: list[tuple[str, int]]) -> Traced:
        """Parts of this text, or what stands for them, each with its offset in it."""
        pieces: list[tuple[int, int]] = []
        texts: list[str] = []
        length = 0
        for text, start in parts:
            if text:
                pieces.append((length, self.origin(start)))
                inner = [each for each in self.pieces if start < each[0] < start + len(text)]
                pieces += [(length + here - start, there) for here, there in inner]
                texts.append(text)
                length += len(text)
        return Traced("".join(texts), tuple(pieces) or ((0, self.origin(parts[0][1])),))
