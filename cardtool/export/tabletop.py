"""Cards for online tables: sheets of cards, and what tells the table which cell is which card.

Tabletop Simulator reads saved objects: decks of cards, each a cell of a sheet. A card's number is the key
of its sheet times 100 plus its cell, counted from 0, row by row; the last cell of a sheet is what others
see of a card in hand (kb.tabletopsimulator.com, "Custom Deck").
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from cardtool.export.card_sheets import DeckSheet, plan_sheets
from cardtool.export.checklist import CHECKLIST_NAME, OrderPart, checklist_file, count_of
from cardtool.export.csv_json import Cell, card_text, csv_file
from cardtool.model import CardFaces, FacePages, Game, Shape, Shop

_CELLS_A_KEY = 100  # cells of a sheet have numbers below this
# api.tabletopsimulator.com, "Custom Game Objects": what a card is cut to; 0 has round corners
_CARD_TYPES = {Shape.RECT: 0, Shape.CIRCLE: 4, Shape.HEX_FLAT: 3, Shape.HEX_POINTED: 3}
_FACE_DOWN = {"posX": 0.0, "posY": 1.0, "posZ": 0.0, "rotX": 0.0, "rotY": 180.0, "rotZ": 180.0}
_AS_IT_IS = {"scaleX": 1.0, "scaleY": 1.0, "scaleZ": 1.0}
_PALE = {"r": 0.713235259, "g": 0.713235259, "b": 0.713235259}  # what the game itself writes
_IMAGES = "images"
_OBJECTS = "saved-objects"
_TABLE_HEAD = ("Sheet", "Columns", "Rows", "Pixels", "Cards", "Copies", "Back")
_CELLS_HEAD = ("sheet", "columns", "rows", "row", "column", "id", "name", "kind", "copies", "back")
_NO_PROMISE = (
    "The makers of the game do not describe saved objects; these are as other programs write them.",
    "How large a card lies on the table is up to the game: it goes by the picture's proportions.",
)
_HEXAGONS = "Which way round the game cuts hexagons could not be verified: look at one before you upload all."


def tabletop_simulator_files(
    game: Game,
    shop: Shop,
    cards: Sequence[CardFaces],
    pages: FacePages,
    address: Callable[[str], str],
    *,
    reach: str,
) -> Iterator[tuple[str, bytes]]:
    """Yield pictures, saved objects and a checklist.

    `address` says where a picture will be found, and `reach` tells the reader who can see it there.
    """
    card_sheets = plan_sheets(game, shop, cards, pages, keeps_last=True)
    for name, content in card_sheets.pictures(pages):
        yield f"{_IMAGES}/{name}.png", content
    folder = f"{_OBJECTS}/{game.id}"
    decks = dict(_saved_objects(game, cards, card_sheets.sheets, lambda name: address(f"{_IMAGES}/{name}")))
    yield from ((f"{folder}/{name}", content) for name, content in decks.items())
    facts = (
        _count_sentence(cards, card_sheets.sheets),
        f"Copy the folder {folder} into Saved Objects. In it are {', '.join(decks)}.",
        reach,
    )
    part = OrderPart("", facts, _TABLE_HEAD, tuple(_sheet_rows(card_sheets.sheets, cards, f"{_IMAGES}/")))
    nested = any(kind.outline.nests for kind in game.card_kinds)
    yield CHECKLIST_NAME, checklist_file(game, shop, [part], (*_NO_PROMISE, *([_HEXAGONS] if nested else [])))


def grid_files(
    game: Game, shop: Shop, cards: Sequence[CardFaces], pages: FacePages
) -> Iterator[tuple[str, bytes]]:
    """Yield pictures, `cards.csv` and a checklist."""
    card_sheets = plan_sheets(game, shop, cards, pages, keeps_last=False)
    for name, content in card_sheets.pictures(pages):
        yield f"{name}.png", content
    yield "cards.csv", _cells_csv(card_sheets.sheets, cards)
    facts = (
        _count_sentence(cards, card_sheets.sheets),
        "cards.csv says which cell is which card; rows and columns count from 1.",
    )
    part = OrderPart("", facts, _TABLE_HEAD, tuple(_sheet_rows(card_sheets.sheets, cards, "")))
    yield CHECKLIST_NAME, checklist_file(game, shop, [part], ())


def _count_sentence(cards: Sequence[CardFaces], sheets: Sequence[DeckSheet]) -> str:
    copies = count_of(sum(each.card.copies for each in cards), "card")
    return f"{copies}, copies counted; {count_of(len(cards), 'front')} on {count_of(len(sheets), 'sheet')}."


def _sheet_rows(
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


def _cells_csv(sheets: Sequence[DeckSheet], cards: Sequence[CardFaces]) -> bytes:
    """Return a line a card: its sheet and cell, and who it is."""
    by_id = {each.card.id: each.card for each in cards}
    rows: list[tuple[Cell, ...]] = [_CELLS_HEAD]
    for sheet in sheets:
        grid = sheet.fronts
        for index, id in enumerate(sheet.cards):
            card, (row, column) = by_id[id], divmod(index, grid.columns)
            place = (f"{grid.name}.png", grid.columns, grid.rows, row + 1, column + 1)
            rows.append((*place, card.id, card.name, card.kind, card.copies, f"{sheet.back}.png"))
    return csv_file(rows)


def _saved_objects(
    game: Game, cards: Sequence[CardFaces], sheets: Sequence[DeckSheet], address: Callable[[str], str]
) -> Iterator[tuple[str, bytes]]:
    """Yield the files of the game's decks: all cards together, a deck a kind, and the decks it declares.

    `address` turns the name of a picture into where it is found.
    """
    writer = _DeckWriter(game, sheets, address)
    yield f"{game.id}.json", writer.saved_object(game.title, "", cards)
    for kind in game.card_kinds:
        here = [each for each in cards if each.card.kind == kind.id]
        if here:
            yield f"kinds/{kind.id}.json", writer.saved_object(kind.plural, kind.id, here)
    printed = {kind.id for kind in game.card_kinds}
    for deck in game.decks:
        if 1 < len(printed.intersection(deck.kinds)) < len(printed):
            here = [each for each in cards if each.card.kind in deck.kinds]
            yield f"decks/{deck.id}.json", writer.saved_object(deck.title, deck.id, here)


class _DeckWriter:
    """Writes decks of one game."""

    def __init__(self, game: Game, sheets: Sequence[DeckSheet], address: Callable[[str], str]) -> None:
        self._game, self._address = game, address
        self._sheets = {sheet.key: sheet for sheet in sheets}
        self._numbers = dict(_card_numbers(sheets))

    def saved_object(self, title: str, name: str, cards: Sequence[CardFaces]) -> bytes:
        """Return a saved object that holds these cards, copy by copy."""
        copies = [each for each in cards for _ in range(each.card.copies)]
        inside = [self._card(each, f"{name}/{place}") for place, each in enumerate(copies)]
        whole = inside[0] if len(inside) == 1 else self._deck(title, name, inside)
        return (json.dumps(_save_with(whole), indent=2, ensure_ascii=False) + "\n").encode()

    def _deck(self, title: str, name: str, inside: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
        numbers = [card["CardID"] for card in inside]
        keys = dict.fromkeys(number // _CELLS_A_KEY for number in numbers)
        return {
            **self._object("DeckCustom", title, f"{self._game.title} {self._game.version}", name),
            "Hands": False,
            "DeckIDs": numbers,
            "CustomDeck": {str(key): self._sheet(key) for key in keys},
            "ContainedObjects": list(inside),
        }

    def _card(self, each: CardFaces, place: str) -> dict[str, Any]:
        number = self._numbers[each.card.id]
        text = card_text(each.card, self._game.kind(each.card.kind))
        return {
            **self._object("CardCustom", each.card.name, text, place),
            "Hands": True,
            "CardID": number,
            "CustomDeck": {str(number // _CELLS_A_KEY): self._sheet(number // _CELLS_A_KEY)},
        }

    def _sheet(self, key: int) -> dict[str, Any]:
        sheet = self._sheets[key]
        return {
            "FaceURL": self._address(f"{sheet.fronts.name}.png"),
            "BackURL": self._address(f"{sheet.back}.png"),
            "NumWidth": sheet.fronts.columns,
            "NumHeight": sheet.fronts.rows,
            "BackIsHidden": False,  # the last cell is, which never gives a back of its own away
            "UniqueBack": sheet.unique,
            "Type": _CARD_TYPES[sheet.fronts.kind.outline.shape],
        }

    def _object(self, name: str, nickname: str, description: str, place: str) -> dict[str, Any]:
        return {
            "GUID": _object_id(f"{self._game.id}/{place}/{name}"),
            "Name": name,
            "Transform": {**_FACE_DOWN, **_AS_IT_IS},
            "Nickname": nickname,
            "Description": description,
            "GMNotes": "",
            "ColorDiffuse": _PALE,
            "Locked": False,
            "Grid": True,
            "Snap": True,
            "Autoraise": True,
            "Sticky": True,
            "Tooltip": True,
            "HideWhenFaceDown": True,
            "SidewaysCard": False,
            "LuaScript": "",
            "LuaScriptState": "",
            "XmlUI": "",
        }


def _card_numbers(sheets: Sequence[DeckSheet]) -> Iterator[tuple[str, int]]:
    for sheet in sheets:
        for index, id in enumerate(sheet.cards):
            yield id, sheet.key * _CELLS_A_KEY + index


def _object_id(of: str) -> str:
    """Return six hexadecimal digits, the same for the same thing."""
    return hashlib.sha256(of.encode()).hexdigest()[:6]


def _save_with(whole: Mapping[str, Any]) -> dict[str, Any]:
    """Return a saved object: a save whose table is empty but for one thing."""
    empty = dict.fromkeys(("SaveName", "GameMode", "Date", "Table", "Sky", "Note", "Rules", "PlayerTurn"), "")
    script = dict.fromkeys(("LuaScript", "LuaScriptState", "XmlUI", "VersionNumber"), "")
    return {**empty, **script, "ObjectStates": [whole]}
