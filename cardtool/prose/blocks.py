"""A rules text as its reader sees it: headings, paragraphs, list items, rows. Judges nothing."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from cardtool.model import Marks, Source

__all__ = ["Block", "Role", "Sort", "Text"]


class Sort(StrEnum):
    """What a block is to its reader."""

    HEADING = "heading"
    PARAGRAPH = "paragraph"
    ITEM = "item"
    ROW = "row"
    CODE = "code"
    FURNITURE = "furniture"


_OF_NO_GAME = (Sort.CODE, Sort.FURNITURE)


class Role(StrEnum):
    """What a text is in its game, or that it is a document somebody has."""

    CARD = "card"
    RULES = "rules"
    GLOSSARY = "glossary"
    CHANGELOG = "changelog"
    RULEBOOK = "rulebook"
    TEMPLATE = "template"
    DOCUMENT = "document"


@dataclass(frozen=True, slots=True)
class Block:
    """A stretch of text that stands by itself.

    `text` is what is read: emphasis and references are gone, letters and words stand as printed. The
    cells of a row are parted by tabs. Code and furniture (page numbers, a website's footer) are kept
    so that nothing moves, but say nothing about the game.

    `level` is the rank of a heading (1 the highest) or how deep an item stands (1 the outermost); of a
    paragraph, how deep the item stands that it is in, 0 for none. A line break in the text is one that
    its reader sees.
    `label` is what an item carries before it, as written less its dot or bracket: `3`, `a`, `Phase 4`;
    `•` for every sort of bullet; it stands at `label_at`, in line and column. `past` is a changelog's
    history: what once was, no rule of today.
    """

    sort: Sort
    text: str
    file: str
    marks: Marks
    level: int = 0
    label: str = ""
    past: bool = False
    label_at: tuple[int, int] | None = None

    def at(self, offset: int = 0) -> Source:
        """Where the letter at this offset of the text stands."""
        return Source(self.file, *self.marks.of_letter(offset))

    @property
    def beginning(self) -> Source:
        """Where its label stands, or what is read of it where it has none."""
        return Source(self.file, *self.label_at) if self.label_at else self.at()

    @property
    def is_numbered(self) -> bool:
        return self.sort is Sort.ITEM and self.label not in ("", "•")


@dataclass(frozen=True, slots=True)
class Text:
    """Blocks in their order. `title` is what messages call the text: `the rulebook`, `the text of "Goat"`.

    `card` is the id of the card that prints it, empty for any other text. `current` are the blocks that
    say something about the game as it is today.
    """

    title: str
    role: Role
    blocks: tuple[Block, ...]
    card: str = ""
    current: tuple[Block, ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        current = tuple([each for each in self.blocks if not each.past and each.sort not in _OF_NO_GAME])
        object.__setattr__(self, "current", current)
