"""Which items belong to one list, and what announces it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from cardtool.prose.blocks import Block, Sort
from cardtool.prose.labels import BULLET, begins, follows, same_style

__all__ = ["Listing", "lists"]

_LONGEST_TITLE = 8  # words
_NOT_READ = (Sort.CODE, Sort.FURNITURE)


@dataclass(frozen=True, slots=True)
class Listing:
    """A list. `lead` is what stands right before it and may announce it, for a list in an item that item.

    A list inside an item is a list of its own. A list whose numbers go on after paragraphs, or under
    another heading, is one list.
    """

    lead: Block | None
    items: tuple[Block, ...]
    ordered: bool


@dataclass(slots=True, eq=False)
class _Open:
    """A list that may go on. `broken` when another text has come since its last item.

    `left` when another of its level has begun since; then it only goes on with the very next number, and
    with what looks like a title, as numbered sections do around numbered lists.
    """

    lead: Block | None
    items: list[Block]
    labels: set[str]
    broken: bool = False
    left: bool = False

    @property
    def level(self) -> int:
        return self.items[0].level

    def expects(self, item: Block) -> bool:
        """Whether this item is the one that comes next here."""
        if self.left and not _is_title(item.text):
            return False
        return item.level == self.level and item.label not in self.labels and self._goes_on(item.label)

    def takes(self, item: Block) -> bool:
        """Whether this item belongs here: the next number, or a neighbour that begins no list of its own."""
        label, last = item.label, self.items[-1].label
        if item.level != self.level or self.left or not same_style(label, last):
            return False
        if self._goes_on(label) or _is_worded(label):
            return label not in self.labels
        return not self.broken and (label == BULLET or not begins(label))

    def _goes_on(self, label: str) -> bool:
        return same_style(label, self.items[-1].label) and follows(label, self.items[-1].label)


def lists(blocks: Iterable[Block]) -> Iterator[Listing]:
    """Every list, by the place of its first item. Code and furniture break none."""
    found: list[_Open] = []
    going: list[_Open] = []  # the innermost last
    before: Block | None = None
    for block in blocks:
        if block.sort in _NOT_READ:
            continue
        if block.sort is Sort.ITEM:
            _take(block, before, going, found)
        else:
            for each in going:
                each.broken = each.broken or block.sort is not Sort.PARAGRAPH or block.level < each.level
        before = block
    for each in found:
        yield Listing(each.lead, tuple(each.items), each.items[0].is_numbered)


def _take(item: Block, before: Block | None, going: list[_Open], found: list[_Open]) -> None:
    """Put an item where it belongs: into a list that is going on, or at the head of a new one."""
    inner = [row for row, each in enumerate(going) if each.level > item.level]
    for row in reversed(inner):
        del going[row]
    rows = range(len(going) - 1, -1, -1)
    at = next((row for row in rows if going[row].expects(item)), None)
    at = at if at is not None else next((row for row in rows if going[row].takes(item)), None)
    if at is not None:
        del going[at + 1 :]
        going[at].items.append(item)
        going[at].labels.add(item.label)
        going[at].broken = going[at].left = False
        return
    _begin(item, None if before is None or _is_no_lead(before, item) else before, going, found)


def _begin(item: Block, lead: Block | None, going: list[_Open], found: list[_Open]) -> None:
    """A new list. Those of its level and style are left; of more than three, the first and the last two."""
    beside = [each for each in going if each.level == item.level and _alike(each, item)]
    for each in beside:
        each.left = True
    forgotten = beside[1:-2]
    going[:] = [each for each in going if each not in forgotten]
    going.append(_Open(lead, [item], {item.label}))
    found.append(going[-1])


def _is_title(text: str) -> bool:
    return 0 < len(text.split()) <= _LONGEST_TITLE and text[-1] not in ".!?:;,"


def _alike(each: _Open, item: Block) -> bool:
    return same_style(each.items[-1].label, item.label)


def _is_no_lead(before: Block, item: Block) -> bool:
    return before.sort is Sort.ROW or (before.sort is Sort.ITEM and before.level >= item.level)


def _is_worded(label: str) -> bool:
    return " " in label
