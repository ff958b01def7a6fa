"""Reads plain text into blocks, as word processors, websites and PDFs leave it."""

from __future__ import annotations

import re
from collections.abc import Sequence, Set
from dataclasses import dataclass, field

from cardtool.documents.blocks import Block, BlockType
from cardtool.documents.drafts import Draft, make_blocks
from cardtool.documents.headings import (
    CHANGE_ENTRY,
    chapter_rank,
    find_chapters,
    is_in_capitals,
    is_version,
    looks_like_heading,
)
from cardtool.documents.inline_text import strip_emphasis
from cardtool.documents.list_labels import (
    ItemMark,
    ListNesting,
    drop_doubtful_marks,
    read_item_mark,
)
from cardtool.documents.markdown import read_markdown
from cardtool.documents.plain_lines import LineJoiner, ends_sentence, find_boilerplate, find_cells, find_rows
from cardtool.documents.source_text import MappedText, TextLine, map_lines, normalise_spaces, split_lines
from cardtool.model import SourceMap

_UNDERLINE = re.compile(r"={3,}|-{3,}|~{3,}")
_LONGEST_TITLE = 80
_MOST_TITLES = 2  # lines in a row that could be headings; more are a list of names
_MARKDOWN_HEADING = re.compile(r"#{1,6}\s+\S.*", re.MULTILINE)


@dataclass(slots=True)
class PlainDraft:
    """A block in the making: its lines, and the letters of the first that are its mark."""

    sort: BlockType
    lines: list[TextLine]
    level: int = 0
    mark: ItemMark | None = None
    between: list[str] = field(default_factory=list)

    @property
    def last(self) -> TextLine:
        return self.lines[-1]

    @property
    def is_bare(self) -> bool:
        """Return whether it is the mark of an item, and nothing more so far."""
        return self.mark is not None and len(self.lines) == 1 and len(self.last.text) <= self.mark.length

    def is_filled_by(self, line: TextLine) -> bool:
        """Return whether the line is the text of an item whose mark stands alone, or is set in under it."""
        if self.sort is not BlockType.ITEM or line.apart:
            return False
        return self.is_bare or line.indent > self.lines[0].indent + 1

    def underline(self, line: TextLine) -> bool:
        """Return whether this line underlines it; if so it is a heading now."""
        if len(self.lines) > 1 or line.apart or not _UNDERLINE.fullmatch(line.text):
            return False
        longest = min(_LONGEST_TITLE, 2 * len(line.text))
        if len(self.last.text) > longest or self.sort not in (BlockType.PARAGRAPH, BlockType.HEADING):
            return False
        self.sort, self.level = BlockType.HEADING, 1 if line.text[0] == "=" else 2
        return True

    def draft(self) -> Draft:
        """Return it as a stretch for each line, or for each cell of a row."""
        first, label = self.lines[0], self.mark.label if self.mark else ""
        if self.sort is BlockType.ROW:
            return Draft(self.sort, find_cells(first.text, first.start))
        spans = [(line.start, line.end) for line in self.lines]
        for row, sign in enumerate(self.between):
            if not sign:  # a word broken by a hyphen
                spans[row] = (spans[row][0], spans[row][1] - 1)
        between = ["" if sign == "-" else sign for sign in self.between]
        return Draft(self.sort, spans, self.level, label, first.start, self.mark is not None, between)


def rank_headings(parts: list[PlainDraft]) -> list[PlainDraft]:
    """Return the parts, with the rank of every heading that nothing underlines.

    Headings in capitals stand above others where a text begins with one; versions stand below all.
    """
    open_ones = [part for part in parts if part.sort is BlockType.HEADING and not part.level]
    by_case = bool(open_ones) and is_in_capitals(open_ones[0].last.text)
    for part in open_ones:
        text = part.last.text
        part.level = 3 if is_version(text) else 2 if by_case and not is_in_capitals(text) else 1
    return parts


@dataclass(frozen=True, slots=True)
class TitleFinder:
    """The lines that are `likely` headings by their words, and which of them are by what stands around."""

    lines: Sequence[TextLine]
    furniture: Set[int]
    likely: Sequence[bool]

    @classmethod
    def of(
        cls, lines: Sequence[TextLine], texts: Sequence[str], furniture: Set[int], rows: Set[int]
    ) -> TitleFinder:
        """Return `texts` are the lines without the marks of items, empty for one that is surely no
        heading.
        """
        likely = [
            bool(text) and row not in rows and looks_like_heading(text) and not CHANGE_ENTRY.match(text)
            for row, text in enumerate(texts)
        ]
        return cls(lines, furniture, likely)

    def is_title(self, row: int, before: PlainDraft | None) -> bool:
        """Return whether the line in this row is a heading, where `before` is what it would else go on
        with.
        """
        line, after = self.lines[row], self._after(row)
        if after is None:
            return False
        if is_version(line.text):
            return True
        if not self.likely[row] or (after.text[0].islower() and not after.apart):
            return False
        if not line.apart and _is_unfinished_paragraph(before):
            return False
        return self._neighbours(row) <= _MOST_TITLES or is_in_capitals(line.text)

    def _neighbours(self, row: int) -> int:
        """Return how many lines in a row, this among them, could be headings; of many no more than are too
        many.
        """
        first = last = row
        while first and self.likely[first - 1] and row - first <= _MOST_TITLES:
            first -= 1
        while last + 1 < len(self.likely) and self.likely[last + 1] and last - row <= _MOST_TITLES:
            last += 1
        return last - first + 1

    def _after(self, row: int) -> TextLine | None:
        """Return the line that comes next, less a few lines of furniture."""
        rows = range(row + 1, min(row + 4, len(self.lines)))
        return next((self.lines[each] for each in rows if each not in self.furniture), None)


def _is_unfinished_paragraph(part: PlainDraft | None) -> bool:
    return part is not None and part.sort is BlockType.PARAGRAPH and not ends_sentence(part.last.text)


def read_plain_text(
    text: str | MappedText, file: str, source_map: SourceMap | None = None
) -> tuple[Block, ...]:
    """Return the blocks of a text file, as a word processor saves it; one with Markdown's headings is
    Markdown.
    """
    whole = MappedText(text) if isinstance(text, str) else text
    if len(_MARKDOWN_HEADING.findall(whole.text)) > 1 and not _is_indented(whole.text):
        return read_markdown(whole, file, source_map)
    source_map = source_map or map_lines(whole.text)
    read = _PlainReader.of(normalise_spaces(whole))
    drafts = [part.draft() for part in read.parts()]
    return make_blocks(drafts, read.whole, file, source_map, strip_emphasis)


def _is_indented(text: str) -> bool:
    """Return whether most lines begin with a wide space, as on a printed page; to Markdown that would be
    code.
    """
    lines = [line for line in text.splitlines() if line.strip()]
    return 2 * sum(line.startswith("    ") for line in lines) > len(lines)


@dataclass(slots=True)
class _PlainReader:
    """Goes through the lines of a text and says what each is."""

    whole: MappedText
    lines: Sequence[TextLine]
    marks: Sequence[ItemMark | None]
    furniture: frozenset[int]
    rows: frozenset[int]
    chapters: frozenset[int]
    wrapping: LineJoiner
    titles: TitleFinder
    nesting: ListNesting = field(default_factory=ListNesting)
    open: PlainDraft | None = None  # what the next line may go on with

    @classmethod
    def of(cls, whole: MappedText) -> _PlainReader:
        lines = list(split_lines(whole.text))
        nothing = find_boilerplate(lines)
        marks = drop_doubtful_marks([read_item_mark(line.text) for line in lines])
        texts = ["" if marks[row] or row in nothing else line.text for row, line in enumerate(lines)]
        rows = find_rows(lines, texts)
        titles = TitleFinder.of(lines, texts, nothing, rows)
        return cls(
            whole, lines, marks, nothing, rows, find_chapters(lines, marks), LineJoiner.of(lines), titles
        )

    def parts(self) -> list[PlainDraft]:
        parts: list[PlainDraft] = []
        for row, line in enumerate(self.lines):
            if self._underlines(row, line):
                continue
            part = self._part(row, line)
            if part is not None:
                parts.append(part)
        return rank_headings(parts)

    def _part(self, row: int, line: TextLine) -> PlainDraft | None:
        """Return the part that begins with this line; none where it goes on with the one before."""
        if row in self.furniture:
            self.open = None if self.open and self.open.is_bare else self.open
            return PlainDraft(BlockType.FURNITURE, [line])
        mark = self.marks[row]
        if (rank := chapter_rank(line.text)) and (
            line.apart or not self.open or ends_sentence(self.open.last.text)
        ):
            self.nesting.leave()
            self.open = PlainDraft(BlockType.HEADING, [line], rank)
        elif row in self.chapters:
            self.nesting.leave()
            self.open = PlainDraft(BlockType.HEADING, [line], 1)
        elif row in self.rows:
            self.open = PlainDraft(BlockType.ROW, [line])
        elif mark and self._is_item(mark, line):
            self.open = PlainDraft(BlockType.ITEM, [line], self.nesting.level(mark, line.indent), mark)
        elif self._goes_on(line):
            return None
        elif self.titles.is_title(row, self.open):
            self.nesting.leave()
            self.open = PlainDraft(BlockType.HEADING, [line])
        else:
            self.open = PlainDraft(BlockType.PARAGRAPH, [line], self.nesting.within(line.indent))
        return self.open

    def _is_item(self, mark: ItemMark, line: TextLine) -> bool:
        before = self.open
        if before is None or line.apart or before.sort not in (BlockType.PARAGRAPH, BlockType.ITEM):
            return True
        return self.nesting.begins_item(mark, before.last.text)

    def _goes_on(self, line: TextLine) -> bool:
        """Return whether the line belongs to what is open; if so it has been added."""
        before = self.open
        if before is None or before.sort not in (BlockType.PARAGRAPH, BlockType.ITEM):
            return False
        if not (self.wrapping.goes_on(before.last, line) or before.is_filled_by(line)):
            return False
        before.between.append(self.wrapping.hyphen(before.last.text, line.text))
        before.lines.append(line)
        return True

    def _underlines(self, row: int, line: TextLine) -> bool:
        """Return whether this line is what underlines the heading before it; if so that is one now."""
        title = self.open
        return title is not None and title.last is self.lines[row - 1] and title.underline(line)
