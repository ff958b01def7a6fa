"""The sheets a printer is measured with: that the number in line is the one that mends it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from print_fixtures import A4, FONT, LETTER, opened, sizes, texts

from cardtool.geometry import Axis, Box, Point
from cardtool.impose.write import calibration_sheet
from cardtool.impose.write.calibration_sheet import EDGES, plan_calibration

PAPERS = [A4, A4.turned(), LETTER, LETTER.turned()]


def seen(sheet, back: Box, fault: Point) -> Point:
    """Where a mark of the back shows through the front, printed by a printer with this fault."""
    middle = sheet.paper.width / 2 if sheet.axis is Axis.VERTICAL else sheet.paper.height / 2
    return back.moved(fault).centre.mirrored(sheet.axis, middle)


@given(st.sampled_from(PAPERS), st.integers(-12, 12), st.integers(-12, 12))
def test_the_number_in_line_moves_backs_to_where_they_belong(paper, across, down):
    """A printer that is out by so much reads the opposite, and that is what backs are then moved by."""
    answer = Point(across / 5, down / 5)
    fault, sheet = Point(-answer.x, -answer.y), plan_calibration(paper)
    level = [p.value for p in sheet.level if seen(sheet, p.back, fault).x == pytest.approx(p.front.centre.x)]
    upright = [
        p.value for p in sheet.upright if seen(sheet, p.back, fault).y == pytest.approx(p.front.centre.y)
    ]
    assert set(level) == {answer.x}
    assert set(upright) == {answer.y}


@pytest.mark.parametrize("paper", PAPERS, ids=str)
def test_marks_of_both_sides_meet_end_to_end_on_a_printer_without_fault(paper):
    sheet = plan_calibration(paper)
    nothing = Point(0, 0)
    for pair in sheet.level:
        through = seen(sheet, pair.back, nothing)
        assert through.y == pytest.approx(pair.front.centre.y + pair.front.height)
    for pair in sheet.upright:
        through = seen(sheet, pair.back, nothing)
        assert through.x == pytest.approx(pair.front.centre.x - pair.front.width)


@pytest.mark.parametrize("paper", PAPERS, ids=str)
def test_a_minus_does_not_prolong_the_mark_beside_it(paper):
    assert all(pair.label.left - pair.front.right >= 1 for pair in plan_calibration(paper).upright)


@pytest.mark.parametrize("paper", PAPERS, ids=str)
def test_bars_stand_as_far_from_each_edge_as_their_number_says(paper):
    width, height = paper
    for value in EDGES:
        boxes = [bar.box for bar in plan_calibration(paper).edges if bar.value == value]
        near = [min(b.left, b.top, width - b.right, height - b.bottom) for b in boxes]
        assert near == pytest.approx([value] * 4)


@pytest.mark.parametrize("paper", PAPERS, ids=str)
def test_nothing_on_the_sheet_stands_on_anything_else(paper):
    sheet = plan_calibration(paper)
    boxes = [box for pair in (*sheet.level, *sheet.upright) for box in (pair.front, pair.label)]
    boxes += [box for bar in sheet.edges for box in (bar.box, bar.label)]
    assert all(Box(0, 0, *paper).contains(box) for box in boxes)
    assert not any(one.overlaps(other) for n, one in enumerate(boxes) for other in boxes[:n])


def test_the_pdf_is_two_sheets_one_upright_and_one_sideways():
    pdf = calibration_sheet.write_calibration(A4, font=FONT)
    assert [size[2:] for size in sizes(pdf)] == [(210, 297)] * 2 + [(297, 210)] * 2
    document = opened(pdf)
    wishes = document.Root.ViewerPreferences
    assert (wishes.PrintScaling, wishes.Duplex) == ("/None", "/DuplexFlipLongEdge")
    assert document.check_pdf_syntax() == []
    assert calibration_sheet.write_calibration(A4, font=FONT) == pdf


def test_the_front_says_what_to_do_and_the_back_to_turn_it_round():
    front, back, *_ = texts(calibration_sheet.write_calibration(LETTER, font=FONT))
    assert "Calibration, sheet 1 of 2" in front
    assert "flip on the long edge" in front
    assert "100 mm" in front
    assert "Nothing to read here" in back
