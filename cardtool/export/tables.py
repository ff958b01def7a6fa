"""Cards for online tables: sheets of cards, and what tells the table which cell is which card."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterator, Sequence

from cardtool.export.checklist import NAME, Part, checklist, counted
from cardtool.export.plain import tame
from cardtool.export.spread import DeckSheet, spread_out
from cardtool.export.tabletop import saved_objects
from cardtool.model import CardFaces, FacePages, Game, Shop

__all__ = ["grids", "tabletop_simulator"]

_IMAGES = "images"
_OBJECTS = "saved-objects"
_HEAD = ("Sheet", "Columns", "Rows", "Pixels", "Cards", "Copies", "Back")
_UNSURE = (
    "The makers of the game do not describe saved objects; these are as other programs write them.",
    "How large a card lies on the table is up to the game: it goes by the picture's proportions.",
)
_HEXAGONS = "Which way round the game cuts hexagons could not be verified: look at one before you upload all."


def tabletop_simulator(
    game: Game,
    shop: Shop,
    cards: Sequence[CardFaces],
    pages: FacePages,
    address: Callable[[str], str],
    *,
    reach: str,
) -> Iterator[tuple[str, bytes]]:
    """Pictures, saved objects and a checklist.

    `address` says where a picture will be found, and `reach` tells the reader who can see it there.
    """
    spread = spread_out(game, shop, cards, pages, keeps_last=True)
    for name, content in spread.pictures(pages):
        yield f"{_IMAGES}/{name}.png", content
    folder = f"{_OBJECTS}/{game.id}"
    decks = dict(saved_objects(game, cards, spread.sheets, lambda name: address(f"{_IMAGES}/{name}")))
    yield from ((f"{folder}/{name}", content) for name, content in decks.items())
    facts = (
        _count(cards, spread.sheets),
        f"Copy the folder {folder} into Saved Objects. In it are {', '.join(decks)}.",
        reach,
    )
    part = Part("", facts, _HEAD, tuple(_rows(spread.sheets, cards, f"{_IMAGES}/")))
    nested = any(kind.outline.nests for kind in game.card_kinds)
    yield NAME, checklist(game, shop, [part], (*_UNSURE, *([_HEXAGONS] if nested else [])))


def grids(
    game: Game, shop: Shop, cards: Sequence[CardFaces], pages: FacePages
) -> Iterator[tuple[str, bytes]]:
    """Pictures, `cards.csv` and a checklist."""
    spread = spread_out(game, shop, cards, pages, keeps_last=False)
    for name, content in spread.pictures(pages):
        yield f"{name}.png", content
    yield "cards.csv", _cells(spread.sheets, cards)
    facts = (
        _count(cards, spread.sheets),
        "cards.csv says which cell is which card; rows and columns count from 1.",
    )
    yield NAME, checklist(game, shop, [Part("", facts, _HEAD, tuple(_rows(spread.sheets, cards, "")))], ())


def _count(cards: Sequence[CardFaces], sheets: Sequence[DeckSheet]) -> str:
    copies = counted(sum(each.card.copies for each in cards), "card")
    return f"{copies}, copies counted; {counted(len(cards), 'front')} on {counted(len(sheets), 'sheet')}."


def _rows(
    sheets: Sequence[DeckSheet], cards: Sequence[CardFaces], folder: str
) -> Iterator[tuple[str | int, ...]]:
    copies = {each.card.id: each.card.copies for each in cards}
    for sheet in sheets:
        grid = sheet.fronts
        yield (
            f"{folder}{grid.name}.png",
            grid.columns,
            grid.rows,
            f"{grid.pixels.width} × {grid.pixels.height}",
            len(sheet.cards),
            sum(copies[id] for id in sheet.cards),
            f"{folder}{sheet.back}.png{' (cell by cell)' if sheet.unique else ''}",
        )


def _cells(sheets: Sequence[DeckSheet], cards: Sequence[CardFaces]) -> bytes:
    """A line a card: its sheet and cell, and who it is. UTF-8 with a byte order mark, for Excel."""
    by_id = {each.card.id: each.card for each in cards}
    text = io.StringIO(newline="")
    writer = csv.writer(text, lineterminator="\r\n")
    writer.writerow(["sheet", "columns", "rows", "row", "column", "id", "name", "kind", "copies", "back"])
    for sheet in sheets:
        grid = sheet.fronts
        for index, id in enumerate(sheet.cards):
            card, (row, column) = by_id[id], divmod(index, grid.columns)
            place = (f"{grid.name}.png", grid.columns, grid.rows, row + 1, column + 1)
            writer.writerow([*place, card.id, tame(card.name), card.kind, card.copies, f"{sheet.back}.png"])
    return text.getvalue().encode("utf-8-sig", errors="backslashreplace")
