"""Which sizes of type texts of one sort come to share, so that a deck looks even. Draws nothing.

Texts are of one sort where their kind, side, box and designed size are the same. Of the sizes they need,
those within a quarter point of the smallest become that one; then the same among the sizes left.
"""

from __future__ import annotations

from collections.abc import Iterable

from cardtool.render.batch import Evened, Fitting

__all__ = ["evened"]

_NEAR = 0.25 + 1e-9  # pt


def evened(fittings: Iterable[Fitting]) -> Evened:
    """For each sort with texts that were made smaller: which sizes become which; others stay.

    The designed size counts as needed by somebody. Sorts in which nothing changes are left out.
    """
    sizes: dict[str, set[float]] = {}
    for each in fittings:
        if each.needed < each.designed.size:
            sizes.setdefault(each.group, {each.designed.size}).add(each.needed)
    shared = {group: _shared(sorted(needed)) for group, needed in sizes.items()}
    return {group: become for group, become in sorted(shared.items()) if become}


def _shared(needed: Iterable[float]) -> dict[float, float]:
    become: dict[float, float] = {}
    smallest = 0.0
    for size in needed:
        if smallest and size - smallest <= _NEAR:
            become[size] = smallest
        else:
            smallest = size
    return become
