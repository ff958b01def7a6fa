"""Lists and tables of so many of this and so many of that, which may add up to a total that they claim."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from cardtool.documents import (
    NUMBER,
    Block,
    Section,
    Table,
    Text,
    parse_number,
)
from cardtool.lint.core import LazyRegex
from cardtool.lint.core.matching import ASIDE, any_word

THINGS = (
    r"(?:cards|tiles|tokens|cubes|counters|markers|pieces|tickets|coins|chips|meeples|figures|miniatures|"
    r"discs|disks|pawns|dice|gems|stones|buildings|ships|units|hexes|dominoes|blocks)"
)
"""A pattern of the plural things that boxes are filled with."""

_AMOUNT = LazyRegex(rf"(?P<number>{NUMBER})(?:\s?[x×])?\s(?P<of>[^\d=]{{1,80}})")
_NO_PART = LazyRegex(rf"\b{any_word('no part of a sum')}\b")
_WORTH = LazyRegex(
    r",?\s(?:worth|of\svalue|with\s(?:a\s)?value(?:\sof)?|valued?(?:\sat)?)\s\d{1,3}(?:\s(?:points?|vps?|gold|coins?))?(?:\seach)?"
    r"(?=\s*(?:$|[,;&+]|and\b|plus\b))"
)
_BETWEEN = re.compile(r"(?<!\s)\s*+(?:,\s*(?:and|plus|&)?|;|\band\b|\bplus\b|&|\+)\s*")


def amounts_in(list_in_prose: str) -> list[int] | None:
    """Return the numbers of `40 Apples, 30 Pears and 30 Figs`; None where anything else is among them."""
    amounts = [amount_of(part) for part in _BETWEEN.split(_WORTH.sub("", list_in_prose).strip())]
    known = [amount for amount in amounts if amount is not None]
    return known if len(known) == len(amounts) > 1 else None


def amount_of(item: str) -> int | None:
    """Return the number of `40 Apples (green)`; None where the item is anything else, or may be."""
    match = _AMOUNT.fullmatch(ASIDE.sub("", item).strip())
    return parse_number(match["number"]) if match and not _NO_PART.search(match["of"]) else None


MANY = 10
_NEAR = 0.15  # of the total


class ClaimedSum(NamedTuple):
    """A total, where it stands, and the parts that are to come to it."""

    block: Block
    start: int
    number: int
    amounts: tuple[int, ...]


def is_nearly_total(total: int, sum_of_parts: int) -> bool:
    """Return whether many parts so nearly come to the total that nothing else is meant."""
    return total >= MANY and abs(total - sum_of_parts) <= _NEAR * total


_TOTAL = rf"(?P<number>\d{{1,4}})\s(?:[A-Za-z'’-]+\s){{0,2}}?{THINGS}"
_TITLE = LazyRegex(
    rf"(?:.{{1,60}}?(?:\s[–—-]\s?|:\s|\s?\())?{_TOTAL}(?:,?\s(?:in\s)?(?:total|all))?\s*[):]?\s*"
)
_LEAD = LazyRegex(rf"(?:.{{0,120}}\b(?:contains?|consists? of|has|have|holds?|includes?|are|of)\s)?{_TOTAL}:")
_SOME_OF_TABLE = LazyRegex(
    r"\b(?:each|every|per|your|their|these|starting|any|choose|least|most|about|up to|some)\b"
)
_COUNT = LazyRegex(
    r"(?:count|quantity|qty\.?|copies|amount|how many|(?:#|no\.?|number)\s?(?:of|in)\s(?:the\s)?"
    rf"(?:copies|deck|box|{THINGS})|(?:cards\s)?in\s(?:the\s)?(?:deck|box))"
)
_OF_EACH = LazyRegex(r"\b(?:each|per|every|colou?rs|suits|sets|decks|players|variants|versions)\b")
_SEVERAL_THINGS = LazyRegex(r"\d\s?(?:[-–—,/&+]|to|and|or)\s?[+x×-]?\d|\b(?:each|per|every|all)\b")
_INTEGER = re.compile(r"[x×]?\s?(\d{1,3})(?:\s?[x×]|\s[a-z]+)?", re.IGNORECASE)
_WHOLE = re.compile(r"(?:grand )?(?:total|sum)\b", re.IGNORECASE)


def table_sums(text: Text) -> Iterator[ClaimedSum]:
    """Yield every table of counts with a total above it: in its section's heading, or right before it."""
    for section in text.sections:
        yield from _section_sums(section)


def _section_sums(section: Section) -> Iterator[ClaimedSum]:
    found = section.tables
    for table in found:
        amounts = _row_amounts(table)
        said = _claimed_total(_LEAD, table.lead) if amounts else None
        if amounts and section.headings and len(found) == 1 and not _has_lead_sentence(table):
            said = said or _claimed_total(_TITLE, section.headings[-1])
        if said:
            yield ClaimedSum(*said, amounts)


def _has_lead_sentence(table: Table) -> bool:
    return table.lead is not None and table.lead.text.rstrip().endswith(":")


def _claimed_total(total: LazyRegex, block: Block | None) -> tuple[Block, int, int] | None:
    match = total.fullmatch(block.text.strip()) if block and len(block.text) < 200 else None
    if block is None or match is None or _SOME_OF_TABLE.search(block.text):
        return None
    return block, match.start("number"), int(match["number"])


def _row_amounts(table: Table) -> tuple[int, ...]:
    """Return how many there are of each row; none where the table does not say so, or not surely."""
    head, *rows = [[cell.strip(" *_") for cell in row.text.split("\t")] for row in table.rows]
    columns = [at for at, cell in enumerate(head) if _COUNT.fullmatch(cell)]
    if len(columns) != 1 or len(rows) < 2 or any(_OF_EACH.search(cell) for cell in head[1:]):
        return ()
    if _WHOLE.match(rows[-1][0]):
        rows = rows[:-1]
    cells = [row[columns[0]] if len(row) > columns[0] else "" for row in rows]
    found = [match for cell in cells if (match := _INTEGER.fullmatch(cell))]
    is_sure = len(found) == len(rows) and not any(_stands_for_several(row, columns[0]) for row in rows)
    return tuple(int(match[1]) for match in found) if is_sure else ()


def _stands_for_several(row: Sequence[str], column: int) -> bool:
    """Return whether a row stands for several things: "2–10", or has a sum of its own among others."""
    name = row[0] if column else row[1] if len(row) > 1 else ""
    return bool(_SEVERAL_THINGS.search(name)) or "total" in name.lower()
