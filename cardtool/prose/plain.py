"""Plain text as word processors, websites and PDFs leave it: read for what its lines are."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from cardtool.model import Marks
from cardtool.prose.blocks import Block, Sort
from cardtool.prose.furniture import furniture
from cardtool.prose.headings import in_capitals, looks_like_heading, numbered, version
from cardtool.prose.history import CHANGE, with_history
from cardtool.prose.inline import unmarked
from cardtool.prose.items import ItemMark, item_mark, settled
from cardtool.prose.labels import BULLET, ranks
from cardtool.prose.lines import Line, by_lines, legible, lines_of
from cardtool.prose.markdown import read_markdown
from cardtool.prose.nesting import Nesting
from cardtool.prose.rows import as_row, rows_of
from cardtool.prose.traced import Traced
from cardtool.prose.wrapping import Wrapping, ends_sentence

__all__ = ["read_plain"]

_HEADING = re.compile(r"#{1,6}\s+\S.*", re.MULTILINE)
_UNDERLINE = re.compile(r"={3,}|-{3,}|~{3,}")
_LONG = 40  # letters: a line of more, or one that ends a sentence, is text
_LONGEST_TITLE = 80


def read_plain(text: str | Traced, file: str, marks: Marks | None = None) -> tuple[Block, ...]:
    """The blocks of a text file, as a word processor saves it; one with Markdown's headings is Markdown."""
    whole = Traced(text) if isinstance(text, str) else text
    if len(_HEADING.findall(whole.text)) > 1:
        return read_markdown(whole, file, marks)
    marks = marks or by_lines(whole.text)
    read = _Reader.of(legible(whole))
    return tuple(with_history([part.block(read.whole, file, marks) for part in read.parts()]))


@dataclass(slots=True)
class _Part:
    """A block in the making: its lines, and the letters of the first that are its mark."""

    sort: Sort
    lines: list[Line]
    level: int = 0
    mark: ItemMark | None = None
    between: list[str] = field(default_factory=list)

    @property
    def last(self) -> Line:
        return self.lines[-1]

    @property
    def is_bare(self) -> bool:
        """Whether it is the mark of an item, and nothing more so far."""
        return self.mark is not None and len(self.lines) == 1 and len(self.last.text) <= self.mark.length

    def block(self, whole: Traced, file: str, marks: Marks) -> Block:
        read = self._words(whole)
        label = self.mark.label if self.mark else ""
        return Block(self.sort, read.text, file, read.places(marks), self.level, label)

    def _words(self, whole: Traced) -> Traced:
        spans = [(line.start, line.end) for line in self.lines]
        first = spans[0]
        if self.mark and not self.mark.emphasised:
            spans[0] = (min(first[0] + self.mark.length, first[1]), first[1])
        for row, sign in enumerate(self.between):
            if not sign:  # a word broken by a hyphen
                spans[row] = (spans[row][0], spans[row][1] - 1)
        written = whole.parts(spans, ["" if sign == "-" else sign for sign in self.between]).stripped()
        if self.sort is Sort.ROW:
            return unmarked(as_row(written))
        read = unmarked(written)
        if self.mark and self.mark.emphasised and (mark := item_mark(read.text)):
            return read.part(mark.length, len(read.text))
        return read


@dataclass(slots=True)
class _Reader:
    """Goes through the lines of a text and says what each is."""

    whole: Traced
    lines: Sequence[Line]
    marks: Sequence[ItemMark | None]
    furniture: frozenset[int]
    rows: frozenset[int]
    wrapping: Wrapping
    titles: Sequence[bool]  # which lines could be headings
    nesting: Nesting = field(default_factory=Nesting)
    open: _Part | None = None  # what the next line may go on with

    @classmethod
    def of(cls, whole: Traced) -> _Reader:
        lines = list(lines_of(whole.text))
        nothing = furniture(lines)
        marks = settled([item_mark(line.text) for line in lines])
        texts = ["" if marks[row] or row in nothing else line.text for row, line in enumerate(lines)]
        rows = rows_of(lines, texts)
        titles = [
            bool(text) and row not in rows and looks_like_heading(text) and not CHANGE.match(text)
            for row, text in enumerate(texts)
        ]
        return cls(whole, lines, marks, nothing, rows, Wrapping.of(lines), titles)

    def parts(self) -> list[_Part]:
        parts: list[_Part] = []
        for row, line in enumerate(self.lines):
            if self._underlines(row):
                continue
            part = self._part(row, line)
            if part is not None:
                parts.append(part)
        return _ranked(parts)

    def _part(self, row: int, line: Line) -> _Part | None:
        """The part that begins with this line; none where it goes on with the one before."""
        if row in self.furniture:
            self.open = None if self.open and self.open.is_bare else self.open
            return _Part(Sort.FURNITURE, [line])
        mark = self.marks[row]
        if (rank := numbered(line.text)) and (
            line.apart or not self.open or ends_sentence(self.open.last.text)
        ):
            self.nesting.leave()
            self.open = _Part(Sort.HEADING, [line], rank)
        elif row in self.rows:
            self.open = _Part(Sort.ROW, [line])
        elif mark and self._is_item(mark, line):
            self.open = _Part(Sort.ITEM, [line], self.nesting.level(mark, line.indent), mark)
        elif self._goes_on(line):
            return None
        elif self._is_heading(row):
            self.nesting.leave()
            self.open = _Part(Sort.HEADING, [line])
        else:
            self.open = _Part(Sort.PARAGRAPH, [line], self.nesting.within(line.indent))
        return self.open

    def _is_item(self, mark: ItemMark, line: Line) -> bool:
        """Whether the mark is one: no number in the middle of a sentence that was broken before it."""
        before = self.open
        if before is None or line.apart or before.sort not in (Sort.PARAGRAPH, Sort.ITEM):
            return True
        if ends_sentence(before.last.text) or len(before.last.text) < _LONG:
            return True
        if mark.label == BULLET:
            return mark.style not in "–—" or before.sort is Sort.ITEM
        return any(rank.number == 1 for rank in ranks(mark.label)) or self.nesting.awaits(mark)

    def _goes_on(self, line: Line) -> bool:
        """Whether the line belongs to what is open; if so it has been added."""
        before = self.open
        if before is None or before.sort not in (Sort.PARAGRAPH, Sort.ITEM):
            return False
        if not (self.wrapping.goes_on(before.last, line) or _is_filled(before, line)):
            return False
        before.between.append(self.wrapping.hyphen(before.last.text, line.text))
        before.lines.append(line)
        return True

    def _is_heading(self, row: int) -> bool:
        line, after = self.lines[row], self._after(row)
        if after is None:
            return False
        if version(line.text):
            return True
        if not self.titles[row] or (after.text[0].islower() and not after.apart):
            return False
        before = self.open
        if not (
            line.apart
            or before is None
            or before.sort is not Sort.PARAGRAPH
            or ends_sentence(before.last.text)
        ):
            return False
        return self._neighbours(row) < 3 or in_capitals(line.text)

    def _neighbours(self, row: int) -> int:
        """How many lines in a row, this among them, could be headings; many are a list of names."""
        first = last = row
        while first and self.titles[first - 1] and row - first < 3:
            first -= 1
        while last + 1 < len(self.titles) and self.titles[last + 1] and last - row < 3:
            last += 1
        return last - first + 1

    def _after(self, row: int) -> Line | None:
        rows = range(row + 1, min(row + 4, len(self.lines)))
        return next((self.lines[each] for each in rows if each not in self.furniture), None)

    def _underlines(self, row: int) -> bool:
        """Whether this line is what underlines the heading before it; if so that is one now."""
        line, title = self.lines[row], self.open
        if not (title and title.last is self.lines[row - 1] and len(title.lines) == 1 and not line.apart):
            return False
        if not _UNDERLINE.fullmatch(line.text) or len(title.last.text) > _LONGEST_TITLE:
            return False
        if 2 * len(line.text) < len(title.last.text) or title.sort not in (Sort.PARAGRAPH, Sort.HEADING):
            return False
        title.sort, title.level = Sort.HEADING, 1 if line.text[0] == "=" else 2
        return True


def _is_filled(part: _Part, line: Line) -> bool:
    """Whether the line is the text of an item whose mark stands alone, or is set in under it."""
    if part.sort is not Sort.ITEM or line.apart:
        return False
    return part.is_bare or line.indent > part.lines[0].indent + 1


def _ranked(parts: list[_Part]) -> list[_Part]:
    """The parts, with the rank of every heading that nothing underlines.

    Headings in capitals stand above others where a text begins with one; versions stand below all.
    """
    open_ones = [part for part in parts if part.sort is Sort.HEADING and not part.level]
    by_case = bool(open_ones) and in_capitals(open_ones[0].last.text)
    for part in open_ones:
        text = part.last.text
        part.level = 3 if version(text) else 2 if by_case and not in_capitals(text) else 1
    return parts
