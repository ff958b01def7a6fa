"""What a reader who is sent to a section by name may find: headings, items, words that lead a paragraph."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from cardtool.documents import BlockType, Section, Text, TextKind, find_sections, singular
from cardtool.lint.lazy import Lazy

__all__ = ["Targets", "content_words", "is_example", "stem"]

_GENERIC = Lazy(
    r"(?:rule|rules|section|chapter|paragraph|part|heading|the|a|an|of|and|or|to|in|on|for|with|at|by|"
    r"from|as|is|are|detail|more|information|info|also|above|below|following|explanation|description|"
    r"full|complete|your|you|how|what|when|which|this|that|these|those|its|it|note)"
)
_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)?")
_LED = re.compile(r"(?:[^.:–—\n]{2,60}?(?=\s?[:–—]|\s-\s)|(?:[^\s.]+\s){0,2}[^\s.]+(?=\.?\s*$|\.\s))")
_NUMBERED = re.compile(r"\s*\w+\s\d+\W*")  # Turn 1, of an example
_EXAMPLE = Lazy(r"\bexamples?\b")
_ENDING = re.compile(r"(?:ements?|ing|ed|er|ions?|es?)$")
_SHORT = 3  # letters; of a word no longer than this nothing is an ending


class Targets:
    """The words of everything in some texts that can be found by a name, and names that need no section."""

    def __init__(self, texts: Iterable[Text], names: Iterable[str]) -> None:
        self._stems = {stem(word) for name in _names(texts) for word in content_words(name)}
        self._names = {_all_words(name) for name in names}

    def has(self, title: str) -> bool:
        """Whether anything may be meant by a title: one of its words is enough, or none that says much."""
        words = content_words(title)
        is_there = _all_words(title) in self._names or any(stem(word) in self._stems for word in words)
        return not words or is_there


def content_words(title: str) -> list[str]:
    """The words of a title that say what it is about, in lower case and the singular."""
    words = [singular(word.lower()) for word in _WORD.findall(title)]
    return [word for word in words if not _GENERIC.fullmatch(word) and len(word) > 2]


def _all_words(name: str) -> tuple[str, ...]:
    return tuple(singular(word.lower()) for word in _WORD.findall(name))


def stem(word: str) -> str:
    """What words for one thing begin with: move, moving and movement, win and winning."""
    stem = _ENDING.sub("", word) if len(word) > _SHORT else word
    return re.sub(r"(.)\1$", r"\1", stem)


def is_example(section: Section) -> bool:
    """Whether a section tells an example, or a part of one, such as `Turn 1`."""
    in_example = any(_EXAMPLE.search(heading.text) for heading in section.headings)
    return in_example or _NUMBERED.fullmatch(section.title) is not None


def _names(texts: Iterable[Text]) -> Iterator[str]:
    for text in texts:
        for section in find_sections(text.current):
            in_example = any(_EXAMPLE.search(heading.text) for heading in section.headings[:-1])
            if section.title and not in_example and not _NUMBERED.fullmatch(section.title):
                yield section.title
            for block in section.blocks:
                if block.sort is BlockType.ROW:
                    yield block.text.split("\t", 1)[0]
                elif led := _LED.match(block.text):
                    yield f"{block.label} {led[0]}"
        if text.role is not TextKind.DOCUMENT:
            yield text.title
