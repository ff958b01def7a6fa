"""Names that a document writes in two ways, found in it alone: no list of cards is known."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Sequence

from cardtool.documents import Text
from cardtool.lint.core import LazyRegex
from cardtool.lint.core.matching import COMMON_WORDS, word_key
from cardtool.lint.names.capitals import (
    CAPITALISED_WORD,
    NameRun,
    NameSlip,
    headed_names,
    name_runs,
    slips_in_entries,
)
from cardtool.lint.names.near_names import typing_distance
from cardtool.lint.names.spelling_variants import are_one_word

_OF_TWO_FORMS = {
    "burnt": "burned",
    "dreamt": "dreamed",
    "leant": "leaned",
    "leapt": "leaped",
    "learnt": "learned",
    "spelt": "spelled",
    "spilt": "spilled",
    "spoilt": "spoiled",
}
_OWNED = LazyRegex(
    rf"(?-i:\b(?P<owner>[A-Z][a-z]+)(?:['’]s|s['’]) {CAPITALISED_WORD}(?: {CAPITALISED_WORD})*)"
)


def name_variants(text: Text, runs: Sequence[NameRun], small: Collection[str]) -> Iterator[NameSlip]:
    """Yield every place of the rarer of two forms of one name; of the later one, where both are as rare."""
    found: defaultdict[str, list[NameRun]] = defaultdict(list)
    for run in (*_two_form_runs(runs), *_owned_names(text, small)):
        found[_common_form(run.written)].append(run)
    for places in found.values():
        yield from _rarer_forms(places)


def _two_form_runs(runs: Sequence[NameRun]) -> Iterator[NameRun]:
    """Yield the runs with a word that has two forms; what comes behind an article is another name."""
    either = {*_OF_TWO_FORMS, *_OF_TWO_FORMS.values()}
    for run in runs:
        written = run.written.partition(" the ")[0]
        if " " in written and not either.isdisjoint(written.casefold().split()):
            yield run._replace(written=written)


def _owned_names(text: Text, small: Collection[str]) -> Iterator[NameRun]:
    """Yield the names of what is somebody's, or several people's, who are never written small."""
    for block in text.current:
        for match in _OWNED.finditer(block.text):
            owner = match["owner"].casefold()
            if owner not in small and f"{owner}s" not in small:
                yield NameRun(block, match.start(), match[0].replace("’", "'"))


def _common_form(name: str) -> str:
    """Return the name with the first of the two forms, and without an apostrophe."""
    words = name.casefold().replace("'", "").split()
    return " ".join(_OF_TWO_FORMS.get(word, word) for word in words)


def _rarer_forms(places: Sequence[NameRun]) -> Iterator[NameSlip]:
    times: dict[str, int] = {}
    for run in places:
        times[run.written] = times.get(run.written, 0) + 1
    right = max(times, key=lambda written: times[written])
    for run in places:
        if run.written != right and len(times) == 2:
            yield NameSlip(run.block, run.start, right, f'"{run.written}" is also written "{right}"')


_LEAST = 5  # letters of a word that may have lost or gained one
_LONG = 6  # letters of a word that may have another vowel
_FEW = 6  # times that the other words of a name are said


def name_slips(text: Text, known: Collection[str]) -> Iterator[NameSlip]:
    """Yield every name of several words that is nearly another of the same text, save names of cards."""
    runs = [run for run in name_runs(text) if run.written not in known]
    small = {word for block in text.current for word in re.findall(r"(?<![\w'’])[a-z][a-z'’]*", block.text)}
    yield from _lost_apostrophes(runs, small)
    yield from _letter_slips(runs, small, headed_names(text))
    yield from name_variants(text, runs, small)
    yield from slips_in_entries(text)


def _lost_apostrophes(runs: Sequence[NameRun], small: Collection[str]) -> Iterator[NameSlip]:
    """Yield Croms Knackers beside Crom's Knackers; not Players Turn, which is English as well."""
    forms: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for run in runs:
        forms[re.sub(r"[' -]", "", run.written).casefold()][run.written] += 1
    for run in runs:
        others = forms[re.sub(r"[' -]", "", run.written).casefold()]
        right = next((form for form in sorted(others) if _has_lost_one(run.written, form, small)), None)
        if right and others[right] >= others[run.written]:
            yield NameSlip(run.block, run.start, right, f'"{run.written}" is also written "{right}"')


def _has_lost_one(written: str, form: str, small: Collection[str]) -> bool:
    if "'" in written or written != form.replace("'", "") or form.endswith(("'s", "s'")):
        return False
    owners = re.findall(r"([^\W\d_]+)'s\b", form)
    return bool(owners) and not any(owner.casefold() in small for owner in owners)


def _letter_slips(
    runs: Sequence[NameRun], small: Collection[str], headed: Collection[str]
) -> Iterator[NameSlip]:
    """Yield Wasteland Wich, once, beside Wasteland Witch, more often or as a heading."""
    counts = Counter(run.written for run in runs)
    words = Counter(word.casefold() for run in runs for word in run.written.split())
    by_rest: defaultdict[tuple[int, tuple[str, ...]], set[str]] = defaultdict(set)
    for written in {*counts, *headed}:
        for at, rest in _words_without_one(written):
            by_rest[at, rest].add(written)
    for run in runs:
        for at, rest in (
            _words_without_one(run.written) if counts[run.written] == 1 and run.written not in headed else ()
        ):
            odd = run.written.split()[at].casefold()
            near = [form for form in sorted(by_rest[at, rest]) if _is_a_slip(odd, form.split()[at])]
            rights = [form for form in near if counts[form] > 1 or form in headed]
            if len(rights) != 1 or words[odd] > 1:
                continue
            if odd not in small or _is_only_in_heading(rest, rights[0], small, words, headed):
                message = f'"{run.written}" is written "{rights[0]}" elsewhere'
                yield NameSlip(run.block, run.start, rights[0], message)


def _is_only_in_heading(
    rest: Sequence[str], right: str, small: Collection[str], words: Counter[str], headed: Collection[str]
) -> bool:
    """Return whether the words beside a slip that is a word only stand in the name of a heading."""
    others = [word.casefold() for word in rest]
    names = Counter(word.casefold() for name in headed for word in name.split())
    return right in headed and all(
        word not in small and names[word] == 1 and word not in COMMON_WORDS and words[word] < _FEW
        for word in others
    )


def _words_without_one(written: str) -> Iterator[tuple[int, tuple[str, ...]]]:
    words = written.split()
    for at in range(len(words)):
        yield at, (*words[:at], *words[at + 1 :])


def _is_a_slip(odd: str, right: str) -> bool:
    right = right.casefold()
    if (
        max(len(odd), len(right)) < _LEAST
        or word_key(odd) == word_key(right)
        or typing_distance(odd, right) != 1
    ):
        return False
    if are_one_word(odd, right):
        return False
    return len(odd) != len(right) or sorted(odd) == sorted(right) or _is_other_vowel(odd, right)


def _is_other_vowel(odd: str, right: str) -> bool:
    """Return whether a long word has another vowel inside: Spidar; Horsemen are no slip of Horseman."""
    pair = next((one, other) for one, other in zip(odd, right, strict=True) if one != other)
    is_long = len(odd) >= _LONG and odd[0] == right[0] and odd[-1] == right[-1]
    return is_long and set(pair) <= set("aeiouy") and not odd.endswith(("man", "men"))
