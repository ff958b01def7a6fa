"""What a card of Barbarity may say, by the schema of its kind."""

from __future__ import annotations

import json

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st
from law_examples import examples

from cardtool.load import parse_yaml
from cardtool.load.schemas import Schemas, make_validator, project_formats
from cardtool.project import TOOLKIT, Project

PROJECT = Project(TOOLKIT)
CARD = {"id": "x", "name": "X", "origin": "house", "art": {"figure": "flip", "ground": "cave", "sky": "moon"}}
ABILITY = {"cost": "flip", "timing": "actions", "text": "Draw a card."}
RIGHT = {
    "hero": {"flavour": "Ha!", "ability": ABILITY},
    "prize": {"victory_points": 2, "ability": ABILITY},
    "special": {"play": "trap", "text": "End the Adventure."},
    "battle": {"value": 6},
}


FORMATS = project_formats(PROJECT, "barbarity")
SHAPES = {kind: make_validator(Schemas(PROJECT), f"barbarity/{kind}.schema.json", FORMATS) for kind in RIGHT}


def fits(kind, **more):
    record = {**CARD, **RIGHT[kind], **more}
    return SHAPES[kind].fits({key: value for key, value in record.items() if value is not None})


@pytest.mark.parametrize("kind", RIGHT)
def test_a_card_that_is_right(kind):
    assert fits(kind)


@pytest.mark.parametrize(
    ("kind", "more"),
    [
        ("prize", {"ability": None}),
        ("special", {"play": "hoard", "victory_points": 3}),
        ("battle", {"flavour": "Ouch.", "copies": 4}),
        ("hero", {"art": {**CARD["art"], "weather": "crows", "companion": "vp"}}),
        (
            "hero",
            {"art": {**CARD["art"], "pose": {"turn": -30, "scale": 1.5, "mirror": True, "shift": [5, -5]}}},
        ),
    ],
)
def test_what_a_card_may_have(kind, more):
    assert fits(kind, **more)


@pytest.mark.parametrize(
    ("kind", "more"),
    [
        ("hero", {"ability": None}),
        ("hero", {"value": 3}),
        ("hero", {"ability": {**ABILITY, "timing": "sometimes"}}),
        ("prize", {"victory_points": 6}),
        ("prize", {"victory_points": None}),
        ("special", {"play": "hoard"}),
        ("special", {"victory_points": 1}),
        ("special", {"play": "hoard", "victory_points": 4}),
        ("special", {"text": "x" * 2001}),
        ("battle", {"value": 0}),
        ("battle", {"text": "Draw a card."}),
        ("battle", {"origin": None}),
        ("battle", {"origin": "elsewhere"}),
        ("battle", {"flavour": "x" * 1001}),
        ("battle", {"art": None}),
        ("battle", {"art": {**CARD["art"], "figure": "no-such-icon"}}),
        ("battle", {"art": {**CARD["art"], "sky": "night"}}),
        ("battle", {"art": {**CARD["art"], "pose": {"shift": [51, 0]}}}),
        ("battle", {"art": {**CARD["art"], "pose": {"shift": [0]}}}),
        ("battle", {"art": {**CARD["art"], "pose": {"scale": 3}}}),
    ],
)
def test_what_a_card_may_not_have(kind, more):
    assert not fits(kind, **more)


odd = (
    st.none()
    | st.booleans()
    | st.integers(-9, 9)
    | st.just(1.5)
    | st.text("ab Ä٣-", max_size=3)
    | st.just([])
    | st.just({})
)
keys = st.sampled_from(
    ["id", "name", "copies", "art", "play", "text", "victory_points", "ability", "value", "xyz"]
)
words = st.sampled_from(["hoard", "trap", "house", "x", "", "vp"])


@given(
    st.sampled_from(list(RIGHT)), st.dictionaries(keys, odd | words, max_size=3), st.sets(keys, max_size=2)
)
@settings(max_examples=examples(200), deadline=None)
def test_what_does_not_fit_is_explained_and_what_fits_is_not(kind, changed, removed):
    record = {key: value for key, value in {**CARD, **RIGHT[kind], **changed}.items() if key not in removed}
    text = json.dumps(record, ensure_ascii=False)
    document = parse_yaml(text, "f.yaml")
    findings = SHAPES[kind].findings(document)
    assert SHAPES[kind].fits(record) == (not findings)
    assert all(finding.source.line <= text.count("\n") + 1 for finding in findings)


def test_every_record_file_names_the_schema_of_its_kind_for_editors():
    game = yaml.safe_load((PROJECT.cards("barbarity") / "game.yaml").read_text(encoding="utf-8"))
    for kind, declared in game["kinds"].items():
        first = (PROJECT.cards("barbarity") / declared["records"]).read_text(encoding="utf-8").split("\n")[0]
        assert first == f"# yaml-language-server: $schema=../../schemas/barbarity/{kind}.list.schema.json"
