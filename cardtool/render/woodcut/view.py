"""What a sky is drawn for."""

from __future__ import annotations

from typing import NamedTuple

from cardtool.render.woodcut.knife import Frame, Hand, Point

__all__ = ["View"]


class View(NamedTuple):
    """What a sky is drawn for: its hand, its frame down to the horizon, and the figure's place."""

    hand: Hand
    frame: Frame
    focus: Point
    radius: float

    @property
    def side(self) -> int:
        """Left (-1) or right (1), by chance: where what is not central goes."""
        return self.hand.choice((-1, 1))
