"""The sets that a game appears in: a base game and its expansions, each with a symbol and counts."""

from __future__ import annotations

from dataclasses import dataclass

from cardtool.model.source import Source


@dataclass(frozen=True, slots=True)
class DeclaredCount:
    """How many there are to be, copies counted, and where that is said; without a `kind`, of all kinds."""

    kind: str
    count: int
    source: Source


@dataclass(frozen=True, slots=True)
class CardSet:
    """A base game, an expansion or a promotion. Records name it in their field `set`.

    `symbol` is the name of an icon, empty where it has none; `counts` are what is promised of it.
    """

    id: str
    title: str
    symbol: str
    counts: tuple[DeclaredCount, ...]
    source: Source


SET_FIELD = "set"
"""The field of a record that names its set. Where a game has sets, every record has it."""
