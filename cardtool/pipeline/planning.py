"""Which files an order comes to. A sheet that does not suit is refused here, before anything is drawn."""

from __future__ import annotations

from cardtool.errors import ProjectError
from cardtool.model import Game
from cardtool.pipeline.order import Order, Part
from cardtool.pipeline.prints import (
    PAPERS,
    Bookfile,
    Booklet,
    FaceBook,
    Print,
    WholeMats,
    caption_font,
    fits,
    mats_to_print,
    tiled,
)
from cardtool.pipeline.sheets import sheets
from cardtool.project import Project

__all__ = ["planned"]


def planned(project: Project, game: Game, order: Order) -> list[Print]:
    """The files to make, in the order in which they are written.

    Raises: UsageError, ProjectError or SheetRefused when something of it cannot be.
    """
    prints: list[Print] = []
    if order.asks_for(Part.FACES):
        prints.append(FaceBook())
    if order.asks_for(Part.SHEETS):
        prints += sheets(project, game, order)
    if order.asks_for(Part.MATS):
        prints += _mats(project, game, order)
    if order.asks_for(Part.RULEBOOK) and (game.book or order.part is Part.RULEBOOK):
        prints += [Bookfile("rulebook.pdf"), Bookfile("rulebook.html"), *map(Booklet, PAPERS)]
    return prints


def _mats(project: Project, game: Game, order: Order) -> list[Print]:
    mats = mats_to_print(game)
    if not mats:
        if order.part is Part.MATS:
            raise ProjectError(f"{game.id} has no mats: no kind in {game.source.file} says prints: mats")
        return []
    font, margin = caption_font(project), order.margin_of_printer
    compact = tuple(mat for mat in mats if all(fits(mat[1].size, paper, margin) for paper in PAPERS.values()))
    large = tuple(mat for mat in mats if mat not in compact)
    prints: list[Print] = []
    if large:
        prints.append(WholeMats(large))
        prints += [tiled(large, game, paper, font, margin) for paper in PAPERS]
    if compact:
        prints += [WholeMats(compact, paper) for paper in PAPERS]
    return prints
