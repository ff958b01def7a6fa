"""Sheets of a booklet, folded and laid into one another, make the book."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from law_examples import examples
from print_fixtures import A4, A5, LETTER

from cardtool import impose
from cardtool.geometry import Box, Size
from cardtool.model import Side

law = settings(max_examples=examples(100))


def numbers(side):
    return [page.number for page in sorted(side.pages, key=lambda page: page.trim.left)]


def page_at(side, x):
    """The number printed at this x, half way up; None on bare paper."""
    return next((page.number for page in side.pages if page.half.left < x < page.half.right), None)


def bound(booklet):
    """What a reader sees, page by page: paper folded at its middle, the first sheet on the outside.

    Seen from its front, a sheet's right half opens like a leaf, and what is behind it is what the
    paper shows at the same place when it is turned about its short edge. The sheets inside come next,
    and then the left half, from behind.
    """
    width, book = booklet.paper.width, []
    for front, back in reversed(list(zip(booklet.sides[::2], booklet.sides[1::2], strict=True))):
        right, left = width * 3 / 4, width / 4
        opening = [page_at(front, right), page_at(back, width - right)]
        closing = [page_at(back, width - left), page_at(front, left)]
        book = [*opening, *book, *closing]
    return book


def test_eight_pages_take_two_sheets():
    plan = impose.plan_booklet(8, A5, A4)
    assert plan.sheets == 2
    assert [numbers(side) for side in plan.sides] == [[8, 1], [2, 7], [6, 3], [4, 5]]
    assert [side.side for side in plan.sides] == [Side.FRONT, Side.BACK] * 2


def test_blank_pages_stand_at_the_end():
    assert [numbers(side) for side in impose.plan_booklet(5, A5, A4).sides] == [[1], [2], [3], [4, 5]]


def test_a_back_cover_stays_outside():
    plan = impose.plan_booklet(6, A5, A4, back_cover=True)
    assert bound(plan) == [1, 2, 3, 4, 5, None, None, 6]


@law
@given(st.integers(1, 200), st.booleans(), st.sampled_from([A4, LETTER, A4.turned()]))
def test_folded_sheets_are_the_pages_in_order(pages, back_cover, paper):
    book = bound(impose.plan_booklet(pages, A5, paper, back_cover=back_cover))
    assert [number for number in book if number] == list(range(1, pages + 1))
    assert len(book) % 4 == 0
    assert len(book) - pages < 4
    blanks = [place for place, number in enumerate(book) if not number]
    last = len(book) - 1 if back_cover and pages > 1 else len(book)
    assert blanks == list(range(last - len(blanks), last))


def test_a5_goes_on_a4_at_its_true_size():
    plan = impose.plan_booklet(18, A5, A4)
    assert plan.paper == A4.turned()
    assert plan.scale == 1
    assert plan.sheets == 5


def test_on_letter_a5_is_drawn_smaller():
    plan = impose.plan_booklet(4, A5, LETTER)
    assert plan.scale == pytest.approx(139.7 / 148)
    for page in plan.sides[0].pages:
        assert page.half.contains(page.trim)
        assert page.trim.centre.y == pytest.approx(215.9 / 2)


def test_a_rounding_error_does_not_shrink_pages():
    assert impose.plan_booklet(4, Size(148.5, 210.004), A4).scale == 1


def test_small_pages_stand_at_the_fold_with_marks_where_they_are_cut():
    plan = impose.plan_booklet(4, Size(105, 148), A4)
    left, right = sorted(plan.sides[0].pages, key=lambda page: page.trim.left)
    assert left.trim.right == right.trim.left == 148.5
    cuts = {line.start.x for line in plan.sides[0].lines if line.start.x == line.end.x}
    assert cuts == {148.5 - 105, 148.5 + 105}


def test_pages_that_fill_the_paper_have_no_marks_but_ticks_at_the_fold_inside():
    outside, inside = impose.plan_booklet(4, A5, A4).sides
    assert outside.lines == ()
    assert {line.start.x for line in inside.lines} == {148.5}
    assert all(line.dashed for line in inside.lines)
    assert {y for line in inside.lines for y in (line.start.y, line.end.y)} == {5, 8.5, 201.5, 205}


@law
@given(st.integers(1, 12), st.integers(50, 400), st.integers(50, 400))
def test_pages_of_any_size_meet_at_the_fold_and_marks_stay_off_them(pages, width, height):
    plan = impose.plan_booklet(pages, Size(width, height), A4)
    together = Box.around(Box(0, 0, *plan.paper).centre, Size(2 * width * plan.scale, height * plan.scale))
    assert Box(0, 0, *plan.paper).contains(together)
    for side in plan.sides:
        for line in side.lines:
            assert not Box(line.start.x, line.start.y, 0, 0).overlaps(together) or line.dashed
