"""What a designer reads when the cards do not go on the sheet."""

from __future__ import annotations

import pytest
from print_fixtures import A4, POKER, SHIPPED, a_deck, a_sheet, plan_pages

from cardtool.errors import SheetRefused
from cardtool.geometry import Point, Size
from cardtool.model import Backs


def sheet_way(name):
    return f"--sheet {name} (for good: outputs: {{sheet: {name}}} in game.yaml)"


def refusal(size, sheet, **plan):
    with pytest.raises(SheetRefused) as caught:
        plan_pages(a_deck(1, size), sheet, others=SHIPPED.values(), **plan)
    return str(caught.value).splitlines()


def test_nine_poker_cards_on_letter_are_refused_with_what_would_do():
    assert refusal(POKER, SHIPPED["letter-9up"]) == [
        "a 3 × 3 grid of 63.5 × 88.9 mm cards leaves 6.35 mm at the top and bottom of US Letter; "
        "a printer needs 8 mm (margin in templates/sheets/letter-9up.yaml)",
        f"use {sheet_way('letter-8up')}, or --margin 6mm if your printer can",
    ]


def test_a_margin_from_the_command_line_is_named_as_such():
    problem, advice = refusal(POKER, SHIPPED["a4-9up"], margin=10)
    assert problem.endswith("leaves 9.75 mm at the left and right of A4; a printer needs 10 mm (--margin)")
    assert advice == f"use {sheet_way('a4-8up-bleed')}, or --margin 9.5mm if your printer can"


def test_a_smaller_margin_lets_them_through():
    assert len(plan_pages(a_deck(9), SHIPPED["letter-9up"], margin=6)) == 2


def test_cards_larger_than_the_paper_are_told_both_sizes():
    problem, advice = refusal(Size(300, 88), a_sheet(1, 1))
    assert problem.startswith("a 1 × 1 grid of 300 × 88 mm cards is 300 × 88 mm; A4 is 210 × 297 mm, and")
    assert advice == "use larger paper, or a sheet with fewer cards"


def test_folding_a_sheet_for_both_sides_is_refused_by_the_half_it_has():
    problem, advice = refusal(POKER, SHIPPED["a4-9up"], backs=Backs.FOLD)
    assert "is 190.5 × 266.7 mm; A4 has 210 × 148.5 mm above the fold" in problem
    assert advice == f"use {sheet_way('a4-gutterfold')}"


def test_a_sheet_for_half_the_margin_is_not_recommended():
    everywhere = a_sheet(name="a4-everywhere", margin=0)
    tight = a_sheet(3, 3, margin=10)
    with pytest.raises(SheetRefused) as caught:
        plan_pages(a_deck(1), tight, others=[everywhere])
    assert "a4-everywhere" not in str(caught.value)


def test_one_size_in_many_that_does_not_fit_refuses_them_all():
    cards = [*a_deck(9), *a_deck(1, Size(100, 140), kind="giant")]
    with pytest.raises(SheetRefused, match=r"100 × 140 mm"):
        plan_pages(cards, SHIPPED["a4-9up"])


def test_an_offset_that_pushes_cards_off_the_paper_is_refused():
    with pytest.raises(SheetRefused, match=r"--back-offset 0mm,-20mm moves cards off the paper"):
        plan_pages(a_deck(1), SHIPPED["a4-9up"], back_offset=Point(0, -20))


def test_trims_may_stand_exactly_on_the_margin():
    sheet = a_sheet(3, 1, margin=8, paper=A4)
    assert plan_pages(a_deck(3, Size((210 - 16) / 3, 80)), sheet)
