"""How the lines of a plain text lie on its pages: boilerplate, rows of tables, and lines to be joined.

Looks at lines alone; what they mean is decided in `plain_text`.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise

from cardtool.documents.line_patterns import pattern_of_lines
from cardtool.documents.source_text import TextLine
from cardtool.wording import ENGLISH

_WIDEST_LINE = 130  # letters; longer lines are broken by nobody
_FULL_SHARE = 0.82  # of the width: where the next word would have filled so much, it had no room
_SHORTEST_LINE = 20  # letters; a shorter line is a line of its own, whatever follows
_CLOSERS = "\"'”’»)]*_"
_WORD = re.compile(r"[a-z]+(?:-[a-z]+)*")
_BROKEN = re.compile(r"(?<![a-z])([a-z]+)[-\u2010\u00ad](?:$|\n\S*)")
_GAP = re.compile(r"(?<=[^\s.!?:;,])\s{2,}(?=\S)")
_TABS = re.compile(r"(?:(?<![^\S\t])[^\S\t]++)?\t\s*")  # a row of blanks is gone through once
_PIPE = re.compile(r"(?:(?<!\s)\s++)?(?<!\\)\|\s*")
_LONGEST_CELL = 40
_LONGEST_ROW = 4000
_FEWEST_ROWS = 3  # rows
_PAGE_NUMBER = pattern_of_lines("page number")
_LONGEST_PAGE_NUMBER = 3
_NO_TEXT = pattern_of_lines("page furniture", "page foot", "ruler or leader of contents")
_LONGEST_BOILERPLATE = 120
_NEAR = 2  # lines from the edge of a page within which running heads stand


def ends_sentence(text: str) -> bool:
    """Return whether a line ends as a sentence, or as what announces a list, does."""
    stripped = text.rstrip(_CLOSERS)
    return not stripped or stripped[-1] in ".!?:;…" or text[-1] in '"”»'


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


def find_cells(text: str, start: int = 0) -> list[tuple[int, int]]:
    """Return where the cells of a row stand in the text in which it begins at `start`."""
    by_bars = text.startswith("|")
    gaps = (_PIPE if by_bars else _TABS if "\t" in text else _GAP).finditer(text)
    edges = [0, *(edge for gap in gaps for edge in gap.span()), len(text)]
    cells = [(start + left, start + right) for left, right in zip(edges[::2], edges[1::2], strict=True)]
    if by_bars:
        return cells[1:-1] if cells[-1][0] == cells[-1][1] and len(cells) > 2 else cells[1:]
    return cells


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
    cells = _GAP.split(text)
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
