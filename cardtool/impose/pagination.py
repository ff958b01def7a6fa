"""Which cards share a page, with which marks; and which pages of a book share a sheet of paper.

Pages are made for one size of card at a time, in the order in which sizes first appear; a partial last page
keeps its slots, so that its backs meet its fronts like any other's. Only where a sheet is filled as far as it
goes, what is left over of several sizes comes together on common pages, if that saves paper: in rows, the
highest first, which part by straight cuts across the paper.

Sheets of a booklet are printed on both sides, folded in the middle and laid into one another: the paper lies
broadside, and the first sheet, the outermost, carries the first two pages of the book and the last two.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain
from typing import NamedTuple

from cardtool.errors import SheetRefused
from cardtool.geometry import Box, Point, Sides, Size
from cardtool.impose.contours import Contour
from cardtool.impose.page import (
    Card,
    Frame,
    Line,
    Page,
    Place,
    Slot,
    Turn,
    caption_corners,
    crop_marks,
    cut_by_marks,
    cutting_guides,
    fold_lines,
    folds_of,
    keep_out_zones,
    marks_around,
    paper_turn,
    registration_marks,
)
from cardtool.impose.slots import (
    SLACK,
    area_for_cards,
    keep_bleed_off,
    place_block,
    require_room,
    sheet_slots,
)
from cardtool.model import Backs, Fill, Outline, Sheet, Side
from cardtool.units import format_number

NO_OFFSET = Point(0.0, 0.0)
_TrimAndOutline = tuple[Size, Outline]
_Draft = tuple[Frame, tuple[Place, ...], tuple[Contour, ...]]


def plan_print_runs(
    cards: Sequence[Card],
    sheet: Sheet,
    *,
    backs: Backs | None = None,
    margin: float | None = None,
    margin_of: str = "--margin",
    back_offset: Point = NO_OFFSET,
    others: Iterable[Sheet] = (),
) -> list[tuple[Page, ...]]:
    """Return the pages of these cards on this sheet, each page of fronts followed by its page of backs.

    What a printer prints on both sides is one run; sheets on which nothing has a back are another, behind it,
    since a page that is left out would turn all that follow over. Of one size, cards with backs come first.

    `backs` and `margin` win over the sheet's own; `margin_of` says whose margin it is. `back_offset`
    moves pages of backs, as seen on them, to answer a printer that feeds them askew; fronts and folded
    backs stay. `others` are sheets to recommend, asked for only when a card does not fit. Where there are no
    cards, there is one run of no pages.

    Raises: SheetRefused when a size of card does not fit.
    """
    given = margin is not None
    backs = sheet.backs if backs is None else backs
    if backs is not Backs.FOLD and not any(card.back for card in cards):
        backs = Backs.NONE
    sheet = replace(sheet, backs=backs, margin=sheet.margin if margin is None else margin)
    for (size, outline), group in _cards_by_size(cards).items():
        noun = ", ".join(dict.fromkeys(card.plural for card in group))
        require_room(sheet, size, outline, noun, margin_of=margin_of if given else "", others=others)
    if sheet.backs not in (Backs.LONG_EDGE, Backs.SHORT_EDGE):
        return [_pages_of_run(sheet, _fill_pages(sheet, cards), back_offset)]
    on_both, on_one = list[_FilledPage](), list[_FilledPage]()
    for filled in _fill_pages(sheet, sorted(cards, key=lambda card: card.back is None)):
        (on_both if any(card.back for card in filled.cards) else on_one).append(filled)
    runs = [(sheet, on_both), (replace(sheet, backs=Backs.NONE), on_one)]
    return [_pages_of_run(each, pages, back_offset) for each, pages in runs if pages]


def _pages_of_run(sheet: Sheet, run: Iterable[_FilledPage], back_offset: Point) -> tuple[Page, ...]:
    turn, drafts = paper_turn(sheet.backs, sheet.paper), list[_Draft]()
    known: dict[tuple[tuple[Slot, ...], bool], list[_SheetSide]] = {}
    for filled in run:
        key = filled.slots, filled.mixed
        sides = known[key] = known.get(key) or _sheet_sides(sheet, filled, turn, back_offset)
        for side in sides:
            places = tuple(_places(filled.cards, side.fronts, Side.FRONT))
            # guides stand on fronts, which one cuts
            guides = [cutting_guides(sheet, place.slot, by_marks=side.by_marks) for place in places]
            places += tuple(_places(filled.cards, side.backs, Side.BACK))
            drafts.append((side.frame, places, tuple(chain.from_iterable(guides))))
    return tuple(
        Page(frame, places, number, len(drafts), guides, folds_of(places))
        for number, (frame, places, guides) in enumerate(drafts, 1)
    )


class _FilledPage(NamedTuple):
    """A page of fronts: its cards, and its slots, of which some may stay empty.

    `mixed` says that sizes differ, so that no cut runs across the whole page.
    """

    cards: Sequence[Card]
    slots: tuple[Slot, ...]
    mixed: bool = False


class _SheetSide(NamedTuple):
    """One side of the paper: where fronts lie on it, and backs; on most sides only one of the two."""

    frame: Frame
    fronts: tuple[Slot, ...]
    backs: tuple[Slot, ...] = ()
    by_marks: bool = False


def _sheet_sides(
    sheet: Sheet, filled: _FilledPage, turn: Turn | None, back_offset: Point
) -> list[_SheetSide]:
    fronts, by_marks = filled.slots, cut_by_marks(sheet, filled.slots, filled.mixed)
    bare = sheet if by_marks else replace(sheet, mark_length=0.0)
    behind = tuple(turn.back_of(slot) for slot in fronts) if turn else ()
    if sheet.backs is Backs.FOLD:
        frame = _make_frame(bare, None, (*fronts, *behind))
        return [_SheetSide(frame, fronts, behind, by_marks)]
    front = _SheetSide(_make_frame(bare, Side.FRONT, fronts), fronts, by_marks=by_marks)
    if turn is None:
        return [front]
    frame = _make_frame(bare, Side.BACK, behind).moved(back_offset)
    return [front, _SheetSide(frame, (), _move_backs(sheet, behind, back_offset))]


def _places(cards: Sequence[Card], slots: Sequence[Slot], side: Side) -> Iterator[Place]:
    """Yield the faces of this side in these slots; a partial page has slots to spare."""
    for card, slot in zip(cards, slots, strict=False):
        face = card.front if side is Side.FRONT else card.back
        if face is not None:
            yield Place(face, slot.capped(card.bleed))


def _move_backs(sheet: Sheet, behind: Sequence[Slot], by: Point) -> tuple[Slot, ...]:
    """Return the slots of backs, moved for the printer. Raises: SheetRefused when a card leaves the paper."""
    shifted = tuple(slot.moved(by) for slot in behind)
    if not Box(0, 0, *sheet.paper).contains(Box.hull(slot.trim for slot in shifted)):
        offset = f"{format_number(by.x)}mm,{format_number(by.y)}mm"
        raise SheetRefused(
            f"--back-offset {offset} moves cards off the paper; printers are rarely out by more than 4 mm"
        )
    return shifted


def _make_frame(sheet: Sheet, side: Side | None, all_slots: Sequence[Slot]) -> Frame:
    zones = keep_out_zones(sheet.cutter, sheet.paper)
    lines = tuple(
        line
        for line in (*crop_marks(sheet, all_slots), *fold_lines(sheet, all_slots))
        if not any(zone.overlaps(line.box) for zone in zones)
    )
    frame = Frame(sheet.paper, side, sheet.backs, lines, caption_corners(sheet, all_slots), sheet.ruler)
    if sheet.cutter is None or side is Side.BACK:
        return frame
    return replace(frame, blocks=registration_marks(sheet.cutter, sheet.paper))


def _cards_by_size(cards: Sequence[Card]) -> dict[_TrimAndOutline, list[Card]]:
    """Return the cards by trim size and outline, in the order in which these first appear."""
    groups: dict[_TrimAndOutline, list[Card]] = {}
    before: Card | None = None
    group: list[Card] = []
    for card in cards:
        if before is None or card.trim is not before.trim or card.outline is not before.outline:
            group = groups.setdefault((card.trim, card.outline), [])
        group.append(card)
        before = card
    return groups


def _fill_pages(sheet: Sheet, cards: Sequence[Card]) -> Iterator[_FilledPage]:
    """Yield all cards, page by page. Every size of card must go on the sheet."""
    left_over: list[_FilledPage] = []
    for group in _cards_by_size(cards).values():
        for filled in _pages_of_one_size(sheet, group):
            if isinstance(sheet.grid, Fill) and len(filled.cards) < len(filled.slots):
                left_over.append(filled)
            else:
                yield filled
    yield from _share_pages(sheet, left_over)


def _pages_of_one_size(sheet: Sheet, group: Sequence[Card]) -> Iterator[_FilledPage]:
    size, outline = group[0].trim, group[0].outline
    found = sheet_slots(sheet, size, max(card.bleed for card in group), outline)
    for start in range(0, len(group), len(found)):
        yield _FilledPage(group[start : start + len(found)], found)


def _share_pages(sheet: Sheet, left_over: Sequence[_FilledPage]) -> Sequence[_FilledPage]:
    """Return partial pages as they are, or their cards on fewer pages."""
    if len(left_over) < 2 or not isinstance(sheet.grid, Fill):
        return left_over
    cards = [card for filled in left_over for card in filled.cards]
    pages = _pack_in_rows(sheet, cards, sheet.grid.gap)
    if len(pages) >= len(left_over):
        return left_over
    return pages


@dataclass(slots=True)
class _Row:
    """Cards side by side, from the top of the page."""

    top: float
    height: float
    width: float = 0.0
    pieces: list[tuple[Card, Slot]] = field(default_factory=list)


def _pack_in_rows(sheet: Sheet, cards: Sequence[Card], gap: Size) -> list[_FilledPage]:
    """Return these cards on as many pages as they take, each of which must go on the sheet alone.

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
    """Return how a card lies, showing bleed where even the nearest neighbour leaves room for it."""
    first = sheet_slots(sheet, card.trim, card.bleed, card.outline)[0]
    shown = Sides.all(min(card.bleed, sheet.bleed, min(gap) / 2))
    return Slot(first.trim, shown, first.turns, first.outline)


def _room_for_rows(sheet: Sheet) -> Size:
    """Return what rows may take: above and below them, marks of a cutter take whole bands of the paper."""
    area = area_for_cards(sheet)
    lost = max(0.0, sheet.cutter.reach - area.top) if sheet.cutter else 0.0
    return Size(area.width, area.height - lost * (1 if sheet.backs is Backs.FOLD else 2))


def _row_with_room(pages: list[list[_Row]], card: Size, room: Size, gap: Size) -> _Row:
    """Return the first row with room for the card; else a new one, below the last or on a new page."""
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


def _packed_page(sheet: Sheet, rows: Sequence[_Row]) -> _FilledPage:
    """Return the rows in the middle of the paper, or above its fold."""
    size = Size(max(row.width for row in rows), rows[-1].top + rows[-1].height)
    whole = place_block(sheet, size)
    by = Point(whole.left, whole.top)
    pieces = [(card, slot.moved(by)) for row in rows for card, slot in row.pieces]
    found = keep_bleed_off(sheet, tuple(slot for _, slot in pieces))
    return _FilledPage([card for card, _ in pieces], found, mixed=True)


_SLACK = 1e-4  # of a page's size, which books state in points
_MARK_GAP, _MARK_LENGTH = 0.5, 4.0  # mm
_TICK, _EDGE = 3.5, 5.0  # mm; printers reach the last 5 mm of the paper or do not, and ticks should be seen


@dataclass(frozen=True, slots=True)
class BookPage:
    """A page of the book on paper: its number from 1, where its trim lies, and the half it may ink."""

    number: int
    trim: Box
    half: Box


@dataclass(frozen=True, slots=True)
class BookletSide:
    """One side of a sheet; sheets count from 0, the outermost. A blank page is simply not there."""

    sheet: int
    side: Side
    pages: tuple[BookPage, ...]
    lines: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class Booklet:
    """A book as sheets to print on both sides and turn about the short edge.

    `paper` lies broadside; `scale` is what pages are drawn at, 1 for their true size.
    """

    paper: Size
    scale: float
    sides: tuple[BookletSide, ...]

    @property
    def sheets(self) -> int:
        """How many sheets of paper it takes."""
        return len(self.sides) // 2


def plan_booklet(pages: int, page: Size, paper: Size, *, back_cover: bool = False) -> Booklet:
    """Return the sides of the sheets in the order in which they are printed, the outermost sheet first.

    Pages too large for half the paper are drawn smaller, never larger than they are; they stand at the
    fold, in the middle of its height. Blank pages fill the last sheet up: they stand at the end, or with
    `back_cover` before the last page, which then stays outside.
    """
    paper = Size(max(paper), min(paper))
    scale = min(paper.width / 2 / page.width, paper.height / page.height)
    if scale >= 1 - _SLACK:  # a rounding error does not shrink pages
        scale = 1.0
    order = _page_order(pages, back_cover)
    drawn = Size(page.width * scale, page.height * scale)
    both = Box.around(Point(paper.width / 2, paper.height / 2), Size(2 * drawn.width, drawn.height))
    marks, sides = _cut_marks(both, paper), list[BookletSide]()
    for sheet in range(len(order) // 4):  # two pages from the front of the book, two from its end
        first, second = order[2 * sheet], order[2 * sheet + 1]
        last, one_before = order[-1 - 2 * sheet], order[-2 - 2 * sheet]
        outside = _spread_pages(last, first, drawn, paper)
        inside = _spread_pages(second, one_before, drawn, paper)
        sides.append(BookletSide(sheet, Side.FRONT, outside, marks))
        sides.append(BookletSide(sheet, Side.BACK, inside, (*marks, *_fold_ticks(both, paper))))
    return Booklet(paper, scale, tuple(sides))


def _page_order(pages: int, back_cover: bool) -> list[int]:
    """Return the numbers of the pages as one leafs through the book; 0 stands for a blank page."""
    numbers, blanks = list(range(1, pages + 1)), [0] * (-pages % 4)
    kept = len(numbers) - 1 if back_cover and pages > 1 else len(numbers)
    return numbers[:kept] + blanks + numbers[kept:]


def _spread_pages(left: int, right: int, drawn: Size, paper: Size) -> tuple[BookPage, ...]:
    middle, top = paper.width / 2, (paper.height - drawn.height) / 2
    both = (
        BookPage(left, Box(middle - drawn.width, top, *drawn), Box(0, 0, middle, paper.height)),
        BookPage(right, Box(middle, top, *drawn), Box(middle, 0, middle, paper.height)),
    )
    return tuple(page for page in both if page.number)


def _cut_marks(pages: Box, paper: Size) -> tuple[Line, ...]:
    """Return marks where the paper is larger than the pages; none where pages end with the paper."""
    across = [x for x in (pages.left, pages.right) if 0 < x < paper.width]
    down = [y for y in (pages.top, pages.bottom) if 0 < y < paper.height]
    return marks_around(pages, paper, across, down, gap=_MARK_GAP, length=_MARK_LENGTH)


def _fold_ticks(pages: Box, paper: Size) -> tuple[Line, ...]:
    """Return a tick at both ends of the fold, beside the pages or, where they fill the paper, on them."""
    room = _EDGE + _TICK + _MARK_GAP
    if pages.top < room:
        pages = Box(0, room, paper.width, paper.height - 2 * room)
    return marks_around(pages, paper, [paper.width / 2], [], gap=_MARK_GAP, length=_TICK, dashed=True)
