"""What a designer is told about a record that is not as its schema wants it."""

from __future__ import annotations

import pytest
from yaml_cases import cases

from cardtool.load import load_game

CASES = cases(__file__, "record_cases.yaml")


def told(farm):
    return [
        (str(f.source), f.rule.code, f"{f.message}; {f.fix}")
        for f in load_game(farm.project, "farm").findings
    ]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
def test_a_record_that_is_wrong(farm, case):
    farm.goats(f"- {{id: a, name: A, milk: 3, {case['more']}}}\n")
    ((place, code, words),) = told(farm)
    assert (place, code) == (f"cards/farm/goats.yaml:1:{case['at']}", case["rule"])
    assert case["says"] in words


def test_a_farm_in_order_raises_nothing(farm):
    assert told(farm) == []


def test_every_fault_of_every_record_is_told(farm):
    farm.goats("- {id: A b, nmae: A, milk: 30}\n- {id: b, milk: x}\n- 5\n")
    assert [(place.removeprefix("cards/farm/goats.yaml:"), words) for place, _, words in told(farm)] == [
        ("1:8", told(farm)[0][2]),
        ("1:13", '"nmae" is not a key that belongs here (did you mean "name"?); None'),
        ("1:28", "milk must be at most 9, not 30; None"),
        ("2:3", '"name" is missing; add name: The card\'s name, as it is printed.'),
        ("2:17", 'milk must be a whole number, not "x"; None'),
        ("3:3", "item 3 must be a mapping (lines of key: value), not 5; None"),
    ]


@pytest.mark.parametrize(
    ("id", "good"),
    [
        ("goat-2", True),
        ("7", True),
        ("Goat", False),
        ("../x", False),
        ("-goat", False),
        ("g" * 65, False),
        ("gö", False),
    ],
)
def test_ids_are_fit_for_file_names(farm, id, good):
    farm.goats(f'- {{id: "{id}", name: A, milk: 3}}\n')
    assert (told(farm) == []) == good


def test_an_empty_name_is_told_once(farm):
    farm.goats("- {id: a, name: '', milk: 3}\n")
    assert [words for *_, words in told(farm)] == ["name is empty; write something, or remove the key"]


def test_a_long_text_is_not_repeated_whole(farm):
    farm.goats(f"- {{id: a, name: A, milk: 3, mood: {'x' * 5000}}}\n")
    assert all(len(words) < 200 for *_, words in told(farm))


def test_a_thousand_faulty_records_are_not_all_explained(farm):
    farm.goats("".join(f"- {{id: g{n}, name: G, milk: 0}}\n" for n in range(1000)))
    found = told(farm)
    assert len(found) == 201
    assert "and so on" in found[-1][2]


def test_records_with_faults_are_counted_as_long_as_they_can_be(farm):
    farm.goats("- {id: a, name: A, copies: 2, milk: 0}\n- {id: b, name: B, copies: 1, xyz: 1}\n")
    loaded = load_game(farm.project, "farm")
    assert loaded.game is not None
    assert loaded.game.copies_of("goat") == 3
    assert loaded.game.incomplete == frozenset()


@pytest.mark.parametrize(
    "text", ["- {id: a, name: A, copies: x, milk: 3}", "- {name: A, milk: 3}", "a: b", "- [", "", "- 5", "5"]
)
def test_a_kind_that_cannot_be_counted_is_incomplete(farm, text):
    farm.goats(text)
    loaded = load_game(farm.project, "farm")
    assert loaded.findings
    assert loaded.game is not None
    assert loaded.game.incomplete == {"goat"}


def test_a_kind_may_have_no_cards_yet(farm):
    farm.goats("[]\n")
    loaded = load_game(farm.project, "farm")
    assert (loaded.findings, loaded.game and loaded.game.incomplete) == ((), frozenset())


def test_a_key_left_out_may_decide_what_else_is_wanted(farm):
    farm.schema(**{"if": {"properties": {"mood": {"const": "wild"}}}})
    farm.goats("- {id: a, name: A, milk: 3}\n")
    assert [words for *_, words in told(farm)] == ['"kicks" is missing; add kicks: How often it kicks.']


def test_a_misspelt_key_is_not_also_missing(farm):
    farm.goats("- {id: a, nmae: A, milk: 3}\n")
    assert [words for *_, words in told(farm)] == [
        '"nmae" is not a key that belongs here (did you mean "name"?); None'
    ]


def test_a_misspelt_key_of_an_open_schema_is_missing(farm):
    farm.schema(unevaluatedProperties=True)
    farm.goats("- {id: a, nmae: A, milk: 3}\n")
    assert [words for *_, words in told(farm)] == [
        '"name" is missing; add name: The card\'s name, as it is printed.'
    ]


def test_a_key_of_a_branch_that_is_not_taken(farm):
    keys = {key: value for key, value in farm.goat_schema["properties"].items() if key != "kicks"}
    then = {"properties": {"kicks": {"type": "integer"}}}
    farm.schema(properties=keys, then=then, **{"else": True})
    wild, calm = (
        f"- {{id: {mood}, name: A, milk: 3, mood: {mood}, kicks: 2}}\n" for mood in ("wild", "calm")
    )
    farm.goats(wild + calm)
    ((place, _, words),) = told(farm)
    assert place == "cards/farm/goats.yaml:2:44"
    assert '"kicks" has no place beside the other keys' in words


def test_keys_are_told_alike_by_either_keyword(farm):
    note = {"type": "object", "properties": {"size": {"type": "integer"}}, "additionalProperties": False}
    farm.schema(properties={**farm.goat_schema["properties"], "note": note})
    farm.goats("- {id: a, name: A, milk: 3, note: {szie: 2}}\n")
    assert [(place[-4:], words) for place, _, words in told(farm)] == [
        ("1:36", '"szie" is not a key that belongs here (did you mean "size"?); None')
    ]


def test_values_of_keys_no_schema_names(farm):
    note = {"type": "object", "additionalProperties": {"type": "integer"}}
    farm.schema(properties={**farm.goat_schema["properties"], "note": note})
    farm.goats("- {id: a, name: A, milk: 3, note: {x: 2, y: z}}\n")
    assert [place[-4:] for place, *_ in told(farm)] == ["1:45"]


@pytest.mark.parametrize("mood", ["5", "[calm]", "true"])
def test_a_word_of_a_list_is_told_once(farm, mood):
    farm.goats(f"- {{id: a, name: A, milk: 3, mood: {mood}}}\n")
    ((_, _, words),) = told(farm)
    assert words.endswith("write calm, stubborn or wild")


def test_no_value_where_a_word_of_a_list_belongs(farm):
    farm.goats("- id: a\n  name: A\n  milk: 3\n  mood:\n")
    ((place, _, words),) = told(farm)
    assert place.endswith("goats.yaml:4:8")
    assert words.startswith("mood has no value; it must be text")


def test_a_letter_that_only_looks_latin_is_named_in_ids_and_keys(farm):
    farm.goats("- {id: g\u043eat, name: A, milk: 3}\n- {id: b, n\u0430me: B, milk: 3}\n")
    said = [each.message for each in load_game(farm.project, "farm").findings]
    assert 'id cannot be "g\u043eat": "\u043e" is U+043E (cyrillic small letter o) and looks like "o"' in said
    assert (
        '"n\u0430me" is not a key that belongs here (did you mean "name"?): '
        '"\u0430" is U+0430 (cyrillic small letter a) and looks like "a"'
    ) in said
