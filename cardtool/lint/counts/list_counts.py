"""Numbers that announce a list, "one of three ways:", and in how many ways the list that follows can be
counted.

Known are announcements only of everything in the list. "Choose two of the following" says how many to
choose, "draw two cards:" what to do; neither says how long the list is. Of the ways to count, one may be
meant.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import dropwhile

from cardtool.documents import Block, BlockType, ItemList, find_lists, parse_number
from cardtool.lint.core import LazyRegex
from cardtool.lint.core.matching import any_word
from cardtool.lint.counts.component_amounts import amount_of
from cardtool.wording import number_word

_LEAST, _MOST = 2, 20
_WORDS = "|".join(number_word(number) for number in range(_MOST, _LEAST - 1, -1))  # fourteen before four
_NUMBER = rf"(?<![\w.,/+−–-])(?:\d{{1,2}}|{_WORDS})(?![\w/%]|[.,]\d)"

_ABSTRACT = any_word("announced of any sort")
_CONCRETE = any_word("announced in games")
_ADJECTIVE = (
    r"(?:possible|different|following|main|basic|distinct|additional|simple|special|house|other|important|key|"
    r"separate|major|general|optional|common|new|unique|available|various|winning|scoring|victory)"
)
_ABSTRACTLY = rf"(?P<number>{_NUMBER})\s(?:{_ADJECTIVE}\s){{0,2}}(?P<noun>{_ABSTRACT})\b"
_EITHER = rf"(?P<number>{_NUMBER})\s(?:[\w'’-]+\s){{0,2}}?(?P<noun>{_ABSTRACT}|{_CONCRETE})\b"
_ANYTHING = r"(?!players|people|points|teams|rounds|turns|others|more|less)[a-z][a-z'’-]{2,}s"
_NAMED = rf"(?P<number>{_NUMBER})\s(?:{_ADJECTIVE}\s){{0,2}}(?P<noun>{_ANYTHING})"
_MAY = LazyRegex(rf"{_EITHER}|{_NAMED.replace('number', 'so_many').replace('noun', 'of_what')}:")
_ALL_OF = r"(?:one\sof\s|any\sof\s|either\sof\s|each\sof\s|all\sof\s)?"

_ANNOUNCEMENTS = tuple(
    LazyRegex(pattern)
    for pattern in (
        rf"\b(?:the\sfollowing|these|those)\s{_EITHER}",
        rf"\bthere\sare\s(?:only\s)?{_EITHER}",
        rf"\b(?:one|any|either|each|all)\sof\s(?:the\s)?{_ABSTRACTLY}",
        rf"\b(?:has|have|with|in|into|includes?|contains?|of|comprises?|over|uses?|follow)\s{_ALL_OF}(?:the\s|its\s)?{_ABSTRACTLY}",
        rf"^{_ABSTRACTLY}",
        rf"\btakes?\s(?P<number>{_NUMBER})\s(?P<noun>steps|phases|stages|parts)(?=:)",
    )
)
_OF_ANYTHING = LazyRegex(rf"(?:\bthere\sare|\b(?:one|any|each|either)\sof\s(?:the|these))\s{_NAMED}(?=:)")
_RARELY = {
    "the following ": LazyRegex(
        rf"\b(?:one|any|either|each|all)\sof\sthe\sfollowing\s(?P<number>{_NUMBER})(?P<noun>)(?=:)"
    ),
    " choice ": LazyRegex(rf"\b(?:the|a)\schoice\s(?:of|between|from|among)\s(?:the\s)?{_EITHER}(?=:)"),
    "here are ": LazyRegex(
        rf"\bthere\sare\s(?P<number>{_NUMBER})\s(?P<noun>kind|type|sort)\sof\s[\w\s'’-]{{2,40}}(?=:)"
    ),
}
"""Announcements that end in a colon, by words that each must have; to look for them all takes longer."""
_OTHERWISE = LazyRegex(r"\b(?:if|when|whenever|where|unless|once|while|until|as\slong\sas|in\scase)\b")
_SOME = LazyRegex(r"\b(?:up to|at least|at most|more than|fewer than|less than|only|first|last|any)\s\Z")


@dataclass(frozen=True, slots=True)
class Announcement:
    """A number that says how many things a list has. `start` and `end` are offsets of its words."""

    number: int
    noun: str
    words: str
    start: int
    end: int


def may_announce(text: str) -> bool:
    """Return whether any sentence of the text can announce something; much quicker than to read them all."""
    return _MAY.search(text) is not None or any(map(text.__contains__, _RARELY))


def announcement_in(sentence: str) -> Announcement | None:
    """Return what the sentence announces, if it announces one thing; offsets are those of the sentence."""
    rarely = [pattern for sign, pattern in _RARELY.items() if sign in sentence and ":" in sentence]
    found = {
        _announcement_from(match)
        for pattern in (*_ANNOUNCEMENTS, *rarely)
        for match in pattern.finditer(sentence)
        if _is_all(match)
    }
    if not found and (match := _OF_ANYTHING.search(sentence)) and _is_all(match):
        return None if _OTHERWISE.search(sentence, 0, match.start()) else _announcement_from(match)
    return next(iter(found)) if len(found) == 1 else None


def _is_all(match: re.Match[str]) -> bool:
    number = parse_number(match["number"])
    return _LEAST <= number <= _MOST and not _SOME.search(
        match.string[max(0, match.start("number") - 15) : match.start("number")]
    )


def _announcement_from(match: re.Match[str]) -> Announcement:
    start, end = match.start("number"), match.end("noun")
    words = " ".join(match.string[start:end].split())
    return Announcement(parse_number(match["number"]), match["noun"].lower(), words, start, end)


_ASIDE = LazyRegex(
    r"\W*(?:note|notes|example|exception|tip|hint|important|remember|reminder|optional|variant|clarification)\b"
)
_GOING_ON = LazyRegex(
    r"\W*(?:repeat|complete|done|finish|continue|return to|go back|start over|end of|next round)\b"
)
_JOINED = re.compile(r"\s(?:and|or|&)\s|/", re.IGNORECASE)
_LED = re.compile(r"[^.:–—]{1,60}?(?=\s?[:–—]|\s-\s|\.)")
_NAME = 6  # words; in more than that, an "or" joins no two names
_FARTHEST = 400  # blocks that are looked at behind an announcement


class FollowingLists:
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
        """Return the list that stands right behind this block."""
        return self._after.get(id(lead))

    def possible_counts(self, first: ItemList, place: int) -> set[int]:
        """Return the numbers that this list, behind the block at `place`, can be said to have.

        Counted are its items with and without those that are empty or mere notes, or that only say at
        the end how it goes on ("Repeat", "Complete"), those before other words come between, the copies
        where each item is so many of something, the items of lists inside it, those of lists of its
        level up to the next heading, and headings below the one it stands under. Nothing is counted
        where a single item is no list.
        """
        if len(first.items) < 2:
            return set()
        ways = {
            *_item_counts(first.items),
            *_item_counts(self._unbroken(first, place)),
            self._leaf_count(first),
        }
        amounts = [amount_of(item.text) for item in first.items]
        ways |= {sum(amount or 0 for amount in amounts)} if all(amounts) else set()
        ways |= set(self._running_totals(first, place))
        ways |= {len(each.items) for item in first.items if (each := self._after.get(id(item)))}
        return ways | {sum(1 for _ in self._headings_below(place))} - {0}

    def _behind(self, place: int) -> Iterator[Block]:
        for at in range(place + 1, min(len(self._blocks), place + _FARTHEST)):
            yield self._blocks[at]

    def _unbroken(self, first: ItemList, place: int) -> list[Block]:
        """Return the items before other words come between; what goes on behind those may be another list."""
        mine = set(map(id, first.items[:_FARTHEST]))
        run = []
        for block in self._behind(place):
            if block.sort is not BlockType.ITEM:
                break
            if id(block) in mine:
                run.append(block)
        return run

    def _leaf_count(self, first: ItemList) -> int:
        """Return how many items there are, a list inside an item counted for that item."""
        inside = (self._after.get(id(item)) for item in first.items)
        return sum(len(each.items) if each else 1 for each in inside)

    def _running_totals(self, first: ItemList, place: int) -> Iterator[int]:
        """Yield how many there are when lists of the same level, parted by some words, are taken as one."""
        total = len(first.items)
        for block in self._behind(place):
            if block.sort is BlockType.HEADING:
                return
            each = self._first.get(id(block))
            if each and each is not first and block.level == first.items[0].level:
                total += len(each.items)
                yield total

    def _headings_below(self, place: int) -> Iterator[Block]:
        """Yield the headings behind a block that are the next level below the one it stands under."""
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


def _item_counts(items: Sequence[Block]) -> set[int]:
    said = [item for item in items if item.text.strip()]
    stated = [item for item in said if not _ASIDE.match(item.text)]
    joined = sum(len(_JOINED.findall(_item_name(item.text))) for item in stated)
    done = list(dropwhile(lambda item: _GOING_ON.match(item.text), reversed(stated)))
    return {len(items), len(said), len(done), *range(len(stated), len(stated) + joined + 1)}


def _item_name(item: str) -> str:
    led = _LED.match(item)
    name = led[0] if led else item[:100]
    return name if len(name.split()) <= _NAME else ""
