"""A table of ranges has every number once: no gap, and none twice.

"1–2, 4, 5–6" leaves the player who rolls a 3 with nothing; "1–3, 3–5" gives them two answers.

Bad:

    Arrows     Move
    1-2        2 back
    3          1 back
    5-6        1 forwards
    7+         2 forwards

Good:

    Arrows     Move
    1-2        2 back
    3-4        1 back
    5-6        1 forwards
    7+         2 forwards

Looked at are the first column of a table and lists whose items begin with a range, where every row
has one, at least three of them, in order, and only one place is wrong: more are meant so. A table
headed d6 must begin at 1 and end at 6, one headed 2d6 at 2 and at 12; there, a table of single numbers is
looked at, too. Overlooked on purpose: dates, pages, ages, prices and times,
and ranges that all meet in a number, like 0–10, 10–20, 20–30, which are measured.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise

from cardtool.documents import Block, BlockType, Text, TextKind
from cardtool.lint.core import Facts, LazyRegex, Problem, Severity, text_rule

ENDLESS = 10**9
"""Where a range ends that has no end: `13+`, `5 or more`."""

_WRITTEN = re.compile(
    r"(?:(?P<low>\d{1,4})\s?(?:-|–|—|−|\bto\b|\bor\b)\s?(?P<high>\d{1,4})"
    r"|(?P<from>\d{1,4})\s?(?:\+|or (?:more|higher|above|over)|and (?:more|higher|above|over|up))"
    r"|(?P<upto>\d{1,4})\s?or (?:less|fewer|lower|below|under)"
    r"|(?P<one>\d{1,4}))(?:\s(?P<unit>[A-Za-z]+))?"
)


@dataclass(frozen=True, slots=True)
class Range:
    """The whole numbers from `low` to `high`; `unit` is the word behind them, in lower case."""

    low: int
    high: int
    unit: str = ""

    @property
    def is_one(self) -> bool:
        return self.low == self.high


def parse_range(written: str) -> Range | None:
    """Return the range that is written so, or None where it is none, or runs backwards."""
    match = _WRITTEN.fullmatch(written.strip())
    if match is None:
        return None
    unit = (match["unit"] or "").lower()
    if match["from"]:
        return Range(int(match["from"]), ENDLESS, unit)
    if match["upto"]:
        return Range(0, int(match["upto"]), unit)
    low = int(match["low"] or match["one"])
    high = int(match["high"] or match["one"])
    return Range(low, high, unit) if low <= high else None


_LEAST_ROWS = 3
_NO_PARTITION = LazyRegex(
    r"\b(?:dates?|pages?|years?|ages?|times?|prices?|costs?|months?|days?|worth|scores?)\b"
)
_AWARDED = LazyRegex(r"points?|vps?|pts|gold|coins?|cards?|tokens?|tiles?|cubes?|dice")
_LED = re.compile(r"([^:=\t]{1,20}?)\s?(?:[:=\t]|\s[–—-]\s)")
_DICE = r"(?P<{0}>[1-4])?d(?P<{1}>4|6|8|10|12|20)"
_DIE = LazyRegex(
    rf"{_DICE.format('dice', 'sides')}(?: roll| result)?|(?:roll|result) \({_DICE.format('of', 'sided')}\)"
)


@dataclass(frozen=True, slots=True)
class _RangeRow:
    """A row of a table, and the range in its first cell."""

    block: Block
    range: Range


@text_rule("CT209", "range-table", Severity.ERROR, reads="en")
def check(texts: Sequence[Text], facts: Facts) -> Iterator[Problem]:
    for text in texts:
        if text.role is TextKind.CARD:
            continue
        for sort, blocks in groupby(text.current, key=lambda block: block.sort):
            if sort is BlockType.PARAGRAPH:
                for rows in _range_runs(blocks):
                    yield from _row_problems("", rows)
            elif sort is BlockType.ITEM:
                yield from _row_problems("", _item_rows(list(blocks)))
            elif sort is BlockType.ROW:
                yield from _table_problems(blocks)


def _range_runs(blocks: Iterable[Block]) -> Iterator[list[_RangeRow]]:
    """Yield lines that begin with a range, one after another, where no table was made of them."""
    rows = ((block, parse_range(_first_cell(block))) for block in blocks)
    for is_range, run in groupby(rows, key=lambda row: row[1] is not None):
        if is_range:
            yield [_RangeRow(block, found) for block, found in run if found]


def _item_rows(items: list[Block]) -> list[_RangeRow]:
    rows = [_RangeRow(block, found) for block in items if (found := parse_range(_first_cell(block)))]
    return rows if len(rows) == len(items) else []


def _table_problems(blocks: Iterable[Block]) -> Iterator[Problem]:
    """Yield rows of ranges under a head; a row that begins with anything else is the head of those below."""
    head, rows = "", list[_RangeRow]()
    for block in blocks:
        if found := parse_range(_first_cell(block)):
            rows.append(_RangeRow(block, found))
        else:
            yield from _row_problems(head, rows)
            head, rows = _first_cell(block), []
    yield from _row_problems(head, rows)


def _first_cell(block: Block) -> str:
    if block.sort is BlockType.ROW:
        return block.text.split("\t", 1)[0]
    led = _LED.match(block.text)
    return led[1] if led else ""


def _row_problems(head: str, rows: list[_RangeRow]) -> Iterator[Problem]:
    die = _DIE.fullmatch(head)
    if len(rows) < _LEAST_ROWS or _NO_PARTITION.search(head):
        return
    if all(row.range.is_one for row in rows) and not die:
        return
    if len(rows) == _LEAST_ROWS and sum(row.range.is_one for row in rows) > 1:
        return
    units = {row.range.unit for row in rows} - {""}
    if len(units) > 1 or any(_NO_PARTITION.search(unit) or _AWARDED.fullmatch(unit) for unit in units):
        return
    if rows[0].range.low > rows[-1].range.low:
        rows = rows[::-1]
    wrong = [pair for pair in pairwise(rows) if pair[1].range.low != pair[0].range.high + 1]
    if len(wrong) == 1:
        yield from _neighbour_problems(*wrong[0])
    elif not wrong and die:
        dice, sides = int(die["dice"] or die["of"] or 1), int(die["sides"] or die["sided"])
        yield from _dice_problems(dice, dice * sides, rows)


def _neighbour_problems(before: _RangeRow, after: _RangeRow) -> Iterator[Problem]:
    """Yield what is wrong between two neighbours; nothing where the numbers begin anew."""
    here, low, high = after.block.at(), after.range.low, before.range.high
    if low > high + 1:
        missing = str(high + 1) if low == high + 2 else f"{high + 1} to {low - 1}"
        yield (
            here,
            f"{missing} has no row between {_range_phrase(before)} and {_range_phrase(after)}",
            "say what happens then",
        )
    elif before.range.low <= low:
        twice = str(low) if low == min(high, after.range.high) else f"{low} to {min(high, after.range.high)}"
        yield (
            here,
            f"{twice} is in two rows, {_range_phrase(before)} and {_range_phrase(after)}",
            "keep it in one of them",
        )


def _dice_problems(least: int, most: int, rows: list[_RangeRow]) -> Iterator[Problem]:
    """Yield what is wrong with a table that should begin with the least roll, and end with the highest."""
    first, last = rows[0].range.low, rows[-1].range.high
    if first > least or (last < most and last != ENDLESS):
        low, high = (least, first - 1) if first > least else (last + 1, most)
        if low < high and all(row.range.is_one for row in rows):
            return  # a table of the few rolls that do something
        missing = str(low) if low == high else f"{low} to {high}"
        here = (rows[0] if first > least else rows[-1]).block.at()
        yield here, f"the table has no row for a roll of {missing}", "say what happens then"


def _range_phrase(row: _RangeRow) -> str:
    return f'"{_first_cell(row.block).strip()}"'
