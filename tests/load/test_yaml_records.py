"""A long file of records says the same read in parts, and only parts that changed are read again."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from law_examples import examples
from projects import a_project, put

from cardtool.load import load_game, record_store, yaml_records
from cardtool.load.record_store import RecordStore
from cardtool.load.yaml_files import Document, parse_yaml
from cardtool.load.yaml_records import RereadRecords, read_in_parts, read_yaml_records
from cardtool.model import RecordPacker, SourceMap
from cardtool.project import CACHE, Project, cache_folder

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


@pytest.fixture(autouse=True)
def in_small_parts(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv(CACHE, str(tmp_path / "kept"))
    monkeypatch.setattr(yaml_records, "SHORT", 0)
    monkeypatch.setattr(yaml_records, "MOST_TOGETHER", 4)
    monkeypatch.setattr(yaml_records, "_FEWEST", 2)
    monkeypatch.setattr(yaml_records, "_ONE_IN", 2)


def whole(text: str) -> Document:
    return parse_yaml(text, "goats.yaml", RecordPacker())


def in_parts(text: str, file: str = "goats.yaml") -> Document | None:
    store = RecordStore(file)
    document = read_in_parts(text, "goats.yaml", store)
    store.write()
    return document


def said(document: Document | None) -> object:
    """All that anybody can ask of a document."""
    if document is None:
        return None
    told = document.name, document.findings, document.complete, document.odd_spellings, document.size
    heads = [batch.heads for batch in getattr(document.data, "batches", ())]
    copies = [head and (head.id, head.name, head.copies) for batch in heads for head in batch]
    data = list(document.data) if isinstance(document.data, list) or heads else document.data
    return told, repr(data), copies, list(places(document.source_map))


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
@example("- a\n- b\n- c\n- d\n---\n- e\n")
@example('- a\n- b\n- c\n- "d\n- e"\n- f\n')
@example("- 64\n" * 70 + "-")
def test_a_list_says_in_parts_what_it_says_as_a_whole(text: str) -> None:
    document, again = in_parts(text, repr(text)), in_parts(text, repr(text))
    assert said(document) == said(again)
    if document is not None:
        assert said(document) == said(whole(text))


@settings(max_examples=examples(100))
@given(st.lists(st.sampled_from(pieces(RECORDS)[:9]), min_size=5, max_size=30))
def test_records_with_nothing_wrong_are_read_in_parts(records: list[str]) -> None:
    sound = "".join(records).replace("copies: 02", "copies: 2")
    assert in_parts(sound) is not None


def goats(count: int) -> list[str]:
    return [f"- id: goat-{number}\n  text: Eats {number}.\n" for number in range(count)]


def test_an_edited_record_has_its_own_part_read_again(read: list[str]) -> None:
    records = goats(200)
    in_parts("".join(records))
    assert "".join(read) == "".join(records)
    read.clear()
    records[90] = records[90].replace("Eats", "Drinks")
    assert said(in_parts("".join(records))) == said(whole("".join(records)))
    assert records[90] in "".join(read)
    assert len(read) <= 4
    read.clear()
    in_parts("".join(records))
    assert read == []


@pytest.mark.parametrize("at", [0, 77, 200])
def test_a_record_put_in_has_few_parts_read_again(read: list[str], at: int) -> None:
    records = goats(200)
    in_parts("".join(records))
    read.clear()
    records.insert(at, "- id: ewe\n  text: Sleeps.\n")
    assert said(in_parts("".join(records))) == said(whole("".join(records)))
    assert len(read) <= 8


FILE = "cards/farm/beasts.yaml"
WRITTEN = "".join(f"- id: goat-{number}\n  name: Goat {number}\n  text: Eats.\n" for number in range(40))


@pytest.fixture
def farm(tmp_path: Path) -> Project:
    project = a_project(tmp_path / "farm")
    put(project.root, FILE, WRITTEN)
    return project


def read_file(project: Project) -> object:
    return said(read_yaml_records(project, project.root / FILE))


def test_lines_may_end_as_on_other_machines(farm: Project, read: list[str]) -> None:
    lines, expected = WRITTEN.splitlines(), read_file(farm)
    (farm.root / FILE).write_bytes("\r\n".join([*lines, ""]).encode("utf-8-sig"))
    read.clear()
    assert read_file(farm) == expected
    assert read == []


def test_what_is_wrong_is_told_as_of_a_file_read_as_a_whole(farm: Project) -> None:
    read_file(farm)
    for wrong in ("- id: &goat x\n", "- id: [\n", "...\n", "- id: a\n  id: b\n", "- n: 1e5\n- \u200b\n"):
        put(farm.root, FILE, WRITTEN + wrong + WRITTEN)
        assert read_file(farm) == said(parse_yaml(WRITTEN + wrong + WRITTEN, FILE, RecordPacker()))


def test_a_file_with_too_many_values_is_refused_as_ever(
    farm: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cardtool.load.yaml_events.MOST_VALUES", 150)
    monkeypatch.setattr(yaml_records, "MOST_VALUES", 150)
    assert read_file(farm) == said(parse_yaml(WRITTEN, FILE, RecordPacker()))
    assert not read_yaml_records(farm, farm.root / FILE).complete


def test_an_editor_reads_a_changed_file_in_parts_too(farm: Project, read: list[str]) -> None:
    again = RereadRecords()
    first = again(farm, farm.root / FILE)
    assert again(farm, farm.root / FILE) is first
    read.clear()
    put(farm.root, FILE, WRITTEN.replace("Goat 7", "Ewe 7"))
    assert said(again(farm, farm.root / FILE)) == read_file(farm)
    assert 1 <= len(read) <= 4


def entry() -> Path:
    (file,) = (cache_folder() / "records").iterdir()
    return file


@pytest.mark.parametrize("seed", range(20))
def test_a_damaged_cache_changes_nothing(farm: Project, seed: int) -> None:
    chance, first = random.Random(seed), read_file(farm)
    content = bytearray(entry().read_bytes())
    for _ in range(chance.randint(1, 3)):
        content[chance.randrange(len(content))] ^= chance.randint(1, 255)
    entry().write_bytes(content[: chance.choice((len(content), chance.randrange(len(content))))])
    assert read_file(farm) == first


def test_parts_that_another_cardtool_read_are_read_again(
    farm: Project, read: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    first = read_file(farm)
    read.clear()
    monkeypatch.setattr(record_store, "tool_digest", lambda: "0" * 64)
    assert read_file(farm) == first
    assert "".join(read) == WRITTEN


def test_a_cache_that_cannot_be_written_changes_nothing(
    farm: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = read_file(farm)
    place = farm.root.parent / "no-folder"
    place.write_text("")
    monkeypatch.setenv(CACHE, str(place))
    assert read_file(farm) == read_file(farm) == first


def test_a_file_that_is_too_much_to_keep_is_read_each_time(
    farm: Project, monkeypatch: pytest.MonkeyPatch, read: list[str]
) -> None:
    monkeypatch.setattr(record_store, "_LARGEST_ENTRY", 1000)
    assert read_file(farm) == read_file(farm)
    assert "".join(read) == 2 * WRITTEN


def test_a_game_is_the_same_read_in_parts(farm: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    in_parts, again = load_game(farm, "farm"), load_game(farm, "farm")
    monkeypatch.setattr(yaml_records, "SHORT", 1_000_000)
    as_whole = load_game(farm, "farm")
    assert in_parts.findings == again.findings == as_whole.findings
    assert in_parts.game is not None
    assert again.game is not None
    assert as_whole.game is not None
    assert in_parts.game.cards == again.game.cards == as_whole.game.cards
    assert len(as_whole.game.cards) == 40
