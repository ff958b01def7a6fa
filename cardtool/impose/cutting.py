"""What a cutting machine follows: the contours of a page of cards, as they lie on the paper.

Arithmetic only. Pages whose contours are the same share one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from cardtool.geometry import Size
from cardtool.impose.contours import Path, contour
from cardtool.impose.page import Page
from cardtool.model import Side

__all__ = ["CutSheet", "cut_sheets"]


@dataclass(frozen=True, slots=True)
class CutSheet:
    """The contours of some pages; `pages` are the numbers of those, which all lie alike."""

    paper: Size
    contours: tuple[Path, ...]
    pages: tuple[int, ...]


def cut_sheets(pages: Sequence[Page]) -> tuple[CutSheet, ...]:
    """What is to be cut, in the order of the pages of fronts."""
    found: dict[tuple[Path, ...], list[Page]] = {}
    for page in pages:
        paths = tuple(
            contour(place.slot.outline, place.slot.trim)
            for place in page.places
            if place.face.side is Side.FRONT
        )
        if paths:
            found.setdefault(paths, []).append(page)
    return tuple(
        CutSheet(alike[0].frame.paper, paths, tuple(page.number for page in alike))
        for paths, alike in found.items()
    )
