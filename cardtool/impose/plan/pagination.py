"""Which cards share a page, in which slots, and with which marks; the place where a sheet is refused.

Pages are made for one size of card at a time, in the order in which sizes first appear; a partial last
page keeps its slots, so that its backs meet its fronts like any other's. Only where a sheet is filled as
far as it goes, what is left over of several sizes comes together on common pages, if that saves paper:
in rows, the highest first, which part by straight cuts across the paper.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from cardtool.errors import SheetRefused
from cardtool.geometry import Box, Point, Sides, Size
from cardtool.impose.plan.contours import Contour
from cardtool.impose.plan.fit_check import require_room
from cardtool.impose.plan.page import Card, Frame, Page, Place, Slot, Turn, paper_turn
from cardtool.impose.plan.sheet_marks import (
    corners,
    crop_marks,
    cut_by_marks,
    cutting_guides,
    fold_lines,
    keep_out,
    registration_marks,
)
from cardtool.impose.plan.slots import SLACK, area_for_cards, keep_bleed_off_marks, place_block, sheet_slots
from cardtool.model import Backs, Fill, Outline, Sheet, Side
from cardtool.units import format_number


@dataclass(slots=True)
class _Row:
    """Cards side by side, from the top of the page."""

    top: float
    height: float
    width: float = 0.0
    pieces: list[tuple[Card, Slot]] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class PackedPage:
    """One side of paper: cards, and the slot of each."""

    cards: tuple[Card, ...]
    slots: tuple[Slot, ...]


def pack_in_rows(sheet: Sheet, cards: Sequence[Card], gap: Size) -> list[PackedPage]:
    """These cards on as many pages as they take, each of which must go on the sheet alone.

    Every card lies as it does on a sheet of its own size.
    """
    lying = [(card, _slot_of_card(sheet, card, gap)) for card in cards]
    lying.sort(key=lambda piece: (-piece[1].trim.height, -piece[1].trim.width))  # stable: else as they came
    room = _room_for_rows(sheet)
    pages: list[list[_Row]] = []
    for card, slot in lying:
        row = _row_with_room(pages, slot.trim.size, room, gap)
        left = row.width + (gap.width if row.pieces else 0.0)
        row.pieces.append((card, slot.moved(Point(left - slot.trim.left, row.top - slot.trim.top))))
        row.width = left + slot.trim.width
    return [_packed_page(sheet, rows) for rows in pages]


def _slot_of_card(sheet: Sheet, card: Card, gap: Size) -> Slot:
    """How a card lies, showing bleed where even the nearest neighbour leaves room for it."""
    first = sheet_slots(sheet, card.trim, card.bleed, card.outline)[0]
    shown = Sides.all(min(card.bleed, sheet.bleed, min(gap) / 2))
    return Slot(first.trim, shown, first.turns, first.outline)


def _room_for_rows(sheet: Sheet) -> Size:
    """What rows may take: above and below them, marks of a cutter take whole bands of the paper."""
    area = area_for_cards(sheet)
    lost = max(0.0, sheet.cutter.reach - area.top) if sheet.cutter else 0.0
    return Size(area.width, area.height - lost * (1 if sheet.backs is Backs.FOLD else 2))


def _row_with_room(pages: list[list[_Row]], card: Size, room: Size, gap: Size) -> _Row:
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


def _packed_page(sheet: Sheet, rows: Sequence[_Row]) -> PackedPage:
    """The rows in the middle of the paper, or above its fold."""
    size = Size(max(row.width for row in rows), rows[-1].top + rows[-1].height)
    whole = place_block(sheet, size)
    by = Point(whole.left, whole.top)
    pieces = [(card, slot.moved(by)) for row in rows for card, slot in row.pieces]
    found = keep_bleed_off_marks(sheet, tuple(slot for _, slot in pieces))
    return PackedPage(tuple(card for card, _ in pieces), found)


_TrimAndOutline = tuple[Size, Outline]


class FilledPage(NamedTuple):
    """A page of fronts: its cards, and its slots, of which some may stay empty.

    `mixed` says that sizes differ, so that no cut runs across the whole page.
    """

    cards: Sequence[Card]
    slots: tuple[Slot, ...]
    mixed: bool = False


def cards_by_size(cards: Sequence[Card]) -> dict[_TrimAndOutline, list[Card]]:
    """The cards by trim size and outline, in the order in which these first appear."""
    groups: dict[_TrimAndOutline, list[Card]] = {}
    for card in cards:
        groups.setdefault((card.trim, card.outline), []).append(card)
    return groups


def fill_pages(sheet: Sheet, cards: Sequence[Card]) -> Iterator[FilledPage]:
    """All cards, page by page. Every sort of card must go on the sheet."""
    left_over: list[FilledPage] = []
    for group in cards_by_size(cards).values():
        for sitting in _pages_of_one_size(sheet, group):
            if isinstance(sheet.grid, Fill) and len(sitting.cards) < len(sitting.slots):
                left_over.append(sitting)
            else:
                yield sitting
    yield from _share_pages(sheet, left_over)


def _pages_of_one_size(sheet: Sheet, group: Sequence[Card]) -> Iterator[FilledPage]:
    """The pages of cards that are all of one sort."""
    size, outline = group[0].trim, group[0].outline
    found = sheet_slots(sheet, size, max(card.bleed for card in group), outline)
    for start in range(0, len(group), len(found)):
        yield FilledPage(group[start : start + len(found)], found)


def _share_pages(sheet: Sheet, left_over: Sequence[FilledPage]) -> Sequence[FilledPage]:
    """Partial pages as they are, or their cards on fewer pages."""
    if len(left_over) < 2 or not isinstance(sheet.grid, Fill):
        return left_over
    cards = [card for sitting in left_over for card in sitting.cards]
    pages = pack_in_rows(sheet, cards, sheet.grid.gap)
    if len(pages) >= len(left_over):
        return left_over
    return [FilledPage(page.cards, page.slots, mixed=True) for page in pages]


NO_OFFSET = Point(0.0, 0.0)
_Draft = tuple[Frame, tuple[Place, ...], tuple[Contour, ...]]


def plan_pages(
    cards: Sequence[Card],
    sheet: Sheet,
    *,
    backs: Backs | None = None,
    margin: float | None = None,
    margin_of: str = "--margin",
    back_offset: Point = NO_OFFSET,
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
        backs=_backs_in_use(cards, sheet.backs if backs is None else backs),
        margin=sheet.margin if margin is None else margin,
    )
    for size, outline in cards_by_size(cards):
        require_room(sheet, size, outline, asked=asked, others=others)
    way, drafts = paper_turn(sheet.backs, sheet.paper), list[_Draft]()
    made: dict[tuple[tuple[Slot, ...], bool], list[_SheetSide]] = {}
    for sitting in fill_pages(sheet, cards):
        key = sitting.slots, sitting.mixed
        layouts = made[key] = made.get(key) or _sheet_sides(sheet, sitting, way, back_offset)
        drafts += (_draft_page(sheet, sitting, layout) for layout in layouts)
    return tuple(
        Page(frame, places, number, len(drafts), guides)
        for number, (frame, places, guides) in enumerate(drafts, 1)
    )


def _backs_in_use(cards: Sequence[Card], backs: Backs) -> Backs:
    if backs is Backs.FOLD or any(card.back for card in cards):
        return backs
    return Backs.NONE


class _SheetSide(NamedTuple):
    """One side of the paper: where fronts lie on it, and backs; on most sides only one of the two."""

    frame: Frame
    fronts: tuple[Slot, ...]
    backs: tuple[Slot, ...]


def _sheet_sides(sheet: Sheet, sitting: FilledPage, way: Turn | None, back_offset: Point) -> list[_SheetSide]:
    """The sides of the paper, in the order in which they are printed."""
    fronts, marked = sitting.slots, cut_by_marks(sheet, sitting.slots, sitting.mixed)
    bare = sheet if marked else replace(sheet, mark_length=0.0)
    if way is None:
        return [_SheetSide(_make_frame(bare, Side.FRONT, fronts), fronts, ())]
    behind = tuple(way.back_of(slot) for slot in fronts)
    if sheet.backs is Backs.FOLD:
        return [_SheetSide(_make_frame(bare, None, (*fronts, *behind)), fronts, behind)]
    back_frame = _make_frame(bare, Side.BACK, behind).moved(back_offset)
    return [
        _SheetSide(_make_frame(bare, Side.FRONT, fronts), fronts, ()),
        _SheetSide(back_frame, (), _move_backs(sheet, behind, back_offset)),
    ]


def _draft_page(sheet: Sheet, sitting: FilledPage, layout: _SheetSide) -> _Draft:
    """The page that a layout becomes with these cards; guides stand on fronts, which are what one cuts."""
    marked = cut_by_marks(sheet, sitting.slots, sitting.mixed)
    fronts = tuple(_front_places(sitting.cards, layout.fronts))
    guides = (guide for place in fronts for guide in cutting_guides(sheet, place.slot, by_marks=marked))
    return layout.frame, (*fronts, *_back_places(sitting.cards, layout.backs)), tuple(guides)


def _front_places(cards: Sequence[Card], fronts: Sequence[Slot]) -> Iterator[Place]:
    for card, slot in zip(cards, fronts, strict=False):  # a partial page has slots to spare
        yield Place(card.front, slot.capped(card.bleed))


def _back_places(cards: Sequence[Card], behind: Sequence[Slot]) -> Iterator[Place]:
    for card, slot in zip(cards, behind, strict=False):
        if card.back is not None:
            yield Place(card.back, slot.capped(card.bleed))


def _move_backs(sheet: Sheet, behind: Sequence[Slot], by: Point) -> tuple[Slot, ...]:
    """The slots of backs, moved for the printer. Raises: SheetRefused when a card leaves the paper."""
    shifted = tuple(slot.moved(by) for slot in behind)
    if not Box(0, 0, *sheet.paper).contains(Box.hull(slot.trim for slot in shifted)):
        offset = f"{format_number(by.x)}mm,{format_number(by.y)}mm"
        raise SheetRefused(
            f"--back-offset {offset} moves cards off the paper; printers are rarely out by more than 4 mm"
        )
    return shifted


def _make_frame(sheet: Sheet, side: Side | None, all_slots: Sequence[Slot]) -> Frame:
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
