"""Packs a game comes in: what of it is in play for how many players; and the sets that its records appear in:
a base game and its expansions, each with a symbol and counts.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from cardtool.model.source import Source

if TYPE_CHECKING:
    from cardtool.model.game import Game


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


@dataclass(frozen=True, slots=True)
class Pack:
    """A pack that joins the game for `least` players and stays for more; `most` can play with it.

    It holds these kinds; or, where `again` names a pack, the same once more. The first pack says neither, and
    holds whatever no other one does.
    """

    id: str
    least: int
    most: int
    kinds: tuple[str, ...]
    again: str
    source: Source


@dataclass(frozen=True, slots=True)
class PlayerTier:
    """Numbers of players who play with the same packs; `times` is how often each kind is in play then."""

    least: int
    most: int
    times: Mapping[str, int]
    source: Source

    def copies_of(self, game: Game, *kinds: str) -> int:
        """Return how many of these kinds are in play, copies and packs counted."""
        return sum(game.copies_of(kind) * self.times[kind] for kind in kinds)


def player_tiers(game: Game) -> tuple[PlayerTier, ...]:
    """Return the numbers of players by the packs they play with, the fewest first; one without packs."""
    once = {kind.id: 1 for kind in game.kinds}
    if not game.packs:
        return (PlayerTier(game.players.least, game.players.most, once, game.players.source),)
    held = _held_kinds(game)
    times = dict.fromkeys(once, 0)
    tiers: list[PlayerTier] = []
    for pack in game.packs:
        for kind in held[pack.id]:
            times[kind] += 1
        tiers.append(PlayerTier(pack.least, pack.most, dict(times), pack.source))
    return tuple(tiers)


def kinds_in_pack(game: Game, pack: str) -> tuple[str, ...]:
    """Return the kinds that come in a pack, by id. Raises: KeyError."""
    return _held_kinds(game)[pack]


def _held_kinds(game: Game) -> dict[str, tuple[str, ...]]:
    """Return the kinds that each pack holds; nothing where there are no packs."""
    if not game.packs:
        return {}
    first, *others = game.packs
    named = {kind for pack in others for kind in pack.kinds}
    held = {first.id: tuple(kind.id for kind in game.kinds if kind.id not in named)}
    for pack in others:
        held[pack.id] = held[pack.again] if pack.again else pack.kinds
    return held
