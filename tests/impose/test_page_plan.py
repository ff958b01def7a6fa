"""Which card goes on which page."""

from __future__ import annotations

import subprocess
import sys

from hypothesis import given
from hypothesis import strategies as st
from print_fixtures import POKER, SHIPPED, a_deck, a_sheet, plan_pages

from cardtool import impose
from cardtool.geometry import Sides, Size
from cardtool.model import Backs, Side

MINI = Size(44.45, 63.5)


def test_120_cards_take_14_sheets_of_paper_printed_on_both_sides():
    pages = plan_pages(a_deck(120), SHIPPED["a4-9up"])
    assert len(pages) == 28
    assert [page.frame.side for page in pages] == [Side.FRONT, Side.BACK] * 14
    assert [page.number for page in pages] == list(range(1, 29))
    assert {page.of for page in pages} == {28}


def test_fronts_only_take_half_the_pages():
    pages = plan_pages(a_deck(120), SHIPPED["a4-9up"], backs=Backs.NONE)
    assert len(pages) == 14
    assert {place.face.side for page in pages for place in page.places} == {Side.FRONT}


def test_cards_without_backs_take_no_pages_of_backs():
    cards = [card._replace(back=None) for card in a_deck(10)]
    pages = plan_pages(cards, SHIPPED["a4-9up"])
    assert [page.frame.backs for page in pages] == [Backs.NONE] * 2


def test_one_card_without_a_back_leaves_its_place_empty():
    first, second, third = a_deck(3)
    _, backs = plan_pages([first, second._replace(back=None), third], SHIPPED["a4-9up"])
    assert [place.face.card for place in backs.places] == ["beast-1", "beast-3"]


def test_sheets_on_which_nothing_has_a_back_are_a_run_of_their_own():
    plain = [card._replace(back=None) for card in a_deck(2, MINI, kind="token")]
    both, one = impose.plan_print_runs([*plain, *a_deck(1)], a_sheet())
    assert [(page.frame.side, len(page.places)) for page in both] == [(Side.FRONT, 1), (Side.BACK, 1)]
    assert [(page.frame.backs, len(page.places)) for page in one] == [(Backs.NONE, 2)]
    assert [(page.number, page.of) for page in (*both, *one)] == [(1, 2), (2, 2), (1, 1)]


def test_cards_with_backs_come_first_so_that_fewer_sheets_have_any():
    backs, plain = a_deck(8), [card._replace(back=None) for card in a_deck(10, kind="aid")]
    mixed = [card for pair in zip(plain, backs, strict=False) for card in pair]
    both, one = impose.plan_print_runs([*mixed, *plain[8:]], SHIPPED["a4-9up"])
    assert [len(page.places) for page in both] == [9, 8]
    assert [len(page.places) for page in one] == [9]


def test_folded_sheets_stay_together():
    plain = [card._replace(back=None) for card in a_deck(4, kind="aid")]
    (run,) = impose.plan_print_runs([*a_deck(4), *plain], SHIPPED["a4-gutterfold"])
    assert len(run) == 2


@given(st.lists(st.tuples(st.sampled_from([MINI, POKER, Size(40, 30)]), st.booleans()), max_size=60))
def test_no_page_is_empty_and_every_card_is_printed_once(wanted):
    deck = [
        card if with_back else card._replace(back=None)
        for number, (size, with_back) in enumerate(wanted)
        for card in a_deck(1, size, kind=f"kind-{number}")
    ]
    runs = impose.plan_print_runs(deck, SHIPPED["a4-fill"])
    faces = [place.face for run in runs for page in run for place in page.places]
    assert all(page.places for run in runs for page in run)
    assert sorted(face.name for face in faces) == sorted(
        face.name for card in deck for face in (card.front, card.back) if face
    )


def test_a_partial_page_keeps_its_slots():
    *_, full, _, last, _ = plan_pages(a_deck(20), SHIPPED["a4-9up"])
    assert [p.slot for p in last.places] == [p.slot for p in full.places[:2]]
    assert last.frame == full.frame


def test_each_size_of_card_has_pages_of_its_own_in_order_of_appearance():
    cards = [*a_deck(2, MINI, kind="token"), *a_deck(2), *a_deck(1, MINI, kind="coin")]
    pages = plan_pages(cards, a_sheet(), backs=Backs.NONE)
    assert [[place.face.kind for place in page.places] for page in pages] == [
        ["token", "token", "coin"],
        ["beast", "beast"],
    ]


def test_cards_of_one_size_and_different_bleed_share_a_page():
    cards = [*a_deck(1, bleed=3), *a_deck(1, bleed=1, kind="coin")]
    (page,) = plan_pages(cards, a_sheet(2, 1, Size(8, 0), bleed=3), backs=Backs.NONE)
    assert [place.slot.bleed for place in page.places] == [Sides.all(3), Sides.all(1)]


def test_copies_are_printed_as_often_as_they_are_given():
    card = a_deck(1)[0]
    pages = plan_pages([card] * 11, SHIPPED["a4-9up"])
    assert sum(place.face == card.front for page in pages for place in page.places) == 11


def test_no_cards_make_no_pages():
    assert plan_pages([], SHIPPED["a4-9up"]) == ()


def test_the_sheet_says_how_backs_are_printed_unless_the_command_line_does():
    assert plan_pages(a_deck(1, POKER), SHIPPED["a4-gutterfold"])[0].frame.side is None
    pages = plan_pages(a_deck(1, POKER), SHIPPED["a4-gutterfold"], backs=Backs.SHORT_EDGE)
    assert [page.frame.side for page in pages] == [Side.FRONT, Side.BACK]


def test_planning_opens_no_library_that_writes():
    planning = "import sys, cardtool.impose; print(sorted({'pikepdf', 'reportlab'} & sys.modules.keys()))"
    told = subprocess.run([sys.executable, "-c", planning], capture_output=True, text=True, check=True)
    assert told.stdout.strip() == "[]"
