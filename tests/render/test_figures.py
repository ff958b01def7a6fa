"""Figures of a rulebook: a game names them, and the cards in them are those there are."""

from __future__ import annotations

from typing import Any

import pytest

from cardtool.errors import TemplateError
from cardtool.render.books import Figure
from cardtool.render.books.requests import BookData
from cardtool.render.books.rulebook_blocks import FigureMacro

CARDS = {"Pale Goat": "goat", "Hen": "hen"}


def a_book(**more: Any) -> BookData:
    return BookData("Farm", "1.0", {}, {}, {}, [], [], [], [], CARDS, **more)


def figures(*sorts: str) -> FigureMacro:
    return FigureMacro(a_book(), sorts, lambda figure: figure.id)


def requested(*cards: Any, **shows: Any) -> Figure:
    macro = figures("barn")
    assert macro.barn(*cards, alt="A barn", **shows) == "figure-1"
    (figure,) = macro.requested
    return figure


def test_names_of_cards_become_ids_however_deep_they_stand() -> None:
    figure = requested(stalls=[{"beast": "Pale Goat", "eggs": ["Hen", "Hen"]}], farmer="Hen")
    assert figure.shows == {"stalls": [{"beast": "goat", "eggs": ["hen", "hen"]}], "farmer": "hen"}
    assert figure.sort == "barn"


def test_numbers_and_truths_are_handed_on_as_they_are() -> None:
    assert requested(doors=2, open=True, roof=None).shows == {"doors": 2, "open": True, "roof": None}


def test_what_stands_first_are_its_cards() -> None:
    assert requested(["Hen"]).shows == {"cards": ["hen"]}
    assert requested().shows == {}


def test_a_figure_can_be_less_high_than_its_design() -> None:
    assert requested(["Hen"], height=30.5).shows == {"cards": ["hen"], "height": 30.5}
    for height in ("30mm", 0, None):
        with pytest.raises(TemplateError, match=r"^the height of figure\.barn is a number of mm"):
            requested(["Hen"], height=height)


@pytest.mark.parametrize("shows", [{"beast": "Pale Gaot"}, {"stalls": [{"beast": ["Pale Gaot"]}]}])
def test_a_card_that_is_not_there_is_told_with_the_nearest(shows: dict[str, Any]) -> None:
    with pytest.raises(TemplateError, match=r'there is no card "Pale Gaot".*Pale Goat'):
        requested(**shows)


def test_a_figure_has_a_design_and_an_alt_text() -> None:
    with pytest.raises(TemplateError, match='no figure "stable"; name it under rulebook: figures: in game'):
        figures("barn").stable(alt="A stable")
    for given in ({}, {"alt": " "}):
        with pytest.raises(TemplateError, match=r'^figure.barn needs alt="…": what it shows'):
            figures("barn").barn(["Hen"], **given)


def test_what_is_no_list_of_cards_is_told_with_how_to_write_one() -> None:
    for listed, named in ((["Hen"], {}), (["Hen", "Hen"], {}), ([], {"cards": "Hen"}), ([[], []], {})):
        with pytest.raises(TemplateError, match=r'a list; write .*: figure.barn\(\["…", "…"\], alt="…"\)'):
            requested(*listed, **named)
    with pytest.raises(TemplateError, match=r"^figure.barn shows no card"):
        requested([])
    assert requested([], doors=2).shows == {"cards": [], "doors": 2}
    assert requested(sort="Hen", cards=("Hen",)).shows == {"cards": ["hen"], "sort": "hen"}


def test_under_the_id_of_a_kind_a_name_is_of_that_kind() -> None:
    macro = FigureMacro(a_book(namesakes={"token": {"Hen": "hen-token"}}), ["barn"], lambda figure: figure.id)
    macro.barn(pieces=[{"token": "Hen"}, {"card": "Hen"}, {"token": "Pale Goat"}], alt="A barn")
    assert macro.requested[0].shows == {
        "pieces": [{"token": "hen-token"}, {"card": "hen"}, {"token": "goat"}]
    }


def test_a_figure_takes_ids_of_spaces_and_names_of_cards() -> None:
    macro = FigureMacro(a_book(spaces={"barn": ("c4", "12")}), ["barn", "yard"], lambda figure: figure.id)
    macro.barn(pieces=[{"card": "Hen", "space": "c4"}], spaces=["c4", 12], alt="A hen")
    assert macro.requested[0].shows == {"pieces": [{"card": "hen", "space": "c4"}], "spaces": ["c4", "12"]}
    macro.yard(space="Hen", alt="A figure that places nothing")
    assert macro.requested[1].shows == {"space": "hen"}
    with pytest.raises(TemplateError, match=r'no space "c44" in the layout of figure.barn \(did you mean'):
        macro.barn(space="c44", alt="A hen")
