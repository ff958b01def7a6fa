"""Plain text as word processors, websites and PDFs leave it: read for what its lines are."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from cardtool.model import Marks
from cardtool.prose.blocks import Block, Sort
from cardtool.prose.chapters import chapters
from cardtool.prose.furniture import furniture
from cardtool.prose.headings import numbered
from cardtool.prose.history import with_history
from cardtool.prose.items import ItemMark, item_mark, settled
from cardtool.prose.labels import BULLET, begins
from cardtool.prose.lines import Line, by_lines, legible, lines_of
from cardtool.prose.markdown import read_markdown
from cardtool.prose.nesting import Nesting
from cardtool.prose.plain_parts import PlainPart, ranked
from cardtool.prose.plain_titles import Titles
from cardtool.prose.rows import rows_of
from cardtool.prose.traced import Traced
from cardtool.prose.wrapping import Wrapping, ends_sentence

__all__ = ["read_plain"]

_HEADING = re.compile(r"#{1,6}\s+\S.*", re.MULTILINE)
_LONG = 40  # letters: a line of more, or one that ends a sentence, is text


def read_plain(text: str | Traced, file: str, marks: Marks | None = None) -> tuple[Block, ...]:
    """The blocks of a text file, as a word processor saves it; one with Markdown's headings is Markdown."""
    whole = Traced(text) if isinstance(text, str) else text
    if len(_HEADING.findall(whole.text)) > 1 and not _is_set_in(whole.text):
        return read_markdown(whole, file, marks)
    marks = marks or by_lines(whole.text)
    read = _Reader.of(legible(whole))
    return tuple(with_history([part.block(read.whole, file, marks) for part in read.parts()]))


def _is_set_in(text: str) -> bool:
    """Whether most lines begin with a wide space, as on a printed page; to Markdown that would be code."""
    lines = [line for line in text.splitlines() if line.strip()]
    return 2 * sum(line.startswith("    ") for line in lines) > len(lines)


@dataclass(slots=True)
class _Reader:
    """Goes through the lines of a text and says what each is."""

    whole: Traced
    lines: Sequence[Line]
    marks: Sequence[ItemMark | None]
    furniture: frozenset[int]
    rows: frozenset[int]
    chapters: frozenset[int]
    wrapping: Wrapping
    titles: Titles
    nesting: Nesting = field(default_factory=Nesting)
    open: PlainPart | None = None  # what the next line may go on with

    @classmethod
    def of(cls, whole: Traced) -> _Reader:
        lines = list(lines_of(whole.text))
        nothing = furniture(lines)
        marks = settled([item_mark(line.text) for line in lines])
        numbered_ones = chapters(lines, marks)
        texts = ["" if marks[row] or row in nothing else line.text for row, line in enumerate(lines)]
        rows = rows_of(lines, texts)
        titles = Titles.of(lines, texts, nothing, rows)
        return cls(whole, lines, marks, nothing, rows, numbered_ones, Wrapping.of(lines), titles)

    def parts(self) -> list[PlainPart]:
        parts: list[PlainPart] = []
        for row, line in enumerate(self.lines):
            if self._underlines(row, line):
                continue
            part = self._part(row, line)
            if part is not None:
                parts.append(part)
        return ranked(parts)

    def _part(self, row: int, line: Line) -> PlainPart | None:
        """The part that begins with this line; none where it goes on with the one before."""
        if row in self.furniture:
            self.open = None if self.open and self.open.is_bare else self.open
            return PlainPart(Sort.FURNITURE, [line])
        mark = self.marks[row]
        if (rank := numbered(line.text)) and (
            line.apart or not self.open or ends_sentence(self.open.last.text)
        ):
            self.nesting.leave()
            self.open = PlainPart(Sort.HEADING, [line], rank)
        elif row in self.chapters:
            self.nesting.leave()
            self.open = PlainPart(Sort.HEADING, [line], 1)
        elif row in self.rows:
            self.open = PlainPart(Sort.ROW, [line])
        elif mark and self._is_item(mark, line):
            self.open = PlainPart(Sort.ITEM, [line], self.nesting.level(mark, line.indent), mark)
        elif self._goes_on(line):
            return None
        elif self.titles.is_title(row, self.open):
            self.nesting.leave()
            self.open = PlainPart(Sort.HEADING, [line])
        else:
            self.open = PlainPart(Sort.PARAGRAPH, [line], self.nesting.within(line.indent))
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
        return begins(mark.label) or self.nesting.awaits(mark)

    def _goes_on(self, line: Line) -> bool:
        """Whether the line belongs to what is open; if so it has been added."""
        before = self.open
        if before is None or before.sort not in (Sort.PARAGRAPH, Sort.ITEM):
            return False
        if not (self.wrapping.goes_on(before.last, line) or before.is_filled_by(line)):
            return False
        before.between.append(self.wrapping.hyphen(before.last.text, line.text))
        before.lines.append(line)
        return True

    def _underlines(self, row: int, line: Line) -> bool:
        """Whether this line is what underlines the heading before it; if so that is one now."""
        title = self.open
        return title is not None and title.last is self.lines[row - 1] and title.underline(line)
