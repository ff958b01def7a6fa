"""The markup of card texts: blocks as in Markdown, and what stands inside a line; and printed signs.

A blank line parts paragraphs, `- ` or `1. ` begins an item, and a line of dashes under a line of pipes makes
a table. Inside a line stand `**bold**`, `*italic*`, `***both***` and icons such as `{flip}`; two spaces or a
backslash at the end of a line break it. A backslash before a sign takes its meaning away. Stars inside a
word or between spaces, and one behind a word with nothing to close, are printed. The signs of a keyboard
become those of a printed book.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cache
from typing import NamedTuple

from cardtool.wording import wording


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


INLINE_ICON = re.compile(r"(?<!\\)\{[^{}\s]{1,80}\}")


LINE_BREAK = re.compile(r"(?: {2,}|[ \t]*\\)\n[ \t]*")
"""What breaks a line, and the space that begins the next."""


class PieceKind(StrEnum):
    """What a stretch of card text is."""

    TEXT = "text"
    BOLD = "bold"  # begins or ends bold
    ITALIC = "italic"  # begins or ends italics
    ICON = "icon"
    BREAK = "break"  # the line ends here
    STRAY = "stray"  # a brace that belongs to no icon


class Piece(NamedTuple):
    """A stretch of card text. `text` is the words or the icon's name, `start` its offset."""

    kind: PieceKind
    text: str
    start: int


@dataclass(frozen=True, slots=True)
class Mistake:
    """What is wrong with a text, at this offset from its beginning."""

    message: str
    start: int


_TOKEN = re.compile(
    rf"(?P<stars>\*{{1,3}})|(?P<break>{LINE_BREAK.pattern})|\\(?P<escaped>[^\w\s])"
    r"|\{(?P<icon>[^{}\s]{0,80})\}|[{}]"
)
_BRACES = re.compile(r"\{(?P<icon>[^{}\s]{0,80})\}|\{|\}")  # found in a fifth of the time
_OTHER_SIGNS = ("*", "\\", "\n")  # without which a text has no other markup
_SIGNS = {PieceKind.BOLD: "**", PieceKind.ITALIC: "*"}


def split_markup(text: str) -> Iterator[Piece]:
    """Yield the text in order, cut at its markup. Nothing of it is lost but backslashes."""
    if not any(sign in text for sign in _OTHER_SIGNS):
        yield from _split_at_braces(text)
        return
    end = 0
    opened: list[PieceKind] = []
    for token in _TOKEN.finditer(text):
        if token.start() > end:
            yield Piece(PieceKind.TEXT, text[end : token.start()], end)
        if not token["stars"]:
            yield _piece(token)
        elif _is_printed(token, opened):
            yield Piece(PieceKind.TEXT, token["stars"], token.start())
        else:
            yield from _emphasis(token, opened)
        end = token.end()
    if end < len(text):
        yield Piece(PieceKind.TEXT, text[end:], end)


def _split_at_braces(text: str) -> Iterator[Piece]:
    """Yield a text in order, cut at its braces, which are all its markup."""
    end = 0
    for token in _BRACES.finditer(text):
        if token.start() > end:
            yield Piece(PieceKind.TEXT, text[end : token.start()], end)
        kind = PieceKind.ICON if token["icon"] else PieceKind.STRAY
        yield Piece(kind, token["icon"] or token[0], token.start())
        end = token.end()
    if end < len(text):
        yield Piece(PieceKind.TEXT, text[end:], end)


def _piece(token: re.Match[str]) -> Piece:
    if token["break"]:
        return Piece(PieceKind.BREAK, token[0], token.start())
    if token["icon"]:
        return Piece(PieceKind.ICON, token["icon"], token.start())
    if token["escaped"]:
        return Piece(PieceKind.TEXT, token["escaped"], token.start())
    return Piece(PieceKind.STRAY, token[0], token.start())


def _is_printed(stars: re.Match[str], opened: list[PieceKind]) -> bool:
    """Return whether stars begin and end nothing: 2 * 3, f**k, a note behind a word*."""
    kind = PieceKind.BOLD if stars[0] == "**" else PieceKind.ITALIC
    if kind in opened or len(stars[0]) == 3:
        return False
    before, after = stars.string[: stars.start()][-1:], stars.string[stars.end() :][:1]
    is_inside, is_alone = before.isalnum() and after.isalnum(), not (before.strip() or after.strip())
    return is_inside or is_alone or (kind is PieceKind.ITALIC and bool(before.strip()) and not after.strip())


def _emphasis(stars: re.Match[str], opened: list[PieceKind]) -> Iterator[Piece]:
    """Yield what these stars begin or end, and note in `opened` what is open after them."""
    start = stars.start()
    for kind in _kinds(stars, opened):
        yield Piece(kind, _SIGNS[kind], start)
        start += len(_SIGNS[kind])
        if kind in opened:
            opened.remove(kind)
        else:
            opened.append(kind)


def _kinds(stars: re.Match[str], opened: list[PieceKind]) -> tuple[PieceKind, ...]:
    """Return what stars mean; of three, that which was opened last ends first."""
    if len(stars[0]) < 3:
        return (PieceKind.BOLD if stars[0] == "**" else PieceKind.ITALIC,)
    both = PieceKind.BOLD, PieceKind.ITALIC
    inner = opened[-1] if opened else _ended_first(stars)
    first = inner if opened else both[inner is PieceKind.BOLD]
    return both if first is PieceKind.BOLD else both[::-1]


def _ended_first(stars: re.Match[str]) -> PieceKind:
    """Return which of the two that these stars begin ends first, and so stands inside the other."""
    ending = re.compile(r"\*+").search(stars.string, stars.end())
    return PieceKind.BOLD if ending and ending[0] == "**" else PieceKind.ITALIC


def markup_mistakes(text: str) -> Iterator[Mistake]:
    """Yield markup that is left open, crossed or stray, in the order of the text.

    What is opened ends with its paragraph, its item or its cell.
    """
    for start, end in (span for block in split_blocks(text) for span in block.spans):
        for mistake in _mistakes_of_line(text[start:end]):
            yield Mistake(mistake.message, start + mistake.start)


def _mistakes_of_line(text: str) -> Iterator[Mistake]:
    opened: list[Piece] = []
    for piece in split_markup(text):
        if piece.kind is PieceKind.STRAY:
            yield Mistake(f'"{piece.text}" belongs to no icon; icons are written {{name}}', piece.start)
        elif piece.kind in _SIGNS:
            if opened and opened[-1].kind is piece.kind:
                opened.pop()
            elif any(other.kind is piece.kind for other in opened):
                yield Mistake(f'"{piece.text}" closes before what was opened inside it', piece.start)
                opened = [other for other in opened if other.kind is not piece.kind]
            else:
                opened.append(piece)
    for piece in opened:
        yield Mistake(f'"{piece.text}" is opened and never closed', piece.start)


@cache
def _typographic(language: str) -> tuple[tuple[str, re.Pattern[str], str], ...]:
    """Return what to look for and what to print there, each after a sign without which nothing is found."""
    words = wording(language)
    opening, closing = words.double_quotes
    elisions = "|".join(map(re.escape, words.elisions)) or "(?!)"
    return (
        ("'", re.compile(rf"(?<=[\w.,;:!?…)\]\"*])'|'(?=(?:{elisions})\b)", re.IGNORECASE), words.apostrophe),
        ("'", re.compile(r"'"), words.single_quote),
        ('"', re.compile(r'(?<![\s(\[{—–‘*])"(?!\w)|(?<=[\w.,;:!?…)])"'), closing),
        ('"', re.compile(r'"'), opening),
        ("...", re.compile(r"\.\.\."), "…"),
        ("---", re.compile(r"(?<=\S) ?--- ?(?=\S)"), "—"),
        ("--", re.compile(r"--"), "–"),
        ("-", re.compile(r"(?<=\d)(?<!-\d)(?<!-\d\d)-(?=\d)(?!\d+-\d)"), "–"),  # 2-4, but 2026-11-24
    )


def typographic_text(text: str, language: str = "en") -> str:
    """Return the text with the quotation marks, apostrophes, dashes and dots of a printed book."""
    for sign, pattern, printed in _typographic(language):
        if sign in text:
            text = pattern.sub(printed, text)
    return text
