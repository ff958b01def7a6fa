"""Names that a document writes in two ways, found in it alone: no list of cards is known."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Sequence

from cardtool.lint.distance import slips_of
from cardtool.lint.entry_names import slips_in_entries
from cardtool.lint.name_runs import NameRun, OwnSlip, name_runs
from cardtool.lint.spelt import key_of
from cardtool.prose import Text

__all__ = ["slips_of_own_names"]

_LEAST = 5  # letters of a word that may have lost or gained one


def slips_of_own_names(text: Text, known: Collection[str]) -> Iterator[OwnSlip]:
    """Every name of several words that is nearly another of the same text; names of cards are not judged."""
    runs = [run for run in name_runs(text) if run.written not in known]
    small = _small_words(text)
    yield from _apostrophes(runs, small)
    yield from _letters(runs, small)
    yield from slips_in_entries(text)


def _small_words(text: Text) -> set[str]:
    """The words that the text also writes small."""
    return {word for block in text.current for word in re.findall(r"(?<![\w'’])[a-z][a-z'’]*", block.text)}


def _apostrophes(runs: Sequence[NameRun], small: Collection[str]) -> Iterator[OwnSlip]:
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


def _letters(runs: Sequence[NameRun], small: Collection[str]) -> Iterator[OwnSlip]:
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
