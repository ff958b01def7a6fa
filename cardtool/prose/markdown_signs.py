"""What a line of Markdown is by its signs alone: a heading, a fence, a table's head, an item."""

from __future__ import annotations

import re
from collections.abc import Sequence

from cardtool.prose.markdown_lines import MarkdownLine

__all__ = [
    "bold_title",
    "fenced_to",
    "heads_table",
    "is_definition",
    "is_rule",
    "item_sign",
    "length_of_footnote",
    "table_to",
    "title_of",
    "underlines",
]

_ATX = re.compile(r"(#{1,6})(?:\s+|$)")
_ATX_END = re.compile(r"(?:\s#*|\s?\{[#.][^{}]{0,80}\})\s*$")
_SETEXT = re.compile(r"(?:=+|-{2,})$")
_RULE = re.compile(r"(?:-[ \t]*){3,}$|(?:\*[ \t]*){3,}$|(?:_[ \t]*){3,}$")
_FENCE = re.compile(r"`{3,}(?=[^`]*$)|~{3,}")
_ITEM = re.compile(r"(?P<mark>[-*+]|\d{1,3}[.)])(?P<space>\s+|$)(?:\[[ xX]\]\s+)?")
_DEFINED = re.compile(r"\[[^\[\]^][^\[\]]{0,100}\]:\s+\S+(?:\s+[\"'(].{0,200})?")
_FOOTNOTE = re.compile(r"\[\^[^\[\]\s]{1,40}\]:\s+")
_BOLD = re.compile(r"(\*\*|__)(?=\S)([^*_]{1,80})(?<=\S)\1:?")


def title_of(line: MarkdownLine) -> tuple[int, tuple[int, int]] | None:
    """The rank of a heading marked by number signs, and from where to where its words stand."""
    match = _ATX.match(line.text)
    if not match:
        return None
    start, end = line.start + match.end(), _ATX_END.search(line.text)
    return len(match[1]), (start, max(line.start + end.start(), start) if end else line.end)


def underlines(line: str) -> int:
    """The rank of the heading that a line of equals signs or dashes underlines; 0 where it is neither."""
    return (1 if line[0] == "=" else 2) if _SETEXT.match(line) else 0


def is_rule(line: str) -> bool:
    """Whether this is a line across, which parts what is above it from what is below."""
    return _RULE.match(line) is not None


def fenced_to(lines: Sequence[MarkdownLine], row: int) -> int:
    """The row of the fence that closes the one in this row, or the end of the text; 0 where none is here."""
    fence = _FENCE.match(lines[row].text)
    if not fence:
        return 0
    rows = range(row + 1, len(lines))
    return next((each for each in rows if _closes(lines[each].text, fence[0])), len(lines))


def table_to(lines: Sequence[MarkdownLine], row: int) -> int:
    """The row after the last of the table that begins in this one; 0 where none does.

    A line of dashes under its head makes one, or tabs in two lines.
    """
    after = lines[row + 1].text if row + 1 < len(lines) else ""
    sign = "|" if heads_table(after) else "\t"
    if sign not in lines[row].text or sign not in after:
        return 0
    rows = range(row + 2, len(lines))
    return next((each for each in rows if sign not in lines[each].text), len(lines))


def heads_table(line: str) -> bool:
    """Whether this is the line of dashes between the head of a table and its rows."""
    return "|" in line and "-" in line and set(line) <= set("|-: \t")


def item_sign(line: str) -> re.Match[str] | None:
    """The `mark` of an item with the `space` behind it, and the box of a task."""
    return _ITEM.match(line)


def is_definition(line: str) -> bool:
    """Whether the line says where a link leads, and is not printed."""
    return _DEFINED.fullmatch(line) is not None


def length_of_footnote(line: str) -> int:
    """The letters of the number that begins a footnote; 0 where none does."""
    match = _FOOTNOTE.match(line)
    return match.end() if match else 0


def bold_title(text: str, start: int, end: int) -> str:
    """The words of this stretch of a text if it is bold throughout and short, or nothing."""
    match = _BOLD.fullmatch(text, start, end)
    return match[2] if match else ""


def _closes(line: str, fence: str) -> bool:
    return len(line) >= len(fence) and set(line) == {fence[0]}
