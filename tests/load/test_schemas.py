"""What a project's own schemas may say, and how they are kept from doing harm."""

from __future__ import annotations

import json

import pytest
from counting_work import assert_linear, no_hang

from cardtool.errors import ProjectError
from cardtool.load import load_game
from cardtool.load.schemas import Schemas, schema_faults, subschemas
from cardtool.load.yaml_files import read_yaml
from cardtool.project import TOOLKIT, Project

OURS = sorted(
    path.relative_to(TOOLKIT / "schemas").as_posix() for path in (TOOLKIT / "schemas").rglob("*.json")
)


def refused(farm):
    with pytest.raises(ProjectError) as refusal:
        load_game(farm.project, "farm")
    return str(refusal.value)


def with_note(farm, **note):
    farm.schema(properties={**farm.goat_schema["properties"], "note": note})


@pytest.mark.parametrize(
    ("reference", "says"),
    [
        ("http://localhost:9/x", "cannot be referred to"),
        ("file:///etc/passwd", "cannot be referred to"),
        ("//localhost/x", "cannot be referred to"),
        ("/etc/passwd", "cannot be referred to"),
        ("../../../../etc/passwd", "there is no schemas/../"),
        ("#/properties/note", "cannot be referred to"),
        ("../recrod.schema.json", 'did you mean "record.schema.json"'),
        ("../record.schema.json#/$defs/nmae", 'did you mean "name"'),
    ],
)
def test_a_schema_refers_only_to_schemas_of_the_project(farm, reference, says):
    with_note(farm, **{"$ref": reference})
    message = refused(farm)
    assert says in message
    assert message.startswith("schemas/farm/goat.schema.json:")


@pytest.mark.parametrize(
    ("note", "says"),
    [
        ({"type": "string", "maxLenght": 5}, 'did you mean "maxLength"'),
        ({"type": "strnig"}, 'this is no JSON Schema: there is no type "strnig" (did you mean "string"?)'),
        ({"type": "string", "format": "lenght"}, '"lenght" is not a format (did you mean "length"?)'),
        ({"type": "string", "pattern": "(?=a)b"}, "is not a regular expression that can be used"),
        (
            {"type": "string", "pattern": "((a{1000}){1000}){1000}"},
            "is not a regular expression that can be used",
        ),
        ({"multipleOf": 0.01}, '"multipleOf" is not a keyword'),
        ({"patternProperties": {"(a+)+$": True}}, '"patternProperties" is not a keyword'),
        ({"$id": "http://localhost:9/x"}, '"$id" is not a keyword'),
        ({"$dynamicRef": "#x"}, '"$dynamicRef" is not a keyword'),
        ({"x-role": "secret"}, 'x-role must be printed, literal, flavour, art or not-printed, not "secret"'),
    ],
)
def test_a_schema_says_nothing_that_is_not_checked(farm, note, says):
    with_note(farm, **note)
    assert says in refused(farm)


def test_a_schema_has_the_id_of_its_file_or_none(farm):
    farm.schema(**{"$id": "goat.schema.json"})
    assert load_game(farm.project, "farm").findings == ()
    farm.schema(**{"$id": "http://localhost:9/goat.schema.json"})
    assert 'the $id of a schema is the name of its file, "goat.schema.json"' in refused(farm)


def test_kinds_of_a_game_share_definitions_of_its_own(farm):
    shared = {"$id": "common.schema.json", "$defs": {"art": {"type": "string", "x-role": "art"}}}
    farm.write("schemas/farm/common.schema.json", json.dumps(shared))
    with_note(farm, **{"$ref": "common.schema.json#/$defs/art", "description": "A picture."})
    (billy, _) = load_game(farm.project, "farm").game.cards
    assert billy.roles.unread == {"note", "origin"}


def test_the_place_of_a_misspelt_keyword_is_told(farm):
    farm.schema(requird=["id"])
    line = (
        json.dumps({**farm.goat_schema, "requird": ["id"]}, indent=2).split("\n").index('  "requird": [') + 1
    )
    assert refused(farm).startswith(f"schemas/farm/goat.schema.json:{line}:3: ")


@pytest.mark.parametrize(
    "text", ["", "{", "[]", "true", "5", '{"type": "object", "type": "array"}', '{"$schema": "x"}']
)
def test_a_broken_schema_is_told_with_its_place(farm, text):
    farm.write("schemas/farm/goat.schema.json", text)
    assert refused(farm).startswith("schemas/farm/goat.schema.json:1:")


def test_a_schema_cannot_contain_itself(farm):
    loop = {"a": {"$ref": "#/$defs/b"}, "b": {"properties": {"c": {"$ref": "#/$defs/a"}}}}
    farm.schema(
        **{"$defs": loop, "properties": {**farm.goat_schema["properties"], "note": {"$ref": "#/$defs/a"}}}
    )
    assert "this schema refers to itself" in refused(farm)


def test_a_schema_that_grows_without_end_is_refused_at_once(farm):
    laughs = {f"d{n}": {"allOf": [{"$ref": f"#/$defs/d{n + 1}"}] * 9} for n in range(12)}
    laughs["d12"] = {"type": "string"}
    farm.schema(
        **{"$defs": laughs, "properties": {**farm.goat_schema["properties"], "note": {"$ref": "#/$defs/d0"}}}
    )
    with no_hang():
        assert "too large" in refused(farm)


def test_no_pattern_can_hang(farm):
    with_note(farm, type="string", pattern="^(a+)+$")
    farm.goats(f"- {{id: a, name: A, milk: 3, note: {'a' * 50_000}b}}\n")
    with no_hang():
        (found,) = load_game(farm.project, "farm").findings
    assert found.message.startswith("note cannot be")


def test_many_items_are_compared_without_holding_each_against_each(farm):
    with_note(farm, type="array", uniqueItems=True)

    def compare(number):
        items = ", ".join(f"{{x: {n}}}" for n in range(number))
        farm.goats(f"- {{id: a, name: A, milk: 3, note: [{items}, {{x: 1}}]}}\n")
        (found,) = load_game(farm.project, "farm").findings
        assert found.message == f"item {number + 1} of note repeats a mapping (lines of key: value)"

    with no_hang():
        assert_linear(compare, 500)


@pytest.mark.parametrize("name", OURS)
def test_our_schemas_keep_our_own_rules(name):
    assert list(schema_faults(read_yaml(Project(TOOLKIT), TOOLKIT / "schemas" / name))) == []


@pytest.mark.parametrize("name", OURS)
def test_our_schemas_explain_every_key_and_allow_no_other(name):
    waiting = [Schemas(Project(TOOLKIT)).whole(name)]
    while waiting:
        schema = waiting.pop()
        if schema.get("type") == "object" and name != "record.schema.json":
            assert schema.get("unevaluatedProperties", schema.get("additionalProperties")) is not None
        for key, inner in schema.get("properties", {}).items():
            decides_only = inner is False or "const" in inner
            assert decides_only or inner.get("description"), f"{name}: {key} has no description"
        waiting.extend(inner for _, inner in subschemas(schema) if isinstance(inner, dict))
