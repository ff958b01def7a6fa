"""Phases, steps and lettered sections stand in their order.

Text that was pulled from the columns of a sheet or the blocks of a website comes out of them in any
order: Phase 4 is explained before Phase 1, c) and d) before a) and b).

Bad:

    Phase 2: battle. Everybody reveals a card.

    Phase 1: muster. Everybody chooses a card.

Good:

    Phase 1: muster. Everybody chooses a card.

    Phase 2: battle. Everybody reveals a card.

Looked at are phases, steps, stages and parts that are numbered by name, each number once; the one phase
that has no heading where all others have; sections whose headings are numbered, as 3.4 before 3.3; lists
whose beginning comes after their end; and lists that have every number, in another order. Overlooked on
purpose: names of phases that come more than once, as in a summary.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from cardtool.documents import Block, BlockType, ItemList, LabelRank, Text, TextKind, find_lists, label_ranks
from cardtool.finding import Severity
from cardtool.lint.facts import Facts
from cardtool.lint.lazy import Lazy
from cardtool.lint.registry import Problem, text_rule

_FEWEST = 3  # phases
_MOST_NAMED = 3
_SECTION = Lazy(r"((?:\d{1,2}\.){0,3})(\d{1,2})(?:[.:)]\s|\s+(?=(?-i:[A-Z])))")
_NAMED = Lazy(r"(phase|step|stage|part|chapter|act)\s(\d{1,2})\b")


@dataclass(frozen=True, slots=True)
class Numbered:
    """Something that carries a number."""

    number: int
    block: Block


@text_rule("CT504", "out-of-order", Severity.WARNING)
def check(texts: Sequence[Text], facts: Facts) -> Iterator[Problem]:
    for text in texts:
        if text.role in (TextKind.RULEBOOK, TextKind.DOCUMENT):
            listings = [listing for listing in find_lists(text.current) if listing.ordered]
            for noun, found in _by_name(text).items():
                yield from _in_order(found, f"{noun}s")
                yield from _left_out(text, noun, found)
            for parent, found in _by_parent(text).items():
                yield from _in_order(found, "sections", parent)
            for listing in listings:
                yield from _in_order(_figures(listing), "these")
            yield from _end_before_beginning(listings)


def _by_name(text: Text) -> dict[str, list[Numbered]]:
    """Every phase, step and so on that is numbered by name, as a heading or before an item."""
    found: dict[str, list[Numbered]] = {}
    for block in text.current:
        name = {BlockType.ITEM: block.label, BlockType.HEADING: block.text}.get(block.sort, "")
        if match := _NAMED.match(name):
            found.setdefault(match[1].lower(), []).append(Numbered(int(match[2]), block))
    return found


def _figures(listing: ItemList) -> list[Numbered]:
    return [Numbered(int(item.label), item) for item in listing.items if item.label.isdecimal()]


def _by_parent(text: Text) -> dict[str, list[Numbered]]:
    """The headings with a number, such as 3.4, by what it has before its last figure, and their level."""
    found: dict[tuple[str, int], list[Numbered]] = {}
    for block in text.current:
        if block.sort is BlockType.HEADING and (match := _SECTION.match(block.text)):
            found.setdefault((match[1], block.level), []).append(Numbered(int(match[2]), block))
    times = Counter(parent for parent, _ in found)
    return {parent: all_of_it for (parent, _), all_of_it in found.items() if times[parent] == 1}


def _in_order(found: Sequence[Numbered], what: str, before: str = "") -> Iterator[Problem]:
    """What is wrong where every number from 1 on comes once, but not in order.

    `before` is what all numbers have before them: 3. in 3.1, 3.2, 3.4 and 3.3.
    """
    numbers = [each.number for each in found]
    right = list(range(1, len(found) + 1))
    if numbers != right and sorted(numbers) == right:
        first = next(each for each, number in zip(found, right, strict=True) if each.number != number)
        order = ", ".join(f"{before}{number}" for number in numbers)
        yield first.block.beginning, f"{what} come in the order {order}", "put them in their order"


def _left_out(text: Text, noun: str, found: Sequence[Numbered]) -> Iterator[Problem]:
    """The one number that is missing among phases that each have a heading, if nothing else says it."""
    numbers = [each.number for each in found]
    missing = set(range(1, max(numbers) + 1)) - set(numbers)
    if len(missing) != 1 or len(numbers) < _FEWEST or numbers != sorted(set(numbers)):
        return
    number = missing.pop()
    name = re.compile(rf"\b{noun}s?\s(?:\d{{1,2}}(?:,\s|\sand\s|[–-]|\sto\s))*{number}\b", re.IGNORECASE)
    is_heading = len({each.block.level for each in found}) == 1 and found[0].block.sort is BlockType.HEADING
    if is_heading and not any(name.search(block.text) for block in text.current):
        after = next(each for each in found if each.number > number)
        said = f"{noun} {number} is missing: {noun} {after.number} comes after " + (
            f"{noun} {number - 1}" if number > 1 else "nothing"
        )
        yield after.block.at(), said, "put it in, or number the others anew"


def _end_before_beginning(listings: Sequence[ItemList]) -> Iterator[Problem]:
    """Lists that begin where one that comes later ends: c) and d), then a) and b)."""
    rows: dict[LabelRank, list[int]] = {}
    for row, listing in enumerate(listings):
        for rank in {rank for item in listing.items for rank in label_ranks(item.label)}:
            rows.setdefault(rank, []).append(row)
    for row, listing in enumerate(listings):
        for rank in label_ranks(listing.items[0].label):
            beginning = _beginning(rank, row, rows) if rank.number > 1 else None
            if beginning is not None and _before(rank) in label_ranks(listings[beginning].items[-1].label):
                yield _end_first(listing.items, listings[beginning].items[0])
                break


def _beginning(rank: LabelRank, row: int, rows: Mapping[LabelRank, list[int]]) -> int | None:
    """The list after this one in which the first of its style stands, if no list before it leads here."""
    before, firsts = rows.get(_before(rank), []), rows.get(LabelRank(rank.style, 1), [])
    after = bisect_right(firsts, row)
    return firsts[after] if after < len(firsts) and not (before and before[0] < row) else None


def _before(rank: LabelRank) -> LabelRank:
    return LabelRank(rank.style, rank.number - 1)


def _end_first(ending: Sequence[Block], start: Block) -> Problem:
    labels = [_written(item.label) for item in ending]
    upto = f"{', '.join(labels[:-1])} and {labels[-1]} come" if len(labels) > 1 else f"{labels[0]} comes"
    if len(labels) > _MOST_NAMED:
        upto = f"{labels[0]} to {labels[-1]} come"
    where = f"{_written(start.label)} (line {start.beginning.line})"
    their = "their" if len(labels) > 1 else "its"
    message = f"{upto} before {where}, where {their} list begins"
    return ending[0].beginning, message, "put the list in its order"


def _written(label: str) -> str:
    """A label with the bracket that tells it from the words around it, unless it is words itself."""
    return label if " " in label else f"{label})"
