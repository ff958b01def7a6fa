"""The files of a sheet of cards: the sheet itself, what a machine cuts, and tiles of what is too large."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from cardtool import impose, load
from cardtool.errors import UsageError
from cardtool.geometry import Point
from cardtool.impose import Card, TiledFace
from cardtool.model import Backs, Fill, Game, Sheet
from cardtool.pipeline.order import Order
from cardtool.pipeline.prints import (
    CutFile,
    Material,
    Print,
    SheetBook,
    caption_font,
    cards_to_print,
    in_tiles,
)
from cardtool.project import Project

__all__ = ["TiledCards", "sheets"]

_NOWHERE = Point(0.0, 0.0)
_FORMATS = ("svg", "dxf")


@dataclass(frozen=True, slots=True)
class TiledCards:
    """Cards larger than the paper of their sheet, in tiles, each back after its front."""

    sheet: Sheet
    mats: tuple[TiledFace, ...]
    font: Path

    @property
    def name(self) -> str:
        return f"cards-{self.sheet.name}-tiles.pdf"

    def write(self, material: Material) -> bytes:
        return in_tiles(material, self.mats, f"cards in tiles on {self.sheet.paper_name}", self.font)


def sheets(project: Project, game: Game, order: Order) -> list[Print]:
    """The files of each sheet that is asked for, or of the game's own.

    Raises: UsageError, ProjectError or SheetRefused.
    """
    cards, font = cards_to_print(game), caption_font(project)
    prints: list[Print] = []
    for name in order.sheets or (game.outputs.sheet,):
        sheet = load.load_sheet(project, name)
        if order.cutter:
            sheet = replace(sheet, cutter=load.load_cutter(project, order.cutter))
        prints += _files(game, sheet, cards, order, font, _all_sheets(project))
    return prints


def _all_sheets(project: Project) -> Iterator[Sheet]:
    """Every sheet there is, read when somebody asks: to recommend one."""
    return (load.load_sheet(project, name) for name in load.sheet_names(project))


def _files(
    game: Game, sheet: Sheet, cards: Sequence[Card], order: Order, font: Path, others: Iterable[Sheet]
) -> Iterator[Print]:
    margin, margin_of = order.unprintable
    small, large = _parted(sheet if margin is None else replace(sheet, margin=margin), cards)
    if small or not large:
        pages = impose.plan_pages(
            small,
            sheet,
            backs=order.backs,
            margin=margin,
            margin_of=margin_of,
            back_offset=_offset(sheet, order),
            others=others,
        )
        yield SheetBook(sheet, pages, font)
        if sheet.cutter is not None:
            for part, contours in enumerate(impose.cut_sheets(pages), 1):
                yield from (CutFile(sheet, contours, part, format) for format in _FORMATS)
    if large:
        yield TiledCards(sheet, tuple(_tiles(game, sheet, large, margin)), font)


def _parted(sheet: Sheet, cards: Sequence[Card]) -> tuple[list[Card], list[Card]]:
    """The cards that go on the sheet, and those that are larger than its paper.

    A sheet with a grid is made for cards of some size, and refuses others.
    """
    if not isinstance(sheet.grid, Fill):
        return list(cards), []
    sorts = {(card.trim, card.outline) for card in cards}
    fitting = {sort for sort in sorts if impose.has_room(sheet, *sort)}
    small = [card for card in cards if (card.trim, card.outline) in fitting]
    return small, [card for card in cards if (card.trim, card.outline) not in fitting]


def _tiles(game: Game, sheet: Sheet, cards: Sequence[Card], margin: float | None) -> Iterator[TiledFace]:
    names = {component.id: component.name for component in game.cards}
    edge = sheet.margin if margin is None else margin
    for card in cards:
        tiles = impose.plan_tiles(card.trim, card.bleed, sheet.paper, margin=edge)
        name = names[card.front.card or ""]
        for face in (card.front, card.back):
            if face is not None:
                yield TiledFace(face, f"{name}, {face.side}" if card.back else name, tiles)


def _offset(sheet: Sheet, order: Order) -> Point:
    """How far backs are moved on this sheet: as the order says, or as its printer was measured."""
    if order.back_offset is not None:
        return order.back_offset
    backs = order.backs or sheet.backs
    if order.printer is None or backs in (Backs.NONE, Backs.FOLD):
        return _NOWHERE
    if backs is Backs.SHORT_EDGE:
        raise UsageError(
            f"{order.printer.name} was calibrated for sheets turned about the long edge; "
            "for the short edge, give --back-offset instead of --my-printer"
        )
    sideways = sheet.paper.width > sheet.paper.height
    measured = order.printer.sideways if sideways else order.printer.upright
    if measured is None:
        lies, others = ("sideways", "upright") if sideways else ("upright", "sideways")
        raise UsageError(
            f"the paper of {sheet.name} lies {lies}, and {order.printer.name} was only calibrated for paper "
            f"that lies {others}\nrun: cardtool calibrate --name {order.printer.name}"
        )
    return measured
