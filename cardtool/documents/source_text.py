"""Texts that know where their letters stand in a file, and the lines, cells and enclosed stretches in them.

Knows nothing of Markdown, nor of what a line means. The lists of patterns that are data are read here, too.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache, lru_cache
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

from cardtool.memory import LazyRegex
from cardtool.model import LetterPlaces, SourceMap, Span
from cardtool.unicode_text import UNSEEN

_LINE_BREAK = re.compile(r"[\n\f\v\x85\u2028\u2029]")
_GLUED = re.compile(r"[^\S\t]{3,}")
_LONG = 300  # letters; a line of more that holds wide gaps is a page whose breaks were lost
_GAP = " "
PICTURE = "\N{OBJECT REPLACEMENT CHARACTER}"
"""What stands for something that is no words: a picture, an icon, code."""
_TAB = 4
_UNSEEN = re.compile(f"\u00ad(?!\r?\n)|[\u200c\u200d{UNSEEN}]")
_CLOSERS = "\"'”’»)]*_"
CELL_GAP = re.compile(r"(?<=[^\s.!?:;,])\s{2,}(?=\S)")
_TABS = re.compile(r"(?:(?<![^\S\t])[^\S\t]++)?\t\s*")  # a row of blanks is gone through once
_PIPE = re.compile(r"(?:(?<!\s)\s++)?(?<!\\)\|\s*")
_SPACE = re.compile("[\r\xa0\u2000-\u200a\u202f\u205f\u3000]")


def find_enclosed(text: str, *pairs: tuple[str, str]) -> Iterator[tuple[int, int]]:
    """Yield where each stretch from an opening to a closing sign begins and ends, the signs included.

    Signs are patterns without groups, in any case. What is never closed is no stretch: the closing sign is
    looked for once, and not again from every later opening one.
    """
    opening = re.compile("|".join(f"({start})" for start, _ in pairs), re.IGNORECASE)
    closing = {row: re.compile(end, re.IGNORECASE) for row, (_, end) in enumerate(pairs, start=1)}
    at = 0
    while closing and (start := opening.search(text, at)):
        row = start.lastindex or 0
        end = closing[row].search(text, start.end()) if row in closing else None
        if end is None:
            closing.pop(row, None)
            at = start.start() + 1
        else:
            yield start.start(), end.end()
            at = end.end()


def closing_ticks(text: str) -> dict[int, int]:
    """Return where code that begins at a run of backticks ends: after the next run of the same length."""
    last: dict[int, int] = {}
    closing: dict[int, int] = {}
    for run in re.finditer("`+", text):
        length = len(run[0])
        if length in last:
            closing[last[length]] = run.end()
        last[length] = run.start()
    return closing


class MappedText(NamedTuple):
    """A text, and `pieces`: from which offset of it on which offset of the original is meant."""

    text: str
    pieces: tuple[tuple[int, int], ...] = ((0, 0),)

    def origin(self, offset: int) -> int:
        """Return the offset in the original of the letter at this offset of the text."""
        here, there = self.pieces[max(bisect_right(self.pieces, (offset, 1 << 60)) - 1, 0)]
        return there + offset - here

    def replaced(self, pattern: re.Pattern[str], by: Callable[[re.Match[str]], str]) -> MappedText:
        """Return the text with every match replaced.

        A replacement that occurs in its match, as the words inside emphasis do, keeps its place there.
        """
        edits: list[tuple[int, int, str]] = []
        for match in pattern.finditer(self.text):
            new, (start, end) = by(match), match.span()
            if (kept := match[0].find(new)) >= 0:
                edits += [(start, start + kept, ""), (start + kept + len(new), end, "")]
            else:
                edits.append((start, end, new))
        return self.edited(edits)

    def edited(self, edits: Iterable[tuple[int, int, str]]) -> MappedText:
        """Return the text with these stretches, in order, replaced by what came from where each begins."""
        parts: list[tuple[str, int]] = []
        last = 0
        for start, end, new in edits:
            parts += [(self.text[last:start], last), (new, start)]
            last = end
        return self._joined([*parts, (self.text[last:], last)]) if parts else self

    def part(self, start: int, end: int) -> MappedText:
        """Return the text from one offset to another."""
        return self._joined([(self.text[start:end], start)])

    def parts(self, spans: Sequence[tuple[int, int]], between: Sequence[str]) -> MappedText:
        """Return these stretches of the text, one after the other, with these signs between them.

        A sign came from where the stretch before it ended.
        """
        if len(spans) == 1:
            return self.part(*spans[0])
        joined = [(self.text[spans[0][0] : spans[0][1]], spans[0][0])]
        for ((_, end), (start, after)), sign in zip(pairwise(spans), between, strict=True):
            joined += [(sign, end), (self.text[start:after], start)]
        return self._joined(joined)

    def stripped(self) -> MappedText:
        """Return the text without the space at its ends."""
        if self.text == self.text.strip():
            return self
        start = len(self.text) - len(self.text.lstrip())
        return self.part(start, len(self.text.rstrip()) or start)

    def places(self, original: LetterPlaces) -> LetterPlaces:
        """Return what knows where the letters of this text stand, given what knows it of the original."""
        return _MappedPlaces(self, original)

    def _joined(self, parts: list[tuple[str, int]]) -> MappedText:
        """Return parts of this text, or what stands for them, each with its offset in it."""
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
        return MappedText("".join(texts), tuple(pieces) or ((0, self.origin(parts[0][1])),))


class _MappedPlaces(NamedTuple):
    text: MappedText
    original: LetterPlaces

    def at_letter(self, offset: int) -> tuple[int, int]:
        return self.original.at_letter(self.text.origin(offset))


class TextLine(NamedTuple):
    """A line that holds something: `start` and `end` in the whole text, less the space around it.

    `indent` is in columns. `apart` is whether an empty line, a new page or nothing at all stands before
    it, `page` whether a new page does.
    """

    text: str
    start: int
    end: int
    indent: int
    apart: bool
    page: bool


@lru_cache(maxsize=1)  # who reads a file asks for several things in it
def map_lines(text: str) -> SourceMap:
    """Return where the letters of a whole file stand."""
    starts, offset = [], 0
    for row, line in enumerate(text.split("\n"), start=1):
        starts.append(Span(offset, row, 1))
        offset += len(line) + 1
    return SourceMap(1, 1, spans=tuple(starts))


def normalise_spaces(written: MappedText) -> MappedText:
    """Return the text with every sort of space as a plain one, and without signs that cannot be seen."""
    plain = MappedText(_SPACE.sub(" ", written.text), written.pieces)
    return plain.replaced(_UNSEEN, lambda match: "")


def split_lines(text: str) -> Iterator[TextLine]:
    """Yield the lines of a text that are not empty."""
    apart, page = True, True
    for start, end, sign in _line_spans(text):
        written = text[start:end]
        stripped = written.strip()
        if stripped:
            before = written[: len(written) - len(written.lstrip())]
            at = start + len(before)
            yield TextLine(stripped, at, at + len(stripped), column_width(before), apart, page)
        apart = not stripped or sign in ("\f", _GAP)
        page = sign == "\f" or (page and not stripped)


def _line_spans(text: str) -> Iterator[tuple[int, int, str]]:
    """Yield start and end of every line, and the sign that ends it."""
    start = 0
    for end in _LINE_BREAK.finditer(f"{text}\n"):
        for gap in _GLUED.finditer(text, start, end.start()) if end.start() - start > _LONG else ():
            yield start, gap.start(), _GAP
            start = gap.end()
        yield start, end.start(), end[0]
        start = end.end()


def column_width(space: str) -> int:
    """Return how wide this space is; a tab reaches to the next fourth column."""
    return len(space.expandtabs(_TAB))


def ends_sentence(text: str) -> bool:
    """Return whether a line ends as a sentence, or as what announces a list, does."""
    stripped = text.rstrip(_CLOSERS)
    return not stripped or stripped[-1] in ".!?:;…" or text[-1] in '"”»'


def find_cells(text: str, start: int = 0) -> list[tuple[int, int]]:
    """Return where the cells of a row stand in the text in which it begins at `start`."""
    by_bars = text.startswith("|")
    gaps = (_PIPE if by_bars else _TABS if "\t" in text else CELL_GAP).finditer(text)
    edges = [0, *(edge for gap in gaps for edge in gap.span()), len(text)]
    cells = [(start + left, start + right) for left, right in zip(edges[::2], edges[1::2], strict=True)]
    if by_bars:
        return cells[1:-1] if cells[-1][0] == cells[-1][1] and len(cells) > 2 else cells[1:]
    return cells


_NAME = re.compile(r"\[([\w ]+)\]")  # and no pattern that begins and ends with a choice of signs


def pattern_of_lines(*names: str, before: str = "", after: str = "") -> LazyRegex:
    """Return what matches one of these lists, in any case, between what may stand before and after it."""
    lists = read_lists(Path(__file__).with_name("line_patterns.txt"))
    lines = (line for name in names for line in lists[name])
    return LazyRegex(f"{before}(?:{'|'.join(lines)}){after}", re.IGNORECASE | re.MULTILINE)


@cache
def read_lists(file: Path) -> dict[str, list[str]]:
    """Return the lines of each list of a file by its name, less comments and empty ones."""
    lists: dict[str, list[str]] = {}
    for line in file.read_text(encoding="utf-8").splitlines():
        if name := _NAME.fullmatch(line):
            lines = lists.setdefault(name[1], [])
        elif line and not line.startswith("# "):
            lines.append(line)
    return lists
