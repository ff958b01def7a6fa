"""Rules about numbers and letters that count on: items of lists, phases, steps and lettered sections."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise, product

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


@text_rule("CT502", "list-order", Severity.ERROR, reads="en")
def list_order(texts: Sequence[Text], facts: Facts) -> Iterator[Problem]:
    """A numbered list counts on: no number is missing, and none comes twice.

    "1. 2. 4." is a list that lost a step, or a number that was typed by hand; players ask what number 3 said.

    Bad:

        1. Shuffle the deck.
        2. Deal five cards.
        4. Choose a first player.

    Good:

        1. Shuffle the deck.
        2. Deal five cards.
        3. Choose a first player.

    Overlooked on purpose: lists that begin anew or go on after a figure, lists numbered 1. 1. 1. as
    Markdown allows, lists that do not begin at 1, such as what is rolled with two dice, lists whose line
    breaks were lost, so that the missing number stands inside the item before, and lists that are wrong in
    more than one place, which count something else (or are out of order: CT504 out-of-order).
    """
    for text in texts:
        if text.role not in (TextKind.CARD, TextKind.RULES, TextKind.CHANGELOG):
            led = {id(item) for before, item in pairwise(text.current) if _begins_list(before, item)}
            for listing in text.lists:
                labels = {item.label for item in listing.items}
                if listing.ordered and len(labels) > 1 and not any("." in label for label in labels):
                    yield from _counting_problems(listing.items, led)


def _begins_list(before: Block, item: Block) -> bool:
    """Return whether a list begins behind a colon, whatever its number."""
    return before.sort is not BlockType.ITEM and before.text.rstrip().endswith(":")


def _counting_problems(items: Sequence[Block], led: set[int]) -> Iterator[Problem]:
    starts = [0, *(row for row, item in enumerate(items) if row and id(item) in led), len(items)]
    for run in (items[start:end] for start, end in pairwise(starts)):
        wrong = [pair for pair in pairwise(run) if not is_next_label(pair[1].label, pair[0].label)]
        is_one = len(wrong) == 1 or (len(wrong) == 2 and wrong[0][1] is wrong[1][0])
        if is_one and can_begin_list(run[0].label) and (problem := _neighbour_problem(*wrong[0])):
            yield problem


def _neighbour_problem(before: Block, after: Block) -> Problem | None:
    """Return what is wrong between two neighbours, if they count in one way and are not far apart.

    What is missing may stand inside the item before, whose line breaks were lost on the way.
    """
    alike = (
        (here.number, there.number)
        for here, there in product(label_ranks(after.label), label_ranks(before.label))
        if here.style == there.style
    )
    for here, there in alike:
        if here == there and _is_near(before, after):
            return after.at(), f"{after.label} comes twice in this list", "number the list anew"
        inside = "|".join(map(str, range(there + 1, here)))
        if 1 < here - there <= _MOST_MISSING and not re.search(rf"(?<![\w.])(?:{inside})[.)]\s", before.text):
            message = f"this list goes from {before.label} to {after.label}"
            return after.at(), message, "put in what is missing, or number the list anew"
    return None


def _is_near(before: Block, after: Block) -> bool:
    """Return whether nothing can have come between, as what stands in the next column of a saved page."""
    return not after.file.endswith(".txt") or after.at().line - before.at().line <= _FARTHEST


_FARTHEST = 6  # lines
_FEWEST_PHASES = 3  # phases
_MOST_LABELS = 3
_SECTION = LazyRegex(r"((?:\d{1,2}\.){0,3})(\d{1,2})(?:[.:)]\s|\s+(?=(?-i:[A-Z])))")
_NAMED = LazyRegex(r"(phase|step|stage|part|chapter|act)\s(\d{1,2})\b")


Numbered = tuple[int, Block]
"""Something that carries a number."""


@text_rule("CT504", "out-of-order", Severity.WARNING, reads="en")
def out_of_order(texts: Sequence[Text], facts: Facts) -> Iterator[Problem]:
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
    that has no heading where all others have; sections whose headings are numbered, as 3.4 before 3.3, and
    the one number that is missing among them, or comes twice; lists whose beginning comes after their end;
    and lists that have every number, in another order. Overlooked on purpose: names of phases that come more
    than once, as in a summary.
    """
    for text in texts:
        if text.role in (TextKind.RULEBOOK, TextKind.DOCUMENT):
            listings = [listing for listing in text.lists if listing.ordered]
            for noun, found in _numbered_by_name(text).items():
                yield from _order_problems(found, f"{noun}s")
                yield from _missing_number(text, noun, found)
            for parent, found in _numbered_by_parent(text).items():
                yield from _order_problems(found, "sections", parent)
                yield from _count_problems(found, parent)
            for listing in listings:
                labelled = [(int(item.label), item) for item in listing.items if item.label.isdecimal()]
                yield from _order_problems(labelled, "these")
            yield from _inverted_lists(listings)


def _numbered_by_name(text: Text) -> dict[str, list[Numbered]]:
    """Return every phase, step and so on that is numbered by name, as a heading or before an item."""
    found: dict[str, list[Numbered]] = {}
    for block in text.current:
        name = {BlockType.ITEM: block.label, BlockType.HEADING: block.text}.get(block.sort, "")
        if match := _NAMED.match(name):
            found.setdefault(match[1].lower(), []).append((int(match[2]), block))
    return found


def _numbered_by_parent(text: Text) -> dict[str, list[Numbered]]:
    """Return what has a number such as 3.4 by what stands before its last figure; of headings, also 3."""
    found: dict[tuple[str, int], list[Numbered]] = {}
    for block in text.current:
        is_heading = block.sort is BlockType.HEADING
        said = f"{block.label}. {block.text}" if block.is_numbered else block.text
        match = _SECTION.match(said) if block.sort is not BlockType.ROW else None
        is_rule = match is not None and match[1].count(".") > 1
        if (
            match and (is_heading or is_rule) and said[match.end() :].casefold() != "players"
        ):  # a number of them
            level = 0 if match[1] else block.level  # 10.5 is beside 10.4, however large it is set
            found.setdefault((match[1], level), []).append((int(match[2]), block))
    times = Counter(parent for parent, _ in found)
    return {parent: all_of_it for (parent, _), all_of_it in found.items() if times[parent] == 1}


def _order_problems(found: Sequence[Numbered], what: str, before: str = "") -> Iterator[Problem]:
    """Yield what is wrong where every number from 1 on comes once, but not in order.

    `before` is what all numbers have before them: 3. in 3.1, 3.2, 3.4 and 3.3.
    """
    numbers = [number for number, _ in found]
    right = list(range(1, len(found) + 1))
    counts_down = what == "sections" and numbers == right[::-1]  # as the cards of a game may
    if numbers != right and sorted(numbers) == right and not counts_down:
        first = next(block for (number, block), place in zip(found, right, strict=True) if number != place)
        order = ", ".join(f"{before}{number}" for number in numbers)
        yield first.beginning, f"{what} come in the order {order}", "put them in their order"


def _count_problems(found: Sequence[Numbered], before: str) -> Iterator[Problem]:
    """Yield the one place where the numbers of sections do not count on: 3.2 behind 3.2, or 3.4 behind it."""
    wrong = [(one, two) for one, two in pairwise(found) if two[0] != one[0] + 1]
    is_rule = len(found) >= _FEWEST_PHASES and len(wrong) <= max(1, len(found) // _FEWEST_PHASES)
    for (there, _), (here, block) in wrong if is_rule else ():
        if here == there:
            yield block.beginning, f"two sections have the number {before}{here}", "number one of them anew"
        elif there < here - 1 <= there + (_MOST_MISSING if before else 1):
            first, last = f"{before}{there + 1}", f"{before}{here - 1}"
            missing = first if first == last else f"{first} to {last}"
            said = f"section {missing} is missing: {before}{here} comes after {before}{there}"
            yield block.beginning, said, "put it in, or number the others anew"


def _missing_number(text: Text, noun: str, found: Sequence[Numbered]) -> Iterator[Problem]:
    """Yield the one number that is missing among phases that each have a heading, if nothing else says it."""
    numbers = [number for number, _ in found]
    missing = set(range(1, max(numbers) + 1)) - set(numbers)
    levels = {block.level if block.sort is BlockType.HEADING else None for _, block in found}
    if len(missing) != 1 or len(found) < _FEWEST_PHASES or numbers != sorted(set(numbers)):
        return
    number = missing.pop()
    name = re.compile(rf"\b{noun}s?\s(?:\d{{1,2}}(?:,\s|\sand\s|[–-]|\sto\s))*{number}\b", re.IGNORECASE)
    if len(levels) == 1 and None not in levels and not any(name.search(block.text) for block in text.current):
        after, block = next(each for each in found if each[0] > number)
        before = f"{noun} {number - 1}" if number > 1 else "nothing"
        said = f"{noun} {number} is missing: {noun} {after} comes after {before}"
        yield block.at(), said, "put it in, or number the others anew"


def _inverted_lists(listings: Sequence[ItemList]) -> Iterator[Problem]:
    """Yield lists that begin where one that comes later ends: c) and d), then a) and b)."""
    rows: dict[LabelRank, list[int]] = {}
    for row, listing in enumerate(listings):
        for rank in {rank for item in listing.items for rank in label_ranks(item.label)}:
            rows.setdefault(rank, []).append(row)
    for row, listing in enumerate(listings):
        for rank in label_ranks(listing.items[0].label):
            start = _first_list_of(rank, row, rows) if rank.number > 1 else None
            if start is not None and _rank_before(rank) in label_ranks(listings[start].items[-1].label):
                yield _inverted_problem(listing.items, listings[start].items[0])
                break


def _first_list_of(rank: LabelRank, row: int, rows: Mapping[LabelRank, list[int]]) -> int | None:
    """Return the later list in which the first of its style stands, if no earlier list leads here."""
    before, firsts = rows.get(_rank_before(rank), []), rows.get(LabelRank(rank.style, 1), [])
    after = bisect_right(firsts, row)
    return firsts[after] if after < len(firsts) and not (before and before[0] < row) else None


def _rank_before(rank: LabelRank) -> LabelRank:
    return LabelRank(rank.style, rank.number - 1)


def _inverted_problem(ending: Sequence[Block], start: Block) -> Problem:
    *labels, first = [each.label if " " in each.label else f"{each.label})" for each in (*ending, start)]
    is_one = len(labels) == 1
    named = f"{labels[0]} to {labels[-1]}" if len(labels) > _MOST_LABELS else wording().listed(labels)
    message = (
        f"{named} {'comes' if is_one else 'come'} before {first} (line {start.beginning.line}), "
        f"where {'its' if is_one else 'their'} list begins"
    )
    return ending[0].beginning, message, "put the list in its order"
