"""What stands in the order of the alphabet stands there to the last."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterator, Sequence

from cardtool.documents import Block, Text, TextKind
from cardtool.lint.core import Facts, LazyRegex, Problem, Severity, text_rule

_FEWEST = 8  # in a row; of fewer, most are in order by chance
_MOST_MISPLACED = 2
_LABEL = LazyRegex(r"[^\W\d_][^:.!?;–—\n\t(]{1,38}?(?=:|\s[–—-]\s|\t|\s?\(|$)", re.NOFLAG)


@text_rule("CT514", "alphabetical", Severity.INFO)
def alphabetical(texts: Sequence[Text], facts: Facts) -> Iterator[Problem]:
    """A table, a list or sections in the order of the alphabet are so throughout.

    Readers leaf to the letter, find nothing, and think there is nothing. It is mostly what was added last.

    Bad:

        Ash, Birch, Cedar, Elm, Fir, Hazel, Larch, Oak, Pine, Willow, Alder

    Good:

        Alder, Ash, Birch, Cedar, Elm, Fir, Hazel, Larch, Oak, Pine, Willow

    Looked at are the first cells of tables, the labels of lists and the headings beside each other, where
    there are eight or more and all but one or two are in order. Found in real rules are lists of traits,
    weapons and abilities. Overlooked on purpose: numbers; the first and the last, which may be set apart, as
    "None" and "Other" are.
    """
    for text in texts:
        if text.role in (TextKind.DOCUMENT, TextKind.RULEBOOK) and not text.is_from_pages:
            for named in _series(text):
                yield from _misplaced(named)


def _series(text: Text) -> Iterator[Sequence[tuple[str, Block]]]:
    """Yield what may be in order: names, each with the block that it begins."""
    for table in text.tables:
        yield _named(table.rows[1:])
    for listing in text.lists:
        if not listing.ordered:
            yield _named(listing.items)
    below: defaultdict[tuple[int, ...], list[Block]] = defaultdict(list)
    for section in text.sections:
        if section.headings:
            below[tuple(map(id, section.headings[:-1]))].append(section.headings[-1])
    yield from map(_named, below.values())


def _named(blocks: Sequence[Block]) -> Sequence[tuple[str, Block]]:
    """Return the blocks with the names that they begin with; none where one has none, or holds a number."""
    found = [(_LABEL.match(block.text.split("\t")[0]), block) for block in blocks]
    named = [(" ".join(match[0].split()), block) for match, block in found if match]
    has_numbers = any(map(str.isdigit, "".join(name for name, _ in named)))
    return () if len(named) < len(blocks) or has_numbers else named


def _misplaced(named: Sequence[tuple[str, Block]]) -> Iterator[Problem]:
    """Yield what is out of order, be it by words or by letters, as Mist Pass and Mistland."""
    by_words = [name.casefold() for name, _ in named]
    by_letters = ["".join(filter(str.isalpha, name)) for name in by_words]
    if len(set(by_words)) < _FEWEST:
        return
    keys, in_order = max(
        ((keys, _longest_in_order(keys)) for keys in (by_words, by_letters)), key=lambda each: len(each[1])
    )
    if len(keys) - len(in_order) <= _MOST_MISPLACED:
        for row in (row for row in range(1, len(keys) - 1) if row not in in_order):
            is_late = keys[row] < keys[row - 1]
            other = f'after "{named[row - 1][0]}"' if is_late else f'before "{named[row + 1][0]}"'
            message = f'"{named[row][0]}" stands {other}, where others are in the order of the alphabet'
            yield named[row][1].at(), message, "put it in its place"


def _longest_in_order(names: Sequence[str]) -> set[int]:
    """Return the rows of as many names as stand in order."""
    ends: list[str] = []  # of the best run of each length, by the last name
    rows: list[int] = []
    before: list[int] = []
    for row, name in enumerate(names):
        length = bisect_right(ends, name)
        before.append(rows[length - 1] if length else -1)
        ends[length : length + 1], rows[length : length + 1] = [name], [row]
    found, row = set[int](), rows[-1]
    while row >= 0:
        found.add(row)
        row = before[row]
    return found
