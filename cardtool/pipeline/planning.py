"""Which files an order comes to. A sheet that does not suit is refused here, before anything is drawn."""

from __future__ import annotations

from cardtool import impose, load
from cardtool.errors import ProjectError
from cardtool.model import Game
from cardtool.pipeline.order import Order, Part
from cardtool.pipeline.prints import (
    PAPERS,
    Bookfile,
    Booklet,
    FaceBook,
    Print,
    SheetBook,
    WholeMats,
    caption_font,
    cards_to_print,
    fits,
    mats_to_print,
    tiled,
)
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
        prints += _sheets(project, game, order)
    if order.asks_for(Part.MATS):
        prints += _mats(project, game, asked=order.part is Part.MATS)
    if order.asks_for(Part.RULEBOOK) and (game.book or order.part is Part.RULEBOOK):
        prints += [Bookfile("rulebook.pdf"), Bookfile("rulebook.html"), *map(Booklet, PAPERS)]
    return prints


def _sheets(project: Project, game: Game, order: Order) -> list[Print]:
    names = order.sheets or (game.outputs.sheet,)
    sheets = {name: load.load_sheet(project, name) for name in (*load.sheet_names(project), *names)}
    cards, font = cards_to_print(game), caption_font(project)
    prints: list[Print] = []
    for name in names:
        pages = impose.plan(
            cards,
            sheets[name],
            backs=order.backs,
            margin=order.margin,
            back_offset=order.back_offset,
            others=sheets.values(),
        )
        prints.append(SheetBook(sheets[name], pages, font))
    return prints


def _mats(project: Project, game: Game, *, asked: bool) -> list[Print]:
    mats = mats_to_print(game)
    if not mats:
        if asked:
            raise ProjectError(f"{game.id} has no mats: no kind in {game.source.file} says prints: mats")
        return []
    font = caption_font(project)
    compact = tuple(mat for mat in mats if all(fits(mat[1].size, paper) for paper in PAPERS.values()))
    large = tuple(mat for mat in mats if mat not in compact)
    prints: list[Print] = []
    if large:
        prints.append(WholeMats(large))
        prints += [tiled(large, game, paper, font) for paper in PAPERS]
    if compact:
        prints += [WholeMats(compact, paper) for paper in PAPERS]
    return prints
