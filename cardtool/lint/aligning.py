"""Which of two lists that tell the same in order has something that the other lacks, by their words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from cardtool.lint.targets import content_words, stem

__all__ = ["left_out"]

_FEWEST_ALIKE = 2


def left_out(longer: Sequence[str], shorter: Sequence[str]) -> tuple[int, ...]:
    """The rows of the longer list that answer to none of the shorter; none where the words do not tell.

    The rest are paired in order, so that they have the most and the rarest words in common; of two that
    fit equally well, the later one is left out. Most pairs must have something in common.
    """
    said = [{stem(word) for word in content_words(text)} for text in (*longer, *shorter)]
    often = Counter(word for words in said for word in words)
    here, there = said[: len(longer)], said[len(longer) :]
    alike = [[sum(1 / often[word] for word in sorted(one & other)) for other in there] for one in here]
    pairs = _paired(alike, len(there))
    sure = sum(alike[row][number] > 0 for row, number in pairs)
    if sure < max(_FEWEST_ALIKE, (len(there) + 1) // 2):
        return ()
    return tuple(sorted(set(range(len(here))) - {row for row, _ in pairs}))


def _paired(alike: Sequence[Sequence[float]], width: int) -> list[tuple[int, int]]:
    """The row for every column, in order, that has the most in common over all."""
    best = [[0.0] * (width + 1) for _ in range(len(alike) + 1)]
    for row, scores in enumerate(alike, 1):
        for column in range(1, min(row, width) + 1):
            matched = best[row - 1][column - 1] + scores[column - 1]
            best[row][column] = max(matched, best[row - 1][column]) if row > column else matched
    pairs, row = [], len(alike)
    for column in range(width, 0, -1):
        while row > column and best[row][column] <= best[row - 1][column]:
            row -= 1
        pairs.append((row - 1, column - 1))
        row -= 1
    return pairs
