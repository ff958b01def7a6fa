"""References in texts, `[[Card Name]]` and `{{ number.opening_hand }}`. Finds them; resolves none.

They stand in card texts and in rules texts. What stands in double braces in a rulebook may also be a block
(`{{ glossary }}`) or a figure with cards in it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class CardReference:
    """`[[Marshland Witch]]`: a card, by its name. `start` is the offset of the name in the text."""

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
    return name if name.isascii() else name.translate(_QUOTES)


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
