"""Which card goes on which page."""

from __future__ import annotations

import subprocess
import sys

from print_fixtures import POKER, SHIPPED, a_deck, a_sheet

from cardtool import impose
from cardtool.geometry import Sides, Size
from cardtool.model import Backs, Side

MINI = Size(44.45, 63.5)


def test_120_cards_take_14_sheets_of_paper_printed_on_both_sides():
    pages = impose.plan_pages(a_deck(120), SHIPPED["a4-9up"])
    assert len(pages) == 28
    assert [page.frame.side for page in pages] == [Side.FRONT, Side.BACK] * 14
    assert [page.number for page in pages] == list(range(1, 29))
    assert {page.of for page in pages} == {28}


def test_fronts_only_take_half_the_pages():
    pages = impose.plan_pages(a_deck(120), SHIPPED["a4-9up"], backs=Backs.NONE)
    assert len(pages) == 14
    assert {place.face.side for page in pages for place in page.places} == {Side.FRONT}


def test_cards_without_backs_take_no_pages_of_backs():
    cards = [card._replace(back=None) for card in a_deck(10)]
    pages = impose.plan_pages(cards, SHIPPED["a4-9up"])
    assert [page.frame.backs for page in pages] == [Backs.NONE] * 2


def test_one_card_without_a_back_leaves_its_place_empty():
    first, second, third = a_deck(3)
    _, backs = impose.plan_pages([first, second._replace(back=None), third], SHIPPED["a4-9up"])
    assert [place.face.card for place in backs.places] == ["beast-1", "beast-3"]


def test_sheets_of_faceless_backs_keep_the_paper_in_step():
    plain = [card._replace(back=None) for card in a_deck(2, MINI, kind="token")]
    pages = impose.plan_pages([*plain, *a_deck(1)], a_sheet())
    assert [(page.frame.side, len(page.places)) for page in pages] == [
        (Side.FRONT, 2),
        (Side.BACK, 0),
        (Side.FRONT, 1),
        (Side.BACK, 1),
    ]


def test_a_partial_page_keeps_its_slots():
    *_, full, _, last, _ = impose.plan_pages(a_deck(20), SHIPPED["a4-9up"])
    assert [p.slot for p in last.places] == [p.slot for p in full.places[:2]]
    assert last.frame == full.frame


def test_each_size_of_card_has_pages_of_its_own_in_order_of_appearance():
    cards = [*a_deck(2, MINI, kind="token"), *a_deck(2), *a_deck(1, MINI, kind="coin")]
    pages = impose.plan_pages(cards, a_sheet(), backs=Backs.NONE)
    assert [[place.face.kind for place in page.places] for page in pages] == [
        ["token", "token", "coin"],
        ["beast", "beast"],
    ]


def test_cards_of_one_size_and_different_bleed_share_a_page():
    cards = [*a_deck(1, bleed=3), *a_deck(1, bleed=1, kind="coin")]
    (page,) = impose.plan_pages(cards, a_sheet(2, 1, Size(8, 0), bleed=3), backs=Backs.NONE)
    assert [place.slot.bleed for place in page.places] == [Sides.all(3), Sides.all(1)]


def test_copies_are_printed_as_often_as_they_are_given():
    card = a_deck(1)[0]
    pages = impose.plan_pages([card] * 11, SHIPPED["a4-9up"])
    assert sum(place.face == card.front for page in pages for place in page.places) == 11


def test_no_cards_make_no_pages():
    assert impose.plan_pages([], SHIPPED["a4-9up"]) == ()


def test_the_sheet_says_how_backs_are_printed_unless_the_command_line_does():
    assert impose.plan_pages(a_deck(1, POKER), SHIPPED["a4-gutterfold"])[0].frame.side is None
    pages = impose.plan_pages(a_deck(1, POKER), SHIPPED["a4-gutterfold"], backs=Backs.SHORT_EDGE)
    assert [page.frame.side for page in pages] == [Side.FRONT, Side.BACK]


def test_planning_opens_no_library_that_writes():
    planning = "import sys, cardtool.impose; print(sorted({'pikepdf', 'reportlab'} & sys.modules.keys()))"
    told = subprocess.run([sys.executable, "-c", planning], capture_output=True, text=True, check=True)
    assert told.stdout.strip() == "[]"
