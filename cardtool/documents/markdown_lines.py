"""The lines of a Markdown file, its comments removed and its HTML blocks set as Markdown.

What they are, and what they make together, is decided in `markdown`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from cardtool.documents.source_text import MappedText, column_width, find_enclosed

_UNREAD = ((" ?<!--", "-->"), (r"<script\b", "</script>"), (r"<style\b", "</style>"))
_HTML_TOKEN = re.compile(
    r"^[ \t]{0,3}(?P<fence>`{3,}|~{3,})|`[^`\n]{1,200}`|\n"
    r"|(?<!<)<(?P<end>/?)(?P<tag>h[1-6]|p|div|section|blockquote|hr|ul|ol|li|table|tr|t[dh])\b[^<>\n]{0,300}>(?!>)",
    re.IGNORECASE | re.MULTILINE,
)
_INDENT = "    "
_DEEPEST_LIST = 8  # lists inside each other

_QUOTED = re.compile(r"^(?:[ \t]{0,3}>)+[ \t]?")
_FRONT = re.compile(r"---[ \t]*\n(?=[A-Za-z_][\w -]{0,40}:)")
_FRONT_END = re.compile(r"^(?:---|\.\.\.)[ \t]*$", re.MULTILINE)


def html_as_markdown(written: MappedText) -> MappedText:
    """Return the text less its comments, scripts and styles, with its HTML blocks as Markdown.

    Code is left alone, and so is a comment that is never closed.
    """
    read = written.edited((start, end, "") for start, end in find_enclosed(written.text, *_UNREAD))
    return read.edited(sorted(_HtmlSetter(read.text).edits())) if "<" in read.text else read


@dataclass(slots=True)
class _HtmlSetter:
    """Goes through the tags of a text and says what stands for each."""

    text: str
    lists: list[int] = field(default_factory=list)  # the number of the last item, -1 in lists with bullets
    in_table: bool = False
    cells: int = 0
    rows: int = 0

    def edits(self) -> Iterator[tuple[int, int, str]]:
        fence = ""
        for match in _HTML_TOKEN.finditer(self.text):
            if match["fence"]:
                fence = "" if fence and match["fence"].startswith(fence) else fence or match["fence"]
            elif match["tag"] and not fence:
                yield match.start(), match.end(), self._set(match["tag"].lower(), bool(match["end"]))
                if match["tag"].lower() == "table":
                    self.in_table, self.rows = not match["end"], 0
            elif match[0] == "\n" and self.in_table:
                yield match.start(), match.end(), " "

    def _set(self, tag: str, ends: bool) -> str:
        if tag[0] == "h" and tag[1:].isdigit():
            return "\n\n" if ends else f"\n\n{'#' * int(tag[1])} "
        if tag in ("ul", "ol"):
            return self._list(tag, ends)
        if tag == "li":
            return "\n" if ends else self._item()
        if tag == "tr":
            return self._row(ends)
        if tag in ("td", "th"):
            self.cells += ends
            return " |" if ends else " "
        return " " if self.lists or self.in_table else "\n\n"

    def _list(self, tag: str, ends: bool) -> str:
        if ends:
            del self.lists[-1:]
        elif len(self.lists) < _DEEPEST_LIST:
            self.lists.append(0 if tag == "ol" else -1)
        return "\n" if self.lists else "\n\n"

    def _item(self) -> str:
        if not self.lists:
            return "\n- "
        before = _INDENT * (len(self.lists) - 1)
        if self.lists[-1] < 0:
            return f"\n{before}- "
        self.lists[-1] += 1
        return f"\n{before}{self.lists[-1]}. "

    def _row(self, ends: bool) -> str:
        if not ends:
            self.cells = 0
            return "|" if self.rows else "\n|"
        self.rows += 1
        return f"\n|{'---|' * max(self.cells, 1)}\n" if self.rows == 1 else "\n"


class MarkdownLine(NamedTuple):
    """A line less its marks of quotation and the space around it; empty when nothing stands in it.

    `breaks` is whether it ends in a break that is printed.
    """

    text: str
    start: int
    end: int
    indent: int
    quoted: int
    breaks: bool


def split_markdown_lines(text: str) -> Iterator[MarkdownLine]:
    """Yield every line of the file, from the end of its front matter on."""
    front = _FRONT.match(text)
    end = _FRONT_END.search(text, front.end()) if front else None
    start = end.end() + 1 if end else 0
    for line in text[start:].split("\n"):
        inner = _QUOTED.sub("", line)
        quote = line[: len(line) - len(inner)]
        stripped = inner.strip()
        space = inner[: len(inner) - len(inner.lstrip())]
        breaks = line.endswith(("  ", "\\")) and bool(stripped)
        if stripped.endswith("\\"):
            stripped = stripped[:-1].rstrip()
        at = start + len(quote) + len(space)
        yield MarkdownLine(stripped, at, at + len(stripped), column_width(space), quote.count(">"), breaks)
        start += len(line) + 1
