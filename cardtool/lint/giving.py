"""How rules say that everybody is given something: "deal each player", "each player takes"."""

from __future__ import annotations

from collections.abc import Collection
from functools import lru_cache

from cardtool.documents import pattern_of_any
from cardtool.lint.lazy import Lazy

__all__ = ["each_of", "to_each"]


def each_of(roles: Collection[str]) -> str:
    """A pattern of each player, and of each of those that the players are in the game."""
    return rf"\b(?:each|every)\s(?:{pattern_of_any(('player', *roles))})\b"


@lru_cache(maxsize=8)
def to_each(roles: Collection[str] = ()) -> Lazy:
    """The words behind which stands what is given. `roles` are what a text calls its players besides."""
    each = each_of(roles)
    return Lazy(
        rf"\b(?:give|deal|hand)\s(?:out\sto\s)?{each}|"
        rf"(?:{each}|\beveryone\b|\beverybody\b)\s"
        r"(?:takes|gets|receives|draws|is\s(?:dealt|given)|(?:starts|begins)\swith)\b"
    )
