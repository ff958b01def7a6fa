"""Names that a document writes in two forms, both English: Burned and Burnt, Builder's and Builders'."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence

from cardtool.documents import Text
from cardtool.lint.lazy import Lazy
from cardtool.lint.name_runs import CAPITAL, NameRun, OwnSlip

__all__ = ["other_forms"]

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
_OWNED = Lazy(rf"(?-i:\b(?P<owner>[A-Z][a-z]+)(?:['’]s|s['’]) {CAPITAL}(?: {CAPITAL})*)")


def other_forms(text: Text, runs: Sequence[NameRun], small: Collection[str]) -> Iterator[OwnSlip]:
    """Every place of the rarer of two forms of one name; of the later one, where both are as rare."""
    found: defaultdict[str, list[NameRun]] = defaultdict(list)
    for run in (*_with_such_a_word(runs), *_owned(text, small)):
        found[_plain(run.written)].append(run)
    for places in found.values():
        yield from _rarer(places)


def _with_such_a_word(runs: Sequence[NameRun]) -> Iterator[NameRun]:
    """The runs with a word that has two forms; what comes behind an article is another name."""
    either = {*_OF_TWO_FORMS, *_OF_TWO_FORMS.values()}
    for run in runs:
        written = run.written.partition(" the ")[0]
        if " " in written and not either.isdisjoint(written.casefold().split()):
            yield run._replace(written=written)


def _owned(text: Text, small: Collection[str]) -> Iterator[NameRun]:
    """The names of what is somebody's, or several people's, who are never written small."""
    for block in text.current:
        for match in _OWNED.finditer(block.text):
            owner = match["owner"].casefold()
            if owner not in small and f"{owner}s" not in small:
                yield NameRun(block, match.start(), match[0].replace("’", "'"))


def _plain(name: str) -> str:
    """The name with the first of the two forms, and without an apostrophe."""
    words = name.casefold().replace("'", "").split()
    return " ".join(_OF_TWO_FORMS.get(word, word) for word in words)


def _rarer(places: Sequence[NameRun]) -> Iterator[OwnSlip]:
    times: dict[str, int] = {}
    for run in places:
        times[run.written] = times.get(run.written, 0) + 1
    right = max(times, key=lambda written: times[written])
    for run in places:
        if run.written != right and len(times) == 2:
            yield OwnSlip(run.block, run.start, right, f'"{run.written}" is also written "{right}"')
