"""The spaces of a game's boards, before and after: what came and went, moved, or is called otherwise.

Spaces are told by their ids. One that has another id in the same place was renamed. Lengths are millimetres.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from statistics import median
from typing import Any

from cardtool.geometry import Point
from cardtool.model import Game, Layout, Source, Space

_SEEN = 1.0  # mm; a space that is moved by less is where it was
_SAME_PLACE = 1.0  # mm between the middles of a space and of what it is called now


@dataclass(frozen=True, slots=True)
class SpacePair:
    """A space before and after. `by` is how far it moved, against the board as a whole."""

    before: Space
    after: Space
    by: float = 0.0

    @property
    def is_elsewhere(self) -> bool:
        """Return whether it moved by more than half of what it is across."""
        return self.by > min(self.after.outline.size) / 2


@dataclass(frozen=True, slots=True)
class LayoutChange:
    """A layout that is not what it was; `before` is None where it is new, `after` where it is gone.

    `counts` are the sorts of which there are more or fewer spaces, with how many there were and are;
    `resorted` are spaces of another sort.
    """

    before: Layout | None
    after: Layout | None
    counts: Mapping[str, tuple[int, int]]
    added: tuple[Space, ...] = ()
    removed: tuple[Space, ...] = ()
    moved: tuple[SpacePair, ...] = ()
    renamed: tuple[SpacePair, ...] = ()
    resorted: tuple[SpacePair, ...] = ()

    @property
    def layout(self) -> Layout:
        """The layout as it is, or as it was last."""
        layout = self.after or self.before
        assert layout is not None
        return layout

    @property
    def source(self) -> Source | None:
        """Where it can be mended: at the first space that came or changed; None where all of it is gone."""
        spaces = (*self.added, *(pair.after for pair in (*self.renamed, *self.resorted, *self.moved)))
        return spaces[0].source if spaces else self.after.source if self.after else None

    @property
    def sizes(self) -> tuple[int, int]:
        """How many spaces there were, and are."""
        old, new = (len(each.spaces) if each else 0 for each in (self.before, self.after))
        return old, new


def layout_changes(before: Game, after: Game) -> Iterator[LayoutChange]:
    """Yield the layouts that are not what they were; what could not be read in either version is left out."""
    unread = before.incomplete | after.incomplete
    for id in dict.fromkeys((*after.layouts, *before.layouts)):
        if f"layouts/{id}.yaml" not in unread:
            change = _compare(before.layouts.get(id), after.layouts.get(id))
            if change is not None:
                yield change


def _compare(before: Layout | None, after: Layout | None) -> LayoutChange | None:
    counts = _changed_counts(before, after)
    if before is None or after is None:
        return LayoutChange(before, after, counts)
    old, new = ({space.id: space for space in layout.spaces} for layout in (before, after))
    kept = [(old[id], space) for id, space in new.items() if id in old]
    shift = _common_shift(kept)
    went = {id: space for id, space in old.items() if id not in new}
    renamed = tuple(_renamed(went, [space for id, space in new.items() if id not in old], shift))
    known = {pair.after.id for pair in renamed}, {pair.before.id for pair in renamed}
    pairs = (*(SpacePair(*pair, _distance(*pair, shift)) for pair in kept), *renamed)
    change = LayoutChange(
        before,
        after,
        counts,
        added=tuple(space for id, space in new.items() if id not in old and id not in known[0]),
        removed=tuple(space for id, space in went.items() if id not in known[1]),
        moved=tuple(pair for pair in pairs if pair.by > _SEEN),
        renamed=renamed,
        resorted=tuple(pair for pair in pairs if pair.before.sort != pair.after.sort),
    )
    lists = change.added, change.removed, change.moved, change.renamed, change.resorted
    return change if any(lists) else None


def _changed_counts(before: Layout | None, after: Layout | None) -> dict[str, tuple[int, int]]:
    old, new = (dict(layout.counts) if layout else {} for layout in (before, after))
    pairs = {sort: (old.get(sort, 0), new.get(sort, 0)) for sort in dict.fromkeys((*new, *old))}
    return {sort: (one, other) for sort, (one, other) in pairs.items() if one != other}


def _common_shift(kept: list[tuple[Space, Space]]) -> Point:
    """Return by how much most spaces moved: a board that grew on its left is the same board."""
    stayed = [before for before, after in kept if math.dist(before.centre, after.centre) <= _SEEN]
    if 2 * len(stayed) >= len(kept):
        return Point(0, 0)
    across = median(after.centre.x - before.centre.x for before, after in kept)
    return Point(across, median(after.centre.y - before.centre.y for before, after in kept))


def _distance(before: Space, after: Space, shift: Point) -> float:
    return math.dist(before.centre.moved(shift), after.centre)


def _renamed(went: Mapping[str, Space], came: list[Space], shift: Point) -> Iterator[SpacePair]:
    """Yield each space that came where one went, with the one that was there."""
    left = dict(went)
    for space in came:
        near = [old for old in left.values() if _distance(old, space, shift) <= _SAME_PLACE]
        if near:
            old = min(near, key=lambda each: _distance(each, space, shift))
            del left[old.id]
            yield SpacePair(old, space)


def layout_data(change: LayoutChange) -> dict[str, Any]:
    """Return a change of a layout as plain data."""
    old, new = change.sizes
    how = "added" if change.before is None else "removed" if change.after is None else "changed"
    return {
        "id": change.layout.id,
        "title": change.layout.title,
        "change": how,
        "spaces": {"old": old, "new": new},
        "counts": [{"sort": sort, "old": a, "new": b} for sort, (a, b) in change.counts.items()],
        "added": [space.id for space in change.added],
        "removed": [space.id for space in change.removed],
        "moved": [{"id": pair.after.id, "by_mm": round(pair.by, 2)} for pair in change.moved],
        "renamed": [{"old": pair.before.id, "new": pair.after.id} for pair in change.renamed],
        "sorts": [
            {"id": pair.after.id, "old": pair.before.sort, "new": pair.after.sort} for pair in change.resorted
        ],
    }
