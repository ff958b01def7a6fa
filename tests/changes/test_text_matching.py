"""Names in texts, and texts that read alike."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from small_games import a_card, a_game, some_rules

from cardtool.changes.change_context import as_flow_scalar, format_change
from cardtool.changes.text_comparison import NameFinder, Wording, name_key

NAMES = NameFinder(
    ["Goat", "Billy Goat", "Crom's Knackers!", '"Chainmail"', "Axe", ">>", "山羊", "Hen, the Bold"]
)


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Two GOATS eat.", "Goat"),
        ("the goat's beard", "Goat"),
        ("[[Goat]]", "Goat"),
        ("a billy-goat", "Billy Goat"),
        ("Crom’s Knackers are sold", "Crom's Knackers!"),
        ("Chainmail rusts", '"Chainmail"'),
        ("sharp axes", "Axe"),
        ("shown as >>.", ">>"),
        ("现在山羊变强了", "山羊"),
        ("Hen the Bold", "Hen, the Bold"),
    ],
)
def test_a_name_is_found_however_it_is_inflected(text: str, name: str) -> None:
    assert NAMES.inside(text) == {name_key(name)}


def test_the_longest_name_is_meant_where_spaces_part_no_words() -> None:
    names = NameFinder(["山羊", "羊", "老山羊"])
    assert [name for _, _, name in names.spans("老山羊和羊, 山羊")] == [
        name_key("老山羊"),
        name_key("羊"),
        name_key("山羊"),
    ]


@pytest.mark.parametrize("text", ["", "Goatee", "a scapegoat", "Knackers", "Bold hens", "> >"])
def test_a_name_inside_another_word_or_in_part_is_none(text: str) -> None:
    assert NAMES.inside(text) == frozenset()


def a_wording(*renames: tuple[str, str]) -> Wording:
    before = a_game(a_card(), rules=some_rules({"hand": 5}))
    after = a_game(a_card(), rules=some_rules({"hand": 6}))
    return Wording(before, after, renames)


@pytest.mark.parametrize(
    ("old", "new", "same"),
    [
        ('Say "no" -- it\'s 3-4.', "Say **“no”** – it’s 3–4.", True),
        ("one  line", "one\nline", True),
        ("Draw five.", "Draw {{ number.hand|word }}.", False),
        ("Draw 6.", "Draw {{ number.hand }}.", True),
        ("The Axe!", "The Blade?", False),
        ("Play [[Axe]].", "Play Blade.", True),
        ("An axe, and axes", "a blade, and blades", True),
        ("The axe cuts.", "The blade slits.", False),
        ("A blade.", "A blade!", False),
        ("Put it on >>.", "Put it on Flip.", True),
        ("Play Crom's Knackers! now", "Play Old Knackers now", True),
    ],
)
def test_texts_are_compared_as_players_read_them(old: str, new: str, same: bool) -> None:
    assert (
        a_wording(
            ("Axe", "Hatchet"), ("Hatchet", "Blade"), (">>", "Flip"), ("Crom's Knackers!", "Old Knackers")
        ).same(old, new)
        is same
    )


@given(st.text(max_size=60), st.text(max_size=60))
def test_every_text_can_be_compared_and_told(old: str, new: str) -> None:
    wording = a_wording(("Axe", "Blade"))
    assert wording.same(old, old)
    assert wording.same(old, new) == wording.same(old, new)
    assert " → " in format_change(old, new)
    assert "\n" not in format_change(old, new)


@pytest.mark.parametrize(
    ("name", "written"),
    [
        ("Nanny", "Nanny"),
        ("Crom's Goat", "Crom's Goat"),
        ("No", "No"),
        ("true", '"true"'),
        ("Hen, too", '"Hen, too"'),
        ('"Mail"', '"\\"Mail\\""'),
        ("a: b", '"a: b"'),
        ("12", '"12"'),
        ("- x", '"- x"'),
    ],
)
def test_a_name_to_paste_is_quoted_where_yaml_asks_for_it(name: str, written: str) -> None:
    assert as_flow_scalar(name) == written
