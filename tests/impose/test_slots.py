"""Where fronts lie on a sheet, and how much of their bleed shows."""

from __future__ import annotations

import pytest
from print_fixtures import POKER, a_sheet

from cardtool.geometry import Box, Sides, Size
from cardtool.impose.slots import sheet_slots
from cardtool.model import Backs


def test_nine_poker_cards_lie_in_the_middle_of_a4():
    places = sheet_slots(a_sheet(), POKER, bleed=3)
    assert len(places) == 9
    trims = Box.hull(slot.trim for slot in places)
    assert (trims.left, trims.top) == pytest.approx((9.75, 15.15))
    assert (210 - trims.right, 297 - trims.bottom) == pytest.approx((9.75, 15.15))


def test_slots_are_filled_as_one_reads():
    first, second, third, fourth, *_ = [slot.trim for slot in sheet_slots(a_sheet(), POKER, bleed=3)]
    assert first.top == second.top == third.top < fourth.top
    assert first.left < second.left < third.left
    assert fourth.left == first.left


def test_cards_that_touch_show_bleed_only_around_the_outside():
    corner, edge, *_ = sheet_slots(a_sheet(), POKER, bleed=3)
    assert corner.bleed == Sides(left=1.5, top=1.5, right=0, bottom=0)
    assert edge.bleed == Sides(left=0, top=1.5, right=0, bottom=0)


def test_neighbours_share_the_gap_between_them():
    sheet = a_sheet(2, 2, Size(4, 1), bleed=3)
    assert sheet_slots(sheet, POKER, bleed=3)[0].bleed == Sides(left=3, top=3, right=2, bottom=0.5)


def test_a_card_shows_no_more_bleed_than_it_has():
    sheet = a_sheet(2, 2, Size(9, 9), bleed=3)
    assert {slot.bleed for slot in sheet_slots(sheet, POKER, bleed=1)} == {Sides.all(1)}


def test_bleed_ends_with_the_paper():
    sheet = a_sheet(1, 1, paper=Size(40, 60), bleed=5, margin=0)
    assert sheet_slots(sheet, Size(36, 58), bleed=5)[0].bleed == Sides(left=2, top=1, right=2, bottom=1)


def test_on_a_sheet_to_fold_fronts_stand_just_above_the_fold():
    sheet = a_sheet(2, 1, Size(6, 0), paper=Size(297, 210), bleed=3, backs=Backs.FOLD, fold_gap=2)
    left, right = sheet_slots(sheet, POKER, bleed=3)
    assert left.trim.bottom == right.trim.bottom == pytest.approx(105 - 2)
    assert left.trim.left == pytest.approx(297 - right.trim.right)
    assert left.bleed.bottom == 2  # the other half's bleed begins at the fold
