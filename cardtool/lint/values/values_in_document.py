"""The values that a document gives the things it names: in its tables, its stat blocks, its lists.

Each thing has one number for each value, or none that is known: where two places say different things,
as two levels of a hero do, nothing is held against a text. Examples, variants and scenarios say nothing
of the game as it always is.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from cardtool.documents import Block, BlockType, Section, Table, Text, find_sections, find_tables
from cardtool.lint.core import LazyRegex
from cardtool.lint.core.sentence_context import is_conditional
from cardtool.lint.values.value_pairs import (
    LABEL,
    StatedValue,
    ValuePair,
    is_about_usual_game,
    is_special_case,
    label_key,
    leading_pairs,
    may_be_name,
    name_key,
    pairs_of,
    says_example,
)

_NUMBERED = re.compile(r"\A\d{1,2}(?:\.\d{1,2}){0,3}\.?\s+")
_TITLE = re.compile(r"(?P<name>[^\n(:–—]{2,50}?)(?:\s?\((?P<aside>[^()\n]{3,80})\)\.?)?:?")
_INLINE = re.compile(
    r"(?P<name>[^\n(:–—]{2,50}?)(?:\s?\((?P<aside>[^()\n]{3,80})\)(?=\s?[:.,;–—]|\s-\s|\s*$)"
    r"|\s?(?::\s|\s[–—-]\s|\n)(?P<after>[^.]{3,120})(?:\.\s|\.?\s*$))"
)
_LEADS = (BlockType.PARAGRAPH, BlockType.ITEM)
_NEAR = 6  # blocks under a title that may be its values
_NO_VALUE_LABEL = LazyRegex(
    r"\b(?:see|steps?|pages?|sections?|chapters?|rules?|tables?|figures?|rounds?|turns?|phases?|players?|is|are|"
    r"scores?|total|copies|cards?|copy|max\w*|min\w*|least|most|to|from|then|or|version|by|in|on|at)\b"
)
_DIGIT = re.compile(r"\d")
_SAID = re.compile(
    r"\b(?P<label>[A-Za-z]+):?\s(?:of\s)?(?P<number>\d{1,6})\b|\b(?P<before>\d{1,6})\s(?P<after>[A-Za-z]+)"
)


def values_in_entries(section: Section) -> Iterator[StatedValue]:
    """Yield every value of every thing that has an entry: the section itself, or a line of it."""
    blocks = section.blocks
    if section.headings:
        yield from _values_under_title(section.headings[-1], blocks, is_heading=True)
    if says_example(section.title) or any(says_example(block.text) for block in blocks[:1]):
        return
    for row, block in enumerate(blocks):
        if block.sort in _LEADS:
            if len(block.text) < 60 and may_be_name(block.text.rstrip(":")):
                yield from _values_under_title(block, blocks[row + 1 : row + 1 + _NEAR], is_heading=False)
            elif _DIGIT.search(block.text[:160]) and (
                block.sort is BlockType.ITEM or (len(block.text) <= 120)
            ):
                yield from _values_in_line(block)


def _values_under_title(title: Block, blocks: Sequence[Block], *, is_heading: bool) -> Iterator[StatedValue]:
    """Yield the values in the lines under a title; a heading may have a line or two before them."""
    match = _TITLE.fullmatch(_NUMBERED.sub("", title.text))
    if match is None or not may_be_name(match["name"]):
        return
    aside = pairs_of(match["aside"]) if match["aside"] else []
    shift = len(title.text) - len(match.string)
    found = [*_pair_values(match["name"], aside, title, shift + match.start("aside"))]
    for block in blocks[:_NEAR]:
        pairs = _stat_line_pairs(block)
        if not pairs and (not is_heading or may_be_name(block.text)):
            break  # what comes next belongs to another
        found += _pair_values(match["name"], pairs, block, 0)
    yield from found
    if is_heading:
        yield from _contradicted_values(found, blocks)


def _stat_line_pairs(block: Block) -> list[ValuePair]:
    if block.sort not in _LEADS:
        return []
    return [pair for pair in pairs_of(block.text) or leading_pairs(block.text) if not pair.leads]


def _contradicted_values(given: Sequence[StatedValue], blocks: Sequence[Block]) -> Iterator[StatedValue]:
    """Yield what an entry has another number for as well, as for a wounded hero: not to be relied upon."""
    known = {each.label.rsplit(maxsplit=1)[-1].casefold(): each for each in given}
    said = {id(block) for each in given for block in each.blocks}
    for block in blocks if known else ():
        for match in _SAID.finditer(block.text) if id(block) not in said else ():
            each = known.get((match["label"] or match["after"]).casefold())
            if each and int(match["number"] or match["before"]) != each.number:
                yield replace(each, number=None)


def _values_in_line(block: Block) -> Iterator[StatedValue]:
    match = _INLINE.match(block.text)
    if match is None or not may_be_name(match["name"].strip()):
        return
    group = "aside" if match["aside"] else "after"
    pairs = pairs_of(match[group])
    if group == "after":
        pairs = [pair for pair in pairs if not pair.leads]
    yield from _pair_values(match["name"].strip(), pairs, block, match.start(group))


def _pair_values(name: str, pairs: Sequence[ValuePair], block: Block, shift: int) -> Iterator[StatedValue]:
    where = "the list" if block.sort is BlockType.ITEM else "its entry"
    for pair in pairs:
        if _NO_VALUE_LABEL.search(pair.label):
            continue
        here = block.at(shift + pair.start)
        yield StatedValue(name, pair.label, pair.key, pair.number, where, here, (block,))


_HEAD = LazyRegex(LABEL)
_NO_THING = LazyRegex(
    r"players?|teams?|rounds?|turns?|levels?|results?|rolls?|die|dice|scores?|ranges?|scenarios?|difficulty|"
    r"modes?|components?|phases?|steps?|actions?|events?|effects?|.*number.*|rank|position|place"
)
_NO_VALUE_COLUMN = LazyRegex(
    r"(?:no|number|#|page|copies|quantity|count|amount|qty|total|players?|roll|die|dice|cards?|tiles?|tokens?)"
    r"s?|in .*|per .*|.* per .*|.*each.*|.*number.*|.*total.*|.*max.*|.*min.*"
)
_NUMBER = re.compile(r"\d{1,6}")


@dataclass(frozen=True, slots=True)
class _ValueColumn:
    place: int
    label: str


def values_in_tables(blocks: Sequence[Block]) -> Iterator[StatedValue]:
    """Yield every value of every thing in the tables among these blocks."""
    if any(block.sort is BlockType.ROW for block in blocks):
        for table in find_tables(blocks):
            lead = table.lead.text if table.lead else ""
            is_of_a_case = says_example(lead) or is_special_case(lead) or is_conditional(lead)
            if len(table.rows) > 2 and not is_of_a_case:
                yield from _values_of_table(table)


def _values_of_table(table: Table) -> Iterator[StatedValue]:
    head, *rows = table.rows
    cells = [cell.strip() for cell in head.text.split("\t")]
    if _NO_THING.fullmatch(cells[0]) or _DIGIT.search(head.text):
        return
    columns = list(_value_columns(cells))
    for row in rows:
        yield from _values_of_row(row, columns, len(cells))


def _value_columns(cells: Sequence[str]) -> Iterator[_ValueColumn]:
    """Yield the columns of values; none whose name stands in that of another, as Cost does in Second Cost."""
    for place, cell in enumerate(cells[1:], start=1):
        others = [other for at, other in enumerate(cells) if at != place]
        is_doubled = any((label_key(cell) in label_key(other)) for other in others)
        if _HEAD.fullmatch(cell) and not is_doubled and not _NO_VALUE_COLUMN.fullmatch(cell):
            yield _ValueColumn(place, cell)


def _values_of_row(row: Block, columns: Sequence[_ValueColumn], width: int) -> Iterator[StatedValue]:
    cells = row.text.split("\t")
    name = cells[0].strip()
    if len(cells) != width or not may_be_name(name):
        return
    for column in columns:
        cell = cells[column.place].strip()
        if _DIGIT.search(cell):
            number = int(cell) if _NUMBER.fullmatch(cell) else None
            start = sum(len(each) + 1 for each in cells[: column.place])
            here = row.at(start + row.text[start:].find(cell))
            yield StatedValue(name, column.label, label_key(column.label), number, "the table", here, (row,))


@dataclass(frozen=True, slots=True)
class DocumentValues:
    """What is given, by name and value; `blocks` are the ids of the blocks that give it."""

    values: Mapping[tuple[str, str], StatedValue]
    names: frozenset[str]
    blocks: frozenset[int]

    def __bool__(self) -> bool:
        return bool(self.values)


def document_values(text: Text) -> DocumentValues:
    """Return the values that a text gives things and never contradicts where it gives them."""
    return _uncontradicted([*_all_values(text)])


def _all_values(text: Text) -> Iterator[StatedValue]:
    for section in find_sections(text.current):
        if is_about_usual_game(section, text):
            yield from _section_values(section)


def _section_values(section: Section) -> Iterator[StatedValue]:
    yield from values_in_tables(section.blocks)
    yield from values_in_entries(section)


def _uncontradicted(given: Iterable[StatedValue]) -> DocumentValues:
    """Return what has one number, of values that two things have: what one alone has is no value."""
    found: dict[tuple[str, str], list[StatedValue]] = {}
    for each in given:
        found.setdefault((name_key(each.name), each.key), []).append(each)
    often: dict[str, int] = {}
    for _, key in found:
        often[key] = often.get(key, 0) + 1
    sure = {
        at: each[0]
        for at, each in found.items()
        if often[at[1]] > 1
        and each[0].number is not None
        and len({(one.number, one.name) for one in each}) == 1
    }
    blocks = frozenset(id(block) for each in found.values() for one in each for block in one.blocks)
    return DocumentValues(sure, frozenset(name for name, _ in sure), blocks)
