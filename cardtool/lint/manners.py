"""In which manners, as to capitals, a text writes its terms, and where."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple, TypeVar

from cardtool.documents import Block, BlockType, Text
from cardtool.lint.casing import is_headline
from cardtool.model import Source

__all__ = ["CAPITAL", "SHOUTED", "SMALL", "Use", "commonest", "in_manners"]

SMALL, CAPITAL, SHOUTED = "small", "Capital", "CAPITALS"
M = TypeVar("M")


class Use(NamedTuple):
    """A term as a block writes it at this offset."""

    block: Block
    start: int
    written: str

    @property
    def source(self) -> Source:
        return self.block.at(self.start)


def in_manners(
    text: Text, uses_in: Callable[[Block], Iterable[tuple[str, M, Use]]]
) -> Mapping[str, Mapping[M, list[Use]]]:
    """The uses that blocks of running text have of each term, by manner."""
    found: defaultdict[str, defaultdict[M, list[Use]]] = defaultdict(lambda: defaultdict(list))
    for block in text.current:
        if block.sort is not BlockType.ROW and not is_headline(block):
            for term, manner, use in uses_in(block):
                found[term][manner].append(use)
    return found


def commonest(uses: Sequence[Use]) -> str:
    """How the term is mostly written."""
    return Counter(use.written for use in uses).most_common(1)[0][0]
