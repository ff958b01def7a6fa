"""What comes in the box, before and after: the packs of a game, and how many there are of each kind."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from cardtool.model import Game, Kind, Pack, Source


@dataclass(frozen=True, slots=True)
class PackChange:
    """A pack that is not what it was; `before` is None where it is new, `after` where it is gone."""

    before: Pack | None
    after: Pack | None
    source: Source

    @property
    def id(self) -> str:
        """The id of the pack."""
        pack = self.after or self.before
        assert pack is not None
        return pack.id


@dataclass(frozen=True, slots=True)
class CountChange:
    """A kind of which there are more or fewer, copies counted; 0 where there were none, or are none."""

    kind: Kind
    old: int
    new: int


def pack_changes(before: Game, after: Game) -> Iterator[PackChange]:
    """Yield the packs that came, went, or hold something else or join for other numbers of players."""
    old, new = ({pack.id: pack for pack in game.packs} for game in (before, after))
    for id in dict.fromkeys((*new, *old)):
        one, other = old.get(id), new.get(id)
        if one is None or other is None or pack_data(one) != pack_data(other):
            yield PackChange(one, other, other.source if other else after.source)


def count_changes(before: Game, after: Game) -> Iterator[CountChange]:
    """Yield the kinds of which there are more or fewer; those that could not be read whole are left out."""
    unread = before.incomplete | after.incomplete
    old, new = ({kind.id: kind for kind in game.kinds} for game in (before, after))
    for id, kind in {**new, **{id: kind for id, kind in old.items() if id not in new}}.items():
        counts = before.copies_of(id), after.copies_of(id)
        if id not in unread and counts[0] != counts[1]:
            yield CountChange(kind, *counts)


def pack_data(pack: Pack | None) -> dict[str, Any] | None:
    """Return a pack as plain data; None where there is none."""
    if pack is None:
        return None
    players = {"least": pack.least, "most": pack.most}
    return {"players": players, "kinds": sorted(pack.kinds), "again": pack.again or None}
