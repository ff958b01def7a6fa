"""The small print of the sheets we ship: all of it there, readable, and clear of everything."""

from __future__ import annotations

import pytest
from print_fixtures import POKER, SHIPPED, a_deck, a_sheet, drawn, plan_pages, sheets_pdf, texts

from cardtool.geometry import Box, Sides, Size
from cardtool.model import Backs

REACH = 4.2  # what home printers lose at the edge
LOWER = [Size(57.15, 87), Size(59, 86), Size(44.45, 63.5), Size(41, 63), Size(20, 20)]
CASES = [
    (name, size)
    for name in SHIPPED
    for size in ([POKER, Size(63, 88)] if name != "letter-9up" else []) + LOWER
]


def corners(sheet, size=POKER):
    return plan_pages(a_deck(1, size), sheet)[0].frame.corners


@pytest.mark.parametrize(("name", "size"), CASES, ids=str)
def test_every_corner_has_its_place_where_printers_reach(name, size):
    sheet = SHIPPED[name]
    found = corners(sheet, size)
    printable = Box(0, 0, *sheet.paper).grown(Sides.all(-REACH))
    for box in (found.title, found.page, found.ruler, found.advice):
        assert box is not None
        assert printable.contains(box)
    assert found.ruler.width >= sheet.ruler


@pytest.mark.parametrize(
    ("name", "size"), [("a4-9up", POKER), ("letter-8up", POKER), ("a4-9up", Size(41, 63))]
)
def test_texts_stand_at_the_ends_of_the_cards(name, size):
    found = corners(SHIPPED[name], size)
    assert found.title.left == found.ruler.left
    assert found.page.right == pytest.approx(found.advice.right)
    assert found.title.left == pytest.approx(SHIPPED[name].paper.width - found.page.right)


def test_paper_without_room_goes_without_small_print():
    tight = a_sheet(1, 1, paper=Size(65, 90), margin=0)
    pages = plan_pages(a_deck(1), tight)
    assert set(vars_of(pages[0].frame.corners)) == {None}
    assert texts(written(pages, tight)) == ["beast-1-front", "beast-1-back"]


def test_a_sheet_can_do_without_a_ruler():
    sheet = a_sheet(ruler=0)
    assert corners(sheet).ruler is None
    assert not any("mm" in text for text in texts(written(plan_pages(a_deck(1), sheet), sheet)))


@pytest.mark.parametrize(
    ("backs", "advice"),
    [
        (Backs.NONE, "Print at 100 % (actual size)"),
        (Backs.LONG_EDGE, "Print at 100 %, on both sides, flip on the long edge"),
        (Backs.SHORT_EDGE, "Print at 100 %, on both sides, flip on the short edge"),
    ],
)
def test_a_sheet_says_how_it_is_to_be_printed(backs, advice):
    sheet = a_sheet(backs=backs)
    for text in texts(written(plan_pages(a_deck(1), sheet), sheet)):
        assert advice in text


def test_a_sheet_to_fold_says_so():
    sheet = SHIPPED["a4-gutterfold"]
    (text,) = texts(written(plan_pages(a_deck(1), sheet), sheet))
    assert "Print at 100 %, on one side, fold along the dashes" in text
    assert "Page 1 of 1" in text


def test_a_title_in_another_script_or_of_great_length_stays_in_its_corner():
    sheet = a_sheet()
    pages = plan_pages(a_deck(1), sheet)
    title = "Žluťoučký kůň 木 " * 12
    front, _ = texts(written(pages, sheet, title=title))
    assert "Žluťoučký kůň ? Žluťoučký" in front  # the font has no 木
    assert "…" in front
    assert "Front, page 1 of 2" in front


def written(pages, sheet, title="Farm"):
    faces = drawn(a_deck(1))
    return sheets_pdf(pages, faces, sheet, title)


def vars_of(found):
    return (found.title, found.page, found.ruler, found.advice)
