"""Saved objects of Tabletop Simulator: decks of cards, each a cell of a sheet.

A card's number is the key of its sheet times 100 plus its cell, counted from 0, row by row; the last
cell of a sheet is what others see of a card in hand (kb.tabletopsimulator.com, "Custom Deck").
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from cardtool.export.spread import DeckSheet
from cardtool.export.told import told
from cardtool.model import CardFaces, Game, Shape

__all__ = ["saved_objects"]

_KEYS = 100  # cells of a sheet have numbers below this
# api.tabletopsimulator.com, "Custom Game Objects": what a card is cut to; 0 has round corners
_TYPES = {Shape.RECT: 0, Shape.CIRCLE: 4, Shape.HEX_FLAT: 3, Shape.HEX_POINTED: 3}
_FACE_DOWN = {"posX": 0.0, "posY": 1.0, "posZ": 0.0, "rotX": 0.0, "rotY": 180.0, "rotZ": 180.0}
_AS_IT_IS = {"scaleX": 1.0, "scaleY": 1.0, "scaleZ": 1.0}
_PALE = {"r": 0.713235259, "g": 0.713235259, "b": 0.713235259}  # what the game itself writes


def saved_objects(
    game: Game, cards: Sequence[CardFaces], sheets: Sequence[DeckSheet], address: Callable[[str], str]
) -> Iterator[tuple[str, bytes]]:
    """The files of the game's decks: all cards together, a deck for each kind, and the decks it declares.

    `address` turns the name of a picture into where it is found.
    """
    writer = _Writer(game, sheets, address)
    yield f"{game.id}.json", writer.saved(game.title, "", cards)
    for kind in game.card_kinds:
        here = [each for each in cards if each.card.kind == kind.id]
        if here:
            yield f"kinds/{kind.id}.json", writer.saved(kind.plural, kind.id, here)
    printed = {kind.id for kind in game.card_kinds}
    for deck in game.decks:
        if 1 < len(printed.intersection(deck.kinds)) < len(printed):
            here = [each for each in cards if each.card.kind in deck.kinds]
            yield f"decks/{deck.id}.json", writer.saved(deck.title, deck.id, here)


class _Writer:
    """Writes decks of one game."""

    def __init__(self, game: Game, sheets: Sequence[DeckSheet], address: Callable[[str], str]) -> None:
        self._game, self._address = game, address
        self._sheets = {sheet.key: sheet for sheet in sheets}
        self._numbers = dict(_numbers(sheets))

    def saved(self, title: str, name: str, cards: Sequence[CardFaces]) -> bytes:
        """A saved object that holds these cards, copy by copy."""
        copies = [each for each in cards for _ in range(each.card.copies)]
        inside = [self._card(each, f"{name}/{place}") for place, each in enumerate(copies)]
        whole = inside[0] if len(inside) == 1 else self._deck(title, name, inside)
        return (json.dumps(_save(whole), indent=2, ensure_ascii=False) + "\n").encode()

    def _deck(self, title: str, name: str, inside: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
        numbers = [card["CardID"] for card in inside]
        keys = dict.fromkeys(number // _KEYS for number in numbers)
        return {
            **self._object("DeckCustom", title, f"{self._game.title} {self._game.version}", name),
            "Hands": False,
            "DeckIDs": numbers,
            "CustomDeck": {str(key): self._sheet(key) for key in keys},
            "ContainedObjects": list(inside),
        }

    def _card(self, each: CardFaces, place: str) -> dict[str, Any]:
        number = self._numbers[each.card.id]
        text = told(each.card, self._game.kind(each.card.kind))
        return {
            **self._object("CardCustom", each.card.name, text, place),
            "Hands": True,
            "CardID": number,
            "CustomDeck": {str(number // _KEYS): self._sheet(number // _KEYS)},
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
            "Type": _TYPES[sheet.fronts.kind.outline.shape],
        }

    def _object(self, sort: str, nickname: str, description: str, place: str) -> dict[str, Any]:
        return {
            "GUID": _guid(f"{self._game.id}/{place}/{sort}"),
            "Name": sort,
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


def _numbers(sheets: Sequence[DeckSheet]) -> Iterator[tuple[str, int]]:
    for sheet in sheets:
        for index, id in enumerate(sheet.cards):
            yield id, sheet.key * _KEYS + index


def _guid(of: str) -> str:
    """Six hexadecimal digits, the same for the same thing."""
    return hashlib.sha256(of.encode()).hexdigest()[:6]


def _save(whole: Mapping[str, Any]) -> dict[str, Any]:
    """A saved object: a save whose table is empty but for one thing."""
    empty = dict.fromkeys(("SaveName", "GameMode", "Date", "Table", "Sky", "Note", "Rules", "PlayerTurn"), "")
    script = dict.fromkeys(("LuaScript", "LuaScriptState", "XmlUI", "VersionNumber"), "")
    return {**empty, **script, "ObjectStates": [whole]}
