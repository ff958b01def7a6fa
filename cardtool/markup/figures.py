"""What the figures of a rulebook are given: cards, spaces and words, each with its place in the expression.

Knows no game: whether there is such a figure, or such a card, others say.
"""

from __future__ import annotations

import ast
import warnings
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

_SAYING = frozenset({"alt", "caption"})  # arguments in words; texts in any other are names of cards


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


def words_in_figures(expression: str) -> Iterator[tuple[int, int]]:
    """Yield where in this expression the caption of a figure stands, and what is read out in its place.

    Texts with a backslash in them are left out, for they are read otherwise than they are written.
    """
    for each in figure_arguments(expression):
        said = str(each.value)
        if each.is_read and expression.startswith(said, each.start):
            yield each.start, each.start + len(said)


def figure_arguments(expression: str) -> Iterator[FigureArgument]:
    """Yield what `figure`'s parts are given; a figure is written as Python would write it."""
    if "figure" not in expression:
        return
    source = f"({expression})"  # so that a line break ends nothing
    lines = source.split("\n")
    try:
        with warnings.catch_warnings(action="ignore"):
            tree = ast.parse(source, mode="eval")
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return
    for call in ast.walk(tree):
        match call:
            case ast.Call(func=ast.Attribute(value=ast.Name(id="figure"), attr=figure)):
                for key, node in _constants([*call.args, *call.keywords], ""):
                    column = len(lines[node.lineno - 1].encode()[: node.col_offset].decode())  # not in bytes
                    start = sum(len(line) + 1 for line in lines[: node.lineno - 1]) + column - 1
                    yield FigureArgument(figure, key, node.value, start + isinstance(node.value, str))


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
