"""A list has as many items as are announced.

"There are five types of spaces", and four are explained: either one was lost, or one was cut and the
number forgot. Readers look for the fifth.

Bad:

    There are three ways to score:

    - Win a battle.
    - Finish a quest.

Good:

    There are two ways to score:

    - Win a battle.
    - Finish a quest.

Looked at are announcements in the last sentence before a list, those with the list in the same breath
("four suits: Swords, Cups and Coins"), and phases or steps that are numbered by name (Phase 1, Phase 2).
Overlooked on purpose: how many to choose ("two of the following"), what to do ("draw two cards:"),
lists that could be counted in more than one way and come right in one of them, and notes and examples
among the items.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from cardtool.documents import Block, BlockType, Text, TextKind, singular
from cardtool.finding import Severity
from cardtool.lint.announcing import Announcement, announced, may_announce
from cardtool.lint.context import sentences_in
from cardtool.lint.enumerations import listed
from cardtool.lint.facts import Facts
from cardtool.lint.following import Following
from cardtool.lint.lazy import Lazy
from cardtool.lint.registry import Problem, text_rule
from cardtool.references import as_word

_SIGN = re.compile(r"[:(–—]")
_BETWEEN = re.compile(r"[^.:;()\d]{0,60}?(?::\s|\s\(|\s[–—]\s)")
_AMOUNTS = Lazy(r"(?:^|,|\band|\bor)\s*(?:one|two|three|four|five|six|\d+)\s(?:of|for|in|on|with|to)\b")
_STAGE = Lazy(r"(phase|step|stage|part)\s(\d{1,2})\b(?=\s*[:.)–—-]|\s*$)")
_NAMED_ITEM = re.compile(r"[^.:–—\n]{1,40}?(?:\s?[:–—]|\s-)\s")


@dataclass(frozen=True, slots=True)
class Said:
    """An announcement, and its place: its block among the blocks, its sentence in the block."""

    found: Announcement
    place: int
    block: Block
    start: int
    sentence: str

    @property
    def is_last(self) -> bool:
        """Whether nothing follows its sentence but what it may announce."""
        return self.start + len(self.sentence) == len(self.block.text.rstrip())


@text_rule("CT207", "announced-number", Severity.ERROR)
def check(texts: Sequence[Text], facts: Facts) -> Iterator[Problem]:
    for text in texts:
        blocks = list(text.current)
        every = list(_announcements(blocks, needs_a_sign=text.role is TextKind.CARD))
        if every:
            yield from _problems(every, blocks, Following(blocks))


def _problems(every: Sequence[Said], blocks: Sequence[Block], following: Following) -> Iterator[Problem]:
    stages = _stages(blocks)
    often = Counter(said.found.noun for said in every)
    for said in every:
        counts = _in_one_breath(said) or _in_a_list(said, following)
        if often[said.found.noun] == 1:
            counts = counts or stages.get(singular(said.found.noun), set())
        if counts and said.found.number not in counts:
            yield _problem(said, counts)


def _announcements(blocks: Sequence[Block], *, needs_a_sign: bool) -> Iterator[Said]:
    """What is announced; a card has no lists, so that there only a colon or a bracket can begin one."""
    for place, block in enumerate(blocks):
        if needs_a_sign and not _SIGN.search(block.text):
            continue
        if block.sort in (BlockType.PARAGRAPH, BlockType.ITEM) and may_announce(block.text):
            for start, sentence in sentences_in(block.text):
                if found := announced(sentence):
                    yield Said(found, place, block, start, sentence)


def _in_one_breath(said: Said) -> set[int]:
    """The ways to count what the sentence goes on to list; none if it lists nothing."""
    between = _BETWEEN.match(said.sentence, said.found.end)
    if between is None:
        return set()
    rest = said.sentence[between.end() :]
    if between[0].endswith("("):
        rest = rest.split(")", 1)[0] if ")" in rest else ""
    return set() if _AMOUNTS.search(rest) else set(listed(rest) or ())


def _in_a_list(said: Said, following: Following) -> set[int]:
    """The ways to count the list that follows; none where none follows, or nobody says it is meant."""
    listing = following.after(said.block) if said.is_last else None
    if listing is None:
        return set()
    is_meant = said.sentence.rstrip().endswith(":") or listing.ordered
    if is_meant or all(_NAMED_ITEM.match(item.text) for item in listing.items):
        return following.countings(listing, said.place)
    return set()


def _stages(blocks: Sequence[Block]) -> dict[str, set[int]]:
    """How many there are of each sort of stage that is numbered by name, once each from 1 on."""
    numbers: dict[str, list[int]] = {}
    for block in blocks:
        name = (
            block.label
            if block.sort is BlockType.ITEM
            else block.text
            if block.sort is BlockType.HEADING
            else ""
        )
        if match := _STAGE.match(name):
            numbers.setdefault(match[1].lower(), []).append(int(match[2]))
    return {
        noun: {len(found)}
        for noun, found in numbers.items()
        if len(found) > 1 and sorted(found) == list(range(1, len(found) + 1))
    }


def _problem(said: Said, counts: set[int]) -> Problem:
    nearest = min(counts, key=lambda count: (abs(count - said.found.number), count))
    number = as_word(nearest)
    here = said.block.at(said.start + said.found.start)
    message = f'"{said.found.words}" are announced, the list has {number}'
    return (
        here,
        message,
        f"add what is missing, or write {number}" if nearest < said.found.number else f"write {number}",
    )
