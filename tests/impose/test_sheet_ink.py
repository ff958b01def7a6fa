"""Ink on small sheets, as letters of 2 mm; dots are marks.

A front has fields R G over B M in a bleed of Y; a back has fields K C over G R in a bleed of B.
"""

from __future__ import annotations

from typing import Any

from print_fixtures import a_sheet, both, letters, printed, quartered

from cardtool.geometry import Point, Size
from cardtool.impose import Card
from cardtool.model import Backs, Face, Sheet, Side

GOAT = Card(Face("beast", Side.FRONT, "goat"), Face("beast", Side.BACK, "goat"), Size(8, 12), bleed=4)
FACES = both(quartered(GOAT.front, GOAT, "RGBMY"), quartered(GOAT.back, GOAT, "KCGRB"))


def small(columns: int = 2, gap: float = 4, **changes: Any) -> Sheet:
    like = {"paper": Size(36, 32), "margin": 4, "bleed": 4, "mark_length": 2, "mark_gap": 0.5, "ruler": 0}
    return a_sheet(columns, 1, Size(gap, gap), **{**like, **changes})


def picture(sheet: Sheet, page: int = 0, copies: int = 1, **plan: Any) -> list[str]:
    return letters(printed([GOAT] * copies, sheet, FACES, **plan), page).splitlines()


FRONT = """
__________________
___..__....__..___
___..__....__..___
__YYYYYYY_________
..YYYYYYY_______..
..YYRRGGY_______..
__YYRRGGY_________
__YYRRGGY_________
__YYBBMMY_________
__YYBBMMY_________
__YYBBMMY_________
..YYYYYYY_______..
__YYYYYYY_________
___..__....__..___
___..__....__..___
__________________
"""

BACK_TURNED_SIDEWAYS = """
__________________
___..__....__..___
___..__....__..___
_________BBBBBBB__
.._______BBBBBBB..
.._______BKKCCBB..
_________BKKCCBB__
_________BKKCCBB__
_________BGGRRBB__
_________BGGRRBB__
_________BGGRRBB__
.._______BBBBBBB..
_________BBBBBBB__
___..__....__..___
___..__....__..___
__________________
"""

BACK_TURNED_OVER_THE_TOP = """
__________________
___..__....__..___
___..__....__..___
__BBBBBBB_________
..BBBBBBB_______..
..BBRRGGB_______..
__BBRRGGB_________
__BBRRGGB_________
__BBCCKKB_________
__BBCCKKB_________
__BBCCKKB_________
..BBBBBBB_______..
__BBBBBBB_________
___..__....__..___
___..__....__..___
__________________
"""


TOUCHING = """
__________________
____..__..__..____
____..__..__..____
___YYYYYYYYYYYY___
_..YYYYYYYYYYYY.._
_..YYRRGGRRGGYY.._
___YYRRGGRRGGYY___
___YYRRGGRRGGYY___
___YYBBMMBBMMYY___
___YYBBMMBBMMYY___
___YYBBMMBBMMYY___
_..YYYYYYYYYYYY.._
___YYYYYYYYYYYY___
____..__..__..____
____..__..__..____
__________________
"""

FOLDED = """
______________
_____.___.____
_____.___.____
___YYYYYYYY___
_..YYYYYYYY.._
_..YYRRGGYY.._
___YYRRGGYY___
___YYRRGGYY___
___YYBBMMYY___
___YYBBMMYY___
___YYBBMMYY___
_..YYYYYYYY.._
...BBBBBBBB...
_..BBRRGGBB.._
___BBRRGGBB___
___BBRRGGBB___
___BBCCKKBB___
___BBCCKKBB___
___BBCCKKBB___
_..BBBBBBBB.._
___BBBBBBBB___
_____.___.____
_____.___.____
______________
"""


def test_a_front_shows_half_the_gap_of_bleed_towards_its_neighbour():
    assert picture(small()) == FRONT.split()


def test_on_paper_turned_sideways_a_back_stands_upright_on_the_other_side():
    assert picture(small(), page=1, backs=Backs.SHORT_EDGE) == BACK_TURNED_SIDEWAYS.split()


def test_on_paper_turned_over_the_top_a_back_stands_on_its_head():
    assert picture(small(), page=1, backs=Backs.LONG_EDGE) == BACK_TURNED_OVER_THE_TOP.split()


def test_an_offset_moves_all_ink_of_a_back():
    moved = picture(small(), page=1, back_offset=Point(2, -2))
    still = picture(small(), page=1)
    assert moved == ["_" + row[:-1] for row in (*still[1:], still[0])]


def test_cards_that_touch_have_one_mark_between_them_and_no_bleed():
    assert picture(small(gap=0), copies=2) == TOUCHING.split()


def test_a_folded_back_stands_on_its_head_below_its_front_with_the_fold_between():
    sheet = small(columns=1, paper=Size(28, 48), backs=Backs.FOLD, fold_gap=2)
    assert picture(sheet) == FOLDED.split()
