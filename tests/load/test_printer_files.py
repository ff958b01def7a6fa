"""Print shops and tables as they stand in templates/printers."""

from __future__ import annotations

import re

import pytest

from cardtool.errors import ProjectError, UsageError
from cardtool.geometry import Size
from cardtool.load import load_shop, shop_names
from cardtool.model import Bounds, Certainty, ColourSpace, OrderFile, OutputKind, PixelSize
from cardtool.project import TOOLKIT, Project

SHOP = """\
title: Corner Shop
makes: pictures
seen: 2026-11
sources: [its window]
dpi: [300, 600]
"""
CARD = """\
cards:
  - {name: poker, title: Poker, width: 2.5in, height: 3.5in, bleed: 0.125in, safe: 3mm, pixels: {width: 825, height: 1125}, status: confirmed}
"""  # noqa: E501

OURS = Project(TOOLKIT)


def mine(farm, text=SHOP):
    farm.write("templates/printers/mine.yaml", text)
    return load_shop(farm.project, "mine")


def test_a_shop_is_what_its_file_says(farm):
    more = "colour: cmyk\nbacks: needed\norder: mpc-autofill\nstock: S30\nremember: [Look twice.]\n"
    limits = "limits: {cards: 9, brackets: [6, 3, 9], file_size: 2, side: 999, ink: 240, columns: %s}\n"
    shop = mine(farm, SHOP + CARD + more + limits % "{least: 2, most: 4}")
    assert (shop.name, shop.title, shop.makes) == ("mine", "Corner Shop", OutputKind.PICTURES)
    assert (shop.seen, shop.sources, shop.dpi) == ("2026-11", ("its window",), (300, 600))
    assert (shop.colour, shop.needs_backs, shop.order) == (ColourSpace.CMYK, True, OrderFile.MPC_AUTOFILL)
    assert (shop.limits.cards, shop.limits.brackets, shop.limits.file_size) == (9, (3, 6, 9), 2_000_000)
    assert (shop.limits.columns, shop.limits.side, shop.limits.ink) == (Bounds(2, 4), 999, 240)
    (card,) = shop.cards
    assert card.size == pytest.approx(Size(63.5, 88.9))
    assert (card.pixels, card.status) == (PixelSize(825, 1125), Certainty.CONFIRMED)


def test_what_a_shop_does_not_say_is_the_usual(farm):
    shop = mine(farm)
    assert (shop.colour, shop.cards, shop.trimmed, shop.needs_backs) == (ColourSpace.RGB, (), False, False)
    assert (shop.order, shop.stock, shop.limits.cards, shop.limits.file_size) == (None, "", 0, 0)


def test_cards_are_sold_by_the_next_bracket(farm):
    limits = mine(farm, SHOP + "limits: {brackets: [18, 36, 126]}\n").limits
    assert [limits.bracket(cards) for cards in (1, 18, 19, 120, 127)] == [18, 18, 36, 126, 127]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (SHOP.replace("2026-11", "2026-13"), "mine.yaml:3:7: seen"),
        (SHOP.replace("2026-11", "lately"), "mine.yaml:3:7: seen"),
        (SHOP.replace("makes: pictures", "makes: prints"), 'mine.yaml:2:8: makes cannot be "prints"'),
        (SHOP.replace("sources: [its window]", "sources: []"), "mine.yaml:4:10: sources"),
        (SHOP.replace("[300, 600]", "[3000]"), "mine.yaml:5:7: item 1 of dpi must be at most 1200"),
        (
            SHOP + "colur: rgb\n",
            'mine.yaml:6:1: "colur" is not a key that belongs here .did you mean "colour"',
        ),
        (SHOP + CARD.replace("2.5in", "2.5"), "mine.yaml:7:40: width must be a length with its unit"),
        (SHOP + CARD.replace("825", "820"), "mine.yaml:7:105: 820 pixels at 300 dpi are 69.43 mm"),
        (
            SHOP + CARD + CARD.removeprefix("cards:\n"),
            'mine.yaml:8:12: "poker" is already the name of a card',
        ),
        (
            SHOP + "limits: {rows: {least: 3, most: 2}}\n",
            "mine.yaml:6:24: the least cannot be more than the most",
        ),
        (SHOP + "limits: {ink: 40}\n", "mine.yaml:6:15: ink"),
    ],
)
def test_a_shop_that_is_wrong_cannot_be_used(farm, text, says):
    with pytest.raises(ProjectError, match=says):
        mine(farm, text)


@pytest.mark.parametrize("name", ["makeplayingcard", "../sheets/a4-9up", "/etc/passwd", "", "."])
def test_a_shop_that_is_not_there(farm, name):
    with pytest.raises(UsageError, match="no printer"):
        load_shop(farm.project, name)


def test_a_near_name_is_offered(farm):
    with pytest.raises(UsageError, match='did you mean "thegamecrafter"'):
        load_shop(farm.project, "thegamecraftr")


def test_a_projects_own_shop_wins_over_ours(farm):
    farm.write("templates/printers/tts.yaml", SHOP)
    assert load_shop(farm.project, "tts").title == "Corner Shop"
    assert {"tts", "makeplayingcards"} <= set(shop_names(farm.project))


@pytest.mark.parametrize("name", shop_names(OURS))
def test_our_shops_are_dated_and_say_where_their_figures_come_from(name):
    shop = load_shop(OURS, name)
    assert shop.name == name
    assert re.fullmatch(r"20\d\d-\d\d", shop.seen)
    assert shop.sources
    assert shop.about
    assert shop.remember


def test_our_figures_are_those_that_were_found():
    mpc, crafter, drive = (
        load_shop(OURS, n) for n in ("makeplayingcards", "thegamecrafter", "drivethrucards")
    )
    assert [card.pixels for card in mpc.cards] == [(816, 1110), (822, 1122)]
    assert [card.status for card in mpc.cards] == [Certainty.CONFIRMED, Certainty.SECOND_HAND]
    assert (mpc.limits.cards, mpc.limits.bracket(120), mpc.limits.file_size) == (612, 126, 32_000_000)
    assert crafter.cards[0].pixels == (825, 1125)
    assert (crafter.colour, drive.colour) == (ColourSpace.RGB, ColourSpace.CMYK)
    assert (drive.limits.ink, drive.needs_backs) == (240, True)
    tts = load_shop(OURS, "tts")
    assert (tts.limits.columns.most, tts.limits.rows.most, tts.limits.side) == (10, 7, 4096)
