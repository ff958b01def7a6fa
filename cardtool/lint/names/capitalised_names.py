"""Names of several words, as a text writes them itself with capitals, and entries of a list that call their
thing otherwise."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from typing import NamedTuple

from cardtool.documents import Block, BlockType, Text, singular
from cardtool.lint.core.matching import COMMON_WORDS, word_key
from cardtool.lint.core.sentence_context import begins_sentence, is_all_capitals
from cardtool.lint.names.spelling_variants import RareSpelling, SpellingVariants
from cardtool.model import Source

CAPITALISED_WORD = r"[A-Z][^\W\d_]{1,60}+(?:['’][^\W\d_]{1,60}+){0,3}+"
"""A word with a capital, as a pattern; one of more letters is none."""

_RUN = re.compile(rf"{CAPITALISED_WORD}(?:[ -](?:of |of the |the )?{CAPITALISED_WORD}){{1,5}}")


class NameRun(NamedTuple):
    """Words with capitals beside each other: a name, or part of one."""

    block: Block
    start: int
    written: str


class NameSlip(NamedTuple):
    """Where a name is written otherwise than elsewhere, and how it is written there.

    `others` are more places at which it is written so, of which the message speaks as well.
    """

    block: Block
    start: int
    right: str
    message: str
    others: tuple[Source, ...] = ()

    @property
    def sources(self) -> tuple[Source, ...]:
        """All places of which the message speaks."""
        return self.block.at(self.start), *self.others


def name_runs(text: Text) -> Iterator[NameRun]:
    """Yield every run of several such words, save in headings and in all capitals; ’ is written as '."""
    for block in text.current:
        if block.sort is not BlockType.HEADING and not is_all_capitals(block.text):
            for match in _RUN.finditer(block.text):
                start = match.start() + _sentence_lead(block.text, match)
                written = block.text[start : match.end()].replace("’", "'")
                if " " in written and not is_all_capitals(written):
                    yield NameRun(block, start, written)


def _sentence_lead(text: str, run: re.Match[str]) -> int:
    """Return how many letters of the run only have their capital because a sentence begins."""
    first, _, rest = run[0].partition(" ")
    if not begins_sentence(text, run.start()):
        return 0
    small = re.match(r"(?:of |the )*", rest)
    led = len(first) + 1 + (small.end() if small else 0)
    is_name = len(run[0].split()) == 2 and first.casefold() not in COMMON_WORDS
    return 0 if is_name else led


_ENTRY = re.compile(rf"({CAPITALISED_WORD}(?: {CAPITALISED_WORD}){{1,3}}) ?(?::|\s[–—-]\s)")
_GOES_ON = re.compile(r"[\w'’-]| [A-Z]")
_NAME = re.compile(rf"{CAPITALISED_WORD}(?: {CAPITALISED_WORD}){{1,3}}")


def headed_names(text: Text) -> set[str]:
    """Return the names of several words that are a heading, or the head of an entry; ’ is written as '."""
    names = [match[1] for _, match in _entries(text)] + list(filter(_NAME.fullmatch, _headings(text)))
    return {name.replace("’", "'") for name in names if not is_all_capitals(name)}


def slips_in_entries(text: Text) -> Iterator[NameSlip]:
    """Yield the Spiked Wall in the entry for Spiked Pillars, where neither is named anywhere else."""
    entries = _entries(text)
    heads = {match[1].casefold() for _, match in entries} | {name.casefold() for name in _headings(text)}
    for block, match in entries:
        yield from _entry_slips(block, match, heads)


def in_two_numbers(text: Text) -> Iterator[SpellingVariants]:
    """Yield names also used in the singular, though nobody counts them: the Wall Ruin, Wall Ruins."""
    names = {match[1] for _, match in _entries(text)} | set(filter(_NAME.fullmatch, _headings(text)))
    for name in sorted(names):
        one = singular(name)
        if one != name and not is_all_capitals(name):
            yield from _spoken_of_as_one(text, name, one)


def _entries(text: Text) -> list[tuple[Block, re.Match[str]]]:
    return [(block, match) for block in text.current if (match := _ENTRY.match(block.text))]


def _headings(text: Text) -> Iterator[str]:
    return (block.text for block in text.current if block.sort is BlockType.HEADING)


def _entry_slips(block: Block, entry: re.Match[str], heads: Collection[str]) -> Iterator[NameSlip]:
    """Yield other names that the text of the entry has for its thing, each once with all its places."""
    named, said = entry[1], block.text[entry.end() :]
    first = named.split(maxsplit=1)[0]
    starts: dict[str, list[int]] = {}
    for other in re.finditer(rf"\b[Tt]he ({re.escape(first)} [A-Z]?[a-z]+)\b", said):
        if other[1].casefold() not in heads and _is_meant_for_entry(other[1], named, said):
            starts.setdefault(other[1].casefold(), []).append(entry.end() + other.start(1))
    for name, (start, *others) in starts.items():
        written = block.text[start : start + len(name)]
        times = f", {len(others) + 1} times" if others else ""
        message = f'the entry is called {named}, its text says "{written}"{times}'
        yield NameSlip(block, start, named, message, tuple(map(block.at, others)))


def _is_meant_for_entry(name: str, entry: str, said: str) -> bool:
    """Return whether a name begins as the entry does and is another, and the entry's own is never said."""
    first, *others = name.split()
    if len(others) + 1 != len(entry.split()) or entry.casefold() in said.casefold():
        return False
    return word_key(others[-1]) != word_key(entry.rsplit(maxsplit=1)[-1]) and said.count(first) > 1


def _spoken_of_as_one(text: Text, name: str, one: str) -> Iterator[SpellingVariants]:
    """Yield what speaks of one where all are one thing: both have `the` before them, and nothing else."""
    of_one = _uses_by_word_before(text, one)
    of_many = _uses_by_word_before(text, name) if of_one else {}
    if of_many and of_one and {*of_many, *of_one} == {"the"}:
        way = [RareSpelling(block.at(start), one, name) for block, start in of_one["the"]]
        yield SpellingVariants(f"{len(of_many['the'])} × the {name}, {len(way)} × the {one}", [way])


def _uses_by_word_before(text: Text, name: str) -> Mapping[str, list[tuple[Block, int]]]:
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
