"""A room of VirtualTabletop.io, held against what its server and its cards ask of one."""

from __future__ import annotations

import io
import json
import zipfile
import zlib
from pathlib import Path
from typing import Any

import pytest
from shop_games import a_shop, card_faces, colour_of, painted, picture
from small_games import a_card, a_game, a_kind

from cardtool.export import ExportInputs
from cardtool.export.virtual_tabletop import virtual_tabletop_files
from cardtool.geometry import Size
from cardtool.model import OutputKind, die_net, standee_net

DIE, PAWN = die_net(20, 0, "die.html"), standee_net(Size(20, 40), 10, 0, "pawn.html")
VTT = a_shop(name="vtt", makes=OutputKind.VIRTUAL_TABLETOP, cards=(), dpi=(50,))


@pytest.fixture(scope="module")
def files() -> dict[str, bytes]:
    kinds = (
        a_kind("beast", 3),
        a_kind("field", form="board", size=Size(200, 100), back=None),
        a_kind("hut", form="tile"),
        a_kind("cube", form="die", size=DIE.size, net=DIE, outline=DIE.outline, bleed=0, back=None),
        a_kind("pawn", form="standee", size=PAWN.size, net=PAWN, outline=PAWN.outline, bleed=0, back=None),
    )
    cards = (
        a_card("goat", copies=2),
        a_card("hen"),
        a_card("arena", "field"),
        a_card("shed", "hut", copies=2),
        a_card("luck", "cube"),
        a_card("ann", "pawn"),
    )
    game = a_game(*cards, kinds=kinds)
    inputs = ExportInputs(game, Path("vtt"), pages=painted(game), cards=card_faces(game), shop=VTT)
    return dict(virtual_tabletop_files(inputs))


@pytest.fixture(scope="module")
def archive(files: dict[str, bytes]) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(files["farm.vtt"])) as opened:
        return {name: opened.read(name) for name in opened.namelist()}


@pytest.fixture(scope="module")
def room(archive: dict[str, bytes]) -> dict[str, Any]:
    return dict(json.loads(archive["0.json"]))


def test_there_is_a_card_for_each_copy_in_a_deck_that_knows_its_type(room: dict[str, Any]) -> None:
    cards = [each for each in room.values() if each.get("type") == "card"]
    assert [each["cardType"] for each in cards] == ["goat", "goat", "hen"]
    for each in cards:
        deck = room[each["deck"]]
        assert deck["type"] == "deck"
        assert each["cardType"] in deck["cardTypes"]
        assert room[each["parent"]]["type"] == "holder"
    assert all(each["id"] == id for id, each in room.items() if id != "_meta")
    assert isinstance(room["_meta"]["version"], int)


def test_every_picture_is_in_the_file_and_called_as_the_server_calls_it(
    archive: dict[str, bytes], room: dict[str, Any]
) -> None:
    pictures = {name: content for name, content in archive.items() if name != "0.json"}
    for name, content in pictures.items():
        checksum, size = name.removeprefix("assets/").split("_")
        assert (int(checksum) % (1 << 32), int(size)) == (zlib.crc32(content), len(content))
        assert -(1 << 31) <= int(checksum) < 1 << 31
    types = room["beast-deck"]["cardTypes"]
    named = {address for looks in types.values() for side, address in looks.items() if side != "name"}
    named |= {
        face["image"] for each in room.values() for face in each.get("faces", [each]) if "image" in face
    }
    assert {address.removeprefix("/") for address in named} == pictures.keys()
    front = picture(pictures[types["hen"]["front"].removeprefix("/")])
    assert front.getpixel((5, 5)) == colour_of(2)


def test_a_card_shows_its_back_before_it_is_turned(room: dict[str, Any]) -> None:
    back, front = room["beast-deck"]["faceTemplates"]
    assert back["objects"][0]["dynamicProperties"] == {"value": "back"}
    assert front["objects"][0]["dynamicProperties"] == {"value": "front"}
    assert room["beast-deck"]["cardDefaults"]["width"] == 102


def test_a_board_lies_fast_below_and_a_tile_has_two_faces(room: dict[str, Any]) -> None:
    assert (room["arena-1"]["movable"], room["arena-1"]["layer"], room["arena-1"]["width"]) == (
        False,
        -4,
        320,
    )
    assert [len(room[f"shed-{copy}"]["faces"]) for copy in (1, 2)] == [2, 2]


def test_a_die_can_be_thrown_and_a_standee_has_two_sides(
    archive: dict[str, bytes], room: dict[str, Any]
) -> None:
    die, pawn = room["luck-1"], room["ann-1"]
    assert (die["type"], len(die["faces"]), die["width"], die["height"]) == ("dice", 6, 32, 32)
    assert (pawn.get("type"), len(pawn["faces"]), pawn["width"], pawn["height"]) == (None, 2, 32, 64)
    for face, size in ((die["faces"][5], (39, 39)), (pawn["faces"][1], (39, 79))):
        assert picture(archive[face["image"].removeprefix("/")]).size == size


def test_the_checklist_says_what_becomes_what(files: dict[str, bytes]) -> None:
    told = files["checklist.md"].decode()
    assert "| Beasts | a deck | 3 |" in told
    assert "| Huts | pieces | 2 |" in told
    assert "| Cubes | dice | 1 |" in told
