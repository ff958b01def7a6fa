"""The sentences of the changelog in a document, each with the version it tells of."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from cardtool.documents import Block, BlockType, Text, find_sections, split_sentences
from cardtool.model import Source

__all__ = ["Entry", "entries_in"]


@dataclass(frozen=True, slots=True)
class Entry:
    """A sentence of the changelog, and the version it tells of."""

    version: str
    block: Block
    start: int
    text: str

    def at(self, offset: int) -> Source:
        return self.block.at(self.start + offset)


def entries_in(text: Text) -> Iterator[Entry]:
    """The sentences of the changelog in the document."""
    for section in find_sections(text.blocks):
        version = _version(section.headings)
        for block in section.blocks:
            if block.past and block.sort is not BlockType.FURNITURE:
                for start, sentence in split_sentences(block.text):
                    yield Entry(version, block, start, sentence)


def _version(headings: Sequence[Block]) -> str:
    """The number of the version that these headings lead to; empty where none of them has one."""
    for heading in reversed(headings):
        if match := re.search(r"\d+(?:\.\d+)+|(?<=[vV ])\d+$", heading.text):
            return match[0]
    return ""
