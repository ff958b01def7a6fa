"""Where a line of Markdown stands among lists: how deep, and with which number."""

from __future__ import annotations

from dataclasses import dataclass, field

from cardtool.prose.labels import BULLET

__all__ = ["CODE_INDENT", "MarkdownLists"]

CODE_INDENT = 4
"""Columns further in than the text around it, from which a line is code."""

_BULLETS = "-*+"


@dataclass(slots=True)
class _List:
    """A list that is going on: columns of its marks and of its words, its first label, how many items."""

    indent: int
    content: int
    first: str
    items: int = 1
    alike: bool = True  # whether all its items are labelled alike, as in a list that counts by itself

    def takes(self, mark: str, indent: int) -> bool:
        """Whether an item with this mark, at this column, is the next one here."""
        return self.first[-1] == mark[-1] and abs(self.indent - indent) <= 1

    def add(self, mark: str) -> None:
        self.items += 1
        self.alike = self.alike and mark == self.first

    def label(self, mark: str) -> str:
        """What is printed before the last item: a number is the one written, but in a list of all ones."""
        if mark in _BULLETS:
            return BULLET
        first = int(self.first[:-1])
        return str(first + self.items - 1) if self.alike else mark[:-1]


@dataclass(slots=True)
class MarkdownLists:
    """The lists around the place that has been reached, the outermost first."""

    lists: list[_List] = field(default_factory=list)

    @property
    def depth(self) -> int:
        return len(self.lists)

    def is_code(self, indent: int) -> bool:
        """Whether a line at this column is set in far enough to be code (CommonMark 4.4)."""
        return indent >= (self.lists[-1].content if self.lists else 0) + CODE_INDENT

    def label(self, mark: str, indent: int, space: int) -> str:
        """The label of the item with this mark, so much space behind it; it becomes the last one."""
        left = self.leave(indent)
        if left and left.takes(mark, indent):
            left.add(mark)
            self.lists.append(left)
        else:
            content = indent + len(mark) + min(space or 1, CODE_INDENT)
            self.lists.append(_List(indent, content, mark))
        return self.lists[-1].label(mark)

    def leave(self, indent: int) -> _List | None:
        """Leave the lists that this column is outside of; the outermost of those that were left."""
        left = None
        while self.lists and indent < self.lists[-1].indent + 2:
            left = self.lists.pop()
        return left

    def clear(self) -> None:
        """A heading, a line across, another quotation: what comes belongs to none of the lists."""
        self.lists.clear()
