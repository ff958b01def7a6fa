"""Marks stand where the knife goes, and nowhere on a card."""

from __future__ import annotations

import pytest
from print_fixtures import POKER, SHIPPED, a_deck, a_sheet, plan_pages

from cardtool.geometry import Size
from cardtool.model import Backs


def lines(sheet, size=POKER, **plan):
    return plan_pages(a_deck(1, size), sheet, **plan)[0].frame.lines


def upright(found):
    return [line for line in found if line.start.x == line.end.x]


def test_cards_that_touch_share_a_cut():
    cuts = {line.start.x for line in upright(lines(a_sheet()))}
    assert sorted(cuts) == pytest.approx([9.75, 73.25, 136.75, 200.25])


def test_cards_apart_have_a_cut_each():
    cuts = {line.start.x for line in upright(lines(a_sheet(2, 1, Size(6, 0))))}
    assert sorted(cuts) == pytest.approx([38.5, 102, 108, 171.5])


def test_every_cut_is_marked_at_both_ends():
    found = lines(a_sheet())
    assert len(found) == 2 * 4 + 2 * 4
    tops = [line for line in upright(found) if line.start.y < 100]
    assert len(tops) == 4


def test_a_mark_begins_outside_the_bleed_and_points_outwards():
    first = min(upright(lines(a_sheet())), key=lambda line: (line.start.y, line.start.x))
    assert first.start.y == pytest.approx(15.15 - 1.5 - 0.5)
    assert first.end.y == pytest.approx(first.start.y - 3.5)


def test_marks_end_with_the_paper():
    for line in lines(a_sheet(mark_length=50)):
        assert 0 <= line.end.x <= 210
        assert 0 <= line.end.y <= 297


def test_a_sheet_can_do_without_marks():
    assert lines(a_sheet(mark_length=0, mark_gap=0)) == ()


def test_where_there_is_no_room_there_is_no_mark():
    sheet = a_sheet(1, 1, paper=Size(70, 110), margin=0, bleed=3, mark_gap=1)
    assert {line.start.x == line.end.x for line in lines(sheet, Size(63, 88))} == {True}


def test_a_sheet_to_fold_has_dashes_at_the_fold_and_marks_for_both_halves():
    found = lines(SHIPPED["a4-gutterfold"])
    dashes = [line for line in found if line.dashed]
    assert [(line.start.y, line.end.y) for line in dashes] == [(105, 105)] * 2
    assert [line.end.x for line in dashes] == [0, 297]
    level = {line.start.y for line in found if line.start.y == line.end.y and not line.dashed}
    assert sorted(level) == pytest.approx([13.1, 102, 108, 196.9])


def test_where_cards_leave_no_room_there_are_no_dashes():
    sheet = a_sheet(1, 1, paper=Size(9, 17), margin=0, mark_gap=0.55, backs=Backs.FOLD)
    assert not any(line.dashed for line in lines(sheet, Size(8, 8)))


def test_only_sheets_to_fold_have_dashes():
    assert not any(line.dashed for line in lines(SHIPPED["a4-gutterfold"], backs=Backs.NONE))
