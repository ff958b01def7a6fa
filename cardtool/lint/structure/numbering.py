"""Rules about numbers and letters that count on: items of lists, phases, steps and lettered sections."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice, pairwise, product
from typing import NamedTuple

from cardtool.documents import (
    Block,
    BlockType,
    ItemList,
    LabelRank,
    Text,
    TextKind,
    can_begin_list,
    is_next_label,
    label_ranks,
)
from cardtool.lint.core import Facts, LazyRegex, Problem, Severity, text_rule
from cardtool.wording import wording

_MOST_MISSING = 3  # places from one neighbour in a list to the other


@text_rule("CT502", "list-order", Severity.ERROR, unsure_on_pages=True)
def list_order(texts: Sequence[Text], facts: Facts) -> Iterator[Problem]:
    """A numbered list counts on: no number is missing, and none comes twice.

    "1. 2. 4." is a list that lost a step, or a number that was typed by hand; players ask what number 3 said.

    Bad:

        1. Shuffle the deck.
        3. Deal five cards.

    Good:

        1. Shuffle the deck.
        2. Deal five cards.

    Overlooked on purpose: lists that begin anew, lists numbered 1. 1. 1. as Markdown allows, lists that do
    not begin at 1, such as what is rolled with two dice, lists whose line breaks were lost, so that the
    missing number stands inside the item before, and lists that are wrong in more than one place. A number
    between two others that count on around it is one slip: 5.3 typed as 6.3.
    """
    for text in texts:
        if text.role in (TextKind.RULEBOOK, TextKind.DOCUMENT):
            for listing in text.lists:
                yield from _counting_problems(listing.items, text.current)


def _counting_problems(items: Sequence[Block], blocks: Sequence[Block]) -> Iterator[Problem]:
    wrong = [pair for pair in pairwise(items) if not is_next_label(pair[1].label, pair[0].label)]
    is_one = len(wrong) == 1 or (len(wrong) == 2 and wrong[0][1] is wrong[1][0])
    if is_one and can_begin_list(items[0].label):
        before, after = wrong[0][0], wrong[-1][1]
        between = blocks[blocks.index(before) + 1 : blocks.index(after)]
        beside = [each for each in between if each.is_numbered and each.level == before.level]
        ranks = [LabelRank(rank.style, rank.number - 2) for rank in label_ranks(after.label)]
        missing = next((rank.number + 1 for rank in label_ranks(before.label) if rank in ranks), 0)
        if missing and len(beside) == 1 and (len(wrong) == 2 or beside[0].label.endswith(f".{missing}")):
            yield _stray_problem(beside[0], beside[0].label, before.label, after.label)
        else:
            yield from islice(_neighbour_problems(*wrong[0]), 1)


def _stray_problem(stray: Block, number: object, before: object, after: object) -> Problem:
    return stray.at(), f"{number} stands between {before} and {after}", "give it the number that is missing"


def _neighbour_problems(before: Block, after: Block) -> Iterator[Problem]:
    """Yield what is wrong between two neighbours, if they count in one way and are not far apart."""
    for here, there in product(label_ranks(after.label), label_ranks(before.label)):
        inside = "|".join(map(str, range(there.number + 1, here.number)))  # where line breaks were lost
        is_near = here.style == there.style and 1 < here.number - there.number <= _MOST_MISSING
        if here == there:
            yield after.at(), f"{after.label} comes twice in this list", "number the list anew"
        elif is_near and not re.search(rf"(?<![\w.])(?:{inside})[.)]\s", before.text):
            message = f"this list goes from {before.label} to {after.label}"
            yield after.at(), message, "put in what is missing, or number the list anew"


_FEWEST_PHASES = 3
_OF_ITEMS = -1  # in place of a rank
_MOST_LABELS = 3
_SECTION = LazyRegex(r"((?:\d{1,2}\.){0,3})(\d{1,2})(?:[.:)]\s|\s+(?=[\"“‘']?(?-i:[A-Z])))")
_NAMED = LazyRegex(r"(?:\d[\d.]*\s)?(phase|step|stage|part|chapter|act)\s(\d{1,2})\b")


class Numbered(NamedTuple):
    """What has a number: `before` it stands `3.` in 3.4, `phase ` in phase 4; `row` is that of its text."""

    number: int
    block: Block
    before: str = ""
    row: int = 0

    def __str__(self) -> str:
        return f"{self.before}{self.number}"


@text_rule("CT504", "out-of-order", Severity.WARNING, unsure_on_pages=True, told_by="CT502")
def out_of_order(texts: Sequence[Text], facts: Facts) -> Iterator[Problem]:
    """Phases, steps and lettered sections stand in their order.

    Text that was pulled from the columns of a sheet or a website comes out of them in any order.

    Bad:

        Phase 2: battle. Everybody reveals a card.
        Phase 1: muster. Everybody chooses a card.

    Good:

        Phase 1: muster. Everybody chooses a card.
        Phase 2: battle. Everybody reveals a card.

    Looked at are phases, steps and parts that are numbered by name; the one phase that has
    no heading where all others have; sections whose headings are numbered, as 3.4 before 3.3, and what is
    missing among them, or comes twice; lists whose beginning comes after their end, c) and d) before a) and
    b); and lists that have every number, in another order. Overlooked on purpose: names of phases that come
    more than once, as in a summary.
    """
    for text in texts:
        if text.role in (TextKind.RULEBOOK, TextKind.DOCUMENT):
            for noun, found in _numbered_by_name(text).items():
                yield from _order_problems(found, f"{noun}s")
                yield from _missing_number(text, noun, found)
            sections = _numbered_by_parent(text)
            every = [each for found in sections.values() for each in found]
            for (parent, _), found in sections.items():
                yield from _order_problems(found, "sections", parent)
                yield from _count_problems(found, every)
            for listing in text.lists:
                items = [item for item in listing.items if item.label.isdecimal()]
                yield from _order_problems([Numbered(int(item.label), item) for item in items], "these")
            yield from _inverted_lists(text.lists)


def _numbered_by_name(text: Text) -> Mapping[str, list[Numbered]]:
    """Return every phase, step and so on that is numbered by name, as a heading or before an item."""
    found: dict[str, list[Numbered]] = {}
    for row, block in enumerate(text.current):
        name = {BlockType.ITEM: block.label, BlockType.HEADING: block.text}.get(block.sort, "")
        if match := _NAMED.match(name):
            noun = match[1].lower()
            found.setdefault(noun, []).append(Numbered(int(match[2]), block, f"{noun} ", row))
    return found


def _numbered_by_parent(text: Text) -> Mapping[tuple[str, int], list[Numbered]]:
    """Return what has a number such as 3.4 by what stands before its last figure; of headings, also 3.

    Those without anything before are told apart by their rank; 10.5 is beside 10.4, however large it is set,
    but headings and items that have two figures each are counted by themselves.
    """
    found: dict[tuple[str, int], list[Numbered]] = {}
    for row, block in enumerate(text.current):
        said = f"{block.label}. {block.text}" if block.is_numbered else block.text
        match = _SECTION.match(said) if block.sort is not BlockType.ROW else None
        is_deep = match is not None and match[1].count(".") > 1
        is_item = match is not None and match[1] != "" and block.is_numbered and not is_deep
        if match and (block.sort is BlockType.HEADING or is_deep or is_item):
            each = Numbered(int(match[2]), block, match[1], row)
            rank = _OF_ITEMS if is_item else 0 if match[1] else block.level
            found.setdefault((match[1], rank), []).append(each)
    return found


def _order_problems(found: Sequence[Numbered], what: str, before: str = "") -> Iterator[Problem]:
    """Yield what is wrong where every number from 1 on comes once, but not in order.

    `before` is what all numbers have before them: 3. in 3.1, 3.2, 3.4 and 3.3.
    """
    numbers = [each.number for each in found]
    right = list(range(1, len(found) + 1))
    counts_down = what == "sections" and numbers == right[::-1]  # as the cards of a game may
    if numbers != right and sorted(numbers) == right and not counts_down:
        first = next(each.block for each, place in zip(found, right, strict=True) if each.number != place)
        order = ", ".join(f"{before}{number}" for number in numbers)
        yield first.beginning, f"{what} come in the order {order}", "put them in their order"


def _wrong_pairs(found: Sequence[Numbered]) -> Sequence[tuple[Numbered, Numbered]]:
    """Return the neighbours that do not count on, taking 2, 5 and 4 for one pair, 2 and 4."""
    left = list(found)
    for before, each, after in zip(found, found[1:], found[2:], strict=False):
        if before.number + 2 == after.number and each.number != before.number + 1:
            left.remove(each)
    return [(one, two) for one, two in pairwise(left) if two.number != one.number + 1]


def _stray(before: Numbered, after: Numbered, every: Iterable[Numbered]) -> Numbered | None:
    """Return what stands between two with another number than the one missing: 3.3 where 2.3 belongs."""
    for each in every if after.number == before.number + 2 else ():
        is_alike = each.before == before.before or each.number == before.number + 1
        is_beside = is_alike and each.before.count(".") == before.before.count(".")
        if is_beside and before.row < each.row < after.row:
            return each
    return None


def _count_problems(found: Sequence[Numbered], every: Sequence[Numbered]) -> Iterator[Problem]:
    """Yield the few places where numbers of sections do not count on: 3.2 behind 3.2, or 3.4 behind it."""
    wrong = _wrong_pairs(found)
    is_rule = len(found) >= _FEWEST_PHASES and len(wrong) <= max(1, len(found) // _FEWEST_PHASES)
    for there, here in wrong if is_rule else ():
        missing = [f"{there.before}{number}" for number in range(there.number + 1, here.number)]
        if stray := _stray(there, here, every):
            yield _stray_problem(stray.block, stray, there, here)
        elif here.number == there.number:
            yield here.block.beginning, f"two sections have the number {here}", "number one of them anew"
        elif 0 < len(missing) <= (_MOST_MISSING if here.before else 1):
            named = f"section {missing[0]} to {missing[-1]}" if missing[1:] else f"section {missing[0]}"
            yield _missing_problem(named, there, here)


def _missing_number(text: Text, noun: str, found: Sequence[Numbered]) -> Iterator[Problem]:
    """Yield the one number that is missing among phases that each have a heading, if nothing else says it."""
    wrong = _wrong_pairs(found)
    if len(wrong) != 1 or len(found) < _FEWEST_PHASES or wrong[0][1].number != wrong[0][0].number + 2:
        return
    there, here = wrong[0]
    missing = there.number + 1
    levels = {each.block.level for each in found if each.block.sort is BlockType.HEADING}
    name = re.compile(rf"\b{noun}s?\s(?:\d{{1,2}}(?:,\s|\sand\s|[–-]|\sto\s))*{missing}\b", re.IGNORECASE)
    if stray := _stray(there, here, found):
        yield _stray_problem(stray.block, stray, there, here)
    elif len(levels) == 1 and not any(name.search(each.text) for each in text.current):
        yield _missing_problem(f"{noun} {missing}", there, here)


def _missing_problem(missing: str, there: Numbered, here: Numbered) -> Problem:
    said = f"{missing} is missing: {here} comes after {there}"
    return here.block.beginning, said, "put it in, or number the others anew"


def _inverted_lists(listings: Sequence[ItemList]) -> Iterator[Problem]:
    """Yield lists that begin where one that comes later ends: c) and d), then a) and b)."""
    rows = reversed([*enumerate(listings)])  # of several lists with one label the first counts
    first_row = {rank: row for row, each in rows for item in each.items for rank in label_ranks(item.label)}
    for row, listing in enumerate(listings):
        label = listing.items[0].label
        befores = (LabelRank(rank.style, rank.number - 1) for rank in label_ranks(label))
        later = max((first_row.get(before, row) for before in befores), default=row)
        start = listings[later].items
        if later > row and can_begin_list(start[0].label) and is_next_label(label, start[-1].label):
            labels = [f"{each.label})" for each in listing.items]
            named = f"{labels[0]} to {labels[-1]}" if len(labels) > _MOST_LABELS else wording().listed(labels)
            comes, its = ("comes", "its") if len(labels) == 1 else ("come", "their")
            first = f"{start[0].label}) (line {start[0].beginning.line})"
            message = f"{named} {comes} before {first}, where {its} list begins"
            yield listing.items[0].beginning, message, "put the list in its order"
