"""Writes the HTML of a document as Markdown, and notes in which paragraph every letter stands."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from html.parser import HTMLParser

from cardtool.prose import Traced

__all__ = ["Writer", "Written"]

_SPECIAL = re.compile(r"[\\`*_\[\]<>&|#~=]")
_PARAGRAPHS = frozenset({"p", "h1", "h2", "h3", "h4", "h5", "h6", "li"})
_NOTE = ("footnote", "endnote")
_INDENT = 4


@dataclass(frozen=True, slots=True)
class Written:
    """A document as Markdown, each letter with its offset in `original`: a paragraph a line."""

    markdown: Traced
    original: str


@dataclass(slots=True)
class _Paragraph:
    """A paragraph in the making: what stands before its words, and its words with whether each is bold."""

    before: str
    words: list[tuple[str, bool]] = field(default_factory=list)

    @property
    def text(self) -> str:
        return "".join(words for words, _ in self.words)

    @property
    def is_bold(self) -> bool:
        said = [bold for words, bold in self.words if words.strip()]
        return bool(said) and all(said)


class Writer(HTMLParser):
    """Reads HTML of headings, paragraphs, lists and tables, and nothing else."""

    def __init__(self, labels: Sequence[str]) -> None:
        super().__init__(convert_charrefs=True)
        self.labels = labels
        self.lists: list[tuple[str, int]] = []  # their tags, and how many items they have so far
        self.paragraph: _Paragraph | None = None
        self.row: list[_Paragraph] | None = None
        self.bold = self.raised = 0
        self.done: list[_Paragraph | list[_Paragraph]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        note = (dict(attrs).get("id") or "").startswith(_NOTE)
        if tag in ("ul", "ol"):
            self.lists.append((tag, 0))
        elif tag == "tr":
            self.row = []
        elif tag in ("td", "th"):
            self._begin("")
        elif tag == "li" and not note:
            self._begin(self._mark())
        elif tag in _PARAGRAPHS and self.row is None:
            in_item = self.paragraph is not None and tag == "p" and not self.paragraph.text
            if not in_item:
                self._begin("#" * int(tag[1]) + " " if tag[0] == "h" else "")
        elif tag == "br" and self.paragraph is not None:
            self.paragraph.words.append(("\n", self.bold > 0))
        self.bold += tag in ("strong", "b")
        self.raised += tag == "sup"

    def handle_endtag(self, tag: str) -> None:
        self.bold -= tag in ("strong", "b")
        self.raised -= tag == "sup"
        if tag in ("ul", "ol") and self.lists:
            self.lists.pop()
        elif tag == "tr" and self.row is not None:
            self.done.append(self.row)
            self.row = None
            self.paragraph = None
        elif tag in _PARAGRAPHS and self.row is None:
            self.paragraph = None
        elif tag == "p" and self.paragraph is not None:  # of several in a cell
            self.paragraph.words.append((" ", False))

    def handle_data(self, data: str) -> None:
        if self.paragraph is not None and not (self.raised and data.startswith("[")) and data != "↑":
            self.paragraph.words.append((" ".join(data.split("\n")), self.bold > 0))

    def _begin(self, before: str) -> None:
        self.paragraph = _Paragraph(before)
        if self.row is not None:
            self.row.append(self.paragraph)
        else:
            self.done.append(self.paragraph)

    def _mark(self) -> str:
        """The mark of a new item of the innermost list; its number is put in when all items are known."""
        tag, items = self.lists[-1] if self.lists else ("ul", 0)
        if self.lists:
            self.lists[-1] = (tag, items + 1)
        indent = " " * (_INDENT * max(len(self.lists) - 1, 0))
        return f"{indent}\0{items + 1}\0" if tag == "ol" else f"{indent}\0-\0"

    def written(self) -> Written:
        """All that was read."""
        marked = [each for each in self.done if isinstance(each, _Paragraph) and "\0" in each.before]
        known = self.labels if len(self.labels) == len(marked) else [""] * len(marked)
        for paragraph, label in zip(marked, known, strict=True):
            indent, mark, _ = paragraph.before.split("\0")
            paragraph.before = f"{indent}- " if mark == "-" else f"{indent}{label or mark}. "
        page = _Page()
        for row, each in enumerate(self.done):
            after_row = row > 0 and isinstance(self.done[row - 1], list)
            if isinstance(each, list):
                page.table_row(each, is_first=not after_row)
            else:
                page.paragraph(each, apart=not each.before.rstrip().endswith(("-", ".")))
        return page.written()


@dataclass(slots=True)
class _Page:
    """Markdown and the original side by side."""

    markdown: list[str] = field(default_factory=list)
    original: list[str] = field(default_factory=list)
    pieces: list[tuple[int, int]] = field(default_factory=list)
    length: int = 0
    read: int = 0

    def paragraph(self, paragraph: _Paragraph, apart: bool) -> None:
        self._sign("\n" if apart else "")
        self._sign(paragraph.before)
        bold = paragraph.is_bold and not paragraph.before and "\n" not in paragraph.text
        self._sign("**" if bold else "")
        self._words(paragraph.text.strip() if bold else paragraph.text)
        self._sign("**" if bold else "")
        self._sign("\n\n" if apart else "\n")
        self._end()

    def table_row(self, cells: list[_Paragraph], is_first: bool) -> None:
        self._sign("\n| " if is_first else "| ")
        for cell in cells:
            self._words(cell.text.strip().replace("\n", " "))
            self._sign(" | ")
            self._original(" ")
        self._sign("\n" + "|---" * len(cells) + "|\n" if is_first else "\n")
        self._end()

    def written(self) -> Written:
        return Written(
            Traced("".join(self.markdown), tuple(self.pieces) or ((0, 0),)), "".join(self.original)
        )

    def _words(self, text: str) -> None:
        for sign in re.split(r"([\\`*_\[\]<>&|#~=\n])", text):
            if sign == "\n":
                self._sign("  \n")
                self._original(" ")
            elif sign:
                self._sign("\\" if _SPECIAL.fullmatch(sign) else "")
                self._sign(sign)
                self._original(sign)

    def _sign(self, text: str) -> None:
        if text:
            self.pieces.append((self.length, self.read))
            self.markdown.append(text)
            self.length += len(text)

    def _original(self, text: str) -> None:
        self.original.append(text)
        self.read += len(text)

    def _end(self) -> None:
        self._original("\n")
