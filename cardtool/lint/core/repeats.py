"""Runs of sentences that a text prints a second time."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import takewhile
from typing import NamedTuple

from cardtool.documents import Block, BlockType, Text, once_per_text, split_sentences
from cardtool.lint.core.matching import WORD, any_word
from cardtool.model import Source

_LEAST_WORDS = 15  # of a paragraph by itself
_LEAST_ELSEWHERE = 100  # where it stands under two headings, as what two factions share does
_LEAST_IN_SEVERAL = 35  # of several sentences
_FORMULA = 3  # times a sentence is printed on purpose


class Sentence(NamedTuple):
    """A sentence by its words alone, and where it stands; `part` counts the headings before it."""

    words: tuple[str, ...]
    block: Block
    start: int
    end: int
    part: int

    @property
    def source(self) -> Source:
        return self.block.at(self.start)


class Repeat(NamedTuple):
    """Sentences printed first there and again here, the same word by word."""

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


@once_per_text
def repeats_in(text: Text) -> Iterator[Repeat]:
    """Yield every passage of a text that it has printed before, the longest that can be made of it."""
    said = list(_sentences(text))
    times = Counter(each.words for each in said)
    seen: dict[tuple[str, ...], int] = {}
    at = 0
    while at < len(said):
        first = seen.get(said[at].words, at)
        both = zip(said[first:at], said[at:], strict=False)  # the two passages do not overlap
        length = len([*takewhile(lambda pair: pair[0].words == pair[1].words, both)])
        run = tuple(said[at : at + length])
        fresh = [each for each in run if times[each.words] < _FORMULA]
        if _is_no_chance(fresh, elsewhere=said[first].part != said[at].part):
            yield Repeat(tuple(said[first : first + length]), run)
        for each in range(at, at + max(length, 1)):
            seen.setdefault(said[each].words, each)
        at += max(length, 1)


def without_repeats(text: Text) -> Text:
    """Return the text with space for what it printed before; every letter keeps its place."""
    blanked: dict[int, Block] = {}
    for each in (each for run in repeats_in(text) for each in run.again):
        block = blanked.get(id(each.block), each.block)
        said = block.text[: each.start] + " " * (each.end - each.start) + block.text[each.end :]
        blanked[id(each.block)] = block._replace(text=said)
    if not blanked:
        return text
    return replace(text, blocks=tuple(blanked.get(id(block), block) for block in text.blocks))


_LICENCE = re.compile(rf"{any_word('words of licences')}\b")


def _sentences(text: Text) -> Iterator[Sentence]:
    """Yield the sentences of a text, but for those of licences: these are repeated on purpose."""
    part = 0
    for block in text.current:
        part += block.sort is BlockType.HEADING
        if block.sort in (BlockType.PARAGRAPH, BlockType.ITEM) and not _LICENCE.search(block.text.lower()):
            for start, sentence in split_sentences(block.text):
                words = tuple(WORD.findall(sentence.replace("’", "'").casefold()))
                if len(words) > 1:
                    yield Sentence(words, block, start, start + len(sentence), part)


def _is_no_chance(run: Sequence[Sentence], *, elsewhere: bool) -> bool:
    """Return whether too much is the same for chance. Variants of a set-up share steps of lists."""
    words = sum(len(each.words) for each in run if each.block.sort is not BlockType.ITEM)
    if elsewhere:
        return words >= _LEAST_ELSEWHERE
    if len(run) > 1:
        return words >= _LEAST_IN_SEVERAL
    return words >= _LEAST_WORDS and all(each.end - each.start == len(each.block.text) for each in run)
