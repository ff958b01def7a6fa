"""Headings, lists and tables that a Markdown file has as HTML, set as Markdown. Everything else is kept."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from cardtool.prose.traced import Traced

__all__ = ["without_html_blocks"]

_ANY = re.compile(r"<(?:h[1-6]|p|li|tr|script|style)\b", re.IGNORECASE)
_TOKEN = re.compile(
    r"^[ \t]{0,3}(?P<fence>`{3,}|~{3,})|`[^`\n]{1,200}`"
    r"|(?<!<)<(?P<end>/?)(?P<tag>h[1-6]|p|div|section|blockquote|hr|ul|ol|li|table|tr|t[dh])\b[^<>\n]{0,300}>(?!>)",
    re.IGNORECASE | re.MULTILINE,
)
_INDENT = "    "
_DEEPEST = 8  # lists inside each other

_Edit = tuple[int, int, str]


def without_html_blocks(written: Traced) -> Traced:
    """The text with its HTML blocks as Markdown, and without scripts and styles; code is left alone."""
    if not _ANY.search(written.text):
        return written
    for tag in ("script", "style"):
        written = written.edited(_enclosed(written.text, tag))
    return written.edited(sorted(_Setter(written.text).edits()))


def _enclosed(text: str, tag: str) -> Iterator[_Edit]:
    """Every stretch from this tag to its end."""
    low, after = text.lower(), 0
    while (start := low.find(f"<{tag}", after)) >= 0:
        after = low.find(f"</{tag}>", start)
        if after < 0:
            return
        after += len(tag) + 3
        yield start, after, ""


@dataclass(slots=True)
class _Setter:
    """Goes through the tags of a text and says what stands for each."""

    text: str
    lists: list[int] = field(default_factory=list)  # the number of the last item, -1 in lists with bullets
    table: int = -1  # where the table begins that is going on
    cells: int = 0
    rows: int = 0

    def edits(self) -> Iterator[_Edit]:
        fence = ""
        for match in _TOKEN.finditer(self.text):
            if match["fence"]:
                fence = "" if fence and match["fence"].startswith(fence) else fence or match["fence"]
            elif match["tag"] and not fence:
                yield match.start(), match.end(), self._set(match["tag"].lower(), bool(match["end"]))
                if match["tag"].lower() == "table":
                    yield from self._one_line_a_row(match)

    def _one_line_a_row(self, tag: re.Match[str]) -> Iterator[_Edit]:
        """The breaks between the cells of a table as spaces, once it is closed."""
        if not tag["end"]:
            self.table, self.rows = tag.end(), 0
        elif self.table >= 0:
            yield from (
                (at.start(), at.end(), " ")
                for at in re.compile("\n").finditer(self.text, self.table, tag.start())
            )
            self.table = -1

    def _set(self, tag: str, ends: bool) -> str:
        if tag[0] == "h" and tag[1:].isdigit():
            return "\n\n" if ends else f"\n\n{'#' * int(tag[1])} "
        if tag in ("ul", "ol"):
            return self._list(tag, ends)
        if tag == "li":
            return "\n" if ends else self._item()
        if tag in ("tr", "td", "th"):
            return self._row(ends) if tag == "tr" else self._cell(ends)
        return " " if self.lists or self.table >= 0 else "\n\n"

    def _list(self, tag: str, ends: bool) -> str:
        if ends:
            del self.lists[-1:]
        elif len(self.lists) < _DEEPEST:
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

    def _cell(self, ends: bool) -> str:
        self.cells += ends
        return " |" if ends else " "
