"""A rule about ranges that follow each other."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import groupby, pairwise
from typing import NamedTuple

from cardtool.documents import Block, Text, TextKind
from cardtool.lint.core import Facts, Problem, Severity, text_rule

_RANGE = re.compile(r"[\s*(\"]{0,2}(\d{1,3})(?:\s?(?:-|–|—|to)\s?(\d{1,3})|(\s?\+))?[.:]?[\s*)\"]{0,2}")
_BEHIND_RANGE = re.compile(r"[:=)–—]\s|\s-\s|\s{2}")
_ENDLESS = 10**6
_JOINED_FOR_EACH = 4  # pairs of which one may not join, where several do not
_FEWEST_JOINED = 2  # pairs of which the second goes on where the first ends, of all but one


class _Range(NamedTuple):
    """From one number to another, as it is written there."""

    first: int
    last: int
    written: str
    block: Block


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
    the columns of tables, and what stands first in the items of a list. Overlooked on purpose: columns in
    which more than one pair of four does not join; and open ends, "10+" above "12+", which are thresholds.
    """
    for text in texts:
        for column in _columns(text) if text.role in (TextKind.DOCUMENT, TextKind.RULEBOOK) else ():
            for is_range, run in groupby(column, lambda each: isinstance(each, _Range)):
                yield from _range_problems([each for each in run if each]) if is_range else ()


def _columns(text: Text) -> Iterator[Sequence[_Range | None]]:
    """Yield the ranges that stand in each column of the tables, and at the head of each list's items."""
    for table in text.tables:
        rows = [row.text.split("\t") for row in table.rows]
        for at in range(max(map(len, rows))):
            cells = zip(rows, table.rows, strict=True)
            yield [_range_of(row[at], block) if at < len(row) else None for row, block in cells]
    for listing in text.lists:
        yield [_range_of(_BEHIND_RANGE.split(item.text)[0], item) for item in listing.items]


def _range_of(written: str, block: Block) -> _Range | None:
    match = _RANGE.fullmatch(written)
    if match is None:
        return None
    last = _ENDLESS if match[3] else int(match[2] or match[1])
    return _Range(int(match[1]), last, written.strip(), block) if last >= int(match[1]) else None


def _range_problems(ranges: Sequence[_Range]) -> Iterator[Problem]:
    pairs = list(pairwise(ranges))
    apart = [(one, two) for one, two in pairs if two.first != one.last + 1]
    has_several = any(each.first < each.last < _ENDLESS for each in ranges)
    is_few = len(apart) == 1 or len(apart) * _JOINED_FOR_EACH <= len(pairs)
    if not is_few or len(pairs) <= _FEWEST_JOINED or not has_several:
        return
    for one, two in apart:
        if one.last < _ENDLESS and two.first > one.first:
            is_gap = two.first > one.last + 1
            what = f"{one.last + 1} is in neither" if is_gap else f"{two.first} is in both"
            here = two.block.at(two.block.text.find(two.written))
            message = f'"{two.written}" comes after "{one.written}", and {what}'
            yield here, message, "let it begin where that one ends"
