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
from collections.abc import Iterator, Sequence
from operator import mul

from cardtool.documents import NUMBER, Block, BlockType, Section, Table, Text, TextKind, parse_number
from cardtool.lint.core import Facts, LazyRegex, Problem, Severity, text_rule
from cardtool.lint.core.matching import ASIDE, any_word

_THINGS = (
    r"(?:cards|tiles|tokens|cubes|counters|markers|pieces|tickets|coins|chips|meeples|figures|miniatures|"
    r"discs|disks|pawns|dice|gems|stones|buildings|ships|units|hexes|dominoes|blocks)"
)
_TOTAL = (
    rf"(?<!\d\s)(?P<number>{NUMBER})(?:\s?[x×])?(?:\s|-(?=cards?\b))"
    rf"(?:[A-Za-z'’-]+\s){{0,3}}?(?P<thing>card deck|{_THINGS})"
)
_LEAD = LazyRegex(
    rf"{_TOTAL}\b(?:\s*:|[^.:;\d]{{0,60}}\b(?:contain|consist|compris|includ|divided|made up|made of|"
    r"as follows|the following|namely)[^.;\d]{0,60}:?)\s*\Z"
)
_TITLE = LazyRegex(
    rf"(?:.{{1,60}}?(?:\s[–—-]\s?|:\s|\s?\())?{_TOTAL}(?:,?\s(?:in\s)?(?:total|all))?\s*[):]?\s*"
)
_INLINE = LazyRegex(
    rf"{_TOTAL}\s?(?:\((?P<inside>[^().;:]{{5,300}})\)|:\s(?P<after>[^().;:]{{5,300}})(?:[.;]|$))"
)
_MANY = 10  # of which no thing is made
_SOME = LazyRegex(
    r"\b(?:each|every|per|your|their|(?:one|two|three|\d) of the following|choose|pick|any|some|starting|"
    r"least|most|about|up to)\b"
)
_INTEGER = re.compile(r"[+-]?\d{1,6}|[−–]\d{1,6}")
_WHOLE = LazyRegex(r"(?:grand )?(?:total|sum)(?: [a-z]+)?\s*:?")
_COUNT = LazyRegex(
    r"(?:count|quantity|qty\.?|copies|amount|how many|(?:#|no\.?|number)\s?(?:of|in)\s(?:the\s)?"
    rf"(?:copies|deck|box|{_THINGS})|(?:cards\s)?in\s(?:the\s)?(?:deck|box))"
)
_OF_EACH = LazyRegex(r"\b(?:each|per|every|colou?rs|suits|sets|decks|players|variants|versions)\b")
_SEVERAL_THINGS = LazyRegex(r"\d\s?(?:[-–—,/&+]|to|and|or)\s?[+x×-]?\d|\b(?:each|per|every|all)\b|total")
_COPIES = re.compile(r"[x×]?\s?(\d{1,3})(?:\s?[x×]|\s[a-z]+)?", re.IGNORECASE)


@text_rule("CT206", "component-sum", Severity.ERROR, reads="en")
def check(texts: Sequence[Text], facts: Facts) -> Iterator[Problem]:
    for text in texts:
        if text.role is not TextKind.CARD:
            for block, total, amounts in _claimed_sums(text):
                yield from _sum_problems(block, total, amounts)
            for table in text.tables:
                yield from _column_problems(table)


def _claimed_sums(text: Text) -> Iterator[tuple[Block, re.Match[str], Sequence[int]]]:
    """Yield every total that a text names, with its place and the parts that are to come to it."""
    for listing in text.lists:
        amounts = [number for item in listing.items if (number := _amount_of(item.text)) is not None]
        total = _total_in(listing.lead) if len(listing.items) == len(amounts) > 1 else None
        if listing.lead and total and listing.lead.sort is not BlockType.HEADING:
            yield listing.lead, total, amounts
    for section in text.sections:
        yield from _table_sums(section)
    for block in text.current:
        may_name_one = block.sort is not BlockType.HEADING and ("(" in block.text or ":" in block.text)
        for total in _INLINE.finditer(block.text) if may_name_one else ():
            listed = total["inside"] or total["after"]
            is_each = "+" in listed and parse_number(total["number"]) < _MANY  # what each is made of
            if not is_each and not _SOME.search(block.text[max(0, total.start() - 60) : total.start()]):
                yield block, total, _amounts_in(listed) or ()


def _total_in(lead: Block | None) -> re.Match[str] | None:
    """Return the total that a heading names, or a sentence that has what is listed at its end."""
    if lead is None or len(lead.text) > 300 or _SOME.search(lead.text):
        return None
    return _TITLE.fullmatch(lead.text.strip()) or _LEAD.search(lead.text)


def _table_sums(section: Section) -> Iterator[tuple[Block, re.Match[str], Sequence[int]]]:
    """Yield the totals right before a table of counts, or in the heading of one that is alone."""
    for table in section.tables:
        amounts = _row_amounts(table)
        is_led = len(section.tables) > 1 or (table.lead and table.lead.text.rstrip().endswith(":"))
        for lead in (table.lead, *section.headings[-1:]) if amounts else ():
            if lead and (lead.sort is BlockType.HEADING) != is_led and (total := _total_in(lead)):
                yield lead, total, amounts
                break


def _sum_problems(block: Block, total: re.Match[str], amounts: Sequence[int]) -> Iterator[Problem]:
    said, right = parse_number(total["number"]), sum(amounts)
    if said != right and said <= 2 * right and right <= 2 * said:
        parts = " + ".join(map(str, amounts))
        message = f"the parts come to {parts} = {right}, not {said}"
        yield block.at(total.start("number")), message, f"write {right}, or change a part"


_AMOUNT = LazyRegex(rf"(?P<number>{NUMBER})(?:\s?[x×])?\s(?P<of>[^\d=]{{1,80}})")
_NO_PART = LazyRegex(rf"\b{any_word('no part of a sum')}\b")
_BETWEEN = re.compile(r"(?<!\s)\s*+(?:,\s*(?:and|plus|&)?|;|\band\b|\bplus\b|&|\+)\s*")


def _amounts_in(list_in_prose: str) -> list[int] | None:
    """Return the numbers of `40 Apples, 30 Pears and 30 Figs`; None where anything else is among them."""
    amounts = [_amount_of(part) for part in _BETWEEN.split(list_in_prose.strip())]
    known = [amount for amount in amounts if amount is not None]
    return known if len(known) == len(amounts) > 1 else None


def _amount_of(item: str) -> int | None:
    """Return the number of `40 Apples (green)`; None where the item is anything else, or may be."""
    match = _AMOUNT.fullmatch(ASIDE.sub("", item).strip())
    return parse_number(match["number"]) if match and not _NO_PART.search(match["of"]) else None


def _cells(table: Table) -> list[list[str]]:
    return [[cell.strip(" *_") for cell in row.text.split("\t")] for row in table.rows]


def _row_amounts(table: Table) -> list[int]:
    """Return how many there are of each row; none where the table does not say so, or not surely."""
    head, *rows = _cells(table)
    columns = [at for at, cell in enumerate(head) if _COUNT.fullmatch(cell)]
    if len(columns) != 1 or len(rows) < 2 or any(_OF_EACH.search(cell) for cell in head[1:]):
        return []
    rows = rows[:-1] if _WHOLE.fullmatch(rows[-1][0]) else rows
    others = [cell for row in rows for cell in (row[:1] if columns[0] else row[1:2])]
    copies = [_COPIES.fullmatch(row[columns[0]]) for row in rows if len(row) > columns[0]]
    found = [int(match[1]) for match in copies if match]
    is_sure = len(found) == len(rows) and not any(map(_SEVERAL_THINGS.search, others))
    return found if is_sure else []


def _column_problems(table: Table) -> Iterator[Problem]:
    """Add up columns of numbers over a last row that is headed Total."""
    rows = _cells(table)
    has_subtotals = any("total" in cells[0].lower() for cells in rows[:-1])
    if len(rows) < 3 or not _WHOLE.fullmatch(rows[-1][0]) or has_subtotals:
        return
    columns = {at: parts for at in range(1, len(rows[-1])) if (parts := _column_numbers(rows, at))}
    for at, (*parts, said) in columns.items():
        right = sum(parts)
        products = (sum(map(mul, parts, others)) for others in columns.values())
        if said != right and said not in products:
            before = "\t".join(table.rows[-1].text.split("\t")[:at])
            here = table.rows[-1].at(table.rows[-1].text.index(rows[-1][at], len(before)))
            yield here, f"the column comes to {right}, not {said}", f"write {right}, or change a row"


def _column_numbers(rows: list[list[str]], at: int) -> list[int]:
    """Return the numbers of a column from its head, if any, to its total; empty if some are none."""
    cells = [row[at] if at < len(row) else "" for row in rows]
    cells = cells if _INTEGER.fullmatch(cells[0]) else cells[1:]
    return [int(re.sub("[−–]", "-", cell)) for cell in cells] if all(map(_INTEGER.fullmatch, cells)) else []
