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

So is a heading that is left out, where the list has six others of its rank and nearly all. Found in real
rules: three acts of nine under other numbers, and an appendix that was never written. Looked at are sections
called contents, table of contents or index, in some twenty languages, of which four lines, and six of ten,
are headings of the text; for what is left out, the first of them, or a list without a title at the beginning;
in plain text and Word files, lines with a number before or a page behind them. Overlooked on purpose: case,
signs and numbers in front, pages behind, and what a heading says in brackets.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from itertools import takewhile

from cardtool.documents import Block, BlockType, Section, Text, TextKind
from cardtool.lint.core import Facts, LazyRegex, Problem, Severity, TextIndex, text_rule
from cardtool.lint.core.matching import any_word
from cardtool.project import did_you_mean

_HEADING = BlockType.HEADING
_CONTENTS = LazyRegex(rf"{any_word('titles of contents')}|overview of (?:the )?(?:rules|chapters)")
_NUMBER = re.compile(r"^\W*(?:\d{1,2}(?:\.\d{1,2})*[.:)]?|[IVX]{1,5}[.:)])\s")
_PAGE = re.compile(r"\s*(?:\.{2,}|…|\t|[-–—]).{0,12}$|[\s,]+(?:p\.?\s?|page\s)?\d{1,3}$")
_LINE = re.compile(
    r"\n|\A(?:\d{1,2}(?:\.\d{1,2})*[.:)]?\s[^.!?]{1,60}|\S.{0,200}(?:\.{3,99}|\t)\s?\d{1,3})\Z"
)
_NEXT_LINE = re.compile(r"\n| (?=\d{1,2}\.\d{1,2} [A-Z])")  # as 2.1 is below 2, further in or not
_TOLD = re.compile(r"\s[-–—]\s|:\s")  # between a title and what is said of it
_ASIDE = re.compile(r"\s*\([^()]*\)\W*$")
_WORD = re.compile(r"[^\W_]+")
_FEWEST, _LEAST = 4, 0.6  # lines that are headings, and their part of all
_LONGEST_TITLE = 1_000  # letters; what is longer is no heading, and no line of a list of them
_WHOLE = 6  # headings of a rank that are listed
_MOST_LEFT_OUT = (1 / 5, 1 / 2)  # of them, by a list without a title and with one
_NEARLY_ALL = 0.9  # lines of a list without a title that are headings
_FIRST = 2  # sections in which a list without a title may be the contents
_DEEPEST = 99  # rank of a heading


@text_rule("CT413", "contents-list", Severity.WARNING)
def check(texts: TextIndex, facts: Facts) -> Iterator[Problem]:
    for text in texts:
        if text.role in (TextKind.DOCUMENT, TextKind.RULEBOOK):
            titled = [section for section in text.sections if _is_contents(section)]
            sections = titled[:1] or text.sections[:_FIRST]
            left = [each for section in sections for each in _left_out(section, text, bool(titled))]
            for section in titled:
                yield from _lost_lines(section, text, left)
            for before, heading in left:
                message = f'the contents leave out "{heading.text}" (line {heading.at().line})'
                yield before.at(), message, "list it behind this"


def _lost_lines(section: Section, text: Text, left: list[tuple[Block, Block]]) -> Iterator[Problem]:
    """Yield the lines that are no heading; one that stands for a heading takes it out of `left`."""
    others = [each.title for each in text.sections]
    titles = {key: title for title in others for key in _called(title)}
    numbered = {match[0].strip(" .:)"): title for title in others if (match := _NUMBER.match(title))}
    lines = _lines_in(section.blocks)
    lost = [row for row, (_, line) in enumerate(lines) if titles.keys().isdisjoint(_keys(line))]
    renamed = [row for row in lost if _number_of(lines[row][0]) in numbered]
    if len(lines) - len(lost) + len(renamed) < max(_FEWEST, _LEAST * len(lines)):
        return
    for row in lost:
        block, line = lines[row]
        title, number = _PAGE.sub("", line), _number_of(block)
        meant = did_you_mean(title, titles.values())
        above = lines[row - 1][0] if row else None
        behind = [each for each in left if each[0] is above or each[1].text == numbered.get(number)]
        if behind:
            left.remove(behind[0])
            meant = f'; "{behind[0][1].text}" is left out here'
        if number in numbered and title in block.text:
            meant = f"; section {number} is {numbered[number]!r}"
        message = f'no heading is called "{title}"{meant}'
        yield block.at(), message, "call them alike, or take it out of the contents"


def _left_out(section: Section, text: Text, is_titled: bool) -> Iterator[tuple[Block, Block]]:
    """Yield the headings that this list leaves out, of a rank of which it has all others but a few.

    Before each comes the line of the list behind which it belongs.
    """
    start = text.current.index(section.headings[-1]) + 1 if section.headings else 0
    top = section.headings[-1].level if _is_contents(section) else _DEEPEST
    inside = takewhile(lambda each: each.sort is not _HEADING or each.level > top, text.current[start:])
    listed = [*inside]
    headings = [each for each in text.current[start + len(listed) :] if each.sort is _HEADING]
    lines, titles = _lines_in(listed), {key for each in headings for key in _called(each.text)}
    found = sum(not titles.isdisjoint(_keys(line)) for _, line in lines)
    if len(lines) < _WHOLE or found < (_LEAST if is_titled else _NEARLY_ALL) * len(lines):
        return
    places = {key: block for block, line in lines for key in _keys(line)}
    ranks: defaultdict[int, list[tuple[Block, Block | None]]] = defaultdict(list)
    for heading in headings:
        line = next((places[key] for key in _called(heading.text) if key in places), None)
        ranks[heading.level].append((heading, line))
    for rank in ranks.values():
        known = sum(place is not None for _, place in rank)
        if known >= _WHOLE and len(rank) - known <= _MOST_LEFT_OUT[is_titled] * known:
            yield from _between(rank)


def _between(rank: Iterable[tuple[Block, Block | None]]) -> Iterator[tuple[Block, Block]]:
    """Yield the headings of a rank that no line stands for, behind the first one of which a line does."""
    before: Block | None = None
    for heading, line in rank:
        if before and not line:
            yield before, heading
        before = line or before


def _is_contents(section: Section) -> bool:
    return _CONTENTS.fullmatch(section.title.strip(" :*")) is not None


def _lines_in(blocks: Iterable[Block]) -> list[tuple[Block, str]]:
    listed = (each for each in blocks if each.sort is not BlockType.PARAGRAPH or _LINE.search(each.text))
    lines = ((block, line) for block in listed for line in _NEXT_LINE.split(block.text))
    titles = ((block, _NUMBER.sub("", line).strip(" .:*")) for block, line in lines)
    return [(block, title) for block, title in titles if 0 < len(title) <= _LONGEST_TITLE]


def _keys(line: str) -> Iterable[tuple[str, ...]]:
    """Return how the heading that a line stands for may be called, all that it may be."""
    return map(_key, (line, _PAGE.sub("", line), *(line[: each.start()] for each in _TOLD.finditer(line))))


def _called(title: str) -> Iterable[tuple[str, ...]]:
    """Return how a list may call a heading: as it is, or without what stands in brackets behind it."""
    return map(_key, (title, _ASIDE.sub("", title[:_LONGEST_TITLE])))


def _number_of(line: Block) -> str:
    match = _NUMBER.match(line.text)
    return match[0].strip(" .:)") if match else line.label


def _key(title: str) -> tuple[str, ...]:
    return tuple(_WORD.findall(_NUMBER.sub("", title).casefold()))
