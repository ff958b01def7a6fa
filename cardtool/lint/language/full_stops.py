"""A sentence ends with a full stop where its neighbours do.

Four items of a list end with a stop and one does not: was it cut short? Mostly somebody wrote it later.

Bad:

    - Draw two cards from the deck of the farm.
    - Pay three hay to the owner of the barn.
    - Put a goat on an empty field of yours
    - Give each of your neighbours one milk.

Good:

    - Put a goat on an empty field of yours.

Looked at are items of a list, cells of a column and paragraphs of a text, where as many end with a sign; what
has several sentences, of which the last alone has no end; the sentences before lists, where others end with
a colon; "the phases are as follows"; and the last of a list, where it ends with a comma. One finding stands
for all lists of a text, one for its columns and one for its paragraphs, with their lines.
Found in every other real rulebook. Overlooked on purpose: what is short or a formula, a list of which only
the last item ends, texts that mostly write so, and plain text, save for lists.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, zip_longest
from typing import NamedTuple

from cardtool.documents import Block, BlockType, Table, Text, TextKind
from cardtool.lint.core import Facts, LazyRegex, Problem, Severity, also_in_lines, text_rule
from cardtool.lint.core.matching import grouped
from cardtool.model import Source

_ENDED = LazyRegex(r"[.!?…:;][)\]*_”\"’'»]*\s*\Z", re.NOFLAG)
_WITH_COLON = LazyRegex(r":[)\]*_”\"’'»]*\s*\Z", re.NOFLAG)
_CUT = LazyRegex(
    r"[“\"(]?[A-Z][^=|\n\ufffc]* (?!(?:and|or|follows|following|below)\Z)[\w'’+-]{2,}[)\]*_”\"’']*\Z",
    re.NOFLAG,
)
_SEVERAL = LazyRegex(
    r"\b(?:[a-z][\w'’-]{0,30},? ){3}[a-z’'-]{3,30}(?<!\betc)[.!?][)”\"’']? {1,3}[A-Z][\w’']{0,30},? ",
    re.NOFLAG,
)
_ANNOUNCES = re.compile(r"[\w'’ -]+ (?:as follows|the following(?: [a-z]+){0,3})\Z")
_CELL = re.compile(r"[^\t]+")
_LONGEST = 6  # words of an announcement that are told
_LEAST_WORDS = {BlockType.ITEM: 5, BlockType.PARAGRAPH: 10, BlockType.ROW: 6}
_FEWEST = {BlockType.ITEM: 1, BlockType.PARAGRAPH: 5, BlockType.ROW: 3}  # that end with a sign
_TO_ONE = {BlockType.ITEM: 1, BlockType.PARAGRAPH: 2, BlockType.ROW: 3}  # of these, for one that does not
_LEAST_OF_LEAD = 3  # words
_ENDS = {BlockType.ITEM: {BlockType.HEADING, BlockType.PARAGRAPH}, BlockType.PARAGRAPH: {BlockType.HEADING}}


class _Said(NamedTuple):
    """What stands by itself, in a block from an offset on: an item, a paragraph, a cell."""

    block: Block
    start: int
    text: str

    @property
    def end(self) -> Source:
        return self.block.at(self.start + len(self.text) - 1)

    @property
    def words(self) -> int:
        return self.text.count(" ") + 1


_CutAndEnded = tuple[Sequence[_Said], int]
"""What ends without a sign, and how many others end with one."""


@text_rule("CT618", "missing-stop", Severity.INFO, reads="en")
def check(texts: Sequence[Text], facts: Facts) -> Iterator[Problem]:
    for text in texts:
        if text.role in (TextKind.DOCUMENT, TextKind.RULEBOOK) and not text.is_from_pages:
            yield from _problems_of(text)


def _problems_of(text: Text) -> Iterator[Problem]:
    leads = [each.lead for each in text.lists if each.lead]
    leading = {id(each) for each in chain(leads, [each.lead for each in text.tables])}
    lists = [[_whole(each) for each in listing.items if id(each) not in leading] for listing in text.lists]
    groups = [_pooled(map(_without_end, lists))]
    if not text.is_plain:
        yield from _colon_problems(text.current)
        blocks = [each for each in text.current if each.sort is BlockType.PARAGRAPH]
        paragraphs = [_whole(each) for each in blocks if id(each) not in leading]
        columns = [*chain.from_iterable(map(_columns, text.tables))]
        several = [each for each in chain(paragraphs, *lists, *columns) if _SEVERAL.search(each.text)]
        groups += [_without_end(paragraphs), _pooled(map(_without_end, columns)), _cut_and_ended(several)]
    told = set[Source]()
    for cut, ended in groups:
        if new := [each for each in cut if each.end not in told]:
            told.update(each.end for each in new)
            yield _problem(new, ended, "a full stop")
    if not text.is_plain:
        yield from _comma_problems(text)
        sentences = [said for said in map(_whole, leads) if said.words >= _LEAST_OF_LEAD]
        cut, ended = _cut_and_ended(sentences, _WITH_COLON)
        if cut := [each for each in cut if each.block.sort is not BlockType.HEADING]:
            yield _problem(cut, ended, "a colon")


def _pooled(groups: Iterable[_CutAndEnded]) -> _CutAndEnded:
    """Return what several lists or columns come to, of those that have something to tell."""
    told = [each for each in groups if each[0]]
    return [*chain.from_iterable(cut for cut, _ in told)], sum(ended for _, ended in told)


def _whole(block: Block) -> _Said:
    return _Said(block, 0, block.text)


def _columns(table: Table) -> Iterable[Sequence[_Said]]:
    """Return the cells of each column."""
    cells = ((row, place) for row in table.rows for place in enumerate(_CELL.finditer(row.text)))
    return grouped(
        (number, _Said(row, match.start(), match[0].rstrip())) for row, (number, match) in cells
    ).values()


def _colon_problems(blocks: Sequence[Block]) -> Iterator[Problem]:
    """Yield `The phases are as follows`, with nothing behind it."""
    for block in (each for each in blocks[:-1] if each.sort is BlockType.PARAGRAPH):
        if match := _ANNOUNCES.search(block.text):
            said = " ".join(match[0].split()[-_LONGEST:])
            yield block.at(len(block.text) - 1), f'"{said}" ends without a sign', "end it with a colon"


def _comma_problems(text: Text) -> Iterator[Problem]:
    """Yield the last of a list, or of a section's paragraphs, that ends with a comma."""
    for block, after in zip_longest(text.current, text.current[1:]):
        is_last = after is None or after.file != block.file or after.sort in _ENDS.get(block.sort, ())
        goes_on = after is not None and after.text[:1].islower()
        if is_last and not goes_on and " " in block.text and block.text.endswith(","):
            said = f'"… {block.text.split()[-1]}" ends with a comma, and nothing follows'
            yield block.at(len(block.text) - 1), said, "end it with a full stop"


def _cut_and_ended(said: Sequence[_Said], sign: LazyRegex = _ENDED) -> _CutAndEnded:
    """Return those that end without any sign and how many end with this one; none if these are fewer."""
    ended = sum(sign.search(each.text) is not None for each in said)
    cut = [each for each in said if _CUT.fullmatch(each.text)]
    return (cut, ended) if ended >= len(cut) else ((), ended)


def _without_end(said: Sequence[_Said]) -> _CutAndEnded:
    """Return which of these siblings end without a sign though enough others have one, and how many have."""
    sentences = [each for each in said if each.words >= _LEAST_WORDS[each.block.sort]]
    cut, ended = _cut_and_ended(sentences)
    sort = said[0].block.sort if said else BlockType.ITEM
    is_last_alone = ended == 1 and sentences[-1] not in cut
    return (() if is_last_alone or ended < max(_FEWEST[sort], _TO_ONE[sort] * len(cut)) else cut), ended


def _problem(cut: Sequence[_Said], ended: int, sign: str) -> Problem:
    first, *rest = sorted(cut, key=lambda each: (each.end.line, each.end.column))
    also = also_in_lines(first.end, [each.end for each in rest])
    others = f"{ended} others have" if ended != 1 else "another has"
    said = f'"… {first.text.split()[-1]}" ends without {sign}, where {others} one{also}'
    return first.end, said, f"end it with {sign}"
