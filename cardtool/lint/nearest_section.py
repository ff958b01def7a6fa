"""Which section readers may be meant to find, where none has the name that they are given."""

from __future__ import annotations

import difflib
from collections import Counter
from collections.abc import Iterable, Iterator

from cardtool.documents import Block, Section, Text, find_sections
from cardtool.lint.targets import content_words, is_example, stem

__all__ = ["nearest_section"]

_ALIKE = 0.75  # as difflib measures it
_LONGEST = 80  # letters of a heading
_LEAST = 2  # times that a section speaks of it, beginning with its first paragraph


def nearest_section(texts: Iterable[Text], title: str, pointer: Block) -> str | None:
    """The heading that is spelled nearly so; else that of the section which begins with these words.

    Of several it is the one that has them most often. The pointer's own section is not meant.
    """
    there = [
        section
        for text in texts
        for section in find_sections(text.current)
        if _may_be_meant(section, pointer)
    ]
    spelt = {section.title.casefold(): section.title for section in there if len(section.title) <= _LONGEST}
    if near := difflib.get_close_matches(title.casefold(), sorted(spelt), n=1, cutoff=_ALIKE):
        return spelt[near[0]]
    words = {stem(word) for word in content_words(title)}
    told = [(_times(section, words), section.title) for section in there if words]
    most = max(told, key=lambda each: each[0], default=(0, ""))
    return most[1] if most[0] >= _LEAST else None


def _may_be_meant(section: Section, pointer: Block) -> bool:
    return (
        bool(section.title and section.blocks) and not is_example(section) and pointer not in section.blocks
    )


def _times(section: Section, words: set[str]) -> int:
    """How often a section says these words, if its first paragraph says them all."""
    if not words.issubset(_stems(section.blocks[:1])):
        return 0
    said = Counter(_stems(section.blocks))
    return sum(said[word] for word in words)


def _stems(blocks: Iterable[Block]) -> Iterator[str]:
    return (stem(word) for block in blocks for word in content_words(block.text))
