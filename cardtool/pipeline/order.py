"""What a build is asked for."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from cardtool.geometry import Point
from cardtool.model import Backs, Engine, HomePrinter

__all__ = ["USUAL_MARGIN", "USUAL_STOCK", "Order", "Part"]

_LEAST_MARGIN = 6.0  # mm; Canon printers lose 5, Brother and HP 4.23 (malware-and-monsters, seen 2026-11)
USUAL_MARGIN = 8.0  # mm; no home printer we know loses more
USUAL_STOCK = "300gsm"


class Part(StrEnum):
    """What a build can be asked for."""

    SHEETS = "sheets"
    FACES = "faces"
    MATS = "mats"
    RULEBOOK = "rulebook"
    BOX = "box"
    ALL = "all"


@dataclass(frozen=True, slots=True)
class Order:
    """What to build, and how it is to be printed. None means: as the game or the sheet says.

    `sheets` are names of print sheets; where there are none, the game's own is meant. `back_offset`
    moves backs to answer a printer that feeds askew; `margin` is the edge the printer cannot print; both
    win over what is known of `printer`. `cutter` names the machine that cuts the sheets,
    `theme` what they are printed in.
    """

    part: Part = Part.SHEETS
    sheets: tuple[str, ...] = ()
    backs: Backs | None = None
    back_offset: Point | None = None
    margin: float | None = None
    printer: HomePrinter | None = None
    cutter: str = ""
    stock: str = USUAL_STOCK
    sleeves: str = ""
    engine: Engine | None = None
    theme: str | None = None

    def asks_for(self, part: Part) -> bool:
        """Whether this part is to be built. A box is not among all: most decks get one once."""
        return self.part in (part, Part.ALL)

    @property
    def unprintable(self) -> tuple[float | None, str]:
        """The edge the printer cannot print, None where only the sheet says, and who said so."""
        if self.margin is None and self.printer is not None:
            return self.printer.margin, f"--my-printer {self.printer.name}"
        return self.margin, "--margin"

    @property
    def margin_of_printer(self) -> float:
        """The edge to keep free where no sheet says anything: what was asked for, or the usual one."""
        margin = self.unprintable[0]
        return USUAL_MARGIN if margin is None else margin

    @property
    def margin_of_box(self) -> float:
        """The edge a box keeps free. Its flaps may go nearer to it than cards: a cut there harms nothing."""
        margin = self.unprintable[0]
        return _LEAST_MARGIN if margin is None else margin

    @property
    def key(self) -> str:
        """The order in a few words, by which the ledger knows it."""
        wishes = [str(self.part), *self.sheets]
        if self.backs is not None:
            wishes.append(f"backs={self.backs}")
        if self.back_offset is not None:
            wishes.append(f"back-offset={self.back_offset.x:g},{self.back_offset.y:g}")
        if self.margin is not None:
            wishes.append(f"margin={self.margin:g}")
        if self.printer is not None:
            wishes.append(f"printer={self.printer}")
        if self.cutter:
            wishes.append(f"cutter={self.cutter}")
        if self.part is Part.BOX:
            wishes.append(f"stock={self.stock} sleeves={self.sleeves}")
        if self.engine is not None:
            wishes.append(f"engine={self.engine}")
        if self.theme is not None:
            wishes.append(f"theme={self.theme}")
        return " ".join(wishes)
