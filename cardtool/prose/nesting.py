"""How deep the items of a list stand, from how far they are set in and how they are marked."""

from __future__ import annotations

from dataclasses import dataclass, field

from cardtool.prose.items import ItemMark
from cardtool.prose.labels import BULLET, follows, same_style

__all__ = ["Nesting"]

_SLACK = 1  # columns by which items of one list may differ


@dataclass(frozen=True, slots=True)
class _List:
    """A list that is going on: the column of its marks, and the mark of its last item."""

    indent: int
    mark: ItemMark

    def takes(self, mark: ItemMark) -> bool:
        if self.mark.style != mark.style or not same_style(self.mark.label, mark.label):
            return False
        return follows(mark.label, self.mark.label) or not _begins_in_letters(mark, self.mark)


@dataclass(slots=True)
class Nesting:
    """The lists around the place that has been reached, the outermost first."""

    lists: list[_List] = field(default_factory=list)
    broken: bool = False  # by a paragraph that is in no item

    def awaits(self, mark: ItemMark) -> bool:
        """Whether one of the lists around goes on with this label: 2 after 1, b after a."""
        return any(follows(mark.label, each.mark.label) for each in self.lists)

    def level(self, mark: ItemMark, indent: int) -> int:
        """How deep an item with this mark stands that is set in so far; it becomes the last item."""
        while self.lists and self.lists[-1].indent > indent + _SLACK:
            self.lists.pop()
        beside = [row for row, each in enumerate(self.lists) if abs(each.indent - indent) <= _SLACK]
        same = [row for row in beside if self.lists[row].takes(mark)]
        if same:
            del self.lists[same[-1] :]
        elif beside and (self.broken or not _goes_into(mark, self.lists[beside[-1]].mark)):
            del self.lists[beside[0] :]
        self.broken = False
        self.lists.append(_List(indent, mark))
        return len(self.lists)

    def within(self, indent: int) -> int:
        """How deep a paragraph stands that is set in so far; 0 where it stands in no item."""
        depth = sum(1 for each in self.lists if each.indent + _SLACK < indent)
        self.broken = self.broken or not depth
        return depth

    def leave(self) -> None:
        """A heading: what comes belongs to none of the lists."""
        self.lists.clear()


def _begins_in_letters(mark: ItemMark, before: ItemMark) -> bool:
    """Whether this is the i of i, ii, iii behind the a of a, b, c."""
    return mark.label.lower() == "i" and not same_style("ii", before.label.lower())


def _goes_into(mark: ItemMark, outer: ItemMark) -> bool:
    """Whether an item set in no further is one of a list inside the item before: bullets under a number."""
    if outer.label == BULLET:
        return mark.label == BULLET
    return mark.label == BULLET or (mark.label[0].isalpha() and " " not in mark.label)
