"""Which pages of a book share a sheet of paper, and where they lie.

A booklet is made of sheets that are printed on both sides, folded in the middle and laid into one
another. So the paper lies broadside, two pages stand on each side of it, and the first sheet, which
lies outermost, carries the first two pages and the last two.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from cardtool.errors import SheetRefused
from cardtool.geometry import Box, Point, Size
from cardtool.impose.plan.page import Line
from cardtool.impose.plan.sheet_marks import marks_around
from cardtool.model import Side
from cardtool.units import format_number

_MOST_CREEP = 10.0  # mm; 200 pages of thick paper, and more than any stapler holds
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


def plan_booklet(
    pages: int, page: Size, paper: Size, *, creep: float = 0.0, back_cover: bool = False
) -> Booklet:
    """Return the sides of the sheets in the order in which they are printed, the outermost sheet first.

    Pages too large for half the paper are drawn smaller, never larger than they are; they stand at the
    fold, in the middle of its height. Blank pages fill the last sheet up: they stand at the end, or with
    `back_cover` before the last page, which then stays outside.

    `creep` is how far the innermost sheet of the folded stack stands out beyond the outermost, to be cut
    off: about the thickness of the paper times the sheets. Sheet i of n is moved towards the fold by
    creep × i / (n − 1), so that all outer margins are alike once the stack is cut. Where it is negative
    the difference between sheets is the same, taken at the other end: the innermost stays, which suits a
    picture across the middle pages, and sheet i moves outwards by |creep| × (n − 1 − i) / (n − 1).
    Both are the usual practice (Quite Imposing 6, "Creep", quite.com/docs/qi6, seen 2026-11).

    Raises: SheetRefused when the creep is not one that a booklet can have.
    """
    if abs(creep) > _MOST_CREEP:
        raise SheetRefused(
            f"a creep of {format_number(creep)} mm is more than a stapled booklet can have "
            f"({format_number(_MOST_CREEP)} mm); "
            "it is how far the innermost sheet stands out when the stack is folded"
        )
    paper = Size(max(paper), min(paper))
    scale = _page_scale(page, Size(paper.width / 2, paper.height))
    order = _page_order(pages, back_cover)
    shifts = _creep_shifts(len(order) // 4, creep)
    drawn = Size(page.width * scale, page.height * scale)
    return Booklet(paper, scale, tuple(_sheet_sides(order, shifts, drawn, paper)))


def _page_scale(page: Size, half: Size) -> float:
    """Return what pages are drawn at to go on half the paper; a rounding error does not shrink them."""
    fitting = min(half.width / page.width, half.height / page.height)
    return fitting if fitting < 1 - _SLACK else 1.0


def _page_order(pages: int, back_cover: bool) -> list[int]:
    """Return the numbers of the pages as one leafs through the book; 0 stands for a blank page."""
    numbers, blanks = list(range(1, pages + 1)), [0] * (-pages % 4)
    kept = len(numbers) - 1 if back_cover and pages > 1 else len(numbers)
    return numbers[:kept] + blanks + numbers[kept:]


def _creep_shifts(sheets: int, creep: float) -> list[float]:
    """Return how far the pages of each sheet move towards the fold, the outermost sheet first."""
    if sheets < 2:
        return [0.0] * sheets
    outermost = min(0.0, creep)
    return [outermost + abs(creep) * sheet / (sheets - 1) for sheet in range(sheets)]


def _sheet_sides(
    order: Sequence[int], shifts: Sequence[float], drawn: Size, paper: Size
) -> Iterator[BookletSide]:
    """Yield the sides of each sheet: two pages from the front of the book, two from its end."""
    lines = _cut_marks(drawn, paper)
    for sheet, shift in enumerate(shifts):
        first, second = order[2 * sheet], order[2 * sheet + 1]
        last, one_before = order[-1 - 2 * sheet], order[-2 - 2 * sheet]
        outside = _spread_pages(last, first, shift, drawn, paper)
        inside = _spread_pages(second, one_before, shift, drawn, paper)
        yield BookletSide(sheet, Side.FRONT, outside, lines)
        yield BookletSide(sheet, Side.BACK, inside, (*lines, *_fold_ticks(drawn, paper)))


def _spread_pages(left: int, right: int, shift: float, drawn: Size, paper: Size) -> tuple[BookPage, ...]:
    middle, top = paper.width / 2, (paper.height - drawn.height) / 2
    both = (
        BookPage(left, Box(middle - drawn.width + shift, top, *drawn), Box(0, 0, middle, paper.height)),
        BookPage(right, Box(middle - shift, top, *drawn), Box(middle, 0, middle, paper.height)),
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
    """Return the two pages of a side together, before creep."""
    return Box.around(Point(paper.width / 2, paper.height / 2), Size(2 * drawn.width, drawn.height))
