"""A sentence ends with a full stop where its neighbours do.

Four items of a list end with a stop and one does not: was it cut short? Mostly somebody wrote it later.

Bad:

    - Draw two cards from the deck of the farm.
    - Pay three hay to the owner of the barn.
    - Put a goat on an empty field of yours
    - Give each of your neighbours one milk.

Good:

    - Put a goat on an empty field of yours.

Looked at are items of a list in which two sentences or more end with a sign for each that does not; cells of
a column of which three do, and paragraphs of a text in which five do; and "the phases are as follows", which
ends with a colon. One finding stands for all of a list or a column, and for all paragraphs of a text.
Found in one real rulebook of three. Overlooked on purpose: what is short or a formula, what a list or a table
follows, and plain text, save for lists.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import chain
from typing import NamedTuple

from cardtool.documents import Block, BlockType, Table, Text, TextKind
from cardtool.lint.core import Facts, LazyRegex, Problem, Severity, text_rule

_ENDED = LazyRegex(r"[.!?…:;][)\]*_”\"’'»]*\s*\Z", re.NOFLAG)
_CUT = LazyRegex(
    r"[“\"(]?[A-Z][^=|\n\ufffc]* (?!(?:and|or|follows|following|below)\Z)[\w'’+-]{2,}[)\]*_”\"’']*\Z",
    re.NOFLAG,
)
_ANNOUNCES = re.compile(r"[\w'’ -]+ (?:as follows|the following(?: [a-z]+){0,3})\Z")
_CELL = re.compile(r"[^\t]+")
_MOST_LINES = 6  # that are named beside the first
_LONGEST = 6  # words of an announcement that are told
_LEAST_WORDS = {BlockType.ITEM: 6, BlockType.PARAGRAPH: 10, BlockType.ROW: 6}
_FEWEST = {BlockType.ITEM: 2, BlockType.PARAGRAPH: 5, BlockType.ROW: 3}  # that end with a sign
_TO_ONE = {BlockType.ITEM: 2, BlockType.PARAGRAPH: 5, BlockType.ROW: 3}  # of these, for one that does not


class _Said(NamedTuple):
    """What stands by itself, in a block from an offset on: an item, a paragraph, a cell."""

    block: Block
    start: int
    text: str


@text_rule("CT618", "missing-stop", Severity.INFO, reads="en")
def check(texts: Sequence[Text], facts: Facts) -> Iterator[Problem]:
    for text in texts:
        if text.role in (TextKind.DOCUMENT, TextKind.RULEBOOK) and not text.is_from_pages:
            leads = {id(listing.lead) for listing in text.lists}
            leads |= {id(table.lead) for table in text.tables}
            paragraphs = [each for each in text.current if each.sort is BlockType.PARAGRAPH]
            if not text.is_plain:
                yield from _colon_problems(text.current)
            for blocks in (*(each.items for each in text.lists), () if text.is_plain else paragraphs):
                yield from _problems([_Said(each, 0, each.text) for each in blocks if id(each) not in leads])
            for table in text.tables:
                yield from chain.from_iterable(map(_problems, _columns(table)))


def _columns(table: Table) -> Iterator[Sequence[_Said]]:
    """Yield the cells of each column."""
    columns: defaultdict[int, list[_Said]] = defaultdict(list)
    for row in table.rows:
        for number, match in enumerate(_CELL.finditer(row.text)):
            columns[number].append(_Said(row, match.start(), match[0].rstrip()))
    yield from columns.values()


def _colon_problems(blocks: Sequence[Block]) -> Iterator[Problem]:
    """Yield `The phases are as follows`, with nothing behind it."""
    for block in (each for each in blocks[:-1] if each.sort is BlockType.PARAGRAPH):
        if match := _ANNOUNCES.search(block.text):
            said = " ".join(match[0].split()[-_LONGEST:])
            yield block.at(len(block.text) - 1), f'"{said}" ends without a sign', "end it with a colon"


def _problems(said: Sequence[_Said]) -> Iterator[Problem]:
    sentences = [each for each in said if each.text.count(" ") >= _LEAST_WORDS[each.block.sort] - 1]
    ended = sum(_ENDED.search(each.text) is not None for each in sentences)
    cut = [each for each in sentences if _CUT.fullmatch(each.text)]
    sort = cut[0].block.sort if cut else BlockType.ITEM
    if cut and ended >= max(_FEWEST[sort], _TO_ONE[sort] * len(cut)):
        block, start, text = cut[0]
        lines = [
            str(each.block.at(each.start + len(each.text) - 1).line) for each in cut[1 : _MOST_LINES + 1]
        ]
        more = f" and {len(cut) - 1 - _MOST_LINES} more" if len(cut) > _MOST_LINES + 1 else ""
        others = f"; also in line{'s'[: len(lines) - 1]} {', '.join(lines)}{more}" if lines else ""
        message = f'"… {text.split()[-1]}" ends without a full stop, where {ended} others have one{others}'
        yield block.at(start + len(text) - 1), message, "end it with a full stop"
