"""Markdown, read for what its lines are: as it is printed, or as its writer meant it where the two differ."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from cardtool.model import Marks
from cardtool.prose.blocks import Block, Sort
from cardtool.prose.history import with_history
from cardtool.prose.html_blocks import without_html_blocks
from cardtool.prose.items import ItemMark, item_mark, settled
from cardtool.prose.labels import BULLET, begins, follows
from cardtool.prose.lines import by_lines, legible
from cardtool.prose.markdown_lines import MarkdownLine, markdown_lines, without_comments
from cardtool.prose.markdown_lists import CODE_INDENT, MarkdownLists
from cardtool.prose.markdown_parts import MarkdownPart, with_bold_titles
from cardtool.prose.markdown_signs import (
    fenced_to,
    heads_table,
    is_definition,
    is_rule,
    item_sign,
    length_of_footnote,
    table_to,
    title_of,
    underlines,
)
from cardtool.prose.traced import Traced
from cardtool.prose.wrapping import ends_sentence

__all__ = ["read_markdown"]

_LONGEST_TITLE = 120
_SHORT = 40  # letters: a line of fewer was not broken for want of room


def read_markdown(text: str | Traced, file: str, marks: Marks | None = None) -> tuple[Block, ...]:
    """The blocks of a Markdown file; `marks` are those of its original where the text was made from one."""
    written = Traced(text) if isinstance(text, str) else text
    marks = marks or by_lines(written.text)
    whole = without_html_blocks(without_comments(legible(written)))
    parts = with_bold_titles(_Reader.of(whole.text).read(), whole.text)
    return tuple(with_history([part.block(whole, file, marks) for part in parts]))


@dataclass(slots=True)
class _Reader:
    """Goes through the lines and says what each is. Its readers take lines from one on and tell how many."""

    lines: list[MarkdownLine]
    marks: list[ItemMark | None]
    parts: list[MarkdownPart] = field(default_factory=list)
    lists: MarkdownLists = field(default_factory=MarkdownLists)
    open: MarkdownPart | None = None  # what the next line may go on with
    quoted: int = 0

    @classmethod
    def of(cls, text: str) -> _Reader:
        lines = list(markdown_lines(text))
        return cls(lines, settled([item_mark(line.text) for line in lines]))

    def read(self) -> list[MarkdownPart]:
        row = 0
        while row < len(self.lines):
            row += self._take(row)
        return self.parts

    def _take(self, row: int) -> int:
        line = self.lines[row]
        if not line.text:
            self.open = None
            return 1
        if line.quoted > self.quoted or (line.quoted < self.quoted and not self.open):
            self.open = None
            self.lists.clear()
            self.quoted = line.quoted
        readers = (self._fenced, self._heading, self._underline, self._table, self._item, self._by_hand)
        taken = (reader(row, line) for reader in readers)
        return next((lines for lines in taken if lines), 0) or self._text(row, line)

    def _add(self, part: MarkdownPart) -> MarkdownPart:
        self.parts.append(part)
        return part

    def _fenced(self, row: int, line: MarkdownLine) -> int:
        last = fenced_to(self.lines, row)
        if not last:
            return 0
        inside = self.lines[row + 1 : last]
        if inside:
            self._add(MarkdownPart(Sort.CODE, [(inside[0].start, inside[-1].end)]))
        self.open = None
        return last + 1 - row

    def _heading(self, row: int, line: MarkdownLine) -> int:
        title = title_of(line)
        if not title or line.indent >= CODE_INDENT:
            return 0
        rank, span = title
        self._add(MarkdownPart(Sort.HEADING, [span], level=rank))
        self.lists.clear()
        self.open = None
        return 1

    def _underline(self, row: int, line: MarkdownLine) -> int:
        """A line that underlines a heading, or parts what is above it from what is below."""
        part, rank = self.open, underlines(line.text)
        if rank and part and part.sort is Sort.PARAGRAPH and not part.level:
            if part.spans[-1][1] - part.spans[0][0] <= _LONGEST_TITLE:
                part.sort, part.level = Sort.HEADING, rank
        elif is_rule(line.text):
            self.lists.clear()
        else:
            return 0
        self.open = None
        return 1

    def _table(self, row: int, line: MarkdownLine) -> int:
        last = 0 if self.marks[row] else table_to(self.lines, row)
        if not last:
            return 0
        for each in self.lines[row:last]:
            if not heads_table(each.text):
                self._add(MarkdownPart(Sort.ROW, [(each.start, each.end)]))
        self.open = None
        return last - row

    def _item(self, row: int, line: MarkdownLine) -> int:
        match = item_sign(line.text)
        if not match or (self.open and self.open.sort is Sort.PARAGRAPH and not self._interrupts(match)):
            return 0
        label = self.lists.label(match["mark"], line.indent, len(match["space"]))
        span = line.start + match.end(), line.end
        start = line.start + match.start("mark")
        self.open = self._add(MarkdownPart(Sort.ITEM, [span], self.lists.depth, label, start))
        return 1

    def _interrupts(self, match: re.Match[str]) -> bool:
        """Whether an item can begin right after a line of a paragraph (CommonMark 5.3)."""
        is_first = not match["mark"][0].isdigit() or match["mark"][:-1] == "1"
        return bool(match["space"]) and (is_first or self.lists.depth > 0)

    def _by_hand(self, row: int, line: MarkdownLine) -> int:
        """An item whose label is no Markdown: a), Phase 2:, a bullet of a word processor."""
        mark = self.marks[row]
        if not mark or item_sign(line.text) or not self._is_free(row, mark):
            return 0
        self.lists.leave(line.indent)
        span = line.start, line.end
        depth = self.lists.depth + 1
        part = MarkdownPart(Sort.ITEM, [span], depth, mark.label, line.start, by_hand=True)
        self.open = self._add(part)
        return 1

    def _is_free(self, row: int, mark: ItemMark) -> bool:
        """Whether this line begins something, or goes on with the sentence of the line before it."""
        if not self.open or mark.label == BULLET or self.lines[row - 1].breaks:
            return True
        before = self.lines[row - 1].text
        is_next = begins(mark.label) or follows(mark.label, self.open.label)
        return is_next or ends_sentence(before) or len(before) < _SHORT

    def _text(self, row: int, line: MarkdownLine) -> int:
        """A line of running text, or of code that is set in; whatever else it is, it is one line."""
        if self.open:
            self.open.between.append("\n" if self.lines[row - 1].breaks else " ")
            self.open.spans.append((line.start, line.end))
        elif not is_definition(line.text):
            self._begin(line)
        return 1

    def _begin(self, line: MarkdownLine) -> None:
        self.lists.leave(line.indent)
        if self.lists.is_code(line.indent) and not _is_prose(line.text):
            self._add(MarkdownPart(Sort.CODE, [(line.start, line.end)]))
            return
        span = line.start + length_of_footnote(line.text), line.end
        self.open = self._add(MarkdownPart(Sort.PARAGRAPH, [span], self.lists.depth))


def _is_prose(line: str) -> bool:
    return len(line.split()) > 4 and ends_sentence(line)
