"""Sentences: where one begins, whether it speaks of every game, and which of them a text prints twice."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import takewhile
from typing import NamedTuple

from cardtool.documents import Block, BlockType, Text, once_per_text, split_sentences
from cardtool.lint.core.matching import WORD, any_word, word_list
from cardtool.memory import LazyRegex
from cardtool.model import Source

TITLE_SMALL_WORDS = word_list("small in titles")
"""Words that a title writes small."""
GLOSSARY = LazyRegex(rf"\W*(?:\w+\W+){{0,4}}?{any_word('titles of glossaries')}(?:\W+\w+){{0,3}}?\W*")
"""The title of a list of terms, in any language."""

_OPENING = " \"'“”‘’„«([*_"
_LABEL = re.compile(r"(?:^|\s)\(?(?:\d{1,2}|[A-Za-z])\)$")
_WORD = re.compile(r"[^\W\d_]+")


def begins_sentence(text: str, start: int) -> bool:
    """Return whether a sentence, a line or a list begins here, so that any word has a capital."""
    before = text[max(0, start - 12) : start].rstrip(_OPENING)
    return before[-1:] in ".!?:;…\n\t•|—–/\ufffc" or (before[-1] == ")" and bool(_LABEL.search(before)))


def is_all_capitals(text: str) -> bool:
    """Return whether the letters of a text are capitals, all of them."""
    return text.isupper() and sum(map(str.isalpha, text)) > 1


def is_headline(block: Block) -> bool:
    """Return whether capitals say nothing: in a heading, or a line where every word of weight has one."""
    if block.sort is BlockType.HEADING or is_all_capitals(block.text):
        return True
    line = block.text if len(block.text) < 120 else ""
    words = [word for word in _WORD.findall(line) if word.lower() not in TITLE_SMALL_WORDS]
    return len(words) > 1 and all(word[0].isupper() for word in words)


_FEWEST_WORDS = 6  # of a cell that holds a sentence


def prose_of(block: Block) -> Block | None:
    """Return a block as what it says in sentences: a row less its other cells, and None if it has no such."""
    if block.sort is not BlockType.ROW:
        return block
    cells = block.text.split("\t")
    sentences = {cell for cell in cells if len(cell.split()) >= _FEWEST_WORDS}
    said = "|".join(cell if cell in sentences else "|" * len(cell) for cell in cells)
    return block._replace(text=said) if sentences else None


_LONGEST_SENTENCE = 1500  # letters

_FEW = r"(?:\d+|two|three|four|five|six)"
_OF_SOME_PLAYERS = (
    rf"with (?:only )?{_FEW}(?: or \w+)? players?|"
    rf"(?:for|in) (?:a |an )?{_FEW}(?:[–-]| or |[- ]to[- ])?(?:\d+|\w+)?[- ]players?"
)
_CONDITION = LazyRegex(rf"\b(?:{any_word('words of conditions')}|{_OF_SOME_PLAYERS})\b")


def is_conditional(sentence: str) -> bool:
    """Return whether a sentence speaks only of some case: of few players, a variant, an expansion."""
    return _CONDITION.search(sentence) is not None


def sentences_in(text: str) -> Iterator[tuple[int, str]]:
    """Yield each sentence with its offset, leaving out what is too long to have been written as one."""
    for start, sentence in split_sentences(text):
        if len(sentence) <= _LONGEST_SENTENCE:
            yield start, sentence


def blocks_outside(text: Text, titles: LazyRegex) -> Iterator[Block]:
    """Yield the blocks that stand below headings none of which is one of these titles."""
    for section in text.sections:
        if not any(titles.search(heading.text) for heading in section.headings):
            yield from section.blocks


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
