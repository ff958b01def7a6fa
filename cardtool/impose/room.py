"""Whether cards of one size go on a sheet, and what to say when they do not. Arithmetic only."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from cardtool.errors import SheetRefused
from cardtool.geometry import Size
from cardtool.impose.layout import block
from cardtool.model import Backs, Sheet
from cardtool.units import show

__all__ = ["refuse_unless_it_fits"]

SLACK = 1e-6  # mm; what adding up lengths may lose
WORTH_SUGGESTING = 3.0  # mm; hardly any printer reaches nearer to the edge than this


def refuse_unless_it_fits(
    sheet: Sheet, card: Size, *, asked: bool = False, others: Iterable[Sheet] = ()
) -> None:
    """Make sure that every trim of this card size stays off the edge the printer cannot print.

    `asked` says that the margin comes from the command line; `others` are sheets to recommend.

    Raises: SheetRefused, with the numbers and with what would do.
    """
    if not _fits(sheet, card):
        raise SheetRefused(f"{_problem(sheet, card, asked)}\n{_advice(sheet, card, others)}")


def _fits(sheet: Sheet, card: Size) -> bool:
    return _least_edge(sheet, card) >= sheet.margin - SLACK


def _least_edge(sheet: Sheet, card: Size) -> float:
    """The paper left beside the trims where it is narrowest; less than 0 where they go beyond it."""
    trims = block(sheet, card)
    return min(trims.left, trims.top)


def _problem(sheet: Sheet, card: Size, asked: bool) -> str:
    said = "--margin" if asked else f"margin in {sheet.source.file}"
    needs = f"a printer needs {show(sheet.margin)} mm ({said})"
    grid = f"a {sheet.grid.columns} × {sheet.grid.rows} grid of {card} cards"
    if _least_edge(sheet, card) >= 0:
        return f"{grid} leaves {_left_over(sheet, card)} of {sheet.paper_name}; {needs}"
    return f"{grid} is {block(sheet, card).size}; {_room(sheet)}, and {needs}"


def _left_over(sheet: Sheet, card: Size) -> str:
    """The edges that are too narrow, in words."""
    trims = block(sheet, card)
    upright = "top" if sheet.backs is Backs.FOLD else "top and bottom"
    edges = ((trims.left, "left and right"), (trims.top, upright))
    return " and ".join(
        f"{show(edge)} mm at the {where}" for edge, where in edges if edge < sheet.margin - SLACK
    )


def _room(sheet: Sheet) -> str:
    """The paper that fronts have: all of it, or what is above the fold and its gap."""
    if sheet.backs is not Backs.FOLD:
        return f"{sheet.paper_name} is {sheet.paper}"
    above = Size(sheet.paper.width, sheet.paper.height / 2 - sheet.fold_gap)
    return f"{sheet.paper_name} has {above} above the fold"


def _advice(sheet: Sheet, card: Size, others: Iterable[Sheet]) -> str:
    """What to do instead: the fullest sheet of the same paper that takes these cards, a smaller margin."""
    near = [
        other
        for other in others
        if other.paper_name == sheet.paper_name
        and (other.backs is Backs.FOLD) == (sheet.backs is Backs.FOLD)
        and _fits(replace(other, margin=sheet.margin), card)
    ]
    best = max(near, key=lambda other: other.grid.columns * other.grid.rows, default=None)
    ways = [f"--sheet {best.name}"] if best else []
    edge = _least_edge(sheet, card)
    if edge >= WORTH_SUGGESTING:
        half_millimetres = int(edge * 2 + SLACK) / 2
        ways.append(f"--margin {show(half_millimetres)}mm if your printer can")
    return f"use {', or '.join(ways)}" if ways else "use larger paper, or a sheet with fewer cards"
