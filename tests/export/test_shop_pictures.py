"""Pictures for print shops: exact to the pixel, the cut where the shop cuts, ink to the very edge."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from shop_games import a_herd, a_shop, a_shop_card, card_faces, colour_of, painted, picture
from small_games import a_card, a_game, a_kind

from cardtool.export import ExportInputs, ExportOptions
from cardtool.export.face_raster import shop_frame
from cardtool.export.shop_pictures import shop_picture_files
from cardtool.geometry import Size
from cardtool.model import FaceDesign, Game, OrderFile, PixelSize, Shop, ShopLimits
from cardtool.units import MM_PER_INCH

RIM = (250, 0, 250)


def uploaded(
    game: Game, shop: Shop, rim: Any = None, folder: str = "/cards", **more: Any
) -> dict[str, bytes]:
    options = ExportOptions(**more)
    dpi, cards = options.dpi or shop.dpi[0], card_faces(game)
    inputs = ExportInputs(game, Path(folder), dpi, options, painted(game, rim), cards, shop)
    return dict(shop_picture_files(inputs))


def test_the_game_crafter_gets_825_by_1125_pixels_in_rgb() -> None:
    files = uploaded(a_herd(2), a_shop())
    pictures = [picture(content) for name, content in files.items() if name.endswith(".png")]
    assert [(each.size, each.mode) for each in pictures] == [((825, 1125), "RGB")] * 3
    assert pictures[0].info["dpi"] == pytest.approx((300, 300), abs=0.01)


def test_ink_goes_to_the_edge_though_the_bleed_ends_short_of_it() -> None:
    files = uploaded(a_herd(1), a_shop(), RIM)
    front = picture(files["fronts/goat-1-front.png"])
    edges = [(x, y) for x in range(825) for y in (0, 1124)] + [(x, y) for x in (0, 824) for y in range(1125)]
    assert {front.getpixel(at) for at in edges} == {RIM}


def test_the_card_keeps_its_size_and_lies_where_the_shop_cuts() -> None:
    front = picture(uploaded(a_herd(1), a_shop(), RIM)["fronts/goat-1-front.png"])
    inside = [x for x in range(825) if front.getpixel((x, 500)) == colour_of(0)]
    down = [y for y in range(1125) if front.getpixel((200, y)) == colour_of(0)]
    assert (len(inside), len(down)) == (750, 1050)
    assert inside[0] in (37, 38)  # 37.5 pixels of bleed
    assert down[0] in (37, 38)


def test_more_bleed_than_the_shop_shows_is_left_off() -> None:
    front = picture(uploaded(a_herd(1, bleed=5.0), a_shop(), RIM)["fronts/goat-1-front.png"])
    assert front.size == (825, 1125)
    assert front.getpixel((0, 0)) == RIM
    assert front.getpixel((39, 39)) == colour_of(0)


@given(
    trim=st.tuples(st.floats(20, 150), st.floats(20, 150)),
    own=st.floats(0, 6),
    bleed=st.floats(0, 6),
    stretch=st.floats(-0.25, 0.25),
)
def test_whatever_the_sizes_the_cut_of_the_card_is_the_cut_of_the_shop(
    trim: tuple[float, float], own: float, bleed: float, stretch: float
) -> None:
    size = Size(*trim)
    page = size.grown(bleed)
    pixels = PixelSize(*(round(length * 300 / MM_PER_INCH) for length in page))
    card = a_shop_card(size=size, bleed=bleed, pixels=pixels)
    kind = a_kind(size=Size(size.width + stretch, size.height + stretch), bleed=own)
    frame = shop_frame(kind, card, 300, 300)
    across = frame.pixels.width / frame.window.width
    cut = bleed * 300 / MM_PER_INCH
    assert (kind.bleed - frame.window.left) * across == pytest.approx(cut, abs=1e-6)
    assert (frame.window.right - kind.bleed - kind.size.width) * across == pytest.approx(cut, abs=1e-6)


def test_any_shop_gets_pictures_of_the_cards_own_size() -> None:
    shop = a_shop(cards=(), dpi=(300, 600))
    sizes = {
        (dpi, trimmed): picture(
            uploaded(a_herd(1), shop, dpi=dpi, trimmed=trimmed)["fronts/goat-1-front.png"]
        ).size
        for dpi in (300, 600)
        for trimmed in (True, False)
    }
    assert sizes == {
        (300, True): (750, 1050),
        (300, False): (821, 1121),
        (600, True): (1500, 2100),
        (600, False): (1642, 2242),
    }


def two_kinds(**second: Any) -> Game:
    kinds = (a_kind(count=2), a_kind("tile", **second))
    return a_game(a_card("goat", copies=2), a_card("barn", "tile"), kinds=kinds)


def test_kinds_whose_backs_look_alike_have_one_picture_of_them() -> None:
    files = uploaded(two_kinds(), a_shop())
    assert sorted(files) == [
        "backs/beast-back.png",
        "checklist.md",
        "fronts/barn-front.png",
        "fronts/goat-front.png",
    ]


def test_sizes_of_their_own_have_folders_and_orders_of_their_own() -> None:
    tarot = a_shop_card(
        name="tarot", title="Tarot deck", size=Size(69.85, 120.65), pixels=PixelSize(900, 1500)
    )
    shop = a_shop(cards=(a_shop_card(), tarot), order=OrderFile.MPC_AUTOFILL)
    files = uploaded(two_kinds(size=Size(69.85, 120.65)), shop)
    assert {"poker/order.xml", "tarot/order.xml", "tarot/backs/tile-back.png"} <= set(files)
    assert picture(files["tarot/fronts/barn-front.png"]).size == (900, 1500)


def test_the_same_game_gives_the_same_bytes() -> None:
    assert uploaded(a_herd(5), a_shop()) == uploaded(a_herd(5), a_shop())


MPC = a_shop(
    title="MakePlayingCards",
    order=OrderFile.MPC_AUTOFILL,
    stock="(S30) Standard Smooth",
    cards=(a_shop_card(size=Size(63.5, 88.9), bleed=3.048, pixels=PixelSize(822, 1122)),),
    limits=ShopLimits(cards=612, brackets=(18, 36, 55, 126)),
)


def ordered(game: Game, shop: Shop = MPC, folder: str = "/home/me/cards") -> ET.Element:
    return ET.fromstring(uploaded(game, shop, folder=folder)["order.xml"])


def test_an_order_has_the_parts_that_mpc_autofill_reads() -> None:
    order = ordered(a_herd(3, copies=7))
    assert [part.tag for part in order] == ["details", "fronts", "cardback"]
    assert {part.tag: part.text for part in order.find("details")} == {
        "quantity": "21",
        "bracket": "36",
        "stock": "(S30) Standard Smooth",
        "foil": "false",
    }
    for card in order.find("fronts"):
        assert [part.tag for part in card] == ["id", "sourceType", "slots", "name", "query"]
        assert card.findtext("sourceType") == "Local File"
    assert order.findtext("cardback") == "/home/me/cards/backs/beast-back.png"


def test_every_slot_of_an_order_is_filled_once_counting_from_0() -> None:
    slots = [card.findtext("slots") for card in ordered(a_herd(3, copies=2)).find("fronts")]
    assert slots == ["0,1", "2,3", "4,5"]


def test_backs_that_are_not_the_common_one_name_their_slots() -> None:
    order = ordered(two_kinds(back=FaceDesign("back.html", each_card=True)))
    assert order.findtext("cardback") == "/home/me/cards/backs/beast-back.png"
    (other,) = order.find("backs")
    assert other.findtext("slots") == "2"
    assert other.findtext("id") == "/home/me/cards/backs/barn-back.png"


def test_a_game_without_backs_orders_none() -> None:
    order = ordered(a_herd(1, back=None))
    assert order.find("cardback") is None
    assert order.find("backs") is None


def test_a_shop_whose_decks_have_one_back_is_told_of_several() -> None:
    game = two_kinds(back=FaceDesign("back.html", each_card=True))
    told = "2 different backs: order a deck for each"
    assert told in uploaded(game, a_shop())["checklist.md"].decode()
    assert told not in uploaded(game, MPC)["checklist.md"].decode()
    assert "different backs" not in uploaded(a_herd(2), a_shop())["checklist.md"].decode()


def test_pieces_are_not_called_cards_and_each_size_says_whose_it_is() -> None:
    kinds = (a_kind(), a_kind("hut", form="tile", size=Size(50, 50)))
    game = a_game(a_card(), a_card("shed", "hut", copies=2), kinds=kinds)
    text = uploaded(game, a_shop(cards=()))["checklist.md"].decode()
    assert "3 pieces, copies counted" in text
    assert "Beasts: 821 × 1121 pixels; Huts: 661 × 661 pixels." in text


def test_a_name_cannot_break_out_of_an_order_or_a_checklist() -> None:
    name = "</query><id>/etc/passwd</id> | `x` \x0b & ]]>"
    files = uploaded(a_game(a_card("goat", name=name)), MPC, folder="/home/<me> & you")
    order = ET.fromstring(files["order.xml"])
    assert order.findtext("fronts/card/query") == name.replace("\x0b", "")
    assert order.findtext("fronts/card/id").startswith("/home/<me> & you/fronts/goat-")
    row = next(line for line in files["checklist.md"].decode().splitlines() if "passwd" in line)
    assert row.replace("\\|", "").count("|") == 6
    assert "`" not in row.replace("\\`", "")


def test_the_checklist_says_what_to_order_and_which_file_goes_where() -> None:
    text = uploaded(a_herd(2, copies=3), MPC)["checklist.md"].decode()
    assert "6 cards, copies counted: 2 pictures of fronts, 1 picture of backs." in text
    assert "Sold as 18 cards: 12 places to spare." in text
    assert "| Goat 2 | 3 | 3–5 | fronts/goat-2-front.png | backs/beast-back.png |" in text
    assert "3 mm of bleed and the shop wants 3.05 mm" in text
    assert "last looked up in 2026-11" in text
