"""The sheets that come with cardtool do for a poker deck what their names say."""

from __future__ import annotations

import pytest
from print_fixtures import A4, LETTER, POKER, SHIPPED, a_deck, plan_pages

from cardtool.geometry import Sides, Size
from cardtool.load import sheet_names
from cardtool.model import Backs
from cardtool.project import TOOLKIT, Project

UNPRINTABLE = 4.2  # mm at the edge that most home printers lose
POKER_SHEETS = sorted(SHIPPED.keys() - {"letter-9up"})


def first_page(name, size=POKER):
    return plan_pages(a_deck(9, size), SHIPPED[name])[0]


def test_every_sheet_in_the_box_is_tested_here():
    assert set(sheet_names(Project(TOOLKIT))) == SHIPPED.keys()


@pytest.mark.parametrize(
    ("name", "cards", "paper"),
    [
        ("a4-9up", 9, A4),
        ("a4-8up-bleed", 8, A4.turned()),
        ("letter-8up", 8, LETTER.turned()),
        ("a4-gutterfold", 4, A4.turned()),
        ("a4-silhouette", 8, A4.turned()),
        ("letter-silhouette", 8, LETTER.turned()),
        ("a4-fill", 8, A4.turned()),
        ("letter-fill", 8, LETTER.turned()),
        ("letter-gutterfold", 4, LETTER.turned()),
    ],
)
def test_a_sheet_holds_as_many_poker_cards_as_its_name_says(name, cards, paper):
    page = first_page(name)
    assert page.frame.paper == pytest.approx(paper)
    assert sum(place.face.side == "front" for place in page.places) == cards


@pytest.mark.parametrize("name", ["a4-8up-bleed", "a4-gutterfold"])
def test_some_sheets_show_all_the_bleed_of_every_card(name):
    assert {place.slot.bleed for place in first_page(name).places} == {Sides.all(3)}


@pytest.mark.parametrize("name", POKER_SHEETS)
def test_marks_can_be_seen_even_on_a_printer_that_loses_the_edge(name):
    page = first_page(name)
    width, height = page.frame.paper
    for line in page.frame.lines:
        inwards = min(line.start.x, width - line.start.x, line.start.y, height - line.start.y)
        if not line.dashed:
            assert inwards - UNPRINTABLE >= 3


def test_letter_9up_takes_cards_that_are_not_so_high():
    assert len(first_page("letter-9up", Size(57.15, 87)).places) == 9


@pytest.mark.parametrize("name", SHIPPED)
def test_sheets_stay_off_the_edge_printers_cannot_reach(name):
    assert SHIPPED[name].margin == 8


def test_only_sheets_to_fold_are_printed_on_one_side():
    assert {name for name, sheet in SHIPPED.items() if sheet.backs is Backs.FOLD} == {
        "a4-gutterfold",
        "letter-gutterfold",
    }
    assert {sheet.backs for sheet in SHIPPED.values()} == {Backs.FOLD, Backs.LONG_EDGE}
