"""References in the texts of cards: what stands for them on the card, and that other cards are left alone."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from projects import BEASTS, a_project, put
from small_games import a_card, a_game, some_rules

from cardtool.app.export import export_game
from cardtool.model import Game
from cardtool.render import face_jobs, with_printed_texts

HAND = {"hand": 5}


def a_game_of(**fields: Any) -> Game:
    return a_game(a_card(**fields), a_card("old-hen", copies=3), rules=some_rules(HAND))


def printed(game: Game) -> dict[str, Any]:
    return next(job.variables["card"] for job in face_jobs(game) if job.face.card == "goat")


@pytest.mark.parametrize(
    ("written", "on_the_card"),
    [
        ("Draw up to {{ number.hand }} cards.", "Draw up to 5 cards."),
        ("Draw {{number.hand|word}} of {{ count.beast }}.", "Draw five of 4."),
        ("{{ players.most|Word }} eat [[ Old  Hen ]].", "Four eat **Old Hen**."),
    ],
)
def test_a_text_of_a_card_has_its_references_filled_in(written: str, on_the_card: str) -> None:
    assert printed(a_game_of(text=written))["text"] == on_the_card


def test_texts_inside_an_ability_or_a_list_are_filled_in_too() -> None:
    card = printed(
        a_game_of(ability={"cost": 2, "text": "Eat [[Old Hen]]."}, tips=["Hold {{ number.hand }}."])
    )
    assert card["ability"] == {"cost": 2, "text": "Eat **Old Hen**."}
    assert card["tips"] == ["Hold 5."]


def test_what_no_player_reads_and_what_names_the_card_stay_as_they_are() -> None:
    card = printed(a_game_of(name="[[Goat]]", art={"note": "{{ number.hand }}"}, text="[[Old Hen]]"))
    assert (card["name"], card["art"]) == ("[[Goat]]", {"note": "{{ number.hand }}"})


def test_a_value_that_is_not_there_is_left_for_the_checker_to_tell() -> None:
    assert printed(a_game_of(text="Draw {{ number.hnad|word }}."))["text"] == "Draw {{ number.hnad|word }}."


def test_a_card_without_references_is_the_very_same() -> None:
    plain = a_game_of(text="Draw {flip} **5** cards [or not].")
    assert with_printed_texts(plain) is plain
    mixed = a_game_of(text="[[Old Hen]]")
    assert with_printed_texts(mixed).cards[1] is mixed.cards[1]


def test_lists_of_cards_say_what_the_cards_say(tmp_path: Path) -> None:
    farm = a_project(
        tmp_path, beasts=BEASTS.replace("Lays an egg.", '"Lays {{ number.eggs|word }} on a [[Goat]]."')
    )
    put(tmp_path, "cards/farm/rules.yaml", "numbers:\n  eggs: {value: 2, means: eggs laid}\n")
    [file] = export_game(farm, "farm", "json", out=tmp_path / "cards.json").files
    assert json.loads(file.read_bytes())["cards"][1]["text"] == "Lays two on a **Goat**."
    [file] = export_game(farm, "farm", "csv", out=tmp_path / "cards.csv").files
    assert "Lays two on a **Goat**." in file.read_text("utf-8-sig")
