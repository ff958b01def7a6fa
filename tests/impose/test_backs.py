"""Backs meet their fronts, whichever way the paper is turned."""

from __future__ import annotations

import pytest
from print_fixtures import A4, a_deck, a_sheet, plan_pages

from cardtool.geometry import Axis, Point, Size
from cardtool.impose.page import paper_turn
from cardtool.model import Backs

SMALL = Size(40, 30)
LANDSCAPE = A4.turned()


@pytest.mark.parametrize(
    ("backs", "paper", "order", "turned"),
    [
        (Backs.LONG_EDGE, A4, "321 654", False),
        (Backs.SHORT_EDGE, A4, "456 123", True),
        (Backs.LONG_EDGE, LANDSCAPE, "456 123", True),
        (Backs.SHORT_EDGE, LANDSCAPE, "321 654", False),
    ],
)
def test_the_turn_of_the_paper_orders_the_backs(backs, paper, order, turned):
    sheet = a_sheet(3, 2, paper=paper, backs=backs)
    _, back = plan_pages(a_deck(6, SMALL), sheet)
    seen = sorted(back.places, key=lambda place: (place.slot.trim.top, place.slot.trim.left))
    assert [place.face.card[-1] for place in seen] == list(order.replace(" ", ""))
    assert {place.slot.turns == 2 for place in back.places} == {turned}


def test_square_paper_counts_as_upright():
    way = paper_turn(Backs.LONG_EDGE, Size(200, 200))
    assert way is not None
    assert way.axis is Axis.VERTICAL


def test_on_a_sheet_to_fold_each_back_stands_on_its_head_below_its_front():
    sheet = a_sheet(4, 1, paper=LANDSCAPE, backs=Backs.FOLD, fold_gap=5)
    (page,) = plan_pages(a_deck(3, SMALL), sheet)
    fronts, backs = page.places[:3], page.places[3:]
    for front, back in zip(fronts, backs, strict=True):
        assert back.face.card == front.face.card
        assert back.slot.trim.left == pytest.approx(front.slot.trim.left)
        assert back.slot.trim.top - 105 == pytest.approx(105 - front.slot.trim.bottom) == pytest.approx(5)
        assert (front.slot.turns, back.slot.turns) == (0, 2)


def test_an_offset_moves_backs_their_marks_and_their_captions_and_nothing_else():
    cards, sheet, offset = a_deck(4), a_sheet(2, 2), Point(0.5, -0.3)
    front, back = plan_pages(cards, sheet)
    moved_front, moved_back = plan_pages(cards, sheet, back_offset=offset)
    assert moved_front == front
    assert moved_back.frame == back.frame.moved(offset)
    assert [place.slot for place in moved_back.places] == [place.slot.moved(offset) for place in back.places]


def test_an_offset_leaves_folded_backs_alone():
    sheet = a_sheet(3, 1, paper=LANDSCAPE, backs=Backs.FOLD, fold_gap=5)
    cards = a_deck(3, SMALL)
    assert plan_pages(cards, sheet, back_offset=Point(1, 1)) == plan_pages(cards, sheet)
