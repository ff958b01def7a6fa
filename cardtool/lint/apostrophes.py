"""Which of ’ and ' a text sets as its apostrophe, where it has both."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from cardtool.documents import Block, BlockType, Text
from cardtool.lint.lazy import Lazy

__all__ = ["Mixed", "mixed_apostrophes"]

_INSIDE = Lazy(r"(?<=[^\W\d_])['’](?=[^\W\d_])")
_LEAST = 4  # uses of the commoner one
_TIMES = 3  # as many as of the rarer one


class Mixed(NamedTuple):
    """The first place of the rarer apostrophe, what it is and what the other, and how often each is set."""

    block: Block
    start: int
    rare: str
    usual: str
    times: tuple[int, int]


def mixed_apostrophes(text: Text) -> Mixed | None:
    """Where a text has another apostrophe than it mostly has; nothing where it has many of both."""
    blocks = [block for block in text.current if block.sort is not BlockType.ROW]
    if not all(any(sign in block.text for block in blocks) for sign in "'’"):
        return None
    found = [(block, match) for block in blocks for match in _INSIDE.finditer(block.text)]
    return _judged(found)


def _judged(found: Sequence[tuple[Block, re.Match[str]]]) -> Mixed | None:
    curly = sum(match[0] == "’" for _, match in found)
    few, many = sorted((curly, len(found) - curly))
    if not few or many < max(_LEAST, _TIMES * few):
        return None
    rare, usual = ("’", "'") if few == curly else ("'", "’")
    block, first = next((block, match) for block, match in found if match[0] == rare)
    return Mixed(block, first.start(), rare, usual, (few, many))
