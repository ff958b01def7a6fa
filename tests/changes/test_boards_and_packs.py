"""Boards, packs and counts before and after: what a designer reads of them, and what a program gets."""

from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import strategies as st
from small_games import a_card, a_game, a_kind, a_layout, a_pack

from cardtool.changes import compare, summarise_changes
from cardtool.changes.comparison import layout_changes
from cardtool.model import Game
from cardtool.report import format_changes_text


def spaces(*named: str) -> list[dict[str, Any]]:
    """Round spaces of 10 mm in a row, 12 mm apart."""
    return [{"id": id, "x": 12.0 * number, "y": 20.0, "across": 10} for number, id in enumerate(named)]


def a_yard(*rows: dict[str, Any], **changes: Any) -> Game:
    return a_game(a_card("goat"), layouts={"yard": a_layout("yard", "Yard", rows)}, **changes)


def told(before: Game, after: Game) -> str:
    summary = summarise_changes(before, after, compare(before, after))
    return format_changes_text(summary, "farm", ("then", "now"))


def test_a_designer_reads_what_is_different_about_a_board() -> None:
    before = a_yard(*spaces("a", "b", "c", "d", "e", "f"))
    rows = spaces("a", "b", "c", "d", "gate", "g", "h")
    rows[1]["sort"] = "pond"
    rows[2]["y"] = 27
    rows[5]["y"] = 90
    assert told(before, a_yard(*rows)) == (
        "farm, then → now (version 1.0)\n"
        "\n"
        "boards\n"
        "  Yard (yard): 6 → 7 spaces (pond 0 → 1)\n"
        "      added: g, h\n"
        "      removed: f\n"
        "      renamed: e → gate\n"
        "      of another sort: b (floor → pond)\n"
        "      moved, by up to 7 mm: c\n"
    )


def test_a_program_gets_the_same() -> None:
    before, after = a_yard(*spaces("a", "b")), a_yard(*spaces("a", "b", "c"))
    summary = summarise_changes(before, after, compare(before, after))
    assert summary["layouts"] == [
        {
            "id": "yard",
            "title": "Yard",
            "change": "changed",
            "spaces": {"old": 2, "new": 3},
            "counts": [{"sort": "floor", "old": 2, "new": 3}],
            "added": ["c"],
            "removed": [],
            "moved": [],
            "renamed": [],
            "sorts": [],
        }
    ]


def test_a_board_that_came_or_went_is_told_with_its_spaces() -> None:
    with_yard, without = a_yard(*spaces("a", "b")), a_game(a_card("goat"))
    assert "  Yard (yard): added, 2 spaces\n" in told(without, with_yard)
    assert "  Yard (yard): removed, 2 spaces\n" in told(with_yard, without)


def test_of_many_spaces_some_are_named() -> None:
    rows = spaces(*map(str, range(1, 13)))
    assert "      removed: 3, 4, 5, 6, 7, 8 and 4 more\n" in told(a_yard(*rows), a_yard(*rows[:2]))


@given(st.floats(-200, 200), st.floats(-200, 200), st.integers(1, 8))
def test_a_board_that_moves_as_a_whole_has_not_changed(x: float, y: float, count: int) -> None:
    rows = spaces(*map(str, range(count)))
    moved = [{**row, "x": row["x"] + x, "y": row["y"] + y} for row in rows]
    assert list(layout_changes(a_yard(*rows), a_yard(*moved))) == []


@given(st.permutations("abcdef"))
def test_the_order_of_spaces_is_no_change(order: list[str]) -> None:
    rows = {row["id"]: row for row in spaces(*"abcdef")}
    assert list(layout_changes(a_yard(*rows.values()), a_yard(*(rows[id] for id in order)))) == []


def test_packs_and_counts_are_told() -> None:
    first, second = a_pack(0, "basic", [2, 4]), a_pack(1, "herd", [5, 8], again="basic")
    before = a_game(a_card("goat", copies=2), packs=(first, second))
    wider = a_pack(1, "herd", [5, 10], again="basic")
    after = a_game(a_card("goat", copies=3), packs=(first, wider, a_pack(2, "traps", [2, 10], ("trap",))))
    text = told(before, after)
    assert "\ncounts\n  Beasts: 2 → 3\n" in text
    assert text.endswith(
        "\npacks\n"
        "  herd:\n"
        "      5 to 8 players: basic once more\n"
        "      → 5 to 10 players: basic once more\n"
        "  traps: added, 2 to 10 players: trap\n"
    )


def test_a_kind_that_is_new_or_gone_is_counted_from_none() -> None:
    goats, traps = a_game(a_card("goat")), a_game(a_card("pit", kind="trap"), kinds=(a_kind("trap"),))
    assert "counts\n  Traps: 0 → 1\n  Beasts: 1 → 0\n" in told(goats, traps)
