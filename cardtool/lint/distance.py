"""How near two words are to each other, in slips of a typist."""

from __future__ import annotations

from collections.abc import Iterator

__all__ = ["is_near", "slips_of", "without_one"]


def is_near(word: str, other: str, most: int) -> bool:
    """Whether at most so many letters must be changed, added, left out or swapped with the next."""
    return word != other and abs(len(word) - len(other)) <= most and slips_of(word, other) <= most


def slips_of(word: str, other: str) -> int:
    """How many letters must be changed, added, left out, or swapped with the next."""
    before: list[int] = []
    row = list(range(len(other) + 1))
    for i, sign in enumerate(word, start=1):
        before, last, row = row, before, [i]
        for j, there in enumerate(other, start=1):
            best = min(before[j] + 1, row[-1] + 1, before[j - 1] + (sign != there))
            if i > 1 and j > 1 and sign == other[j - 2] and word[i - 2] == there:
                best = min(best, last[j - 2] + 1)
            row.append(best)
    return row[-1]


def without_one(word: str) -> Iterator[str]:
    """The word, and it with each letter lost in turn: words that are one slip apart share one of these."""
    yield word
    for at in range(len(word)):
        yield word[:at] + word[at + 1 :]
