"""Reads plain text into blocks, as word processors, websites and PDFs leave it.

First how lines lie on their pages (boilerplate, rows of tables, lines to be joined), then what they mean.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise

from cardtool.documents.blocks import (
    CHANGE_ENTRY,
    Block,
    BlockType,
    Draft,
    chapter_rank,
    find_chapters,
    is_in_capitals,
    is_version,
    looks_like_heading,
    make_blocks,
)
from cardtool.documents.list_labels import ItemMark, ListNesting, drop_doubtful_marks, read_item_mark
from cardtool.documents.markdown import read_markdown, strip_emphasis
from cardtool.documents.source_text import (
    CELL_GAP,
    MappedText,
    TextLine,
    ends_sentence,
    find_cells,
    map_lines,
    normalise_spaces,
    pattern_of_lines,
    split_lines,
)
from cardtool.model import LetterPlaces
from cardtool.wording import ENGLISH

_WIDEST_LINE = 130  # letters; longer lines are broken by nobody
_FULL_SHARE = 0.82  # of the width: where the next word would have filled so much, it had no room
_SHORTEST_LINE = 20  # letters; a shorter line is a line of its own, whatever follows
_WORD = re.compile(r"[a-z]+(?:-[a-z]+)*")
_BROKEN = re.compile(r"(?<![a-z])([a-z]+)[-\u2010\u00ad](?:$|\n\S*)")
_LONGEST_CELL = 40
_LONGEST_ROW = 4000
_FEWEST_ROWS = 3  # rows
_PAGE_NUMBER = pattern_of_lines("page number")
_LONGEST_PAGE_NUMBER = 3
_NO_TEXT = pattern_of_lines("page furniture", "page foot", "ruler or leader of contents")
_LONGEST_BOILERPLATE = 120
_NEAR = 2  # lines from the edge of a page within which running heads stand


class LineJoiner:
    """How most paragraphs of a text are broken: at `width` letters, or, where that is 0, at will.

    `words` are those that stand in one line.
    """

    def __init__(self, lines: Sequence[TextLine]) -> None:
        followed = [before for before, line in pairwise(lines) if not line.apart]
        lengths = sorted(len(line.text) for line in lines)
        widest = lengths[len(lengths) * 97 // 100] if lengths else 0
        full = [line for line in followed if len(line.text) >= 0.8 * widest]
        broken = [line for line in full if not ends_sentence(line.text)]
        are_broken = len(full) >= max(5, 0.3 * len(followed)) and 2 * len(broken) > len(full)
        self.width = widest if are_broken and widest <= _WIDEST_LINE else 0
        said = "\n".join(line.text for line in lines).lower() if self.width else ""
        self.words = frozenset(_WORD.findall(_BROKEN.sub("\n", said)))

    def goes_on(self, before: TextLine, line: TextLine) -> bool:
        """Return whether a line continues the one before it."""
        if len(before.text) >= _SHORTEST_LINE and line.text[0].islower() and not ends_sentence(before.text):
            return not line.apart or line.page
        if line.apart or not self.width:
            return False
        would_be = len(before.text) + 1 + len(line.text.split(maxsplit=1)[0])
        return would_be > _FULL_SHARE * self.width

    def joint(self, before: str, line: str) -> tuple[int, str]:
        """Return how many letters fall away where these lines are joined, and what stands there instead."""
        broken, rest, words = _BROKEN.search(before), _WORD.match(line), self.words
        if not (broken and rest and self.width):
            return 0, " "
        left, right = broken[1], rest[0]
        is_compound = f"{left}-{right}" in words or left in ENGLISH.numbers or {left, right} <= words
        return (0 if is_compound and left + right not in words else 1), ""


def find_rows(lines: Sequence[TextLine], texts: Sequence[str]) -> frozenset[int]:
    """Return the rows of tables: cells parted by tabs or bars, or by gaps that stand above each other.

    `texts` are the lines without the marks of items, empty for a line that is surely none.
    """
    barred = {row for row, text in enumerate(texts) if text.startswith("|")}
    by_bars = {row for row in barred if texts[row].count("|", 0, _LONGEST_ROW) > 2}
    by_tabs = {row for row, text in enumerate(texts) if "\t" in text[:_LONGEST_ROW]}
    sure = {row for row in by_tabs if {row - 1, row + 1} & by_tabs or texts[row].count("\t") > 1}
    short = {row for row in by_bars | sure if len(texts[row]) <= _LONGEST_ROW}
    return frozenset(short | _rows_by_gaps(lines, texts))


def _rows_by_gaps(lines: Sequence[TextLine], texts: Sequence[str]) -> set[int]:
    """Return three lines or more under each other with as many short cells each."""
    found: set[int] = set()
    cells = [_count_cells(text) for text in texts]
    first = 0
    for row in range(1, len(cells) + 1):
        if row == len(cells) or cells[row] != cells[first] or lines[row].apart:
            found |= set(range(first, row)) if cells[first] > 1 and row - first >= _FEWEST_ROWS else set()
            first = row
    return found


def _count_cells(text: str) -> int:
    if "  " not in text or len(text) > _LONGEST_ROW:
        return 1
    cells = CELL_GAP.split(text)
    return len(cells) if all(len(cell) <= _LONGEST_CELL for cell in cells) else 1


def find_boilerplate(lines: Sequence[TextLine]) -> frozenset[int]:
    """Return which of the lines, by their row, are none of the text."""
    pages = {row for row in range(len(lines)) if _is_page_number(lines, row)}
    texts = {row: line.text for row, line in enumerate(lines) if len(line.text) <= _LONGEST_BOILERPLATE}
    plain = {row for row, text in texts.items() if _NO_TEXT.fullmatch(text)}
    return frozenset(pages | plain | _running_heads(lines, pages))


def _is_page_number(lines: Sequence[TextLine], row: int) -> bool:
    """Return whether this says it is one, or is a number at the edge of a page or with space around it."""
    line, after = lines[row], lines[row + 1] if row + 1 < len(lines) else None
    if not line.text.isdecimal():
        return _PAGE_NUMBER.fullmatch(line.text) is not None
    stands_alone = line.page or after is None or after.page or (line.apart and after.apart)
    return len(line.text) <= _LONGEST_PAGE_NUMBER and stands_alone


def _running_heads(lines: Sequence[TextLine], pages: set[int]) -> set[int]:
    """Return lines that come again, but for a page number in them, at the edges of three pages or more."""
    edges = {row + step for row in pages for step in range(-_NEAR, _NEAR + 1)}
    breaks = [row for row, line in enumerate(lines) if line.page and row]
    edges |= {row + step for row in breaks for step in range(-_NEAR, _NEAR)}
    said = {row: _without_numbers(lines[row].text) for row in edges if 0 <= row < len(lines)}
    often = {text for text, times in Counter(said.values()).items() if times >= 3 and text}
    return {row for row, text in said.items() if text in often}


def _without_numbers(text: str) -> str:
    """Return the line as it comes on every page; nothing for a sentence, which is no running head."""
    is_sentence = text[-1] in ".!?" or len(text) > _LONGEST_BOILERPLATE
    return "" if is_sentence else re.sub(r"\d+", "0", text)


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
