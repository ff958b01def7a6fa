"""What a build is asked for."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from cardtool.geometry import Point
from cardtool.model import Backs, Engine

__all__ = ["Order", "Part"]

_NOWHERE = Point(0.0, 0.0)


class Part(StrEnum):
    """What a build can be asked for."""

    SHEETS = "sheets"
    FACES = "faces"
    MATS = "mats"
    RULEBOOK = "rulebook"
    ALL = "all"


@dataclass(frozen=True, slots=True)
class Order:
    """What to build, and how it is to be printed. None means: as the game or the sheet says.

    `sheets` are names of print sheets; where there are none, the game's own is meant. `back_offset`
    moves backs to answer a printer that feeds askew; `margin` is the edge the printer cannot print.
    """

    part: Part = Part.SHEETS
    sheets: tuple[str, ...] = ()
    backs: Backs | None = None
    back_offset: Point = _NOWHERE
    margin: float | None = None
    engine: Engine | None = None

    def asks_for(self, part: Part) -> bool:
        """Whether this part is to be built."""
        return self.part in (part, Part.ALL)

    @property
    def key(self) -> str:
        """The order in a few words, by which the ledger knows it."""
        wishes = [str(self.part), *self.sheets]
        if self.backs is not None:
            wishes.append(f"backs={self.backs}")
        if self.back_offset != _NOWHERE:
            wishes.append(f"back-offset={self.back_offset.x:g},{self.back_offset.y:g}")
        if self.margin is not None:
            wishes.append(f"margin={self.margin:g}")
        if self.engine is not None:
            wishes.append(f"engine={self.engine}")
        return " ".join(wishes)
