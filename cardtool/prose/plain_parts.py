"""What the reader of plain text makes of its lines: blocks in the making."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from cardtool.model import Marks
from cardtool.prose.blocks import Block, Sort
from cardtool.prose.emphasis import unmarked
from cardtool.prose.headings import in_capitals, version
from cardtool.prose.items import ItemMark, item_mark
from cardtool.prose.lines import Line
from cardtool.prose.rows import as_row
from cardtool.prose.traced import Traced

__all__ = ["PlainPart", "ranked"]

_UNDERLINE = re.compile(r"={3,}|-{3,}|~{3,}")
_LONGEST_TITLE = 80


@dataclass(slots=True)
class PlainPart:
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

    def is_filled_by(self, line: Line) -> bool:
        """Whether the line is the text of an item whose mark stands alone, or is set in under it."""
        if self.sort is not Sort.ITEM or line.apart:
            return False
        return self.is_bare or line.indent > self.lines[0].indent + 1

    def underline(self, line: Line) -> bool:
        """Whether this line underlines it; if so it is a heading now."""
        if len(self.lines) > 1 or line.apart or not _UNDERLINE.fullmatch(line.text):
            return False
        longest = min(_LONGEST_TITLE, 2 * len(line.text))
        if len(self.last.text) > longest or self.sort not in (Sort.PARAGRAPH, Sort.HEADING):
            return False
        self.sort, self.level = Sort.HEADING, 1 if line.text[0] == "=" else 2
        return True

    def block(self, whole: Traced, file: str, marks: Marks) -> Block:
        read = self._words(whole)
        label = self.mark.label if self.mark else ""
        begins = marks.of_letter(whole.origin(self.lines[0].start)) if label else None
        return Block(self.sort, read.text, file, read.places(marks), self.level, label, label_at=begins)

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


def ranked(parts: list[PlainPart]) -> list[PlainPart]:
    """The parts, with the rank of every heading that nothing underlines.

    Headings in capitals stand above others where a text begins with one; versions stand below all.
    """
    open_ones = [part for part in parts if part.sort is Sort.HEADING and not part.level]
    by_case = bool(open_ones) and in_capitals(open_ones[0].last.text)
    for part in open_ones:
        text = part.last.text
        part.level = 3 if version(text) else 2 if by_case and not in_capitals(text) else 1
    return parts
