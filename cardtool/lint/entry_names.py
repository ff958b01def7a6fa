"""An entry of a list that calls its thing by a name that is no entry: the name of something else, or none."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator

from cardtool.lint.name_runs import CAPITAL, OwnSlip
from cardtool.lint.spelt import key_of
from cardtool.prose import Block, Sort, Text

__all__ = ["slips_in_entries"]

_ENTRY = re.compile(rf"({CAPITAL}(?: {CAPITAL}){{1,3}}) ?(?::|\s[–—-]\s)")


def slips_in_entries(text: Text) -> Iterator[OwnSlip]:
    """The Spiked Wall in the entry for Spiked Pillars, where neither is named anywhere else."""
    entries = [(block, match) for block in text.current if (match := _ENTRY.match(block.text))]
    heads = {match[1].casefold() for _, match in entries}
    heads |= {block.text.casefold() for block in text.current if block.sort is Sort.HEADING}
    for block, match in entries:
        yield from _in_entry(block, match, heads)


def _in_entry(block: Block, entry: re.Match[str], heads: Collection[str]) -> Iterator[OwnSlip]:
    named, said = entry[1], block.text[entry.end() :]
    first = named.split(maxsplit=1)[0]
    for other in re.finditer(rf"\b[Tt]he ({re.escape(first)} [A-Z]?[a-z]+)\b", said):
        if other[1].casefold() not in heads and _is_meant_for(other[1], named, said):
            message = f'"{other[1]}" stands in the entry for {named}, and has none of its own'
            yield OwnSlip(block, entry.end() + other.start(1), named, message)


def _is_meant_for(name: str, entry: str, said: str) -> bool:
    """Whether a name with the first word of the entry is another, and the entry's own is never said."""
    first, *others = name.split()
    if len(others) + 1 != len(entry.split()) or entry.casefold() in said.casefold():
        return False
    return key_of(others[-1]) != key_of(entry.rsplit(maxsplit=1)[-1]) and said.count(first) > 1
