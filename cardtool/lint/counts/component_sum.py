"""The parts of a list come to the total that it claims.

A deck of 100 cards whose kinds come to 98 sends players looking under the sofa.

Bad:

    The deck has 100 cards: 10 Farmer Cards, 40 Goat Cards and 48 Barn Cards.

Good:

    The deck has 100 cards: 10 Farmer Cards, 40 Goat Cards and 50 Barn Cards.

Looked at are a list below a total, a list inside an item that has one, the same in one breath ("100 cards: 40
Apples and 60 Pears"), tables whose last row is headed Total, and tables with a column of counts below a total
("Goat Cards (40 cards)"). In any language, what follows a number and its noun with a colon is added up where
each part begins with a number and the same word ("48 coins: 32 with a hen and 16 with a goat"), or where
there are three of more than twenty in all ("54 cartes : 36 vaches, 12 chats et 6 oies"); and so are the
columns of a table of which two make a third in all rows but one. Overlooked on purpose: lists of which any
part has no number, or one that counts kinds, sets or copies of each; and parts that come to less than half
or more than twice the total, for they are about something else.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from operator import mul, ne

from cardtool.documents import NUMBER, Block, BlockType, Table, Text, TextKind, parse_number
from cardtool.lint.core import Facts, LazyRegex, Problem, Severity, text_rule
from cardtool.lint.core.matching import ASIDE, any_word
from cardtool.lint.core.sentences import is_conditional
from cardtool.model import Source

_THINGS = any_word("summed in games")
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
_PARTED = re.compile(
    rf"(?P<number>{NUMBER})\s(?P<thing>[^\W\d][^\d.,:;()\n]{{2,40}}?)\s?:\s(?P<after>[^.:;()\n]{{5,300}})(?:[.;]|$)"
)
_NEXT_PART = re.compile(rf"(?:,\s(?:\w{{1,3}}\s)?|\s\w{{1,3}}\s)(?={NUMBER}\s)")
_LAST_PART = re.compile(rf"\s\w{{1,3}}\s{NUMBER}\s[^,]*$")  # not: 2 hens and the goat
_AND_ONE = re.compile(r" and (?:the|an?) ([^\d,]+)$")  # the Farmer
_PART = re.compile(rf"(?P<number>{NUMBER})\s(?P<first>[^\W\d]+)(?P<rest>.*)")
_NEAR, _NEAR_UNLIKE = 1 / 5, 1 / 10  # how far a sum is off, at most; one of parts without a word in common
_FEWEST_UNLIKE, _LARGE = 3, 20  # of such parts, and their total
_SURELY_PRODUCTS = 3  # rows of a table, no two alike
_SOME = LazyRegex(rf"\b{any_word('some of what is summed')}\b")
_AMOUNT = LazyRegex(rf"(?P<number>{NUMBER})(?:\s?[x×])?\s(?P<of>[^\d=]{{1,80}})")
_GROUP = re.compile(r"\W*([A-Z][a-z]{2,}s)\W*:\W*")
_NO_PART = LazyRegex(rf"\b{any_word('no part of a sum')}\b")
_BETWEEN = re.compile(r"(?<!\s)\s*+(?:,\s*(?:and|plus|&)?|;|\band\b|\bplus\b|&)\s*")
_INTEGER = re.compile(r"[+-]?\d{1,6}|[−–]\d{1,6}")
_WHOLE = LazyRegex(r"(?:grand )?(?:total|sum)(?: [a-z]+)?\s*:?")
_COUNT = LazyRegex(
    r"(?:count|quantity|qty\.?|copies|amount|how many|(?:#|no\.?|number)\s?(?:of|in)\s(?:the\s)?"
    rf"(?:copies|deck|box|{_THINGS})|(?:cards\s)?in\s(?:the\s)?(?:deck|box))"
)
_OF_EACH = LazyRegex(r"\b(?:each|per|every|colou?rs|suits|sets|decks|players|variants|versions)\b")
_COPIES = LazyRegex(r"[x×]?\s?(\d{1,3})(?:\s?[x×]|\s[a-z]+)?")

Claim = tuple[Block, re.Match[str], Sequence[int]]
"""A total that a text names, with its place and the parts that are to come to it."""


@text_rule("CT206", "component-sum", Severity.ERROR, unsure_on_pages=True)
def check(texts: Sequence[Text], facts: Facts) -> Iterator[Problem]:
    for text in texts:
        if text.role is not TextKind.CARD:
            claims = (*_claims_above(text), *_grouped_claims(text), *_claims_in_prose(text))
            for block, total, amounts in claims:
                said, right = parse_number(total["number"]), sum(amounts)
                if amounts and said != right and said <= 2 * right and right <= 2 * said:
                    message = f"the parts come to {' + '.join(map(str, amounts))} = {right}, not {said}"
                    yield block.at(total.start("number")), message, f"write {right}, or change a part"
            for table in text.tables:
                yield from _column_problems(table)


def _claims_above(text: Text) -> Iterator[Claim]:
    """Yield the totals right before a list or a table of counts, or in the heading of one not announced."""
    lists = [each for each in text.lists if each.lead and each.lead.sort is not BlockType.HEADING]
    counted = [(each.lead, _amounts_of(item.text for item in each.items)) for each in lists]
    for section in text.sections:
        for table in section.tables:
            is_led = table.lead and table.lead.text.rstrip().endswith(":")
            lead = table.lead if is_led or not section.headings else section.headings[-1]
            counted.append((lead, _row_amounts(table)))
    for lead, amounts in counted:
        if lead and amounts and (total := _total_in(lead)):
            yield lead, total, amounts


def _grouped_claims(text: Text) -> Iterator[Claim]:
    """Yield what a section counts before a list that is headed by its word alone: `45 tokens`, `Tokens:`."""
    lists = {id(listing.lead): listing for listing in text.lists}
    for section in text.sections:
        for row, lead in enumerate(section.blocks):
            group = _GROUP.fullmatch(lead.text) if id(lead) in lists else None
            if group and (amounts := _amounts_of(item.text for item in lists[id(lead)].items)):
                said = re.compile(rf"(?P<number>{NUMBER})\s(?P<thing>{group[1].lower()})\b(?=[^:]*$)")
                for block in section.blocks[:row]:
                    if block.sort is BlockType.PARAGRAPH and not _SOME.search(block.text):
                        yield from ((block, total, amounts) for total in said.finditer(block.text))


def _claims_in_prose(text: Text) -> Iterator[Claim]:
    """Yield the totals that have their parts in the same breath, but not what each of several is made of."""
    for block in text.current:
        for total in _INLINE.finditer(block.text) if "(" in block.text or ":" in block.text else ():
            listed = total["inside"] or total["after"]
            before = block.text[max(0, total.start() - 60) : total.start()]
            if "+" not in listed and not _SOME.search(before):
                yield block, total, _amounts_of(_BETWEEN.split(listed.strip()))
        for total in _PARTED.finditer(block.text) if ":" in block.text else ():
            before = block.text[max(0, total.start() - 60) : total.end("thing")]
            if not (_SOME.search(before) or is_conditional(before) or _NO_PART.match(total["thing"])):
                yield block, total, _parts_alike(parse_number(total["number"]), total["after"])


def _parts_alike(said: int, listed: str) -> Sequence[int]:
    """Return the numbers of `24 with a hen and 16 with a cow`, which have a word in common, in any language.

    Others are `36 hens, 12 cows and 6 goats`, where they are many. None where they are far from what is said.
    """
    listed = _AND_ONE.sub(r", and 1 \1", listed.strip())
    matches = [_PART.fullmatch(part) for part in _NEXT_PART.split(listed)]
    parts = [match for match in matches if match]
    off = abs(said - sum(parse_number(part["number"]) for part in parts))
    if len(matches) > len(parts) or len(parts) < 2:
        return ()
    is_alike = len({part["first"] for part in parts}) == 1 and off <= said * _NEAR
    is_plain = not any(re.search(r"\d", part["rest"]) or _NO_PART.search(part[0]) for part in parts)
    is_large = len(parts) >= _FEWEST_UNLIKE and said >= _LARGE and off <= said * _NEAR_UNLIKE
    is_whole = is_large and is_plain and _LAST_PART.search(listed) is not None
    return [parse_number(part["number"]) for part in parts] if is_alike or is_whole else ()


def _total_in(lead: Block) -> re.Match[str] | None:
    """Return the total that a heading names, or a sentence that has what is listed at its end."""
    is_some = _SOME.search(lead.text)
    return None if is_some else _TITLE.fullmatch(lead.text.strip()) or _LEAD.search(lead.text)


def _amounts_of(parts: Iterable[str]) -> Sequence[int]:
    """Return the numbers of `40 Apples (green)` and so on; none where one of several is anything else."""
    matches = [_AMOUNT.fullmatch(ASIDE.sub("", part).strip()) for part in parts]
    known = [parse_number(each["number"]) for each in matches if each and not _NO_PART.search(each["of"])]
    return known if len(known) == len(matches) > 1 else ()


def _cells(table: Table) -> list[list[str]]:
    return [[cell.strip(" *_") for cell in row.text.split("\t")] for row in table.rows]


def _row_amounts(table: Table) -> Sequence[int]:
    """Return how many there are of each row; none where the table does not say so, or not surely."""
    head, *rows = _cells(table)
    columns = [at for at, cell in enumerate(head) if _COUNT.fullmatch(cell)]
    if len(columns) != 1 or len(rows) < 2 or any(_OF_EACH.search(cell) for cell in head[1:]):
        return ()
    rows = rows[:-1] if _WHOLE.fullmatch(rows[-1][0]) else rows
    copies = [_COPIES.fullmatch(row[columns[0]]) for row in rows if len(row) > columns[0]]
    found = [int(match[1]) for match in copies if match]
    return found if len(found) == len(rows) else ()


def _column_problems(table: Table) -> Iterator[Problem]:
    """Add up columns over a last row that is headed Total, less those of which a row by itself is wrong."""
    rows = _cells(table)
    has_total = _WHOLE.fullmatch(rows[-1][0]) is not None
    wrong = {at: (row, product) for row, at, product in _wrong_products(rows, has_total=has_total)}
    for at, (row, product) in wrong.items():
        yield _at_cell(table, row, at), f"the row comes to {product}, not {rows[row][at]}", f"write {product}"
    columns = {at: parts for at in range(1, len(rows[-1])) if (parts := _column_numbers(rows, at))}
    for at, (*parts, said) in columns.items() if has_total else ():
        right = sum(parts)
        products = (sum(map(mul, parts, others)) for others in columns.values())
        if parts and said != right and at not in wrong and said not in products:
            here = _at_cell(table, len(rows) - 1, at)
            yield here, f"the column comes to {right}, not {said}", f"write {right}, or change a row"


def _at_cell(table: Table, row: int, at: int) -> Source:
    text = table.rows[row].text
    return table.rows[row].at(text.index(_cells(table)[row][at], len("\t".join(text.split("\t")[:at]))))


def _wrong_products(rows: list[list[str]], *, has_total: bool) -> Iterator[tuple[int, int, int]]:
    """Yield row, column and product, where two columns make a third in all rows but this."""
    body = rows[:-1] if has_total else rows
    numbers = {at: found for at in range(1, len(body[0])) if len(found := _column_numbers(body, at)) > 1}
    for (_, ones), (_, others), (at, said) in combinations(numbers.items(), 3):
        products = list(map(mul, ones, others))
        if sum(map(ne, products[:_SURELY_PRODUCTS], said)) > 1:
            continue
        wrong = [row for row, (one, two) in enumerate(zip(products, said, strict=False)) if one != two]
        rows_made = zip(ones, others, said, strict=False)
        fits = {(one, two) for one, two, made in rows_made if made == one * two and min(one, two) > 1}
        total = rows[-1][at] if has_total and at < len(rows[-1]) else ""
        if len(wrong) == 1 and (len(fits) >= _SURELY_PRODUCTS or total == str(sum(products))):
            yield len(body) - len(said) + wrong[0], at, products[wrong[0]]


def _column_numbers(rows: Sequence[list[str]], at: int) -> list[int]:
    """Return the numbers of a column from its head, if any, to its total; empty if some are none."""
    cells = [row[at] if at < len(row) else "" for row in rows]
    cells = cells if _INTEGER.fullmatch(cells[0]) else cells[1:]
    return [int(re.sub("[−–]", "-", cell)) for cell in cells] if all(map(_INTEGER.fullmatch, cells)) else []
