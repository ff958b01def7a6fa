"""References in texts, `[[Card Name]]` and `{{ number.opening_hand }}`, and figures. Resolves none.

They stand in card texts and in rules texts. What stands in double braces in a rulebook may also be a block
(`{{ glossary }}`) or a figure with cards in it: of a figure is found what it is given, cards, spaces and
words, each with its place in the expression. Whether there is such a figure, or such a card, others say.
"""

from __future__ import annotations

import ast
import re
import warnings
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple


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


_SAYING = frozenset({"alt", "caption"})  # arguments in words; texts in any other are names of cards

_Placed = ast.expr | ast.keyword


class FigureArgument(NamedTuple):
    """A text or a number that a figure is given; `start` is where it begins in its expression."""

    figure: str
    key: str
    value: str | int
    start: int

    @property
    def is_read(self) -> bool:
        """Whether it is a text for readers."""
        return self.key in _SAYING


class GivenValue(NamedTuple):
    """What a figure is given under a key, or first of all without one; `start` is where that begins.

    Of texts, numbers and lists of them the value is told; what is found out later is `...`.
    """

    key: str
    value: Any
    start: int


class FigureCall(NamedTuple):
    """A figure that is asked for, with what it is given; `start` is where it begins in its expression."""

    figure: str
    given: tuple[GivenValue, ...]
    start: int


def words_in_figures(expression: str) -> Iterator[tuple[int, int]]:
    """Yield where in this expression the caption of a figure stands, and what is read out in its place.

    Texts with a backslash in them are left out, for they are read otherwise than they are written.
    """
    flat = expression.replace("\n", " ")
    for each in figure_arguments(expression):
        said = str(each.value)
        if each.is_read and flat.startswith(said, each.start):
            yield each.start, each.start + len(said)


def figure_arguments(expression: str) -> Iterator[FigureArgument]:
    """Yield what `figure`'s parts are given; a figure is written as Python would write it."""
    for call, figure, place in _calls(expression):
        for key, node in _constants([*call.args, *call.keywords], ""):
            yield FigureArgument(figure, key, node.value, place(node) + isinstance(node.value, str))


def figure_calls(expression: str) -> Iterator[FigureCall]:
    """Yield the figures that are asked for, but for those that are given what others have packed."""
    for call, figure, place in _calls(expression):
        keyed = [(each.arg, each.value, place(each)) for each in call.keywords]
        values = [*(("", each, place(each)) for each in call.args), *keyed]
        if all(key is not None and not isinstance(node, ast.Starred) for key, node, _ in values):
            given = tuple(GivenValue(key or "", _value(node), start) for key, node, start in values)
            yield FigureCall(figure, given, place(call))


def _calls(expression: str) -> Iterator[tuple[ast.Call, str, Callable[[_Placed], int]]]:
    """Yield each call of a part of `figure`, with the part, and what finds the offset of a node."""
    if "figure" not in expression:
        return
    source = f"({expression})".replace("\n", " ")  # a line break ends nothing, even in a text of Jinja's
    encoded = source.encode(errors="replace")
    try:
        with warnings.catch_warnings(action="ignore"):
            tree = ast.parse(source, mode="eval")
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return

    def place(node: _Placed) -> int:
        return len(encoded[: node.col_offset].decode()) - 1  # not in bytes

    for call in ast.walk(tree):
        match call:
            case ast.Call(func=ast.Attribute(value=ast.Name(id="figure"), attr=figure)):
                yield call, figure, place


def _value(node: ast.expr) -> Any:
    match node:
        case ast.Constant(value=value):
            return value
        case ast.List(elts=items) | ast.Tuple(elts=items):
            return [_value(item) for item in items]
    return ...


def _constants(nodes: Iterable[ast.AST], key: str) -> Iterator[tuple[str, Any]]:
    """Yield the texts and numbers among these, in lists and mappings, too, each with the key it is under."""
    for node in nodes:
        match node:
            case ast.Constant(value=str() | int()):
                yield key, node
            case ast.keyword(arg=arg, value=value):
                yield from _constants([value], arg or key)
            case ast.List(elts=items) | ast.Tuple(elts=items):
                yield from _constants(items, key)
            case ast.Dict(keys=names, values=items):
                for name, item in zip(names, items, strict=True):
                    yield from _constants([item], str(name.value) if isinstance(name, ast.Constant) else key)
