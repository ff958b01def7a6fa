"""What lies on Tabletop Simulator's table beside decks: boards, tiles, tokens, by the form of a component.

The names and types of objects are those of api.tabletopsimulator.com, "Custom Game Objects", seen 2026-11.
How they are saved is described nowhere; the keys are as other programs write them.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from typing import Any

from PIL import Image

from cardtool.export.csv_json import card_text, text_fields
from cardtool.export.face_pictures import face_rasters, picture_names, png_file
from cardtool.export.face_raster import PictureFrame, Raster, own_frame
from cardtool.export.net_pictures import die_picture, die_resolution, side_pictures
from cardtool.export.outline_mask import outline_mask
from cardtool.model import CARD, CardFaces, Face, FacePages, FieldPath, Game, Kind, Shape
from cardtool.units import MM_PER_INCH

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

Address = Callable[[str], str]
"""The name of a picture, with its ending → where it is found."""


def is_card(kind: Kind) -> bool:
    """Return whether components of this kind are cards on the table, and lie in decks."""
    return kind.form is CARD


def object_name(kind: Kind) -> str:
    """Return what the game calls the object that a component of this kind becomes, which is no card."""
    if kind.net is not None:
        return _FOLDED[kind.form.id]
    if kind.outline.shape is Shape.PATH:
        return _TOKEN  # the only one that is cut along what its picture shows
    return _OBJECTS.get(kind.form.id, _TILE)


def table_object(game: Game, name: str, nickname: str, description: str, place: str) -> dict[str, Any]:
    """Return what all objects have. `place` tells it from others of its name; it lies face down."""
    return {
        "GUID": _object_id(f"{game.id}/{place}/{name}"),
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


def pdf_object(game: Game, nickname: str, url: str) -> dict[str, Any]:
    """Return a PDF that lies on the table, to be read; its first page has the number 0."""
    made = table_object(game, "Custom_PDF", nickname, f"{game.title} {game.version}", "rulebook")
    pdf = {"PDFUrl": url, "PDFPassword": "", "PDFPage": 0, "PDFPageOffset": 0}
    return {**made, "Transform": {**_FACE_UP, **_AS_IT_IS}, "HideWhenFaceDown": False, "CustomPDF": pdf}


def _object_id(of: str) -> str:
    """Return six hexadecimal digits, the same for the same thing."""
    return hashlib.sha256(of.encode()).hexdigest()[:6]


def side_by_side(objects: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the objects in a row, the first where it was."""
    return [
        {**each, "Transform": {**each["Transform"], "posX": number * _BESIDE}}
        for number, each in enumerate(objects)
    ]


@dataclass(frozen=True)
class TablePieces:
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

    def of_kind(self, kind: Kind, address: Address) -> dict[str, Any]:
        """Return all pieces of a kind, copy by copy: in a bag, where there are several."""
        here = [each for each in self.pieces if each.card.kind == kind.id]
        copies = [each for each in here for _ in range(each.copies)]
        texts = text_fields(each.card for each in here)
        inside = [
            self._piece(each, f"{kind.id}/{place}", address, texts) for place, each in enumerate(copies)
        ]
        if len(inside) == 1:
            return inside[0]
        bag = table_object(self.game, "Bag", kind.plural, "", kind.id)
        return {**bag, "Transform": {**_FACE_UP, **_AS_IT_IS}, "ContainedObjects": inside}

    def rows(self) -> Iterator[tuple[str | int, ...]]:
        """Yield each piece for the checklist: its name, what it becomes, its copies and its pictures."""
        names = self._names()
        for each in self.pieces:
            front, back = self._sides(each, names)
            yield each.title, object_name(each.kind), each.copies, front, back

    def _piece(self, piece: CardFaces, place: str, address: Address, texts: Set[FieldPath]) -> dict[str, Any]:
        kind, (front, back) = piece.kind, self._sides(piece, self._names())
        name = object_name(kind)
        made = table_object(self.game, name, piece.title, card_text(piece.card, kind, texts), place)
        image = {
            "ImageURL": address(front),
            "ImageSecondaryURL": address(back) if back else "",
            "ImageScalar": 1.0,
            "WidthScale": 0.0,
            **_shape_of(kind, name),
        }
        return {**made, "Transform": {**_FACE_UP, **_AS_IT_IS}, "CustomImage": image}

    def _sides(self, piece: CardFaces, names: Mapping[Face, str]) -> tuple[str, str]:
        """Return the files of a piece's front and back, the latter empty where there is none."""
        front = names[piece.front]
        if object_name(piece.kind) == _FIGURINE:
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
        if kind.net and object_name(kind) == _DIE:
            return die_resolution(kind.net)
        return min(self.dpi, int(self.side * MM_PER_INCH / max(kind.size))) if self.side else self.dpi


def _pictures_of(name: str, face: Raster, kind: Kind) -> Iterator[tuple[str, Raster, Image.Image | None]]:
    """Yield the pictures that a face becomes: name, pixels, and a mask where the game cuts along the edge."""
    if kind.net is None:
        is_cut = object_name(kind) == _TOKEN
        yield name, face, outline_mask(kind.outline, kind.size, face.size) if is_cut else None
    elif object_name(kind) == _DIE:
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
