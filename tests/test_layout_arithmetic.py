"""Where spaces lie and what they share: stops on tracks, outlines, overlaps."""

from __future__ import annotations

import math
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardtool.geometry import Point, Size
from cardtool.model import Layout, Outline, Shape, Source, Space, SpaceOutline, Vertex
from cardtool.model.layout import curve_points, line_stops, ring_stops, spiral_points
from cardtool.model.polygon import (
    convex_parts,
    crosses_itself,
    overlap,
    rectangle_points,
    ring_segment,
    turn_points,
)

HERE = Source("cards/farm/layouts/arena.yaml")
SQUARE = rectangle_points(Size(10, 10))
L_SHAPE = tuple(Point(*each) for each in ((0, 0), (20, 0), (20, 10), (10, 10), (10, 30), (0, 30)))

lengths = st.floats(1, 200)
places = st.builds(Point, st.floats(0, 300), st.floats(0, 300))
angles = st.floats(-360, 360)


def moved(points: tuple[Point, ...], x: float, y: float) -> tuple[Point, ...]:
    return tuple(point.moved(Point(x, y)) for point in points)


def a_space(id: str, x: float, y: float, outline: SpaceOutline, angle: float = 0) -> Space:
    return Space(id, "floor", 1, Point(x, y), angle, outline, HERE)


def area(polygon: tuple[Point, ...]) -> float:
    return abs(sum(a.x * b.y - b.x * a.y for a, b in pairwise((*polygon, polygon[0])))) / 2


def test_four_stops_on_a_line_of_ninety_are_thirty_apart() -> None:
    stops = line_stops([Point(10, 20), Point(100, 20)], 4)
    assert [tuple(map(round, stop.centre)) for stop in stops] == [(10, 20), (40, 20), (70, 20), (100, 20)]


def test_stops_go_round_the_corners_of_a_closed_line() -> None:
    square = [Point(0, 0), Point(30, 0), Point(30, 30), Point(0, 30)]
    stops = line_stops(square, 8, closed=True)
    assert [(round(x), round(y)) for (x, y), _ in stops] == [
        (0, 0), (15, 0), (30, 0), (30, 15), (30, 30), (15, 30), (0, 30), (0, 15),
    ]  # fmt: skip
    assert [round(angle) for _, angle in stops[1::2]] == [0, 90, 180, -90]


def test_twelve_stops_on_a_ring_are_the_hours_of_a_clock() -> None:
    stops = ring_stops(Point(50, 50), 40, 12)
    assert [tuple(round(length, 6) for length in stops[hour].centre) for hour in (0, 3, 6, 9)] == [
        (50, 10), (90, 50), (50, 90), (10, 50),
    ]  # fmt: skip
    assert [stop.angle for stop in stops[:4]] == [0, 30, 60, 90]


def test_half_a_ring_begins_and_ends_with_a_stop() -> None:
    left, top, right = ring_stops(Point(0, 0), 10, 3, start=-90, sweep=180)
    assert tuple(map(round, (*left.centre, *top.centre, *right.centre))) == (-10, 0, 0, -10, 10, 0)


def test_a_curve_leads_through_its_points_and_a_spiral_from_radius_to_radius() -> None:
    points = [Point(0, 0), Point(30, 20), Point(60, 0)]
    assert set(points) <= set(curve_points(points))
    spiral = spiral_points(Point(100, 100), 80, 20, 2.5, start=90)
    assert [round(math.dist(end, (100, 100)), 6) for end in (spiral[0], spiral[-1])] == [80, 20]
    assert (round(spiral[0].x), round(spiral[-1].x)) == (180, 80)


@given(st.lists(places, min_size=2, max_size=6, unique=True), st.integers(2, 60), st.booleans())
def test_stops_are_as_far_from_each_other_along_the_line_as_can_be(
    points: list[Point], count: int, closed: bool
) -> None:
    stops = line_stops(points, count, closed=closed)
    assert len(stops) == count
    assert math.dist(stops[0].centre, points[0]) < 1e-6
    if not closed:
        assert math.dist(stops[-1].centre, points[-1]) < 1e-6
    ends = [*points, points[0]] if closed else points
    pitch = sum(math.dist(*each) for each in pairwise(ends)) / (count if closed else count - 1)
    assert all(math.dist(one.centre, two.centre) <= pitch + 1e-6 for one, two in pairwise(stops))


@given(places, lengths, st.integers(1, 60), angles, st.booleans())
def test_stops_of_a_ring_are_on_it(
    centre: Point, radius: float, count: int, start: float, clockwise: bool
) -> None:
    stops = ring_stops(centre, radius, count, start=start, clockwise=clockwise)
    assert all(math.dist(stop.centre, centre) == pytest.approx(radius) for stop in stops)


def test_squares_that_meet_share_nothing_and_closer_ones_overlap() -> None:
    assert not overlap(SQUARE, moved(SQUARE, 10, 0), 0.05)
    assert overlap(SQUARE, moved(SQUARE, 9, 0), 0.05)
    assert overlap(SQUARE, SQUARE, 0.05)
    assert not overlap(SQUARE, turn_points(moved(SQUARE, 12.2, 0), 45), 0.05)


def test_what_lies_in_the_notch_of_an_l_does_not_overlap_it() -> None:
    assert not overlap(L_SHAPE, moved(SQUARE, 15.5, 15.5), 0.05)
    assert overlap(L_SHAPE, moved(SQUARE, 14, 14), 0.05)
    assert sum(map(area, convex_parts(L_SHAPE))) == pytest.approx(area(L_SHAPE)) == 400


def test_segments_of_a_ring_meet_and_do_not_overlap() -> None:
    outline = SpaceOutline(ring_segment(50, 20, 30))
    stops = ring_stops(Point(100, 100), 50, 12)
    spaces = tuple(
        Space(str(number), "hour", number, stop.centre, stop.angle, outline, HERE)
        for number, stop in enumerate(stops)
    )
    assert list(Layout("ring", "Ring", spaces, HERE).overlaps()) == []
    assert sum(area(space.corners) for space in spaces) == pytest.approx(math.pi * (60**2 - 40**2), rel=1e-3)


@given(st.floats(5, 50), st.floats(0.2, 5), angles, angles)
def test_circles_overlap_when_their_centres_are_nearer_than_a_diameter(
    diameter: float, gap: float, one: float, two: float
) -> None:
    outline = SpaceOutline(diameter=diameter)
    first = a_space("a", 100, 100, outline, one)
    away = turn_points([Point(diameter + gap, 0), Point(diameter - gap / 2, 0)], two)
    apart, near = (a_space("b", 100 + x, 100 + y, outline, two) for x, y in away)
    assert not first.overlaps(apart)
    assert first.overlaps(near)


@given(st.floats(5, 60), st.floats(5, 60), st.sampled_from((0, 0.5, 2)), angles, places)
def test_a_turned_and_moved_rectangle_keeps_its_area_and_overlaps_itself(
    width: float, height: float, corner: float, angle: float, place: Point
) -> None:
    outline = SpaceOutline(rectangle_points(Size(width, height), corner))
    space = a_space("a", *place, outline, angle)
    assert area(space.corners) == pytest.approx(area(outline.points))
    assert area(space.corners) == pytest.approx(width * height - (4 - math.pi) * corner**2, abs=0.1)
    assert not crosses_itself(outline.points)
    assert space.overlaps(space)


def test_a_bow_tie_crosses_itself() -> None:
    assert crosses_itself((Point(0, 0), Point(10, 10), Point(10, 0), Point(0, 10)))
    assert crosses_itself((Point(0, 0), Point(5, 5), Point(10, 10)))
    assert not crosses_itself(L_SHAPE)


@pytest.mark.parametrize(
    ("piece", "space", "fits"),
    [
        (SpaceOutline(diameter=22), SpaceOutline(rectangle_points(Size(22, 22))), True),
        (SpaceOutline(diameter=25), SpaceOutline(rectangle_points(Size(22, 30))), False),
        (SpaceOutline(rectangle_points(Size(30, 20))), SpaceOutline(rectangle_points(Size(20, 30))), True),
        (SpaceOutline(rectangle_points(Size(14, 14))), SpaceOutline(diameter=20), True),
        (SpaceOutline(rectangle_points(Size(15, 15))), SpaceOutline(diameter=20), False),
        (SpaceOutline(diameter=20), SpaceOutline.of(Outline(Shape.HEX_FLAT), Size(23.1, 20)), True),
        (SpaceOutline(diameter=21), SpaceOutline.of(Outline(Shape.HEX_FLAT), Size(23.1, 20)), False),
        (SpaceOutline(diameter=15), SpaceOutline(ring_segment(40, 20, 40)), True),
    ],
)
def test_a_piece_fits_a_space_when_it_reaches_nowhere_out_of_it(
    piece: SpaceOutline, space: SpaceOutline, fits: bool
) -> None:
    assert piece.fits_into(space) is fits


def test_hexagons_stand_on_an_edge_or_on_a_corner() -> None:
    flat = SpaceOutline.of(Outline(Shape.HEX_FLAT), Shape.HEX_FLAT.box(20))
    pointed = SpaceOutline.of(Outline(Shape.HEX_POINTED), Shape.HEX_POINTED.box(20))
    assert (round(flat.size.width, 1), round(flat.size.height, 1)) == (23.1, 20)
    assert (round(pointed.size.width, 1), round(pointed.size.height, 1)) == (20, 23.1)


def test_what_is_cut_along_a_path_has_the_points_of_that_path() -> None:
    half_disc = (
        Vertex(Point(-10, 5)),
        Vertex(Point(-10, 4), 1.0),
        Vertex(Point(10, 4)),
        Vertex(Point(10, 5)),
    )
    outline = SpaceOutline.of(Outline(Shape.PATH, path=half_disc), Size(20, 11))
    assert (round(outline.size.width, 3), round(outline.size.height, 3)) == (20, 11)
    assert area(outline.points) == pytest.approx(20 + math.pi * 50, rel=1e-3)


def test_paths_are_data_of_svg() -> None:
    assert a_space("a", 20, 30, SpaceOutline(diameter=8)).path == "M20 26a4 4 0 1 1 0 8a4 4 0 1 1 0 -8Z"
    square = a_space("b", 20, 30, SpaceOutline(SQUARE), 0)
    assert square.path == "M25 25L25 35L15 35L15 25Z"
