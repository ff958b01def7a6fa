"""Every item of a list says something.

A bullet with nothing behind it is a line somebody meant to write, or to delete. Readers wonder which.

Bad:

    - Draw a card.
    -

Good:

    - Draw a card.

Overlooked on purpose: an item that only holds a list of its own, or whose text follows in a
paragraph.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import zip_longest

from cardtool.documents import Block, BlockType, Text, TextKind
from cardtool.finding import Severity
from cardtool.lint.facts import Facts
from cardtool.lint.registry import Problem, text_rule


@text_rule("CT603", "empty-item", Severity.WARNING)
def check(texts: Sequence[Text], facts: Facts) -> Iterator[Problem]:
    for text in texts:
        if text.role in (TextKind.DOCUMENT, TextKind.RULEBOOK):
            blocks = list(text.current)
            for block, after in zip_longest(blocks, blocks[1:]):
                if (
                    block.sort is BlockType.ITEM
                    and not block.text.strip()
                    and not _is_filled_by(block, after)
                ):
                    number = f" {block.label}" if block.is_numbered else ""
                    yield block.at(), f"item{number} of this list says nothing", "write it, or take it out"


def _is_filled_by(item: Block, after: Block | None) -> bool:
    """Whether what comes next is what the item says."""
    if after is None or after.sort is BlockType.HEADING:
        return False
    return after.sort is not BlockType.ITEM or after.level > item.level
