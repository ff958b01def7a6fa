"""Reads plain text into blocks, as word processors, websites and PDFs leave it."""

from __future__ import annotations

import re
from collections.abc import Sequence

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
from cardtool.documents.list_labels import ItemMark, ListNesting, drop_doubtful_marks, read_item_mark
from cardtool.documents.markdown import read_markdown
from cardtool.documents.plain_lines import LineJoiner, ends_sentence, find_boilerplate, find_cells, find_rows
from cardtool.documents.source_text import MappedText, TextLine, map_lines, normalise_spaces, split_lines
from cardtool.model import LetterPlaces

_UNDERLINE = re.compile(r"={3,}|-{3,}|~{3,}")
_LONGEST_TITLE = 80
_LIST = 3  # lines in a row that could be headings, but are a list of names
_MARKDOWN_HEADING = re.compile(r"#{1,6}\s+\S.*", re.MULTILINE)
_SEVERAL_LINES = (BlockType.PARAGRAPH, BlockType.ITEM)


def read_plain_text(
    text: str | MappedText, file: str, places: LetterPlaces | None = None
) -> tuple[Block, ...]:
    """Return the blocks of a text file; one with Markdown's headings is Markdown."""
    whole = MappedText(text) if isinstance(text, str) else text
    if len(_MARKDOWN_HEADING.findall(whole.text)) > 1:
        return read_markdown(whole, file, places)
    places = places or map_lines(whole.text)
    whole = normalise_spaces(whole)
    return make_blocks(_PlainReader(whole.text).read(), whole, file, places, strip_emphasis)


class _PlainReader:
    """Goes through the lines of a text and says what each is.

    `likely` are the rows of those that could be headings; the line before and the line after decide.
    """

    first: TextLine  # of what is open
    last: TextLine

    def __init__(self, text: str) -> None:
        self.text, self.lines = text, list(split_lines(text))
        self.furniture = find_boilerplate(self.lines)
        self.marks = drop_doubtful_marks([read_item_mark(line.text) for line in self.lines])
        no_text = {row for row, mark in enumerate(self.marks) if mark} | self.furniture
        texts = ["" if row in no_text else line.text for row, line in enumerate(self.lines)]
        self.rows = find_rows(self.lines, texts)
        self.likely = self._likely_titles(texts)
        self.chapters = find_chapters(self.lines, self.marks)
        self.wrapping, self.nesting = LineJoiner(self.lines), ListNesting()
        self.parts: list[Draft] = []
        self.open: Draft | None = None  # what the next line may go on with
        self.is_bare = False  # whether that is the mark of an item, and nothing more so far

    def _likely_titles(self, texts: Sequence[str]) -> set[int]:
        """Return the rows of what could be headings by their words, and is no list of names."""
        said = [(row, text) for row, text in enumerate(texts) if text and row not in self.rows]
        titles = {row for row, text in said if looks_like_heading(text)}
        likely = {row for row in titles if not CHANGE_ENTRY.match(texts[row])}
        runs = (range(row, row + _LIST) for row in likely)
        names = {row for run in runs if likely.issuperset(run) for row in run}
        return likely - {row for row in names if not is_in_capitals(texts[row])}

    def read(self) -> list[Draft]:
        for row, line in enumerate(self.lines):
            if not self._underlines(row, line):
                self._take(row, line)
        self._rank_headings()
        return self.parts

    def _take(self, row: int, line: TextLine) -> None:
        """Add the line to what is open, or begin with it what it is."""
        mark = self.marks[row]
        is_new = line.apart or not self.open or ends_sentence(self.last.text)
        rank = (is_new and chapter_rank(line.text)) or int(row in self.chapters)
        if row in self.furniture:
            self.parts.append(Draft(BlockType.FURNITURE, [(line.start, line.end)]))
            self.open = None if self.is_bare else self.open
        elif rank:
            self._begin(line, BlockType.HEADING, rank)
        elif row in self.rows:
            self._begin(line, BlockType.ROW)
        elif mark and self._is_item(mark, line):
            self._begin(line, BlockType.ITEM, self.nesting.level(mark, line.indent), mark)
        elif self.open and self._goes_on(self.open, line):
            self._go_on(self.open, line)
        elif self._is_title(row, line):
            self._begin(line, BlockType.HEADING)
        else:
            self._begin(line, BlockType.PARAGRAPH, self.nesting.within(line.indent))

    def _begin(self, line: TextLine, sort: BlockType, level: int = 0, mark: ItemMark | None = None) -> None:
        if sort is BlockType.HEADING:
            self.nesting.leave()
        cells = find_cells(line.text, line.start) if sort is BlockType.ROW else [(line.start, line.end)]
        self.open = Draft(sort, cells, level, mark.label if mark else "", line.start, by_hand=bool(mark))
        self.first = self.last = line
        self.is_bare = mark is not None and len(line.text) <= mark.length
        self.parts.append(self.open)

    def _is_item(self, mark: ItemMark, line: TextLine) -> bool:
        if self.open is None or line.apart or self.open.sort not in _SEVERAL_LINES:
            return True
        return self.nesting.begins_item(mark, self.last.text)

    def _goes_on(self, draft: Draft, line: TextLine) -> bool:
        """Return whether the line belongs to what is open, as the text of a mark that stands alone does."""
        if draft.sort not in _SEVERAL_LINES:
            return False
        is_set_in = draft.sort is BlockType.ITEM and line.indent > self.first.indent + 1
        return ((is_set_in or self.is_bare) and not line.apart) or self.wrapping.goes_on(self.last, line)

    def _go_on(self, draft: Draft, line: TextLine) -> None:
        cut, between = self.wrapping.joint(self.last.text, line.text)
        draft.spans[-1] = draft.spans[-1][0], draft.spans[-1][1] - cut
        draft.go_on(line.start, line.end, between)
        self.last = line
        self.is_bare = False

    def _is_title(self, row: int, line: TextLine) -> bool:
        """Return whether the line is a heading by what stands around it, a line of furniture or two aside."""
        rows = range(row + 1, min(row + 4, len(self.lines)))
        after = next((self.lines[each] for each in rows if each not in self.furniture), None)
        if after is None or is_version(line.text):
            return after is not None
        if row not in self.likely or (after.text[0].islower() and not after.apart):
            return False
        is_paragraph = self.open is not None and self.open.sort is BlockType.PARAGRAPH
        return line.apart or not is_paragraph or ends_sentence(self.last.text)

    def _underlines(self, row: int, line: TextLine) -> bool:
        """Return whether this line underlines the one before it; if so that is a heading now."""
        title = self.open
        if title is None or line.apart or self.last is not self.lines[row - 1] or len(title.spans) > 1:
            return False
        is_short = len(self.last.text) <= min(_LONGEST_TITLE, 2 * len(line.text))
        can_be_title = is_short and title.sort in (BlockType.PARAGRAPH, BlockType.HEADING)
        if not can_be_title or not _UNDERLINE.fullmatch(line.text):
            return False
        title.sort, title.level = BlockType.HEADING, 1 if line.text[0] == "=" else 2
        return True

    def _rank_headings(self) -> None:
        """Rank what nothing underlines: versions last, and capitals first where a text begins with them."""
        headings = [part for part in self.parts if part.sort is BlockType.HEADING and not part.level]
        said = [self.text[slice(*part.spans[0])] for part in headings]
        by_case = bool(said) and is_in_capitals(said[0])
        for part, words in zip(headings, said, strict=True):
            part.level = 3 if is_version(words) else 2 if by_case and not is_in_capitals(words) else 1
