"""Sheets of paper, and how cards lie on them. Lengths are millimetres."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from cardtool.geometry import Point, Size
from cardtool.model.places import Source

__all__ = ["Backs", "Cutter", "Fill", "Grid", "HomePrinter", "Registration", "Sheet", "Stock"]


class Backs(StrEnum):
    """How backs get onto the paper.

    NONE prints fronts only. LONG_EDGE and SHORT_EDGE print backs on the other side of the sheet,
    which the printer turns about that edge. FOLD prints them on the same side, to be folded behind.
    """

    NONE = "none"
    LONG_EDGE = "long-edge"
    SHORT_EDGE = "short-edge"
    FOLD = "fold"


@dataclass(frozen=True, slots=True)
class Grid:
    """Cards in columns and rows; `gap` is the space between trims, across and down."""

    columns: int
    rows: int
    gap: Size


@dataclass(frozen=True, slots=True)
class Fill:
    """As many cards as go on the paper, so far apart, upright or a quarter turn round."""

    gap: Size


class Registration(StrEnum):
    """The marks by which a cutting machine finds the sheet.

    THREE is a filled square in the upper left corner and two angles, FOUR an angle in each corner.
    """

    NONE = "none"
    THREE = "three"
    FOUR = "four"


@dataclass(frozen=True, slots=True)
class Cutter:
    """A cutting machine. Marks stand `inset` from the paper's edges, their arms `arm` long and
    `thickness` thick; the square measures `square`. So far around them, `clear`, nothing may be printed.
    """

    name: str
    title: str
    registration: Registration
    inset: float
    arm: float
    thickness: float
    square: float
    clear: float
    source: Source

    @property
    def reach(self) -> float:
        """How far a corner of the paper must stay free, from its edges; 0 where there are no marks."""
        if self.registration is Registration.NONE:
            return 0.0
        return self.inset + max(self.arm, self.square) + self.clear


@dataclass(frozen=True, slots=True)
class HomePrinter:
    """A printer somebody calibrated: how to move backs to answer it, on upright and on sideways paper.

    An offset is None where that was not measured. `margin` is the edge it cannot print, None where
    nobody knows.
    """

    name: str
    upright: Point | None
    sideways: Point | None
    margin: float | None


@dataclass(frozen=True, slots=True)
class Stock:
    """What cards are made of, and how thick one is; or what a sleeve adds, and how much wider it is."""

    name: str
    title: str
    thickness: float
    wider: float = 0.0


@dataclass(frozen=True, slots=True)
class Sheet:
    """A way to lay cards on paper.

    `bleed` is how much of a card's bleed may show around its trim, neighbours permitting;
    `margin` is the edge a printer cannot print; `mark_length` is 0 for no crop marks, and marks
    begin `mark_gap` outside the bleed; `ruler` is the length of the printed ruler, 0 for none;
    `fold_gap` is, on a folded sheet, the distance from the fold line to the nearest trim;
    `cut_guides` asks for faint lines along round corners; `cutter` is the machine that cuts, if one does.
    """

    name: str
    title: str
    paper: Size
    paper_name: str
    grid: Grid | Fill
    bleed: float
    margin: float
    mark_length: float
    mark_gap: float
    ruler: float
    backs: Backs
    fold_gap: float
    source: Source
    cut_guides: bool = False
    cutter: Cutter | None = None
