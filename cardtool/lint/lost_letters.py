"""Words that lost their first letter where a paragraph begins: an initial that did not come along."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

from cardtool.documents import Block, BlockType, Text
from cardtool.lint.spelt import words_in

__all__ = ["LostLetter", "lost_letters"]

_SHORTEST = 4  # letters that are left
_LONGEST_HEADING = 12  # words


class LostLetter(NamedTuple):
    """A word of a block without its first letter, and the word of the heading above that tells which."""

    block: Block
    start: int
    end: int
    whole: str

    @property
    def right(self) -> str:
        return self.whole[0].upper() + self.block.text[self.start : self.end]


def lost_letters(text: Text) -> Iterator[LostLetter]:
    """First words of paragraphs that are a word of the heading above without its first letter."""
    blocks = list(text.current)
    for heading, block in pairwise(blocks):
        if block.sort is BlockType.PARAGRAPH and block.text[:1].islower():
            lost = _lost(heading, block)
            if lost and not _is_a_word(lost.block.text[lost.start : lost.end], blocks, block):
                yield lost


def _lost(heading: Block, block: Block) -> LostLetter | None:
    first = next(words_in(block.text), None)
    words = [word.strip(".,:;!?()[]\"'“”‘’") for word in heading.text.split()]
    if first is None or first.end - first.start < _SHORTEST or len(words) > _LONGEST_HEADING:
        return None
    left = block.text[first.start : first.end].casefold()
    whole = next((word for word in words if word[1:].casefold() == left), None)
    return LostLetter(block, first.start, first.end, whole) if whole else None


def _is_a_word(left: str, blocks: list[Block], block: Block) -> bool:
    """Whether what is left is a word that the text uses elsewhere."""
    return any(left in each.text.split() for each in blocks if each is not block)
