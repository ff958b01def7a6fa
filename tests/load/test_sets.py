"""Sets of game.yaml: which records are in which, and what may be wrong with them."""

from __future__ import annotations

import json

import pytest
from projects import BEASTS, GAME, SCHEMA, a_project, put

from cardtool.app.check import load_and_lint
from cardtool.app.export import export_game
from cardtool.app.selection import Selection
from cardtool.load import load_game
from cardtool.render import face_jobs

SETS = """\
sets:
  base: {title: Farm, count: 2}
  storms: {title: Storms, symbol: flip, counts: {beast: 1}}
"""
WITH_SET = SCHEMA | {
    "properties": {**SCHEMA["properties"], "set": {"$ref": "../record.schema.json#/$defs/set"}}
}


@pytest.fixture
def farm(tmp_path):
    """A goat of the expansion, and two hens that say nothing."""
    beasts = BEASTS.replace("name: Goat\n", "name: Goat\n  set: storms\n")
    project = a_project(tmp_path, game=GAME.replace("kinds:\n", f"{SETS}kinds:\n"), beasts=beasts)
    put(tmp_path, "schemas/farm/beast.schema.json", json.dumps(WITH_SET))
    return project


def changed(project, name, old, new):
    file = project.root / name
    file.write_text(file.read_text("utf-8").replace(old, new), "utf-8")
    return [finding.message for finding in load_and_lint(project, "farm").findings]


def test_a_record_is_in_the_set_it_names_or_else_in_the_first(farm):
    loaded = load_game(farm, "farm")
    assert loaded.findings == ()
    assert {card.id: card.value("set") for card in loaded.game.cards} == {"goat": "storms", "hen": "base"}
    assert dict(loaded.game.counts) == {"base": 2, "storms": 1, "farm": 3, "beast": 3}


def test_a_kind_may_name_the_set_of_its_records(farm):
    assert changed(farm, "cards/farm/game.yaml", "    count: 3", "    set: storms\n    count: 3") == [
        "Farm declares 2 cards, the cards come to 0",
        "Storms declares 1 Beast, the cards come to 3",
    ]


def test_templates_are_told_the_set_and_shared_backs_are_not(farm):
    jobs = {job.face.card: job.variables for job in face_jobs(load_game(farm, "farm").game)}
    assert jobs["goat"]["set"] == {"id": "storms", "title": "Storms", "symbol": "flip"}
    assert "set" not in jobs[None]


def test_lists_carry_the_set_and_hold_one_alone(farm):
    (file,) = export_game(farm, "farm", "json", selection=Selection(sets=("base",))).files
    assert file.name == "cards-set-base.json"
    told = json.loads(file.read_text("utf-8"))
    assert [(card["id"], card["set"]) for card in told["cards"]] == [("hen", "base")]
    assert told["sets"] == [{"id": "base", "title": "Farm", "symbol": "", "count": 2}]


@pytest.mark.parametrize(
    ("name", "old", "new", "said"),
    [
        ("beasts.yaml", "storms", "stroms", 'there is no set "stroms" in game.yaml (did you mean "storms"?)'),
        ("game.yaml", "{beast: 1}", "{baest: 1}", 'there is no kind "baest" (did you mean "beast"?)'),
        (
            "game.yaml",
            "    count: 3\n",
            "    count: 3\n    set: bsae\n",
            'there is no set "bsae" (did you mean "base"?)',
        ),
        ("game.yaml", "symbol: flip", "symbol: flop", "there is no icon"),
        ("game.yaml", SETS, "", 'there is no set "storms" in game.yaml; game.yaml has no sets'),
    ],
)
def test_what_is_not_there_is_told(farm, name, old, new, said):
    assert any(said in message for message in changed(farm, f"cards/farm/{name}", old, new))
