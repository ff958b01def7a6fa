"""Letters into phrases: what stands side by side belongs together. Knows no page."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from cardtool.geometry import Box

__all__ = ["Letter", "Phrase", "phrases"]


class Letter(NamedTuple):
    """A letter, and where it stands."""

    box: Box
    letter: str


class Phrase(NamedTuple):
    """Letters of a line that stand side by side; a line may have gaps as wide as a card."""

    box: Box
    words: str


def phrases(letters: Iterable[Letter], gap: float) -> Iterator[Phrase]:
    """The letters of a line taken apart where they are more than `gap` mm from each other."""
    together: list[Letter] = []
    for letter in letters:
        if letter.letter.isspace() or not letter.letter.isprintable():
            together += [Letter(together[-1].box, " ")] if together else []
            continue
        if together and _between(together[-1].box, letter.box) > gap:
            yield _phrase(together)
            together = []
        together.append(letter)
    if together:
        yield _phrase(together)


def _phrase(letters: list[Letter]) -> Phrase:
    words = "".join(letter.letter for letter in letters)
    return Phrase(Box.hull(letter.box for letter in letters), " ".join(words.split()))


def _between(one: Box, other: Box) -> float:
    """How far two boxes are from each other, along the one axis or the other."""
    return max(other.left - one.right, one.left - other.right, other.top - one.bottom, one.top - other.bottom)
