"""The lines along which cards are cut: that they close, bend where they should, and stay where they are."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardtool.geometry import Box, Point, Size
from cardtool.impose import Contour
from cardtool.impose.contours import arc_radius, contour, control_points, corner_arcs, polygon
from cardtool.model import Outline, Shape

CARD = Box(10, 20, 60, 90)


def points_along(path: Contour, fine: int = 24) -> list[Point]:
    """Points on the path, its arcs walked as circles."""
    found = []
    for vertex, arrival in path.edges:
        start = vertex.point
        if not vertex.bulge:
            found.append(start)
            continue
        sweep, far = 4 * math.atan(vertex.bulge), arc_radius(vertex, arrival)
        along = math.atan2(arrival.y - start.y, arrival.x - start.x)
        towards = along - sweep / 2 + math.pi / 2
        middle = Point(start.x + far * math.cos(towards), start.y + far * math.sin(towards))
        first = math.atan2(start.y - middle.y, start.x - middle.x)
        for step in range(fine):
            angle = first + sweep * step / fine
            found.append(Point(middle.x + abs(far) * math.cos(angle), middle.y + abs(far) * math.sin(angle)))
    return found


def hull(path: Contour) -> tuple[float, float, float, float]:
    box = Box.hull(Box(*point, 0, 0) for point in points_along(path))
    return box.left, box.top, box.right, box.bottom


def test_a_plain_card_is_cut_along_its_four_edges():
    corners = [vertex.point for vertex in contour(Outline(), CARD).vertices]
    assert corners == [(10, 20), (70, 20), (70, 110), (10, 110)]


def test_round_corners_begin_a_radius_away_from_sharp_ones():
    path = contour(Outline(corner=3), CARD)
    assert len(path.vertices) == 8
    assert path.vertices[0].point == pytest.approx((10, 23))
    assert [arc_radius(vertex, arrival) for vertex, arrival in path.edges if vertex.bulge] == [
        pytest.approx(3)
    ] * 4
    assert hull(path) == pytest.approx((10, 20, 70, 110))


def test_a_card_as_round_as_it_can_be_has_no_straight_ends():
    path = contour(Outline(corner=99), Box(0, 0, 40, 40))
    assert [bool(vertex.bulge) for vertex in path.vertices] == [True] * 4
    assert hull(path) == pytest.approx((0, 0, 40, 40), abs=1e-6)


def test_a_circle_touches_the_middle_of_each_side():
    path = contour(Outline(Shape.CIRCLE), Box(0, 0, 25, 25))
    assert hull(path) == pytest.approx((0, 0, 25, 25))
    assert all(math.dist(point, (12.5, 12.5)) == pytest.approx(12.5) for point in points_along(path))


@pytest.mark.parametrize("shape", [Shape.HEX_FLAT, Shape.HEX_POINTED])
def test_a_hexagon_has_six_equal_edges_and_is_as_far_across_as_it_says(shape):
    size = shape.box(40)
    path = contour(Outline(shape), Box(5, 5, *size))
    lengths = [math.dist(vertex.point, arrival) for vertex, arrival in path.edges]
    assert lengths == pytest.approx([40 / math.sqrt(3)] * 6)
    assert min(size) == pytest.approx(40)


def test_a_flat_hexagon_lies_on_an_edge_and_a_pointed_one_stands_on_a_corner():
    flat = [v.point.y for v in contour(Outline(Shape.HEX_FLAT), Box(0, 0, *Shape.HEX_FLAT.box(40))).vertices]
    pointed = contour(Outline(Shape.HEX_POINTED), Box(0, 0, *Shape.HEX_POINTED.box(40))).vertices
    assert sum(y == pytest.approx(40) for y in flat) == 2
    assert sum(v.point.y == pytest.approx(Shape.HEX_POINTED.box(40).height) for v in pointed) == 1


@given(
    st.sampled_from([Outline(), Outline(corner=3), Outline(Shape.CIRCLE), Outline(Shape.HEX_FLAT, 2)]),
    st.integers(1, 40),
)
def test_a_grown_contour_is_everywhere_as_far_outside(outline, tenths):
    grown = tenths / 10
    trim = Box(0, 0, 30, 30) if outline.shape is not Shape.HEX_FLAT else Box(0, 0, *Shape.HEX_FLAT.box(30))
    inner, outer = points_along(contour(outline, trim)), points_along(contour(outline, trim, grown))
    nearest = min(math.dist(a, b) for a in outer for b in inner)
    assert nearest >= grown - 1e-6
    within, around = hull(contour(outline, trim)), hull(contour(outline, trim, grown))
    assert [b - a for a, b in zip(within, around, strict=True)] == pytest.approx([-grown] * 2 + [grown] * 2)


@given(st.floats(0.05, 0.42), st.floats(-50, 50), st.floats(1, 50))
def test_a_bezier_stays_on_its_arc(bulge, x, y):
    path = Contour((contour(Outline(), CARD).vertices[0]._replace(bulge=bulge),), closed=False)
    start, end = path.vertices[0], Point(x + 80, y)
    near, far = control_points(start, end)
    middle = Point(
        (start.point.x + 3 * near.x + 3 * far.x + end.x) / 8,
        (start.point.y + 3 * near.y + 3 * far.y + end.y) / 8,
    )
    chord = math.dist(start.point, end)
    half = Point((start.point.x + end.x) / 2, (start.point.y + end.y) / 2)
    assert math.dist(middle, half) == pytest.approx(bulge * chord / 2, rel=1e-3)


def test_only_round_corners_have_arcs():
    assert corner_arcs(Outline(), CARD) == ()
    arcs = corner_arcs(Outline(corner=4), CARD)
    assert len(arcs) == 4
    assert not any(arc.closed for arc in arcs)


def test_a_polygon_keeps_its_order_when_it_is_rounded():
    corners = [Point(0, 0), Point(10, 0), Point(10, 10)]
    path = polygon(corners, 1)
    assert len(path.vertices) == 6
    assert sum(4 * math.atan(v.bulge) for v in path.vertices) == pytest.approx(2 * math.pi)


def test_a_size_a_quarter_turn_round_stays_itself():
    assert Outline(Shape.HEX_FLAT, 2).turned() == Outline(Shape.HEX_POINTED, 2)
    assert Outline(corner=2).turned() == Outline(corner=2)
    assert Size(3, 4).turned() == Size(4, 3)
