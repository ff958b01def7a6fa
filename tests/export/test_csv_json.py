"""CSV and JSON: the whole game, for spreadsheets, other card tools and programs."""

from __future__ import annotations

import csv
import io
import json
import subprocess
import sys
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from small_games import a_card, a_game

from cardtool.export.csv_json import heading, record_table, to_csv, to_json
from cardtool.model import Game


def read(game: Game) -> list[list[str]]:
    return list(csv.reader(io.StringIO(to_csv(game).decode("utf-8-sig"), newline="")))


GOAT = a_card("goat", copies=3, art={"figure": "goat", "pose": {"mirror": True, "shift": [5, -3]}}, value=2)
BARN = a_card("barn", "tile", art={"figure": "barn", "sky": "moon"}, text="Two\nlines, “quoted”")


def test_every_card_of_every_kind_is_in_one_table() -> None:
    assert read(a_game(GOAT, BARN)) == [
        [
            "kind",
            "id",
            "name",
            "copies",
            "art.figure",
            "art.pose.mirror",
            "art.pose.shift",
            "art.sky",
            "value",
            "text",
        ],
        ["beast", "goat", "Goat", "3", "goat", "yes", "5, -3", "", "2", ""],
        ["tile", "barn", "Barn", "1", "barn", "", "", "moon", "", "Two\nlines, “quoted”"],
    ]


def test_excel_can_tell_that_it_is_utf_8() -> None:
    assert to_csv(a_game()).startswith(b"\xef\xbb\xbfkind,id,name,copies\r\n")


@pytest.mark.parametrize("text", ["=1+1", "+1", "-1", "@x", "\tx", "\rx", "\n=1", "＝1"])
def test_a_text_that_would_be_a_formula_gets_an_apostrophe(text: str) -> None:
    assert read(a_game(a_card(name=text)))[1][2] == f"'{text}"


def test_a_negative_number_is_a_number() -> None:
    assert read(a_game(a_card(value=-2, weight=1.5)))[1][4:] == ["-2", "1.5"]


@given(st.text(max_size=30))
def test_no_cell_of_a_csv_begins_a_formula(text: str) -> None:
    cell = read(a_game(a_card(flavour=text)))[1][4]
    assert cell in (text, f"'{text}")
    assert not cell.startswith(("=", "+", "-", "@", "\t", "\r", "\n"))


def test_json_holds_the_whole_game_in_its_order() -> None:
    document = json.loads(to_json(a_game(GOAT, BARN)))
    assert list(document) == ["game", "title", "version", "players", "kinds", "decks", "cards"]
    assert [kind["id"] for kind in document["kinds"]] == ["beast", "tile"]
    assert document["decks"] == [
        {"id": "farm", "title": "The farm deck", "kinds": ["beast", "tile"], "count": 4}
    ]
    assert document["cards"][0] == {
        "id": "goat",
        "kind": "beast",
        "name": "Goat",
        "copies": 3,
        "art": {"figure": "goat", "pose": {"mirror": True, "shift": [5, -3]}},
        "value": 2,
    }


@given(st.text(max_size=30) | st.just("half a letter \ud800"))
def test_any_text_comes_through_json(text: str) -> None:
    assert json.loads(to_json(a_game(a_card(flavour=text))))["cards"][0]["flavour"] == text


@pytest.mark.parametrize("write", [to_csv, to_json])
def test_the_same_game_gives_the_same_bytes(write: Any) -> None:
    assert write(a_game(GOAT, BARN)) == write(a_game(GOAT, BARN))


def test_lists_of_parts_become_numbered_columns() -> None:
    card = a_card(attacks=[{"range": 1}, {"range": 2, "name": "Kick"}])
    assert dict(zip(*(record_table([card]).columns, record_table([card]).rows[0]), strict=True)) == {
        ("id",): "goat",
        ("name",): "Goat",
        ("copies",): 1,
        ("attacks", "1", "range"): 1,
        ("attacks", "2", "range"): 2,
        ("attacks", "2", "name"): "Kick",
    }


def test_a_number_a_spreadsheet_would_round_is_written_as_text() -> None:
    assert record_table([a_card(a=10**15, b=float("inf"), c=10**14)]).rows[0][3:] == (
        "1000000000000000",
        "inf",
        10**14,
    )


def test_headings_are_words() -> None:
    assert heading(("ability", "cost")) == "Ability: cost"
    assert heading(("victory_points",)) == "Victory points"


def test_a_command_that_makes_no_workbook_does_not_wait_for_openpyxl() -> None:
    program = "import sys, cardtool.export; sys.exit('openpyxl' in sys.modules or 'pypdfium2' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0
