"""Cards for online tables: sheets of cards, and what tells the table which cell is which card.

Tabletop Simulator reads saved objects: decks of cards, each a cell of a sheet. A card's number is the key
of its sheet times 100 plus its cell, counted from 0, row by row; the last cell of a sheet is what others
see of a card in hand (kb.tabletopsimulator.com, "Custom Deck").
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import Any
from urllib.parse import quote

from cardtool.export import ExportInputs, Files
from cardtool.export.card_sheets import DeckSheet, plan_sheets
from cardtool.export.checklist import CHECKLIST_NAME, OrderPart, checklist_file, copies_sentence
from cardtool.export.csv_json import card_text, csv_file, text_fields
from cardtool.export.tabletop_objects import (
    Address,
    TablePieces,
    is_card,
    pdf_object,
    side_by_side,
    table_object,
)
from cardtool.model import SET_FIELD, CardFaces, Game, Shape, SheetValue
from cardtool.wording import counted

_CELLS_A_KEY = 100  # cells of a sheet have numbers below this
# api.tabletopsimulator.com, "Custom Game Objects": what a card is cut to; 0 has round corners
_CARD_TYPES = {Shape.RECT: 0, Shape.CIRCLE: 4, Shape.HEX_FLAT: 3, Shape.HEX_POINTED: 3, Shape.PATH: 0}
_IMAGES = "images"
_RULEBOOK, _RULEBOOK_TITLE = "rulebook", "Rulebook"
_OBJECTS = "saved-objects"
_TABLE_HEAD = ("Sheet", "Columns", "Rows", "Pixels", "Cards", "Copies", "Back")
_CELLS_HEAD = ("sheet", "columns", "rows", "row", "column", "id", "name", "kind", "copies", "back")
_PIECES_HEAD = ("Piece", "Object", "Copies", "Front", "Back")
_PIECE_FACTS = ("Several of a kind lie in a bag. Set their size once, and save the object again.",)
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
    """Yield pictures, saved objects and a checklist: cards in decks, anything else as its form has it."""
    game, shop = inputs.game, inputs.the_shop()
    cards = tuple(each for each in inputs.cards if is_card(each.kind))
    others = tuple(each for each in inputs.cards if each not in cards)
    pieces = TablePieces(game, others, inputs.dpi or shop.dpi[0], shop.limits.side)
    sheets = plan_sheets(game, shop, cards, inputs.pages, keeps_last=True)
    for name, content in chain(sheets.pictures(inputs.pages), pieces.pictures(inputs.pages)):
        yield f"{_IMAGES}/{name}.png", content
    if inputs.rulebook:
        yield f"{_IMAGES}/{_RULEBOOK}.pdf", inputs.rulebook
    folder, address = f"{_OBJECTS}/{game.id}", f"{_folder_address(inputs)}/{_IMAGES}"
    book = [pdf_object(game, _RULEBOOK_TITLE, f"{address}/{_RULEBOOK}.pdf")] if inputs.rulebook else []
    saved = _saved_objects(game, cards, sheets.sheets, pieces, lambda name: f"{address}/{quote(name)}", book)
    files = dict(saved)
    yield from ((f"{folder}/{name}", content) for name, content in files.items())
    on_the_web = inputs.options.base_url is not None
    facts = (
        _count_sentence(cards, sheets.sheets),
        f"Copy the folder {folder} into Saved Objects. In it are {', '.join(files)}.",
        f"Put the folder {_IMAGES} at {address} before you load a deck." if on_the_web else _REACH,
    )
    parts = [OrderPart("", facts, _TABLE_HEAD, tuple(_sheet_rows(sheets.sheets, cards, f"{_IMAGES}/")))]
    if others:
        parts.append(OrderPart("What is no card", _PIECE_FACTS, _PIECES_HEAD, tuple(pieces.rows())))
    nested = any(each.kind.outline.nests for each in inputs.cards)
    doubts = (*_NO_PROMISE, *([_HEXAGONS] if nested else []))
    yield CHECKLIST_NAME, checklist_file(game, shop, parts, doubts)


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
    return f"{copies_sentence(cards)}; {counted(len(cards), 'front')} on {counted(len(sheets), 'sheet')}."


def _sheet_rows(
    sheets: Sequence[DeckSheet], cards: Sequence[CardFaces], folder: str
) -> Iterator[tuple[str | int, ...]]:
    copies = {each.key: each.copies for each in cards}
    for sheet in sheets:
        grid = sheet.fronts
        yield (
            f"{folder}{grid.name}.png",
            grid.columns,
            grid.rows,
            f"{grid.pixels.width} × {grid.pixels.height}",
            len(sheet.cards),
            sum(copies[key] for key in sheet.cards),
            f"{folder}{sheet.back}.png{' (cell by cell)' if sheet.unique else ''}",
        )


def _cells_csv(sheets: Sequence[DeckSheet], cards: Sequence[CardFaces]) -> bytes:
    by_key = {each.key: each for each in cards}
    rows: list[tuple[SheetValue, ...]] = [_CELLS_HEAD]
    for sheet in sheets:
        grid = sheet.fronts
        for index, key in enumerate(sheet.cards):
            each, (row, column) = by_key[key], divmod(index, grid.columns)
            place = (f"{grid.name}.png", grid.columns, grid.rows, row + 1, column + 1)
            card, back = each.card, f"{sheet.back}.png"
            rows.append((*place, card.id, each.title, card.kind, each.copies, back))
    return csv_file(rows)


def _saved_objects(
    game: Game,
    cards: Sequence[CardFaces],
    sheets: Sequence[DeckSheet],
    pieces: TablePieces,
    address: Address,
    book: Sequence[dict[str, Any]],
) -> Iterator[tuple[str, bytes]]:
    """Yield the files of a game: all of it, its rulebook, what there is of each kind, and the decks and sets
    that it declares.
    """
    writer = _DeckWriter(game, sheets, address)
    whole = [writer.deck(game.title, "", cards)] if cards else []
    whole += [*(pieces.of_kind(kind, address) for kind in pieces.kinds), *book]
    yield f"{game.id}.json", _saved_object(*side_by_side(whole))
    yield from ((f"{_RULEBOOK}.json", _saved_object(each)) for each in book)
    printed: set[str] = set()
    for kind in game.kinds:
        here = [each for each in cards if each.card.kind == kind.id]
        if here:
            printed.add(kind.id)
            yield f"kinds/{kind.id}.json", _saved_object(writer.deck(kind.plural, kind.id, here))
        elif kind in pieces.kinds:
            yield f"kinds/{kind.id}.json", _saved_object(pieces.of_kind(kind, address))
    for deck in game.decks:
        if 1 < len(printed.intersection(deck.kinds)) < len(printed):
            here = [each for each in cards if each.card.kind in deck.kinds]
            yield f"decks/{deck.id}.json", _saved_object(writer.deck(deck.title, deck.id, here))
    for each in game.sets:
        here = [card for card in cards if card.card.value(SET_FIELD) == each.id]
        if 0 < len(here) < len(cards):
            yield f"sets/{each.id}.json", _saved_object(writer.deck(each.title, f"set-{each.id}", here))


class _DeckWriter:
    """Writes decks of one game."""

    def __init__(self, game: Game, sheets: Sequence[DeckSheet], address: Address) -> None:
        self._game, self._address = game, address
        self._sheets = {sheet.key: sheet for sheet in sheets}
        self._numbers = dict(_card_numbers(sheets))
        self._texts = {kind.id: text_fields(game.records_of(kind)) for kind in game.kinds}

    def deck(self, title: str, name: str, cards: Sequence[CardFaces]) -> dict[str, Any]:
        """Return a deck of these cards, copy by copy, or the one card there is."""
        copies = [each for each in cards for _ in range(each.copies)]
        inside = [self._card(each, f"{name}/{place}") for place, each in enumerate(copies)]
        return inside[0] if len(inside) == 1 else self._deck(title, name, inside)

    def _deck(self, title: str, name: str, inside: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
        numbers = [card["CardID"] for card in inside]
        keys = dict.fromkeys(number // _CELLS_A_KEY for number in numbers)
        return {
            **table_object(self._game, "DeckCustom", title, f"{self._game.title} {self._game.version}", name),
            "Hands": False,
            "DeckIDs": numbers,
            "CustomDeck": {str(key): self._sheet(key) for key in keys},
            "ContainedObjects": list(inside),
        }

    def _card(self, each: CardFaces, place: str) -> dict[str, Any]:
        number = self._numbers[each.key]
        text = card_text(each.card, each.kind, self._texts[each.card.kind])
        return {
            **table_object(self._game, "CardCustom", each.title, text, place),
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


def _card_numbers(sheets: Sequence[DeckSheet]) -> Iterator[tuple[tuple[str, int], int]]:
    for sheet in sheets:
        for index, key in enumerate(sheet.cards):
            yield key, sheet.key * _CELLS_A_KEY + index


def _saved_object(*objects: Mapping[str, Any]) -> bytes:
    """Return a file of a saved object: a save whose table is empty but for these."""
    empty = dict.fromkeys(("SaveName", "GameMode", "Date", "Table", "Sky", "Note", "Rules", "PlayerTurn"), "")
    script = dict.fromkeys(("LuaScript", "LuaScriptState", "XmlUI", "VersionNumber"), "")
    save = {**empty, **script, "ObjectStates": objects}
    return (json.dumps(save, indent=2, ensure_ascii=False) + "\n").encode()
