"""Lines of Markdown or of plain text, read as headings, paragraphs, items and rows."""

from __future__ import annotations

import re
from collections.abc import Iterator

from cardtool.model import Marks, Stretch
from cardtool.prose.blocks import Block, Sort
from cardtool.prose.traced import Traced

__all__ = ["by_lines", "printed", "read_markdown", "read_plain"]

_ITEM = re.compile(r"(?P<indent>\s*)(?P<mark>[-*+·•–]|\(?(?:\d{1,3}|[A-Za-z])[.)]|Phase \d+:)(?:\s+|$)")
_EMPHASIS = re.compile(r"(\*{1,3}|_{1,3})(?=\S)(.+?)(?<=\S)\1")
_CODE = re.compile(r"`[^`\n]+`")
_HEADING = re.compile(r"(#{1,6})\s+(.*?)\s*#*\s*$")


def printed(written: Traced) -> Traced:
    """The words of a line of Markdown as they are printed: no emphasis, code blotted out."""
    blotted = written.replaced(_CODE, lambda match: "\N{OBJECT REPLACEMENT CHARACTER}")
    return blotted.replaced(_EMPHASIS, lambda match: match[2])


def read_markdown(text: str | Traced, file: str, marks: Marks | None = None) -> tuple[Block, ...]:
    """The blocks of a Markdown file; `marks` are those of its original where the text was made from one."""
    return tuple(_blocks(text, file, marks))


def read_plain(text: str | Traced, file: str, marks: Marks | None = None) -> tuple[Block, ...]:
    """The blocks of a text file, as a word processor saves it."""
    return tuple(_blocks(text, file, marks))


def by_lines(text: str) -> Marks:
    """Where the letters of a whole file stand."""
    starts, offset = [], 0
    for row, line in enumerate(text.split("\n"), start=1):
        starts.append(Stretch(offset, row, 1))
        offset += len(line) + 1
    return Marks(1, 1, stretches=tuple(starts))


def _blocks(text: str | Traced, file: str, marks: Marks | None) -> Iterator[Block]:
    whole = Traced(text) if isinstance(text, str) else text
    marks = marks or by_lines(whole.text)
    offset = 0
    pending: list[tuple[int, int]] = []
    for line in whole.text.split("\n"):
        start, end = offset, offset + len(line)
        offset = end + 1
        heading, item = _HEADING.match(line), _ITEM.match(line)
        if heading or item or not line.strip():
            if pending:
                yield _block(whole.part(pending[0][0], pending[-1][1]), Sort.PARAGRAPH, file, marks)
            pending = []
        if heading:
            found = whole.part(start + heading.start(2), start + heading.end(2))
            yield _block(found, Sort.HEADING, file, marks, level=len(heading[1]))
        elif item:
            label = "•" if item["mark"] in "-*+·•–" else item["mark"].strip("().:")
            yield _block(whole.part(start + item.end(), end), Sort.ITEM, file, marks, level=1, label=label)
        elif line.strip():
            pending.append((start, end))
    if pending:
        yield _block(whole.part(pending[0][0], pending[-1][1]), Sort.PARAGRAPH, file, marks)


def _block(written: Traced, sort: Sort, file: str, marks: Marks, level: int = 0, label: str = "") -> Block:
    read = printed(written.stripped())
    return Block(sort, read.text, file, read.places(marks), level, label)
