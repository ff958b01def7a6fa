"""Slips of the hand in YAML and JSON: each is told once, on its own line, with what to do."""

from __future__ import annotations

import json

import pytest
from counting_work import no_hang
from hypothesis import given, settings
from hypothesis import strategies as st
from law_examples import examples
from yaml_cases import cases

from cardtool.errors import ProjectError
from cardtool.load import load_game, parse_yaml

CASES = cases(__file__, "slip_cases.yaml")

words = st.from_regex(r"[a-z]{3,8}", fullmatch=True)
records = st.lists(st.lists(words, min_size=2, max_size=4, unique=True), min_size=2, max_size=6)


def told(text, name="f.yaml"):
    return [
        (f"{found.source.line}:{found.source.column}", f"{found.message}; {found.fix}")
        for found in parse_yaml(text, name).findings
    ]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
def test_a_slip_is_told_once_where_it_is(case):
    assert told(case["text"]) == [(case["at"], case["says"])]


def written(cards, value):
    """Records of these keys, a line for each key."""
    return [
        f"{'  ' if row else '- '}{key}: {value.format(key)}" for keys in cards for row, key in enumerate(keys)
    ]


@given(records, st.data())
@settings(max_examples=examples(60), deadline=None)
def test_the_line_that_lost_its_space_is_told_wherever_it_is(cards, data):
    lines = written(cards, "one {}")
    row = data.draw(st.integers(0, len(lines) - 1))
    lines[row] = lines[row].replace(": ", ":", 1)
    ((place, says),) = told("\n".join(lines) + "\n")
    assert place == f"{row + 1}:3"
    assert says.startswith("a space is missing after the colon; write ")


@given(records, st.sampled_from("\"'"), st.data())
@settings(max_examples=examples(60), deadline=None)
def test_the_line_that_lost_its_quote_is_told_wherever_it_is(cards, quote, data):
    lines = written(cards, f"{quote}one {{}}{quote}")
    row = data.draw(st.integers(0, len(lines) - 1))
    whole = lines[row]
    lines[row] = whole[:-1]
    ((place, says),) = told("\n".join(lines) + "\n")
    assert place == f"{row + 1}:{whole.index(quote) + 1}"
    assert says == f"this quote is never closed; close it: {whole[whole.index(quote) :]}"


@given(records, st.data())
@settings(max_examples=examples(60), deadline=None)
def test_the_line_of_a_json_file_that_lost_its_comma_is_told(cards, data):
    lines = json.dumps([dict.fromkeys(keys, "x") for keys in cards], indent=2).split("\n")
    with_comma = [row for row, line in enumerate(lines) if line.endswith(",")]
    row = data.draw(st.sampled_from(with_comma))
    lines[row] = lines[row][:-1]
    assert told("\n".join(lines), "f.json") == [
        (f"{row + 1}:{len(lines[row]) + 1}", "a comma is missing here; None")
    ]


@pytest.mark.parametrize(
    ("text", "at", "says"),
    [
        ('{\n  "a": {\n    "c": 2\n    "d": 3\n  }\n}\n', "3:11", "a comma is missing here; None"),
        ('{\n  "a" 3\n}\n', "2:6", "a colon is missing here; None"),
        ('{\n  "a": "x,\n  "b": 3\n}\n', "2:8", 'this quote is never closed; write " where the text ends'),
        ('{\n  "a": 3\n  }\n}\n', "4:1", "something is left over after the end of the data"),
        ('{\n  "a": {\n  "b": 3\n}\n', "4:2", "the file ends before everything is closed"),
        ('{\n  "a": [1,],\n  "b" 3\n}\n', "2:10", "nothing follows this comma; remove it"),
        ('{\n  "a": [@],\n  "b": 3\n}\n', "2:9", "a value is wanted here; texts stand in double quotes"),
        ('{\n<<<<<<< HEAD\n  "a": 1\n=======\n', "2:1", "git marked a conflict here"),
    ],
)
def test_a_slip_in_json_is_told_where_it_is(text, at, says):
    ((place, words),) = told(text, "f.json")
    assert (place, words[: len(says)]) == (at, says)


def test_a_comma_lost_in_a_schema_is_told_with_its_line(farm):
    schema = (farm.root / "schemas/farm/goat.schema.json").read_text(encoding="utf-8")
    farm.write("schemas/farm/goat.schema.json", schema.replace('"object",', '"object"', 1))
    line = schema[: schema.index('"object",')].count("\n") + 1
    with pytest.raises(ProjectError) as refusal:
        load_game(farm.project, "farm")
    assert str(refusal.value) == f"schemas/farm/goat.schema.json:{line}:19: a comma is missing here"


@pytest.mark.parametrize(
    "text",
    [
        '{a: "x" "\n' + '\\"' * 60_000,
        "[{\n" + '"\\"' * 60_000,
        "{\n" + "'" * 120_001,
        "a: **" + "b: " * 60_000,
        "a\n" * 60_000 + "b: c",
        "- " * 30 + "\n" * 60_000 + "a: b: c",
        'a: "x\n' + "b: 'y\n" * 60_000,
    ],
)
def test_a_long_file_with_a_slip_is_told_in_a_moment(text):
    with no_hang(40):  # what grows with the square of it takes a minute
        assert parse_yaml(text, "f.yaml").findings
        assert parse_yaml(text, "f.json").findings
