"""The parts of a list come to the total that it claims.

A deck of 100 cards whose kinds come to 98 sends players looking under the sofa.

Bad:

    A 100-card deck, made up of the following:

    - 10 Farmer Cards
    - 40 Goat Cards
    - 48 Barn Cards

Good:

    A 100-card deck, made up of the following:

    - 10 Farmer Cards
    - 40 Goat Cards
    - 50 Barn Cards

Looked at are a list whose lead names a total, a list inside an item that does, the same in one breath
("100 cards: 40 Apples and 60 Pears"), tables whose last row is headed Total, and tables with a column of
counts below a heading or a sentence that names the total ("Goat Cards (40 cards)"). Overlooked on purpose:
lists of which any part has no number, or one that counts kinds, sets or copies of each; what things hold
("4 heroes (2 swords, 1 shield)"); and parts that come to less than half or more than twice the total, for
they are about something else.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from operator import mul

from cardtool.documents import (
    NUMBER,
    Block,
    BlockType,
    ItemList,
    Table,
    Text,
    TextKind,
    parse_number,
)
from cardtool.lint.core import Facts, LazyRegex, Problem, Severity, text_rule
from cardtool.lint.core.component_lists import component_lines
from cardtool.lint.counts.component_amounts import (
    MANY,
    THINGS,
    amount_of,
    amounts_in,
    is_nearly_total,
    table_sums,
)

_TOTAL = (
    rf"(?<!\d\s)(?P<number>{NUMBER})(?:\s?[x×])?(?:\s|-(?=cards?\b))"
    rf"(?:[A-Za-z'’-]+\s){{0,3}}?(?P<thing>card deck|{THINGS})"
)
_LEAD = LazyRegex(
    rf"{_TOTAL}\b(?:\s*:|[^.:;\d]{{0,60}}\b(?:contain|consist|compris|includ|divided|made up|made of|"
    r"as follows|the following|namely)[^.;\d]{0,60}:?)\s*\Z"
)
_BARE_LEAD = LazyRegex(rf"{_TOTAL}\s*:?")
_TAILED_LEAD = LazyRegex(rf"{_TOTAL}\s(?:with|showing|about|for|of)(?:\s[a-z'’-]+){{1,3}}\s*:?")
_THING = LazyRegex(rf"\b{THINGS}\b")
_INLINE = LazyRegex(
    rf"{_TOTAL}\s?(?:\((?P<inside>[^().;:]{{5,300}})\)|:\s(?P<after>[^().;:]{{5,300}})(?:[.;]|$))"
)
_SOME = LazyRegex(
    r"\b(?:each|every|per|your|their|(?:one|two|three|\d) of the following|choose|pick|any|"
    r"at least|at most)\b"
)
_INTEGER = re.compile(r"[+-]?\d{1,6}|[−–]\d{1,6}")
_PER_PIECE = LazyRegex(r"\b(?:each|per|value|worth|points?|cost|price|vps?)\b")
_HEADED_TOTAL = LazyRegex(r"(?:grand )?(?:total|sum)(?: [a-z]+)?\s*:?")


@text_rule("CT206", "component-sum", Severity.ERROR, reads="en")
def check(texts: Sequence[Text], facts: Facts) -> Iterator[Problem]:
    for text in texts:
        if text.role is TextKind.CARD:
            continue
        lines = list(component_lines(text)) if text.role in (TextKind.DOCUMENT, TextKind.RULEBOOK) else []
        entries = set(map(id, lines))
        for listing in text.lists:
            yield from _list_problems(listing, entries)
        for block in text.current:
            if block.sort is not BlockType.HEADING:
                yield from _sentence_problems(block)
        for tally in table_sums(text):
            yield from _sum_problems(tally.block, tally.start, tally.number, tally.amounts)
        for table in text.tables:
            yield from _column_problems(table)


def _list_problems(listing: ItemList, entries: Collection[int]) -> Iterator[Problem]:
    lead = listing.lead
    if lead is None or lead.sort is BlockType.HEADING or _SOME.search(lead.text):
        return
    match = _BARE_LEAD.fullmatch(lead.text.strip()) or _LEAD.search(lead.text)
    amounts = [amount_of(item.text) for item in listing.items]
    known = [amount for amount in amounts if amount is not None]
    if match is None and id(lead) in entries:
        tailed = _TAILED_LEAD.fullmatch(lead.text.strip())
        match = tailed if tailed and is_nearly_total(parse_number(tailed["number"]), sum(known)) else None
    if (
        match
        and len(known) == len(amounts) > 1
        and not any(_is_of_other_things(item, match) for item in listing.items)
    ):
        yield from _sum_problems(lead, match.start("number"), parse_number(match["number"]), known)


def _is_of_other_things(item: Block, total: re.Match[str]) -> bool:
    thing = total["thing"].lower().replace("card deck", "cards")
    named = {match[0].lower() for match in _THING.finditer(item.text)}
    return thing != "pieces" and bool(named) and thing not in named


def _sentence_problems(block: Block) -> Iterator[Problem]:
    for match in _INLINE.finditer(block.text):
        listed = match["inside"] or match["after"]
        is_each = "+" in listed and parse_number(match["number"]) < MANY  # what each is made of
        amounts = [] if is_each else amounts_in(listed)
        if amounts and not _SOME.search(block.text[max(0, match.start() - 60) : match.start()]):
            yield from _sum_problems(block, match.start("number"), parse_number(match["number"]), amounts)


def _sum_problems(block: Block, start: int, said: int, amounts: Sequence[int]) -> Iterator[Problem]:
    right = sum(amounts)
    if said != right and said <= 2 * right and right <= 2 * said:
        parts = " + ".join(map(str, amounts))
        message = f"the parts come to {parts} = {right}, not {said}"
        yield block.at(start), message, f"write {right}, or change a part"


def _column_problems(table: Table) -> Iterator[Problem]:
    """Add up columns of numbers over a last row that is headed Total."""
    rows = [[cell.strip() for cell in row.text.split("\t")] for row in table.rows]
    if len(rows) < 3 or not _HEADED_TOTAL.fullmatch(rows[-1][0]) or _has_subtotals(rows):
        return
    columns = {at: parts for at in range(1, len(rows[-1])) if (parts := _column_numbers(rows, at))}
    for at, parts in columns.items():
        right, said = sum(parts), _parse_integer(rows[-1][at])
        products = (sum(map(mul, parts, others)) for others in columns.values())
        if said != right and said not in products and not any(map(_PER_PIECE.search, rows[0][at : at + 1])):
            here = table.rows[-1].at(_cell_offset(table.rows[-1].text, at))
            yield here, f"the column comes to {right}, not {said}", f"write {right}, or change a row"


def _has_subtotals(rows: list[list[str]]) -> bool:
    return any("total" in cells[0].lower() for cells in rows[:-1])


def _column_numbers(rows: list[list[str]], at: int) -> list[int]:
    """Return the numbers of a column between its head, if any, and its total; empty if some are none."""
    cells = [row[at] if at < len(row) else "" for row in rows]
    if not _INTEGER.fullmatch(cells[0]):
        cells = cells[1:]
    return [_parse_integer(cell) for cell in cells[:-1]] if all(map(_INTEGER.fullmatch, cells)) else []


def _cell_offset(row: str, column: int) -> int:
    cells = row.split("\t")
    return sum(len(cell) + 1 for cell in cells[:column]) + len(cells[column]) - len(cells[column].lstrip())


def _parse_integer(cell: str) -> int:
    return int(re.sub("[−–]", "-", cell))
