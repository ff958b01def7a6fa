"""Cards of several sizes on one sheet: in rows, the highest first, as books stand on shelves.

Arithmetic only. Rows part by straight cuts across the paper, and the cards of a row by cuts down. It is
meant for what is left over once every size has filled its own sheets.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from cardtool.geometry import Point, Sides, Size
from cardtool.impose.arrange import SLACK, clear_of_marks, roomy, slots
from cardtool.impose.layout import Slot, placed
from cardtool.impose.page import Card
from cardtool.model import Backs, Sheet

__all__ = ["Shelved", "shelved"]


@dataclass(slots=True)
class _Row:
    """Cards side by side, from the top of the page."""

    top: float
    height: float
    width: float = 0.0
    pieces: list[tuple[Card, Slot]] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Shelved:
    """One side of paper: cards, and the slot of each."""

    cards: tuple[Card, ...]
    slots: tuple[Slot, ...]


def shelved(sheet: Sheet, cards: Sequence[Card], gap: Size) -> list[Shelved]:
    """These cards on as many pages as they take, each of which must go on the sheet alone.

    Every card lies as it does on a sheet of its own size.
    """
    lying = [(card, _lying(sheet, card, gap)) for card in cards]
    lying.sort(key=lambda piece: (-piece[1].trim.height, -piece[1].trim.width))  # stable: else as they came
    room = _room(sheet)
    pages: list[list[_Row]] = []
    for card, slot in lying:
        row = _row_for(pages, slot.trim.size, room, gap)
        left = row.width + (gap.width if row.pieces else 0.0)
        row.pieces.append((card, slot.moved(Point(left - slot.trim.left, row.top - slot.trim.top))))
        row.width = left + slot.trim.width
    return [_placed(sheet, rows) for rows in pages]


def _lying(sheet: Sheet, card: Card, gap: Size) -> Slot:
    """How a card lies, showing bleed where even the nearest neighbour leaves room for it."""
    first = slots(sheet, card.trim, card.bleed, card.outline)[0]
    shown = Sides.all(min(card.bleed, sheet.bleed, min(gap) / 2))
    return Slot(first.trim, shown, first.turns, first.outline)


def _room(sheet: Sheet) -> Size:
    """What rows may take: above and below them, marks of a cutter take whole bands of the paper."""
    area = roomy(sheet)
    lost = max(0.0, sheet.cutter.reach - area.top) if sheet.cutter else 0.0
    return Size(area.width, area.height - lost * (1 if sheet.backs is Backs.FOLD else 2))


def _row_for(pages: list[list[_Row]], card: Size, room: Size, gap: Size) -> _Row:
    """The first row with room for the card; else a new one below the last, if need be on a new page."""
    for row in (row for page in pages for row in page):
        if row.width + gap.width + card.width <= room.width + SLACK:
            return row
    for page in pages:
        top = page[-1].top + page[-1].height + gap.height
        if top + card.height <= room.height + SLACK:
            page.append(_Row(top, card.height))
            return page[-1]
    pages.append([_Row(0.0, card.height)])
    return pages[-1][0]


def _placed(sheet: Sheet, rows: Sequence[_Row]) -> Shelved:
    """The rows in the middle of the paper, or above its fold."""
    size = Size(max(row.width for row in rows), rows[-1].top + rows[-1].height)
    whole = placed(sheet, size)
    by = Point(whole.left, whole.top)
    pieces = [(card, slot.moved(by)) for row in rows for card, slot in row.pieces]
    found = clear_of_marks(sheet, tuple(slot for _, slot in pieces))
    return Shelved(tuple(card for card, _ in pieces), found)
