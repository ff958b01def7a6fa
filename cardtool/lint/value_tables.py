"""The values of things in a document's tables: names in the first column, what the values are in the head."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from cardtool.documents import Block, BlockType, Table, find_tables
from cardtool.lint.context import is_conditional
from cardtool.lint.lazy import Lazy
from cardtool.lint.value_pairs import LABEL, label_key
from cardtool.lint.values_given import Given, is_example, is_name, is_special

__all__ = ["values_in_tables"]

_HEAD = Lazy(LABEL)
_NO_THING = Lazy(
    r"players?|teams?|rounds?|turns?|levels?|results?|rolls?|die|dice|scores?|ranges?|scenarios?|difficulty|"
    r"modes?|components?|phases?|steps?|actions?|events?|effects?|.*number.*|rank|position|place"
)
_NO_VALUE = Lazy(
    r"(?:no|number|#|page|copies|quantity|count|amount|qty|total|players?|roll|die|dice|cards?|tiles?|tokens?)"
    r"s?|in .*|per .*|.* per .*|.*each.*|.*number.*|.*total.*|.*max.*|.*min.*"
)
_NUMBER = re.compile(r"\d{1,6}")
_FIGURE = re.compile(r"\d")


@dataclass(frozen=True, slots=True)
class _Column:
    place: int
    label: str


def values_in_tables(blocks: Sequence[Block]) -> Iterator[Given]:
    """Every value of every thing in the tables among these blocks."""
    if any(block.sort is BlockType.ROW for block in blocks):
        for table in find_tables(blocks):
            lead = table.lead.text if table.lead else ""
            is_of_a_case = is_example(lead) or is_special(lead) or is_conditional(lead)
            if len(table.rows) > 2 and not is_of_a_case:
                yield from _of_table(table)


def _of_table(table: Table) -> Iterator[Given]:
    head, *rows = table.rows
    cells = [cell.strip() for cell in head.text.split("\t")]
    if _NO_THING.fullmatch(cells[0]) or _FIGURE.search(head.text):
        return
    columns = list(_columns(cells))
    for row in rows:
        yield from _of_row(row, columns, len(cells))


def _columns(cells: Sequence[str]) -> Iterator[_Column]:
    """The columns of values; none whose name stands in that of another, as Cost does in Second Cost."""
    for place, cell in enumerate(cells[1:], start=1):
        others = [other for at, other in enumerate(cells) if at != place]
        is_doubled = any(_has(other, cell) for other in others)
        if _HEAD.fullmatch(cell) and not is_doubled and not _NO_VALUE.fullmatch(cell):
            yield _Column(place, cell)


def _has(cell: str, label: str) -> bool:
    return label_key(label) in label_key(cell)


def _of_row(row: Block, columns: Sequence[_Column], width: int) -> Iterator[Given]:
    cells = row.text.split("\t")
    name = cells[0].strip()
    if len(cells) != width or not is_name(name):
        return
    for column in columns:
        cell = cells[column.place].strip()
        if _FIGURE.search(cell):
            number = int(cell) if _NUMBER.fullmatch(cell) else None
            start = sum(len(each) + 1 for each in cells[: column.place])
            here = row.at(start + row.text[start:].find(cell))
            yield Given(name, column.label, label_key(column.label), number, "the table", here, (row,))
