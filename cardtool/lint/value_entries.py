"""The values of things in a document's entries: a name, and under it or after it what it has.

`### Cave Spider` with a line `Health 2 · Move 5` under it; `Cave Spider: Health 2, Move 5`; in a list
`Quince (3 points)`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from cardtool.documents import Block, BlockType, Section
from cardtool.lint.lazy import Lazy
from cardtool.lint.value_pairs import Pair, pairs_before, pairs_of
from cardtool.lint.values_given import Given, is_example, is_name

__all__ = ["values_in_entries"]

_NUMBERED = re.compile(r"\A\d{1,2}(?:\.\d{1,2}){0,3}\.?\s+")
_TITLE = re.compile(r"(?P<name>[^\n(:–—]{2,50}?)(?:\s?\((?P<aside>[^()\n]{3,80})\)\.?)?:?")
_INLINE = re.compile(
    r"(?P<name>[^\n(:–—]{2,50}?)(?:\s?\((?P<aside>[^()\n]{3,80})\)(?=\s?[:.,;–—]|\s-\s|\s*$)"
    r"|\s?(?::\s|\s[–—-]\s|\n)(?P<after>[^.]{3,120})(?:\.\s|\.?\s*$))"
)
_LEADS = (BlockType.PARAGRAPH, BlockType.ITEM)
_NEAR = 6  # blocks under a title that may be its values
_NO_VALUE = Lazy(
    r"\b(?:see|steps?|pages?|sections?|chapters?|rules?|tables?|figures?|rounds?|turns?|phases?|players?|is|are|"
    r"scores?|total|copies|cards?|copy|max\w*|min\w*|least|most|to|from|then|or|version|by|in|on|at)\b"
)
_FIGURE = re.compile(r"\d")
_SAID = re.compile(
    r"\b(?P<label>[A-Za-z]+):?\s(?:of\s)?(?P<number>\d{1,6})\b|\b(?P<before>\d{1,6})\s(?P<after>[A-Za-z]+)"
)


def values_in_entries(section: Section) -> Iterator[Given]:
    """Every value of every thing that has an entry: the section itself, or a line of it."""
    blocks = section.blocks
    if section.headings:
        yield from _under(section.headings[-1], blocks, is_heading=True)
    if is_example(section.title) or any(is_example(block.text) for block in blocks[:1]):
        return
    for row, block in enumerate(blocks):
        if block.sort in _LEADS:
            if len(block.text) < 60 and is_name(block.text.rstrip(":")):
                yield from _under(block, blocks[row + 1 : row + 1 + _NEAR], is_heading=False)
            elif _FIGURE.search(block.text[:160]) and (block.sort is BlockType.ITEM or _is_short(block)):
                yield from _in_line(block)


def _under(title: Block, blocks: Sequence[Block], *, is_heading: bool) -> Iterator[Given]:
    """The values in the lines under a title; a heading may have a line or two before them."""
    match = _TITLE.fullmatch(_NUMBERED.sub("", title.text))
    if match is None or not is_name(match["name"]):
        return
    aside = pairs_of(match["aside"]) if match["aside"] else []
    shift = len(title.text) - len(match.string)
    found = [*_given(match["name"], aside, title, shift + match.start("aside"))]
    for block in blocks[:_NEAR]:
        pairs = _stats(block)
        if not pairs and (not is_heading or is_name(block.text)):
            break  # what comes next belongs to another
        found += _given(match["name"], pairs, block, 0)
    yield from found
    if is_heading:
        yield from _otherwise(found, blocks)


def _stats(block: Block) -> list[Pair]:
    """The values in a stat line, which may have the text of the entry behind it."""
    if block.sort not in _LEADS:
        return []
    return [pair for pair in pairs_of(block.text) or pairs_before(block.text) if not pair.leads]


def _otherwise(given: Sequence[Given], blocks: Sequence[Block]) -> Iterator[Given]:
    """What an entry also has another number for, as for a hero that was wounded: not to be relied upon."""
    known = {each.label.rsplit(maxsplit=1)[-1].casefold(): each for each in given}
    said = {id(block) for each in given for block in each.blocks}
    for block in blocks if known else ():
        for match in _SAID.finditer(block.text) if id(block) not in said else ():
            each = known.get((match["label"] or match["after"]).casefold())
            if each and int(match["number"] or match["before"]) != each.number:
                yield replace(each, number=None)


def _in_line(block: Block) -> Iterator[Given]:
    match = _INLINE.match(block.text)
    if match is None or not is_name(match["name"].strip()):
        return
    group = "aside" if match["aside"] else "after"
    pairs = pairs_of(match[group])
    if group == "after":
        pairs = [pair for pair in pairs if not pair.leads]
    yield from _given(match["name"].strip(), pairs, block, match.start(group))


def _given(name: str, pairs: Sequence[Pair], block: Block, shift: int) -> Iterator[Given]:
    where = "the list" if block.sort is BlockType.ITEM else "its entry"
    for pair in pairs:
        if _NO_VALUE.search(pair.label):
            continue
        here = block.at(shift + pair.start)
        yield Given(name, pair.label, pair.key, pair.number, where, here, (block,))


def _is_short(block: Block) -> bool:
    return len(block.text) <= 120
