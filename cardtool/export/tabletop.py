"""Cards for online tables: sheets of cards, and what tells the table which cell is which card.

Tabletop Simulator reads saved objects: decks of cards, each a cell of a sheet. A card's number is the key
of its sheet times 100 plus its cell, counted from 0, row by row; the last cell of a sheet is what others
see of a card in hand (kb.tabletopsimulator.com, "Custom Deck").
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any
from urllib.parse import quote

from cardtool.export import ExportInputs, Files
from cardtool.export.card_sheets import DeckSheet, plan_sheets
from cardtool.export.checklist import CHECKLIST_NAME, OrderPart, checklist_file
from cardtool.export.csv_json import Cell, card_text, csv_file
from cardtool.model import CardFaces, Game, Shape
from cardtool.wording import counted

_CELLS_A_KEY = 100  # cells of a sheet have numbers below this
# api.tabletopsimulator.com, "Custom Game Objects": what a card is cut to; 0 has round corners
_CARD_TYPES = {Shape.RECT: 0, Shape.CIRCLE: 4, Shape.HEX_FLAT: 3, Shape.HEX_POINTED: 3, Shape.PATH: 0}
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
_REACH = (
    "Pictures are read from this folder on this computer: other players will not see them. For them, put "
    "the images on the web and export again with --base-url, or use the game's Cloud Manager."
)
_HEXAGONS = "Which way round the game cuts hexagons could not be verified: look at one before you upload all."


def tabletop_simulator_files(inputs: ExportInputs) -> Files:
    """Yield pictures, saved objects and a checklist."""
    game, cards = inputs.game, inputs.cards
    sheets = plan_sheets(game, inputs.the_shop(), cards, inputs.pages, keeps_last=True)
    for name, content in sheets.pictures(inputs.pages):
        yield f"{_IMAGES}/{name}.png", content
    folder, address = f"{_OBJECTS}/{game.id}", f"{_folder_address(inputs)}/{_IMAGES}"
    decks = dict(_saved_objects(game, cards, sheets.sheets, lambda name: f"{address}/{quote(name)}"))
    yield from ((f"{folder}/{name}", content) for name, content in decks.items())
    on_the_web = inputs.options.base_url is not None
    facts = (
        _count_sentence(cards, sheets.sheets),
        f"Copy the folder {folder} into Saved Objects. In it are {', '.join(decks)}.",
        f"Put the folder {_IMAGES} at {address} before you load a deck." if on_the_web else _REACH,
    )
    nested = any(kind.outline.nests for kind in game.card_kinds)
    doubts = (*_NO_PROMISE, *([_HEXAGONS] if nested else []))
    yield _checklist(inputs, facts, _sheet_rows(sheets.sheets, cards, f"{_IMAGES}/"), doubts)


def _folder_address(inputs: ExportInputs) -> str:
    if inputs.options.base_url is not None:
        return inputs.options.base_url.rstrip("/")
    return f"file:///{inputs.folder.resolve().as_posix().lstrip('/')}"


def grid_files(inputs: ExportInputs) -> Files:
    """Yield pictures, `cards.csv` and a checklist."""
    cards = inputs.cards
    sheets = plan_sheets(inputs.game, inputs.the_shop(), cards, inputs.pages, keeps_last=False)
    for name, content in sheets.pictures(inputs.pages):
        yield f"{name}.png", content
    yield "cards.csv", _cells_csv(sheets.sheets, cards)
    facts = (
        _count_sentence(cards, sheets.sheets),
        "cards.csv says which cell is which card; rows and columns count from 1.",
    )
    yield _checklist(inputs, facts, _sheet_rows(sheets.sheets, cards, ""), ())


def _checklist(
    inputs: ExportInputs,
    facts: tuple[str, ...],
    rows: Iterable[tuple[str | int, ...]],
    no_promise: Sequence[str],
) -> tuple[str, bytes]:
    part = OrderPart("", facts, _TABLE_HEAD, tuple(rows))
    return CHECKLIST_NAME, checklist_file(inputs.game, inputs.the_shop(), [part], no_promise)


def _count_sentence(cards: Sequence[CardFaces], sheets: Sequence[DeckSheet]) -> str:
    copies = counted(sum(each.card.copies for each in cards), "card")
    return f"{copies}, copies counted; {counted(len(cards), 'front')} on {counted(len(sheets), 'sheet')}."


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
