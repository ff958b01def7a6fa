"""Values written into YAML: what else stands in the file stays, to the byte."""

from __future__ import annotations

import copy
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardtool.app.check import read_yaml_data
from cardtool.fix import NotFixable, YamlTools, rewrite_yaml
from cardtool.load import read_layout

TOOLS = YamlTools(read_yaml_data, read_layout)

FILE = """\
# yaml-language-server: $schema=x.json

# The first
- id: goat   # c
  name: Goat
  cost: {hay: 1, "oats": 2}   # in all
  tags: [old, "wise, too"]
  text: Eats
    everything.
  story: >-
    One two three four five six
    seven eight nine.

# The others

- id: hen
  name: 'Hen'
  text: |
    Lays.

    Rests.
  eggs:
  - one   # first
  - "two"
# the end
"""


def rewritten(text: str, change: Any) -> str:
    def changed(data: Any) -> Any:
        data = copy.deepcopy(data)
        change(data)
        return data

    return rewrite_yaml(text, changed, TOOLS)


def put(record: int, key: str, value: object) -> Any:
    return lambda data: data[record].update({key: value})


@pytest.mark.parametrize(
    ("change", "was", "now"),
    [
        (put(0, "name", "Kid"), "name: Goat\n", "name: Kid\n"),
        (put(0, "name", "Goat: the end"), "name: Goat\n", 'name: "Goat: the end"\n'),
        (put(0, "name", 3), "name: Goat\n", "name: 3\n"),
        (put(1, "name", "Hen's"), "name: 'Hen'\n", "name: 'Hen''s'\n"),
        (put(0, "name", 'The "Goat": it'), "name: Goat\n", "name: 'The \"Goat\": it'\n"),
        (put(0, "name", "Goat\nKid"), "name: Goat\n", "name: |-\n    Goat\n    Kid\n"),
        (put(0, "cost", {"hay": 5, "oats": 2}), "{hay: 1,", "{hay: 5,"),
        (put(0, "cost", {"hay": 1, "oats": 2, "gold": 0.5}), '"oats": 2}', '"oats": 2, gold: 0.5}'),
        (put(0, "cost", {"oats": 2}), "{hay: 1, ", "{"),
        (put(0, "tags", ["old"]), '[old, "wise, too"]', "[old]"),
        (put(0, "tags", ["new", "wise, too"]), "[old,", "[new,"),
        (put(1, "eggs", ["one", "two", "three"]), '  - "two"\n', '  - "two"\n  - three\n'),
        (put(1, "eggs", ["two"]), "  - one   # first\n", ""),
        (put(1, "eggs", ["a\nb", "two"]), "  - one   #", '  - "a\\nb"   #'),
        (put(1, "text", "Lays.\n\nSleeps.\n"), "Rests.\n", "Sleeps.\n"),
        (put(0, "copies", True), "seven eight nine.\n", "seven eight nine.\n  copies: true\n"),
        (put(0, "story", "One two three four five six eight."), "    seven eight nine.\n", "    eight.\n"),
        (lambda data: data[0].pop("tags"), '  tags: [old, "wise, too"]\n', ""),
        (lambda data: data.pop(0), FILE[FILE.index("\n- id: goat") : FILE.index("\n\n# The others")], ""),
        (
            lambda data: data.append({"id": "cow", "name": "Cow", "text": "# moo"}),
            '  - "two"\n',
            '  - "two"\n\n- id: cow\n  name: Cow\n  text: "# moo"\n',
        ),
    ],
)
def test_only_what_is_new_is_written(change: Any, was: str, now: str) -> None:
    assert FILE.count(was) == 1
    assert rewritten(FILE, change) == FILE.replace(was, now)


def test_line_ends_stay_as_the_file_has_them() -> None:
    text = "- id: goat\r\n  text: x\r\n- id: hen\n  text: y\n"
    assert rewritten(text, put(0, "copies", 2)) == text.replace("x\r\n", "x\r\n  copies: 2\r\n")
    assert rewritten(text, put(1, "text", "z")) == text.replace("y", "z")


def test_an_emptied_list_of_records_keeps_its_comments() -> None:
    assert rewritten("# head\n- id: goat\n# end\n", lambda data: data.clear()) == "# head\n[]\n# end\n"


def test_what_yaml_would_not_read_as_meant_is_not_written() -> None:
    with pytest.raises(NotFixable, match="would not say so"):
        rewrite_yaml("- id: goat\n", lambda data: [{"id": "goat", "text": "a\x07b"}], TOOLS)


def test_what_is_no_yaml_is_not_written() -> None:
    with pytest.raises(NotFixable, match="not YAML without a fault"):
        rewrite_yaml("- id: [goat\n", lambda data: [], TOOLS)


TEXTS = """Draw|x: y|a, b|# no|two
lines|
 lead|3|true||it's|"so"|- dash|é—|trail |back\\slash|12:30|0012|null|two

parts
|{flip}|*b*"""
WORDS = st.sampled_from((*TEXTS.split("|"), "long " * 40 + "end"))
VALUES = WORDS | st.integers(-9, 99) | st.booleans() | st.lists(WORDS, min_size=1, max_size=3)
KEYS = st.sampled_from(["text", "cost", "eggs", "tags", "story"])
RECORDS = st.lists(st.dictionaries(KEYS, VALUES), min_size=1, max_size=4)


@given(RECORDS, st.integers(0, 2))
def test_any_records_can_be_written_over_any_others(records: list[dict[str, Any]], gone: int) -> None:
    ids = ("goat", "hen", "cow", "pig", "dog", "cat")[gone:]
    wanted = [{"id": id, **record} for id, record in zip(ids, records, strict=False)]
    made = rewrite_yaml(FILE, lambda data: ordered(wanted), TOOLS)
    assert read_yaml_data(made)[0] == ordered(wanted)  # type: ignore[index]
    assert made.startswith(FILE[: FILE.index("- id")])
    assert made.endswith("# the end\n")


def ordered(records: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The records with the keys that the file has first, as an import leaves them."""
    known = {record["id"]: record for record in read_yaml_data(FILE)[0]}  # type: ignore[index]
    return [
        {key: record[key] for key in (*known.get(record["id"], {}), *record) if key in record}
        for record in records
    ]


HERD = (
    FILE.replace("# the end\n", "")
    + "".join(f"- id: cow{n}\n  name: Cow {n}\n" for n in range(9))
    + "# end\n"
)


@given(st.integers(0, 10), KEYS, VALUES)
def test_a_few_records_of_a_long_file_are_changed_as_in_the_whole(row: int, key: str, value: object) -> None:
    starts = [at for at in range(len(HERD)) if HERD.startswith("- id:", at) and HERD[at - 1] == "\n"]
    bounds = [*starts, len(HERD)]
    rows = sorted({0, 1, row, len(starts) - 1})
    stretches = [slice(bounds[each], bounds[each + 1]) for each in rows]
    id = read_yaml_data(HERD)[0][row]["id"]  # type: ignore[index]

    def change(data: Any) -> Any:
        return [{**record, key: value} if record["id"] == id else record for record in data]

    whole = rewrite_yaml(HERD, change, TOOLS)
    assert rewrite_yaml(HERD, change, TOOLS, stretches) == whole


def test_the_whole_file_is_read_where_stretches_hold_something_else() -> None:
    inside = '- id: goat\n  text: "one\n- id: hen"\n- id: cow\n'
    assert read_yaml_data(inside) is not None

    def change(data: Any) -> Any:
        ids = [each["id"] for each in data]
        if ids != ["goat", "cow"]:
            raise NotFixable("these are others")
        return [{**each, "cost": 1} for each in data]

    made = rewrite_yaml(inside, change, TOOLS, [slice(27, len(inside))])
    assert made == inside.replace('hen"\n', 'hen"\n  cost: 1\n').replace("cow\n", "cow\n  cost: 1\n")
