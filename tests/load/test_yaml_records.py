"""Of a file of records the places are found out when somebody asks, and are what they would be at once."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from hypothesis import example, given, settings
from hypothesis import strategies as st
from law_examples import examples
from projects import a_project, put

from cardtool.load.yaml_files import Document, RereadRecords, parse_yaml, read_yaml_records
from cardtool.model import SourceMap

RECORDS = """\
- id: goat
- {id: ewe, name: "Ewe", copies: 02}
- id: ram
  cost: 1.50
  wild: True
  text: "Draw a card.
    Then rest."
- # a note

-
  id: kid
- - one
  - "two \\
     and more"
- |
  kept as it is

  - no record
- >+
  folded

- 'it''s

  a goat'
- plain over
  two lines
- [in, brackets]
- ? asked
- key:
- Ä𝔸 goat: 5
- a # with a note
- ''
# - no record
- "[[Goat]] and {{ number.hay }}"
"""
ODD = """\
---
...
--- # again
- "never
- ends"
- 'nor
- this'
- &anchor x
- *anchor
- !tag y
- id: a
  id: b
- colour: #fff
- {a: b
- c}
- [a, "b
- c", d]
- a: 'b'c
  - d
 - e
-	tab
%YAML 1.2
stray text
- key: a: b
- \u200b
- ["x
- y"]
["x
- y"]
- 0x1f
- |
 short
- - - - -

  # deep
-
"""


def pieces(text: str) -> list[str]:
    """The records that a text is made of, each with its lines."""
    return re.split(r"^(?=\S)", text, flags=re.MULTILINE)[1:]


PIECES = st.sampled_from(pieces(RECORDS)) | st.sampled_from(pieces(RECORDS) + pieces(ODD))
TEXTS = st.lists(PIECES, max_size=30).map("".join)


def said(document: Document) -> object:
    """All that anybody can ask of a document."""
    asked = document.name, document.findings, document.complete, document.odd_spellings, document.size
    return asked, repr(document.data), list(places(document.source_map))


def places(source_map: SourceMap) -> Iterator[object]:
    """Every place of a map, and of what is inside it."""
    yield source_map.line, source_map.column, dict(source_map.keys), source_map.spans, source_map.is_cell
    for step, inside in source_map.children.items():
        yield step
        yield from places(inside)


@settings(max_examples=examples(300))
@given(TEXTS)
@example(RECORDS)
@example('["x\n- y"]\n- a\n- b\n- c\n- d\n- e\n')
@example("- a\n- b\n- c\n- d\n...\n- e\n")
@example("- a\n- b\n---\n- e\n")
@example('- a\n- "d\n- e"\n- f\n')
@example("[{id: a}, {id: b,\n c: d}, {id: e}]\n")
@example("- - a\n  - b\n-\n  - c\n  - d\n")
@example("  - id: a\n    b: |2\n        c\n\n\n  - id: d\n")
def test_records_stand_where_they_stand_when_all_places_are_noted_at_once(text: str) -> None:
    noted, asked = parse_yaml(text, "goats.yaml"), parse_yaml(text, "goats.yaml", only_records=True)
    assert said(asked) == said(noted)
    if isinstance(asked.data, list):
        begins = [(each.line, each.column) for each in noted.source_map.children.values()]
        assert [(asked.begin(row).line, asked.begin(row).column) for row in range(len(asked.data))] == begins


def test_chosen_records_stand_where_they_stood() -> None:
    document = parse_yaml(RECORDS, "goats.yaml", only_records=True)
    chosen = document.selected([2, 1]).selected([1])
    assert chosen.data == [document.data[1]]
    assert chosen.begin(0) == document.begin(1)
    assert list(places(chosen.source_map.children[0])) == list(places(document.source_map.children[1]))


def test_a_file_is_read_again_only_when_it_has_changed(tmp_path: Path) -> None:
    farm, file = a_project(tmp_path / "farm"), "cards/farm/beasts.yaml"
    put(farm.root, file, RECORDS)
    again = RereadRecords()
    first = again(farm, farm.root / file)
    assert again(farm, farm.root / file) is first
    put(farm.root, file, RECORDS.replace("goat", "ewe"))
    assert said(again(farm, farm.root / file)) == said(read_yaml_records(farm, farm.root / file))
