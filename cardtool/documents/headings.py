"""Headings that nothing marks as such: what they look like, numbered chapters, and headings of a changelog.

Blocks below a changelog's heading are marked as past: what once was is no rule of today.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from cardtool.documents.blocks import Block, BlockType
from cardtool.documents.line_patterns import pattern_of_lines
from cardtool.documents.list_labels import ItemMark
from cardtool.documents.source_text import TextLine

_LONGEST_HEADING = 60
_MOST_WORDS = 8
_MOST_PLAIN_WORDS = 5  # of which only the first is capitalised: Setting up the board
_WORD = re.compile(r"[^\W_][^\s]*")
_SMALL = pattern_of_lines("small in headings")
_NO_HEADING = pattern_of_lines("no heading")  # 5 Hero Cards is none, but 5 Player Mode is
_DATED = pattern_of_lines("date", before=r"\W{0,3}", after=r"\W{0,3}\Z")
_VERSION = pattern_of_lines(
    "version",
    before=r"\W{0,3}(?:(?:rules?|rulebook|game)\s+)?",
    after=rf"\W{{0,4}}(?:{pattern_of_lines('date').pattern})?"
    r"\W{0,3}(?:beta|alpha|draft|current|latest)?\W{0,3}\Z",
)
_CHAPTER = re.compile(r"\[?(\d{1,2}(?:\.\d{1,2}){1,3})\.?\]?\s+(?=\S)")
_BARE_CHAPTER = re.compile(r"(\d{1,2})\s+(\S.*)")
_FEWEST_CHAPTERS = 3  # chapters
_FILLED_CHAPTERS = 2 / 3  # of them have something under them
_APPENDIX = r"\W{0,3}(?:appendix \w{1,3}\W{1,3})?"
_HISTORY = pattern_of_lines("change history", before=_APPENDIX, after=r"\W{0,3}")
CHANGE_ENTRY = pattern_of_lines("change entry", before=r"\W{0,3}", after=r"\b")
"""How an entry of a changelog begins."""


def looks_like_heading(line: str) -> bool:
    """Return whether a line could be a heading by its words alone."""
    if len(line) > _LONGEST_HEADING or line[-1] in ".,;!…" or "\t" in line or _NO_HEADING.match(line):
        return False
    words = _WORD.findall(line)
    if not words or len(words) > _MOST_WORDS or not any(sign.isalpha() for sign in line):
        return False
    if line[-1] == ":":
        return len(words) <= 3 and _is_title_case(words)
    is_title = ": " not in line and (_is_title_case(words) or len(words) <= _MOST_PLAIN_WORDS)
    return (line[0].isupper() or line[0].isdigit()) and (is_title or is_in_capitals(line))


def chapter_rank(line: str) -> int:
    """Return the rank of a heading that is numbered by chapter, 1 for `[3.0] COMBAT`; 0 where it is none."""
    match = _CHAPTER.match(line)
    if match is None or not looks_like_heading(line[match.end() :]):
        return 0
    numbers = match[1].split(".")
    return len(numbers) - (numbers[-1] == "0")


def is_in_capitals(line: str) -> bool:
    """Return whether every letter is a capital, and there are some."""
    return line.upper() == line and sum(sign.isalpha() for sign in line) >= 3


def is_version(line: str) -> bool:
    """Return whether a line names a version, perhaps with its date, and nothing else."""
    return len(line) <= _LONGEST_HEADING and _VERSION.match(line) is not None


def _is_title_case(words: list[str]) -> bool:
    return all(not word[0].islower() or _SMALL.fullmatch(word) for word in words)


def find_chapters(lines: Sequence[TextLine], marks: Sequence[ItemMark | None]) -> frozenset[int]:
    """Return the rows of the headings; none where the numbers do not count on from 1, each once.

    A heading stands by itself, looks like one, and most have a text below: a list of names, though it be
    spread out, has none. Without a dot behind its number it is in capitals.
    """
    candidates = list(_chapter_candidates(lines, marks))
    for has_dot in (True, False):
        found = [(row, number) for row, number in candidates if (marks[row] is not None) == has_dot]
        ends = [*(row for row, _ in found[1:]), len(lines)]
        filled = sum(end - row > 1 for (row, _), end in zip(found, ends, strict=False))
        counts_on = [number for _, number in found] == list(range(1, len(found) + 1))
        if counts_on and len(found) >= _FEWEST_CHAPTERS and filled >= _FILLED_CHAPTERS * len(found):
            return frozenset(row for row, _ in found)
    return frozenset()


def _chapter_candidates(
    lines: Sequence[TextLine], marks: Sequence[ItemMark | None]
) -> Iterator[tuple[int, int]]:
    """Yield the rows of what may be headings of chapters, with the numbers of these."""
    for row, (line, mark) in enumerate(zip(lines, marks, strict=True)):
        after = lines[row + 1 : row + 2]
        if not (line.apart and after and after[0].apart):
            continue
        bare = None if mark else _BARE_CHAPTER.match(line.text)
        number, title = (bare[1], bare[2]) if bare and is_in_capitals(bare[2]) else ("", "")
        if mark and mark.style == "." and mark.label.isdecimal():
            number, title = mark.label, line.text[mark.length :]
        if title and looks_like_heading(title) and title[-1] not in "?:":
            yield row, int(number)


def mark_history(blocks: Sequence[Block]) -> Iterator[Block]:
    """Yield the blocks, with those that are history marked as past."""
    opened: Block | None = None  # the heading under which history is told
    for row, block in enumerate(blocks):
        if opened and _ends_history(block, opened):
            opened = None
        if opened is None and _begins_history(blocks, row):
            opened = block
        yield block._replace(past=True) if opened else block


def _begins_history(blocks: Sequence[Block], row: int) -> bool:
    block = blocks[row]
    if _HISTORY.fullmatch(block.text):
        return block.sort is BlockType.HEADING
    if block.sort not in (BlockType.HEADING, BlockType.PARAGRAPH) or not is_version(block.text):
        return False
    said = [each.text for each in blocks[row + 1 : row + 4] if each.sort is not BlockType.HEADING]
    return any(map(CHANGE_ENTRY.match, said))


def _ends_history(block: Block, opened: Block) -> bool:
    """Return whether this block belongs to the rules of today again."""
    if block.sort is not BlockType.HEADING:
        return False
    within = opened.sort is BlockType.HEADING and block.level > opened.level
    return not (within or is_version(block.text) or _DATED.match(block.text))
