"""Plain geometry for templates: what a ruler and a compass would say, and the laws behind it."""

from __future__ import annotations

import math
import re
from itertools import pairwise
from types import SimpleNamespace

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from law_examples import examples

from cardtool.art.drawing import TOOLS
from cardtool.art.drawing.path_data import CannotDraw, area, closed_outlines, read_outlines
from cardtool.art.drawing.path_regions import plain

TORN = (
    "M0 -0.238L3.163 -0.376L7.183 -0.072L10.198 0L9.718 3.833L10.172 6.515L9.697 8.902L10 10.024L6.17 10.028"
    "L3.956 9.735L1.924 9.883L0.177 10L0.007 7.784L0.165 5.634L-0.109 1.735Z"
)
draw = SimpleNamespace(**TOOLS)
SQUARE = draw.rectangle(0, 0, 10, 10)
FILLED = st.one_of(
    st.builds(
        draw.star,
        st.integers(10, 30),
        st.integers(10, 30),
        st.floats(6, 12),
        st.floats(2, 5),
        st.integers(3, 9),
        st.integers(0, 90),
    ),
    st.builds(draw.circle, st.integers(10, 30), st.integers(10, 30), st.floats(3, 12)),
    st.builds(draw.rectangle, st.integers(0, 20), st.integers(0, 20), st.integers(2, 20), st.integers(2, 20)),
    st.builds(draw.ring, st.integers(10, 30), st.integers(10, 30), st.floats(6, 12), st.floats(1, 5)),
)
SHAPES = FILLED | st.builds(
    draw.polygon, st.lists(st.tuples(st.integers(0, 30), st.integers(0, 30)), min_size=3, max_size=9)
)


def size_of(path: str) -> float:
    """The area of a shape as it is filled."""
    return sum(map(area, plain(path)))


def box_of(path: str) -> tuple[float, float, float, float]:
    points = [point for each in read_outlines(path) for point in each.points]
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return min(xs), min(ys), max(xs), max(ys)


def test_angles_run_as_on_a_clock() -> None:
    assert draw.polar(0, 10) == (0, -10, 0)
    assert draw.polar(90, 10, x=5, y=5) == (15, 5, 90)
    assert draw.polar(-90, 10) == (-10, 0, 270)


def test_a_hexagon_has_the_area_that_the_formula_gives() -> None:
    assert size_of(draw.regular(20, 20, 10, 6)) == pytest.approx(1.5 * math.sqrt(3) * 100, abs=0.01)
    assert draw.regular(0, 0, 10, 4) == "M0 -10L10 0L0 10L-10 0Z"


def test_a_star_has_its_points_at_one_distance_and_its_notches_at_another() -> None:
    (points,) = closed_outlines(draw.star(0, 0, 10, 4, 5))
    assert [round(math.hypot(*point), 2) for point in points] == [10, 4] * 5


def test_a_wedge_is_its_share_of_the_disc_and_a_ring_what_is_between_two() -> None:
    assert size_of(draw.wedge(0, 0, 10, 30, 120)) == pytest.approx(math.pi * 25, rel=2e-3)
    assert size_of(draw.ring(0, 0, 10, 6)) == pytest.approx(math.pi * 64, rel=2e-3)
    assert size_of(draw.ring(0, 0, 10, 6, 0, 270)) == pytest.approx(math.pi * 48, rel=2e-3)


def test_a_rounded_square_lacks_its_corners() -> None:
    assert size_of(draw.rounded(SQUARE, 2)) == pytest.approx(100 - (4 - math.pi) * 4, abs=0.02)
    assert draw.rounded(SQUARE, 2) == draw.rectangle(0, 0, 10, 10, radius=2)
    assert size_of(draw.rounded(SQUARE, 99)) == pytest.approx(math.pi * 25, abs=0.2)


def test_a_square_grows_and_shrinks() -> None:
    assert box_of(draw.grown(SQUARE, 2)) == (-2, -2, 12, 12)
    assert size_of(draw.grown(SQUARE, 2)) == pytest.approx(14 * 14)
    assert size_of(draw.grown(SQUARE, 2, "round")) == pytest.approx(100 + 80 + 4 * math.pi, abs=0.1)
    assert size_of(draw.grown(SQUARE, -3)) == pytest.approx(16)
    assert draw.grown(SQUARE, -5.01) == ""


def test_a_ring_that_is_shrunk_gets_thinner_on_both_sides() -> None:
    assert size_of(draw.grown(draw.ring(0, 0, 10, 4), -1)) == pytest.approx(math.pi * (81 - 25), rel=2e-3)


def test_a_shape_with_a_waist_falls_apart_where_it_is_shrunk() -> None:
    waist = draw.joined(
        draw.joined(draw.circle(0, 0, 8), draw.circle(30, 0, 8)), draw.rectangle(0, -1, 30, 2)
    )
    assert len(plain(waist)) == 1
    assert len(plain(draw.grown(waist, -2))) == 2


@given(SHAPES, SHAPES)
def test_two_shapes_together_are_each_of_them_less_what_they_share(one: str, other: str) -> None:
    shared = size_of(draw.common(one, other))
    near = pytest.approx(size_of(one) + size_of(other) - shared, abs=0.15)
    assert size_of(draw.joined(one, other)) == near
    assert size_of(draw.without(one, other)) == pytest.approx(size_of(one) - shared, abs=0.15)


@settings(max_examples=examples(25))  # a quarter of what is usual: each takes a fifth of a second
@given(SHAPES, st.floats(0.1, 3), st.sampled_from(["mitre", "round"]))
def test_a_shape_is_inside_what_it_has_grown_to(shape: str, by: float, corners: str) -> None:
    larger, smaller = draw.grown(shape, by, corners), draw.grown(shape, -by, corners)
    assert size_of(draw.without(shape, larger)) == pytest.approx(0, abs=0.15)
    assert size_of(draw.without(smaller, shape)) == pytest.approx(0, abs=0.15)
    left, top, right, bottom = box_of(shape) if size_of(shape) else (0, 0, 0, 0)
    if corners == "round" and size_of(shape) > 1:
        grown = box_of(larger)
        assert grown[0] >= left - by - 0.01
        assert grown[2] <= right + by + 0.01
        assert grown[1] >= top - by - 0.01
        assert grown[3] <= bottom + by + 0.01


def test_places_along_a_square_are_evenly_spread_and_turned_as_it_runs() -> None:
    spots = draw.along(SQUARE, count=8)
    assert [(spot.x, spot.y) for spot in spots[:3]] == [(0, 0), (5, 0), (10, 0)]
    assert [spot.angle for spot in draw.along(SQUARE, count=4, shift=0.5)] == [0, 90, 180, 270]
    assert next((spot.x, spot.y) for spot in draw.along(SQUARE, count=4, shift=0.5, off=2)) == (5, -2)


def test_places_on_a_line_stand_on_both_its_ends() -> None:
    line = draw.line([(0, 0), (10, 0)])
    assert [spot.x for spot in draw.along(line, count=3)] == [0, 5, 10]
    assert [spot.x for spot in draw.along(line, step=2.4)] == [0, 2.5, 5, 7.5, 10]


@given(st.integers(2, 60), st.floats(2, 40))
def test_places_on_a_circle_are_as_far_apart_as_their_number_says(count: int, radius: float) -> None:
    spots = draw.along(draw.circle(0, 0, radius), count=count)
    far = [math.dist(a[:2], b[:2]) for a, b in pairwise(spots)]
    assert far == pytest.approx([2 * radius * math.sin(math.pi / count)] * (count - 1), rel=0.02)
    assert all(abs((spot.angle - i * 360 / count + 180) % 360 - 180) < 3 for i, spot in enumerate(spots))


def test_stitches_come_out_even_at_the_corners() -> None:
    stitches = read_outlines(draw.stitches(SQUARE, 1, 1))
    assert len(stitches) == 20
    assert {round(each.length, 3) for each in stitches} == {1}
    assert stitches[0].points[0] == (0.5, 0)


def test_letters_stand_round_a_ring_with_the_word_in_the_middle() -> None:
    first, middle, last = draw.letters("TEN", 0, 0, 20, 5)
    assert (middle.letter, middle.x, middle.y, middle.angle) == ("E", 0, -20, 0)
    assert (first.x, first.y) == (-last.x, last.y)
    (foot,) = draw.letters("o", 0, 0, 20, 5, angle=180, inside=True)
    assert (foot.x, foot.y, foot.angle) == (0, 20, 0)


def test_a_zigzag_has_whole_teeth_and_keeps_the_corners() -> None:
    (edge,) = closed_outlines(draw.zigzag(SQUARE, 2.6, 1))
    assert len(edge) == 4 * 4 * 2
    assert {(0, 0), (10, 0), (10, 10), (0, 10)} <= set(edge)
    assert box_of(draw.zigzag(SQUARE, 2.6, 1)) == (-1, -1, 11, 11)


def test_a_border_goes_out_of_a_shape_whichever_way_it_is_drawn() -> None:
    backwards = "M0 0V10H10V0Z"
    for border in (draw.zigzag, draw.scallop):
        assert size_of(border(backwards, 2, 0.5)) == pytest.approx(size_of(border(SQUARE, 2, 0.5)))
        assert size_of(border(SQUARE, 2, 0.5)) > 100 > size_of(border(SQUARE, 2, -0.5))


def test_a_wave_swings_as_much_to_one_side_as_to_the_other() -> None:
    assert box_of(draw.wave(draw.line([(0, 5), (20, 5)]), 5, 2)) == (0, 3, 20, 7)
    assert size_of(draw.wave(draw.circle(0, 0, 20), 4, 1)) == pytest.approx(math.pi * 400, rel=0.01)


@given(FILLED, st.floats(1, 4), st.integers(0, 180))
def test_hatching_is_inside_its_shape_and_as_close_as_was_asked(shape: str, step: float, angle: int) -> None:
    strokes = read_outlines(draw.hatching(shape, step, angle))
    ink = sum(each.length for each in strokes) * step
    fat = draw.grown(shape, 0.02)
    for stroke in strokes[:20]:
        (ax, ay), (bx, by) = stroke.points[0], stroke.points[-1]
        dot = draw.regular((ax + bx) / 2, (ay + by) / 2, 0.005, 4)
        assert size_of(draw.without(dot, fat)) == pytest.approx(0, abs=1e-4)
    widest = max(box_of(shape)[2] - box_of(shape)[0], box_of(shape)[3] - box_of(shape)[1])
    assert ink == pytest.approx(size_of(shape), abs=2 * step * 3 * widest + 0.1)


def test_dots_are_inside_and_those_on_the_edge_are_cut_by_it() -> None:
    disc = draw.circle(20, 20, 10)
    cut, whole = draw.dots(disc, 2, 0.6), draw.dots(disc, 2, 0.6, cut=False)
    assert size_of(draw.without(cut, disc)) == pytest.approx(0, abs=0.02)
    assert size_of(cut) == pytest.approx(math.pi * 100 * math.pi * 0.36 / 4, rel=0.03)
    assert whole.count("Z") * math.pi * 0.36 == pytest.approx(size_of(whole), rel=0.01)
    assert whole.count("Z") < cut.count("Z")


def test_dots_grow_towards_where_they_are_to_be_large() -> None:
    dots = read_outlines(draw.dots(draw.rectangle(0, 0, 20, 20), 2, 0.1, 0.8, angle=0, cut=False))
    high = {round((box[3] - box[1]) / 2, 1): box[1] for each in dots for box in [_box(each.points)]}
    assert sorted(high) == [radius for radius, _ in sorted(high.items(), key=lambda item: item[1])]


def _box(points: tuple[tuple[float, float], ...]) -> tuple[float, float, float, float]:
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return min(xs), min(ys), max(xs), max(ys)


def test_the_same_word_always_tears_the_same_edge() -> None:
    torn = draw.rough(SQUARE, "harbour", 0.4, 3)
    assert torn == TOOLS["rough"](SQUARE, "harbour", 0.4, 3)
    assert torn != draw.rough(SQUARE, "mill", 0.4, 3)
    assert torn == TORN


@given(FILLED, st.text(max_size=8), st.floats(0.05, 1))
def test_a_rough_edge_strays_no_farther_than_it_may(shape: str, word: str, depth: float) -> None:
    largest = draw.grown(shape, depth * 1.5 + 0.1, "round")
    assert size_of(draw.without(draw.rough(shape, word, depth, 0.4), largest)) == pytest.approx(0, abs=0.3)


def test_layers_get_smaller_and_their_shadows_fall_on_paper() -> None:
    lowest, middle, top = draw.layers(SQUARE, 3, 2, right=1, down=1)
    assert [round(size_of(each.path)) for each in (lowest, middle, top)] == [100, 36, 4]
    assert box_of(lowest.shadow) == (1, 1, 11, 11)
    assert size_of(draw.without(middle.shadow, lowest.path)) == 0
    assert len(draw.layers(SQUARE, 9, 2)) == 3


def test_a_hole_gets_deeper_and_is_dark_at_the_edges_that_stand_above() -> None:
    rim, _ = draw.layers(SQUARE, 2, -2, right=1, down=2)
    assert size_of(rim.shadow) == pytest.approx(100 - 9 * 8)


def test_what_is_mirrored_twice_or_turned_all_round_is_as_it_was() -> None:
    wedge = draw.polygon([(0, 0), (10, 2), (4, 8)])
    assert box_of(draw.mirrored(wedge, x=0)) == (-10, 0, 0, 8)
    assert closed_outlines(draw.mirrored(draw.mirrored(wedge, x=7), x=7)) == closed_outlines(wedge)
    assert closed_outlines(draw.turned(wedge, 360, 3, 3)) == closed_outlines(wedge)
    assert box_of(draw.turned(SQUARE, 90)) == (-10, 0, 0, 10)
    assert box_of(draw.scaled(SQUARE, 2, 10, 10)) == (-10, -10, 10, 10)
    assert box_of(draw.moved(SQUARE, 1, -2)) == (1, -2, 11, 8)


def test_a_grid_counts_its_cells_by_column_and_row() -> None:
    cells = draw.squares(5, 5, 3, 2, 10, gap=1)
    assert [(cell.column, cell.row) for cell in cells] == [(0, 0), (1, 0), (2, 0), (0, 1), (1, 1), (2, 1)]
    assert (cells[-1].x, cells[-1].y) == (32, 21)
    assert cells[0].path == "M5 5L15 5L15 15L5 15Z"


@given(st.integers(1, 6), st.integers(1, 6), st.booleans(), st.floats(0.2, 3))
def test_hexagons_touch_and_never_overlap(columns: int, rows: int, flat: bool, gap: float) -> None:
    cells = draw.hexagons(0, 0, columns, rows, 6, flat=flat)
    whole = "".join(cell.path for cell in cells)
    assert size_of(whole) == pytest.approx(columns * rows * 1.5 * math.sqrt(3) * 36, rel=1e-3)
    assert min(box_of(whole)[:2]) == pytest.approx(0, abs=0.002)
    apart = [(cell.x, cell.y) for cell in draw.hexagons(0, 0, columns, rows, 6, gap, flat)]
    nearest = min((math.dist(a, b) for i, a in enumerate(apart) for b in apart[:i]), default=99)
    assert nearest >= 6 * math.sqrt(3) + gap - 0.01


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        (lambda: draw.circle(0, 0, math.nan), "draw.circle: radius is nan, which is no number"),
        (lambda: draw.circle(math.inf, 0, 1), "draw.circle: x is inf, which is no number"),
        (lambda: draw.circle(0, 0, "wide"), 'draw.circle: radius is "wide", which is no number'),
        (lambda: draw.circle(0, 0, True), 'draw.circle: radius is "True", which is no number'),
        (lambda: draw.circle(0, 0, 0), "draw.circle: radius is 0; it must be more than 0"),
        (lambda: draw.circle(0, 0, 1e9), "draw.circle: radius is 1e+09; 10,000 is the most"),
        (lambda: draw.circle(0, 0), "draw.circle: missing a required argument: 'radius'"),
        (lambda: draw.star(0, 0, 9, 4, 5, trun=3), "draw.star: got an unexpected keyword argument 'trun'"),
        (lambda: draw.star(0, 0, 9, 4, 5.5), "draw.star: points is 5.5; a whole number from 1 to 2,000"),
        (lambda: draw.star(0, 0, 9, 4, 1), "draw.star: points is 1; a star has 2 or more"),
        (lambda: draw.ring(0, 0, 4, 9), "draw.ring: inner is 9; it must be less than outer, 4"),
        (lambda: draw.dots(SQUARE, 0.01, 0.001), "draw.dots: this makes"),
        (lambda: draw.dots(SQUARE, 1, 0.6), "draw.dots: dots of radius 0.6 run into each other"),
        (lambda: draw.hatching(SQUARE, 0.0001), "draw.hatching: this makes"),
        (lambda: draw.rough(SQUARE, "a", 1, 0.0001), "draw.rough: this makes"),
        (lambda: draw.zigzag(SQUARE, 0.0001, 1), "draw.zigzag: this makes"),
        (lambda: draw.along(SQUARE, step=0.0001), "draw.along: this makes"),
        (lambda: draw.along(SQUARE), "draw.along: say either count"),
        (lambda: draw.along("hello", count=3), 'draw.along: "hello" is no SVG path data'),
        (lambda: draw.grown("M0 0L1e400 4L2 2Z", 1), "draw.grown:"),
        (lambda: draw.grown(SQUARE, 1, "rounded"), 'draw.grown: corners is "rounded"; "mitre" or "round"'),
        (lambda: draw.squares(0, 0, 1000, 1000, 1), "draw.squares: this makes 1,000,000 cells; 2,000 are"),
        (lambda: draw.mirrored(SQUARE), "draw.mirrored: say x"),
        (lambda: draw.polygon("M0 0"), 'draw.polygon: points is "M0 0"; a list of points is wanted'),
        (lambda: draw.polygon([(0, 0), 7]), 'draw.polygon: points holds "7", which is no point'),
        (
            lambda: draw.letters("x" * 999, 0, 0, 9, 2),
            "draw.letters: this makes 999 letters; 400 are the most",
        ),
    ],
)
def test_what_cannot_be_drawn_is_told_with_tool_and_argument(asked, said: str) -> None:
    with pytest.raises(CannotDraw, match=re.escape(said)):
        asked()


NUMBERS = st.one_of(
    st.floats(-1e5, 1e5),
    st.integers(-50, 50),
    st.sampled_from([0, 0.0, -0.0, 1e-9, 9999, math.nan, math.inf]),
)
ANYTHING = st.one_of(NUMBERS, SHAPES, st.sampled_from(["", "M", "M0 0", "M0 0L5 5", "M0 0Z", True, None, ()]))


@given(st.sampled_from(sorted(TOOLS)), st.lists(ANYTHING, max_size=7))
@example("scallop", ["M0 0L5 5", 1e-3, 0])
@example("rough", ["M3 3L3 3Z", "a", 1.0])
def test_whatever_is_asked_is_drawn_in_numbers_or_refused(name: str, asked: list[object]) -> None:
    try:
        drawn = TOOLS[name](*asked)
    except CannotDraw as why:
        assert str(why).startswith(f"draw.{name}: ")  # noqa: PT017
    else:
        assert not re.search(r"nan|inf|e[-+]\d", str(drawn).lower())
