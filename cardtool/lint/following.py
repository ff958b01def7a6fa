"""In how many ways the list that follows an announcement can be counted. One of them may be meant."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import dropwhile

from cardtool.documents import Block, BlockType, ItemList, find_lists
from cardtool.lint.lazy import Lazy
from cardtool.lint.parts import amount_of

__all__ = ["Following"]

_ASIDE = Lazy(
    r"\W*(?:note|notes|example|exception|tip|hint|important|remember|reminder|optional|variant|clarification)\b"
)
_GOING_ON = Lazy(
    r"\W*(?:repeat|complete|done|finish|continue|return to|go back|start over|end of|next round)\b"
)
_JOINED = re.compile(r"\s(?:and|or|&)\s|/", re.IGNORECASE)
_LED = re.compile(r"[^.:–—]{1,60}?(?=\s?[:–—]|\s-\s|\.)")
_NAME = 6  # words; in more than that, an "or" joins no two names
_FARTHEST = 400  # blocks that are looked at behind an announcement


class Following:
    """The lists of a text, each found by what stands before it."""

    def __init__(self, blocks: Sequence[Block]) -> None:
        self._blocks = blocks
        self._after: dict[int, ItemList] = {}
        self._first: dict[int, ItemList] = {}
        for listing in find_lists(blocks):
            self._first[id(listing.items[0])] = listing
            if listing.lead:
                self._after.setdefault(id(listing.lead), listing)

    def after(self, lead: Block) -> ItemList | None:
        """The list that stands right behind this block."""
        return self._after.get(id(lead))

    def countings(self, first: ItemList, place: int) -> set[int]:
        """The numbers that this list, behind the block at `place`, can be said to have.

        Counted are its items with and without those that are empty or mere notes, or that only say at
        the end how it goes on ("Repeat", "Complete"), those before other words come between, the copies
        where each item is so many of something, the items of lists inside it, those of lists of its
        level up to the next heading, and headings below the one it stands under. Nothing is counted
        where a single item is no list.
        """
        if len(first.items) < 2:
            return set()
        ways = {*_ways(first.items), *_ways(self._unbroken(first, place)), self._leaves(first)}
        amounts = [amount_of(item.text) for item in first.items]
        ways |= {sum(amount or 0 for amount in amounts)} if all(amounts) else set()
        ways |= set(self._with_the_next(first, place))
        return ways | {sum(1 for _ in self._headings_below(place))} - {0}

    def _behind(self, place: int) -> Iterator[Block]:
        for at in range(place + 1, min(len(self._blocks), place + _FARTHEST)):
            yield self._blocks[at]

    def _unbroken(self, first: ItemList, place: int) -> list[Block]:
        """The items before other words come between; what goes on behind those may be another list."""
        mine = set(map(id, first.items[:_FARTHEST]))
        run = []
        for block in self._behind(place):
            if block.sort is not BlockType.ITEM:
                break
            if id(block) in mine:
                run.append(block)
        return run

    def _leaves(self, first: ItemList) -> int:
        """How many items there are, a list inside an item counted for that item."""
        inside = (self._after.get(id(item)) for item in first.items)
        return sum(len(each.items) if each else 1 for each in inside)

    def _with_the_next(self, first: ItemList, place: int) -> Iterator[int]:
        """How many there are when lists of the same level, parted by some words, are taken as one."""
        total = len(first.items)
        for block in self._behind(place):
            if block.sort is BlockType.HEADING:
                return
            each = self._first.get(id(block))
            if each and each is not first and block.level == first.items[0].level:
                total += len(each.items)
                yield total

    def _headings_below(self, place: int) -> Iterator[Block]:
        """The headings behind a block that are the next level below the one it stands under."""
        before = (self._blocks[at] for at in range(place, max(place - _FARTHEST, -1), -1))
        above = next((block.level for block in before if block.sort is BlockType.HEADING), 0)
        level = 0
        for block in self._behind(place):
            if block.sort is BlockType.HEADING:
                if block.level <= above:
                    return
                level = level or block.level
                if block.level == level:
                    yield block


def _ways(items: Sequence[Block]) -> set[int]:
    said = [item for item in items if item.text.strip()]
    stated = [item for item in said if not _ASIDE.match(item.text)]
    joined = sum(len(_JOINED.findall(_name(item.text))) for item in stated)
    done = list(dropwhile(lambda item: _GOING_ON.match(item.text), reversed(stated)))
    return {len(items), len(said), len(done), *range(len(stated), len(stated) + joined + 1)}


def _name(item: str) -> str:
    """What an item is called: what it leads with, or all of it where it is short."""
    led = _LED.match(item)
    name = led[0] if led else item[:100]
    return name if len(name.split()) <= _NAME else ""
