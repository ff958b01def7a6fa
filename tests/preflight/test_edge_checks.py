"""Shapes that run along the cut: what ends a hair inside it, and frames outside the safe zone."""

from __future__ import annotations

import pytest
from faulty_pdfs import BLEED, SIZE, Draw, both, codes, filled, found_on, paged
from reportlab.pdfgen.canvas import Canvas

from cardtool.finding import Severity
from cardtool.geometry import Box, Size
from cardtool.model import Outline, Shape
from cardtool.units import to_pt

GROUND = filled("#f0e0c0")
INK = "#203040"


def ends(inside: float, *, side: str = "left", length: float = 20.0, colour: str = INK) -> Draw:
    """A shape that ends so far inside one side of the card, and runs along so much of it."""
    near, deep = BLEED + inside, 12.0
    right, bottom = BLEED + SIZE.width - inside, BLEED + SIZE.height - inside
    box = {
        "left": Box(near, 30, deep, length),
        "top": Box(20, near, length, deep),
        "right": Box(right - deep, 30, deep, length),
        "bottom": Box(20, bottom - deep, length, deep),
    }[side]
    return filled(colour, box)


def framed(inside: float, width: float = 0.8) -> Draw:
    """A frame whose outer edge is so far inside the cut."""
    start = BLEED + inside
    card = Box(start, start, SIZE.width - 2 * inside, SIZE.height - 2 * inside)
    within = Box(start + width, start + width, card.width - 2 * width, card.height - 2 * width)
    return both(filled(INK, card), filled("#f0e0c0", within))


@pytest.mark.parametrize("side", ["left", "top", "right", "bottom"])
def test_a_shape_that_ends_a_hair_inside_the_cut_is_found_on_every_side(side: str) -> None:
    (finding,) = found_on(paged(both(GROUND, ends(0.4, side=side))))
    assert finding.rule.name == "edge-at-cut"
    assert finding.message == f'"Goat": a shape ends 0.4 mm inside the cut, along 20 mm of the {side}'
    assert str(finding.source) == "cards/farm/beasts.yaml:2:3"


@pytest.mark.parametrize("inside", [-3.0, 0.0, 0.9, 1.5, 3.0])
def test_what_goes_on_beyond_the_cut_or_stands_well_off_it_is_right(inside: float) -> None:
    assert found_on(paged(both(GROUND, ends(inside)))) == []


def test_a_short_edge_and_one_that_nobody_sees_are_right() -> None:
    assert found_on(paged(both(GROUND, ends(0.4, length=3.0)))) == []
    assert found_on(paged(both(GROUND, ends(0.4, colour="#f2e2c4")))) == []


def test_what_is_covered_is_not_seen() -> None:
    assert found_on(paged(both(GROUND, ends(0.4), GROUND))) == []


def test_a_frame_outside_the_safe_zone_is_told() -> None:
    (finding,) = found_on(paged(both(GROUND, framed(1.2))))
    assert finding.rule.name == "frame-near-cut"
    assert finding.rule.severity is Severity.INFO
    assert finding.message == '"Goat": a frame stands 1.2 mm from the cut (left, top, right, bottom)'


@pytest.mark.parametrize("width", [0.2, 0.9, 1.4])
def test_a_frame_that_is_a_line_is_as_near_as_the_outer_edge_of_the_line(width: float) -> None:
    (finding,) = found_on(paged(both(GROUND, lined(1.2, width))))
    assert finding.message == '"Goat": a frame stands 1.2 mm from the cut (left, top, right, bottom)'
    assert found_on(paged(both(GROUND, lined(3.0, width)))) == []


def lined(inside: float, width: float) -> Draw:
    """A frame drawn as a line so wide, whose outer edge is so far inside the cut."""
    near = to_pt(BLEED + inside + width / 2)
    across, down = (to_pt(length - 2 * inside - width) for length in (SIZE.width, SIZE.height))

    def draw(canvas: Canvas) -> None:
        canvas.setStrokeColor(INK)
        canvas.setLineWidth(to_pt(width))
        canvas.rect(near, near, across, down, stroke=1, fill=0)

    return draw


def test_a_frame_as_far_inside_as_the_safe_zone_is_right() -> None:
    assert found_on(paged(both(GROUND, framed(3.0)))) == []
    assert found_on(paged(both(GROUND, framed(1.2))), safe=1.0) == []


def test_a_rule_along_one_side_is_no_frame() -> None:
    assert found_on(paged(both(GROUND, ends(1.2, length=58.0)))) == []


def test_round_pieces_and_faces_without_bleed_are_not_looked_at() -> None:
    size = Size(40, 40)
    page = paged(both(filled("#f0e0c0", size=size), ends(0.4)), size=size)
    trim = Box(BLEED, BLEED, *size)
    assert "CT748" not in codes(found_on(page, trim=trim, outline=Outline(Shape.CIRCLE)))
    assert "CT748" not in codes(found_on(page, trim=Box(0.5, 0.5, 45, 45)))
