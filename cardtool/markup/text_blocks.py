"""The blocks of a card text: paragraphs, lists and tables, written as in Markdown.

A blank line parts paragraphs, `- ` or `1. ` begins an item, and a line of dashes under a line of pipes makes
a table. Knows where each block stands in the text; what is inside a line is read in `inline`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum


class TextBlockKind(StrEnum):
    """What a block of card text is."""

    PARAGRAPH = "paragraph"
    ITEM = "item"
    ROW = "row"


Span = tuple[int, int]
"""Where a stretch of the text begins and ends."""


@dataclass(frozen=True, slots=True)
class TextBlock:
    """A block of card text. `spans` is where its words stand: one stretch, or one for each cell of a row.

    An item has a `level`, 1 the outermost, and a `label`: `•`, or its number. Of a row, `sides` says for each
    cell to which side its column is set: `left`, `center` or `right`; `is_heading` is the row
    above the dashes.
    """

    kind: TextBlockKind
    spans: tuple[Span, ...]
    level: int = 0
    label: str = ""
    sides: tuple[str, ...] = ()
    is_heading: bool = False


_STRUCTURE = re.compile(  # all but a paragraph has one of these
    r"\n[ \t]*\n|^[ \t]*(?:-|\d{1,2}[.)])[ \t]+\S|^[ \t|:-]*-[ \t|:-]*\|?[ \t]*$", re.MULTILINE
)
_ITEM = re.compile(r"([ \t]*)(?:-|(\d{1,2})[.)])[ \t]+(?=\S)")
_DASHES = re.compile(r"[ \t]*\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*")
_CELL = re.compile(r"(?:\\.|[^\\|]|\\$)*")
_SIDES = {(True, True): "center", (False, True): "right"}


def has_blocks(text: str) -> bool:
    """Return whether there may be more to a text than one paragraph."""
    bare = text.strip()
    find = _STRUCTURE.search if "\n" in bare else _STRUCTURE.match  # which looks at the beginning only
    return find(bare) is not None


def split_blocks(text: str) -> tuple[TextBlock, ...]:
    """Return the blocks of a text in order."""
    if not has_blocks(text):
        return (TextBlock(TextBlockKind.PARAGRAPH, ((0, len(text)),)),)
    return tuple(_BlockReader(text).blocks())


class _BlockReader:
    """Goes once through the lines of a text."""

    def __init__(self, text: str) -> None:
        self._text = text
        ends = [match.start() for match in re.finditer(r"\n|\Z", text)]
        self._lines = list(zip([0, *(end + 1 for end in ends)], ends, strict=False))
        self._indents: list[int] = []  # of the items that are open, the outermost first
        self._open: TextBlock | None = None  # which the next line may make longer

    def blocks(self) -> Iterator[TextBlock]:
        row = 0
        while row < len(self._lines):
            rows = self._table_rows(row)
            if rows:
                yield from self._closed()
                self._indents.clear()
                yield from rows
            else:
                yield from self._read_line(*self._lines[row])
            row += len(rows) + 1
        yield from self._closed()

    def _closed(self) -> Iterator[TextBlock]:
        if self._open:
            yield self._open
        self._open = None

    def _read_line(self, start: int, end: int) -> Iterator[TextBlock]:
        line = self._text[start:end]
        item = _ITEM.match(line)
        if not line.strip():
            yield from self._closed()
        elif item and self._may_begin(item):
            yield from self._closed()
            self._open = self._item(item, start, end)
        elif self._open:
            self._open = replace(self._open, spans=((self._open.spans[0][0], end),))
        else:
            self._open = self._paragraph(line, start, end)

    def _may_begin(self, item: re.Match[str]) -> bool:
        """Return whether an item begins here: `3. ` in the middle of a paragraph is a sentence's end."""
        inside = self._open is not None and self._open.kind is TextBlockKind.PARAGRAPH
        return not inside or item[2] in (None, "1")

    def _item(self, item: re.Match[str], start: int, end: int) -> TextBlock:
        indent = len(item[1].expandtabs(4))
        while self._indents and indent <= self._indents[-1]:
            self._indents.pop()
        self._indents.append(indent)
        label = f"{item[2]}." if item[2] else "•"
        return TextBlock(
            TextBlockKind.ITEM, ((start + item.end(), end),), level=len(self._indents), label=label
        )

    def _paragraph(self, line: str, start: int, end: int) -> TextBlock:
        """Return the paragraph that begins with this line; one that is indented belongs to the item above."""
        space = len(line) - len(line.lstrip())
        indent = len(line[:space].expandtabs(4))
        while self._indents and indent <= self._indents[-1]:
            self._indents.pop()
        return TextBlock(TextBlockKind.PARAGRAPH, ((start + space, end),), level=len(self._indents))

    def _table_rows(self, row: int) -> list[TextBlock]:
        """Return the rows of the table that begins at this line; none where there is none."""
        if row + 1 >= len(self._lines):
            return []
        cells, dashes = self._cells(row), self._cells(row + 1)
        text = self._text[slice(*self._lines[row + 1])]
        if "|" not in text or not _DASHES.fullmatch(text) or len(cells) != len(dashes):
            return []
        sides = tuple(_side(self._text[start:end]) for start, end in dashes)
        last = row + 2
        while last < len(self._lines) and "|" in self._text[slice(*self._lines[last])]:
            last += 1
        heading = TextBlock(TextBlockKind.ROW, cells, sides=sides, is_heading=True)
        below = (self._row(number, sides) for number in range(row + 2, last))
        return [heading, *below]

    def _row(self, number: int, sides: tuple[str, ...]) -> TextBlock:
        cells = self._cells(number)
        end = self._lines[number][1]
        return TextBlock(TextBlockKind.ROW, cells + ((end, end),) * (len(sides) - len(cells)), sides=sides)

    def _cells(self, number: int) -> tuple[Span, ...]:
        """Return where the cells of a line stand, without the space and the pipes around them."""
        start, end = self._lines[number]
        line = self._text[start:end].rstrip()
        first = len(line) - len(line.lstrip())
        first += line.startswith("|", first)
        last = len(line) - (len(line) > first and line.endswith("|") and not line.endswith("\\|"))
        found, place = list[Span](), first
        while place <= last:
            cell = _CELL.match(line, place, last)
            assert cell is not None, "a cell may be empty"
            found.append(_trimmed(self._text, start + place, start + cell.end()))
            place = cell.end() + 1
        return tuple(found)


def _trimmed(text: str, start: int, end: int) -> Span:
    inside = text[start:end]
    left = len(inside) - len(inside.lstrip())
    return start + left, max(start + left, start + len(inside.rstrip()))


def _side(dashes: str) -> str:
    return _SIDES.get((dashes.startswith(":"), dashes.endswith(":")), "left")
