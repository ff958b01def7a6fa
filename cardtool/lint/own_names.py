"""Names that a document writes in two ways, found in it alone: no list of cards is known."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Sequence

from cardtool.documents import Text
from cardtool.lint.common_words import COMMON
from cardtool.lint.distance import slips_of
from cardtool.lint.entry_names import headed_names, slips_in_entries
from cardtool.lint.name_forms import other_forms
from cardtool.lint.name_runs import NameRun, OwnSlip, name_runs
from cardtool.lint.spelt import key_of
from cardtool.lint.two_englishes import are_one_word

__all__ = ["slips_of_own_names"]

_LEAST = 5  # letters of a word that may have lost or gained one
_LONG = 6  # letters of a word that may have another vowel
_FEW = 6  # times that the other words of a name are said


def slips_of_own_names(text: Text, known: Collection[str]) -> Iterator[OwnSlip]:
    """Every name of several words that is nearly another of the same text; names of cards are not judged."""
    runs = [run for run in name_runs(text) if run.written not in known]
    small = _small_words(text)
    yield from _apostrophes(runs, small)
    yield from _letters(runs, small, headed_names(text))
    yield from other_forms(text, runs, small)
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


def _letters(runs: Sequence[NameRun], small: Collection[str], headed: Collection[str]) -> Iterator[OwnSlip]:
    """Wasteland Wich, once, and Wasteland Witch, oftener or as a heading: a letter is not what it was."""
    counts = Counter(run.written for run in runs)
    words = Counter(word.casefold() for run in runs for word in run.written.split())
    by_rest: defaultdict[tuple[int, tuple[str, ...]], set[str]] = defaultdict(set)
    for written in {*counts, *headed}:
        for at, rest in _rests(written):
            by_rest[at, rest].add(written)
    for run in runs:
        for at, rest in _rests(run.written) if counts[run.written] == 1 and run.written not in headed else ():
            odd = run.written.split()[at].casefold()
            near = [form for form in sorted(by_rest[at, rest]) if _is_a_slip(odd, form.split()[at])]
            rights = [form for form in near if counts[form] > 1 or form in headed]
            if len(rights) != 1 or words[odd] > 1:
                continue
            if odd not in small or _is_all_its_own(rest, rights[0], small, words, headed):
                message = f'"{run.written}" is written "{rights[0]}" elsewhere'
                yield OwnSlip(run.block, run.start, rights[0], message)


def _is_all_its_own(
    rest: Sequence[str], right: str, small: Collection[str], words: Counter[str], headed: Collection[str]
) -> bool:
    """Whether the words beside a slip that is a word itself only stand in the name that a heading has."""
    others = [word.casefold() for word in rest]
    names = Counter(word.casefold() for name in headed for word in name.split())
    return right in headed and all(
        word not in small and names[word] == 1 and word not in COMMON and words[word] < _FEW
        for word in others
    )


def _rests(written: str) -> Iterator[tuple[int, tuple[str, ...]]]:
    words = written.split()
    for at in range(len(words)):
        yield at, (*words[:at], *words[at + 1 :])


def _is_a_slip(odd: str, right: str) -> bool:
    right = right.casefold()
    if max(len(odd), len(right)) < _LEAST or key_of(odd) == key_of(right) or slips_of(odd, right) != 1:
        return False
    if are_one_word(odd, right):
        return False
    return len(odd) != len(right) or sorted(odd) == sorted(right) or _is_other_vowel(odd, right)


def _is_other_vowel(odd: str, right: str) -> bool:
    """Whether a long word has another vowel inside, as in Spidar; Horsemen are more than one Horseman."""
    pair = next((one, other) for one, other in zip(odd, right, strict=True) if one != other)
    is_long = len(odd) >= _LONG and odd[0] == right[0] and odd[-1] == right[-1]
    return is_long and set(pair) <= set("aeiouy") and not odd.endswith(("man", "men"))
