"""A file of card data that repeats one pattern ends quickly, with a finding."""

from __future__ import annotations

import pytest
from counting_work import assert_linear, no_hang

from cardtool.load import parse_yaml

LENGTH = 100_000  # letters; what grows with the square of them takes minutes
PATTERNS = {
    "brackets": "[", "braces": "{", "dashes": "- ", "dashes in rows": "- - - ", "questions": "? ",
    "questions in rows": "? ? ? ", "quotes": "'", "double quotes": '"', "quotes over lines": "a: 'b\n",
    "double quotes over lines": 'a: "b\n', "colons": "a: b: c: ", "open lists": "a: [\n",
    "open mappings": "a: {b, \n", "keys": "a:\n", "anchors": "&a ", "aliases": "*a ", "tags": "!!a ",
    "directives": "%", "bars": "|\n", "number signs": "a #b ", "merge keys": "<<: a\n", "commas": ",",
    "documents": "---\n", "conflicts": "<<<<<<< a\n", "invisible letters": "\u200b", "escapes": '"\\u200b" ',
}  # fmt: skip


@pytest.mark.parametrize("before", ["", "- {id: goat, name: "], ids=["alone", "in a record"])
@pytest.mark.parametrize("name", PATTERNS)
def test_a_file_of_one_pattern_is_refused_at_once(name: str, before: str) -> None:
    pattern = PATTERNS[name]
    with no_hang():
        document = parse_yaml(before + pattern * (LENGTH // len(pattern)), "goats.yaml")
        assert_linear(
            lambda length: parse_yaml(before + pattern * (length // len(pattern)), "goats.yaml"), 1_000
        )
    assert document.findings or not before
    assert all(each.rule.code in ("CT101", "CT102") for each in document.findings)
