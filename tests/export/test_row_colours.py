"""The colours of kinds in a workbook: those their cards have."""

from __future__ import annotations

import io
from typing import Any

import openpyxl
import pytest
from hypothesis import given
from hypothesis import strategies as st
from small_games import a_card, a_game, a_kind

from cardtool.export.workbook import RowColours, row_colours, to_xlsx
from cardtool.model import Game, Theme

GOLD, TEAL = "#dba727", "#266f77"
KINDS = ("hero", "prize", "special", "battle")


def a_game_in(*inks: tuple[str, str, str], kinds: tuple[str, ...] = KINDS, **changes: Any) -> Game:
    cards = [a_card(f"one-{kind}", kind) for kind in kinds]
    return a_game(*cards, kinds=tuple(a_kind(kind, 1) for kind in kinds), theme=Theme(inks=inks), **changes)


def bands(game: Game) -> list[str]:
    return [ink.band for ink in row_colours(game)]


def test_a_kind_is_banded_in_the_colour_of_its_cards() -> None:
    game = a_game_in(("hero", "ink", "#1a1308"), ("hero", "colour", GOLD), ("special", "colour", TEAL))
    book = openpyxl.load_workbook(io.BytesIO(to_xlsx(game)))
    assert [book["Heros"]["A1"].fill.fgColor.rgb[-6:], book["Specials"]["A1"].fill.fgColor.rgb[-6:]] == [
        "DBA727",
        "266F77",
    ]
    assert book["Summary"]["A5"].fill.fgColor.rgb[-6:] == "DBA727"
    assert book["Heros"].sheet_properties.tabColor.rgb[-6:] == "DBA727"


@pytest.mark.parametrize(
    ("names", "band"),
    [
        ({"deep": "#7a5605", "colour": GOLD}, "DBA727"),
        ({"ground": TEAL, "deep": "#7a5605"}, "7A5605"),
        ({"ink": "#10202c", "ground": "#7fb2c9"}, "7FB2C9"),
        ({"ground": "#ffffff", "colour": "#f8eed8", "deep": "#7a5605"}, "7A5605"),  # pale: unseen on white
    ],
)
def test_the_ink_a_kind_is_known_by_is_its_colour_or_what_comes_next(
    names: dict[str, str], band: str
) -> None:
    assert bands(a_game_in(*(("hero", *each) for each in names.items()), kinds=("hero",))) == [band]


def test_a_kind_of_two_words_has_the_inks_of_one() -> None:
    assert bands(a_game_in(("battlecard", "colour", GOLD), kinds=("battle-card",))) == ["DBA727"]


def test_kinds_without_inks_have_a_palette_to_tell_them_apart() -> None:
    assert len(set(bands(a_game_in()))) == len(KINDS)
    many = tuple(f"kind-{number}" for number in range(20))
    assert len(bands(a_game_in(kinds=many))) == 20


def test_the_palette_keeps_off_what_the_theme_has_given_away() -> None:
    first, second, third, fourth = bands(a_game_in())
    nearly = f"#{int(first, 16) + 0x080808:06x}"
    assert bands(a_game_in(("battle", "colour", nearly)))[:3] == [second, third, fourth]


def test_letters_on_a_pale_band_are_dark_and_on_a_dark_one_white() -> None:
    inks = row_colours(
        a_game_in(("hero", "colour", GOLD), ("prize", "colour", TEAL), kinds=("hero", "prize"))
    )
    assert inks == (RowColours("DBA727", "111111", "FCF9F0"), RowColours("266F77", "FFFFFF", "F0F5F5"))


@given(st.integers(0, 0xFFFFFF))
def test_letters_can_be_read_on_any_band_and_texts_on_its_tint(colour: int) -> None:
    (ink,) = row_colours(a_game_in(("hero", "colour", f"#{colour:06x}"), kinds=("hero",)))
    assert contrast(ink.letters, ink.band) >= 4.2
    assert contrast("22262B", ink.tint) >= 10


def contrast(one: str, other: str) -> float:
    """As WCAG 2.2 has it, reckoned in another way than the code under test: 2.2 for the curve of sRGB."""
    weights = (0.2126, 0.7152, 0.0722)
    lights = [
        sum(w * level**2.2 for w, level in zip(weights, (b / 255 for b in bytes.fromhex(each)), strict=True))
        for each in (one, other)
    ]
    return (max(lights) + 0.05) / (min(lights) + 0.05)
