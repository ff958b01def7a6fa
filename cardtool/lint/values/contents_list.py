"""What the contents list is a heading, by that name.

A chapter is renamed and the list in front is not: readers look for "Act 6: Core Systems" and find "Act 6:
Deckbuilding".

Bad:

    # Contents
    - Feeding the goats
    # and the heading is "Feeding"

Good:

    # Contents
    - Feeding

Found in real rules: three acts of nine under other numbers, and an appendix that was never written. Looked at
are sections called contents, table of contents or index of which four lines, and six of ten, are headings of
the text. Overlooked on purpose: case, signs and numbers in front, pages behind, and headings left out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from cardtool.documents import Block, BlockType, Section, Text, TextKind
from cardtool.lint.core import Facts, Problem, Severity, TextIndex, text_rule
from cardtool.project import did_you_mean

_CONTENTS = re.compile(r"(?:table of )?contents|index|overview of (?:the )?(?:rules|chapters)", re.IGNORECASE)
_NUMBER = re.compile(r"^\W*(?:\d{1,2}(?:\.\d{1,2})*[.:)]?|[IVX]{1,5}[.:)])\s")
_PAGE = re.compile(r"\s*(?:\.{2,}|…|\t|[-–—]).{0,12}$|[\s,]+(?:p\.?\s?|page\s)?\d{1,3}$")
_TOLD = re.compile(r"\s[-–—]\s|:\s")  # between a title and what is said of it
_WORD = re.compile(r"[^\W_]+")
_FEWEST, _LEAST = 4, 0.6  # lines that are headings, and their part of all


@text_rule("CT413", "contents-list", Severity.WARNING, reads="en")
def check(texts: TextIndex, facts: Facts) -> Iterator[Problem]:
    for text in texts:
        if text.role in (TextKind.DOCUMENT, TextKind.RULEBOOK):
            for section in text.sections:
                if _CONTENTS.fullmatch(section.title.strip(" :*")):
                    yield from _lost_lines(section, text)


def _lost_lines(section: Section, text: Text) -> Iterator[Problem]:
    others = [each.title for each in text.sections]
    titles = {_key(title): title for title in others}
    numbered = {match[0].strip(" .:)"): title for title in others if (match := _NUMBER.match(title))}
    listed = (each for each in section.blocks if each.sort is not BlockType.PARAGRAPH or "\n" in each.text)
    lines = [(block, line) for block in listed for line in _lines_of(block)]
    lost = [
        (block, line)
        for block, line in lines
        if titles.keys().isdisjoint(map(_key, (line, _PAGE.sub("", line), _TOLD.split(line)[0])))
    ]
    renamed = [(block, line) for block, line in lost if block.label in numbered]
    if len(lines) - len(lost) + len(renamed) < max(_FEWEST, _LEAST * len(lines)):
        return
    for block, line in lost:
        title = _PAGE.sub("", line)
        meant = did_you_mean(title, titles.values())
        if block.label in numbered:
            meant = f"; section {block.label} is {numbered[block.label]!r}"
        message = f'no heading is called "{title}"{meant}'
        yield block.at(), message, "call them alike, or take it out of the contents"


def _lines_of(block: Block) -> Iterator[str]:
    for line in block.text.split("\n"):
        title = _NUMBER.sub("", line).strip(" .:*")
        if title:
            yield title


def _key(title: str) -> tuple[str, ...]:
    return tuple(_WORD.findall(_NUMBER.sub("", title).casefold()))
