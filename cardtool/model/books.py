"""How the rulebook is printed. Lengths are millimetres."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from cardtool.geometry import Size

__all__ = ["BookDesign", "FigureDesign"]


@dataclass(frozen=True, slots=True)
class FigureDesign:
    """How one sort of figure is drawn, and the size it is printed at."""

    template: str
    size: Size


@dataclass(frozen=True, slots=True)
class BookDesign:
    """How the rulebook is printed: template, stylesheet, page, and its figures by their sort."""

    template: str
    style: str
    page: Size
    figures: Mapping[str, FigureDesign]
