"""Records say the same packed as not, and take little memory."""

from __future__ import annotations

import tracemalloc
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from law_examples import examples
from own_process import in_own_process

from cardtool.load import parse_yaml
from cardtool.model import (
    PackedRecords,
    RecordPacker,
    Shapes,
    SourceMap,
    fields_key,
    fields_may_refer,
    freeze,
    places_key,
    thaw,
    with_fields,
)

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=5),
    lambda inside: st.lists(inside, max_size=3) | st.dictionaries(st.text(max_size=3), inside, max_size=3),
    max_leaves=6,
)


def packed(*records: Any) -> PackedRecords:
    packer = RecordPacker()
    for line, record in enumerate(records, start=1):
        packer.add(record, SourceMap(line, 3))
    return packer.packed()


@settings(max_examples=examples(60))
@given(st.lists(VALUES, max_size=4))
def test_packed_records_are_what_they_were(records: list[Any]) -> None:
    assert list(packed(*records)) == records


def test_records_are_found_by_their_numbers() -> None:
    records = packed(*({"id": f"goat-{n}"} for n in range(200)))
    assert (len(records), records[0]["id"], records[199]["id"]) == (200, "goat-0", "goat-199")
    assert (records[-1], records[130:132]) == (records[199], [records[130], records[131]])
    assert (records.places(150).unpacked().line, records.source_maps[150].line) == (151, 151)
    with pytest.raises(IndexError):
        records[200]


def test_packed_fields_are_those_of_a_record_that_nobody_can_change() -> None:
    fields = packed({"id": "goat", "likes": ["hay", {"with": "salt"}]}).fields(0)
    written = freeze({"copies": 1, "id": "goat", "likes": ["hay", {"with": "salt"}]})
    assert fields == written
    assert written == fields
    assert list(fields.items()) == list(written.items())
    assert fields["likes"] == ("hay", {"with": "salt"})
    assert thaw(fields) == {"copies": 1, "id": "goat", "likes": ["hay", {"with": "salt"}]}
    assert "horns" not in fields


@pytest.mark.parametrize("fields", [packed({"id": "goat"}).fields(0), freeze({"copies": 1, "id": "goat"})])
def test_fields_with_other_values_keep_their_order(fields: Any) -> None:
    changed = with_fields(with_fields(fields, {"set": "base"}), {"id": "ewe", "copies": 2})
    assert list(changed.items()) == [("copies", 2), ("id", "ewe"), ("set", "base")]
    assert dict(fields) == {"copies": 1, "id": "goat"}


def test_places_are_equal_where_they_are_the_same() -> None:
    records = packed({"id": "goat"}, {"id": "ewe"})
    assert records.places(1) == packed({}, {}).places(1) != records.places(0)


WRITTEN = """\
goat: {likes: [hay, "salt", {with: 'a pinch'' of it'}], "said twice": "over
    two lines"}
ewe:
  - []
  - {}
  - |
    kept
    as it is
"""


def test_maps_are_the_same_flat_and_of_shapes_told_as_plain_data() -> None:
    document = parse_yaml(WRITTEN, "f.yaml")
    assert document.complete
    flat, shape = Shapes().flatten(document.source_map)
    assert flat.source_map(shape) == flat.view(0, shape) == document.source_map
    again = Shapes().from_plain(shape.plain)
    assert flat.view(0, again) == document.source_map
    assert again.plain == shape.plain


@settings(max_examples=examples(60))
@given(st.lists(st.dictionaries(st.text(max_size=3), VALUES, max_size=3), min_size=1, max_size=4))
def test_a_key_tells_fields_apart_and_is_the_same_for_the_same(records: list[Any]) -> None:
    keys = [fields_key(packed(*records).fields(row)) for row in range(len(records))]
    assert keys == [fields_key(packed(*records).fields(row)) for row in range(len(records))]
    assert len(set(keys)) == len(records)
    others = [*records[:-1], {**records[-1], "horns": 2}]
    assert keys[-1] != fields_key(packed(*others).fields(len(records) - 1))
    assert keys[-1] != fields_key(with_fields(packed(*records).fields(len(records) - 1), {"copies": 3}))


def test_a_key_of_places_is_the_same_wherever_a_record_stands() -> None:
    def at(line: int, gap: int) -> SourceMap:
        return SourceMap(line, 3, {"id": (line, 3)}, {"id": SourceMap(line + gap, 9)})

    packer = RecordPacker()
    for places in (at(2, 1), at(7, 1), at(9, 2)):
        packer.add({"id": "goat"}, places)
    keys = [places_key(packer.packed().places(row)) for row in range(3)]
    assert keys == [places_key(places) for places in (at(3, 1), at(4, 1), at(5, 2))]
    assert keys[0] == keys[1] != keys[2]


def test_a_thousand_records_take_a_tenth_of_the_memory_of_one_by_one() -> None:
    plain, small = (in_own_process(held_memory, 2000, packed=packed) for packed in (False, True))
    assert small < plain / 10


def written_records(count: int) -> Iterator[str]:
    for n in range(count):
        yield f"- id: goat-{n}\n  name: Goat {n}\n  text: Draw {n % 7 + 2} cards. Then pass.\n"
        yield f"  marks:\n    - {{colour: '#{n:06x}', path: M0 {n} 12 7Z}}\n"


def held_memory(count: int, *, packed: bool) -> int:
    """The bytes that are held by what is read of so many records."""
    text = "".join(written_records(count))
    tracemalloc.start()
    held = parse_yaml(text, "f.yaml", RecordPacker() if packed else None)
    return tracemalloc.get_traced_memory()[0] if held.complete else 0


@settings(max_examples=examples(60))
@given(VALUES, st.sampled_from(["[[Goat]]", "{{ number.hay }}"]))
def test_it_is_known_of_packed_fields_whether_they_may_refer_to_something(value: Any, text: str) -> None:
    records = packed(
        {"id": "goat", "text": "Eats [one] {hay}."}, {"id": "ewe", "said": [value, {"text": text}]}
    )
    goat, ewe = records.fields(0), records.fields(1)
    assert (fields_may_refer(goat), fields_may_refer(ewe)) == (False, True)
    assert fields_may_refer(with_fields(goat, {"said": (text,)}))
    assert not fields_may_refer(with_fields(goat, {"copies": 2}))
