"""Where a back goes, given where its front went. Arithmetic only.

A printer that prints both sides turns the paper about one of its edges. Turned about the vertical
axis, left and right change places and the art stays upright; turned about the horizontal axis, top
and bottom change places and the art stands on its head. Folding is a turn about the horizontal axis
that stays on the same side of the paper, so it is the same arithmetic.
"""

from __future__ import annotations

from dataclasses import dataclass

from cardtool.geometry import Axis, Size
from cardtool.impose.layout import Slot
from cardtool.model import Backs

__all__ = ["Turn", "turn"]


@dataclass(frozen=True, slots=True)
class Turn:
    """How paper gets from its front to its back: about an axis, at this x or y."""

    axis: Axis
    at: float

    def back_of(self, front: Slot) -> Slot:
        """The slot that lies behind this one."""
        return front.mirrored(self.axis, self.at)


def turn(backs: Backs, paper: Size) -> Turn | None:
    """The turn this way of printing backs asks for on this paper; None where there are no backs."""
    if backs is Backs.NONE:
        return None
    if backs is Backs.FOLD or _edge(backs, paper) is Axis.HORIZONTAL:
        return Turn(Axis.HORIZONTAL, paper.height / 2)
    return Turn(Axis.VERTICAL, paper.width / 2)


def _edge(backs: Backs, paper: Size) -> Axis:
    """Which way the named edge runs; square paper counts as portrait."""
    long_edge = Axis.VERTICAL if paper.width <= paper.height else Axis.HORIZONTAL
    if backs is Backs.LONG_EDGE:
        return long_edge
    return Axis.HORIZONTAL if long_edge is Axis.VERTICAL else Axis.VERTICAL
