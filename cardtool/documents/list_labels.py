"""Labels of list items: bullets, numbers, letters, `Step 3:`; which follows which, how deep an item stands.

Knows lines of plain text only; what is an item by Markdown's rules is decided in `markdown`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import NamedTuple

from cardtool.documents.source_text import ends_sentence
from cardtool.wording import ENGLISH

BULLET = "•"
"""The label of every item with a bullet, whichever sign it was written with."""

_ROMAN_ONES = ("", "i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix")
_ROMAN = [ten + one for ten in ("", "x", "xx", "xxx") for one in _ROMAN_ONES]
_ORDINALS = ENGLISH.numbers[1:11]
_WORDED_LABEL = re.compile(r"([A-Za-z]+) (\w{1,5})")
_FIGURES = re.compile(r"((?:\d{1,3}\.)*)(\d{1,9})")
_PARTED = re.compile(r"(\d{1,3})([a-z])")
_DEEPEST_LIST = 4  # lists inside each other
_BULLETS = "·•●○◦∙‣▪▫■□▸▹►▶➢➤❖◆◇\uf0b7\uf0a7\uf0d8\uf0fc"  # the last four: bullets of Word's own fonts
_ORDINAL_WORDS = "One|Two|Three|Four|Five|Six|Seven|Eight|Nine|Ten"
_STEP = r"(?i:phase|step|stage|round|turn|action|option)"
_WORDED_MARK = rf"{_STEP}\s+(?:\d{{1,2}}[a-z]?|[A-H]|[IVX]{{1,4}}|{_ORDINAL_WORDS})"
_BULLET = rf"(?P<bullet>[{_BULLETS}]\s*|[-–—*+](?:\s+|$)|o(?:\t|\s{{2,}}|\s(?=\S)))"
_MARKS = (
    r"(?:\d{1,3}(?:\.\)|[.)])(?=[\s*_]|$|[A-Z])|\(\d{1,3}\)(?=[\s*_]|$)|\d{1,2}[a-z][.)](?=[\s*_]))",
    r"(?:\d{1,2}(?:\.\d{1,2}){1,3}\.?(?=[\s*_]+[A-Z]))",
    r"(?:\(?(?:[A-Za-z]|[ivx]{2,5}|[IVX]{2,5})\.?\)(?=[\s*_]|$))",
    r"(?P<doubtful>(?:[A-Za-z]|[ivx]{2,5}|[IVX]{2,5})\.(?=\s|$))",
    rf"(?P<worded>(?=[A-Z*_]){_WORDED_MARK}(?=\s*[:.)]|\s+[–—-]\s))",
)
_AFTER = r"[*_]{0,3}\s*(?:[:.)]|[–—-](?=\s))?[*_]{0,3}\s*"
_ITEM_MARK = re.compile(rf"(?P<emphasis>[*_]{{0,3}})(?:{_BULLET}|(?P<written>{'|'.join(_MARKS)}){_AFTER})")
CODE_INDENT = 4
"""Columns further in than the text around it, from which a line of Markdown is code."""
_CLEARLY_ALIKE = 3  # items of a list that leaves the counting to Markdown, whatever follows
_SHORT_LINE = 40  # letters: a line of fewer was not broken for want of room
_INDENT_SLACK = 1  # columns by which items of one list may differ


class LabelRank(NamedTuple):
    """The number a label stands for in lists of a style; a list has one style throughout."""

    style: str
    number: int


@lru_cache(maxsize=1024)
def label_ranks(label: str) -> tuple[LabelRank, ...]:
    """Return what a label can stand for: `3` is the third, `i` the first in Roman or the ninth letter."""
    return tuple(_read_ranks(label))


@lru_cache(maxsize=1 << 14)
def is_same_style(label: str, other: str) -> bool:
    """Return whether these can be labels of one list."""
    if BULLET in (label, other) or not (label and other):
        return label == other
    styles = {rank.style for rank in label_ranks(label)}
    others = {rank.style for rank in label_ranks(other)}
    return bool(styles & others) or styles == others


@lru_cache(maxsize=1024)
def can_begin_list(label: str) -> bool:
    """Return whether a label can be the first of a list: 1, a, i, Phase 1; a bullet never tells."""
    return any(rank.number == 1 for rank in label_ranks(label))


@lru_cache(maxsize=1 << 14)
def is_next_label(label: str, after: str) -> bool:
    """Return whether a label is the one that comes next after another: 3 after 2, c after b, 1b after 1a."""
    before = label_ranks(after)
    return any(LabelRank(rank.style, rank.number - 1) in before for rank in label_ranks(label))


def _read_ranks(label: str) -> Iterator[LabelRank]:
    if worded := _WORDED_LABEL.fullmatch(label):
        for rank in label_ranks(worded[2]):
            yield LabelRank(f"{worded[1].lower()} {rank.style}", rank.number)
    elif figures := _FIGURES.fullmatch(label):
        yield LabelRank(f"{figures[1]}1", int(figures[2]))
    elif parted := _PARTED.fullmatch(label):
        yield LabelRank(f"{parted[1]}a", ord(parted[2]) - ord("a") + 1)
    elif label.lower() in _ORDINALS:
        yield LabelRank("one", _ORDINALS.index(label.lower()) + 1)
    elif label.isascii() and label.isalpha():
        low = label.lower()
        letters, romans = ("A", "I") if label.isupper() else ("a", "i")
        if len(low) == 1:
            yield LabelRank(letters, ord(low) - ord("a") + 1)
        if low in _ROMAN:
            yield LabelRank(romans, _ROMAN.index(low))


class ItemMark(NamedTuple):
    """What stands before the words of an item, `length` letters of its line.

    `style` is how it is written, so that items of two lists can be told apart; `doubtful` when it may
    be no mark at all, as the initial in `J. Smith`.
    """

    label: str
    length: int
    style: str
    doubtful: bool = False


def read_item_mark(line: str) -> ItemMark | None:
    """Return the mark at the beginning of a line that has no space before it."""
    match = _ITEM_MARK.match(line)
    if match is None or (match["bullet"] and match["emphasis"]):
        return None
    if bullet := match["bullet"]:
        return ItemMark(BULLET, match.end(), bullet[0])
    written = match["written"]
    label = " ".join(written.strip("().").split())
    style = label.split()[0].lower() if match["worded"] else re.sub(r"[^().]", "", written)
    return ItemMark(label, match.end(), style, match["doubtful"] is not None)


def drop_doubtful_marks(marks: Sequence[ItemMark | None]) -> list[ItemMark | None]:
    """Return the marks of the lines of a text, less those in doubt that no neighbour follows or goes before.

    A list inside an item may stand between neighbours: a, i, ii, b.
    """
    sure: set[int] = set()
    waiting: list[int] = []  # the last item of each list that may go on, the innermost last
    for row, mark in enumerate(marks):
        if mark is None or not mark.doubtful:
            continue
        for place in reversed(range(len(waiting))[-_DEEPEST_LIST:]):
            before = marks[waiting[place]]
            if before and mark.style == before.style and is_next_label(mark.label, before.label):
                sure |= {waiting[place], row}
                del waiting[place:]
            elif waiting[place] in sure:
                continue
            break
        waiting.append(row)
    return [None if mark and mark.doubtful and row not in sure else mark for row, mark in enumerate(marks)]


class _NestedList(NamedTuple):
    """A list that is going on: the column of its marks, the mark of its last item, and how many it has."""

    indent: int
    mark: ItemMark
    items: int = 1
    alike: bool = True  # whether all its items are labelled alike, as in a list that counts by itself

    def takes(self, mark: ItemMark) -> bool:
        """Return whether this goes on with the list: not the i of i, ii, iii behind the a of a, b, c."""
        before = self.mark.label
        if self.mark.style != mark.style or not is_same_style(before, mark.label):
            return False
        begins_roman = mark.label.lower() == "i" and not is_same_style("ii", before.lower())
        return is_next_label(mark.label, before) or not begins_roman


@dataclass(slots=True)
class ListNesting:
    """The lists around the place that has been reached, the outermost first."""

    lists: list[_NestedList] = field(default_factory=list)

    def begins_item(self, mark: ItemMark, before: str) -> bool:
        """Return whether this is a mark behind the line `before`: no number in the middle of its sentence."""
        if ends_sentence(before) or len(before) < _SHORT_LINE or can_begin_list(mark.label):
            return True
        if mark.label == BULLET:
            return mark.style not in "–—" or bool(self.lists)
        return any(is_next_label(mark.label, each.mark.label) for each in self.lists)

    def level(self, mark: ItemMark, indent: int) -> int:
        """Return how deep an item with this mark stands that is set in so far; it becomes the last item."""
        while self.lists and self.lists[-1].indent > indent + _INDENT_SLACK:
            self.lists.pop()
        beside = [row for row, each in enumerate(self.lists) if abs(each.indent - indent) <= _INDENT_SLACK]
        same = [row for row in beside if self.lists[row].takes(mark)]
        item = _NestedList(indent, mark)
        if same:
            last = self.lists[same[-1]]
            alike = last.alike and (mark.label == last.mark.label or last.items >= _CLEARLY_ALIKE)
            item = _NestedList(indent, last.mark if alike else mark, last.items + 1, alike)
            del self.lists[same[-1] :]
        elif beside and not _is_sublist(mark, self.lists[beside[-1]].mark):
            del self.lists[beside[0] :]
        self.lists.append(item)
        return len(self.lists)

    def printed_label(self) -> str:
        """Return what is printed before the last item: its number, but in a list of ones the next."""
        last = self.lists[-1]
        label = last.mark.label
        return str(int(label) + last.items - 1) if last.alike and label.isdecimal() else label

    def within(self, indent: int) -> int:
        """Return how deep a paragraph stands that is set in so far; 0 where it stands in no item."""
        self.lists = [each for each in self.lists if each.indent + _INDENT_SLACK < indent]
        return len(self.lists)

    def is_code(self, indent: int) -> bool:
        """Return whether a line is set in far enough to be code (CommonMark 4.4)."""
        words = self.lists[-1].indent + self.lists[-1].mark.length if self.lists else 0
        return indent >= words + CODE_INDENT

    def leave(self) -> None:
        """Leave all lists, as a heading does."""
        self.lists.clear()


def _is_sublist(mark: ItemMark, outer: ItemMark) -> bool:
    """Return whether an item set in no further stands in the one before: bullets under a number."""
    is_letter = mark.label[0].isalpha() and " " not in mark.label
    return mark.label == BULLET or (is_letter and outer.label != BULLET)
