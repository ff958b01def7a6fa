"""Rows of a spreadsheet are records: which rows are whose, which column is which field, what a cell means."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from openpyxl import Workbook
from projects import put

from cardtool.app.check import load_and_lint
from cardtool.load import load_game
from cardtool.load.table_records import made_id
from cardtool.model import Game
from cardtool.project import Project

GAME = """\
title: Harbour
version: "1.0"
players: {{least: 2, most: 4}}
style: faces.css
kinds:
  keeper:
    {{title: Keeper, plural: Keepers, records: {file}, where: {{Type: Keeper}}, size: poker,
      front: face.html{keeper}}}
  goal:
    {{title: Goal, plural: Goals, records: {file}, where: {{Type: [Goal, Aim]}}, size: poker,
      front: face.html}}
decks: {{all: {{title: All, kinds: [keeper, goal], count: 4}}}}
outputs: {{sheet: a4-9up}}
"""
KEEPER = {
    "strength": {"type": "integer"},
    "weight": {"type": "number"},
    "wild": {"type": "boolean"},
    "class": {"enum": ["saints-curse", "relic"]},
    "traits": {"type": "array", "items": {"type": "string"}},
    "code": {"type": "string"},
    "ability": {"type": "object", "properties": {"cost": {"type": "integer"}, "text": {"type": "string"}}},
}


def harbour(folder: Path, table: str, file: str = "cards.csv", keeper: str = "") -> Project:
    put(folder, "cards/harbour/game.yaml", GAME.format(file=file, keeper=keeper))
    if file == "cards.csv":
        put(folder, "cards/harbour/cards.csv", table)
    put(folder, "templates/harbour/face.html", "<p>{{ card.name }}</p>")
    put(folder, "templates/harbour/faces.css", ".face{font-family:Alegreya}")
    return Project.find(folder)


def test_without_a_schema_a_column_can_be_named_as_a_field(tmp_path: Path) -> None:
    table = "Id,Name,Type,Family\na,Ann,Keeper,coin\nb,Bob,Keeper,spice\nc,Cid,Goal,\nd,Dan,Aim,\n"
    back = ", back: {{template: face.html, by: {}}}"
    assert loaded(harbour(tmp_path, table, keeper=back.format("family")))[1] == []
    (told,) = loaded(harbour(tmp_path, table, keeper=back.format("famly")))[1]
    assert told.endswith('records of keeper have no field "famly" (did you mean "family"?)')


def with_schema(folder: Path) -> None:
    plain: dict[str, Any] = {name: {} for name in ("id", "name", "copies")}
    schema = {"type": "object", "properties": {**plain, **KEEPER}, "unevaluatedProperties": False}
    put(folder, "schemas/harbour/keeper.schema.json", json.dumps(schema))


def loaded(project: Project) -> tuple[Game, list[str]]:
    found = load_game(project, "harbour")
    assert found.game is not None, found.findings
    return found.game, [f"{each.source}: {each.message}" for each in found.findings]


def test_one_table_feeds_several_kinds(tmp_path: Path) -> None:
    table = "Type,Name,Qty,Points\nKeeper,Goat,2,\nGoal,The Barn,,4\nAim,Stable,1,5\n"
    game, told = loaded(harbour(tmp_path, table))
    assert told == []
    assert [(card.kind, card.id, card.name, card.copies) for card in game.cards] == [
        ("keeper", "goat", "Goat", 2),
        ("goal", "the-barn", "The Barn", 1),
        ("goal", "stable", "Stable", 1),
    ]
    assert game.cards[1].fields["points"] == 4
    assert str(game.cards[1].at("points")) == "cards/harbour/cards.csv:3:16"
    assert [kind.count for kind in game.kinds] == [2, 2]


@pytest.mark.parametrize(
    ("table", "message"),
    [("", "the table is empty"), ("Type,Name\n", "the table has no rows below its headings")],
)
def test_a_table_without_cards_is_told_and_nothing_that_follows_from_it(
    tmp_path: Path, table: str, message: str
) -> None:
    project = harbour(tmp_path, table)
    found = load_and_lint(project, "harbour").findings
    assert [f"{each.source}: {each.message}" for each in found] == [f"cards/harbour/cards.csv:1:1: {message}"]


@pytest.mark.parametrize(
    ("column", "cell", "field", "value"),
    [
        ("Strength", "3", "strength", 3),
        ("Weight", '"1,5"', "weight", 1.5),
        ("Wild", "x", "wild", True),
        ("Wild", "No", "wild", False),
        ("class", "Saint's Curse", "class", "saints-curse"),
        ("Traits", "big; hairy", "traits", ("big", "hairy")),
        ("Code", "007", "code", "007"),
    ],
)
def test_a_cell_means_what_its_schema_wants(
    tmp_path: Path, column: str, cell: str, field: str, value: object
) -> None:
    with_schema(tmp_path)
    game, told = loaded(harbour(tmp_path, f"Type,Name,{column}\nKeeper,Goat,{cell}\n"))
    assert told == []
    assert game.cards[0].fields[field] == value


def test_a_column_is_the_field_that_the_game_says(tmp_path: Path) -> None:
    with_schema(tmp_path)
    project = harbour(
        tmp_path, "Type,Title,Price\nKeeper,Goat,3\n", keeper=", columns: {Title: name, Price: ability.cost}"
    )
    game, told = loaded(project)
    assert told == []
    assert game.cards[0].fields["ability"] == {"cost": 3}
    assert str(game.cards[0].at("ability", "cost")) == "cards/harbour/cards.csv:2:13"


def test_a_nested_field_has_a_column_of_both_its_names(tmp_path: Path) -> None:
    with_schema(tmp_path)
    game, told = loaded(harbour(tmp_path, "Type,Name,Ability Cost\nKeeper,Goat,3\n"))
    assert (told, game.cards[0].fields["ability"]) == ([], {"cost": 3})


@pytest.mark.parametrize(
    ("table", "told"),
    [
        (
            "Type,Name\nKeepr,Goat\n",
            'csv:2:1: no kind takes this row: Type is "Keepr" (did you mean "Keeper"?)',
        ),
        ("Type,Name\n,Goat\n", "csv:2:2: no kind takes this row: Type is empty"),
        (
            "Type,Name,Strenght\nKeeper,Goat,3\n",
            'csv:1:11: no field is called as column "Strenght" (did you mean "strength"?)',
        ),
        ("Type,Name,Name\nKeeper,Goat,Hen\n", 'csv:1:11: a second column is called "Name"'),
        (
            "Type,Name,Strength\nKeeper,Goat,many\n",
            'csv:2:13: strength must be a whole number, not "many"',
        ),
        ("Kind,Name\nKeeper,Goat\n", 'game.yaml:6:3: cards/harbour/cards.csv has no column "Type"'),
    ],
)
def test_what_is_wrong_with_a_table_is_told_at_its_place(tmp_path: Path, table: str, told: str) -> None:
    with_schema(tmp_path)
    schema = {"type": "object", "properties": {name: {} for name in ("id", "name", "copies")}}
    put(tmp_path, "schemas/harbour/goal.schema.json", json.dumps(schema))
    _, found = loaded(harbour(tmp_path, table))
    assert f"cards/harbour/{'cards.' if told.startswith('csv') else ''}{told}" in found


def test_a_first_heading_that_is_empty_is_told(tmp_path: Path) -> None:
    with_schema(tmp_path)
    _, found = loaded(harbour(tmp_path, ",Name\nKeeper,Goat\n"))
    assert 'cards/harbour/game.yaml:6:3: cards/harbour/cards.csv has no column "Type"' in found
    assert "cards/harbour/cards.csv:2:1: no heading stands above this cell" in found


def test_a_cell_that_is_another_kinds_business_is_told(tmp_path: Path) -> None:
    with_schema(tmp_path)
    schema = {"type": "object", "properties": {name: {} for name in ("id", "name", "copies")}}
    put(tmp_path, "schemas/harbour/goal.schema.json", json.dumps(schema))
    _, told = loaded(harbour(tmp_path, "Type,Name,Strength\nGoal,Barn,3\n"))
    assert told == ['cards/harbour/cards.csv:2:11: a record of goal has no field for column "Strength"']


def test_columns_for_notes_are_not_read(tmp_path: Path) -> None:
    with_schema(tmp_path)
    game, told = loaded(harbour(tmp_path, "Type,Name,# Ask,# Ask\nKeeper,Goat,Ann?,\n"))
    assert (told, sorted(game.cards[0].fields)) == ([], ["copies", "id", "name"])


def test_a_sheet_of_a_workbook_is_read_in_the_same_way(tmp_path: Path) -> None:
    with_schema(tmp_path)
    project = harbour(tmp_path, "", file='"cards.xlsx#All cards"')
    book = Workbook()
    sheet = book.create_sheet("All cards")
    for row in (("Type", "Name", "Strength", "Code"), ("Keeper", "Goat", 3, 7), ("Keeper", "Hen", "x", None)):
        sheet.append(row)
    book.save(tmp_path / "cards/harbour/cards.xlsx")
    game, told = loaded(project)
    assert (game.cards[0].fields["strength"], game.cards[0].fields["code"]) == (3, "7")
    assert told == ['cards/harbour/cards.xlsx!All cards!C3: strength must be a whole number, not "x"']


def test_kinds_without_where_do_not_share_a_table(tmp_path: Path) -> None:
    project = harbour(tmp_path, "Name\nGoat\n")
    game = tmp_path / "cards/harbour/game.yaml"
    text = game.read_text(encoding="utf-8").replace("where: {Type: Keeper}, ", "")
    game.write_text(text.replace("where: {Type: [Goal, Aim]}, ", ""), encoding="utf-8")
    (fault,) = (each for each in load_game(project, "harbour").findings if "already holds" in each.message)
    assert fault.fix == "give each kind its own file, or records of it by where"


def test_a_row_without_a_name_is_one_mistake(tmp_path: Path) -> None:
    project = harbour(tmp_path, "Type,Name,Points\nKeeper,Goat,\nKeeper,,3\n")
    (fault,) = (each for each in load_game(project, "harbour").findings if each.source.line == 3)
    assert fault.message == "this row has no name"


@pytest.mark.parametrize("said", ["3", "3x", "x3", "X 3", "3 ×"])
def test_copies_may_be_written_as_players_do(tmp_path: Path, said: str) -> None:
    project = harbour(tmp_path, f"Type,Name,Qty\nKeeper,Goat,{said}\n")
    (goat,) = load_game(project, "harbour").game.cards
    assert goat.copies == 3


@pytest.mark.parametrize(
    ("name", "id"),
    [
        ("Goblin King", "goblin-king"),
        ("Crom's Knackers!", "croms-knackers"),
        ("Café", "cafe"),
        ("Øl & Brød", "ol-brod"),
        ("Жук и Пчела", "zhuk-i-pchela"),
        ("やぎ", "yagi"),
        ("🐐 Goat", "goat"),
        ("goat " * 20, f"{'goat-' * 11}26ce168a"),  # of 64 letters at most, and its own
    ],
)
def test_an_id_is_made_of_a_name(name: str, id: str) -> None:
    assert made_id(name) == id
