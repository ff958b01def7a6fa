"""How texts came to fit their boxes. Type sizes in points, leading as a multiple of them, room in mm."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from cardtool.model.faces import Face

__all__ = ["Fit", "Setting"]


class Setting(NamedTuple):
    """A size of type, and the distance of its lines as a multiple of it."""

    size: float
    leading: float


@dataclass(frozen=True, slots=True)
class Fit:
    """A text set otherwise than its template designed it. `room` is the height its box has left.

    `needed` is the size the text itself would have fitted at; where `used` is smaller, it shares that
    with others of its kind. `title` is what messages call the face.
    """

    face: Face
    title: str
    box: str
    designed: Setting
    needed: float
    used: Setting
    room: float

    @property
    def shared(self) -> bool:
        """Whether the text is smaller than it needs, to be of one size with others."""
        return self.used.size < self.needed
