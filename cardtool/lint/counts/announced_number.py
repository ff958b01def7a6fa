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
from cardtool.lint.core import Facts, LazyRegex, Problem, Severity, text_rule
from cardtool.lint.core.matching import ASIDE, any_word
from cardtool.lint.core.sentence_context import sentences_in
from cardtool.lint.counts.list_counts import Announcement, FollowingLists, announcement_in, may_announce
from cardtool.wording import number_word

_OPEN = LazyRegex(
    r"\b(?:etc|and so on|and so forth|such as|for example|among others|or more)\b|e\.g|…|\.\.\."
)
_CLAUSE = LazyRegex(rf"\b{any_word('words of clauses')}\b")
_NUMBERED = re.compile(r"(?:(?<=[\s(])|^)\(?(\d|[a-h])\)\s")
_AND = re.compile(r"\s(?:and|or|&)\s", re.IGNORECASE)
_NEAR = 30  # blocks between an announcement and the first stage
_LONGEST = 4  # words of a thing that is named and not described


def enumerated_count(words: str) -> range | None:
    """Return how many things these words list, a range as "bread and butter" is one or two; None if none."""
    labels = [match[1] for match in _NUMBERED.finditer(words)]
    if labels:
        expected = "12345678" if labels[0] == "1" else "abcdefgh"
        return range(len(labels), len(labels) + 1) if labels == list(expected[: len(labels)]) else None
    plain = ASIDE.sub("", words).strip()
    if _OPEN.search(plain) or re.search(r"[:;?!]|\s[–—-]\s", plain):
        return None
    return _count_parts([part.strip() for part in plain.rstrip(".").split(",")])


def _count_parts(parts: list[str]) -> range | None:
    *before, last = parts
    closed = re.sub(r"^(?:and|or|&)\s", "", last, flags=re.IGNORECASE)
    doubtful = sum(len(_AND.findall(part)) for part in before)
    if closed == last:  # no comma before the last "and", which parts two things then
        doubles = len(_AND.findall(last))
        least = len(before) + min(doubles, 1) + 1
        doubtful += max(doubles - 1, 0)
    else:
        least = len(parts)
        doubtful += len(_AND.findall(closed))
    if least < 2 or not all(_is_a_name(part) for each in (*before, closed) for part in _AND.split(each)):
        return None
    return range(least, least + doubtful + 1)


def _is_a_name(part: str) -> bool:
    return bool(part) and len(part.split()) <= _LONGEST and not _CLAUSE.search(part)


_SIGN = re.compile(r"[:(–—]")
_BETWEEN = re.compile(r"[^.:;()\d]{0,60}?(?::\s|\s\(|\s[–—]\s)")
_AMOUNTS = LazyRegex(r"(?:^|,|\band|\bor)\s*(?:one|two|three|four|five|six|\d+)\s(?:of|for|in|on|with|to)\b")
_COUNTED_PART = re.compile(r"\s*\d+\s")
_STAGE = LazyRegex(r"(phase|step|stage|part)\s(\d{1,2})\b(?=\s*[:.)–—-]|\s*$)")
_NAMED_ITEM = re.compile(r"[^.:–—\n]{1,40}?(?:\s?[:–—]|\s-)\s")


@dataclass(frozen=True, slots=True)
class _PlacedAnnouncement:
    """An announcement, and its place: its block among the blocks, its sentence in the block."""

    announcement: Announcement
    place: int
    block: Block
    start: int
    sentence: str

    @property
    def is_last(self) -> bool:
        """Whether nothing follows its sentence but what it may announce."""
        return self.start + len(self.sentence) == len(self.block.text.rstrip())


@text_rule("CT207", "announced-number", Severity.ERROR, reads="en")
def check(texts: Sequence[Text], facts: Facts) -> Iterator[Problem]:
    for text in texts:
        blocks = list(text.current)
        every = list(_announcements(blocks, needs_a_sign=text.role is TextKind.CARD))
        if every:
            yield from _mismatches(every, blocks, FollowingLists(blocks))


def _mismatches(
    every: Sequence[_PlacedAnnouncement], blocks: Sequence[Block], following: FollowingLists
) -> Iterator[Problem]:
    stages = _stage_counts(blocks)
    often = Counter(said.announcement.noun for said in every)
    for said in every:
        counts = _counts_in_sentence(said) or _counts_in_list(said, following)
        first, count = stages.get(singular(said.announcement.noun), (0, 0))
        if often[said.announcement.noun] == 1 and 0 < first - said.place <= _NEAR:
            counts = counts or {count}
        if counts and said.announcement.number not in counts:
            yield _problem(said, counts)


def _announcements(blocks: Sequence[Block], *, needs_a_sign: bool) -> Iterator[_PlacedAnnouncement]:
    """Yield what is announced; a card has no lists, so that there only a colon or a bracket can begin one."""
    for place, block in enumerate(blocks):
        if needs_a_sign and not _SIGN.search(block.text):
            continue
        if block.sort in (BlockType.PARAGRAPH, BlockType.ITEM) and may_announce(block.text):
            for start, sentence in sentences_in(block.text):
                if found := announcement_in(sentence):
                    yield _PlacedAnnouncement(found, place, block, start, sentence)


def _counts_in_sentence(said: _PlacedAnnouncement) -> set[int]:
    """Return the ways to count what the sentence goes on to list; none if it lists nothing."""
    between = _BETWEEN.match(said.sentence, said.announcement.end)
    if between is None:
        return set()
    rest = said.sentence[between.end() :]
    if between[0].endswith("("):
        rest = rest.split(")", 1)[0] if ")" in rest else ""
    is_sum = _AMOUNTS.search(rest) or _COUNTED_PART.match(rest)
    return set() if is_sum else set(enumerated_count(rest) or ())


def _counts_in_list(said: _PlacedAnnouncement, following: FollowingLists) -> set[int]:
    """Return the ways to count the list that follows; none where none follows, or nobody says it is meant."""
    listing = following.after(said.block) if said.is_last else None
    if listing is None:
        return set()
    is_meant = said.sentence.rstrip().endswith(":") or listing.ordered
    if is_meant or all(_NAMED_ITEM.match(item.text) for item in listing.items):
        return following.possible_counts(listing, said.place)
    return set()


def _stage_counts(blocks: Sequence[Block]) -> dict[str, tuple[int, int]]:
    """Return where each sort of stage that is numbered by name, once each from 1 on, begins, and how many."""
    numbers: dict[str, list[int]] = {}
    first: dict[str, int] = {}
    for place, block in enumerate(blocks):
        name = (
            block.label
            if block.sort is BlockType.ITEM
            else block.text
            if block.sort is BlockType.HEADING
            else ""
        )
        if match := _STAGE.match(name):
            numbers.setdefault(match[1].lower(), []).append(int(match[2]))
            first.setdefault(match[1].lower(), place)
    return {
        noun: (first[noun], len(found))
        for noun, found in numbers.items()
        if len(found) > 1 and sorted(found) == list(range(1, len(found) + 1))
    }


def _problem(said: _PlacedAnnouncement, counts: set[int]) -> Problem:
    nearest = min(counts, key=lambda count: (abs(count - said.announcement.number), count))
    number = number_word(nearest)
    here = said.block.at(said.start + said.announcement.start)
    message = f'"{said.announcement.words}" are announced, the list has {number}'
    return (
        here,
        message,
        f"add what is missing, or write {number}"
        if nearest < said.announcement.number
        else f"write {number}",
    )
