"""Records that are made from another kind's, stand in game.yaml itself, or refer to others; and promises."""

from __future__ import annotations

import json

import pytest

from cardtool.finding import sorted_findings
from cardtool.lint import check_game
from cardtool.load import load_game
from cardtool.model import Amount, Groups, Source
from cardtool.render import face_jobs

GAME = """\
title: Arena
version: "1.0"
players: {least: 2, most: 2}
style: faces.css
kinds:
  hazard:
    title: Hazard
    plural: Hazards
    records: hazards.yaml
    count: 3
    size: poker
    front: card.html
    groups: {by: sort, each: {exactly: 1}}
  tile:
    title: Hazard Tile
    plural: Hazard Tiles
    of: hazard
    copies: 4
    across: 25mm
    shape: circle
    front: tile.html
  hero:
    title: Hero
    plural: Heroes
    records:
      - {id: queen, name: Iron Queen}
      - {id: king, name: Goblin King}
    count: 2
    size: poker
    front: card.html
  dial:
    title: Dial
    plural: Dials
    records: dials.yaml
    count: 2
    one_for_each: hero
    size: poker
    front: card.html
  board:
    title: Board
    plural: Boards
    records: {id: arena, name: The Arena}
    count: 1
    size: poker
    front: card.html
decks:
  hazards: {title: The hazards, kinds: [hazard], count: 3, each: {most: 2}}
outputs: {sheet: a4-9up}
"""

HAZARDS = """\
- {id: catapult, name: Catapult, sort: war, text: Throw it.}
- {id: pikes, name: Hidden Pikes, sort: trap, text: Fall in.}
- {id: flames, name: Relentless Flames, sort: fire, text: Burn.}
"""

DIALS = """\
- {id: dial-1, name: Life of the Queen, hero: queen}
- {id: dial-2, name: Life of the King, hero: king}
"""


def schema(**properties: object) -> str:
    known = {key: {"$ref": f"../record.schema.json#/$defs/{key}"} for key in ("id", "name", "copies")}
    required = ["id", "name"]
    whole = {"type": "object", "required": required, "properties": {**known, **properties}}
    return json.dumps({**whole, "unevaluatedProperties": False})


@pytest.fixture
def arena(farm):
    """A project in which nothing is wrong, with kinds of every provenance."""
    for name in ("card", "tile", "back"):
        farm.write(f"templates/farm/{name}.html", "<p>{{ card.name }}</p>")
    for name in ("cards/farm/goats.yaml", "templates/farm/goat.html"):
        (farm.root / name).unlink()
    farm.write("cards/farm/game.yaml", GAME)
    farm.write("cards/farm/hazards.yaml", HAZARDS)
    farm.write("cards/farm/dials.yaml", DIALS)
    sort = {"type": "string", "enum": ["war", "trap", "fire"]}
    farm.write("schemas/farm/hazard.schema.json", schema(sort=sort, text={"type": "string"}))
    farm.write("schemas/farm/dial.schema.json", schema(hero={"type": "string", "format": "record:hero"}))
    return farm


def found(arena):
    loaded = load_game(arena.project, "farm")
    linted = check_game(loaded.game) if loaded.game else []
    return [
        (str(each.source), each.message, each.fix) for each in sorted_findings([*loaded.findings, *linted])
    ]


def test_a_game_with_kinds_of_every_provenance_is_in_order(arena):
    assert found(arena) == []


def test_a_kind_is_made_from_the_records_of_another(arena):
    game = load_game(arena.project, "farm").game
    tiles = game.cards_of("tile")
    assert [(tile.id, tile.name, tile.copies) for tile in tiles] == [
        ("catapult-tile", "Catapult", 4),
        ("pikes-tile", "Hidden Pikes", 4),
        ("flames-tile", "Relentless Flames", 4),
    ]
    assert tiles[0].fields["sort"] == "war"
    assert tiles[1].source == Source("cards/farm/hazards.yaml", 2, 3)
    assert (game.kind("tile").count, game.copies_of("tile")) == (12, 12)


def test_the_template_of_what_is_made_from_another_sees_all_fields_of_that(arena):
    jobs = face_jobs(load_game(arena.project, "farm").game)
    job = next(job for job in jobs if job.face.card == "pikes-tile")
    assert job.title == 'the Hazard Tile "Hidden Pikes"'
    told = job.variables["card"]
    assert told == {
        "id": "pikes-tile",
        "name": "Hidden Pikes",
        "sort": "trap",
        "text": "Fall in.",
        "copies": 4,
    }


def test_a_declared_count_of_what_is_made_from_another_is_checked(arena):
    arena.change("cards/farm/game.yaml", "    copies: 4\n", "    copies: 4\n    count: 10\n")
    assert found(arena) == [
        (
            "cards/farm/game.yaml:19:12",
            "the game declares 10 Hazard Tiles, the cards come to 12",
            "remove 2 copies, or change the count to 12",
        )
    ]


def test_what_is_wrong_with_a_text_is_told_once_for_all_that_is_made_from_its_record(arena):
    arena.change("cards/farm/hazards.yaml", "Fall in.", "Fall **in.")
    assert [(place, message) for place, message, _ in found(arena)] == [
        (
            "cards/farm/hazards.yaml:2:58",
            'in the text of "Hidden Pikes", "**" is opened and never closed (at "Fall **in.")',
        )
    ]


def test_a_reference_to_a_record_that_is_not_there(arena):
    arena.change("cards/farm/dials.yaml", "hero: queen", "hero: qeen")
    assert found(arena) == [
        (
            "cards/farm/dials.yaml:1:47",
            'hero: there is no record with the id "qeen" in hero (did you mean "queen"?)',
            None,
        )
    ]


def test_a_hero_without_her_dial(arena):
    arena.change("cards/farm/dials.yaml", "- {id: dial-1, name: Life of the Queen, hero: queen}\n", "")
    arena.change(
        "cards/farm/game.yaml", "records: dials.yaml\n    count: 2", "records: dials.yaml\n    count: 1"
    )
    assert found(arena) == [
        (
            "cards/farm/game.yaml:26:9",
            "Iron Queen has no Dial; one for each is promised (cards/farm/game.yaml:36:5)",
            "add a Dial with hero: queen",
        )
    ]


def test_a_reference_by_name_is_told_the_id(arena):
    arena.change("cards/farm/dials.yaml", "hero: queen", "hero: Iron Queen")
    assert found(arena)[0][1] == 'hero: there is no record with the id "Iron Queen" in hero; its id is queen'


def test_a_reference_to_a_kind_nobody_declared_is_told_in_the_schema(arena):
    arena.write("schemas/farm/dial.schema.json", schema(hero={"type": "string", "format": "record:herro"}))
    place, message, _ = next(each for each in found(arena) if each[0].startswith("schemas/"))
    assert place.startswith("schemas/farm/dial.schema.json:1:")
    assert message == 'there is no kind "herro" in game.yaml (did you mean "hero"?)'


def test_references_to_what_could_not_be_read_are_not_judged(arena):
    arena.change("cards/farm/game.yaml", "{id: king, name: Goblin King}", "{id: king}")
    arena.change("cards/farm/dials.yaml", "hero: king", "hero: queen")
    assert ["is missing" in message for _, message, _ in found(arena)] == [True]


def test_records_in_game_yaml_have_their_exact_places(arena):
    arena.change("cards/farm/game.yaml", "{id: arena, name: The Arena}", "{id: Arena, nmae: The Arena}")
    assert [(place, message) for place, message, _ in found(arena)] == [
        ("cards/farm/game.yaml:42:19", 'id cannot be "Arena"'),
        ("cards/farm/game.yaml:42:26", '"nmae" is not a key that belongs here (did you mean "name"?)'),
    ]


def test_records_in_game_yaml_have_what_the_schema_of_their_kind_says(arena):
    arena.write("schemas/farm/hero.schema.json", schema(life={"type": "integer"}))
    arena.change("cards/farm/game.yaml", "name: Iron Queen", "name: Iron Queen, life: 9")
    assert found(arena) == []
    arena.change("cards/farm/game.yaml", "life: 9", "life: nine")
    assert [place for place, *_ in found(arena)] == ["cards/farm/game.yaml:26:45"]


def test_promises_are_what_game_yaml_says(arena):
    game = load_game(arena.project, "farm").game
    place = Source("cards/farm/game.yaml", 13, 24)
    assert game.kind("hazard").groups == Groups("sort", Amount(1, 1, place), ("war", "trap", "fire"))
    assert (game.kind("dial").one_for_each.kind, game.kind("dial").one_for_each.field) == ("hero", "hero")
    assert str(game.decks[0].each) == "at most 2"


def test_a_group_the_schema_lists_and_no_record_is_in_is_missed(arena):
    arena.change("cards/farm/hazards.yaml", "sort: fire", "sort: trap")
    assert [message for _, message, _ in found(arena)] == [
        'sort "fire" has 0 Hazards, and exactly 1 are promised',
        'sort "trap" has 2 Hazards, and exactly 1 are promised: Hidden Pikes, Relentless Flames',
    ]


@pytest.mark.parametrize(
    ("old", "new", "at", "says"),
    [
        ("of: hazard", "of: hazzard", "17:9", 'there is no kind "hazzard" (did you mean "hazard"?)'),
        ("of: hazard", "of: tile", "17:9", "tile cannot be made from itself"),
        (
            "one_for_each: hero",
            "one_for_each: herro",
            "36:19",
            'there is no kind "herro" (did you mean "hero"?)',
        ),
        (
            "    of: hazard\n",
            "    of: hazard\n    records: tiles.yaml\n",
            "18:5",
            '"records" has no place here',
        ),
        ("    of: hazard\n", "", "15:5", '"records" is missing'),
        ("    size: poker\n", "    size: poker\n    copies: 2\n", "12:5", '"copies" has no place here'),
        ("{exactly: 1}", "{exactly: 1, least: 1}", "13:24", "exactly says already what least and most say"),
        ("{exactly: 1}", "{least: 3, most: 2}", "13:24", "the least are more than the most"),
        ("{exactly: 1}", "{}", "13:30", "each has 0 keys; it must have at least 1"),
        (
            "records: {id: arena, name: The Arena}",
            "records: 5",
            "42:14",
            "records must be the name of a file",
        ),
    ],
)
def test_a_provenance_or_a_promise_that_is_wrong(arena, old, new, at, says):
    arena.change("cards/farm/game.yaml", old, new)
    told = [
        (place, message) for place, message, _ in found(arena) if place.startswith("cards/farm/game.yaml")
    ]
    assert any(place == f"cards/farm/game.yaml:{at}" and says in message for place, message in told), told


def test_records_may_be_made_from_what_is_made(arena):
    arena.change("cards/farm/game.yaml", "    one_for_each: hero\n", "    of: tile\n")
    arena.change("cards/farm/game.yaml", "    records: dials.yaml\n", "")
    game = load_game(arena.project, "farm").game
    dials = game.cards_of("dial")
    assert [card.id for card in dials] == [f"{tile.id}-dial" for tile in game.cards_of("tile")]
    assert {card.name for card in dials} == {card.name for card in game.cards_of("hazard")}


def test_two_kinds_cannot_be_made_from_each_other(arena):
    arena.change("cards/farm/game.yaml", "    one_for_each: hero\n", "    of: tile\n")
    arena.change("cards/farm/game.yaml", "    records: dials.yaml\n", "")
    arena.change("cards/farm/game.yaml", "of: hazard", "of: dial")
    assert {message for _, message, _ in found(arena) if "itself" in message} == {
        "dial is itself made from tile",
        "tile is itself made from dial",
    }


def test_groups_may_go_by_a_field_inside_another(arena):
    arena.change("cards/farm/game.yaml", "by: sort", "by: stats.sort")
    for name in ("war", "trap"):
        arena.change("cards/farm/hazards.yaml", f"sort: {name}", f"stats: {{sort: {name}}}")
    arena.change("cards/farm/hazards.yaml", "sort: fire", "stats: {sort: war}")
    sort = {"type": "string", "enum": ["war", "trap", "fire"]}
    stats = {"type": "object", "properties": {"sort": sort}}
    arena.write("schemas/farm/hazard.schema.json", schema(stats=stats, text={"type": "string"}))
    assert [message for _, message, _ in found(arena)] == [
        'stats.sort "fire" has 0 Hazards, and exactly 1 are promised',
        'stats.sort "war" has 2 Hazards, and exactly 1 are promised: Catapult, Relentless Flames',
    ]


def test_what_goes_on_sheets_is_printed_instead_of_nothing(arena):
    arena.change("cards/farm/game.yaml", "    one_for_each: hero\n", "    instead_of: hero\n")
    assert found(arena) == [
        (
            "cards/farm/game.yaml:36:17",
            "dial goes on a print sheet, which is printed whatever is taken instead",
            "say form: mat or form: board of both, and no sheet; or remove instead_of",
        )
    ]


def test_of_two_keys_of_which_one_would_do_both_are_named(arena):
    arena.change("cards/farm/game.yaml", "    count: 3\n    size", "    size")
    ((place, message, fix),) = found(arena)
    assert (place, message) == ("cards/farm/game.yaml:7:5", '"count" or "copies_from" is missing')
    assert fix.startswith("add count: How many there are to be")
