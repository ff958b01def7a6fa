"""Which kinds are told apart by whom."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from faulty_pdfs import a_subject, both, filled, paged, written
from hypothesis import given
from hypothesis import strategies as st

from cardtool.colour import VISIONS, colour_distance, contrast_ratio
from cardtool.finding import Finding
from cardtool.geometry import Box
from cardtool.model import Face, PageRef, Side, Source
from cardtool.preflight import CardGroup
from cardtool.preflight.examine import examine_faces
from cardtool.preflight.preflight_worker import FaceExamination

COLOURS = st.tuples(*[st.integers(0, 255)] * 3)
RED, GREEN = "#c83232", "#3e7b32"  # of one lightness: L* 45
PALE = "#f0b0b0"


def judged(kinds: dict[str, Sequence[object]]) -> list[Finding]:
    """What is said of kinds whose cards are drawn so; every card of a kind is a face of its own."""
    subjects, pages, draws = {}, {}, []
    for line, (kind, cards) in enumerate(kinds.items(), 4):
        sort = CardGroup("kinds", kind, Source("cards/farm/game.yaml", line, 3))
        for number, draw in enumerate(cards):
            face = Face(kind, Side.FRONT, f"{kind}-{number}")
            subjects[face] = a_subject(groups=(sort,))
            pages[face] = PageRef(0, len(draws))
            draws.append(draw)
    with FaceExamination(subjects, pages, examine_faces) as examination:
        return examination.findings([paged(*draws)])  # type: ignore[arg-type]


def test_two_kinds_that_are_equal_in_greyscale_are_told() -> None:
    (finding,) = judged({"Beasts": [filled(RED)], "Hills": [filled(GREEN)]})
    assert finding.rule.name == "colour-alone"
    assert finding.message.startswith("Beasts and Hills are told apart by colour alone")
    assert "in shades of grey" in finding.message
    assert str(finding.source) == "cards/farm/game.yaml:5:3"


def test_a_darker_kind_is_told_apart_by_everybody() -> None:
    assert judged({"Beasts": [filled(RED)], "Hills": [filled(PALE)]}) == []


def test_a_shape_is_enough() -> None:
    shape = filled("#ffffff", Box(9, 9, 24, 24))
    assert judged({"Beasts": [filled(RED)], "Hills": [both(filled(GREEN), shape)]}) == []


def test_two_kinds_whose_backs_differ_as_their_fronts_do_are_told_once() -> None:
    looks = {"Beasts": filled(RED), "Hills": filled(GREEN)}
    subjects, pages, draws = {}, {}, []
    for line, (kind, draw) in enumerate(looks.items(), 4):
        for side in Side:
            face, source = Face(kind, side, "it"), Source("cards/farm/game.yaml", line, 3)
            subjects[face] = a_subject(groups=(CardGroup(f"the {side}s of kinds", kind, source),))
            pages[face] = PageRef(0, len(draws))
            draws.append(draw)
    with FaceExamination(subjects, pages, examine_faces) as examination:
        (finding,) = examination.findings([paged(*draws)])
    assert finding.message.startswith("Beasts and Hills are told apart by colour alone, front and back; they")


def test_a_suit_of_many_cards_is_told_once_at_the_first_of_them() -> None:
    subjects, pages, draws = {}, {}, []
    for line, (suit, colour) in enumerate([("red", RED), ("green", GREEN)] * 3, 4):
        face, source = Face("beast", Side.FRONT, f"{line}"), Source("cards/farm/beasts.yaml", line, 3)
        subjects[face] = a_subject(groups=(CardGroup("the fronts of beast", suit, source),))
        pages[face] = PageRef(0, len(draws))
        draws.append(filled(colour))
    with FaceExamination(subjects, pages, examine_faces) as examination:
        (finding,) = examination.findings([paged(*draws)])
    assert str(finding.source) == "cards/farm/beasts.yaml:5:3"


def test_letters_are_not_enough() -> None:
    named = both(filled(GREEN), written("Hills", "#ffffff", size=30))
    (finding,) = judged({"Beasts": [filled(RED)], "Hills": [named]})
    assert finding.rule.code == "CT709"


def test_kinds_that_look_alike_to_everybody_are_meant_to() -> None:
    assert judged({"Beasts": [filled(RED)], "Hills": [filled(RED)]}) == []


def test_pictures_that_differ_from_card_to_card_do_not_tell_a_kind() -> None:
    def cards(colour: str) -> list[object]:
        places = [Box(6 + 8 * n, 12 + 9 * n, 12, 12) for n in range(6)]
        return [both(filled(colour), filled("#ffffff", place)) for place in places]

    reds, greens = cards(RED), cards(GREEN)
    assert [finding.rule.code for finding in judged({"Beasts": reds, "Hills": greens})] == ["CT709"]


@pytest.mark.parametrize("vision", VISIONS)
def test_black_and_white_are_far_apart_for_every_eye(vision: str) -> None:
    assert colour_distance((0, 0, 0), (255, 255, 255), vision) == pytest.approx(100, abs=0.1)


def test_red_and_green_come_near_without_red_or_green_and_not_without_blue() -> None:
    red, green = (200, 60, 50), (110, 110, 20)
    whole = colour_distance(red, green)
    assert colour_distance(red, green, "deuteranopia") < whole / 3
    assert colour_distance(red, green, "tritanopia") > whole / 2


@given(COLOURS)
def test_greys_stay_as_they_are_for_every_eye(colour: tuple[int, int, int]) -> None:
    grey = colour[0], colour[0], colour[0]
    for vision in VISIONS:
        assert colour_distance(grey, (0, 0, 0), vision) == pytest.approx(
            colour_distance(grey, (0, 0, 0)), abs=0.6
        )


@given(COLOURS, COLOURS)
def test_contrast_is_the_same_both_ways_and_between_1_and_21(
    one: tuple[int, int, int], other: tuple[int, int, int]
) -> None:
    assert contrast_ratio(one, other) == contrast_ratio(other, one)
    assert 1 <= contrast_ratio(one, other) <= 21.01
