"""Which card goes on which page, in which slot. Arithmetic only, and the place where a sheet is refused.

A partial last page keeps its slots, so that its backs meet its fronts like any other's.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from cardtool.errors import SheetRefused
from cardtool.geometry import Box, Point
from cardtool.impose.backs import Turn, turn
from cardtool.impose.captions import corners
from cardtool.impose.contours import Path
from cardtool.impose.guides import cut_by_marks, guides_of
from cardtool.impose.layout import Slot
from cardtool.impose.marks import crop_marks, fold_lines
from cardtool.impose.page import Card, Frame, Page, Place
from cardtool.impose.registration import keep_out, registration_marks
from cardtool.impose.room import refuse_unless_it_fits
from cardtool.impose.seating import Sitting, seated, sorts
from cardtool.model import Backs, Sheet, Side
from cardtool.units import show

__all__ = ["plan"]

NOWHERE = Point(0.0, 0.0)
Draft = tuple[Frame, tuple[Place, ...], tuple[Path, ...]]


def plan(
    cards: Sequence[Card],
    sheet: Sheet,
    *,
    backs: Backs | None = None,
    margin: float | None = None,
    margin_of: str = "--margin",
    back_offset: Point = NOWHERE,
    others: Iterable[Sheet] = (),
) -> tuple[Page, ...]:
    """The pages of these cards on this sheet, each page of fronts followed by its page of backs.

    `backs` and `margin` win over the sheet's own; `margin_of` says whose margin it is. `back_offset`
    moves pages of backs, as seen on them, to answer a printer that feeds them askew; fronts and folded
    backs stay. `others` are sheets to recommend, asked
    for only then. Where no card has a back there are no pages of backs.

    Raises: SheetRefused when a size of card does not fit.
    """
    asked = margin_of if margin is not None else ""
    sheet = replace(
        sheet,
        backs=_way_of_printing(cards, sheet.backs if backs is None else backs),
        margin=sheet.margin if margin is None else margin,
    )
    for size, outline in sorts(cards):
        refuse_unless_it_fits(sheet, size, outline, asked=asked, others=others)
    way, drafts = turn(sheet.backs, sheet.paper), list[Draft]()
    made: dict[tuple[tuple[Slot, ...], bool], list[_Layout]] = {}
    for sitting in seated(sheet, cards):
        key = sitting.slots, sitting.mixed
        layouts = made[key] = made.get(key) or _layouts(sheet, sitting, way, back_offset)
        drafts += (_draft(sheet, sitting, layout) for layout in layouts)
    return tuple(
        Page(frame, places, number, len(drafts), guides)
        for number, (frame, places, guides) in enumerate(drafts, 1)
    )


def _way_of_printing(cards: Sequence[Card], backs: Backs) -> Backs:
    if backs is Backs.FOLD or any(card.back for card in cards):
        return backs
    return Backs.NONE


class _Layout(NamedTuple):
    """One side of the paper: where fronts lie on it, and backs; on most sides only one of the two."""

    frame: Frame
    fronts: tuple[Slot, ...]
    backs: tuple[Slot, ...]


def _layouts(sheet: Sheet, sitting: Sitting, way: Turn | None, back_offset: Point) -> list[_Layout]:
    """The sides of the paper, in the order in which they are printed."""
    fronts, marked = sitting.slots, cut_by_marks(sheet, sitting.slots, sitting.mixed)
    bare = sheet if marked else replace(sheet, mark_length=0.0)
    if way is None:
        return [_Layout(_frame(bare, Side.FRONT, fronts), fronts, ())]
    behind = tuple(way.back_of(slot) for slot in fronts)
    if sheet.backs is Backs.FOLD:
        return [_Layout(_frame(bare, None, (*fronts, *behind)), fronts, behind)]
    back_frame = _frame(bare, Side.BACK, behind).moved(back_offset)
    return [
        _Layout(_frame(bare, Side.FRONT, fronts), fronts, ()),
        _Layout(back_frame, (), _shifted(sheet, behind, back_offset)),
    ]


def _draft(sheet: Sheet, sitting: Sitting, layout: _Layout) -> Draft:
    """The page that a layout becomes with these cards; guides stand on fronts, which are what one cuts."""
    marked = cut_by_marks(sheet, sitting.slots, sitting.mixed)
    fronts = tuple(_fronts(sitting.cards, layout.fronts))
    guides = (guide for place in fronts for guide in guides_of(sheet, place.slot, by_marks=marked))
    return layout.frame, (*fronts, *_backs(sitting.cards, layout.backs)), tuple(guides)


def _fronts(cards: Sequence[Card], fronts: Sequence[Slot]) -> Iterator[Place]:
    for card, slot in zip(cards, fronts, strict=False):  # a partial page has slots to spare
        yield Place(card.front, slot.capped(card.bleed))


def _backs(cards: Sequence[Card], behind: Sequence[Slot]) -> Iterator[Place]:
    for card, slot in zip(cards, behind, strict=False):
        if card.back is not None:
            yield Place(card.back, slot.capped(card.bleed))


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
    zones = keep_out(sheet.cutter, sheet.paper)
    lines = tuple(
        line
        for line in (*crop_marks(sheet, all_slots), *fold_lines(sheet, all_slots))
        if not any(zone.overlaps(line.box) for zone in zones)
    )
    frame = Frame(sheet.paper, side, sheet.backs, lines, corners(sheet, all_slots), sheet.ruler)
    if sheet.cutter is None or side is Side.BACK:
        return frame
    return replace(frame, blocks=registration_marks(sheet.cutter, sheet.paper))
