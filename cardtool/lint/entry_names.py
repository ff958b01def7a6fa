"""An entry of a list that calls its thing by a name that is no entry: the name of something else, or none.

Or by its own, as if there were one of what has its name in the plural.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping

from cardtool.documents import Block, BlockType, Text, singular
from cardtool.lint.casing import is_shouted
from cardtool.lint.name_runs import CAPITAL, OwnSlip
from cardtool.lint.spellings import Otherwise, Spelling
from cardtool.lint.spelt import key_of

__all__ = ["headed_names", "in_two_numbers", "slips_in_entries"]

_ENTRY = re.compile(rf"({CAPITAL}(?: {CAPITAL}){{1,3}}) ?(?::|\s[–—-]\s)")
_GOES_ON = re.compile(r"[\w'’-]| [A-Z]")
_NAME = re.compile(rf"{CAPITAL}(?: {CAPITAL}){{1,3}}")


def headed_names(text: Text) -> set[str]:
    """The names of several words that are a heading, or the head of an entry; ’ is written as '."""
    names = [match[1] for _, match in _entries(text)] + list(filter(_NAME.fullmatch, _headings(text)))
    return {name.replace("’", "'") for name in names if not is_shouted(name)}


def slips_in_entries(text: Text) -> Iterator[OwnSlip]:
    """The Spiked Wall in the entry for Spiked Pillars, where neither is named anywhere else."""
    entries = _entries(text)
    heads = {match[1].casefold() for _, match in entries} | {name.casefold() for name in _headings(text)}
    for block, match in entries:
        yield from _in_entry(block, match, heads)


def in_two_numbers(text: Text) -> Iterator[Spelling]:
    """The Limestone Wall Ruin, where it is called the Limestone Wall Ruins and nobody ever counts them."""
    names = {match[1] for _, match in _entries(text)} | set(filter(_NAME.fullmatch, _headings(text)))
    for name in sorted(names):
        one = singular(name)
        if one != name and not is_shouted(name):
            yield from _as_one(text, name, one)


def _entries(text: Text) -> list[tuple[Block, re.Match[str]]]:
    return [(block, match) for block in text.current if (match := _ENTRY.match(block.text))]


def _headings(text: Text) -> Iterator[str]:
    return (block.text for block in text.current if block.sort is BlockType.HEADING)


def _in_entry(block: Block, entry: re.Match[str], heads: Collection[str]) -> Iterator[OwnSlip]:
    """What the text of the entry calls its thing otherwise, each such name once, with all its places."""
    named, said = entry[1], block.text[entry.end() :]
    first = named.split(maxsplit=1)[0]
    starts: dict[str, list[int]] = {}
    for other in re.finditer(rf"\b[Tt]he ({re.escape(first)} [A-Z]?[a-z]+)\b", said):
        if other[1].casefold() not in heads and _is_meant_for(other[1], named, said):
            starts.setdefault(other[1].casefold(), []).append(entry.end() + other.start(1))
    for name, (start, *others) in starts.items():
        written = block.text[start : start + len(name)]
        times = f", {len(others) + 1} times" if others else ""
        message = f'the entry is called {named}, its text says "{written}"{times}'
        yield OwnSlip(block, start, named, message, tuple(map(block.at, others)))


def _is_meant_for(name: str, entry: str, said: str) -> bool:
    """Whether a name with the first word of the entry is another, and the entry's own is never said."""
    first, *others = name.split()
    if len(others) + 1 != len(entry.split()) or entry.casefold() in said.casefold():
        return False
    return key_of(others[-1]) != key_of(entry.rsplit(maxsplit=1)[-1]) and said.count(first) > 1


def _as_one(text: Text, name: str, one: str) -> Iterator[Spelling]:
    """What speaks of one where all of them are one thing: both have `the` before them, and nothing else."""
    of_one = _said(text, one)
    of_many = _said(text, name) if of_one else {}
    if of_many and of_one and {*of_many, *of_one} == {"the"}:
        way = [Otherwise(block.at(start), one, name) for block, start in of_one["the"]]
        yield Spelling(f"{len(of_many['the'])} × the {name}, {len(way)} × the {one}", [way])


def _said(text: Text, name: str) -> Mapping[str, list[tuple[Block, int]]]:
    """Where running text has these words, by the word before them."""
    found: dict[str, list[tuple[Block, int]]] = {}
    for block in text.current:
        at = block.text.find(name) if block.sort is not BlockType.HEADING else -1
        while at >= 0:
            end = at + len(name)
            is_its_own = at == 0 and _ENTRY.match(block.text)
            if not is_its_own and not _GOES_ON.match(block.text, end):
                before = block.text[max(0, at - 20) : at].split(" ")[-2:-1] or [""]
                found.setdefault(before[0].casefold(), []).append((block, at))
            at = block.text.find(name, end)
    return found
