"""Rules about the columns of tables: ranges that follow each other, and cells that all other rows have."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import groupby, pairwise, zip_longest
from operator import itemgetter
from typing import NamedTuple

from cardtool.documents import Block, Text, TextKind
from cardtool.lint.core import Facts, Problem, Severity, text_rule
from cardtool.model import Source

_RANGE = re.compile(r"[\s*(\"]{0,2}(\d{1,3})(?:\s?(?:-|–|—|to)\s?(\d{1,3})|(\s?\+))?[.:]?[\s*)\"]{0,2}")
_BEHIND_RANGE = re.compile(r"[:=)–—]\s|\s-\s|\s{2}")
_DIE = re.compile(r"(?<![\w+*/×−–-])(?P<die>\d?[dDwW]\d{1,3})(?!\w|\s?[-+−–×*/]\s?\w)")
_ROLLED_ON = re.compile(rf"\b[Rr]olls?\s(?:an?\s)?{_DIE.pattern}\son\s(?:this|the\sfollowing)\b")
_ENDLESS = 10**6
_JOINED_FOR_EACH = 4  # pairs of which one may not join, where several do not; sides of a die, and one missing
_FEWEST_JOINED = 2  # pairs of which the second goes on where the first ends, of all but one


class _Range(NamedTuple):
    """From one number to another, as it is written there."""

    first: int
    last: int
    written: str
    source: Source


_Column = tuple[Sequence[_Range | None], str, Block | None]
"""What may be ranges, the heading above them, and the paragraph or heading before all of them."""


@text_rule("CT225", "range-overlap", Severity.WARNING)
def range_overlap(texts: Sequence[Text], facts: Facts) -> Iterator[Problem]:
    """The ranges of a table or a list follow one another, without a gap and without a number in two.

    What happens on a 5, where one row says 2-5 and the next 5-6?

    Bad:

        | Roll  | Goat   |
        | 1-2   | sleeps |
        | 2-4   | eats   |
        | 5-6   | runs   |

    Good:

        | Roll  | Goat   |
        | 1     | sleeps |
        | 2-4   | eats   |
        | 5-6   | runs   |

    Found in real rules are "31-40" above "40+", and a hit location of 2-6 behind one of 1-2. Looked at are
    the columns of tables, and what stands first in the items of a list. Where a column's heading or what
    leads to it names a die (d6, 2d6), every number that it can roll is in one row; and the die that is
    rolled on a table is the one in its heading. Overlooked on purpose: columns in which more than one pair
    of four does not join, and three rows with a gap; open ends, "10+" above "12+", which are thresholds; and
    tables with less than three quarters of a die, or more than it.
    """
    for text in texts:
        is_read = text.role in (TextKind.DOCUMENT, TextKind.RULEBOOK)
        for cells, head, lead in _columns(text) if is_read else ():
            dice = _DIE.findall(head) or (_DIE.findall(lead.text) if lead else [])
            ranges = sorted((each for each in cells if each), key=itemgetter(0, 1))
            is_whole = len(ranges) >= max(2, len(cells) - bool(head))
            if is_whole and len(set(dice)) == 1 and _is_rolled(ranges, dice[0]):
                yield from _roll_problems(ranges, dice[0], lead if head else None)
                continue
            for _, run in groupby(cells, lambda each: each is None):
                yield from _range_problems([each for each in run if each])


def _columns(text: Text) -> Iterator[_Column]:
    """Yield the ranges that stand in each column of the tables, and at the head of each list's items."""
    for table in text.tables:
        rows = [row.text.split("\t") for row in table.rows]
        for at, cells in enumerate(zip_longest(*rows, fillvalue="")):
            found = list(map(_range_of, cells, table.rows))
            yield found, "" if found[0] else cells[0], None if at else table.lead
    for listing in text.lists:
        yield [_range_of(_BEHIND_RANGE.split(each.text)[0], each) for each in listing.items], "", listing.lead


def _range_of(written: str, block: Block) -> _Range | None:
    match = _RANGE.fullmatch(written)
    if match is None:
        return None
    first, end = (100 if digits == "00" else int(digits) for digits in (match[1], match[2] or match[1]))
    last, said = _ENDLESS if match[3] else end, written.strip()
    return _Range(first, last, said, block.at(block.text.find(said))) if last >= first else None


def _range_problems(ranges: Sequence[_Range]) -> Iterator[Problem]:
    pairs, apart = len(ranges) - 1, _unjoined(ranges)
    has_several = any(each.first < each.last < _ENDLESS for each in ranges)
    is_few = len(apart) == 1 or len(apart) * _JOINED_FOR_EACH <= pairs
    share_ends = all(one.first < one.last == two.first < two.last for one, two in apart)
    is_sure = pairs >= _FEWEST_JOINED if share_ends else pairs > _FEWEST_JOINED
    if is_few and is_sure and has_several:
        yield from _unjoined_problems(apart)


def _unjoined(ranges: Sequence[_Range]) -> Sequence[tuple[_Range, _Range]]:
    return [(one, two) for one, two in pairwise(ranges) if two.first != one.last + 1]


def _unjoined_problems(apart: Sequence[tuple[_Range, _Range]]) -> Iterator[Problem]:
    for one, two in apart:
        if one.last < _ENDLESS and two.first > one.first:
            is_gap = two.first > one.last + 1
            what = f"{one.last + 1} is in neither" if is_gap else f"{two.first} is in both"
            message = f'"{two.written}" comes after "{one.written}", and {what}'
            yield two.source, message, "let it begin where that one ends"


def _sides(die: str) -> tuple[int, int]:
    """Return the least and the most that can be rolled with `d6`, `2d6`."""
    many, sides = re.split("[dDwW]", die)
    return int(many or 1), int(many or 1) * int(sides)


def _is_rolled(ranges: Sequence[_Range], die: str) -> bool:
    """Return whether these are, but for a slip, all that the die can roll, and nothing else."""
    (least, most), last = _sides(die), max(each.last for each in ranges)
    if ranges[0].first < least or max(each.last for each in ranges[:-1]) > most or _ENDLESS > last > most:
        return False
    told = {number for each in ranges for number in range(each.first, min(each.last, most) + 1)}
    size = most - least + 1
    return size - len(told) <= max(1, size // _JOINED_FOR_EACH)


def _roll_problems(ranges: Sequence[_Range], die: str, lead: Block | None) -> Iterator[Problem]:
    (least, most), last = _sides(die), max(each.last for each in ranges)
    if len(apart := _unjoined(ranges)) <= _FEWEST_JOINED:
        yield from _unjoined_problems(apart)
        first, end = ranges[0], ranges[-1]
        if first.first > least:
            yield first.source, f'nothing comes before "{first.written}", and {die} can roll {least}', None
        if last < most:
            yield end.source, f'"{end.written}" comes last, and {die} can roll {most}', None
    match = _ROLLED_ON.search(lead.text) if lead else None
    if lead and match and _sides(match["die"]) != (least, most):
        message = f"{match['die']} is rolled on a table of {die}"
        yield lead.at(match.start("die")), message, "name the same die in both places"


_FEWEST_ROWS = 4  # of a table, its head among them


@text_rule("CT228", "missing-cell", Severity.WARNING)
def missing_cell(texts: Sequence[Text], facts: Facts) -> Iterator[Problem]:
    """A row has as many cells as all others of its table.

    A value that was deleted with its cell moves nothing: the row just ends early, and its last number may be
    that of another column.

    Bad:

        | Goat  | Milk | Wool |
        | Alba  | 3    | 1    |
        | Berta | 2    |
        | Carla | 4    | 2    |

    Good:

        | Berta | 2    | 1    |

    Looked at are tables of three rows or more in which every cell of every other row is filled. Overlooked on
    purpose: texts of cards; rows of one cell, which are headings, and the last row.
    """
    for text in texts:
        is_read = text.role is not TextKind.CARD and not text.is_from_pages
        for table in text.tables if is_read else ():
            rows = [row.text.split("\t") for row in table.rows]
            short = [at for at, row in enumerate(rows) if len(row) != len(rows[0]) or not all(row)]
            for at in short if len(short) == 1 and len(rows) >= _FEWEST_ROWS else ():
                cells = rows[at]
                if 1 < len(cells) < len(rows[0]) and all(cells) and at < len(rows) - 1:
                    message = f'"{cells[0]}" has {len(cells)} cells, and every other row {len(rows[0])}'
                    yield table.rows[at].at(), message, "add the one that is missing"
