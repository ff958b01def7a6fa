"""Slips in a table that would make another game of it than is meant: a row of sums, a word among numbers.

They are told with their cells, and nothing is mended.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import isclose
from typing import Any

from cardtool.app.table_columns import heading_words, means, says_count, says_number
from cardtool.load import Cell, Table, count_in, made_id

_MOST_WORDS = 2  # of a row of sums beside them: Total, 60 cards
_ENOUGH_ROWS = 4  # of which few last ones are the sum by chance
_FEW = 5  # cells to each word among numbers at least, for it to be a slip

Slip = tuple[Cell, str]
"""A cell, and what is wrong with it and what to do, in words that follow its place."""


def slips(table: Table, kind_column: int | None) -> Iterator[Slip]:
    """Yield what has to be mended before a game is made: a last row of sums; else words among copies.

    `kind_column` is the column that says each row's kind, None where none does.
    """
    if table.rows and _is_total(table, kind_column):
        last = table.rows[-1]
        yield last[min(last)], "this row is the sum of those above, and would be a card; take it out"
        return
    for heading, cells in _columns(table):
        words = [cell for cell in cells if not says_count(cell.value)]
        if means(heading, "copies") and 2 * len(words) < len(cells):
            for cell in words:
                said = f'{heading} says how many there are of each card, and "{cell.value}" is no such number'
                yield cell, f"{said}; write one, or call the column otherwise"


def doubts(table: Table) -> Iterator[Slip]:
    """Yield the first word in each column that has few of them among its numbers."""
    for heading, cells in _columns(table):
        words = [cell for cell in cells if not says_number(cell.value)]
        if words and _FEW * len(words) <= len(cells):
            who = f"and {len(words) - 1} more make" if words[1:] else "makes"
            yield words[0], f'"{words[0].value}" {who} {heading} a text, whose other cells are numbers'


def _columns(table: Table) -> Iterator[tuple[str, Sequence[Cell]]]:
    for at, heading in _headings(table).items():
        yield heading, [row[at] for row in table.rows if at in row]


def _headings(table: Table) -> Mapping[int, str]:
    """Return the headings of columns that are no notes."""
    headings = {at: str(cell.value) for at, cell in table.headings.items()}
    return {at: heading for at, heading in headings.items() if not heading.startswith("#")}


def _is_total(table: Table, kind_column: int | None) -> bool:
    """Return whether the last row holds nothing but sums and their name.

    Sums of what cost or strength cards have may be chance, where nothing calls them so.
    """
    *above, last = table.rows
    headings = _headings(table)
    sums = {at: number for at in headings if at in last and (number := _number(last[at])) is not None}
    words = [str(last[at].value) for at in headings if at in last and at not in sums]
    if len(words) > _MOST_WORDS or not sums or not all(_adds_up(above, at, sums[at]) for at in sums):
        return False
    of_sums = heading_words()["total"]
    is_called_so = any(part in of_sums for word in words for part in made_id(word).split("-"))
    if is_called_so or len(words) == _MOST_WORDS or len(above) < _ENOUGH_ROWS:
        return is_called_so
    is_of_no_kind = kind_column is not None and kind_column not in last
    return is_of_no_kind or all(means(headings[at], "copies") for at in sums)


def _adds_up(rows: Sequence[Mapping[int, Cell]], at: int, total: float) -> bool:
    numbers = [number for row in rows if at in row and (number := _number(row[at])) is not None]
    return len(numbers) > 1 and isclose(sum(numbers), total)


def _number(cell: Cell) -> float | None:
    value: Any = count_in(cell.value)
    return float(value) if says_number(value) else None
