"""The things named in a sentence of which values are quoted: each right before its value, and by itself."""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass

from cardtool.lint.lazy import Lazy
from cardtool.lint.values_given import as_name

__all__ = ["NamedHere", "is_as_written", "is_opening", "named_before"]

_WORD = re.compile(r"[\w'’-]+")
_BEFORE = Lazy(
    r"the|an?|each|every|all|your|his|her|their|its|of|on|onto|to|with|against|from|by|in|into|at|for|while|"
    r"play|use|take|draw|build|buy|choose|discard|gain|reveal|attack|fight|defeat"
)
_VERB = re.compile(r"[a-z]+[^s'’]s")
_MOST_WORDS, _LONGEST_NAMES = 6, 120  # of a name; letters


@dataclass(frozen=True, slots=True)
class NamedHere:
    """A thing named in a sentence, as written there, and the word before it; whether they begin it."""

    name: str
    article: str
    is_first: bool


def named_before(before: str, names: Collection[str]) -> NamedHere | None:
    """The thing whose name these words end in, where nothing before the name may change what it is."""
    words = [*_WORD.finditer(before, max(0, len(before) - _LONGEST_NAMES))][-_MOST_WORDS:]
    if not words or words[-1].end() != len(before):
        return None
    for word in words:
        name = before[word.start() :]
        if as_name(name) in names and name[0].isupper():
            return _with_its_words(before[: len(before) - len(name)], name)
    return None


def _with_its_words(before: str, name: str) -> NamedHere | None:
    """The name, where it stands alone: not after `upgraded`, `two`, or as one of several."""
    said = before.rstrip()
    if is_opening(said) or said.endswith("),"):
        return NamedHere(name, "", is_first=is_opening(said))
    rest, _, last = said.rpartition(" ")
    rest = rest.rstrip()
    if last.lower() == "and":
        return NamedHere(name, "", is_first=False) if rest.endswith(")") else None
    is_joined = rest.rpartition(" ")[2].lower() in ("and", "or", "plus", "&", "two", "three")
    is_free = _BEFORE.fullmatch(last) or _VERB.fullmatch(last)
    if is_joined or not is_free or (rest and last[0].isupper()):
        return None
    return NamedHere(name, last.lower(), is_first=is_opening(rest))


def is_opening(before: str) -> bool:
    """Whether what follows these words is the beginning of a statement."""
    said = before.rstrip()
    return not said or said[-1] in ":;—–"


def is_as_written(written: str, given: str) -> bool:
    """Whether the capitals are those of the name given, or of a name given in capitals throughout."""
    if given.isupper() and len(given) > 3:
        return all(word[0].isupper() for word in written.split() if len(word) > 3)
    return written.replace("’", "'") == given.replace("’", "'")
