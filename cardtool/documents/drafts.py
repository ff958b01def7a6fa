"""Blocks in the making, of whatever sort of file: stretches of its text, and what parts them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from cardtool.documents.blocks import Block, BlockType
from cardtool.documents.headings import looks_like_heading, mark_history
from cardtool.documents.list_labels import read_item_mark
from cardtool.documents.source_text import MappedText
from cardtool.model import LetterPlaces

Stripper = Callable[[MappedText], MappedText]


@dataclass(slots=True)
class Draft:
    """A block in the making: where its lines, or the cells of a row, stand in the text."""

    sort: BlockType
    spans: list[tuple[int, int]]
    level: int = 0
    label: str = ""
    label_start: int = 0
    by_hand: bool = False  # whether the label is in the text, to be cut off
    between: list[str] = field(default_factory=list)
    title: str = ""  # the words of a paragraph that is bold throughout

    def go_on(self, start: int, end: int, between: str) -> None:
        """Add a line, and the sign between it and the one before."""
        self.spans.append((start, end))
        self.between.append(between)
        self.title = ""

    def block(self, whole: MappedText, file: str, places: LetterPlaces, strip: Stripper) -> Block:
        read = whole.parts(self.spans, self.between or ["\t"] * (len(self.spans) - 1)).stripped()
        if self.sort is not BlockType.CODE:
            read = strip(read).stripped()
        if self.by_hand and (mark := read_item_mark(read.text)):
            read = read.part(mark.length, len(read.text)).stripped()
        begins = places.at_letter(whole.origin(self.label_start)) if self.label else None
        return Block(self.sort, read.text, file, read.places(places), self.level, self.label, label_at=begins)


def make_blocks(
    drafts: Sequence[Draft], whole: MappedText, file: str, places: LetterPlaces, strip: Stripper
) -> tuple[Block, ...]:
    """Return the blocks; `strip` takes away from their words what is not printed.

    A short paragraph that is bold throughout is a heading, as word processors export them, and stands below
    the heading above it.
    """
    rank = 1
    for draft in drafts:
        if draft.sort is BlockType.HEADING:
            rank = draft.level
        elif draft.title and looks_like_heading(draft.title):
            draft.sort, draft.level = BlockType.HEADING, rank + 1
    return tuple(mark_history([draft.block(whole, file, places, strip) for draft in drafts]))
