"""Saved objects for Tabletop Simulator, decks of cards and other pieces by their form; and plain grids.

Tabletop Simulator reads saved objects: decks of cards, each a cell of a sheet. A card's number is the key
of its sheet times 100 plus its cell, counted from 0, row by row; the last cell of a sheet is what others
see of a card in hand (kb.tabletopsimulator.com, "Custom Deck"). The names and types of objects are those of
api.tabletopsimulator.com, "Custom Game Objects", seen 2026-11. How they are saved is described nowhere; the
keys are as other programs write them.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from itertools import chain
from typing import Any
from urllib.parse import quote

from PIL import Image

from cardtool.export import ExportInputs, Files
from cardtool.export.csv_json import card_text, csv_file, text_fields
from cardtool.export.face_pictures import face_rasters, picture_names, png_file
from cardtool.export.face_raster import PictureFrame, Raster, outline_mask, own_frame
from cardtool.export.shops import CHECKLIST_NAME, OrderPart, checklist_file, copies_sentence
from cardtool.export.table_pictures import DeckSheet, die_picture, die_resolution, plan_sheets, side_pictures
from cardtool.model import (
    CARD,
    SET_FIELD,
    CardFaces,
    Face,
    FacePages,
    FieldPath,
    Game,
    Kind,
    Shape,
    SheetValue,
)
from cardtool.units import MM_PER_INCH
from cardtool.wording import counted

_BOARD, _TILE, _TOKEN = "Custom_Board", "Custom_Tile", "Custom_Token"
_FIGURINE, _DIE = "Figurine_Custom", "Custom_Dice"
_OBJECTS = {"board": _BOARD, "standee": _TOKEN}  # by form; the others are tiles
_FOLDED = {"standee": _FIGURINE, "die": _DIE}  # by form; what is folded from a net
_SIX_SIDES = {"CustomDice": {"Type": 1}}
_TILE_TYPES = {Shape.RECT: 0, Shape.HEX_FLAT: 1, Shape.HEX_POINTED: 1, Shape.CIRCLE: 2}
_ROUND_CORNERS = 3  # the type of a rectangular tile that has them
_THICKNESS = 0.2  # of a tile or token, in the game's units
_MERGE_DISTANCE = 15.0  # pixels; how closely a token follows the edge of what is not transparent
_FACE_DOWN = {"posX": 0.0, "posY": 1.0, "posZ": 0.0, "rotX": 0.0, "rotY": 180.0, "rotZ": 180.0}
_FACE_UP = {**_FACE_DOWN, "rotZ": 0.0}
_AS_IT_IS = {"scaleX": 1.0, "scaleY": 1.0, "scaleZ": 1.0}
_PALE = {"r": 0.713235259, "g": 0.713235259, "b": 0.713235259}  # what the game itself writes
_BESIDE = 6.0  # units between things side by side

_Address = Callable[[str], str]
"""The name of a picture, with its ending → where it is found."""


def is_card(kind: Kind) -> bool:
    """Return whether components of this kind are cards on the table, and lie in decks."""
    return kind.form is CARD


def _object_name(kind: Kind) -> str:
    """Return what the game calls the object that a component of this kind becomes, which is no card."""
    if kind.net is not None:
        return _FOLDED[kind.form.id]
    if kind.outline.shape is Shape.PATH:
        return _TOKEN  # the only one that is cut along what its picture shows
    return _OBJECTS.get(kind.form.id, _TILE)


def _table_object(game: Game, name: str, nickname: str, description: str, place: str) -> dict[str, Any]:
    """Return what all objects have. `place` tells it from others of its name; it lies face down."""
    return {
        "GUID": hashlib.sha256(f"{game.id}/{place}/{name}".encode()).hexdigest()[:6],
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


def _pdf_object(game: Game, nickname: str, url: str) -> dict[str, Any]:
    """Return a PDF that lies on the table, to be read; its first page has the number 0."""
    entry = _table_object(game, "Custom_PDF", nickname, f"{game.title} {game.version}", "rulebook")
    pdf = {"PDFUrl": url, "PDFPassword": "", "PDFPage": 0, "PDFPageOffset": 0}
    return {
        **entry,
        "Transform": {**_FACE_UP, **_AS_IT_IS},
        "HideWhenFaceDown": False,
        "CustomPDF": pdf,
    }


def _side_by_side(objects: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the objects in a row, the first where it was."""
    return [
        {**each, "Transform": {**each["Transform"], "posX": number * _BESIDE}}
        for number, each in enumerate(objects)
    ]


@dataclass(frozen=True)
class _TablePieces:
    """The components of a game that are no cards, with their faces."""

    game: Game
    pieces: tuple[CardFaces, ...]
    dpi: int
    side: int

    @property
    def kinds(self) -> tuple[Kind, ...]:
        """The kinds there are, in the game's order."""
        here = {each.card.kind for each in self.pieces}
        return tuple(kind for kind in self.game.kinds if kind.id in here)

    def pictures(self, pages: FacePages) -> Iterator[tuple[str, bytes]]:
        """Yield each picture with its name; what a token is cut along is transparent outside."""
        names, frames = self._names(), self._frames()
        for face, raster in face_rasters(pages, frames):
            for name, shown, mask in _pictures_of(names[face], raster, self.game.kind_of(face)):
                yield name, png_file(shown, self.dpi, mask)

    def of_kind(self, kind: Kind, address: _Address) -> dict[str, Any]:
        """Return all pieces of a kind, copy by copy: in a bag, where there are several."""
        here = [each for each in self.pieces if each.card.kind == kind.id]
        copies = [each for each in here for _ in range(each.copies)]
        texts = text_fields(each.card for each in here)
        inside = [
            self._piece(each, f"{kind.id}/{place}", address, texts) for place, each in enumerate(copies)
        ]
        if len(inside) == 1:
            return inside[0]
        bag = _table_object(self.game, "Bag", kind.plural, "", kind.id)
        return {**bag, "Transform": {**_FACE_UP, **_AS_IT_IS}, "ContainedObjects": inside}

    def rows(self) -> Iterator[tuple[str | int, ...]]:
        """Yield each piece for the checklist: its name, what it becomes, its copies and its pictures."""
        names = self._names()
        for each in self.pieces:
            front, back = self._sides(each, names)
            yield each.title, _object_name(each.kind), each.copies, front, back

    def _piece(
        self, piece: CardFaces, place: str, address: _Address, texts: Set[FieldPath]
    ) -> dict[str, Any]:
        kind, (front, back) = piece.kind, self._sides(piece, self._names())
        name = _object_name(kind)
        entry = _table_object(self.game, name, piece.title, card_text(piece.card, kind, texts), place)
        image = {
            "ImageURL": address(front),
            "ImageSecondaryURL": address(back) if back else "",
            "ImageScalar": 1.0,
            "WidthScale": 0.0,
            **_shape_of(kind, name),
        }
        return {**entry, "Transform": {**_FACE_UP, **_AS_IT_IS}, "CustomImage": image}

    def _sides(self, piece: CardFaces, names: Mapping[Face, str]) -> tuple[str, str]:
        """Return the files of a piece's front and back, the latter empty where there is none."""
        front = names[piece.front]
        if _object_name(piece.kind) == _FIGURINE:
            return f"{front}.png", f"{_behind(front)}.png"
        return f"{front}.png", f"{names[piece.back]}.png" if piece.back else ""

    def _names(self) -> dict[Face, str]:
        return picture_names(self.game, self._faces())

    def _frames(self) -> dict[Face, PictureFrame]:
        cuts = {each.kind.key: each.kind for each in self.pieces}
        frames = {key: own_frame(kind, self._resolution(kind), bleed=False) for key, kind in cuts.items()}
        return {face: frames[face.kind, face.cut] for face in self._faces()}

    def _faces(self) -> Iterable[Face]:
        return dict.fromkeys(face for each in self.pieces for face in each.faces)

    def _resolution(self, kind: Kind) -> int:
        """Return the dots an inch at which a picture is no larger than the game takes."""
        if kind.net and _object_name(kind) == _DIE:
            return die_resolution(kind.net)
        return min(self.dpi, int(self.side * MM_PER_INCH / max(kind.size))) if self.side else self.dpi


def _pictures_of(name: str, face: Raster, kind: Kind) -> Iterator[tuple[str, Raster, Image.Image | None]]:
    """Yield the pictures that a face becomes: name, pixels, and a mask where the game cuts along the edge."""
    if kind.net is None:
        is_cut = _object_name(kind) == _TOKEN
        yield name, face, outline_mask(kind.outline, kind.size, face.size) if is_cut else None
    elif _object_name(kind) == _DIE:
        yield name, die_picture(face, kind, kind.net), None
    else:
        front, back = side_pictures(face, kind, kind.net)
        yield from ((name, front, None), (_behind(name), back, None))


def _behind(front: str) -> str:
    return f"{front.removesuffix('-front')}-back"


def _shape_of(kind: Kind, name: str) -> Mapping[str, Any]:
    """Return what a piece of a kind is cut to."""
    if name in (_BOARD, _FIGURINE):
        return {}
    if name == _DIE:
        return _SIX_SIDES
    if name == _TOKEN:
        stands = kind.form.id == "standee"
        token = {"Thickness": _THICKNESS, "MergeDistancePixels": _MERGE_DISTANCE, "StandUp": stands}
        return {"CustomToken": {**token, "Stackable": False}}
    is_rounded = kind.outline.shape is Shape.RECT and kind.outline.corner
    tile = _ROUND_CORNERS if is_rounded else _TILE_TYPES[kind.outline.shape]
    return {"CustomTile": {"Type": tile, "Thickness": _THICKNESS, "Stackable": True, "Stretch": True}}


_CELLS_A_KEY = 100  # cells of a sheet have numbers below this
# api.tabletopsimulator.com, "Custom Game Objects": what a card is cut to; 0 has round corners
_CARD_TYPES = {Shape.RECT: 0, Shape.CIRCLE: 4, Shape.HEX_FLAT: 3, Shape.HEX_POINTED: 3, Shape.PATH: 0}
_IMAGES = "images"
_RULEBOOK, _RULEBOOK_TITLE = "rulebook", "Rulebook"
_SAVED_OBJECTS = "saved-objects"
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
    pieces = _TablePieces(game, others, inputs.dpi or shop.dpi[0], shop.limits.side)
    sheets = plan_sheets(game, shop, cards, inputs.pages, keeps_last=True)
    for name, content in chain(sheets.pictures(inputs.pages), pieces.pictures(inputs.pages)):
        yield f"{_IMAGES}/{name}.png", content
    if inputs.rulebook:
        yield f"{_IMAGES}/{_RULEBOOK}.pdf", inputs.rulebook
    folder, address = f"{_SAVED_OBJECTS}/{game.id}", f"{_folder_address(inputs)}/{_IMAGES}"
    book = [_pdf_object(game, _RULEBOOK_TITLE, f"{address}/{_RULEBOOK}.pdf")] if inputs.rulebook else []
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
    part = OrderPart("", facts, _TABLE_HEAD, tuple(_sheet_rows(sheets.sheets, cards, "")))
    yield CHECKLIST_NAME, checklist_file(inputs.game, inputs.the_shop(), [part], ())


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
    pieces: _TablePieces,
    address: _Address,
    book: Sequence[dict[str, Any]],
) -> Iterator[tuple[str, bytes]]:
    """Yield the files of a game: all of it, its rulebook, what there is of each kind, and the decks and sets
    that it declares.
    """
    writer = _DeckWriter(game, sheets, address)
    whole = [writer.deck(game.title, "", cards)] if cards else []
    whole += [*(pieces.of_kind(kind, address) for kind in pieces.kinds), *book]
    yield f"{game.id}.json", _saved_object(*_side_by_side(whole))
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

    def __init__(self, game: Game, sheets: Sequence[DeckSheet], address: _Address) -> None:
        self._game, self._address = game, address
        self._sheets = {sheet.key: sheet for sheet in sheets}
        self._numbers = {
            key: sheet.key * _CELLS_A_KEY + cell for sheet in sheets for cell, key in enumerate(sheet.cards)
        }
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
            **_table_object(
                self._game, "DeckCustom", title, f"{self._game.title} {self._game.version}", name
            ),
            "Hands": False,
            "DeckIDs": numbers,
            "CustomDeck": {str(key): self._sheet(key) for key in keys},
            "ContainedObjects": list(inside),
        }

    def _card(self, each: CardFaces, place: str) -> dict[str, Any]:
        number = self._numbers[each.key]
        text = card_text(each.card, each.kind, self._texts[each.card.kind])
        return {
            **_table_object(self._game, "CardCustom", each.title, text, place),
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


def _saved_object(*objects: Mapping[str, Any]) -> bytes:
    """Return a file of a saved object: a save whose table is empty but for these."""
    empty = dict.fromkeys(("SaveName", "GameMode", "Date", "Table", "Sky", "Note", "Rules", "PlayerTurn"), "")
    script = dict.fromkeys(("LuaScript", "LuaScriptState", "XmlUI", "VersionNumber"), "")
    save = {**empty, **script, "ObjectStates": objects}
    return (json.dumps(save, indent=2, ensure_ascii=False) + "\n").encode()
