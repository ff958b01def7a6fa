"""Decks of Tabletop Simulator, held against what its makers say of decks, sheets and card numbers."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from PIL import Image
from shop_games import TABLE, a_herd, a_shop, card_faces, painted, picture
from small_games import a_card, a_game, a_kind

from cardtool.export import ExportInputs, ExportOptions
from cardtool.export.csv_json import card_text, text_fields
from cardtool.export.face_raster import Raster
from cardtool.export.table_pictures import die_picture, side_pictures
from cardtool.export.tabletop import tabletop_simulator_files
from cardtool.geometry import Point, Size
from cardtool.model import (
    CardSet,
    Deck,
    FaceDesign,
    Game,
    Outline,
    OutputKind,
    PixelSize,
    Shape,
    Shop,
    Source,
    die_net,
    rectangle_path,
    standee_net,
)

TTS: Shop = a_shop(name="tts", makes=OutputKind.TABLETOP_SIMULATOR, cards=(), trimmed=True, limits=TABLE)
FOLDER = "saved-objects/farm"


def made(game: Game) -> dict[str, bytes]:
    inputs = ExportInputs(
        game,
        Path("tts"),
        options=ExportOptions(base_url="https://x.org/"),
        pages=painted(game),
        cards=card_faces(game),
        shop=TTS,
    )
    return dict(tabletop_simulator_files(inputs))


def objects(files: dict[str, bytes]) -> dict[str, dict[str, Any]]:
    """The one object in each saved object, by the file's name."""
    found = {}
    for name, content in files.items():
        if name.startswith(FOLDER):
            saved = json.loads(content)
            assert list(saved) == [
                "SaveName",
                "GameMode",
                "Date",
                "Table",
                "Sky",
                "Note",
                "Rules",
                "PlayerTurn",
                "LuaScript",
                "LuaScriptState",
                "XmlUI",
                "VersionNumber",
                "ObjectStates",
            ]
            (found[name.removeprefix(f"{FOLDER}/")],) = saved["ObjectStates"]
    return found


@pytest.fixture(scope="module")
def many() -> Game:
    """75 beasts with a common back, and 3 heroes with backs of their own, some of them twice."""
    beasts = [a_card(f"goat-{n}", copies=1 + n % 2, line=n) for n in range(1, 76)]
    heroes = [a_card(f"hero-{n}", "hero", line=200 + n) for n in range(1, 4)]
    kinds = (a_kind(count=113), a_kind("hero", count=3, back=FaceDesign("back.html", each_card=True)))
    return a_game(*beasts, *heroes, kinds=kinds)


@pytest.fixture(scope="module")
def files(many: Game) -> dict[str, bytes]:
    return made(many)


@pytest.fixture(scope="module")
def decks(files: dict[str, bytes]) -> dict[str, dict[str, Any]]:
    return objects(files)


def test_there_is_a_deck_of_all_cards_and_one_of_each_kind(decks: dict[str, Any]) -> None:
    assert list(decks) == ["farm.json", "kinds/beast.json", "kinds/hero.json"]
    assert [len(deck["DeckIDs"]) for deck in decks.values()] == [116, 113, 3]
    assert [deck["Nickname"] for deck in decks.values()] == ["Farm", "Beasts", "Heros"]


def test_a_deck_lists_its_cards_in_their_order(decks: dict[str, Any]) -> None:
    for deck in decks.values():
        assert deck["Name"] == "DeckCustom"
        assert [card["CardID"] for card in deck["ContainedObjects"]] == deck["DeckIDs"]
        assert {card["Name"] for card in deck["ContainedObjects"]} == {"CardCustom"}


def test_a_card_number_is_its_sheets_key_and_its_cell(decks: dict[str, Any], many: Game) -> None:
    """75 cards are two sheets of 38 and 37 cells, the heroes a third; copies repeat their number."""
    numbers = decks["farm.json"]["DeckIDs"]
    copies = Counter(numbers)
    assert sorted(copies) == [*range(100, 138), *range(200, 237), *range(300, 303)]
    assert list(dict.fromkeys(numbers)) == sorted(copies)
    assert list(copies.values()) == [card.copies for card in many.cards]


def test_no_card_is_the_hidden_cell_and_every_cell_is_on_its_sheet(decks: dict[str, Any]) -> None:
    for deck in decks.values():
        for number in deck["DeckIDs"]:
            sheet = deck["CustomDeck"][str(number // 100)]
            assert sheet["BackIsHidden"] is False
            assert 0 <= number % 100 < sheet["NumWidth"] * sheet["NumHeight"] - 1
            assert 2 <= sheet["NumWidth"] <= 10
            assert 2 <= sheet["NumHeight"] <= 7


def test_a_deck_names_the_sheets_of_its_cards_and_no_others(decks: dict[str, Any]) -> None:
    assert [list(deck["CustomDeck"]) for deck in decks.values()] == [["1", "2", "3"], ["1", "2"], ["3"]]
    for card in decks["farm.json"]["ContainedObjects"]:
        assert list(card["CustomDeck"]) == [str(card["CardID"] // 100)]


def test_backs_that_differ_are_a_sheet_laid_out_as_the_fronts(
    decks: dict[str, Any], files: dict[str, bytes]
) -> None:
    sheet = decks["kinds/hero.json"]["CustomDeck"]["3"]
    assert sheet["UniqueBack"] is True
    assert sheet["BackURL"] == "https://x.org/images/hero-backs.png"
    front, back = (picture(files[f"images/hero-{side}s.png"]) for side in ("front", "back"))
    assert front.size == back.size
    shared = decks["kinds/beast.json"]["CustomDeck"]["1"]
    assert (shared["UniqueBack"], shared["BackURL"]) == (False, "https://x.org/images/beast-back.png")


def test_every_address_is_a_picture_of_the_export_in_rgb_and_not_too_large(
    decks: dict[str, Any], files: dict[str, bytes]
) -> None:
    sheets = [sheet for deck in decks.values() for sheet in deck["CustomDeck"].values()]
    for address in {sheet[side] for sheet in sheets for side in ("FaceURL", "BackURL")}:
        shown = picture(files[address.removeprefix("https://x.org/")])
        assert shown.mode == "RGB"
        assert max(shown.size) <= 4096


def test_things_have_marks_of_their_own_and_the_same_every_time(
    decks: dict[str, Any], files: dict[str, bytes], many: Game
) -> None:
    for deck in decks.values():
        marks = [deck["GUID"], *(card["GUID"] for card in deck["ContainedObjects"])]
        assert all(len(mark) == 6 and int(mark, 16) >= 0 for mark in marks)
        assert len(set(marks)) == len(marks)
    assert made(many) == files


def test_one_card_is_a_card_and_no_deck() -> None:
    (whole, _) = objects(made(a_herd(1))).values()
    assert (whole["Name"], whole["CardID"], whole["Nickname"]) == ("CardCustom", 100, "Goat 1")


def test_declared_decks_of_some_of_the_kinds_are_decks() -> None:
    kinds = tuple(a_kind(id) for id in ("beast", "tile", "crop"))
    here = Source("cards/farm/game.yaml")
    deck = Deck("yard", "The yard", ("beast", "tile"), 2, here, here)
    game = a_game(a_card("goat"), a_card("barn", "tile"), a_card("rye", "crop"), kinds=kinds, decks=(deck,))
    yard = objects(made(game))["decks/yard.json"]
    assert [card["Nickname"] for card in yard["ContainedObjects"]] == ["Goat", "Barn"]


def test_cards_without_backs_show_a_plain_ground() -> None:
    files = made(a_herd(2, back=None))
    assert len(picture(files["images/beast-back.png"]).getcolors()) == 1


@pytest.mark.parametrize(("shape", "type"), [(Shape.RECT, 0), (Shape.CIRCLE, 4), (Shape.HEX_FLAT, 3)])
def test_round_cards_are_cut_round(shape: Shape, type: int) -> None:
    game = a_herd(2, outline=Outline(shape), size=shape.box(40))
    (whole, _) = objects(made(game)).values()
    assert whole["CustomDeck"]["1"]["Type"] == type


def mixed(shape: Shape = Shape.CIRCLE, form: str = "token", **changes: Any) -> Game:
    coin = a_kind("coin", count=3, size=Size(25, 25), outline=Outline(shape), form=form, **changes)
    return a_game(a_card(), a_card("penny", "coin", copies=3), kinds=(a_kind(), coin))


@pytest.mark.parametrize(
    ("shape", "form", "name", "type"),
    [
        (Shape.CIRCLE, "token", "Custom_Tile", 2),
        (Shape.HEX_FLAT, "tile", "Custom_Tile", 1),
        (Shape.RECT, "mat", "Custom_Tile", 0),
        (Shape.CIRCLE, "dial", "Custom_Tile", 2),
    ],
)
def test_what_is_no_card_is_a_tile_of_its_shape(shape: Shape, form: str, name: str, type: int) -> None:
    files = made(mixed(shape, form))
    bag = objects_of(files, "kinds/coin.json")[0]
    assert (bag["Name"], bag["Nickname"], len(bag["ContainedObjects"])) == ("Bag", "Coins", 3)
    for piece in bag["ContainedObjects"]:
        assert (piece["Name"], piece["Nickname"]) == (name, "Penny")
        assert piece["CustomImage"]["CustomTile"]["Type"] == type
        assert piece["CustomImage"]["ImageURL"] == "https://x.org/images/penny-front.png"
    assert picture(files["images/penny-front.png"]).mode == "RGB"


def test_a_board_is_a_board_and_a_standee_stands_up() -> None:
    board = objects_of(made(mixed(Shape.RECT, "board")), "kinds/coin.json")[0]["ContainedObjects"][0]
    assert (board["Name"], "CustomTile" in board["CustomImage"]) == ("Custom_Board", False)
    standee = objects_of(made(mixed(Shape.RECT, "standee")), "kinds/coin.json")[0]["ContainedObjects"][0]
    assert (standee["Name"], standee["CustomImage"]["CustomToken"]["StandUp"]) == ("Custom_Token", True)


def test_a_shape_of_its_own_is_a_token_cut_along_its_picture() -> None:
    path = Outline(Shape.PATH, path=rectangle_path(Point(0, 0), Size(20, 10)))
    coin = a_kind("coin", count=1, size=Size(25, 25), outline=path, form="tile")
    files = made(a_game(a_card("penny", "coin"), kinds=(coin,)))
    (token,) = objects_of(files, "farm.json")
    assert token["Name"] == "Custom_Token"
    assert picture(files["images/penny-front.png"]).getchannel("A").getpixel((2, 2)) == 0


def test_a_folded_standee_is_a_figure_with_both_its_faces_upright() -> None:
    net = standee_net(Size(20, 30), 10, 0, "front.html", "back.html")
    paper = b"\1" * 600 + b"\2" * 1200 + b"\3" * 600 + b"\4" * 600 + b"\5" * 1200 + b"\6" * 600
    raster = Raster(PixelSize(20, 80), paper)
    front, back = side_pictures(raster, a_kind(size=net.size, net=net, form="standee"), net)
    assert (front.rgb, back.rgb) == (b"\4" * 600 + b"\5" * 1200, b"\3" * 600 + b"\2" * 1200)
    coin = a_kind("coin", size=net.size, net=net, outline=net.outline, form="standee", back=None)
    files = made(a_game(a_card("penny", "coin"), kinds=(coin,)))
    (figure,) = objects_of(files, "farm.json")
    image = figure["CustomImage"]
    assert (figure["Name"], "CustomToken" in image) == ("Figurine_Custom", False)
    assert image["ImageURL"] == "https://x.org/images/penny-front.png"
    assert image["ImageSecondaryURL"] == "https://x.org/images/penny-back.png"
    assert picture(files["images/penny-back.png"]).size == picture(files["images/penny-front.png"]).size


def test_a_folded_die_is_a_die_of_six_sides() -> None:
    net = die_net(16, 0, "die.html")
    coin = a_kind("coin", size=net.size, net=net, outline=net.outline, form="die", back=None)
    files = made(a_game(a_card("penny", "coin"), kinds=(coin,)))
    (die,) = objects_of(files, "farm.json")
    assert (die["Name"], die["CustomImage"]["CustomDice"]) == ("Custom_Dice", {"Type": 1})
    assert picture(files["images/penny-front.png"]).size == (1024, 1024)


def test_the_picture_of_a_die_has_each_side_where_the_game_looks_for_it() -> None:
    """Upper row 2, 4, 5, lower row 1, 3, 6, 1 and 6 of them on their heads; all sides have dark tops."""
    net = die_net(16, 0, "die.html")
    flat = Image.new("RGB", (round(10 * net.size.width), round(10 * net.size.height)))
    for part in net.parts:
        left, top = round(10 * part.box.left), round(10 * part.box.top)
        flat.paste((40 * part.side, 200, 0), (left, top + 80, left + 160, top + 160))
        flat.paste((40 * part.side, 100, 0), (left, top, left + 160, top + 80))
    raster = Raster(PixelSize(*flat.size), flat.tobytes())
    wrapped = die_picture(raster, a_kind(size=net.size, net=net, form="die"), net).image()
    for y, numbers in ((509, (2, 4, 5)), (855, (1, 3, 6))):
        for x, number in zip((163, 510, 855), numbers, strict=True):
            upper, lower = (wrapped.getpixel((x, y + step)) for step in (-80, 80))
            dark, light = (40 * number, 100, 0), (40 * number, 200, 0)
            assert (upper, lower) == ((light, dark) if number in (1, 6) else (dark, light))


def test_the_whole_game_is_a_deck_with_the_other_things_beside_it() -> None:
    deck, bag = objects_of(made(mixed()), "farm.json")
    assert (deck["Name"], bag["Name"]) == ("CardCustom", "Bag")
    assert deck["Transform"]["posX"] != bag["Transform"]["posX"]
    assert "coin" not in str(deck)


def test_a_large_board_keeps_to_the_pixels_the_game_takes() -> None:
    files = made(mixed(Shape.RECT, "board"))
    assert max(picture(files["images/penny-front.png"]).size) <= 4096
    coin = a_kind("coin", count=1, size=Size(420, 297), form="board")
    files = made(a_game(a_card("penny", "coin"), kinds=(coin,)))
    assert 4000 < max(picture(files["images/penny-front.png"]).size) <= 4096


def objects_of(files: dict[str, bytes], name: str) -> list[dict[str, Any]]:
    return list(json.loads(files[f"{FOLDER}/{name}"])["ObjectStates"])


def test_a_card_tells_its_text_without_its_markup() -> None:
    card = a_card(
        "goat",
        victory_points=2,
        ability={"cost": "flip", "text": "**Pay** {action}, then *draw*."},
        cry="Baa!",
        origin="house",
        art={"figure": "a big goat"},
    )
    assert (
        card_text(card, a_kind(), text_fields([card]))
        == "Beast\nVictory points: 2\nPay (action), then draw.\nBaa!"
    )


def test_a_field_of_texts_keeps_those_of_one_word() -> None:
    cards = [a_card("goat", cry="Baa", lair="house"), a_card("hen", cry="Cluck and scratch", lair="house")]
    assert card_text(cards[0], a_kind(), text_fields(cards)) == "Beast\nBaa"


def test_a_name_with_quotes_and_brackets_stays_a_name() -> None:
    name = 'The "Goat" [b]of\\ Doom</script>'
    (whole, _) = objects(made(a_game(a_card("goat", name=name)))).values()
    assert whole["Nickname"] == name


# As public saves have them: github.com/ZONT3/tts-deck-generator (tts_deckgen/save_data.py), and a PDF in a
# public script, "RULE_BOOK_JSON"; seen 2026-11.
OF_EVERY_OBJECT = {
    *(
        "GUID",
        "Name",
        "Transform",
        "Nickname",
        "Description",
        "GMNotes",
        "ColorDiffuse",
        "Locked",
        "Grid",
        "Snap",
    ),
    *("Autoraise", "Sticky", "Tooltip", "LuaScript", "LuaScriptState", "XmlUI"),
}
OF_SOME = {
    *("HideWhenFaceDown", "SidewaysCard", "Hands", "CardID", "DeckIDs", "CustomDeck", "ContainedObjects"),
    *("CustomImage", "CustomPDF"),
}
OF_A_SHEET = ["FaceURL", "BackURL", "NumWidth", "NumHeight", "BackIsHidden", "UniqueBack", "Type"]


def test_objects_have_the_keys_that_public_saves_have() -> None:
    kinds = (a_kind("beast", 3), a_kind("barn", form="tile"))
    files = made(a_game(a_card("goat", copies=2), a_card("hen"), a_card("red-barn", "barn"), kinds=kinds))
    waiting = list(json.loads(files[f"{FOLDER}/farm.json"])["ObjectStates"])
    while waiting:
        each = waiting.pop()
        waiting += each.get("ContainedObjects", [])
        assert each.keys() >= OF_EVERY_OBJECT
        assert each.keys() <= OF_EVERY_OBJECT | OF_SOME
        assert all(list(sheet) == OF_A_SHEET for sheet in each.get("CustomDeck", {}).values())


def test_a_rulebook_lies_on_the_table_as_a_pdf() -> None:
    game = a_herd(2)
    inputs = ExportInputs(
        game,
        Path("tts"),
        options=ExportOptions(base_url="https://x.org"),
        pages=painted(game),
        cards=card_faces(game),
        shop=TTS,
        rulebook=b"%PDF",
    )
    files = dict(tabletop_simulator_files(inputs))
    assert files["images/rulebook.pdf"] == b"%PDF"
    book = json.loads(files[f"{FOLDER}/rulebook.json"])["ObjectStates"][0]
    assert (book["Name"], book["CustomPDF"]["PDFUrl"]) == ("Custom_PDF", "https://x.org/images/rulebook.pdf")
    whole = json.loads(files[f"{FOLDER}/farm.json"])["ObjectStates"]
    assert [each["Name"] for each in whole] == ["DeckCustom", "Custom_PDF"]


def test_each_set_is_a_deck_of_its_own() -> None:
    source = Source("cards/farm/game.yaml")
    sets = (CardSet("base", "Farm", "", (), source), CardSet("storms", "Storms", "", (), source))
    cards = (a_card("goat", set="base"), a_card("hen", set="base"), a_card("gale", set="storms"))
    files = made(a_game(*cards, sets=sets))
    deck = json.loads(files[f"{FOLDER}/sets/base.json"])["ObjectStates"][0]
    assert (deck["Nickname"], len(deck["DeckIDs"])) == ("Farm", 2)
    assert json.loads(files[f"{FOLDER}/sets/storms.json"])["ObjectStates"][0]["Nickname"] == "Gale"
