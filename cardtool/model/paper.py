"""Sheets of paper, and how cards lie on them. Lengths are millimetres."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from cardtool.geometry import Size
from cardtool.model.places import Source

__all__ = ["Backs", "Grid", "Sheet"]


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
class Sheet:
    """A way to lay cards on paper.

    `bleed` is how much of a card's bleed may show around its trim, neighbours permitting;
    `margin` is the edge a printer cannot print; `mark_length` is 0 for no crop marks, and marks
    begin `mark_gap` outside the bleed; `ruler` is the length of the printed ruler, 0 for none;
    `fold_gap` is, on a folded sheet, the distance from the fold line to the nearest trim.
    """

    name: str
    title: str
    paper: Size
    paper_name: str
    grid: Grid
    bleed: float
    margin: float
    mark_length: float
    mark_gap: float
    ruler: float
    backs: Backs
    fold_gap: float
    source: Source
