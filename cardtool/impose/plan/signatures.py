"""Which pages of a book share a sheet of paper, and where they lie.

A booklet is made of sheets that are printed on both sides, folded in the middle and laid into one
another. So the paper lies broadside, two pages stand on each side of it, and the first sheet, which
lies outermost, carries the first two pages and the last two.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from cardtool.geometry import Box, Point, Size
from cardtool.impose.plan.page import Line
from cardtool.impose.plan.sheet_marks import marks_around
from cardtool.model import Side

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
    scale = _page_scale(page, Size(paper.width / 2, paper.height))
    order = _page_order(pages, back_cover)
    drawn = Size(page.width * scale, page.height * scale)
    return Booklet(paper, scale, tuple(_sheet_sides(order, drawn, paper)))


def _page_scale(page: Size, half: Size) -> float:
    """Return what pages are drawn at to go on half the paper; a rounding error does not shrink them."""
    fitting = min(half.width / page.width, half.height / page.height)
    return fitting if fitting < 1 - _SLACK else 1.0


def _page_order(pages: int, back_cover: bool) -> list[int]:
    """Return the numbers of the pages as one leafs through the book; 0 stands for a blank page."""
    numbers, blanks = list(range(1, pages + 1)), [0] * (-pages % 4)
    kept = len(numbers) - 1 if back_cover and pages > 1 else len(numbers)
    return numbers[:kept] + blanks + numbers[kept:]


def _sheet_sides(order: Sequence[int], drawn: Size, paper: Size) -> Iterator[BookletSide]:
    """Yield the sides of each sheet: two pages from the front of the book, two from its end."""
    lines = _cut_marks(drawn, paper)
    for sheet in range(len(order) // 4):
        first, second = order[2 * sheet], order[2 * sheet + 1]
        last, one_before = order[-1 - 2 * sheet], order[-2 - 2 * sheet]
        outside = _spread_pages(last, first, drawn, paper)
        inside = _spread_pages(second, one_before, drawn, paper)
        yield BookletSide(sheet, Side.FRONT, outside, lines)
        yield BookletSide(sheet, Side.BACK, inside, (*lines, *_fold_ticks(drawn, paper)))


def _spread_pages(left: int, right: int, drawn: Size, paper: Size) -> tuple[BookPage, ...]:
    middle, top = paper.width / 2, (paper.height - drawn.height) / 2
    both = (
        BookPage(left, Box(middle - drawn.width, top, *drawn), Box(0, 0, middle, paper.height)),
        BookPage(right, Box(middle, top, *drawn), Box(middle, 0, middle, paper.height)),
    )
    return tuple(page for page in both if page.number)


def _cut_marks(drawn: Size, paper: Size) -> tuple[Line, ...]:
    """Return marks where the paper is larger than the pages; none where pages end with the paper."""
    pages = _both_pages(drawn, paper)
    across = [x for x in (pages.left, pages.right) if 0 < x < paper.width]
    down = [y for y in (pages.top, pages.bottom) if 0 < y < paper.height]
    return marks_around(pages, paper, across, down, gap=_MARK_GAP, length=_MARK_LENGTH)


def _fold_ticks(drawn: Size, paper: Size) -> tuple[Line, ...]:
    """Return a tick at both ends of the fold, beside the pages or, where they fill the paper, on them."""
    middle, pages = paper.width / 2, _both_pages(drawn, paper)
    room = _EDGE + _TICK + _MARK_GAP
    if pages.top < room:
        pages = Box(0, room, paper.width, paper.height - 2 * room)
    return marks_around(pages, paper, [middle], [], gap=_MARK_GAP, length=_TICK, dashed=True)


def _both_pages(drawn: Size, paper: Size) -> Box:
    """Return the two pages of a side together."""
    return Box.around(Point(paper.width / 2, paper.height / 2), Size(2 * drawn.width, drawn.height))
