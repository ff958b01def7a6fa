"""Decks bound for a print shop: pages in the shop's order, ink to the edge of every page."""

from __future__ import annotations

import pytest
from print_fixtures import a_deck, both, drawn, how_many, letters, opened, quartered, sizes, texts

from cardtool.geometry import Size
from cardtool.impose.write import single_pages
from cardtool.model import PageOrder

POKER = Size(63.5, 88.9)
BLEED = 3.175


@pytest.fixture(scope="module")
def deck():
    cards = a_deck(3)
    pairs = [(card.front, card.back) for card in cards for _ in range(2)]
    return single_pages.write_deck(pairs, drawn(cards, batch=2), POKER, BLEED, title="Farm 1.0", turns={})


def test_each_cards_back_stands_before_its_front_copy_by_copy(deck):
    words = [text.split()[0] for text in texts(deck)]
    assert words == [f"beast-{n}-{side}" for n in (1, 1, 2, 2, 3, 3) for side in ("back", "front")]


@pytest.mark.parametrize(
    ("order", "pages"),
    [
        (PageOrder.FRONT_BACK, ["beast-1-front", "beast-1-back", "beast-2-front", "beast-1-back"]),
        (PageOrder.BACK_LAST, ["beast-1-front", "beast-2-front", "beast-1-back"]),
    ],
)
def test_pages_follow_each_other_as_the_shop_wants_them(order, pages):
    cards = a_deck(2)
    pairs = [(card.front, cards[0].back) for card in cards]
    deck = single_pages.write_deck(pairs, drawn(cards), POKER, BLEED, title="Farm", turns={}, order=order)
    assert [text.split()[0] for text in texts(deck)] == pages


def test_pages_are_two_and_three_quarters_by_three_and_three_quarter_inches(deck):
    assert set(sizes(deck)) == {(0, 0, 69.85, 95.25)}
    assert set(sizes(deck, "/BleedBox")) == {(0, 0, 69.85, 95.25)}
    assert {tuple(map(float, page.obj.TrimBox)) for page in opened(deck).pages} == {(9, 9, 189, 261)}


def test_each_face_is_stored_once(deck):
    assert how_many(deck, "/XObject") == 6


def test_the_same_deck_gives_the_same_bytes():
    cards = a_deck(2)
    pairs = [(card.front, card.back) for card in cards]
    first, second = (
        single_pages.write_deck(pairs, drawn(cards), POKER, BLEED, title="Farm", turns={}) for _ in range(2)
    )
    assert first == second


@pytest.mark.parametrize("own", [3.0, 2.7, 5.0])
def test_ink_goes_to_the_edge_and_the_card_lies_in_the_middle(own):
    (card,) = a_deck(1, Size(20, 20), bleed=own)
    faces = both(quartered(card.front, card, "RGBMY"), quartered(card.back, card, "KKKKC"))
    pdf = single_pages.write_deck(
        [(card.front, card.back)], faces, Size(20, 20), BLEED, title="Farm", turns={}
    )
    fine = letters(pdf, 1, cell=0.25).splitlines()
    assert set(fine[0]) == set(fine[-1]) == {"Y"}
    assert {row[0] + row[-1] for row in fine} == {"YY"}
    coarse = letters(pdf, 1, cell=BLEED).splitlines()
    assert coarse[0] == "Y" * 8
    assert coarse[1][0] + coarse[1][2] + coarse[1][5] + coarse[1][7] == "YRGY"
    assert coarse[5][2] + coarse[5][5] == "BM"


def test_a_card_that_lies_is_turned_with_its_upper_edges_behind_one_another():
    (card,) = a_deck(1, Size(30, 20), bleed=2.7)
    faces = both(quartered(card.front, card, "RGBMY"), quartered(card.back, card, "RGBMY"))
    turns = {card.front: 1, card.back: 3}
    pdf = single_pages.write_deck(
        [(card.front, card.back)], faces, Size(20, 30), BLEED, title="Farm", turns=turns
    )
    back, front = (letters(pdf, number, cell=5).splitlines() for number in (0, 1))
    assert (front[1][1], front[1][-2], front[-2][-2], front[-2][1]) == ("B", "R", "G", "M")
    assert (back[1][1], back[1][-2], back[-2][-2], back[-2][1]) == ("G", "M", "B", "R")
    assert {row[0] + row[-1] for row in letters(pdf, 1, cell=0.25).splitlines()} == {"YY"}
