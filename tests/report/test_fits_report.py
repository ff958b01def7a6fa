"""Texts that were made to fit, as people and programs read of them."""

from __future__ import annotations

import json
from dataclasses import replace

from cardtool.model import Face, Fit, Side, TypeSetting
from cardtool.report import format_fits_json, format_fits_table


def a_fit(card: str, needed: float, used: float, leading: float = 1.2, room: float = 0.4) -> Fit:
    face = Face("beast", Side.FRONT, card)
    return Fit(
        face, f'"{card.title()}"', "text", TypeSetting(8.5, 1.2), needed, TypeSetting(used, leading), room
    )


def test_nothing_is_said_where_every_text_is_as_designed() -> None:
    assert format_fits_table([]) == ""
    assert json.loads(format_fits_json([], "farm", "1.0"))["texts"] == []


def test_each_text_says_how_far_it_went_and_what_room_is_left() -> None:
    table = format_fits_table([a_fit("goat", 8.5, 8.5, 1.14), a_fit("old-hen", 7.75, 7.75, 1.1, 0)])
    assert [" ".join(line.split()) for line in table.splitlines()] == [
        "2 texts were made to fit:",
        '"Goat" text leading 1.2 → 1.14 0.4 mm left',
        '"Old-Hen" text 8.5 → 7.75 pt, leading 1.2 → 1.1 0 mm left',
    ]
    goat, hen = table.splitlines()[1:]
    assert goat.index("0.4 mm") == hen.index("0 mm")


def test_texts_that_only_share_a_size_are_counted() -> None:
    others = [a_fit(f"card-{number}", 8.5, 8.25) for number in range(12)]
    table = format_fits_table([a_fit("goat", 8.25, 8.25), *others])
    assert len(table.splitlines()) == 3
    assert table.splitlines()[2].split("  ")[1:] == [
        "12 more of beast",
        "text",
        "8.5 → 8.25 pt",
        "to be of one size with their kind",
    ]


def test_a_long_table_is_cut_short() -> None:
    table = format_fits_table([a_fit(f"card-{number:02}", 8, 8) for number in range(40)])
    assert table.splitlines()[-1] == "  and 16 more"


def test_no_name_of_a_card_or_a_box_is_obeyed_by_a_terminal_or_a_build_server() -> None:
    fit = replace(a_fit("##[error]goat", 8, 8), box="te\x1b[31mxt\n::error::x")
    (_, row) = format_fits_table([fit]).splitlines()
    assert r'"## [Error]Goat"  te\x1b[31mxt\n::error::x' in row


def test_programs_are_told_designed_used_and_room() -> None:
    (told,) = json.loads(format_fits_json([a_fit("goat", 8.5, 8.25, 1.18, 1.25)], "farm", "1.0"))["texts"]
    assert told == {
        "card": "goat",
        "kind": "beast",
        "side": "front",
        "box": "text",
        "designed": {"size": 8.5, "leading": 1.2},
        "used": {"size": 8.25, "leading": 1.18},
        "size_needed": 8.5,
        "steps": ["tighter leading", "one size with its kind"],
        "room_left_mm": 1.25,
    }
