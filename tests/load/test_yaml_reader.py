"""What YAML is read as, and what of it is refused: where, and in which words."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml
from counting_work import no_hang
from hypothesis import given, settings
from hypothesis import strategies as st
from law_examples import examples
from yaml_cases import cases

from cardtool.load import parse_yaml
from cardtool.load.yaml_events import DEEPEST, MOST_REFUSALS
from cardtool.unicode_text import find_invisible

CASES = cases(__file__, "yaml_cases.yaml")


@pytest.mark.parametrize("case", CASES["read"], ids=lambda case: case["name"])
def test_yaml_is_read_as(case):
    document = parse_yaml(case["text"], "f.yaml")
    assert document.findings == ()
    assert document.data == case["data"]
    assert repr(document.data) == repr(case["data"])  # 1, 1.0 and True are equal, and not the same


@pytest.mark.parametrize("case", CASES["refused"], ids=lambda case: case["name"])
def test_yaml_is_refused(case):
    findings = parse_yaml(case["text"], "f.yaml").findings
    said = [(f"{f.source.line}:{f.source.column}", f.rule.code, f"{f.message}; {f.fix}") for f in findings]
    assert [place for place, _, _ in said] == [found["at"] for found in case["findings"]]
    for (_, code, words), wanted in zip(said, case["findings"], strict=True):
        assert code == wanted["rule"]
        assert wanted["says"] in words


def test_reading_goes_on_after_what_is_refused():
    document = parse_yaml("a: &x 1\nb: 0012\nc: !!str text\na: 2\n", "f.yaml")
    assert document.data == {"a": 1, "b": "0012", "c": "text"}
    assert len(document.findings) == 4


def test_a_file_that_is_wrong_everywhere_is_not_listed_without_end():
    document = parse_yaml("a: 0x1\n" + "a: 1\n" * 100_000, "f.yaml")
    assert len(document.findings) == MOST_REFUSALS + 1
    assert not document.complete


@pytest.mark.parametrize("text", ["[" * 100_000, "{a: " * 100_000, "- " * 100_000, "? " * 100_000])
def test_deep_nesting_ends_at_once(text):
    with no_hang():
        document = parse_yaml(text, "f.yaml")
    assert f"more than {DEEPEST} lists" in document.findings[-1].message


def test_nesting_as_deep_as_is_allowed_is_read():
    assert parse_yaml("[" * DEEPEST + "]" * DEEPEST, "f.yaml").findings == ()


def test_a_merge_bomb_ends_at_once():
    lines = ["a0: &a0 [x, x]"] + [f"a{n}: &a{n} [*a{n - 1}, *a{n - 1}]" for n in range(1, 40)]
    with no_hang():
        assert parse_yaml("\n".join(lines), "f.yaml").findings


@pytest.mark.parametrize("break_", ["\n", "\r\n", "\r"])
def test_lines_are_counted_alike_however_they_end(break_):
    document = parse_yaml(break_.join(["a: x", "# note", "b: 0012"]), "f.yaml")
    assert str(document.findings[0].source) == "f.yaml:3:4"


def test_columns_count_characters_not_bytes():
    document = parse_yaml('{"Ä𝔸": 1, no: 0012}', "f.yaml")
    assert document.findings[0].source.column == 15


def test_keys_and_values_have_places():
    source_map = parse_yaml("- id: goat\n  shift: [3, 40]\n", "f.yaml").source_map
    assert source_map.at_key((0,), "shift") == (2, 3)
    assert (source_map.inside((0, "shift", 1)).line, source_map.inside((0, "shift", 1)).column) == (2, 14)


# Text a designer could type, and the numbers that fit in a file.
seen = st.characters(codec="utf-8", exclude_categories=("C", "Zl", "Zp")).filter(
    lambda sign: not [*find_invisible(sign)]
)
words = st.text(seen | st.sampled_from("\n\t"))
numbers = st.integers(-(10**14), 10**14) | st.floats(-1e6, 1e6).map(lambda number: round(number, 3))
values = st.recursive(
    st.none() | st.booleans() | numbers | words,
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(words.filter(lambda w: w != "<<"), inner, max_size=4)
    ),
    max_leaves=20,
)


class Quoting(yaml.SafeDumper):
    """Writes plain words as they are and all other text in quotes, as YAML 1.1 would not."""


def _quoted(dumper: Quoting, text: str) -> yaml.Node:
    style = None if text.isalpha() else '"'
    return dumper.represent_scalar("tag:yaml.org,2002:str", text, style=style)


Quoting.add_representer(str, _quoted)


@given(values, st.booleans())
@settings(max_examples=examples(100), deadline=None)
def test_plain_data_comes_back_as_it_was_written(data, flow):
    text = yaml.dump(data, None, Quoting, allow_unicode=True, default_flow_style=flow, sort_keys=False)
    document = parse_yaml(text, "f.yaml")
    assert document.findings == ()
    assert document.data == data


@given(st.dictionaries(st.from_regex(r"[a-z]{1,8}", fullmatch=True), st.integers(0, 9999), min_size=1))
@settings(max_examples=examples(50), deadline=None)
def test_every_mark_points_at_its_text(data):
    text = yaml.safe_dump({"cards": [data, [dict(data)]]}, sort_keys=False)
    document = parse_yaml(text, "f.yaml")
    lines = text.split("\n")
    for path in (("cards", 0), ("cards", 1, 0)):
        for key, number in data.items():
            at = document.at((*path, key))
            assert lines[at.line - 1][at.column - 1 :] == str(number)
            assert document.typed_at(at, number) == str(number)
            at_key = document.at_key(path, key)
            assert (
                lines[at_key.line - 1][at_key.column - 1 :].startswith(f"{key}:")
                or "'" in lines[at_key.line - 1]
            )


@pytest.mark.parametrize("word", ["1.50", "3.0", "-0", "True", "false", "12", "0.25"])
def test_a_number_is_told_as_it_was_typed(word):
    document = parse_yaml(f"cost: {word}\n", "f.yaml")
    assert document.typed_at(document.at(("cost",)), document.data["cost"]) == word


SAMPLE = Path(__file__).with_name("conftest.py").read_text(encoding="utf-8").split('"""')[3]


@given(st.lists(st.tuples(st.integers(0, 400), st.text(max_size=3)), min_size=1, max_size=6))
@settings(max_examples=examples(100), deadline=None)
def test_damaged_text_is_never_more_than_findings(damage):
    text = SAMPLE
    for position, change in damage:
        text = text[:position] + change + text[position + len(change) :]
    document = parse_yaml(text, "f.yaml")
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    for finding in document.findings:
        assert 1 <= finding.source.line <= len(lines) + 1
        assert finding.source.column >= 1
