"""Boxes, sides and turns on paper, read from the top left."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardtool.geometry import Axis, Box, Point, Sides, Size

lengths = st.floats(0.5, 500)
boxes = st.builds(Box, st.floats(-500, 500), st.floats(-500, 500), lengths, lengths)
axes = st.sampled_from(Axis)


def corners(box):
    return (box.left, box.top, box.right, box.bottom)


def test_a_size_grows_on_all_four_sides():
    assert Size(63.5, 88.9).grown(3) == pytest.approx(Size(69.5, 94.9))


def test_a_size_reads_as_on_a_box_of_cards():
    assert str(Size(63.5, 88.90000001)) == "63.5 × 88.9 mm"


def test_paper_can_be_turned():
    assert Size(210, 297).turned() == Size(297, 210)


def test_a_box_knows_its_edges_and_its_centre():
    box = Box(left=10, top=20, width=30, height=40)
    assert (box.right, box.bottom, box.centre, box.size) == (40, 60, Point(25, 40), Size(30, 40))


def test_each_side_of_a_box_grows_by_its_own_length():
    grown = Box(10, 20, 30, 40).grown(Sides(left=1, top=2, right=3, bottom=4))
    assert corners(grown) == (9, 18, 43, 64)


def test_sides_are_capped_one_by_one():
    assert Sides(left=1, top=2, right=3, bottom=4).capped(2.5) == Sides(left=1, top=2, right=2.5, bottom=2.5)


def test_a_turn_about_the_vertical_axis_changes_left_and_right():
    assert Sides(left=1, top=2, right=3, bottom=4).mirrored(Axis.VERTICAL) == Sides(
        left=3, top=2, right=1, bottom=4
    )
    assert Box(10, 20, 30, 40).mirrored(Axis.VERTICAL, at=105) == Box(170, 20, 30, 40)
    assert Point(10, 20).mirrored(Axis.VERTICAL, at=105) == Point(200, 20)


def test_a_turn_about_the_horizontal_axis_changes_top_and_bottom():
    assert Sides(left=1, top=2, right=3, bottom=4).mirrored(Axis.HORIZONTAL) == Sides(
        left=1, top=4, right=3, bottom=2
    )
    assert Box(10, 20, 30, 40).mirrored(Axis.HORIZONTAL, at=100) == Box(10, 140, 30, 40)
    assert Point(10, 20).mirrored(Axis.HORIZONTAL, at=100) == Point(10, 180)


@given(boxes, axes, st.floats(-500, 500))
def test_turned_twice_is_as_before(box, axis, at):
    assert corners(box.mirrored(axis, at).mirrored(axis, at)) == pytest.approx(corners(box), abs=1e-6)


@given(boxes, st.builds(Sides, lengths, lengths, lengths, lengths), axes, st.floats(-500, 500))
def test_a_turn_takes_a_box_and_its_bleed_along(box, bleed, axis, at):
    bled_then_turned = box.grown(bleed).mirrored(axis, at)
    turned_then_bled = box.mirrored(axis, at).grown(bleed.mirrored(axis))
    assert corners(bled_then_turned) == pytest.approx(corners(turned_then_bled), abs=1e-6)


@given(boxes, st.builds(Point, st.floats(-500, 500), st.floats(-500, 500)))
def test_moving_keeps_the_size(box, by):
    moved = box.moved(by)
    assert moved.size == box.size
    assert moved.centre == pytest.approx(box.centre.moved(by), abs=1e-6)


@given(st.lists(boxes, min_size=1, max_size=5))
def test_a_hull_holds_every_box(several):
    hull = Box.hull(several)
    assert all(hull.contains(box) for box in several)


def test_there_is_no_hull_of_nothing():
    with pytest.raises(ValueError, match="empty"):
        Box.hull([])


def test_boxes_that_only_touch_do_not_overlap():
    box = Box(0, 0, 10, 10)
    assert not box.overlaps(Box(10, 0, 10, 10))
    assert not box.overlaps(Box(0, 10, 10, 10))
    assert box.overlaps(Box(9.9, 9.9, 10, 10))
    assert box.overlaps(Box(2, 2, 1, 1))


@given(boxes, boxes)
def test_overlapping_is_mutual_and_what_is_inside_overlaps(one, other):
    assert one.overlaps(other) == other.overlaps(one)
    if one.contains(other):
        assert one.overlaps(other)
