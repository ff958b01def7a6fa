"""Names that a document writes in two ways, found in it alone: no list of cards is known."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Sequence
from typing import NamedTuple

from cardtool.lint.casing import begins_sentence, is_shouted
from cardtool.lint.common_words import COMMON
from cardtool.lint.distance import slips_of
from cardtool.lint.spelt import key_of
from cardtool.prose import Block, Sort, Text

__all__ = ["OwnSlip", "slips_of_own_names"]

_CAPITAL = r"[A-Z][^\W\d_]+(?:['’][^\W\d_]+)*"
_RUN = re.compile(rf"{_CAPITAL}(?:[ -](?:of |of the |the )?{_CAPITAL}){{1,5}}")
_ENTRY = re.compile(rf"({_CAPITAL}(?: {_CAPITAL}){{1,3}}) ?(?::|\s[–—-]\s)")
_LEAST = 5  # letters of a word that may have lost or gained one


class _Run(NamedTuple):
    """Words with capitals beside each other: a name, or part of one."""

    block: Block
    start: int
    written: str


class OwnSlip(NamedTuple):
    """Where a name is written otherwise than elsewhere, and how it is written there."""

    block: Block
    start: int
    right: str
    message: str


def slips_of_own_names(text: Text, known: Collection[str]) -> Iterator[OwnSlip]:
    """Every name of several words that is nearly another of the same text; names of cards are not judged."""
    runs = [run for run in _runs(text) if run.written not in known]
    small = _small_words(text)
    yield from _apostrophes(runs, small)
    yield from _letters(runs, small)
    yield from _entries(text, runs)


def _runs(text: Text) -> Iterator[_Run]:
    for block in text.current:
        if block.sort is not Sort.HEADING and not is_shouted(block.text):
            for match in _RUN.finditer(block.text):
                start = match.start() + _led_in(block.text, match)
                written = block.text[start : match.end()].replace("’", "'")
                if " " in written and not is_shouted(written):
                    yield _Run(block, start, written)


def _led_in(text: str, run: re.Match[str]) -> int:
    """How many letters of the run only have their capital because a sentence begins."""
    first, _, rest = run[0].partition(" ")
    if not begins_sentence(text, run.start()):
        return 0
    small = re.match(r"(?:of |the )*", rest)
    led = len(first) + 1 + (small.end() if small else 0)
    is_name = len(run[0].split()) == 2 and first.casefold() not in COMMON
    return 0 if is_name else led


def _small_words(text: Text) -> set[str]:
    """The words that the text also writes small."""
    return {word for block in text.current for word in re.findall(r"(?<![\w'’])[a-z][a-z'’]*", block.text)}


def _apostrophes(runs: Sequence[_Run], small: Collection[str]) -> Iterator[OwnSlip]:
    """Crom's Knackers and Croms Knackers; not Player's Turn and Players Turn, which are both English."""
    forms: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for run in runs:
        forms[re.sub(r"[' -]", "", run.written).casefold()][run.written] += 1
    for run in runs:
        others = forms[re.sub(r"[' -]", "", run.written).casefold()]
        right = next((form for form in sorted(others) if _has_lost_one(run.written, form, small)), None)
        if right and others[right] >= others[run.written]:
            yield OwnSlip(run.block, run.start, right, f'"{run.written}" is also written "{right}"')


def _has_lost_one(written: str, form: str, small: Collection[str]) -> bool:
    """Whether this is the form without its apostrophes, of words that only stand in names."""
    if "'" in written or written != form.replace("'", ""):
        return False
    owners = re.findall(r"([^\W\d_]+)'s\b", form)
    return bool(owners) and not any(owner.casefold() in small for owner in owners)


def _letters(runs: Sequence[_Run], small: Collection[str]) -> Iterator[OwnSlip]:
    """Wasteland Wich, once, and Wasteland Witch, oftener: a letter is lost, gained or swapped."""
    counts = Counter(run.written for run in runs)
    words = Counter(word.casefold() for run in runs for word in run.written.split())
    by_rest: defaultdict[tuple[int, tuple[str, ...]], set[str]] = defaultdict(set)
    for written in counts:
        for at, rest in _rests(written):
            by_rest[at, rest].add(written)
    for run in runs:
        for at, rest in _rests(run.written) if counts[run.written] == 1 else ():
            odd = run.written.split()[at].casefold()
            if words[odd] > 1 or odd in small:
                continue
            rights = [
                form for form in by_rest[at, rest] if counts[form] > 1 and _is_a_slip(odd, form.split()[at])
            ]
            if len(rights) == 1:
                message = f'"{run.written}" is written "{rights[0]}" elsewhere'
                yield OwnSlip(run.block, run.start, rights[0], message)


def _rests(written: str) -> Iterator[tuple[int, tuple[str, ...]]]:
    words = written.split()
    for at in range(len(words)):
        yield at, (*words[:at], *words[at + 1 :])


def _is_a_slip(odd: str, right: str) -> bool:
    right = right.casefold()
    if max(len(odd), len(right)) < _LEAST or key_of(odd) == key_of(right) or slips_of(odd, right) != 1:
        return False
    return len(odd) != len(right) or sorted(odd) == sorted(right)


def _entries(text: Text, runs: Sequence[_Run]) -> Iterator[OwnSlip]:
    """The Spiked Wall in the entry for Spiked Pillars, where neither is named anywhere else."""
    entries = [match[1] for block in text.current if (match := _ENTRY.match(block.text))]
    heads = {entry.casefold() for entry in entries} | {
        block.text.casefold() for block in text.current if block.sort is Sort.HEADING
    }
    for block in text.current:
        match = _ENTRY.match(block.text)
        if match is None:
            continue
        first, *_ = match[1].split()
        for other in re.finditer(rf"\b[Tt]he ({re.escape(first)} [A-Z]?[a-z]+)\b", block.text[match.end() :]):
            name = other[1]
            if _is_meant_for(name, match[1], heads, block.text[match.end() :]):
                start = match.end() + other.start(1)
                yield OwnSlip(
                    block,
                    start,
                    match[1],
                    f'"{name}" stands in the entry for {match[1]}, and has none of its own',
                )


def _is_meant_for(name: str, entry: str, heads: Collection[str], said: str) -> bool:
    """Whether a name with the first word of the entry is nothing else, and the entry's own is never said."""
    if (
        name.casefold() in heads
        or len(name.split()) != len(entry.split())
        or entry.casefold() in said.casefold()
    ):
        return False
    return (
        key_of(name.rsplit(maxsplit=1)[-1]) != key_of(entry.rsplit(maxsplit=1)[-1])
        and said.count(name.split(maxsplit=1)[0]) > 1
    )
