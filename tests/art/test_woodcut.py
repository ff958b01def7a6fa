"""The woodcuts: the same on every machine, closed, and inside the face."""

from __future__ import annotations

import re

import pytest

from cardtool.art import woodcut
from cardtool.art.woodcut import lands, ornaments, polygons, silhouettes, skies
from cardtool.art.woodcut.lands import GROUNDS
from cardtool.art.woodcut.skies import SKIES, WEATHERS

WIDTH, HEIGHT, HORIZON = 69.5, 94.9, 52.0
RING = "M0 0H100V100H0ZM20 20V80H80V20Z"  # a square with a square hole, wound the other way
WEDGE = "M0 0h60l40 100h-100z"


def sky(name: str, seed: int) -> list[polygons.Cut]:
    return skies.sky(name, seed, width=WIDTH, horizon=HORIZON, x=34, y=30, radius=20)


def ground(name: str, seed: int) -> list[polygons.Cut]:
    land = lands.ground(name, seed, width=WIDTH, horizon=HORIZON, bottom=HEIGHT)
    return [*land.far, *land.near]


def weather(name: str, seed: int) -> list[polygons.Cut]:
    return skies.weather(name, seed, width=WIDTH, horizon=HORIZON)


SCENES = [
    *(pytest.param(sky, name, id=f"sky-{name}") for name in SKIES),
    *(pytest.param(ground, name, id=f"ground-{name}") for name in GROUNDS),
    *(pytest.param(weather, name, id=f"weather-{name}") for name in WEATHERS if name != "none"),
]
PLATES = {
    "panel": lambda seed: ornaments.panel(seed, left=5, top=50, width=59, height=40),
    "chop_panel": lambda seed: ornaments.chop_panel(
        seed, left=0, right=69.5, top_left=60, top_right=56, bottom=95
    ),
    "flag": lambda seed: ornaments.flag(seed, left=0, top=5, width=30, height=6),
    "grain": lambda seed: ornaments.grain(seed, left=0, top=70, right=69.5, bottom=85, clear=6),
    "rule": lambda seed: ornaments.rule(seed, x=34, y=80, width=26),
    "rays": lambda seed: ornaments.rays(seed, x=34.75, y=47.45, inner=24, outer=70, count=30),
    "coin": lambda seed: "".join(layer.path for layer in ornaments.coin(seed, x=57, y=12, radius=6)),
    "blade": lambda seed: "".join(
        layer.path for layer in ornaments.blade(seed, x=53, y=19, width=19, height=25)
    ),
    "burst": lambda seed: "".join(layer.path for layer in ornaments.burst(seed, x=57, y=12, radius=7)),
    "shield": lambda seed: "".join(
        layer.path for layer in ornaments.shield(seed, x=57, y=12, width=12, height=14)
    ),
    "ribbon": lambda seed: "".join(
        layer.path for layer in ornaments.ribbon(seed, left=9, right=60, top=55, height=9, tail=4)
    ),
}


def numbers(path: str) -> list[tuple[float, float]]:
    return [(float(x), float(y)) for x, y in re.findall(r"(-?[\d.]+) (-?[\d.]+)", path)]


def test_every_promised_name_is_there():
    assert all(callable(getattr(woodcut, name)) for name in woodcut.__all__)


@pytest.mark.parametrize(("draw", "name"), SCENES)
def test_a_seed_always_draws_the_same_scene(draw, name):
    assert draw(name, 7) == draw(name, 7)


@pytest.mark.parametrize(("draw", "name"), SCENES)
def test_another_seed_draws_another_scene(draw, name):
    assert draw(name, 7) != draw(name, 8)


@pytest.mark.parametrize(("draw", "name"), SCENES)
def test_a_scene_is_closed_shapes_in_known_inks_inside_the_face(draw, name):
    for seed in range(12):
        for layer in draw(name, seed):
            assert layer.ink in ("ink", "paper", "colour")
            assert re.fullmatch(r"(M[-\d. L]+Z)+", layer.path)
            assert all(0 <= x <= WIDTH and 0 <= y <= HEIGHT for x, y in numbers(layer.path))


@pytest.mark.parametrize(("draw", "name"), SCENES)
def test_a_scene_stays_light_enough_to_print_quickly(draw, name):
    assert max(sum(len(layer.path) for layer in draw(name, seed)) for seed in range(5)) < 24_000


def test_clear_weather_draws_nothing():
    assert weather("none", 1) == []


def test_an_unknown_sky_is_refused():
    with pytest.raises(KeyError):
        sky("drizzle", 1)


@pytest.mark.parametrize("name", PLATES)
def test_a_plate_is_closed_and_repeats_for_its_seed(name):
    draw = PLATES[name]
    assert re.fullmatch(r"(M[-\d. L]+Z)+", draw(3))
    assert draw(3) == draw(3)


def test_a_torn_panel_keeps_to_its_place():
    for x, y in numbers(ornaments.panel(5, left=10, top=50, width=40, height=30, depth=0.7)):
        assert 8 <= x <= 52
        assert 48 <= y <= 82


def test_the_rays_of_a_back_look_the_same_upside_down():
    points = {
        (round(x, 1), round(y, 1))
        for x, y in numbers(ornaments.rays(1, x=30, y=40, inner=10, outer=70, count=20))
    }
    turned = {(round(60 - x, 1), round(80 - y, 1)) for x, y in points}
    assert all(any(abs(x - u) + abs(y - v) < 0.25 for u, v in turned) for x, y in points)


def test_a_plaited_ring_lies_between_its_two_circles():
    for layer in ornaments.braid_ring(x=0, y=0, radius=20, sway=2, crossings=28, band=1.8):
        assert all(18 - 1.5 <= (x * x + y * y) ** 0.5 <= 22 + 1.5 for x, y in numbers(layer.path))


def test_a_silhouette_has_no_holes():
    assert silhouettes.silhouette(RING).count("M") == 1
    assert silhouettes.silhouette(WEDGE).count("M") == 1


def test_the_extent_of_an_icon_is_that_of_its_ink():
    assert silhouettes.extent(WEDGE) == [0, 0, 100, 100]


def test_a_figure_stands_on_its_ground_and_inside_its_box():
    stance = silhouettes.stand(WEDGE, x=30, base=60, width=40, height=20)
    assert (stance.left, stance.top, stance.right, stance.bottom) == (20, 40, 40, 60)
    assert stance.scale == pytest.approx(0.2)


def test_a_turned_figure_still_stands_on_its_ground():
    stance = silhouettes.stand("M0 0H100V50H0Z", x=30, base=60, width=40, height=40, turn=90)
    assert stance.right - stance.left == pytest.approx(20, abs=0.02)
    assert (stance.top, stance.bottom) == (20, 60)


def test_a_mirrored_figure_fills_the_same_box():
    plain, mirrored = (
        silhouettes.stand(WEDGE, x=30, base=60, width=40, height=20),
        silhouettes.stand(WEDGE, x=30, base=60, width=40, height=20, mirror=True),
    )
    assert plain[3:] == mirrored[3:]
    assert plain.transform != mirrored.transform


def test_shading_stays_on_the_solid_parts_of_a_figure():
    stance = silhouettes.stand(RING, x=50, base=100, width=100, height=100)
    strokes = numbers(silhouettes.shade(1, RING, stance))
    inside_hole = [(x, y) for x, y in strokes if 21 < x < 79 and 21 < y < 79]
    assert strokes
    assert not inside_hole
