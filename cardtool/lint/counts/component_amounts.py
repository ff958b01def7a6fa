"""Lists and tables of so many of this and so many of that, which may add up to a total that they claim."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from cardtool.documents import (
    NUMBER,
    PICTURE,
    Block,
    BlockType,
    Section,
    Table,
    Text,
    parse_number,
    singular,
    split_sentences,
)
from cardtool.lint.core import LazyRegex
from cardtool.lint.core.facts import noun_key
from cardtool.lint.core.matching import ASIDE

THINGS = (
    r"(?:cards|tiles|tokens|cubes|counters|markers|pieces|tickets|coins|chips|meeples|figures|miniatures|"
    r"discs|disks|pawns|dice|gems|stones|buildings|ships|units|hexes|dominoes|blocks)"
)
"""A pattern of the plural things that boxes are filled with."""

_AMOUNT = LazyRegex(rf"(?P<number>{NUMBER})(?:\s?[x×])?\s(?P<of>[^\d]{{1,80}})")
_NO_PART = LazyRegex(
    r"\b(?:each|every|per|types?|kinds?|sorts?|suits?|colou?rs?|sets?|decks?|packs?|copies|values|different|"
    r"times|players?|levels?|rounds?|from|numbered|mm|cm|inch(?:es)?|includ\w+|of which|such as|sides?|"
    r"sided|about|extra|sizes?|spares?|pairs?|rows?|columns?|pages?|minutes|boards?|rule\s?books?|rules|"
    r"sheets?|pads?|bags?|box(?:es)?)\b"
)
_WORTH = LazyRegex(
    r",?\s(?:worth|of\svalue|with\s(?:a\s)?value(?:\sof)?|valued?(?:\sat)?)\s\d{1,3}(?:\s(?:points?|vps?|gold|coins?))?(?:\seach)?"
    r"(?=\s*(?:$|[,;&+]|and\b|plus\b))"
)
_BETWEEN = re.compile(r"(?<!\s)\s*+(?:,\s*(?:and|plus|&)?|;|\band\b|\bplus\b|&|\+)\s*")


def amounts_in(list_in_prose: str) -> list[int] | None:
    """Return the numbers of `40 Apples, 30 Pears and 30 Figs`; None where anything else is among them."""
    named = named_amounts(list_in_prose)
    return [number for number, _ in named] if named else None


def named_amounts(list_in_prose: str) -> list[tuple[int, str]] | None:
    """Return the numbers of `40 Apples and 30 Pears worth 5 points`, each with what it is of: Apples."""
    parts = _BETWEEN.split(_WORTH.sub("", list_in_prose).strip())
    amounts = [_named_amount(part) for part in parts]
    known = [amount for amount in amounts if amount is not None]
    return known if len(known) == len(amounts) > 1 else None


def amount_of(item: str) -> int | None:
    """Return the number of `40 Apples (green)`; None where the item is anything else, or may be."""
    amount = _named_amount(item)
    return amount[0] if amount else None


def _named_amount(item: str) -> tuple[int, str] | None:
    match = _AMOUNT.fullmatch(ASIDE.sub("", item).strip())
    return (
        (parse_number(match["number"]), match["of"].strip())
        if match and not _NO_PART.search(match["of"])
        else None
    )


_ANY = LazyRegex(
    rf"(?P<number>{NUMBER})(?:\s?[x×])?\s(?:[a-z'’-]+\s){{0,3}}?(?P<thing>[a-z'’-]+s)\s?"
    r"(?:\((?P<inside>[^().;:]{5,300})\)|:\s(?P<after>[^().;:]{5,300}))\.?"
)
_THING = LazyRegex(THINGS)
_HOLDS = LazyRegex(
    r"(?:sets?|kits|packs|packets|bags|boxes|decks|boards|mats|trays|sheets|books|booklets|rule\s?books|pads|"
    r"punchboards|stands|cases|bundles|armies|teams|factions|players|sides|groups|fleets|forces|warbands|hands|"
    r"families|collections|starters|stacks|piles|rounds|games|scenarios|mini-?games|expansions|modules|worlds|maps)"
)
_SOME = LazyRegex(r"\b(?:each|every|per|any|at\sleast|at\smost|up\sto)\b")
_BEHIND = LazyRegex(
    rf"(?P<parts>{NUMBER}\s[^().;:]{{5,300}}?),?\s(?:(?:or|so|making|that\sis|for\sa\stotal\sof)\s)?"
    rf"(?P<number>{NUMBER})(?:\s[a-z'’-]+){{0,2}}?\s(?P<thing>[a-z'’-]+)\s(?:in\stotal|in\sall|altogether)\.?"
)
_ALL = rf"(?P<number>{NUMBER})\s{THINGS}"
_MANY = 10
_SEVERAL = 3  # parts
_NEAR = 0.15  # of the total


class ClaimedSum(NamedTuple):
    """A total, where it stands, and the parts that are to come to it."""

    block: Block
    start: int
    number: int
    amounts: tuple[int, ...]


def list_sums(lines: Iterable[Block]) -> Iterator[ClaimedSum]:
    """Yield the entries of a list of components that name their parts, save of cards, tokens and the like."""
    for block in lines:
        match = _ANY.fullmatch(block.text.strip())
        if match and not (_THING.fullmatch(match["thing"]) or _HOLDS.fullmatch(match["thing"])):
            number, parts = parse_number(match["number"]), named_amounts(match["inside"] or match["after"])
            if parts and not _SOME.search(block.text):
                amounts = tuple(amount for amount, _ in parts)
                is_of_nouns = len(parts) >= _SEVERAL and is_nearly_total(number, sum(amounts))
                if is_of_nouns or all(_is_plain(amount, of) for amount, of in parts):
                    start = block.text.index(match[0]) + match.start("number")
                    yield ClaimedSum(block, start, number, amounts)


def sentence_sums(text: Text) -> Iterator[ClaimedSum]:
    """Yield sentences that add up what they list, of one noun: `24 coins of value 1 and 16 coins of value 5,
    42 coins in total`."""
    for block in text.current:
        if "total" in block.text or "altogether" in block.text or " in all" in block.text:
            for start, sentence in split_sentences(block.text):
                is_sum = sentence.rstrip(".").endswith(("in total", "in all", "altogether"))
                match = _BEHIND.fullmatch(sentence) if is_sum else None
                parts = named_amounts(match["parts"]) if match and not _SOME.search(sentence) else None
                if match and parts and {_noun_head(of) for _, of in parts} == {_noun_head(match["thing"])}:
                    amounts = tuple(amount for amount, _ in parts)
                    yield ClaimedSum(
                        block, start + match.start("number"), parse_number(match["number"]), amounts
                    )


_CELL_TOTAL = LazyRegex(rf"\s*{_ALL}\s*:?\s*")


def group_sums(lines: Iterable[Block]) -> Iterator[ClaimedSum]:
    """Yield what stands as a total by itself above rows of a table that count the same thing: `36 cards`."""
    head: tuple[Block, re.Match[str]] | None = None
    amounts: list[int] = []
    for block in lines:
        cells = [cell for cell in block.text.split("\t") if cell.strip(f" {PICTURE}")]
        total = _CELL_TOTAL.fullmatch(block.text) if block.sort is BlockType.ROW else None
        parts = [amount_of(" ".join(cell.split())) for cell in cells]
        if total or None in parts or block.sort is not BlockType.ROW:
            yield from _group_sum(head, amounts)
            head, amounts = (block, total) if total else None, []
        else:
            amounts += [part for part in parts if part is not None]
    yield from _group_sum(head, amounts)


def _group_sum(head: tuple[Block, re.Match[str]] | None, amounts: Sequence[int]) -> Iterator[ClaimedSum]:
    if head and len(amounts) > 1:
        block, total = head
        yield ClaimedSum(block, total.start("number"), parse_number(total["number"]), tuple(amounts))


def is_nearly_total(total: int, sum_of_parts: int) -> bool:
    """Return whether many parts so nearly come to the total that nothing else is meant."""
    return total >= _MANY and abs(total - sum_of_parts) <= _NEAR * total


def _is_plain(amount: int, of: str) -> bool:
    """Return whether parts are named as some of these, by a colour, say, and not as things of their own."""
    return amount > 1 and " " not in of and singular(of.lower()) == of.lower()


def _noun_head(noun: str) -> str:
    return noun_key(noun.rpartition(" ")[2])


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
_COME_IN = LazyRegex(
    r"(?:the\s|all\s(?:the\s)?)?(?P<noun>[^.:;]{3,40}?)\s(?:come|are|exist|are\sdivided|are\ssplit|are\sdistributed)\s(?:in|of|into)?\s?"
    r"(?:(?:these|the\sfollowing)\s(?:\w+\s)?(?:kinds|types|sorts|varieties|suits|values|numbers|quantities)|"
    r"as\sfollows|like\sthis):"
)
_INTEGER = re.compile(r"[x×]?\s?(\d{1,3})(?:\s?[x×]|\s[a-z]+)?", re.IGNORECASE)
_WHOLE = re.compile(r"(?:grand )?(?:total|sum)\b", re.IGNORECASE)


class KindSum(NamedTuple):
    """What the kinds are of, where it stands, and how many of each there are."""

    block: Block
    start: int
    noun: str
    amounts: tuple[int, ...]


def table_sums(text: Text) -> Iterator[ClaimedSum]:
    """Yield every table of counts with a total above it: in its section's heading, or right before it."""
    for section in text.sections:
        yield from _section_sums(section)


def kind_sums(text: Text) -> Iterator[KindSum]:
    """Yield every table of counts behind a sentence that says it has all the kinds of a noun."""
    for table in text.tables:
        match = _COME_IN.fullmatch(table.lead.text.strip()) if table.lead else None
        if match and table.lead and (amounts := _row_amounts(table)):
            yield KindSum(table.lead, match.start("noun"), match["noun"], amounts)


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
