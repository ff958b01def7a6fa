"""The cards a figure of the rulebook shows: `{{ figure.hand(["Goat", "Hen"], alt="…") }}`.

Only names written out in the call are read. What cannot be read is left to whoever draws the figure.
"""

from __future__ import annotations

import ast
import warnings
from collections.abc import Iterator

from cardtool.references import CardReference

__all__ = ["cards_shown", "words_shown"]

_SHOWING = frozenset({"adventure", "cards", "hand", "hero", "hoard"})  # arguments
_IN_A_SLOT = frozenset({"prize", "guards"})  # keys of a mapping
_SAYING = frozenset({"alt", "caption"})  # arguments


def cards_shown(expression: str) -> Iterator[CardReference]:
    """Each card that a figure in this expression names, with its offset in the expression."""
    source = f"({expression})"  # so that a line break ends nothing
    lines = source.split("\n")
    for call in _figure_calls(source):
        shown = [keyword.value for keyword in call.keywords if keyword.arg in _SHOWING]
        for name in (name for value in (*call.args, *shown) for name in _names(value)):
            yield CardReference(str(name.value), _offset(name, lines))


def words_shown(expression: str) -> Iterator[tuple[int, int]]:
    """Where in this expression the caption of a figure stands, and what is read out in its place.

    Texts with a backslash in them are left out, for they are read otherwise than they are written.
    """
    source = f"({expression})"
    lines = source.split("\n")
    for call in _figure_calls(source) if "figure" in expression else ():
        for keyword in call.keywords:
            match keyword:
                case ast.keyword(arg=arg, value=ast.Constant(value=str(text)) as value) if arg in _SAYING:
                    start = _offset(value, lines)
                    if expression.startswith(text, start):
                        yield start, start + len(text)


def _figure_calls(source: str) -> Iterator[ast.Call]:
    """The calls of `figure`'s parts; a figure is written as Python would write it."""
    try:
        with warnings.catch_warnings(action="ignore"):
            tree = ast.parse(source, mode="eval")
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=ast.Attribute(value=ast.Name(id="figure"))):
                yield node


def _names(value: ast.expr) -> Iterator[ast.Constant]:
    """The texts in a value that are names of cards."""
    match value:
        case ast.Constant(value=str()):
            yield value
        case ast.List(elts=items) | ast.Tuple(elts=items):
            for item in items:
                yield from _names(item)
        case ast.Dict():
            for key, inner in zip(value.keys, value.values, strict=True):
                if isinstance(key, ast.Constant) and key.value in _IN_A_SLOT:
                    yield from _names(inner)


def _offset(name: ast.Constant, lines: list[str]) -> int:
    """Where the name begins in the expression, after its quote; Python counts columns in bytes."""
    before = lines[: name.lineno - 1]
    column = len(lines[name.lineno - 1].encode()[: name.col_offset].decode())
    return sum(len(line) + 1 for line in before) + column + 1 - 1  # past the quote, less our bracket
