"""Wedges make up the ring they are cut from."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardtool.geometry import Point
from cardtool.load.kind_sizes import kind_outline, kind_size, size_faults
from cardtool.model import Shape, path_points

SIXTH = {"shape": "wedge", "across": "180mm", "inner": "60mm", "angle": 60}


def area(points: tuple[Point, ...]) -> float:
    edges = zip(points, (*points[1:], points[0]), strict=True)
    return sum(a.x * b.y - b.x * a.y for a, b in edges) / 2


def test_a_sixth_of_a_ring_is_as_wide_as_its_radius() -> None:
    size = kind_size(SIXTH, {})
    assert size.width == pytest.approx(90)
    assert size.height == pytest.approx(90 - 30 * math.cos(math.pi / 6), abs=1e-6)
    assert kind_outline(SIXTH, {}).shape is Shape.PATH


def test_without_an_inner_circle_it_ends_in_a_point() -> None:
    quarter = {"shape": "wedge", "across": "100mm", "angle": 90}
    path = kind_outline(quarter, {}).path
    assert len(path) == 3
    assert path[-1].point.y == pytest.approx(kind_size(quarter, {}).height / 2)


@given(st.floats(20, 400), st.floats(0, 0.95), st.floats(5, 180))
def test_a_wedge_is_its_share_of_the_ring_and_fills_its_box(
    across: float, share: float, angle: float
) -> None:
    said = {"shape": "wedge", "across": f"{across:.3f}mm", "inner": f"{across * share:.3f}mm", "angle": angle}
    outer, inner = round(across, 3) / 2, round(across * share, 3) / 2
    size, points = kind_size(said, {}), path_points(kind_outline(said, {}).path)
    ring = math.pi * (outer**2 - inner**2)
    assert area(points) == pytest.approx(ring * angle / 360, rel=0.01, abs=0.5)  # arcs in steps of 3 degrees
    assert max(abs(point.x) for point in points) == pytest.approx(size.width / 2, abs=0.01)
    assert min(point.y for point in points) == pytest.approx(-size.height / 2, abs=0.001 * across)
    assert max(point.y for point in points) <= size.height / 2 + 1e-6
    middle = Point(0.0, outer - size.height / 2)
    distances = [math.dist(point, middle) for point in points]
    assert all(inner - 1e-5 <= distance <= outer + 1e-5 for distance in distances)


@pytest.mark.parametrize(
    ("changes", "key", "says"),
    [
        ({"inner": "180mm"}, "inner", "the inner circle is no smaller than the outer one, which is across"),
        ({"width": "30mm"}, "width", "a wedge has no width of its own"),
        (
            {"angle": None, "across": None},
            "",
            "nothing says how large the wedge is: across and angle missing",
        ),
        ({"shape": "circle", "angle": None}, "inner", "inner is for wedges"),
        ({"shape": "circle", "inner": None}, "angle", "angle is for wedges"),
        (
            {"size": "poker", "across": None, "shape": None},
            "inner",
            "size: poker says already what inner says",
        ),
    ],
)
def test_a_wedge_that_cannot_be(changes: dict[str, str | None], key: str, says: str) -> None:
    said = {name: value for name, value in {**SIXTH, **changes}.items() if value is not None}
    poker = {"poker": {"width": "63.5mm", "height": "88.9mm"}}
    assert [(where, message) for where, message, _ in size_faults(said, poker)] == [(key, says)]
