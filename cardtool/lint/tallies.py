"""Tables that count what is in a deck or a box, under a heading or a sentence that names the total.

Known are only tables with one column that says how many there are of each row. Tables of which a row
stands for several things ("2–10"), or that count per player or per colour, claim no sum.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from cardtool.documents import Block, BlockType, Section, Table, find_sections, find_tables
from cardtool.lint.lazy import Lazy
from cardtool.lint.parts import THINGS

__all__ = ["KindTally", "Tally", "kind_tallies", "tallies"]

_TOTAL = rf"(?P<number>\d{{1,4}})\s(?:[A-Za-z'’-]+\s){{0,2}}?{THINGS}"
_TITLE = Lazy(rf"(?:.{{1,60}}?(?:\s[–—-]\s?|:\s|\s?\())?{_TOTAL}(?:,?\s(?:in\s)?(?:total|all))?\s*[):]?\s*")
_LEAD = Lazy(rf"(?:.{{0,120}}\b(?:contains?|consists? of|has|have|holds?|includes?|are|of)\s)?{_TOTAL}:")
_SOME = Lazy(r"\b(?:each|every|per|your|their|these|starting|any|choose|least|most|about|up to|some)\b")
_COUNT = Lazy(
    r"(?:count|quantity|qty\.?|copies|amount|how many|(?:#|no\.?|number)\s?(?:of|in)\s(?:the\s)?"
    rf"(?:copies|deck|box|{THINGS})|(?:cards\s)?in\s(?:the\s)?(?:deck|box))"
)
_OF_EACH = Lazy(r"\b(?:each|per|every|colou?rs|suits|sets|decks|players|variants|versions)\b")
_SEVERAL = Lazy(r"\d\s?(?:[-–—,/&+]|to|and|or)\s?[+x×-]?\d|\b(?:each|per|every|all)\b")
_COME_IN = Lazy(
    r"(?:the\s|all\s(?:the\s)?)?(?P<noun>[^.:;]{3,40}?)\s(?:come|are|exist|are\sdivided|are\ssplit|are\sdistributed)\s(?:in|of|into)?\s?"
    r"(?:(?:these|the\sfollowing)\s(?:\w+\s)?(?:kinds|types|sorts|varieties|suits|values|numbers|quantities)|"
    r"as\sfollows|like\sthis):"
)
_INTEGER = re.compile(r"[x×]?\s?(\d{1,3})(?:\s?[x×]|\s[a-z]+)?", re.IGNORECASE)
_WHOLE = re.compile(r"(?:grand )?(?:total|sum)\b", re.IGNORECASE)


class Tally(NamedTuple):
    """What is said to be there, where its number stands, and how many of each there are."""

    block: Block
    start: int
    number: int
    amounts: tuple[int, ...]


class KindTally(NamedTuple):
    """What the kinds are of, where it stands, and how many of each there are."""

    block: Block
    start: int
    noun: str
    amounts: tuple[int, ...]


def tallies(blocks: Sequence[Block]) -> Iterator[Tally]:
    """Every table of counts with a total above it: in the heading of its section, or right before it."""
    if any(block.sort is BlockType.ROW for block in blocks):
        for section in find_sections(blocks):
            yield from _in_section(section)


def kind_tallies(blocks: Sequence[Block]) -> Iterator[KindTally]:
    """Every table of counts behind a sentence that says it has the kinds of a noun: all of them, then."""
    for table in find_tables(blocks) if any(block.sort is BlockType.ROW for block in blocks) else ():
        match = _COME_IN.fullmatch(table.lead.text.strip()) if table.lead else None
        if match and table.lead and (amounts := _amounts(table)):
            yield KindTally(table.lead, match.start("noun"), match["noun"], amounts)


def _in_section(section: Section) -> Iterator[Tally]:
    found = list(find_tables(section.blocks))
    for table in found:
        amounts = _amounts(table)
        said = _said(_LEAD, table.lead) if amounts else None
        if amounts and section.headings and len(found) == 1 and not _is_announced(table):
            said = said or _said(_TITLE, section.headings[-1])
        if said:
            yield Tally(*said, amounts)


def _is_announced(table: Table) -> bool:
    """Whether a sentence before it says what it lists: what each player takes, say."""
    return table.lead is not None and table.lead.text.rstrip().endswith(":")


def _said(total: Lazy, block: Block | None) -> tuple[Block, int, int] | None:
    match = total.fullmatch(block.text.strip()) if block and len(block.text) < 200 else None
    if block is None or match is None or _SOME.search(block.text):
        return None
    return block, match.start("number"), int(match["number"])


def _amounts(table: Table) -> tuple[int, ...]:
    """How many there are of each row; none where the table does not say so, or not surely."""
    head, *rows = [[cell.strip(" *_") for cell in row.text.split("\t")] for row in table.rows]
    columns = [at for at, cell in enumerate(head) if _COUNT.fullmatch(cell)]
    if len(columns) != 1 or len(rows) < 2 or any(_OF_EACH.search(cell) for cell in head[1:]):
        return ()
    if _WHOLE.match(rows[-1][0]):
        rows = rows[:-1]
    cells = [row[columns[0]] if len(row) > columns[0] else "" for row in rows]
    found = [match for cell in cells if (match := _INTEGER.fullmatch(cell))]
    is_sure = len(found) == len(rows) and not any(_is_several(row, columns[0]) for row in rows)
    return tuple(int(match[1]) for match in found) if is_sure else ()


def _is_several(row: Sequence[str], column: int) -> bool:
    """Whether a row stands for several things: "2–10", or has a sum of its own among others."""
    name = row[0] if column else row[1] if len(row) > 1 else ""
    return bool(_SEVERAL.search(name)) or "total" in name.lower()
