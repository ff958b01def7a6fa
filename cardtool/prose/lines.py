"""The lines of a plain text, cut where its writer or the program that saved it began a new one."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from cardtool.invisible import UNSEEN
from cardtool.model import Marks, Stretch
from cardtool.prose.traced import Traced

__all__ = ["Line", "by_lines", "columns", "legible", "lines_of"]

_BREAK = re.compile(r"[\n\f\v\x85\u2028\u2029]")
_GLUED = re.compile(r"[^\S\t]{3,}")
_LONG = 300  # letters; a line of more that holds wide gaps is a page whose breaks were lost
_GAP = " "
_TAB = 4
_UNSEEN = re.compile(f"\u00ad(?!\r?\n)|[\u200c\u200d{UNSEEN}]")
_SPACES = dict.fromkeys((ord("\r"), 0xA0, *range(0x2000, 0x200B), 0x202F, 0x205F, 0x3000), " ")


@dataclass(frozen=True, slots=True)
class Line:
    """A line that holds something: `start` and `end` in the whole text, less the space around it.

    `indent` is in columns. `apart` is whether an empty line, a new page or nothing at all stands before
    it, `page` whether a new page does.
    """

    text: str
    start: int
    end: int
    indent: int
    apart: bool
    page: bool


def by_lines(text: str) -> Marks:
    """Where the letters of a whole file stand."""
    starts, offset = [], 0
    for row, line in enumerate(text.split("\n"), start=1):
        starts.append(Stretch(offset, row, 1))
        offset += len(line) + 1
    return Marks(1, 1, stretches=tuple(starts))


def legible(written: Traced) -> Traced:
    """The text with every sort of space as a plain one, and without signs that cannot be seen."""
    plain = Traced(written.text.translate(_SPACES), written.pieces)
    return plain.replaced(_UNSEEN, lambda match: "")


def lines_of(text: str) -> Iterator[Line]:
    """The lines of a text that are not empty."""
    apart, page = True, True
    for start, end, sign in _spans(text):
        written = text[start:end]
        stripped = written.strip()
        if stripped:
            before = written[: len(written) - len(written.lstrip())]
            at = start + len(before)
            yield Line(stripped, at, at + len(stripped), columns(before), apart, page)
            apart = page = False
        else:
            apart = True
        apart = apart or sign in ("\f", _GAP)
        page = page or sign == "\f"


def _spans(text: str) -> Iterator[tuple[int, int, str]]:
    """Start and end of every line, and the sign that ends it."""
    start = 0
    for match in _BREAK.finditer(text):
        yield from _parts(text, start, match.start(), match[0])
        start = match.end()
    yield from _parts(text, start, len(text), "\n")


def _parts(text: str, start: int, end: int, sign: str) -> Iterator[tuple[int, int, str]]:
    if end - start > _LONG:
        for gap in _GLUED.finditer(text, start, end):
            yield start, gap.start(), _GAP
            start = gap.end()
    yield start, end, sign


def columns(space: str) -> int:
    """How wide this space is; a tab reaches to the next fourth column."""
    width = 0
    for sign in space:
        width = width + _TAB - width % _TAB if sign == "\t" else width + 1
    return width
