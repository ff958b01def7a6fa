"""Records that are written plainly say the same to the quick reader and to libyaml's; the rest it leaves."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from law_examples import examples

from cardtool.load.plain_records import read_plain
from cardtool.load.record_parts import record_starts
from cardtool.load.yaml_files import parse_yaml
from cardtool.model import PackedRecords, RecordPacker

GAMES = sorted((Path(__file__).resolve().parents[2] / "cards").glob("*/*.yaml"))
FLOCK = """\
- id: goat
  name: The Goat
  cost: 1.50
  wild: True
  text: "Take two, and: go #1"
  # a note
  on:
    - a meadow
    - "b c"
    - {k: v, w: "q"}
  off:
  - one
  - k: two
    m: 'three'

  map:
    deep: -1
    more:
      x: y
  seen: [a, 'b', 2]
- id: ewe
  at: 12:30
  none: ~
"""
PIECES = [
    *"-:#{}[],\"'\n ?&*!|>%@\\~0a1.é_=\t\u2028",
    *["true", "null", "1.50", "0x1f", "12:30", "-5", "...", "<<:", ":", "''", "[c,d]"],
    *('"x y"', "'y'", "{a: b}", "[c, d]", ": ", " - ", "- - ", "  # c\n", "\n\n", "\n...\n", "\n---\n"),
    *("\n  ", "\n- ", "\n    - "),
]
edit = st.tuples(st.integers(0, len(FLOCK)), st.integers(0, 4), st.sampled_from(PIECES))


def plainly(text: str) -> tuple[Any, ...] | None:
    """Return all that the quick reader says of a text; None where it leaves it."""
    read = read_plain(text)
    return read and (told(read.records), read.size + 1, read.odd_spellings)


def by_libyaml(text: str) -> tuple[Any, ...] | None:
    document = parse_yaml(text, "flock.yaml", RecordPacker())
    if document.findings or not isinstance(document.data, PackedRecords):
        return None
    return told(document.data), document.size, document.odd_spellings


def told(records: PackedRecords) -> list[Any]:
    return [(record, records.places(row).unpacked()) for row, record in enumerate(records)]


@given(st.lists(edit, max_size=4))
@example([(0, 0, "\n"), (2, 0, "- ")])
@settings(max_examples=examples(300))
def test_what_is_read_plainly_says_the_same_to_libyaml(edits: list[tuple[int, int, str]]) -> None:
    text = FLOCK
    for at, lost, put in edits:
        text = text[:at] + put + text[at + lost :]
    found = plainly(text)
    assert found is None or found == by_libyaml(text)


@pytest.mark.parametrize("file", GAMES, ids=lambda file: f"{file.parent.name}-{file.stem}")
def test_records_of_the_games_that_are_plain_say_the_same(file: Path) -> None:
    content = file.read_bytes()
    begins = [*record_starts(content), len(content)]
    for begin, end in pairwise(begins):
        record = content[begin:end].decode()
        found = plainly(record)
        assert found is None or found == by_libyaml(record)


def test_a_plain_flock_is_read() -> None:
    found = plainly(FLOCK)
    assert found is not None
    assert found == by_libyaml(FLOCK)
    assert found[0][0][0]["on"] == ["a meadow", "b c", {"k": "v", "w": "q"}]


@pytest.mark.parametrize(
    "record",
    [
        "- id: goat\n  text: Eats #1\n",
        "- id: goat\n  text: Eats\n    all day\n",
        '- id: goat\n  text: "Eats \\u00e9"\n',
        "- id: goat\n  text: ''\n",
        "- id: goat\n  text: |\n    Eats\n",
        "- id: goat\n  id: ewe\n",
        "- id: goat\n  null: ewe\n",
        "- id: goat\n  cost: 007\n",
        "- id: &goat ewe\n",
        "- id: goat\n   cost: 1\n",
        "- id: goat\n  cost:\n  wool: 1\n",
        "- id: {a, b}\n",
        "- id: {a: b, a: c}\n",
        "- goat\n",
        "id: goat\n",
        "- id: goat\n...\n",
        "- id: goat\n\ttext: x\n",
    ],
)
def test_what_is_not_plain_is_left_to_libyaml(record: str) -> None:
    assert plainly(record) is None


@pytest.mark.parametrize("unit", ["[a", "a: b, ", "a:", " ", "{", "}", '"a" ', "- "])
def test_a_line_without_end_is_left_soon(unit: str) -> None:
    line = "- id: [" + unit * 200_000 + "#]\n"
    assert plainly(line) is None
