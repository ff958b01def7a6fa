"""References in rules texts: `[[Card Name]]` and `{{ number.opening_hand }}`. Finds them; resolves nothing.

A text that says a number by its name follows the number wherever it goes. What stands in double
braces in a rulebook may also be a block (`{{ glossary }}`) or a figure with cards in it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

__all__ = [
    "EXPRESSION",
    "REFERENCE",
    "CardReference",
    "Expression",
    "Reference",
    "ValueReference",
    "as_word",
    "expressions",
    "plain_name",
    "reference_of",
    "references",
    "replaced",
    "without_expressions",
]


@dataclass(frozen=True, slots=True)
class CardReference:
    """`[[Wasteland Witch]]`: a card, by its name. `start` is the offset of the name in the text."""

    name: str
    start: int


@dataclass(frozen=True, slots=True)
class ValueReference:
    """`{{ number.opening_hand|word }}`: a value, by family and name, and how it is to be written.

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

REFERENCE = re.compile(
    r"\[\[(?P<card>[^\[\]]{1,80})\]\]"
    r"|\{\{\s*(?P<family>[a-z]+)\.(?P<name>[a-z][a-z0-9_-]*)\s*(?:\|\s*(?P<style>[A-Za-z]+)\s*)?\}\}"
)
# Quoted strings are skipped whole, for a caption may hold braces; 8,000 characters are a long figure.
_STRING = r""" "(?:\\.|[^"\\])*" | '(?:\\.|[^'\\])*' """
EXPRESSION = re.compile(
    r"\{\{ ( (?: " + _STRING + r""" | [^"'{] | \{(?!\{) ){0,8000}? ) \}\}""", re.DOTALL | re.VERBOSE
)
_QUOTES = str.maketrans("‘’“”", "''\"\"")
_TO_TWENTY = (
    "none one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen "
    "sixteen seventeen eighteen nineteen twenty"
)
_WORDS = _TO_TWENTY.split()


def references(text: str) -> Iterator[Reference]:
    """The references of a text, in order."""
    for match in REFERENCE.finditer(text):
        yield reference_of(match)


def replaced(text: str, with_what: Callable[[Reference], str]) -> str:
    """The text with every reference replaced by what the function makes of it."""
    return REFERENCE.sub(lambda match: with_what(reference_of(match)), text)


def expressions(text: str) -> Iterator[Expression]:
    """Everything in double braces, in order: values, blocks, figures, and what is none of these."""
    for match in EXPRESSION.finditer(text):
        inside = match[1].lstrip()
        yield Expression(inside.rstrip(), match.end(1) - len(inside))


def without_expressions(text: str) -> str:
    """The text with everything in double braces blotted out, each other character where it was."""
    return EXPRESSION.sub(lambda match: "." * len(match[0]), text)


def plain_name(name: str) -> str:
    """A card's name as references are compared: typographic and straight quotes are alike."""
    return name.translate(_QUOTES)


def as_word(number: int) -> str:
    """A number as prose writes it: five, twenty, but 35."""
    return _WORDS[number] if 0 <= number < len(_WORDS) else str(number)


def reference_of(match: re.Match[str]) -> Reference:
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
