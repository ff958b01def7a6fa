"""How the blocks of a text belong together: sections under their headings, the rows of tables."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from cardtool.prose.blocks import Block, Sort

__all__ = ["Section", "Table", "sections", "tables"]


@dataclass(frozen=True, slots=True)
class Section:
    """What stands under a heading and above the next; `headings` leads to it from the outermost.

    What stands before the first heading has none.
    """

    headings: tuple[Block, ...]
    blocks: tuple[Block, ...]

    @property
    def title(self) -> str:
        return self.headings[-1].text if self.headings else ""


@dataclass(frozen=True, slots=True)
class Table:
    """Rows that follow one another. `lead` is what stands right before them; the head is a row like any."""

    lead: Block | None
    rows: tuple[Block, ...]


def sections(blocks: Iterable[Block]) -> Iterator[Section]:
    """Every section, in order; one with nothing in it, too, save the one before the first heading."""
    path: list[Block] = []
    inside: list[Block] = []
    for block in blocks:
        if block.sort is not Sort.HEADING:
            inside.append(block)
            continue
        if path or inside:
            yield Section(tuple(path), tuple(inside))
        path = [*(each for each in path if each.level < block.level), block]
        inside = []
    if path or inside:
        yield Section(tuple(path), tuple(inside))


def tables(blocks: Iterable[Block]) -> Iterator[Table]:
    """Every table, in order."""
    before: Block | None = None
    rows: list[Block] = []
    for block in blocks:
        if block.sort is Sort.ROW:
            rows.append(block)
            continue
        if rows:
            yield Table(before, tuple(rows))
            rows = []
        before = block
    if rows:
        yield Table(before, tuple(rows))
