"""What pictures are called, and that no two are called alike."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from shop_games import card_faces
from small_games import a_card, a_game

from cardtool.export.face_pictures import check_picture_names, picture_names, slug
from cardtool.model import Game


def names(game: Game) -> list[str]:
    return list(picture_names(game, [face for each in card_faces(game) for face in each.faces]).values())


@pytest.mark.parametrize(
    ("name", "plain"),
    [
        ("Somebody's Wedding", "somebodys-wedding"),
        ("Crème Brûlée!", "creme-brulee"),
        ("Łoś, Straße, Œuvre, Ærø, Żółć", "los-strasse-oeuvre-aero-zolc"),
        ("../../etc/passwd", "etc-passwd"),
        ("C:\\con\\aux", "c-con-aux"),
        ("日本", ""),
        ("  --  ", ""),
    ],
)
def test_a_name_becomes_letters_every_disk_knows(name: str, plain: str) -> None:
    assert slug(name) == plain


@given(st.text(max_size=200))
def test_whatever_the_name_its_file_stays_in_its_folder(name: str) -> None:
    assert set(slug(name)) <= set("abcdefghijklmnopqrstuvwxyz0123456789-")
    assert len(slug(name)) <= 60
    assert slug(slug(name)) == slug(name)


def test_a_picture_tells_id_name_and_side() -> None:
    game = a_game(
        a_card("b-12", name="Moonlit Ferry"),
        a_card("old-goat"),
        a_card("cat", name="猫"),
        a_card("hen", name="Hen, Startled"),
    )
    assert names(game) == [
        "b-12-moonlit-ferry-front",
        "beast-back",
        "old-goat-front",
        "cat-front",
        "hen-startled-front",
    ]


def test_two_cards_that_come_to_one_file_are_an_error_at_the_second() -> None:
    game = a_game(a_card("old", name="Ferry Moon"), a_card("old-ferry", name="Moon", line=9))
    faces = [each.front for each in card_faces(game)]
    (found,) = check_picture_names(game, picture_names(game, faces))
    assert found.rule.code == "CT720"
    assert found.source.line == 9
    assert "old-ferry-moon-front.png" in found.message
    assert '"Ferry Moon" (old)' in found.message


def test_a_shared_back_may_be_named_often() -> None:
    game = a_game(a_card("goat"), a_card("hen"))
    faces = [face for each in card_faces(game) for face in each.faces]
    assert list(check_picture_names(game, picture_names(game, faces))) == []
