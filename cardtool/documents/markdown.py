"""Reads Markdown into blocks: as it is printed, or as its writer meant it where the two differ."""

from __future__ import annotations

import re

from cardtool.documents.blocks import Block, BlockType
from cardtool.documents.drafts import Draft, make_blocks
from cardtool.documents.inline_text import strip_markup
from cardtool.documents.list_labels import (
    CODE_INDENT,
    ListNesting,
    drop_doubtful_marks,
    read_item_mark,
)
from cardtool.documents.markdown_lines import MarkdownLine, html_as_markdown, split_markdown_lines
from cardtool.documents.plain_lines import ends_sentence, find_cells
from cardtool.documents.source_text import MappedText, map_lines, normalise_spaces
from cardtool.model import LetterPlaces

_LONGEST_TITLE = 120
_ATX = re.compile(r"(#{1,6})(?:\s+|$)")
_ATX_END = re.compile(r"(?:(?<!\s)\s++#*+|\s?\{[#.][^{}]{0,80}\})\s*+$")
_SETEXT = re.compile(r"(?:=+|-{2,})$")
_THEMATIC_BREAK = re.compile(r"(?:-[ \t]*){3,}$|(?:\*[ \t]*){3,}$|(?:_[ \t]*){3,}$")
_FENCE = re.compile(r"`{3,}(?=[^`]*$)|~{3,}")
_ITEM = re.compile(r"(?:[-*+]|\d{1,3}[.)])(?:\s+|$)(?:\[[ xX]\]\s+)?")
_LINK_DEFINITION = re.compile(r"\[[^\[\]^][^\[\]]{0,100}\]:\s+\S+(?:\s+[\"'(].{0,200})?$")
_FOOTNOTE = re.compile(r"\[\^[^\[\]\s]{1,40}\]:\s+")
_BOLD = re.compile(r"(\*\*|__)(?=\S)([^*_]{1,80})(?<=\S)\1:?$")
_TABLE_DELIMITER = re.compile(r"(?=.*-)[-: \t]*\|[-|: \t]*$")


def read_markdown(text: str | MappedText, file: str, places: LetterPlaces | None = None) -> tuple[Block, ...]:
    """Return the blocks of a Markdown file; `places` are those of its original, if any."""
    written = MappedText(text) if isinstance(text, str) else text
    places = places or map_lines(written.text)
    whole = html_as_markdown(normalise_spaces(written))
    return make_blocks(_MarkdownReader(whole.text).read(), whole, file, places, strip_markup)


class _MarkdownReader:
    """Goes through the lines and says what each is. Its readers take lines from one on and tell how many."""

    def __init__(self, text: str) -> None:
        self.lines = list(split_markdown_lines(text))
        self.marks = drop_doubtful_marks([read_item_mark(line.text) for line in self.lines])
        self.parts: list[Draft] = []
        self.lists = ListNesting()
        self.open: Draft | None = None  # what the next line may go on with
        self.quoted = 0

    def read(self) -> list[Draft]:
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
            self.lists.leave()
            self.quoted = line.quoted
        readers = (self._fenced, self._heading, self._underline, self._table, self._item)
        taken = (reader(row, line) for reader in readers)
        return next((lines for lines in taken if lines), 0) or self._text(row, line)

    def _add(self, part: Draft) -> Draft:
        self.parts.append(part)
        return part

    def _fenced(self, row: int, line: MarkdownLine) -> int:
        fence = _FENCE.match(line.text)
        if not fence:
            return 0
        sign = fence[0]
        texts = ((at, self.lines[at].text) for at in range(row + 1, len(self.lines)))
        ends = (at for at, text in texts if text.startswith(sign) and not text.strip(sign[0]))
        last = next(ends, len(self.lines))
        inside = self.lines[row + 1 : last]
        if inside:
            self._add(Draft(BlockType.CODE, [(inside[0].start, inside[-1].end)]))
        self.open = None
        return last + 1 - row

    def _heading(self, row: int, line: MarkdownLine) -> int:
        match = _ATX.match(line.text)
        if not match or line.indent >= CODE_INDENT:
            return 0
        end = _ATX_END.search(line.text, match.end())
        span = line.start + match.end(), line.start + end.start() if end else line.end
        self._add(Draft(BlockType.HEADING, [span], len(match[1])))
        self.lists.leave()
        self.open = None
        return 1

    def _underline(self, row: int, line: MarkdownLine) -> int:
        """Return a line that underlines a heading, or parts what is above it from what is below."""
        part = self.open
        can_be_title = part and (part.by_hand or (part.sort is BlockType.PARAGRAPH and not part.level))
        if part and can_be_title and line.quoted == self.quoted and _SETEXT.match(line.text):
            if part.spans[-1][1] - part.spans[0][0] <= _LONGEST_TITLE:
                rank = 1 if line.text[0] == "=" else 2
                part.sort, part.level, part.label, part.by_hand = BlockType.HEADING, rank, "", False
                self.lists.leave()
        elif _THEMATIC_BREAK.match(line.text):
            self.lists.leave()
        else:
            return 0
        self.open = None
        return 1

    def _table(self, row: int, line: MarkdownLine) -> int:
        """Return a table, which a line of dashes under its head makes, or tabs in two lines."""
        after = self.lines[row + 1].text if row + 1 < len(self.lines) else ""
        sign = "|" if _TABLE_DELIMITER.match(after) else "\t"
        if self.marks[row] or sign not in line.text or sign not in after:
            return 0
        rows = range(row + 2, len(self.lines))
        last = next((each for each in rows if sign not in self.lines[each].text), len(self.lines))
        for each in self.lines[row:last]:
            if not _TABLE_DELIMITER.match(each.text):
                self._add(Draft(BlockType.ROW, find_cells(each.text, each.start)))
        self.open = None
        return last - row

    def _item(self, row: int, line: MarkdownLine) -> int:
        """Return an item of Markdown, or one labelled by hand: a), Phase 2:, a bullet of a word processor."""
        mark, match = self.marks[row], _ITEM.match(line.text)
        before = self.lines[row - 1]
        if not mark or (self.open and not before.breaks and not self.lists.begins_item(mark, before.text)):
            return 0
        level = self.lists.level(mark, line.indent)
        label = self.lists.printed_label() if match else mark.label
        span = line.start + (match.end() if match else 0), line.end
        self.open = self._add(Draft(BlockType.ITEM, [span], level, label, line.start, by_hand=match is None))
        return 1

    def _text(self, row: int, line: MarkdownLine) -> int:
        """Return a line of running text, or of code that is set in; whatever else it is, it is one line."""
        if self.open:
            self.open.go_on(line.start, line.end, "\n" if self.lines[row - 1].breaks else " ")
        elif not _LINK_DEFINITION.match(line.text):
            self._begin(line)
        return 1

    def _begin(self, line: MarkdownLine) -> None:
        depth = self.lists.within(line.indent)
        is_prose = len(line.text.split()) > 4 and ends_sentence(line.text)
        if self.lists.is_code(line.indent) and not is_prose:
            self._add(Draft(BlockType.CODE, [(line.start, line.end)]))
            return
        number, bold = _FOOTNOTE.match(line.text), _BOLD.match(line.text)
        span = line.start + (number.end() if number else 0), line.end
        title = bold[2] if bold and not depth else ""
        self.open = self._add(Draft(BlockType.PARAGRAPH, [span], depth, title=title))
