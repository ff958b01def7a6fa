"""Several kinds read one file of records, and each takes its own."""

from __future__ import annotations

import json

import pytest
from projects import GAME, SCHEMA, a_project, put

from cardtool.load import load_game

KINDS = GAME.replace("records: beasts.yaml\n", "records: beasts.yaml\n    where: {type: Beast}\n").replace(
    "decks:\n  farm: {title: The farm deck, kinds: [beast], count: 3}\n",
    "  tool: {title: Tool, plural: Tools, records: beasts.yaml, where: {type: [Tool, Gear]}, count: 2,\n"
    "         size: poker, front: beast.html}\n",
)
RECORDS = """\
- {id: goat, name: Goat, type: Beast, text: Eats., copies: 3}
- {id: rake, name: Rake, type: Gear, text: Rakes.}
- {id: scythe, name: Scythe, type: Tool, text: Cuts.}
"""


@pytest.fixture
def farm(tmp_path):
    """Tools keep their type; that of beasts only says that they are some."""
    project = a_project(tmp_path, game=KINDS, beasts=RECORDS)
    typed = SCHEMA | {"properties": {**SCHEMA["properties"], "type": {"type": "string"}}}
    put(tmp_path, "schemas/farm/tool.schema.json", json.dumps(typed))
    return project


def told(farm, records):
    put(farm.root, "cards/farm/beasts.yaml", records)
    return [(str(each.source), each.message) for each in load_game(farm, "farm").findings]


def test_each_kind_takes_its_records_with_their_places(farm):
    loaded = load_game(farm, "farm")
    assert loaded.findings == ()
    assert [(card.id, card.kind, card.source.line) for card in loaded.game.cards] == [
        ("goat", "beast", 1),
        ("rake", "tool", 2),
        ("scythe", "tool", 3),
    ]
    assert [card.fields.get("type") for card in loaded.game.cards] == [None, "Gear", "Tool"]


def test_a_record_that_no_kind_takes_is_told_once(farm):
    said = 'no kind takes this record: its type is "Bexst" (did you mean "Beast"?)'
    assert told(farm, RECORDS.replace("Beast", "Bexst")) == [("cards/farm/beasts.yaml:1:32", said)]
    (found,) = told(farm, RECORDS.replace("type: Beast, ", ""))
    assert found == ("cards/farm/beasts.yaml:1:3", "no kind takes this record: it has no type")


def test_what_is_wrong_with_a_record_or_the_file_is_told_once(farm):
    (found,) = told(farm, RECORDS.replace("Cuts.", "7"))
    assert found[0] == "cards/farm/beasts.yaml:3:48"
    (found,) = told(farm, "goat: Goat\n")
    assert found[1] == "a file of records must be a list"


def test_records_in_game_yaml_are_all_of_their_kind(farm):
    game = farm.root / "cards/farm/game.yaml"
    game.write_text(game.read_text().replace("records: beasts.yaml\n", "records: {id: goat, name: Goat}\n"))
    assert any("where" in each.message for each in load_game(farm, "farm").findings)


def test_of_many_records_each_kind_has_its_own_where_they_stand(farm):
    types = ["Beast", "Gear", "Tool"] * 60 + ["Beast"] * 100
    written = [f"- {{id: r-{n}, name: R {n}, type: {type}, text: Eats.}}\n" for n, type in enumerate(types)]
    put(farm.root, "cards/farm/beasts.yaml", "".join(written))
    cards = load_game(farm, "farm").game.cards
    beasts = [n for n, type in enumerate(types) if type == "Beast"]
    tools = [n for n, type in enumerate(types) if type != "Beast"]
    assert [card.id for card in cards] == [f"r-{n}" for n in beasts + tools]
    assert [card.source.line for card in cards] == [n + 1 for n in beasts + tools]
    assert {card.at("text").line for card in cards} == {n + 1 for n in range(len(types))}
    assert [card.fields.get("type") for card in cards] == [None] * len(beasts) + [types[n] for n in tools]
