"""The markup inside a line of card text: `**bold**`, `*italic*`, `***both***`, icons such as `{flip}`, and
two spaces or a backslash at the end of a line, which break it. A backslash before a sign takes its meaning
away. Stars inside a word or between spaces, and one behind a word with nothing to close, are printed."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from cardtool.markup.text_blocks import split_blocks

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
