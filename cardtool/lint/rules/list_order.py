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

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from cardtool.documents import (
    Block,
    BlockType,
    Text,
    TextKind,
    can_begin_list,
    find_lists,
    is_next_label,
    label_ranks,
)
from cardtool.finding import Severity
from cardtool.lint.facts import Facts
from cardtool.lint.registry import Problem, text_rule

_FARTHEST = 3  # places that can be missing between neighbours of one list


@text_rule("CT502", "list-order", Severity.ERROR)
def check(texts: Sequence[Text], facts: Facts) -> Iterator[Problem]:
    for text in texts:
        if text.role not in (TextKind.CARD, TextKind.RULES, TextKind.CHANGELOG):
            led = _announced(list(text.current))
            for listing in find_lists(text.current):
                if listing.ordered and len({item.label for item in listing.items}) > 1:
                    yield from _problems(listing.items, led)


def _announced(blocks: Sequence[Block]) -> set[int]:
    """The items, by identity, that follow a colon and so begin a list, whatever they are numbered."""
    return {
        id(item)
        for before, item in pairwise(blocks)
        if item.sort is BlockType.ITEM
        and before.sort is not BlockType.ITEM
        and before.text.rstrip().endswith(":")
    }


def _problems(items: Sequence[Block], led: set[int]) -> Iterator[Problem]:
    for run in _runs(items, led):
        wrong = [pair for pair in pairwise(run) if not is_next_label(pair[1].label, pair[0].label)]
        is_one = len(wrong) == 1 or (len(wrong) == 2 and wrong[0][1] is wrong[1][0])
        if is_one and can_begin_list(run[0].label) and (told := _told(*wrong[0])):
            yield told


def _runs(items: Sequence[Block], led: set[int]) -> Iterator[list[Block]]:
    """The items, parted where one follows a colon."""
    run: list[Block] = []
    for item in items:
        if run and id(item) in led:
            yield run
            run = []
        run.append(item)
    yield run


def _runs_on(item: Block, missing: Sequence[int]) -> bool:
    """Whether what is missing stands inside the item, whose line breaks were lost on the way."""
    return any(re.search(rf"(?<![\w.]){number}[.)]\s", item.text) for number in missing)


def _told(before: Block, after: Block) -> Problem | None:
    """What is wrong between two neighbours, if they count in one way and are not far apart."""
    for here in label_ranks(after.label):
        for there in label_ranks(before.label):
            if here.style == there.style and here.number == there.number:
                return after.at(), f"{after.label} comes twice in this list", "number the list anew"
            missing = range(there.number + 1, here.number)
            if here.style == there.style and 1 <= len(missing) < _FARTHEST and not _runs_on(before, missing):
                message = f"this list goes from {before.label} to {after.label}"
                return after.at(), message, "put in what is missing, or number the list anew"
    return None
