"""What keeps a shop from printing a game: each rule broken once, and once only just kept."""

from __future__ import annotations

import io
from typing import Any

import pytest
from reportlab.pdfgen.canvas import Canvas
from shop_games import a_herd, a_shop, a_shop_card
from small_games import a_card, a_game, a_kind

from cardtool.export.shops import (
    RULES,
    check_file_size,
    check_safe_zone,
    check_shop,
    left_out_sentence,
    ordered_kinds,
    print_runs,
    stretch_notes,
)
from cardtool.finding import Severity
from cardtool.geometry import Size
from cardtool.load import load_shop
from cardtool.model import (
    ColourSpace,
    Face,
    FacePages,
    Game,
    Outline,
    OutputKind,
    PageRef,
    PixelSize,
    Shape,
    Shop,
    ShopLimits,
    Side,
    die_net,
)
from cardtool.project import TOOLKIT, Project
from cardtool.units import to_pt


def codes(game: Game, shop: Shop, *, converted: bool = False) -> list[str]:
    return [finding.rule.code for finding in check_shop(game, shop, converted=converted)]


def test_every_rule_has_a_page_in_the_manual_with_a_bad_and_a_good_example() -> None:
    assert [rule.code for rule in RULES] == [*(f"CT72{number}" for number in range(8)), "CT738"]
    for rule in RULES:
        assert "\nBad:\n" in rule.manual
        assert "\nGood:\n" in rule.manual


def test_a_game_of_the_shops_size_and_bleed_suits_it() -> None:
    assert codes(a_herd(3), a_shop()) == []


@pytest.mark.parametrize("size", [Size(63.5, 88.9), Size(63.3, 88.7), Size(63.74, 89.1)])
def test_a_quarter_of_a_millimetre_is_overlooked(size: Size) -> None:
    assert codes(a_herd(1, size=size), a_shop()) == []


@pytest.mark.parametrize("size", [Size(63, 88), Size(63.5, 89.2)])
def test_another_size_is_an_error_that_names_the_shops_own(size: Size) -> None:
    (found,) = check_shop(a_herd(1, size=size), a_shop(), converted=False)
    assert (found.rule.code, found.severity) == ("CT721", Severity.ERROR)
    assert "Poker deck (63.5 × 88.9 mm)" in (found.fix or "")
    assert print_runs(a_herd(1, size=size), a_shop()) == ()


def test_cards_that_lie_are_of_one_order_with_those_that_stand() -> None:
    kinds = (a_kind("beast"), a_kind("land", size=Size(88.9, 63.5)))
    game = a_game(a_card("goat"), a_card("hill", "land"), kinds=kinds)
    assert codes(game, a_shop()) == []
    (run,) = print_runs(game, a_shop())
    assert [kind.id for kind in run.kinds] == ["beast", "land"]
    assert any("Lands lie" in note for note in stretch_notes(run, bleed=True))


@pytest.mark.parametrize(
    ("kind", "size"),
    [
        ({"form": "mat", "size": Size(203.2, 203.2)}, "square-mat"),
        ({"form": "mat", "size": Size(254, 127)}, "half-mat"),
        ({"form": "board", "size": Size(457.2, 457.2)}, "quad-fold-board"),
        ({"form": "token", "size": Size(19.05, 19.05), "outline": Outline(Shape.CIRCLE)}, "circle-shard"),
        ({"form": "tile", "size": Size(50.8, 50.8)}, "small-square-tile"),
        ({"form": "card", "size": Size(63.5, 88.9)}, "poker"),
    ],
)
def test_a_shop_prints_what_it_has_a_size_of(kind: dict[str, Any], size: str) -> None:
    shop = load_shop(Project(TOOLKIT), "thegamecrafter")
    (run,) = print_runs(a_game(a_card("goat"), kinds=(a_kind(**kind),)), shop)
    assert run.name == size


@pytest.mark.parametrize(
    "kind",
    [
        {"form": "mat", "size": Size(200, 200)},
        {"form": "token", "size": Size(25, 25), "outline": Outline(Shape.CIRCLE)},
        {"form": "card", "size": Size(203.2, 203.2)},
    ],
)
def test_what_a_shop_has_no_size_of_is_left_out_with_the_sizes_that_come_near(kind: dict[str, Any]) -> None:
    shop = load_shop(Project(TOOLKIT), "thegamecrafter")
    game = a_game(a_card("hen"), a_card("goat", "odd"), kinds=(a_kind("beast"), a_kind("odd", **kind)))
    (found,) = check_shop(game, shop, converted=False)
    assert found.rule.code == "CT738"
    assert (found.fix or "").count(";") < 4
    assert left_out_sentence(game, shop) == "Not in this order: Odds (1)."


def test_makeplayingcards_prints_a_back_for_each_card() -> None:
    shop = load_shop(Project(TOOLKIT), "makeplayingcards")
    assert codes(a_herd(1, back=None), shop) == ["CT724"]


@pytest.mark.parametrize("shape", [Shape.CIRCLE, Shape.HEX_FLAT])
def test_a_shop_for_cards_prints_no_round_ones(shape: Shape) -> None:
    (found,) = check_shop(a_herd(1, outline=Outline(shape)), a_shop(), converted=False)
    assert (found.rule.code, found.message) == (
        "CT721",
        f"cardtool knows no size in which The Corner Shop prints Beasts (form: card, shape: {shape})",
    )


def test_what_the_shop_cannot_print_is_left_out_with_a_notice() -> None:
    kinds = (a_kind(), a_kind("coin", size=Size(25, 25), outline=Outline(Shape.CIRCLE)))
    game = a_game(a_card(), a_card("penny", "coin", copies=12), kinds=kinds)
    (found,) = check_shop(game, a_shop(), converted=False)
    assert (found.rule.code, found.severity) == ("CT738", Severity.INFO)
    assert found.message == (
        "cardtool knows no size in which The Corner Shop prints Coins (form: card, shape: circle): they are "
        "left out"
    )
    assert [kind.id for kind in ordered_kinds(game, a_shop())] == ["beast"]
    assert left_out_sentence(game, a_shop()) == "Not in this order: Coins (12)."


@pytest.mark.parametrize("form", ["pad", "box"])
def test_a_sheet_of_a_pad_is_no_card_of_a_deck_though_it_is_as_large(form: str) -> None:
    kinds = (a_kind(), a_kind("score", form=form, back=None), a_kind("help", form="aid"))
    game = a_game(a_card(), a_card("page", "score", copies=20), a_card("turn", "help"), kinds=kinds)
    shop = a_shop(needs_backs=True)
    (found,) = check_shop(game, shop, converted=False)
    assert (found.rule.code, found.fix) == ("CT738", "print them: cardtool build sheets --kind score")
    assert [kind.id for kind in ordered_kinds(game, shop)] == ["beast", "help"]


@pytest.mark.parametrize("makes", [OutputKind.PICTURES, OutputKind.GRIDS])
def test_a_table_takes_boards_and_leaves_out_what_is_folded(makes: OutputKind) -> None:
    net = die_net(16, 2, "die.html")
    die = a_kind("die", form="die", size=net.size, net=net, outline=net.outline, back=None)
    game = a_game(
        a_card("moor", "board"),
        a_card("red", "die"),
        kinds=(a_kind("board", form="board", size=Size(330, 230)), die),
    )
    table = a_shop(makes=makes, cards=(), trimmed=True)
    assert [kind.id for kind in ordered_kinds(game, table)] == ["board"]
    (found,) = check_shop(game, table, converted=False)
    assert found.message == (
        "Dies are folded from a net, and The Corner Shop shows pictures flat: they are left out"
    )
    assert codes(game, a_shop(cards=())) == []  # printed, the net is what is wanted


def test_a_kind_without_a_card_is_not_missed() -> None:
    kinds = (a_kind(), a_kind("coin", size=Size(25, 25), outline=Outline(Shape.CIRCLE)))
    game = a_game(a_card(), kinds=kinds)
    assert codes(game, a_shop()) == []
    assert left_out_sentence(game, a_shop()) == ""


def test_a_shop_that_takes_any_size_leaves_out_what_is_too_large_for_it() -> None:
    shop = a_shop(cards=(), limits=ShopLimits(side=4000))
    kinds = (a_kind(), a_kind("board", size=Size(420, 297)))
    game = a_game(a_card(), a_card("moor", "board"), kinds=kinds)
    (found,) = check_shop(game, shop, converted=False)
    assert found.message == ("Boards come to 4961 pixels, and The Corner Shop takes 4000: they are left out")


def test_pages_of_a_pdf_are_of_one_size_whatever_the_shop() -> None:
    kinds = (a_kind(), a_kind("tile", size=Size(50, 50)), a_kind("crop"), a_kind("weed"))
    game = a_game(a_card(), a_card("barn", "tile"), a_card("rye", "crop"), kinds=kinds)
    found = print_runs(game, a_shop(cards=(), makes=OutputKind.PDF))
    assert [(lot.name, [kind.id for kind in lot.kinds]) for lot in found] == [
        ("beast", ["beast", "crop"]),
        ("tile", ["tile"]),
    ]
    (together,) = print_runs(game, a_shop(cards=()))
    assert [kind.id for kind in together.kinds] == ["beast", "tile", "crop"]


def test_of_two_templates_the_nearer_is_taken() -> None:
    other = a_shop_card(name="poker-63", size=Size(63.3, 88.7), pixels=PixelSize(823, 1123))
    (lot,) = print_runs(a_herd(1, size=Size(63.32, 88.7)), a_shop(cards=(a_shop_card(), other)))
    assert lot.name == "poker-63"


def test_too_little_bleed_is_an_error_in_millimetres() -> None:
    (found,) = check_shop(a_herd(1, bleed=1.0), a_shop(), converted=False)
    assert found.rule.code == "CT722"
    assert "1 mm of bleed" in found.message
    assert codes(a_herd(1, bleed=2.7), a_shop()) == []


def test_an_online_table_cares_for_no_bleed() -> None:
    table = a_shop(makes=OutputKind.TABLETOP_SIMULATOR, cards=())
    assert codes(a_herd(1, bleed=0.0), table) == []


def test_an_order_holds_so_many_cards_copies_counted() -> None:
    shop = a_shop(limits=ShopLimits(cards=612))
    assert codes(a_herd(68, copies=9), shop) == []
    (found,) = check_shop(a_herd(613), shop, converted=False)
    assert found.rule.code == "CT723"
    assert "613 cards" in found.message
    assert "--kind" in str(found.fix)


def test_a_shop_that_prints_backs_needs_them() -> None:
    assert codes(a_herd(1, back=None), a_shop(needs_backs=True)) == ["CT724"]
    assert codes(a_herd(1), a_shop(needs_backs=True)) == []
    assert codes(a_herd(1, back=None), a_shop()) == []


def test_a_shop_that_prints_cmyk_is_told_what_it_gets() -> None:
    (found,) = check_shop(a_herd(1), a_shop(colour=ColourSpace.CMYK), converted=False)
    assert (found.rule.code, found.severity) == ("CT726", Severity.WARNING)
    assert codes(a_herd(1), a_shop(colour=ColourSpace.CMYK), converted=True) == []


def test_a_card_larger_than_the_largest_picture_is_no_card_for_the_table() -> None:
    shop = a_shop(cards=(), dpi=(254,), limits=ShopLimits(side=4000))
    kinds = (a_kind(size=Size(300, 401)),)
    assert codes(a_game(a_card(), kinds=kinds), shop) == ["CT721"]
    assert codes(a_game(a_card(), kinds=(a_kind(size=Size(300, 400)),)), shop) == []


def test_a_file_larger_than_the_shop_takes_is_an_error() -> None:
    shop = a_shop(limits=ShopLimits(file_size=32_000_000))
    (found,) = check_file_size(a_herd(1), shop, "goat.png", 32_000_001)
    assert found.rule.code == "CT727"
    assert list(check_file_size(a_herd(1), shop, "goat.png", 32_000_000)) == []
    assert list(check_file_size(a_herd(1), a_shop(), "goat.png", 10**12)) == []


def lettered(left: float, top: float) -> FacePages:
    """A front with one word, its first letter so far from the page's left and top."""
    out = io.BytesIO()
    canvas = Canvas(out, pagesize=(to_pt(69.5), to_pt(94.9)), invariant=1)
    canvas.setFont("Helvetica", 10)
    canvas.drawString(to_pt(left), to_pt(94.9 - top), "HHH")
    canvas.showPage()
    canvas.save()
    return FacePages((out.getvalue(),), {Face("beast", Side.FRONT, "goat"): PageRef(0, 0)})


@pytest.mark.parametrize(
    ("left", "top", "near"), [(20, 50, False), (6.2, 50, False), (5, 50, True), (20, 92, True)]
)
def test_letters_near_the_cut_are_a_warning_at_their_card(left: float, top: float, near: bool) -> None:
    game, shop = a_game(), a_shop()
    found = list(check_safe_zone(lettered(left, top), game, shop, print_runs(game, shop)))
    assert [finding.rule.code for finding in found] == ["CT725"] * near
    assert all(finding.source == game.cards[0].source for finding in found)


def test_letters_beyond_the_cut_are_told_as_such() -> None:
    game, shop = a_game(), a_shop()
    (found,) = check_safe_zone(lettered(1, 50), game, shop, print_runs(game, shop))
    assert '"Goat": letters stand' in found.message
    assert "mm beyond the cut" in found.message


def test_the_safe_zone_of_a_round_piece_is_a_circle() -> None:
    outline = Outline(Shape.CIRCLE)
    coin = a_kind("coin", form="token", size=Size(60, 60), outline=outline)
    chit = a_shop_card(size=Size(60, 60), shape=Shape.CIRCLE, forms=("token",))
    game, shop = a_game(a_card("penny", "coin"), kinds=(coin,)), a_shop(cards=(chit,))

    def found(left: float, top: float) -> list[str]:
        front = Face("coin", Side.FRONT, "penny")
        pages = FacePages(lettered(left, top).documents, {front: PageRef(0, 0)})
        return [each.message for each in check_safe_zone(pages, game, shop, print_runs(game, shop))]

    (message,) = found(10, 12)
    assert '"Penny": letters stand' in message
    assert found(30, 33) == []
