"""What a sentence or a section speaks of, every game or some case, before the game or during it; and where
one begins, so that any word has a capital.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from cardtool.documents import Block, BlockType, Text, split_sentences
from cardtool.lint.core.matching import any_word, word_list
from cardtool.memory import LazyRegex

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
