"""Words that are written for others, in the words around them which show it: slips.tsv, read once."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from cardtool.lint.core import LazyRegex


class Slip(NamedTuple):
    """Words of each group of which one has to be there, and phrases likewise; what cannot be right, its
    group `wrong` holding the word; and the word that belongs there.
    """

    words: tuple[tuple[str, ...], ...]
    phrases: tuple[str, ...]
    pattern: LazyRegex
    right: str

    @classmethod
    def of(cls, pattern: str, right: str) -> Slip:
        """Return the slip of this pattern, reading from it the wrong word and those right beside it."""
        wrong = _WRONG.findall(pattern)[0]
        first, before, after = (_words(each, pattern) for each in (_FIRST, _BEFORE, _AFTER))
        words = [(word,) for word in _LETTERS.findall(wrong)]
        beside = [tuple(each.split()[0] for each in words) for words in (first, after) if words]
        return cls((*words, *beside), _phrases(pattern, wrong, before, after), LazyRegex(pattern), right)


_WRONG = re.compile(r"\(\?P<wrong>([^()]+)\)")
_FIRST = re.compile(r"^\\b\(\?:([a-z|]+)\) ")
_BEFORE = re.compile(r"\\b\(\?:([a-z| ]+)\) \(\?P<wrong>[a-z ]+\)")
_AFTER = re.compile(r"\(\?P<wrong>[a-z ]+\) \(\?:([a-z| ]+)\)(?: |\\b)")
_LETTERS = re.compile("[a-z]+")
_SEVERAL = re.compile("[a-z]+(?: [a-z]+)+")
_PART = re.compile(r"\{([A-Z_]+)\}")


def _words(alternatives: re.Pattern[str], pattern: str) -> tuple[str, ...]:
    """Return the words among which a pattern has a choice at this place; none where it has none."""
    found = alternatives.search(pattern)
    return tuple(found[1].split("|")) if found else ()


def _phrases(pattern: str, wrong: str, before: tuple[str, ...], after: tuple[str, ...]) -> tuple[str, ...]:
    """Return the fewest phrases of which one must stand wherever the pattern is found."""
    lead = " " if " (?P<wrong>" in pattern else ""
    if before and (not after or len(before) <= len(after)):
        return tuple(f"{words} {wrong}" for words in before)
    if after:
        tail = " " if pattern[_AFTER.search(pattern).end() - 1] == " " else ""  # type: ignore[union-attr]
        return tuple(f"{lead}{wrong} {words}{tail}" for words in after)
    return (wrong,) if _SEVERAL.fullmatch(wrong) else ()


def _read(file: Path) -> Iterator[Slip]:
    """Yield the slips of a file, whose first lines say how it is written."""
    parts: dict[str, str] = {}
    for line in file.read_text(encoding="utf-8").splitlines():
        name, _, pattern = line.partition("\t")
        pattern = _PART.sub(lambda part: parts[part[1]], pattern)
        if name.isupper():
            parts[name] = pattern
        elif pattern:
            yield Slip.of(pattern, name)


SLIPS = tuple(_read(Path(__file__).with_name("slips.tsv")))
"""Every slip that is known. None is right in any sentence that we could think of."""
