"""The lines of a Markdown file, less comments, front matter and marks of quotation."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from cardtool.prose.lines import columns
from cardtool.prose.traced import Traced

__all__ = ["MarkdownLine", "markdown_lines", "without_comments"]

_QUOTED = re.compile(r"(?:[ \t]{0,3}>)+[ \t]?")
_FRONT = re.compile(r"---[ \t]*\n(?=[A-Za-z_][\w -]{0,40}:)")
_FRONT_END = re.compile(r"^(?:---|\.\.\.)[ \t]*$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class MarkdownLine:
    """A line less its marks of quotation and the space around it; empty when nothing stands in it.

    `breaks` is whether it ends in a break that is printed.
    """

    text: str
    start: int
    end: int
    indent: int
    quoted: int
    breaks: bool


def markdown_lines(text: str) -> Iterator[MarkdownLine]:
    """Every line of the file, from the end of its front matter on."""
    front = _FRONT.match(text)
    end = _FRONT_END.search(text, front.end()) if front else None
    start = end.end() + 1 if end else 0
    for line in text[start:].split("\n"):
        quote = _QUOTED.match(line)
        begins = quote.end() if quote else 0
        inner = line[begins:]
        stripped = inner.strip()
        space = inner[: len(inner) - len(inner.lstrip())]
        breaks = line.endswith(("  ", "\\")) and bool(stripped)
        if stripped.endswith("\\"):
            stripped = stripped[:-1].rstrip()
        at = start + begins + len(space)
        yield MarkdownLine(
            stripped, at, at + len(stripped), columns(space), quote[0].count(">") if quote else 0, breaks
        )
        start += len(line) + 1


def without_comments(written: Traced) -> Traced:
    """The text less its comments; one that is never closed is none."""
    edits = []
    start = written.text.find("<!--")
    while start >= 0 and (end := written.text.find("-->", start)) >= 0:
        end += 3
        if start and written.text[start - 1] == " " and written.text[end : end + 1] == " ":
            end += 1
        edits.append((start, end, ""))
        start = written.text.find("<!--", end)
    return written.edited(edits)
