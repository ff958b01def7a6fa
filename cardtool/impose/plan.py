"""Which card goes on which page, in which slot. Arithmetic only, and the place where a sheet is refused.

Pages are made for one size of card at a time, in the order in which sizes first appear. A partial last
page keeps its slots, so that its backs meet its fronts like any other's.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from cardtool.errors import SheetRefused
from cardtool.geometry import Box, Point, Size
from cardtool.impose.backs import Turn, turn
from cardtool.impose.captions import corners
from cardtool.impose.layout import Slot, slots
from cardtool.impose.marks import crop_marks, fold_lines
from cardtool.impose.page import Card, Frame, Page, Place
from cardtool.impose.room import refuse_unless_it_fits
from cardtool.model import Backs, Sheet, Side
from cardtool.units import show

__all__ = ["plan"]

NOWHERE = Point(0.0, 0.0)
Draft = tuple[Frame, tuple[Place, ...]]


def plan(
    cards: Sequence[Card],
    sheet: Sheet,
    *,
    backs: Backs | None = None,
    margin: float | None = None,
    back_offset: Point = NOWHERE,
    others: Iterable[Sheet] = (),
) -> tuple[Page, ...]:
    """The pages of these cards on this sheet, each page of fronts followed by its page of backs.

    `backs` and `margin` win over the sheet's own. `back_offset` moves pages of backs, as seen on them,
    to answer a printer that feeds them askew; fronts and folded backs stay. `others` are sheets to
    recommend. Where no card has a back there are no pages of backs.

    Raises: SheetRefused when a size of card does not fit.
    """
    sheet = replace(
        sheet,
        backs=_way_of_printing(cards, sheet.backs if backs is None else backs),
        margin=sheet.margin if margin is None else margin,
    )
    others = tuple(others)
    drafts: list[Draft] = []
    for size, group in _by_size(cards).items():
        refuse_unless_it_fits(sheet, size, asked=margin is not None, others=others)
        drafts += _pages(sheet, group, back_offset)
    return tuple(Page(*draft, number, len(drafts)) for number, draft in enumerate(drafts, 1))


def _way_of_printing(cards: Sequence[Card], backs: Backs) -> Backs:
    if backs is Backs.FOLD or any(card.back for card in cards):
        return backs
    return Backs.NONE


def _by_size(cards: Sequence[Card]) -> dict[Size, list[Card]]:
    """The cards by trim size; sizes in the order in which they first appear."""
    groups: dict[Size, list[Card]] = {}
    for card in cards:
        groups.setdefault(card.trim, []).append(card)
    return groups


class _Layout(NamedTuple):
    """One side of the paper: where fronts lie on it, and backs; on most sides only one of the two."""

    frame: Frame
    fronts: tuple[Slot, ...]
    backs: tuple[Slot, ...]


def _pages(sheet: Sheet, cards: Sequence[Card], back_offset: Point) -> Iterator[Draft]:
    """The pages of cards that are all of one size."""
    fronts = slots(sheet, cards[0].trim, max(card.bleed for card in cards))
    way = turn(sheet.backs, sheet.paper)
    layouts = _layouts(sheet, fronts, way, back_offset)
    for start in range(0, len(cards), len(fronts)):
        handful = cards[start : start + len(fronts)]
        for layout in layouts:
            yield layout.frame, (*_fronts(handful, layout.fronts), *_backs(handful, layout.backs, way))


def _layouts(sheet: Sheet, fronts: tuple[Slot, ...], way: Turn | None, back_offset: Point) -> list[_Layout]:
    """The sides of the paper, in the order in which they are printed."""
    if way is None:
        return [_Layout(_frame(sheet, Side.FRONT, fronts), fronts, ())]
    behind = tuple(way.back_of(slot) for slot in fronts)
    if sheet.backs is Backs.FOLD:
        return [_Layout(_frame(sheet, None, (*fronts, *behind)), fronts, behind)]
    back_frame = _frame(sheet, Side.BACK, behind).moved(back_offset)
    return [
        _Layout(_frame(sheet, Side.FRONT, fronts), fronts, ()),
        _Layout(back_frame, (), _shifted(sheet, behind, back_offset)),
    ]


def _fronts(cards: Sequence[Card], fronts: Sequence[Slot]) -> Iterator[Place]:
    for card, slot in zip(cards, fronts, strict=False):  # a partial page has slots to spare
        yield Place(card.front, slot.capped(card.bleed))


def _backs(cards: Sequence[Card], behind: Sequence[Slot], way: Turn | None) -> Iterator[Place]:
    for card, slot in zip(cards, behind, strict=False):
        if card.back is not None:
            yield Place(card.back, slot.capped(card.bleed), way is not None and way.on_its_head)


def _shifted(sheet: Sheet, behind: Sequence[Slot], by: Point) -> tuple[Slot, ...]:
    """The slots of backs, moved for the printer. Raises: SheetRefused when a card leaves the paper."""
    shifted = tuple(slot.moved(by) for slot in behind)
    if not Box(0, 0, *sheet.paper).contains(Box.hull(slot.trim for slot in shifted)):
        offset = f"{show(by.x)}mm,{show(by.y)}mm"
        raise SheetRefused(
            f"--back-offset {offset} moves cards off the paper; printers are rarely out by more than 4 mm"
        )
    return shifted


def _frame(sheet: Sheet, side: Side | None, all_slots: Sequence[Slot]) -> Frame:
    lines = (*crop_marks(sheet, all_slots), *fold_lines(sheet, all_slots))
    return Frame(sheet.paper, side, sheet.backs, lines, corners(sheet, all_slots), sheet.ruler)
