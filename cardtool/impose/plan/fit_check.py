"""Whether cards of one size go on a sheet, and what to say when they do not."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from cardtool.errors import SheetRefused
from cardtool.finding import Rule, Severity
from cardtool.geometry import Box, Size
from cardtool.impose.plan.sheet_marks import keep_out_zones
from cardtool.impose.plan.slots import SLACK, grid_block, sheet_slots
from cardtool.model import RECTANGLE, Backs, Grid, Outline, Registration, Sheet
from cardtool.units import format_number

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
    trims = grid_block(sheet, grid, card)
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
    grid, trims = _grid_text(sheet, card, noun), grid_block(sheet, sheet.grid, card)
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
    alike = (replace(other, margin=sheet.margin) for other in others if _is_like(other, sheet))
    fitting = [other for other in alike if has_room(other, card, outline)]
    best = max(fitting, key=lambda other: len(sheet_slots(other, card, 0.0, outline)), default=None)
    ways = [f"--sheet {best.name} (for good: outputs: {{sheet: {best.name}}} in game.yaml)"] if best else []
    edge = _least_edge(sheet, sheet.grid, card) if isinstance(sheet.grid, Grid) else 0.0
    if edge >= _WORTH_SUGGESTING:
        half_millimetres = int(edge * 2 + SLACK) / 2
        ways.append(f"--margin {format_number(half_millimetres)}mm if your printer can")
    return f"use {', or '.join(ways)}" if ways else "use larger paper, or a sheet with fewer cards"


def _is_like(other: Sheet, sheet: Sheet) -> bool:
    folds = (other.backs is Backs.FOLD) == (sheet.backs is Backs.FOLD)
    return folds and other.paper_name == sheet.paper_name and other.cutter == sheet.cutter
