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
from cardtool.memory import LazyRegex

_LONGEST_HEADING = 60
_MOST_WORDS = 8
_MOST_PLAIN_WORDS = 5  # of which only the first is capitalised: Setting up the board
_WORD = re.compile(r"[^\W_][^\s]*")
_SMALL = {
    "a", "an", "the", "of", "to", "in", "and", "or", "for", "with", "on", "at", "by", "from", "as", "is",
    "are", "be", "vs", "vs.", "your", "you", "it", "its", "into", "per", "not", "if", "up", "how", "what",
    "when", "who", "do", "does", "&", "-",
}  # fmt: skip
_NO_HEADING_WORDS = (
    r"(?:examples?|notes?|tips?|hints?|remember|reminder|important|exceptions?|advice|warning|or|and|yes|no)\b"
    r"[\s:!?.]*$"
)
_COUNTED_THINGS = (
    r"(?:\d+|one|two|three|four|five|six|seven|eight|nine|ten|twelve)\s?[x×]?\s"  # 5 Hero Cards,
    r"(?!-?\s?players?\b)"  # but not 5 Player Mode
)
_NO_HEADING = re.compile(rf"{_NO_HEADING_WORDS}|{_COUNTED_THINGS}|[\"“'‘(\[<{{]", re.IGNORECASE)

_DATE = (
    r"(?:\d{1,4}[/.-]\d{1,2}[/.-]\d{1,4}"
    r"|(?:\d{1,2}(?:st|nd|rd|th)?\s+)?(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}\.?,?\s+"
    r"(?:\d{1,2}(?:st|nd|rd|th)?,?\s+)?\d{4})"
)
_NUMBERED_VERSION = (
    r"(?:versions?|ver\.?|revision|rev\.?|release|edition|update|draft|build|v\.?)"
    r"\s*\d{1,4}(?:\.\d{1,4}){0,3}[a-z]?|\d{1,3}(?:\.\d{1,3}){1,3}[a-z]?|unreleased"
)
_VERSION = re.compile(
    rf"\W{{0,3}}(?:(?:rules?|rulebook|game)\s+)?(?:{_NUMBERED_VERSION})"
    rf"\W{{0,4}}(?:{_DATE})?\W{{0,3}}(?:beta|alpha|draft|current|latest)?\W{{0,3}}$",
    re.IGNORECASE,
)
_DATED = LazyRegex(rf"\W{{0,3}}{_DATE}\W{{0,3}}$")
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
    if not (line[0].isupper() or line[0].isdigit()):
        return False
    return is_in_capitals(line) or (
        ": " not in line and (_is_title_case(words) or len(words) <= _MOST_PLAIN_WORDS)
    )


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
    return all(not word[0].islower() or word.lower() in _SMALL for word in words)


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
    return any(
        CHANGE_ENTRY.match(after.text)
        for after in blocks[row + 1 : row + 4]
        if after.sort is not BlockType.HEADING
    )


def _ends_history(block: Block, opened: Block) -> bool:
    """Return whether this block belongs to the rules of today again."""
    if block.sort is not BlockType.HEADING:
        return False
    within = opened.sort is BlockType.HEADING and block.level > opened.level
    return not (within or is_version(block.text) or _DATED.match(block.text))
