"""Markdown, read for what its lines are: as it is printed, or as its writer meant it where the two differ."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from cardtool.model import Marks
from cardtool.prose.blocks import Block, Sort
from cardtool.prose.headings import looks_like_heading
from cardtool.prose.history import with_history
from cardtool.prose.html_blocks import without_html_blocks
from cardtool.prose.inline import printed
from cardtool.prose.items import ItemMark, item_mark, settled
from cardtool.prose.labels import BULLET, follows, ranks
from cardtool.prose.lines import by_lines, legible
from cardtool.prose.markdown_lines import MarkdownLine, markdown_lines, without_comments
from cardtool.prose.rows import as_row
from cardtool.prose.traced import Traced
from cardtool.prose.wrapping import ends_sentence

__all__ = ["read_markdown"]

_ATX = re.compile(r"(#{1,6})(?:\s+|$)")
_ATX_END = re.compile(r"(?:\s#*|\s?\{[#.][^{}]{0,80}\})\s*$")
_SETEXT = re.compile(r"(?:=+|-{2,})$")
_RULE = re.compile(r"(?:-[ \t]*){3,}$|(?:\*[ \t]*){3,}$|(?:_[ \t]*){3,}$")
_FENCE = re.compile(r"`{3,}(?=[^`]*$)|~{3,}")
_ITEM = re.compile(r"(?P<mark>[-*+]|\d{1,3}[.)])(?P<space>\s+|$)(?:\[[ xX]\]\s+)?")
_DEFINED = re.compile(r"\[[^\[\]^][^\[\]]{0,100}\]:\s+\S+(?:\s+[\"'(].{0,200})?")
_FOOTNOTE = re.compile(r"\[\^[^\[\]\s]{1,40}\]:\s+")
_BOLD = re.compile(r"(\*\*|__)(?=\S)([^*_]{1,80})(?<=\S)\1:?")
_CODE_INDENT = 4
_LONGEST_TITLE = 120
_SHORT = 40  # letters: a line of fewer was not broken for want of room


def read_markdown(text: str | Traced, file: str, marks: Marks | None = None) -> tuple[Block, ...]:
    """The blocks of a Markdown file; `marks` are those of its original where the text was made from one."""
    written = Traced(text) if isinstance(text, str) else text
    marks = marks or by_lines(written.text)
    whole = without_html_blocks(without_comments(legible(written)))
    found = [part.block(whole, file, marks) for part in _Reader.of(whole.text).read()]
    return tuple(with_history(found))


@dataclass(slots=True)
class _Part:
    """A block in the making: where its lines stand in the text, and what parts them."""

    sort: Sort
    spans: list[tuple[int, int]]
    level: int = 0
    label: str = ""
    by_hand: bool = False  # whether the label is in the text, to be cut off
    between: list[str] = field(default_factory=list)

    def block(self, whole: Traced, file: str, marks: Marks) -> Block:
        read = self._words(whole)
        return Block(self.sort, read.text, file, read.places(marks), self.level, self.label)

    def _words(self, whole: Traced) -> Traced:
        written = whole.parts(self.spans, self.between).stripped()
        if self.sort is Sort.CODE:
            return written
        read = printed(as_row(written) if self.sort is Sort.ROW else written).stripped()
        if self.by_hand and (mark := item_mark(read.text)):
            return read.part(mark.length, len(read.text)).stripped()
        return read


@dataclass(slots=True)
class _List:
    """A list that is going on: columns of its marks and of its words, its first label, how many items."""

    indent: int
    content: int
    mark: str
    first: str
    items: int = 1
    alike: bool = True  # whether all its items are labelled alike, as in a list that counts by itself

    def label(self, mark: str) -> str:
        """The number that is printed before the last item: the one written, but in a list of all ones."""
        first = int(self.first[:-1])
        return str(first + self.items - 1) if self.alike else mark[:-1]


@dataclass(slots=True)
class _Reader:
    """Goes through the lines and says what each is. Its readers take lines from one on and tell how many."""

    text: str
    lines: list[MarkdownLine]
    marks: list[ItemMark | None]
    parts: list[_Part] = field(default_factory=list)
    lists: list[_List] = field(default_factory=list)
    open: _Part | None = None  # what the next line may go on with
    rank: int = 1  # of the last heading
    quoted: int = 0

    @classmethod
    def of(cls, text: str) -> _Reader:
        lines = list(markdown_lines(text))
        return cls(text, lines, settled([item_mark(line.text) for line in lines]))

    def read(self) -> list[_Part]:
        row = 0
        while row < len(self.lines):
            row += self._take(row)
        for part in self.parts:
            self._promote(part)
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

    def _add(self, part: _Part) -> _Part:
        self.parts.append(part)
        return part

    def _fenced(self, row: int, line: MarkdownLine) -> int:
        fence = _FENCE.match(line.text)
        if not fence:
            return 0
        last = row + 1
        while last < len(self.lines) and not _closes(self.lines[last].text, fence[0]):
            last += 1
        inside = self.lines[row + 1 : last]
        if inside:
            self._add(_Part(Sort.CODE, [(inside[0].start, inside[-1].end)]))
        self.open = None
        return last + 1 - row

    def _heading(self, row: int, line: MarkdownLine) -> int:
        match = _ATX.match(line.text)
        if not match or line.indent >= _CODE_INDENT:
            return 0
        start = line.start + match.end()
        end = _ATX_END.search(line.text)
        self.rank = len(match[1])
        ends = max(line.start + end.start(), start) if end else line.end
        self._add(_Part(Sort.HEADING, [(start, ends)], level=self.rank))
        self.lists.clear()
        self.open = None
        return 1

    def _underline(self, row: int, line: MarkdownLine) -> int:
        """A line that underlines a heading, or parts what is above it from what is below."""
        part = self.open
        if part and part.sort is Sort.PARAGRAPH and not part.level and _SETEXT.match(line.text):
            if part.spans[-1][1] - part.spans[0][0] <= _LONGEST_TITLE:
                part.sort, part.level = Sort.HEADING, 1 if line.text[0] == "=" else 2
                self.rank = part.level
            self.open = None
            return 1
        if not _RULE.match(line.text):
            return 0
        self.lists.clear()
        self.open = None
        return 1

    def _table(self, row: int, line: MarkdownLine) -> int:
        sign = "|" if _heads_table(self._at(row + 1)) else "\t" if "\t" in self._at(row + 1) else ""
        if not sign or sign not in line.text or self.marks[row]:
            return 0
        last = row
        while last < len(self.lines) and sign in self.lines[last].text:
            if not _heads_table(self.lines[last].text):
                self._add(_Part(Sort.ROW, [(self.lines[last].start, self.lines[last].end)]))
            last += 1
        self.open = None
        return last - row

    def _at(self, row: int) -> str:
        return self.lines[row].text if row < len(self.lines) else ""

    def _item(self, row: int, line: MarkdownLine) -> int:
        match = _ITEM.match(line.text)
        if not match or (self.open and self.open.sort is Sort.PARAGRAPH and not self._interrupts(match)):
            return 0
        left = self._leave(line.indent)
        mark, is_bullet = match["mark"], match["mark"] in "-*+"
        if left and left.mark[-1] == mark[-1] and abs(left.indent - line.indent) <= 1:
            left.items += 1
            left.alike = left.alike and mark == left.first
            self.lists.append(left)
        else:
            content = line.indent + len(mark) + min(len(match["space"]) or 1, _CODE_INDENT)
            self.lists.append(_List(line.indent, content, mark, mark))
        label = BULLET if is_bullet else self.lists[-1].label(mark)
        part = _Part(Sort.ITEM, [(line.start + match.end(), line.end)], len(self.lists), label)
        self.open = self._add(part)
        return 1

    def _interrupts(self, match: re.Match[str]) -> bool:
        """Whether an item can begin right after a line of a paragraph (CommonMark 5.3)."""
        return bool(match["space"]) and (
            match["mark"] in "-*+" or match["mark"][:-1] == "1" or bool(self.lists)
        )

    def _by_hand(self, row: int, line: MarkdownLine) -> int:
        """An item whose label is no Markdown: a), Phase 2:, a bullet of a word processor."""
        mark = self.marks[row]
        if not mark or _ITEM.match(line.text) or not self._is_free(row, mark):
            return 0
        self._leave(line.indent)
        part = _Part(Sort.ITEM, [(line.start, line.end)], len(self.lists) + 1, mark.label, by_hand=True)
        self.open = self._add(part)
        return 1

    def _is_free(self, row: int, mark: ItemMark) -> bool:
        """Whether this line begins something, or goes on with the sentence of the line before it."""
        if not self.open or mark.label == BULLET or self.lines[row - 1].breaks:
            return True
        before = self.lines[row - 1].text
        begins = any(rank.number == 1 for rank in ranks(mark.label)) or follows(mark.label, self.open.label)
        return begins or ends_sentence(before) or len(before) < _SHORT

    def _text(self, row: int, line: MarkdownLine) -> int:
        if self.open:
            self.open.between.append("\n" if self.lines[row - 1].breaks else " ")
            self.open.spans.append((line.start, line.end))
            return 1
        if _DEFINED.fullmatch(line.text):
            return 1
        self._leave(line.indent)
        base = self.lists[-1].content if self.lists else 0
        if line.indent >= base + _CODE_INDENT and not _is_prose(line.text):
            self._add(_Part(Sort.CODE, [(line.start, line.end)]))
            return 1
        footnote = _FOOTNOTE.match(line.text)
        start = line.start + (footnote.end() if footnote else 0)
        self.open = self._add(_Part(Sort.PARAGRAPH, [(start, line.end)], len(self.lists)))
        return 1

    def _leave(self, indent: int) -> _List | None:
        """Leave the lists that this column is outside of; the outermost of those that were left."""
        left = None
        while self.lists and indent < self.lists[-1].indent + 2:
            left = self.lists.pop()
        return left

    def _promote(self, part: _Part) -> None:
        """A short paragraph that is bold throughout is a heading, as word processors export them."""
        if part.sort is Sort.HEADING:
            self.rank = part.level
        if part.sort is Sort.PARAGRAPH and not part.level and len(part.spans) == 1:
            bold = _BOLD.fullmatch(self.text, *part.spans[0])
            if bold and looks_like_heading(bold[2]):
                part.sort, part.level = Sort.HEADING, self.rank + 1


def _closes(line: str, fence: str) -> bool:
    return len(line) >= len(fence) and set(line) == {fence[0]}


def _heads_table(line: str) -> bool:
    """Whether this is the line of dashes between the head of a table and its rows."""
    return "|" in line and "-" in line and set(line) <= set("|-: \t")


def _is_prose(line: str) -> bool:
    return len(line.split()) > 4 and ends_sentence(line)
