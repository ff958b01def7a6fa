"""Sizes by name, and what a kind may say of its size and shape."""

from __future__ import annotations

import math

import pytest

from cardtool.errors import ProjectError
from cardtool.geometry import Size
from cardtool.load import load_game
from cardtool.load.kind_sizes import kind_outline, kind_size, load_sizes
from cardtool.model import Outline, Shape
from cardtool.project import TOOLKIT, Project

KNOWN = load_sizes(Project(TOOLKIT))
SIDES = "    width: 63.5mm\n    height: 88.9mm\n"


def kind(farm, said):
    """The kind of a farm whose game.yaml says this of its size; and what is found."""
    farm.change("cards/farm/game.yaml", SIDES, said)
    loaded = load_game(farm.project, "farm")
    return (loaded.game.kinds[0] if loaded.game else None), [str(f.message) for f in loaded.findings]


def test_the_sizes_of_the_trade_are_there():
    assert kind_size({"size": "poker"}, KNOWN) == Size(63.5, 88.9)
    assert kind_size({"size": "bridge"}, KNOWN) == pytest.approx(Size(57.15, 88.9))
    assert kind_size({"size": "tarot"}, KNOWN) == Size(70, 120)
    assert kind_size({"size": "token-inch"}, KNOWN) == Size(25.4, 25.4)
    assert kind_outline({"size": "token-25"}, KNOWN) == Outline(Shape.CIRCLE)
    assert len(KNOWN) >= 40


@pytest.mark.parametrize("name", KNOWN)
def test_every_named_size_is_one_that_can_be_cut(name):
    size = kind_size({"size": name}, KNOWN)
    assert 20 <= min(size) <= max(size) <= 460
    assert kind_outline({"size": name}, KNOWN).corner <= min(size) / 2


def test_a_kind_may_say_its_size_by_name(farm):
    found, messages = kind(farm, "    size: poker\n")
    assert (found.size, found.outline.corner, messages) == (Size(63.5, 88.9), 3.5, [])


def test_a_kind_wins_over_the_corner_its_size_has(farm):
    assert kind(farm, "    size: poker\n    corner: 0mm\n")[0].outline == Outline()


def test_a_card_may_lie_on_its_side(farm):
    assert kind(farm, "    size: poker\n    lying: true\n")[0].size == Size(88.9, 63.5)


def test_a_hexagon_is_told_from_flat_to_flat(farm):
    found, _ = kind(farm, "    shape: hex-flat\n    across: 40mm\n")
    assert found.size == pytest.approx(Size(80 / math.sqrt(3), 40))
    assert found.outline.shape is Shape.HEX_FLAT


@pytest.mark.parametrize(
    ("said", "message"),
    [
        ("    size: pocker\n", 'there is no size "pocker" (did you mean "poker"?)'),
        ("    size: poker\n    width: 60mm\n", "size: poker says already what width says"),
        ("    width: 60mm\n", "nothing says how large it is: height missing"),
        ("    shape: circle\n", "nothing says how large the circle is"),
        (
            "    shape: hex-flat\n    width: 60mm\n    height: 60mm\n",
            "a hexagon has no width of its own",
        ),
        ("    across: 60mm\n", "across is for circles and hexagons"),
        ("    shape: hex-flat\n    across: 40mm\n    lying: true\n", "a hexagon cannot lie on its side"),
        ("    size: poker\n    corner: 40mm\n", "corners of 40 mm are rounder than a 63.5 × 88.9 mm card"),
    ],
)
def test_a_size_that_is_no_size_is_told(farm, said, message):
    found, messages = kind(farm, said)
    assert found is None
    assert any(message in each for each in messages), messages


def test_a_project_adds_sizes_of_its_own_and_wins(farm):
    farm.write(
        "templates/sizes/ours.yaml",
        "poker: {title: Ours, width: 60mm, height: 80mm}\nslip: {title: Slip, width: 30mm, height: 99mm}\n",
    )
    ours = load_sizes(farm.project)
    assert kind_size({"size": "poker"}, ours) == Size(60, 80)
    assert kind_size({"size": "slip"}, ours) == Size(30, 99)
    assert "tarot" in ours


def test_a_file_of_sizes_that_is_wrong_has_a_place(farm):
    farm.write("templates/sizes/ours.yaml", "slip: {title: Slip, widht: 30mm}\n")
    with pytest.raises(ProjectError, match=r"sizes/ours.yaml:1:21: .*did you mean \"width\""):
        load_sizes(farm.project)


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("bleed: 900mm", "bleed: 900mm is not from 0 to 50 mm"),
        ("bleed: 50.1mm", "bleed: 50.1mm is not from 0 to 50 mm"),
        ("safe: 900mm", "safe: 900mm is not from 0 to 50 mm"),
        ("corner: 900mm", "corners of 900 mm are rounder than a 63.5 × 88.9 mm card can have"),
        ("holes: [{x: 9mm, y: 9mm, across: 900mm}]", "it leaves the piece of 63.5 × 88.9 mm"),
    ],
)
def test_no_length_of_a_card_is_larger_than_can_be_meant(farm, said, told):
    assert kind(farm, f"{SIDES}    {said}\n")[1] == [told]
