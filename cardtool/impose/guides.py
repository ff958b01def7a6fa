"""Faint lines on the fronts that show where to cut what straight cuts across the sheet do not part.

Arithmetic only. A rectangle in a grid is cut at its crop marks and needs none; round corners are drawn
where the sheet asks for it; all other shapes, and sizes that share a page, whole.
"""

from __future__ import annotations

from cardtool.impose.contours import Path, contour, corner_arcs
from cardtool.impose.layout import Slot
from cardtool.model import Registration, Sheet

__all__ = ["cut_by_marks", "guides_of"]


def cut_by_marks(sheet: Sheet, slots: tuple[Slot, ...], mixed: bool) -> bool:
    """Whether crop marks at the edges of the page say where all of these are cut."""
    return bool(sheet.mark_length) and not mixed and all(slot.outline.straight for slot in slots)


def guides_of(sheet: Sheet, slot: Slot, *, by_marks: bool) -> tuple[Path, ...]:
    """The guides of one card."""
    if not by_marks:
        wanted = sheet.cut_guides or not _cut_by_machine(sheet)
        return (contour(slot.outline, slot.trim),) if wanted and not _bare(sheet, slot) else ()
    return corner_arcs(slot.outline, slot.trim) if sheet.cut_guides else ()


def _cut_by_machine(sheet: Sheet) -> bool:
    return sheet.cutter is not None and sheet.cutter.registration is not Registration.NONE


def _bare(sheet: Sheet, slot: Slot) -> bool:
    """Whether a sheet without marks, on purpose, has plain cards: it is left as it is."""
    return not sheet.mark_length and not sheet.cut_guides and slot.outline.straight
