"""The small markup of card text: `**bold**`, `*italic*` and inline icons such as `{flip}`.

Reads text into pieces and says what is wrong with it; drawing the pieces is up to the reader.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

__all__ = ["Mistake", "Piece", "PieceKind", "mistakes", "pieces", "typographic"]


class PieceKind(StrEnum):
    """What a stretch of card text is."""

    TEXT = "text"
    BOLD = "bold"  # begins or ends bold
    ITALIC = "italic"  # begins or ends italics
    ICON = "icon"
    STRAY = "stray"  # a brace that belongs to no icon


@dataclass(frozen=True, slots=True)
class Piece:
    """A stretch of card text. `text` is the words or the icon's name, `start` its offset."""

    kind: PieceKind
    text: str
    start: int


@dataclass(frozen=True, slots=True)
class Mistake:
    """What is wrong with a text, at this offset from its beginning."""

    message: str
    start: int


_TOKEN = re.compile(r"\*\*|\*|\{([^{}\s]{0,80})\}|[{}]")


def pieces(text: str) -> Iterator[Piece]:
    """The text in order, cut at its markup. Nothing of it is lost."""
    end = 0
    for token in _TOKEN.finditer(text):
        if token.start() > end:
            yield Piece(PieceKind.TEXT, text[end : token.start()], end)
        yield _piece(token)
        end = token.end()
    if end < len(text):
        yield Piece(PieceKind.TEXT, text[end:], end)


def _piece(token: re.Match[str]) -> Piece:
    if token[0] == "**":
        return Piece(PieceKind.BOLD, "**", token.start())
    if token[0] == "*":
        return Piece(PieceKind.ITALIC, "*", token.start())
    if token[1]:
        return Piece(PieceKind.ICON, token[1], token.start())
    return Piece(PieceKind.STRAY, token[0], token.start())


def mistakes(text: str) -> Iterator[Mistake]:
    """Markup that is left open, crossed or stray, in the order of the text."""
    opened: list[Piece] = []
    for piece in pieces(text):
        if piece.kind is PieceKind.STRAY:
            yield Mistake(f'"{piece.text}" belongs to no icon; icons are written {{name}}', piece.start)
        elif piece.kind in (PieceKind.BOLD, PieceKind.ITALIC):
            if opened and opened[-1].kind is piece.kind:
                opened.pop()
            elif any(other.kind is piece.kind for other in opened):
                yield Mistake(f'"{piece.text}" closes before what was opened inside it', piece.start)
                opened = [other for other in opened if other.kind is not piece.kind]
            else:
                opened.append(piece)
    for piece in opened:
        yield Mistake(f'"{piece.text}" is opened and never closed', piece.start)


_SIGNS = (  # the letter without which there is nothing to do, what to look for, what to put there
    ("'", re.compile(r"(?<=[\w.,;:!?…)\]\"*])'|'(?=(?:tis|twas|em|til|n)\b)", re.IGNORECASE), "’"),
    ("'", re.compile(r"'"), "‘"),
    ('"', re.compile(r'(?<![\s(\[{—–‘*])"(?!\w)|(?<=[\w.,;:!?…)])"'), "”"),
    ('"', re.compile(r'"'), "“"),
    ("...", re.compile(r"\.\.\."), "…"),
    ("---", re.compile(r"(?<=\S) ?--- ?(?=\S)"), "—"),
    ("--", re.compile(r"--"), "–"),
    ("-", re.compile(r"(?<=\d)-(?=\d)"), "–"),
)


def typographic(text: str) -> str:
    """The text with the quotation marks, apostrophes, dashes and dots of a printed book."""
    for letter, pattern, sign in _SIGNS:
        if letter in text:
            text = pattern.sub(sign, text)
    return text
