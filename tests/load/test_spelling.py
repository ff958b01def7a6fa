"""What patterns of schemas ask for, in words, and what was meant by a name that is spelt otherwise."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardtool.load import load_game
from cardtool.load.schema_words import read_spelling
from cardtool.load.schemas import pattern_matcher
from cardtool.project import TOOLKIT

ID = r"^[a-z0-9][a-z0-9-]{0,63}$"
FILE = r"^[a-z0-9][a-z0-9-]{0,63}\.yaml$"
NUMBER = r"^[a-z][a-z0-9_]{0,63}$"
INK = r"^[a-z][a-z0-9]*$"


@pytest.mark.parametrize(
    ("pattern", "words"),
    [
        (ID, "small letters, digits and hyphens"),
        (FILE, "small letters, digits and hyphens, and .yaml at the end"),
        (NUMBER, "small letters, digits and underscores, a small letter first"),
        (INK, "small letters and digits, a small letter first"),
        (
            "^[0-9A-Za-z][0-9A-Za-z.+-]{0,19}$",
            "small letters, capitals, digits, hyphens, full stops and plus signs",
        ),
        ("^[A-Z]$", "capitals"),
    ],
)
def test_a_pattern_is_said_in_words(pattern, words):
    assert read_spelling(pattern).words == words


@pytest.mark.parametrize(
    "pattern", ["^[^a-z]$", "^[a-f]+$", "^[+-.]$", "^a|b$", "[a-z]", "^\\d{4}$", "", "^[é]$"]
)
def test_a_pattern_of_another_sort_is_left_to_the_schema(pattern):
    assert read_spelling(pattern) is None


@pytest.mark.parametrize(
    ("pattern", "text", "meant"),
    [
        (ID, "Moonlit Ferry", "moonlit-ferry"),
        (ID, "Émile's  Göat!", "emiles-goat"),
        (ID, "-goat_", "goat"),
        (ID, "漢字", None),
        (FILE, "cards/Ships.yml", "ships.yaml"),
        (NUMBER, "opening-hand", "opening_hand"),
        (NUMBER, "7 cards", None),
        (INK, "deep-blue", "deepblue"),
    ],
)
def test_what_was_meant_by_a_name(pattern, text, meant):
    assert read_spelling(pattern).repaired(text) == meant


@given(st.text(max_size=300), st.sampled_from([ID, FILE, NUMBER, INK]))
def test_what_is_advised_fits_the_pattern(text, pattern):
    advised = read_spelling(pattern).repaired(text)
    assert advised is None or pattern_matcher(pattern)(advised)


@given(st.lists(st.from_regex(r"[a-z0-9]{1,9}", fullmatch=True), min_size=1, max_size=6).map("-".join))
def test_a_name_that_is_right_stays_as_it_is(id):
    assert read_spelling(ID).repaired(id) == id
    assert not read_spelling(ID).is_too_long(id)


def told(farm):
    return [f"{f.source}: {f.message}; {f.fix}" for f in load_game(farm.project, "farm").findings]


def test_a_card_with_its_name_for_an_id(farm):
    farm.goats("- {id: Moonlit Ferry, name: A, milk: 3}\n")
    assert told(farm) == [
        'cards/farm/goats.yaml:1:8: id cannot be "Moonlit Ferry"; '
        "write small letters, digits and hyphens, such as moonlit-ferry"
    ]


def test_an_id_that_is_only_too_long(farm):
    farm.goats(f"- {{id: {'g' * 65}, name: A, milk: 3}}\n")
    assert told(farm) == [
        "cards/farm/goats.yaml:1:8: id is 65 characters long; at most 64 are allowed; cut 1"
    ]


def test_a_name_with_a_space_at_its_end(farm):
    farm.goats('- {id: a, name: "A ", milk: 3}\n')
    (words,) = told(farm)
    assert words.endswith('name cannot be "A"; write it in one line, without spaces before or after it')


def test_a_kind_with_a_capital(farm):
    farm.change("cards/farm/game.yaml", "  goat:", "  Goat:")
    assert (
        'the id of a kind cannot be "Goat"; write small letters, digits and hyphens, such as goat'
        in told(farm)[0]
    )


def test_records_in_a_file_with_a_capital(farm):
    farm.change("cards/farm/game.yaml", "goats.yaml", "Goats.yml")
    assert any(
        words.endswith(
            'records cannot be "Goats.yml"; '
            "write small letters, digits and hyphens, and .yaml at the end, such as goats.yaml"
        )
        for words in told(farm)
    )


def test_no_pattern_of_ours_is_shown_as_a_regular_expression():
    for path in sorted((TOOLKIT / "schemas").rglob("*.json")):
        waiting = [json.loads(path.read_text(encoding="utf-8"))]
        while waiting:
            inner = waiting.pop()
            if isinstance(inner, dict):
                pattern = inner.get("pattern")
                explained = (
                    read_spelling(pattern) or inner.get("description") if isinstance(pattern, str) else True
                )
                assert explained, f"{path.name}: {pattern} has neither words nor a description"
                waiting.extend(inner.values())
            elif isinstance(inner, list):
                waiting.extend(inner)
