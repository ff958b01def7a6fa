"""Faint lines for what crop marks cannot show: round corners, other shapes, sizes that share a page."""

from __future__ import annotations

from dataclasses import replace

import pypdfium2
from print_fixtures import SHIPPED, a_deck, both, plan_pages, printed, quartered

from cardtool.geometry import Size
from cardtool.model import Outline, Shape
from cardtool.units import to_pt

GRID = SHIPPED["a4-9up"]
ROUND, COIN = Outline(corner=3), Outline(Shape.CIRCLE)


def pages(cards, sheet):
    return plan_pages(cards, sheet)


def shaped(outline, count=9, size=Size(60, 80), kind="beast"):  # noqa: B008
    return [card._replace(outline=outline) for card in a_deck(count, size, kind=kind)]


def test_plain_cards_in_a_grid_have_crop_marks_and_no_guides():
    front, back = pages(shaped(Outline()), GRID)
    assert front.guides == back.guides == ()
    assert front.frame.lines


def test_round_corners_are_drawn_where_the_sheet_asks_for_it():
    assert pages(shaped(ROUND), GRID)[0].guides == ()
    front, back = pages(shaped(ROUND), replace(GRID, cut_guides=True))
    assert len(front.guides) == 9 * 4
    assert not any(guide.closed for guide in front.guides)
    assert back.guides == ()


def test_a_circle_is_drawn_whole_and_has_no_crop_marks():
    front, back = pages(shaped(COIN, size=Size(40, 40)), GRID)
    assert len(front.guides) == 9
    assert all(guide.closed for guide in front.guides)
    assert front.frame.lines == back.frame.lines == ()


def test_an_empty_slot_has_no_guide():
    assert len(pages(shaped(COIN, 2, Size(40, 40)), GRID)[0].guides) == 2


def test_sizes_that_share_a_page_are_drawn_whole():
    cards = [*shaped(Outline(), 1), *shaped(Outline(), 1, Size(50, 50), kind="tile")]
    front, back = pages(cards, SHIPPED["a4-fill"])
    assert len(front.places) == len(front.guides) == 2
    assert front.frame.lines == back.frame.lines == ()


def test_what_a_machine_cuts_has_no_guides():
    assert pages(shaped(COIN, size=Size(40, 40)), SHIPPED["a4-silhouette"])[0].guides == ()


def colours(pdf: bytes, page: int, *places: tuple[float, float]) -> list[tuple[int, int, int]]:
    fine = 8  # pixels to a millimetre
    image = pypdfium2.PdfDocument(pdf)[page].render(scale=fine / to_pt(1)).to_pil().convert("RGB")
    return [image.getpixel((round(x * fine), round(y * fine))) for x, y in places]


def test_a_round_token_is_printed_round():
    card = shaped(COIN, 1, Size(40, 40))[0]
    faces = both(quartered(card.front, card, "RRRRY"), quartered(card.back, card, "BBBBY"))
    sheet = replace(GRID, grid=replace(GRID.grid, columns=1, rows=1), bleed=2)
    pdf = printed([card], sheet, faces)
    middle = (105, 148.5)
    corner = (middle[0] - 20, middle[1] - 20)
    rim = (middle[0] + 21, middle[1])
    assert colours(pdf, 0, middle, corner, rim) == [(255, 0, 0), (255, 255, 255), (255, 255, 0)]


def test_a_card_that_lies_sideways_is_drawn_so_and_its_back_meets_it():
    """Red at the upper left of the face; a quarter turn clockwise takes that to the upper right."""
    card = a_deck(1, Size(70, 120), kind="tall")[0]
    faces = both(quartered(card.front, card, "RGBCM"), quartered(card.back, card, "YKCMB"))
    sheet = SHIPPED["a4-fill"]
    front, back = plan_pages([card], sheet)
    assert (front.places[0].slot.turns, back.places[0].slot.turns) == (1, 1)
    pdf = printed([card], sheet, faces)
    trim = front.places[0].slot.trim
    upper_left, upper_right = (trim.left + 10, trim.top + 10), (trim.right - 10, trim.top + 10)
    assert colours(pdf, 0, upper_left, upper_right) == [(0, 0, 255), (255, 0, 0)]
    behind = back.places[0].slot.trim
    assert colours(pdf, 1, (behind.right - 10, behind.top + 10)) == [(255, 255, 0)]
