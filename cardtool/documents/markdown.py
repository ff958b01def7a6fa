"""Reads Markdown into blocks: as it is printed, or as its writer meant it where the two differ."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from cardtool.documents.blocks import Block, BlockType
from cardtool.documents.headings import looks_like_heading, mark_history
from cardtool.documents.inline_text import strip_markup
from cardtool.documents.list_labels import (
    BULLET,
    ItemMark,
    can_begin_list,
    drop_doubtful_marks,
    is_next_label,
    read_item_mark,
)
from cardtool.documents.markdown_lines import (
    CODE_INDENT,
    ListStack,
    MarkdownLine,
    atx_heading,
    bold_title,
    fence_end,
    footnote_length,
    html_blocks_as_markdown,
    is_link_definition,
    is_table_delimiter,
    is_thematic_break,
    match_item,
    remove_comments,
    split_markdown_lines,
    table_end,
    underline_rank,
)
from cardtool.documents.plain_lines import ends_sentence, part_cells
from cardtool.documents.source_text import MappedText, map_lines, normalise_spaces
from cardtool.model import SourceMap

_LONGEST_TITLE = 120
_SHORT_LINE = 40  # letters: a line of fewer was not broken for want of room


@dataclass(slots=True)
class MarkdownDraft:
    """A block in the making: where its lines stand in the text, and what parts them."""

    sort: BlockType
    spans: list[tuple[int, int]]
    level: int = 0
    label: str = ""
    label_start: int = 0
    by_hand: bool = False  # whether the label is in the text, to be cut off
    between: list[str] = field(default_factory=list)

    def block(self, whole: MappedText, file: str, source_map: SourceMap) -> Block:
        read = self._words(whole)
        begins = source_map.at_letter(whole.origin(self.label_start)) if self.label else None
        return Block(
            self.sort, read.text, file, read.places(source_map), self.level, self.label, label_at=begins
        )

    def _words(self, whole: MappedText) -> MappedText:
        written = whole.parts(self.spans, self.between).stripped()
        if self.sort is BlockType.CODE:
            return written
        read = strip_markup(part_cells(written) if self.sort is BlockType.ROW else written).stripped()
        if self.by_hand and (mark := read_item_mark(read.text)):
            return read.part(mark.length, len(read.text)).stripped()
        return read


def promote_bold_titles(parts: list[MarkdownDraft], text: str) -> list[MarkdownDraft]:
    """Return the parts, with short paragraphs that are bold throughout as headings, as word processors export
    them.

    Such a heading stands below the heading above it.
    """
    rank = 1
    for part in parts:
        if part.sort is BlockType.HEADING:
            rank = part.level
        elif part.sort is BlockType.PARAGRAPH and not part.level and len(part.spans) == 1:
            title = bold_title(text, *part.spans[0])
            if title and looks_like_heading(title):
                part.sort, part.level = BlockType.HEADING, rank + 1
    return parts


def read_markdown(
    text: str | MappedText, file: str, source_map: SourceMap | None = None
) -> tuple[Block, ...]:
    """Return the blocks of a Markdown file; `source_map` is that of its original, if any."""
    written = MappedText(text) if isinstance(text, str) else text
    source_map = source_map or map_lines(written.text)
    whole = html_blocks_as_markdown(remove_comments(normalise_spaces(written)))
    parts = promote_bold_titles(_MarkdownReader.of(whole.text).read(), whole.text)
    return tuple(mark_history([part.block(whole, file, source_map) for part in parts]))


@dataclass(slots=True)
class _MarkdownReader:
    """Goes through the lines and says what each is. Its readers take lines from one on and tell how many."""

    lines: list[MarkdownLine]
    marks: list[ItemMark | None]
    parts: list[MarkdownDraft] = field(default_factory=list)
    lists: ListStack = field(default_factory=ListStack)
    open: MarkdownDraft | None = None  # what the next line may go on with
    quoted: int = 0

    @classmethod
    def of(cls, text: str) -> _MarkdownReader:
        lines = list(split_markdown_lines(text))
        return cls(lines, drop_doubtful_marks([read_item_mark(line.text) for line in lines]))

    def read(self) -> list[MarkdownDraft]:
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

    def _add(self, part: MarkdownDraft) -> MarkdownDraft:
        self.parts.append(part)
        return part

    def _fenced(self, row: int, line: MarkdownLine) -> int:
        last = fence_end(self.lines, row)
        if not last:
            return 0
        inside = self.lines[row + 1 : last]
        if inside:
            self._add(MarkdownDraft(BlockType.CODE, [(inside[0].start, inside[-1].end)]))
        self.open = None
        return last + 1 - row

    def _heading(self, row: int, line: MarkdownLine) -> int:
        title = atx_heading(line)
        if not title or line.indent >= CODE_INDENT:
            return 0
        rank, span = title
        self._add(MarkdownDraft(BlockType.HEADING, [span], level=rank))
        self.lists.clear()
        self.open = None
        return 1

    def _underline(self, row: int, line: MarkdownLine) -> int:
        """Return a line that underlines a heading, or parts what is above it from what is below."""
        part, rank = self.open, underline_rank(line.text)
        if rank and part and part.sort is BlockType.PARAGRAPH and not part.level:
            if part.spans[-1][1] - part.spans[0][0] <= _LONGEST_TITLE:
                part.sort, part.level = BlockType.HEADING, rank
        elif is_thematic_break(line.text):
            self.lists.clear()
        else:
            return 0
        self.open = None
        return 1

    def _table(self, row: int, line: MarkdownLine) -> int:
        last = 0 if self.marks[row] else table_end(self.lines, row)
        if not last:
            return 0
        for each in self.lines[row:last]:
            if not is_table_delimiter(each.text):
                self._add(MarkdownDraft(BlockType.ROW, [(each.start, each.end)]))
        self.open = None
        return last - row

    def _item(self, row: int, line: MarkdownLine) -> int:
        match = match_item(line.text)
        if not match or (self.open and self.open.sort is BlockType.PARAGRAPH and not self._interrupts(match)):
            return 0
        label = self.lists.label(match["mark"], line.indent, len(match["space"]))
        span = line.start + match.end(), line.end
        start = line.start + match.start("mark")
        self.open = self._add(MarkdownDraft(BlockType.ITEM, [span], self.lists.depth, label, start))
        return 1

    def _interrupts(self, match: re.Match[str]) -> bool:
        """Return whether an item can begin right after a line of a paragraph (CommonMark 5.3)."""
        is_first = not match["mark"][0].isdigit() or match["mark"][:-1] == "1"
        return bool(match["space"]) and (is_first or self.lists.depth > 0)

    def _by_hand(self, row: int, line: MarkdownLine) -> int:
        """Return an item whose label is no Markdown: a), Phase 2:, a bullet of a word processor."""
        mark = self.marks[row]
        if not mark or match_item(line.text) or not self._is_free(row, mark):
            return 0
        self.lists.leave(line.indent)
        span = line.start, line.end
        depth = self.lists.depth + 1
        part = MarkdownDraft(BlockType.ITEM, [span], depth, mark.label, line.start, by_hand=True)
        self.open = self._add(part)
        return 1

    def _is_free(self, row: int, mark: ItemMark) -> bool:
        """Return whether this line begins something, or goes on with the sentence of the line before it."""
        if not self.open or mark.label == BULLET or self.lines[row - 1].breaks:
            return True
        before = self.lines[row - 1].text
        is_next = can_begin_list(mark.label) or is_next_label(mark.label, self.open.label)
        return is_next or ends_sentence(before) or len(before) < _SHORT_LINE

    def _text(self, row: int, line: MarkdownLine) -> int:
        """Return a line of running text, or of code that is set in; whatever else it is, it is one line."""
        if self.open:
            self.open.between.append("\n" if self.lines[row - 1].breaks else " ")
            self.open.spans.append((line.start, line.end))
        elif not is_link_definition(line.text):
            self._begin(line)
        return 1

    def _begin(self, line: MarkdownLine) -> None:
        self.lists.leave(line.indent)
        if self.lists.is_code(line.indent) and not _is_prose(line.text):
            self._add(MarkdownDraft(BlockType.CODE, [(line.start, line.end)]))
            return
        span = line.start + footnote_length(line.text), line.end
        self.open = self._add(MarkdownDraft(BlockType.PARAGRAPH, [span], self.lists.depth))


def _is_prose(line: str) -> bool:
    return len(line.split()) > 4 and ends_sentence(line)
