"""Runs of sentences that a text prints a second time."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate

from cardtool.documents import Block, BlockType, Text, split_sentences
from cardtool.lint.core.matching import WORD
from cardtool.model import Source

_LEAST_WORDS = 15  # of a paragraph by itself
_LEAST_ELSEWHERE = 100  # where it stands under two headings, as what two factions share does
_LEAST_IN_SEVERAL = 35  # of several sentences
_FORMULA = 3  # times a sentence is printed on purpose
_LONG_STEP = 10  # words of an item that says something of its own
_LONG = 3  # sentences
_STEPS = ((1, 1), (0, 1), (1, 0), (1, 2), (2, 1))  # what may differ: so many sentences there, so many here


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence by its words alone, and where in a block it stands; `whole` when it is all of it."""

    words: tuple[str, ...]
    block: Block
    start: int
    end: int
    whole: bool

    @property
    def source(self) -> Source:
        return self.block.at(self.start)

    @property
    def in_list(self) -> bool:
        return self.block.sort is BlockType.ITEM


@dataclass(frozen=True, slots=True)
class Repeat:
    """Sentences printed first there and again here, the same but for one now and then."""

    first: tuple[Sentence, ...]
    again: tuple[Sentence, ...]

    @property
    def words(self) -> int:
        return sum(len(each.words) for each in self.again)

    @property
    def opening(self) -> str:
        """How the passage begins."""
        said = [word for each in self.again for word in each.words][:6]
        return f'"{" ".join(said)}…"'


def repeats_in(text: Text) -> Iterator[Repeat]:
    """Yield every passage of a text that it has printed before, the longest that can be made of it."""
    said = list(_sentences(text))
    times = Counter(each.words for each in said)
    parts = _heading_counts(text)
    seen: dict[tuple[str, ...], int] = {}
    at = 0
    while at < len(said):
        first = seen.get(said[at].words)
        length, there = (0, 0) if first is None else _repeat_lengths(said, first, at)
        run = said[at : at + length]
        fresh = [each for each in run if times[each.words] < _FORMULA]
        if first is not None and _is_no_chance(fresh, _least_words(said[first], said[at], parts)):
            yield Repeat(tuple(said[first : first + there]), tuple(run))
        for each in range(at, at + max(length, 1)):
            seen.setdefault(said[each].words, each)
        at += max(length, 1)


def without_repeats(text: Text, runs: Sequence[Repeat]) -> Text:
    """Return the text with space for what it printed before, word by word; every letter keeps its place."""
    copies: defaultdict[int, list[Sentence]] = defaultdict(list)
    for run in runs:
        said = {each.words for each in run.first}
        for each in run.again:
            if each.words in said:
                copies[id(each.block)].append(each)
    return Text(text.title, text.role, tuple(_blanked(block, copies[id(block)]) for block in text.blocks))


def _blanked(block: Block, copies: Sequence[Sentence]) -> Block:
    if not copies:
        return block
    said = list(block.text)
    for each in copies:
        said[each.start : each.end] = " " * (each.end - each.start)
    return replace(block, text="".join(said))


def _heading_counts(text: Text) -> dict[int, int]:
    headings = accumulate(block.sort is BlockType.HEADING for block in text.current)
    return {id(block): count for block, count in zip(text.current, headings, strict=True)}


def _least_words(first: Sentence, again: Sentence, parts: dict[int, int]) -> int:
    """Return how many words a paragraph needs to be no chance, printed there and here."""
    same = parts[id(first.block)] == parts[id(again.block)]
    return _LEAST_WORDS if same else _LEAST_ELSEWHERE


_LICENCE = re.compile(
    r"\b(?:licen[cs]ed?|copyright|warrant(?:y|ies)|hereby granted|all rights reserved|trademarks?)\b",
    re.IGNORECASE,
)


def _sentences(text: Text) -> Iterator[Sentence]:
    """Yield the sentences of a text, but for those of licences: these are repeated on purpose."""
    for block in text.current:
        if block.sort in (BlockType.PARAGRAPH, BlockType.ITEM) and not _LICENCE.search(block.text):
            yield from _block_sentences(block)


def _block_sentences(block: Block) -> Iterator[Sentence]:
    found = list(split_sentences(block.text))
    for start, sentence in found:
        words = tuple(word.casefold().replace("’", "'") for word in WORD.findall(sentence))
        if len(words) > 1:
            yield Sentence(words, block, start, start + len(sentence), len(found) == 1)


def _repeat_lengths(said: Sequence[Sentence], first: int, again: int) -> tuple[int, int]:
    """Return how many sentences the passage has here, and there; the two do not overlap.

    Once it is long, a sentence that only one of the two has, or that differs, does not end it.
    """
    here, there, best = 0, 0, (0, 0)
    while again + here < len(said) and first + there < again:
        if said[first + there].words == said[again + here].words:
            here, there = here + 1, there + 1
            best = here, there
            continue
        step = next((each for each in _STEPS if _agree_after(said, first + there, again + here, each)), None)
        if here < _LONG or step is None:
            break
        there, here = there + step[0], here + step[1]
    return best


def _agree_after(said: Sequence[Sentence], there: int, here: int, step: tuple[int, int]) -> bool:
    """Return whether two sentences in a row are the same again after so many of the one and the other."""
    there, here = there + step[0], here + step[1]
    return here + 1 < len(said) and all(
        said[there + each].words == said[here + each].words for each in (0, 1)
    )


def _is_no_chance(run: Sequence[Sentence], least: int) -> bool:
    """Return whether too much is the same for chance. Variants of a set-up share steps of lists."""
    words = sum(len(each.words) for each in run if not each.in_list)
    if len(run) < 2:
        return bool(run) and run[0].whole and words >= least
    least = _LEAST_IN_SEVERAL if least < _LEAST_ELSEWHERE else _LEAST_ELSEWHERE
    return words >= least or _is_a_long_list(run)


def _is_a_long_list(run: Sequence[Sentence]) -> bool:
    many = sum(len(each.words) >= _LONG_STEP for each in run)
    words = sum(len(each.words) for each in run)
    return len(run) >= 6 and words >= 3 * _LEAST_IN_SEVERAL and many * 2 >= len(run)
