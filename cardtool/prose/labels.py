"""The labels that items of a list carry: bullets, numbers, letters, `Phase 4`; and which follows which."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

__all__ = ["BULLET", "Rank", "begins", "follows", "ranks", "same_style"]

BULLET = "•"
"""The label of every item with a bullet, whichever sign it was written with."""

_ROMAN = {"i": 1, "v": 5, "x": 10, "l": 50}
_ROMAN_NUMERAL = re.compile(r"x{0,3}(?:ix|iv|v?i{0,3})")
_ORDINALS = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"]
_WORDED = re.compile(r"([A-Za-z]+) (\w{1,5})")
_FIGURES = re.compile(r"((?:\d{1,3}\.)*)(\d{1,9})")
_PARTED = re.compile(r"(\d{1,3})([a-z])")


class Rank(NamedTuple):
    """The number a label stands for in lists of a style; a list has one style throughout."""

    style: str
    number: int


@lru_cache(maxsize=1024)
def ranks(label: str) -> tuple[Rank, ...]:
    """What a label can stand for: `3` is the third, `i` the first in Roman or the ninth letter."""
    return tuple(_ranks(label))


@lru_cache(maxsize=1 << 14)
def same_style(label: str, other: str) -> bool:
    """Whether these can be labels of one list."""
    if BULLET in (label, other) or not (label and other):
        return label == other
    styles = {rank.style for rank in ranks(label)}
    others = {rank.style for rank in ranks(other)}
    return bool(styles & others) or styles == others


@lru_cache(maxsize=1024)
def begins(label: str) -> bool:
    """Whether a label can be the first of a list: 1, a, i, Phase 1; a bullet never tells."""
    return any(rank.number == 1 for rank in ranks(label))


@lru_cache(maxsize=1 << 14)
def follows(label: str, after: str) -> bool:
    """Whether a label is the one that comes next after another: 3 after 2, c after b, 1b after 1a."""
    before = ranks(after)
    return any(Rank(rank.style, rank.number - 1) in before for rank in ranks(label))


def _ranks(label: str) -> Iterator[Rank]:
    if worded := _WORDED.fullmatch(label):
        for rank in ranks(worded[2]):
            yield Rank(f"{worded[1].lower()} {rank.style}", rank.number)
    elif figures := _FIGURES.fullmatch(label):
        yield Rank(f"{figures[1]}1", int(figures[2]))
    elif parted := _PARTED.fullmatch(label):
        yield Rank(f"{parted[1]}a", ord(parted[2]) - ord("a") + 1)
    elif label.lower() in _ORDINALS:
        yield Rank("one", _ORDINALS.index(label.lower()) + 1)
    elif label.isascii() and label.isalpha():
        yield from _of_letters(label)


def _of_letters(label: str) -> Iterator[Rank]:
    low, case = label.lower(), "A" if label.isupper() else "a"
    if len(low) == 1:
        yield Rank(case, ord(low) - ord("a") + 1)
    if _ROMAN_NUMERAL.fullmatch(low):
        yield Rank(case.replace("A", "I").replace("a", "i"), _roman(low))


def _roman(numeral: str) -> int:
    values = [_ROMAN[sign] for sign in numeral]
    return sum(
        -value if value < after else value for value, after in zip(values, [*values[1:], 0], strict=True)
    )
