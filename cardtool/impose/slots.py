"""Where cards of one size go on any sheet, in its grid or as many as it takes; what to say when none do.

Filling the paper, cards lie upright or all a quarter turn round, whichever takes more; hexagons also like a
honeycomb, every other row shifted by half. A slot is a place on the front of the paper; backs meet their
fronts however these lie, and are not dealt with here.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import product
from typing import NamedTuple

from cardtool.errors import SheetRefused
from cardtool.finding import Rule, Severity
from cardtool.geometry import Box, Point, Sides, Size
from cardtool.impose.page import Slot, caption_band, keep_out_zones
from cardtool.model import RECTANGLE, Backs, Fill, Grid, Outline, Registration, Shape, Sheet
from cardtool.units import format_number

MOST_IN_LINE = 50  # the most columns or rows a sheet may ask for, too
SLACK = 1e-6  # mm; what adding up lengths may lose


def _grid_slots(sheet: Sheet, grid: Grid, card: Size, bleed: float) -> tuple[Slot, ...]:
    """Return the slots for cards of this size and bleed in a grid, row by row, each row from the left."""
    trims = _grid_block(sheet, grid, card)
    across = card.width + grid.gap.width
    down = card.height + grid.gap.height
    return tuple(
        Slot(
            Box(trims.left + column * across, trims.top + row * down, card.width, card.height),
            _shown_bleed(sheet, grid, trims, min(bleed, sheet.bleed), column, row),
        )
        for row in range(grid.rows)
        for column in range(grid.columns)
    )


def _grid_block(sheet: Sheet, grid: Grid, card: Size) -> Box:
    """Return all trims of the grid together: where they are placed on the sheet."""
    width = grid.columns * card.width + (grid.columns - 1) * grid.gap.width
    height = grid.rows * card.height + (grid.rows - 1) * grid.gap.height
    return place_block(sheet, Size(width, height))


def place_block(sheet: Sheet, trims: Size) -> Box:
    """Return where trims of this size lie: centred on the paper, or centred across above the fold."""
    width, height = trims
    left = (sheet.paper.width - width) / 2
    if sheet.backs is Backs.FOLD:
        return Box(left, sheet.paper.height / 2 - sheet.fold_gap - height, width, height)
    return Box(left, (sheet.paper.height - height) / 2, width, height)


def _shown_bleed(sheet: Sheet, grid: Grid, trims: Box, most: float, column: int, row: int) -> Sides:
    """Return how much bleed a slot shows: half the gap towards a neighbour, so that bleeds never overlap."""
    beside = min(most, grid.gap.width / 2)
    between = min(most, grid.gap.height / 2)
    below = sheet.fold_gap if sheet.backs is Backs.FOLD else sheet.paper.height - trims.bottom
    return Sides(
        left=beside if column else min(most, trims.left),
        top=between if row else min(most, trims.top),
        right=beside if column < grid.columns - 1 else min(most, trims.left),
        bottom=between if row < grid.rows - 1 else min(most, below),
    )


class _Lattice(NamedTuple):
    """Pieces so far apart across and down, every other row or column shifted by so much."""

    step: Size
    shift: Size = Size(0.0, 0.0)

    def size(self, piece: Size, columns: int, rows: int) -> Size:
        """Return how much room so many pieces take."""
        width = piece.width + (columns - 1) * self.step.width + (self.shift.width if rows > 1 else 0)
        height = piece.height + (rows - 1) * self.step.height + (self.shift.height if columns > 1 else 0)
        return Size(width, height)

    def corners(self, columns: int, rows: int) -> Iterator[Point]:
        """Yield the upper left corner of each piece, row by row, from that of the whole."""
        for row, column in product(range(rows), range(columns)):
            x = column * self.step.width + row % 2 * self.shift.width
            yield Point(x, row * self.step.height + column % 2 * self.shift.height)


def sheet_slots(sheet: Sheet, card: Size, bleed: float, outline: Outline = RECTANGLE) -> tuple[Slot, ...]:
    """Return the slots for cards of this size, bleed and outline, row by row, each row from the left.

    In a grid all of its slots, whether or not they fit; filling the paper, none where no card fits.
    """
    if isinstance(sheet.grid, Grid):
        found = _with_outline(_grid_slots(sheet, sheet.grid, card, bleed), 0, outline)
    else:
        found = ()
        for area in (area_for_cards(sheet), _printable_area(sheet)):  # with small print, else without
            found = found or max(_arrangements(sheet, sheet.grid, area.size, card, bleed, outline), key=len)
    return keep_bleed_off(sheet, found)


def _printable_area(sheet: Sheet) -> Box:
    """Return the part of the paper that fronts may use."""
    whole = Box(0, 0, *sheet.paper).grown(Sides.all(-sheet.margin))
    if sheet.backs is not Backs.FOLD:
        return whole
    return Box(whole.left, whole.top, whole.width, sheet.paper.height / 2 - sheet.fold_gap - whole.top)


def area_for_cards(sheet: Sheet) -> Box:
    """Return the printable part less the bands above and below that marks and small print take."""
    area, band = _printable_area(sheet), caption_band(sheet) - sheet.margin
    below = 0.0 if sheet.backs is Backs.FOLD else band
    return area.grown(Sides(left=0, top=-band, right=0, bottom=-below)) if band > 0 else area


def _with_outline(found: tuple[Slot, ...], turns: int, outline: Outline) -> tuple[Slot, ...]:
    if not turns and outline == RECTANGLE:
        return found
    return tuple(replace(slot, turns=turns, outline=outline) for slot in found)


def _arrangements(
    sheet: Sheet, fill: Fill, area: Size, card: Size, bleed: float, outline: Outline
) -> Iterator[tuple[Slot, ...]]:
    """Yield the fullest arrangement of each sort: upright, then turned; straight rows, then a honeycomb."""
    upright_only = outline.shape is Shape.CIRCLE or card.width == card.height
    for turns in (0,) if upright_only else (0, 1):
        lying, size = (outline.turned(), card.turned()) if turns else (outline, card)
        yield _with_outline(_in_straight_rows(sheet, fill, area, size, bleed), turns, lying)
        if outline.nests:
            yield _with_outline(_in_honeycomb(sheet, fill, area, size, bleed, lying), turns, lying)


def _in_straight_rows(sheet: Sheet, fill: Fill, area: Size, card: Size, bleed: float) -> tuple[Slot, ...]:
    lattice = _Lattice(Size(card.width + fill.gap.width, card.height + fill.gap.height))
    for columns, rows in _grid_counts(area, lattice, card):
        found = _grid_slots(sheet, Grid(columns, rows, fill.gap), card, bleed)
        if _clear_of_marks(sheet, found):
            return found
    return ()


def _in_honeycomb(
    sheet: Sheet, fill: Fill, area: Size, card: Size, bleed: float, lying: Outline
) -> tuple[Slot, ...]:
    gap = max(fill.gap)
    pitch = (card.height if lying.shape is Shape.HEX_FLAT else card.width) + gap
    near, half = pitch * math.sqrt(3) / 2, pitch / 2
    if lying.shape is Shape.HEX_FLAT:
        lattice = _Lattice(Size(near, pitch), Size(0, half))
    else:
        lattice = _Lattice(Size(pitch, near), Size(half, 0))
    shown = Sides.all(min(bleed, sheet.bleed, gap / 2))
    for columns, rows in _grid_counts(area, lattice, card):
        whole = place_block(sheet, lattice.size(card, columns, rows))
        corners = (corner.moved(Point(whole.left, whole.top)) for corner in lattice.corners(columns, rows))
        found = tuple(Slot(Box(*corner, *card), shown) for corner in corners)
        if _clear_of_marks(sheet, found):
            return found
    return ()


def _grid_counts(area: Size, lattice: _Lattice, card: Size) -> list[tuple[int, int]]:
    """Return columns and rows that go into the area, the most pieces first."""
    columns = range(_most_in_line(area.width, card.width, lattice.step.width), 0, -1)
    rows = range(_most_in_line(area.height, card.height, lattice.step.height), 0, -1)
    counts = ((count, lattice.size(card, *count)) for count in product(columns, rows))
    room = area.grown(SLACK / 2)
    fitting = [count for count, (x, y) in counts if x <= room.width and y <= room.height]
    return sorted(fitting, key=lambda count: -count[0] * count[1])


def _most_in_line(room: float, piece: float, step: float) -> int:
    return min(MOST_IN_LINE, math.floor((room - piece + SLACK) / step) + 1) if piece <= room + SLACK else 0


def _clear_of_marks(sheet: Sheet, found: tuple[Slot, ...]) -> bool:
    zones = keep_out_zones(sheet.cutter, sheet.paper)
    return not any(zone.overlaps(slot.trim) for zone in zones for slot in found)


def keep_bleed_off(sheet: Sheet, found: tuple[Slot, ...]) -> tuple[Slot, ...]:
    """Return the slots, showing less bleed where it would reach a cutter's marks, or over the fold."""
    zones, slots = keep_out_zones(sheet.cutter, sheet.paper), list[Slot]()
    for slot in found:
        near = [_distance(zone, slot.trim) for zone in zones if zone.overlaps(slot.shown)]
        kept = slot.capped(max(0.0, min(near))) if near else slot
        if sheet.backs is Backs.FOLD:
            left = max(0.0, sheet.paper.height / 2 - slot.trim.bottom)
            kept = replace(kept, bleed=replace(kept.bleed, bottom=min(kept.bleed.bottom, left)))
        slots.append(kept)
    return tuple(slots)


def _distance(one: Box, other: Box) -> float:
    """Return how far two boxes are apart, across or down, whichever is more."""
    across = max(one.left - other.right, other.left - one.right)
    return max(across, one.top - other.bottom, other.top - one.bottom)


SHEET_FIT = Rule(
    "CT703",
    "sheet-fit",
    manual="""\
The cards go on the sheet that the game is printed on.

A grid that reaches into the edge a printer cannot print loses the rims of its cards.

Bad:

    outputs: {sheet: letter-9up}, with poker cards

Good:

    outputs: {sheet: letter-8up}

The finding stands at the game; which sheets there are, and what goes on them, tells `cardtool list`.""",
)

SEAM_THROUGH_SPACE = Rule(
    "CT742",
    "seam-through-space",
    Severity.WARNING,
    manual="""\
The seams of a tiled board run between its spaces, where its kind asks for that.

A seam through a space shows there for as long as the board is played on, and pieces catch on it.

Bad:

    coast: {form: board, layout: coast, seams: on-grid, …}, its spaces side by side in hexagons

Good:

    coast: {form: board, layout: coast, seams: on-grid, …}, with a line from edge to edge that meets no space

Tiles are as large as the paper has room for, and more of them are taken where that helps, up to twice as
many each way; where no line is within reach, seams go through as few spaces as can be. Overlooked on
purpose: kinds that do not say on-grid, whose seams keep between spaces only where a gap is near.""",
)

SMALL_BOOKLET = Rule(
    "CT752",
    "small-booklet",
    Severity.INFO,
    manual="""\
The pages of a rulebook go into a booklet as they are, or nearly so.

Two of them share a side of the paper. Pages of A4 are drawn at 71 % there, and letters of 8 points are no
larger than 5.7.

Bad:

    rulebook: {template: book.html, style: rulebook.css, width: 210mm, height: 297mm}

Good:

    rulebook: {template: book.html, style: rulebook.css, width: 148mm, height: 210mm}

The finding stands at the game, where pages are drawn at less than 80 % on either paper. Who wants such a book
prints rulebook.pdf as it is.""",
)

RULES = (SHEET_FIT, SEAM_THROUGH_SPACE, SMALL_BOOKLET)

_WORTH_SUGGESTING = 3.0  # mm; hardly any printer reaches nearer to the edge than this


def require_room(
    sheet: Sheet,
    card: Size,
    outline: Outline = RECTANGLE,
    noun: str = "cards",
    *,
    margin_of: str = "",
    others: Iterable[Sheet] = (),
) -> None:
    """Make sure that every trim of this card size stays off the edge the printer cannot print.

    `noun` is how messages call such cards; `margin_of` says where the margin comes from when it is not the
    sheet's; `others` are sheets to recommend.

    Raises: SheetRefused, with the numbers and with what would do.
    """
    _require_cuttable(sheet)
    if not has_room(sheet, card, outline):
        problem = _problem_text(sheet, card, noun, margin_of)
        raise SheetRefused(f"{problem}\n{_advice_text(sheet, card, outline, others)}")
    if isinstance(sheet.grid, Grid):
        _require_free_marks(sheet, card, outline, noun)


def has_room(sheet: Sheet, card: Size, outline: Outline = RECTANGLE) -> bool:
    """Return whether at least one such card goes on the sheet; in a grid, as many as it asks for."""
    if isinstance(sheet.grid, Grid):
        return _least_edge(sheet, sheet.grid, card) >= sheet.margin - SLACK
    return bool(sheet_slots(sheet, card, 0.0, outline))


def _least_edge(sheet: Sheet, grid: Grid, card: Size) -> float:
    """Return the paper left beside the trims where it is narrowest; less than 0 where they go beyond it."""
    trims = _grid_block(sheet, grid, card)
    return min(trims.left, trims.top)


def _require_cuttable(sheet: Sheet) -> None:
    cutter = sheet.cutter
    if cutter is None or cutter.registration is Registration.NONE:
        return
    if sheet.backs is Backs.FOLD:
        raise SheetRefused(
            f"{cutter.title} cannot cut a sheet that is folded and glued: its marks would lie apart\n"
            "use a sheet with backs on the other side, or --cutter plain"
        )
    if sheet.margin > cutter.inset:
        raise SheetRefused(
            f"the marks of {cutter.title} stand {format_number(cutter.inset)} mm from the edge, and "
            "the printer "
            f"cannot print the outer {format_number(sheet.margin)} mm"
        )


def _require_free_marks(sheet: Sheet, card: Size, outline: Outline, noun: str) -> None:
    zones, cutter = keep_out_zones(sheet.cutter, sheet.paper), sheet.cutter
    trims = [slot.trim for slot in sheet_slots(sheet, card, 0.0, outline)] if zones else []
    if cutter and any(zone.overlaps(trim) for zone in zones for trim in trims):
        raise SheetRefused(
            f"{_grid_text(sheet, card, noun)} reaches into the {format_number(cutter.reach)} mm at the "
            f"corners of the paper that {cutter.title} needs free for its marks\n"
            "use a sheet with fewer cards, one with grid: fill, or a smaller gap"
        )


def _grid_text(sheet: Sheet, card: Size, noun: str) -> str:
    assert isinstance(sheet.grid, Grid)
    return f"a {sheet.grid.columns} × {sheet.grid.rows} grid of {card} {noun}"


def _problem_text(sheet: Sheet, card: Size, noun: str, margin_of: str) -> str:
    named = margin_of or f"margin in {sheet.source.file}"
    needs = f"a printer needs {format_number(sheet.margin)} mm ({named})"
    if not isinstance(sheet.grid, Grid):
        return f"none of the {card} {noun} goes on the sheet; {_paper_text(sheet)}, and {needs}"
    grid, trims = _grid_text(sheet, card, noun), _grid_block(sheet, sheet.grid, card)
    if _least_edge(sheet, sheet.grid, card) >= 0:
        return f"{grid} leaves {_narrow_edges(sheet, trims)} of {sheet.paper_name}; {needs}"
    return f"{grid} is {trims.size}; {_paper_text(sheet)}, and {needs}"


def _narrow_edges(sheet: Sheet, trims: Box) -> str:
    upright = "top" if sheet.backs is Backs.FOLD else "top and bottom"
    edges = ((trims.left, "left and right"), (trims.top, upright))
    return " and ".join(
        f"{format_number(edge)} mm at the {where}" for edge, where in edges if edge < sheet.margin - SLACK
    )


def _paper_text(sheet: Sheet) -> str:
    """Return the paper that fronts have: all of it, or what is above the fold and its gap."""
    if sheet.backs is not Backs.FOLD:
        return f"{sheet.paper_name} is {sheet.paper}"
    above = Size(sheet.paper.width, sheet.paper.height / 2 - sheet.fold_gap)
    return f"{sheet.paper_name} has {above} above the fold"


def _advice_text(sheet: Sheet, card: Size, outline: Outline, others: Iterable[Sheet]) -> str:
    """Return what to do instead: use the fullest sheet of the same paper that has room, a smaller margin."""
    alike = (
        replace(other, margin=sheet.margin)
        for other in others
        if (other.backs is Backs.FOLD) == (sheet.backs is Backs.FOLD)
        and (other.paper_name, other.cutter) == (sheet.paper_name, sheet.cutter)
    )
    fitting = [other for other in alike if has_room(other, card, outline)]
    best = max(fitting, key=lambda other: len(sheet_slots(other, card, 0.0, outline)), default=None)
    ways = [f"--sheet {best.name} (for good: outputs: {{sheet: {best.name}}} in game.yaml)"] if best else []
    edge = _least_edge(sheet, sheet.grid, card) if isinstance(sheet.grid, Grid) else 0.0
    if edge >= _WORTH_SUGGESTING:
        half_millimetres = int(edge * 2 + SLACK) / 2
        ways.append(f"--margin {format_number(half_millimetres)}mm if your printer can")
    return f"use {', or '.join(ways)}" if ways else "use larger paper, or a sheet with fewer cards"
