"""The markup of card texts and rules texts. Finds it, and says what is wrong with it; resolves and draws
nothing.

In card texts: `**bold**`, `*italic*` and inline icons such as `{flip}`. In card texts and rules texts:
references, `[[Card Name]]` and `{{ number.opening_hand }}`. What stands in double braces in a rulebook
may also be a block (`{{ glossary }}`) or a figure with cards in it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import cache

from cardtool.wording import wording

INLINE_ICON = re.compile(r"\{[^{}\s]{1,80}\}")


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


def split_markup(text: str) -> Iterator[Piece]:
    """Yield the text in order, cut at its markup. Nothing of it is lost."""
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


def markup_mistakes(text: str) -> Iterator[Mistake]:
    """Yield markup that is left open, crossed or stray, in the order of the text."""
    opened: list[Piece] = []
    for piece in split_markup(text):
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
        ("-", re.compile(r"(?<=\d)-(?=\d)"), "–"),
    )


def typographic_text(text: str, language: str = "en") -> str:
    """Return the text with the quotation marks, apostrophes, dashes and dots of a printed book."""
    for sign, pattern, printed in _typographic(language):
        if sign in text:
            text = pattern.sub(printed, text)
    return text


@dataclass(frozen=True, slots=True)
class CardReference:
    """`[[Wasteland Witch]]`: a card, by its name. `start` is the offset of the name in the text."""

    name: str
    start: int


@dataclass(frozen=True, slots=True)
class ValueReference:
    """`{{ number.opening_hand|word }}`: a value, by family and name, and how it is to be written.

    A name may have two parts: that of `{{ spaces.arena.start }}` is `arena.start`.

    `start` is the offset of the family, `name_start` that of the name, `style_start` that of the
    style, if there is one.
    """

    family: str
    name: str
    style: str
    start: int
    name_start: int
    style_start: int = 0


@dataclass(frozen=True, slots=True)
class Expression:
    """Whatever stands between double braces, less the space around it, and the offset at which it does."""

    text: str
    start: int


Reference = CardReference | ValueReference

SPACE_KEYS = frozenset({"space", "spaces"})
"""What a figure that places pieces on a layout calls the ids of spaces; its other texts name cards."""

REFERENCE = re.compile(
    r"\[\[(?P<card>[^\[\]]{1,80})\]\]"
    r"|\{\{\s*(?P<family>[a-z]+)\.(?P<name>[a-z][a-z0-9_-]*(?:\.[a-z][a-z0-9_-]*)?)\s*(?:\|\s*(?P<style>[A-Za-z]+)\s*)?\}\}"
)
# Quoted strings are skipped whole, for a caption may hold braces; 8,000 characters are a long figure.
_STRING = r""" "(?:\\.|[^"\\])*" | '(?:\\.|[^'\\])*' """
EXPRESSION = re.compile(
    r"\{\{ ( (?: " + _STRING + r""" | [^"'{] | \{(?!\{) ){0,8000}? ) \}\}""", re.DOTALL | re.VERBOSE
)
_QUOTES = str.maketrans("‘’“”", "''\"\"")


def find_references(text: str) -> Iterator[Reference]:
    """Yield the references of a text, in order."""
    for match in REFERENCE.finditer(text):
        yield reference_from_match(match)


def replace_references(text: str, with_what: Callable[[Reference], str]) -> str:
    """Return the text with every reference replaced by what the function makes of it."""
    return REFERENCE.sub(lambda match: with_what(reference_from_match(match)), text)


def find_expressions(text: str) -> Iterator[Expression]:
    """Yield everything in double braces, in order: values, blocks, figures, and what is none of these."""
    for match in EXPRESSION.finditer(text):
        inside = match[1].lstrip()
        yield Expression(inside.rstrip(), match.end(1) - len(inside))


def blank_expressions(text: str) -> str:
    """Return the text with everything in double braces blotted out, each other character where it was."""
    return EXPRESSION.sub(lambda match: "." * len(match[0]), text)


def plain_name(name: str) -> str:
    """Return a card's name as references are compared: typographic and straight quotes are alike."""
    return name.translate(_QUOTES)


def reference_from_match(match: re.Match[str]) -> Reference:
    if match["card"] is not None:
        written = match["card"]
        indent = len(written) - len(written.lstrip())
        return CardReference(" ".join(written.split()), match.start("card") + indent)
    return ValueReference(
        match["family"],
        match["name"],
        match["style"] or "",
        match.start("family"),
        match.start("name"),
        match.start("style") if match["style"] else 0,
    )
