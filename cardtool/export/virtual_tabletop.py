"""A game for VirtualTabletop.io: one file to upload, with its pictures in it.

The file is a ZIP archive that holds a room as JSON and pictures that are called after their own CRC-32 and
size; a deck says what its cards look like, and a card which of them it is. That is how its server reads it
(github.com/ArnoldSmith86/virtualtabletop, server/fileloader.mjs and client/js/widgets/, seen 2026-11).
"""

from __future__ import annotations

import io
import json
import zipfile
import zlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from cardtool.export import ExportInputs, Files
from cardtool.export.face_pictures import face_rasters, png_file
from cardtool.export.face_raster import outline_mask, own_frame
from cardtool.export.shops import CHECKLIST_NAME, OrderPart, checklist_file, copies_sentence
from cardtool.export.table_pictures import side_pictures
from cardtool.export.tabletop import is_card
from cardtool.geometry import Size
from cardtool.model import CardFaces, Face, FacePages, Game, Kind
from cardtool.wording import counted

_VERSION = 11  # of the form of rooms; servers bring older ones up to date
_ROOM = Size(1600, 1000)  # pixels of the table
_PIXELS = 1.6  # to a millimetre; a poker card is then as large as the table's own cards
_GAP, _BUTTON, _HAND = 20, 32, 180  # pixels
_BOARD_LAYER = -4  # below everything else
_DIE = {"type": "dice", "shape3d": "d6", "imageScale": 1, "movable": True}
_FIRST_DAY = (1980, 1, 1, 0, 0, 0)  # the earliest that a ZIP archive knows

Widget = dict[str, Any]


def virtual_tabletop_files(inputs: ExportInputs) -> Files:
    """Yield the file to upload, and a checklist."""
    game, shop = inputs.game, inputs.the_shop()
    pictures = dict(_pictures(inputs.pages, inputs.cards, inputs.dpi or shop.dpi[0]))
    addresses = {face: [f"/{_asset_name(each)}" for each in own] for face, own in pictures.items()}
    room = _Room(game, addresses)
    room.fill(inputs.cards)
    name = f"{game.id}.vtt"
    contents = [content for own in pictures.values() for content in own]
    yield name, _archive(room.widgets, contents)
    rows = []
    for kind in game.kinds:
        copies = sum(each.copies for each in inputs.cards if each.card.kind == kind.id)
        if copies:
            becomes = "a deck" if is_card(kind) else "dice" if _is_die(kind) else "pieces"
            rows.append((kind.plural, becomes, copies))
    facts = (
        f"{name}: {copies_sentence(inputs.cards)}; {counted(len(contents), 'picture')}.",
        "Cards of a kind lie in a holder, face down, with a button that gathers and shuffles them.",
    )
    part = OrderPart("", facts, ("Kind", "Becomes", "Copies"), tuple(rows))
    yield CHECKLIST_NAME, checklist_file(game, shop, [part], ())


def _is_die(kind: Kind) -> bool:
    return kind.net is not None and kind.form.id == "die"


def _pictures(
    pages: FacePages, cards: Sequence[CardFaces], dpi: int
) -> Iterator[tuple[Face, tuple[bytes, ...]]]:
    """Yield each face cut to its trim, transparent around what is cut otherwise; of a net, its sides."""
    kinds = {face: each.kind for each in cards for face in each.faces}
    frames = {face: own_frame(kind, dpi, bleed=False) for face, kind in kinds.items()}
    for face, raster in face_rasters(pages, frames):
        kind = kinds[face]
        if kind.net:
            yield face, tuple(png_file(side, dpi) for side in side_pictures(raster, kind, kind.net))
            continue
        outline = kind.outline_on(face.side)
        mask = None if outline.straight else outline_mask(outline, kind.size, raster.size)
        yield face, (png_file(raster, dpi, mask),)


def _asset_name(content: bytes) -> str:
    """Return what a picture is called: its CRC-32 as a number of 32 bits with a sign, and its size."""
    checksum = zlib.crc32(content)
    return f"assets/{checksum - (1 << 32) if checksum >> 31 else checksum}_{len(content)}"


@dataclass
class _Room:
    """The widgets of a room, by their ids. `addresses` are those of the pictures of each face."""

    game: Game
    addresses: Mapping[Face, Sequence[str]]

    def __post_init__(self) -> None:
        self.widgets: dict[str, Any] = {}
        self._x, self._y, self._row = _GAP, _GAP, 0

    def fill(self, cards: Sequence[CardFaces]) -> None:
        """Lay everything out, kind by kind from the upper left, with a hand for each player below."""
        info = {"name": self.game.title, "variant": self.game.version}
        self.widgets["_meta"] = {"version": _VERSION, "info": info}
        self._add("hand", **_hand())
        for kind in self.game.cut_kinds:
            here = [each for each in cards if each.kind.key == kind.key]
            if here and is_card(kind):
                self._add_deck(kind, here)
            elif here:
                self._add_pieces(kind, here)

    def _add(self, id: str, **properties: Any) -> None:
        self.widgets[id] = {"id": id, **properties}

    def _place(self, size: Size) -> tuple[int, int]:
        """Return where the next thing of this size goes."""
        if self._x > _GAP and self._x + size.width > _ROOM.width - _GAP:
            self._x, self._y, self._row = _GAP, self._y + self._row + _GAP, 0
        place = self._x, self._y
        self._x, self._row = self._x + round(size.width) + _GAP, max(self._row, round(size.height))
        return place

    def _add_deck(self, kind: Kind, cards: Sequence[CardFaces]) -> None:
        card, name = _pixels(kind), kind.file_name
        holder = Size(card.width + 8, card.height + 8)
        x, y = self._place(Size(holder.width, holder.height + _BUTTON))
        sizes = {"width": holder.width, "height": holder.height}
        self._add(f"{name}-pile", type="holder", x=x, y=y, **sizes, inheritChildZ=True)
        self._add(f"{name}-shuffle", **_shuffle_button(f"{name}-pile", x, y + holder.height, holder.width))
        types = {self._type(each): self._looks(each) for each in cards}
        self._add(f"{name}-deck", **_deck(f"{name}-pile", card, types))
        number = 0
        for each in cards:
            for _ in range(each.copies):
                number += 1
                of = {"deck": f"{name}-deck", "cardType": self._type(each), "parent": f"{name}-pile"}
                self._add(f"{name}-{number}", type="card", x=4, y=4, z=number, **of)

    def _add_pieces(self, kind: Kind, cards: Sequence[CardFaces]) -> None:
        """Put copies of a piece over each other."""
        size, is_board = _pixels(kind), kind.form.id == "board"
        fixed = {"movable": False, "layer": _BOARD_LAYER} if is_board else _DIE if _is_die(kind) else {}
        for each in cards:
            x, y = self._place(size)
            looks = [{"image": address} for face in each.faces for address in self.addresses[face]]
            for copy in range(1, each.copies + 1):
                shown = {"faces": looks} if len(looks) > 1 else {}
                sizes = {"width": size.width, "height": size.height}
                self._add(
                    f"{self._type(each)}-{copy}", x=x, y=y, z=copy, **sizes, **looks[0], **shown, **fixed
                )

    def _type(self, each: CardFaces) -> str:
        return f"{each.card.id}-{each.copy}" if each.copy else each.card.id

    def _looks(self, each: CardFaces) -> dict[str, str]:
        back = {"back": self.addresses[each.back][0]} if each.back else {}
        return {"name": each.title, "front": self.addresses[each.front][0], **back}


def _pixels(kind: Kind) -> Size:
    size = kind.net.parts[0].box.size if kind.net else kind.size
    return Size(round(size.width * _PIXELS), round(size.height * _PIXELS))


def _hand() -> Widget:
    """Return what holds each player's cards, which only the player sees; as the makers' own rooms have it."""
    room = {"x": 50, "y": _ROOM.height - _HAND, "width": 1500, "height": _HAND}
    flips = {"onEnter": {"activeFace": 1}, "onLeave": {"activeFace": 0}}
    offsets = {"dropOffsetX": 10, "dropOffsetY": 14, "stackOffsetX": 40}
    return {"type": "holder", **room, **flips, **offsets, "inheritChildZ": True, "childrenPerOwner": True}


def _shuffle_button(holder: str, x: int, y: float, width: float) -> Widget:
    steps = [
        {"func": "RECALL", "holder": holder},
        {"func": "FLIP", "holder": holder, "face": 0},
        {"func": "SHUFFLE", "holder": holder},
    ]
    place = {"x": x, "y": y, "width": width, "height": _BUTTON}
    return {"type": "button", **place, "text": "Recall & Shuffle", "clickRoutine": steps}


def _deck(parent: str, card: Size, types: Mapping[str, Any]) -> Widget:
    """Return a deck, whose cards show the picture of their type: its back first, then its front."""
    sizes = {"width": card.width, "height": card.height}
    image = {"type": "image", "x": 0, "y": 0, **sizes}
    faces = [
        {"objects": [{**image, "color": "transparent", "dynamicProperties": {"value": side}}]}
        for side in ("back", "front")
    ]
    looks = {"cardDefaults": {**sizes, "enlarge": True}, "cardTypes": types, "faceTemplates": faces}
    return {"type": "deck", "parent": parent, "x": 12, "y": 12, **looks}


def _archive(widgets: Mapping[str, Any], pictures: Iterable[bytes]) -> bytes:
    """Return the file, the same bytes for the same room."""
    out = io.BytesIO()
    files = {_asset_name(content): content for content in pictures}
    room = json.dumps(widgets, indent=2, ensure_ascii=False).encode()
    with zipfile.ZipFile(out, "w") as archive:
        for name, content in {"0.json": room, **files}.items():
            entry = zipfile.ZipInfo(name, _FIRST_DAY)
            entry.compress_type = zipfile.ZIP_DEFLATED if name.endswith(".json") else zipfile.ZIP_STORED
            archive.writestr(entry, content)
    return out.getvalue()
