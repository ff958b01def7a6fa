"""A game read whole: what it comes to, and what is said when a file of it is wrong."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from yaml_cases import cases

from cardtool.errors import ProjectError, UsageError
from cardtool.finding import Severity, sorted_findings
from cardtool.geometry import Size
from cardtool.load import default_game, load_game, records
from cardtool.load.yaml_files import Document
from cardtool.model import CARD, MAT, Engine, FaceDesign, Source, SourceMap
from cardtool.project import TOOLKIT, Project

CASES = cases(__file__, "game_cases.yaml")


def places(loaded, file):
    return [str(finding.source).removeprefix(f"{file}:") for finding in sorted_findings(loaded.findings)]


def test_a_game_is_what_its_files_say(farm):
    game = load_game(farm.project, "farm").game
    assert (game.id, game.title, game.version) == ("farm", "Farm", "1.0")
    assert (game.players.least, game.players.most) == (2, 4)
    assert game.outputs.sheet == "a4-9up"
    goat = game.kind("goat")
    assert (goat.title, goat.plural, goat.count) == ("Goat", "Goats", 3)
    assert (goat.size, goat.bleed, goat.safe) == (Size(63.5, 88.9), 3, 3)
    assert (goat.front, goat.back) == (FaceDesign("goat.html", True), FaceDesign("back.html", True))
    assert goat.count_source == Source("cards/farm/game.yaml", 10, 12)
    assert goat.source == Source("cards/farm/game.yaml", 6, 3)
    assert [(deck.id, deck.kinds, deck.count) for deck in game.decks] == [("farm", ("goat",), 3)]


def test_cards_keep_their_order_their_fields_and_their_places(farm):
    billy, nanny = load_game(farm.project, "farm").game.cards
    assert (billy.id, billy.kind, billy.name, billy.copies) == ("billy", "goat", "Billy", 1)
    assert dict(nanny.fields)["mood"] == "calm"
    assert billy.fields["copies"] == 1
    assert nanny.source == Source("cards/farm/goats.yaml", 5, 3)
    assert nanny.at("milk") == Source("cards/farm/goats.yaml", 10, 9)


VALUES = "\nvalues:\n  milk: {noun: Litre, short: [l]}\n"


def test_a_game_says_what_texts_call_the_numbers_on_its_cards(farm):
    farm.change("cards/farm/game.yaml", "outputs:", f"{VALUES}outputs:")
    (milk,) = load_game(farm.project, "farm").game.values
    assert (milk.field, milk.noun, milk.plural, milk.short) == ("milk", "Litre", "Litres", ("l",))
    assert milk.source == Source("cards/farm/game.yaml", 19, 3)


def test_a_field_that_no_card_can_have_is_told_where_it_is_named(farm):
    farm.change("cards/farm/game.yaml", "outputs:", f"{VALUES.replace('milk', 'mlik')}outputs:")
    farm.change("cards/farm/game.yaml", "    count: 3\n", "    count: 3\n    groups: {by: moood}\n")
    loaded = load_game(farm.project, "farm")
    assert [(each.source.line, each.message) for each in loaded.findings] == [
        (11, 'records of goat have no field "moood" (did you mean "mood"?)'),
        (20, 'no card has a field "mlik" (did you mean "milk"?)'),
    ]
    assert loaded.game is not None


def test_a_card_knows_which_of_its_fields_nobody_reads(farm):
    photo = {"type": "string", "format": "art", "x-role": "art"}
    farm.schema(properties={**farm.goat_schema["properties"], "photo": photo})
    assert {card.roles.unread for card in load_game(farm.project, "farm").game.cards} == {
        frozenset({"origin", "photo"})
    }


def test_the_place_of_a_cell_is_its_name():
    assert str(Source("cards/farm/cards.xlsx", 12, 2, "Heroes")) == "cards/farm/cards.xlsx!Heroes!B12"
    columns = (1, 26, 27, 703)
    assert [Source("a.xlsx", 1, column, "A").cell for column in columns] == ["A1", "Z1", "AA1", "AAA1"]


def test_records_may_come_from_another_sort_of_file(farm, monkeypatch):
    """A reader of a suffix gives rows with their places; schemas, cards and messages are as ever."""
    goats = [{"id": "billy", "name": "Billy", "milk": 3}, {"id": "nanny", "name": "Nanny", "milk": 12}]

    def read_rows(project, path):
        def row(number, record):
            cells = {key: SourceMap(number, column) for column, key in enumerate(record, start=1)}
            return SourceMap(number, 1, children=cells)

        rows = {at: row(at + 2, record) for at, record in enumerate(goats)}
        name = project.name_of(path)
        return Document(name, goats, SourceMap(1, 1, children=rows), (), complete=True, sheet="Goats")

    monkeypatch.setattr(records, "RECORD_READERS", {".yaml": read_rows})
    loaded = load_game(farm.project, "farm")
    assert [str(card.at("name")) for card in loaded.game.cards] == [
        "cards/farm/goats.yaml!Goats!B2",
        "cards/farm/goats.yaml!Goats!B3",
    ]
    (found,) = loaded.findings
    assert (str(found.source), found.message) == (
        "cards/farm/goats.yaml!Goats!C3",
        "milk must be at most 9, not 12",
    )


def test_nobody_can_change_a_card(farm):
    card = load_game(farm.project, "farm").game.cards[0]
    with pytest.raises(TypeError):
        card.fields["name"] = "Other"


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
def test_a_game_yaml_that_is_wrong(farm, case):
    farm.change("cards/farm/game.yaml", case["old"], case["new"])
    loaded = load_game(farm.project, "farm")
    (found,) = sorted_findings(loaded.findings)
    assert str(found.source) == f"cards/farm/game.yaml:{case['at']}"
    assert found.rule.code == case["rule"]
    assert case["says"] in f"{found.message}; {found.fix}"
    assert (loaded.game is not None) == case.get("usable", False)


def test_a_broken_file_does_not_keep_the_others_from_being_checked(farm):
    farm.change("cards/farm/game.yaml", "title: Farm\n", "title: 'Farm\n")
    farm.write("cards/farm/art/credits.yaml", "- [\n")
    farm.goats("- {id: a\n")
    loaded = load_game(farm.project, "farm")
    assert loaded.game is None
    assert {finding.source.file for finding in loaded.findings} == {
        "cards/farm/game.yaml",
        "cards/farm/goats.yaml",
        "cards/farm/art/credits.yaml",
    }


def test_records_are_checked_by_their_schema_even_when_game_yaml_is_wrong(farm):
    farm.change("cards/farm/game.yaml", "count: 3\n", "count: three\n")
    farm.goats("- {id: a, name: A, milk: 30}\n")
    assert places(load_game(farm.project, "farm"), "cards/farm/goats.yaml")[1] == "1:26"


def test_a_file_of_records_that_is_not_there(farm):
    farm.change("cards/farm/game.yaml", "goats.yaml", "gaots.yaml")
    first, second = sorted_findings(load_game(farm.project, "farm").findings)
    assert str(first.source) == "cards/farm/game.yaml:9:14"
    assert first.message == 'there is no file gaots.yaml beside game.yaml (did you mean "goats.yaml"?)'
    assert second.source.file == "cards/farm/goats.yaml"
    assert "is not read" in second.message


def test_a_file_that_is_in_no_game_is_a_warning(farm):
    farm.write("cards/shared/more.yaml", "- {id: a}\n")
    farm.write("cards/more.yaml", "- {id: a}\n")
    farm.write("cards/project.yaml", "default: farm\n")
    farm.write("cards/shared/art/hill.svg", "<svg/>")
    found = load_game(farm.project, "farm").findings
    assert [(each.source.file, each.rule.code, each.severity) for each in found] == [
        ("cards/more.yaml", "CT121", Severity.WARNING),
        ("cards/shared/more.yaml", "CT121", Severity.WARNING),
    ]


def test_a_yml_file_is_pointed_out(farm):
    farm.write("cards/farm/more.yml", "- {id: a}\n")
    (found,) = load_game(farm.project, "farm").findings
    assert (found.source.file, found.fix) == ("cards/farm/more.yml", "name it more.yaml")


def test_a_kind_needs_a_schema_of_its_own(farm):
    (farm.root / "schemas/farm/goat.schema.json").unlink()
    loaded = load_game(farm.project, "farm")
    (found,) = loaded.findings
    assert (str(found.source), found.fix) == (
        "cards/farm/game.yaml:6:3",
        "write schemas/farm/goat.schema.json",
    )


def test_two_kinds_cannot_share_their_records(farm):
    text = (farm.root / "cards/farm/game.yaml").read_text()
    kind = text[text.index("  goat:") : text.index("decks:")]
    farm.change("cards/farm/game.yaml", "decks:", kind.replace("goat:", "kid:", 1) + "decks:")
    farm.write("schemas/farm/kid.schema.json", (farm.root / "schemas/farm/goat.schema.json").read_text())
    (found,) = load_game(farm.project, "farm").findings
    assert found.message == "goats.yaml already holds the records of goat"


def test_records_are_not_kept_in_the_rules(farm):
    farm.change("cards/farm/game.yaml", "goats.yaml", "rules.yaml")
    (farm.root / "cards/farm/goats.yaml").rename(farm.root / "cards/farm/rules.yaml")
    messages = [found.message for found in sorted_findings(load_game(farm.project, "farm").findings)]
    assert "rules.yaml already holds the rules" in messages


def test_mats_need_no_back_and_no_deck_and_may_be_large(farm):
    mat = "  mat: {title: Mat, plural: Mats, records: mats.yaml, count: 1, width: 420mm, height: 297mm, "
    mat += "front: goat.html, form: mat, per_player: 1}\n"
    farm.change("cards/farm/game.yaml", "decks:", mat + "decks:")
    farm.write("schemas/farm/mat.schema.json", '{"type": "object"}')
    farm.write("cards/farm/mats.yaml", "- {id: yard, name: Yard}\n")
    loaded = load_game(farm.project, "farm")
    assert loaded.findings == ()
    goat, mat = loaded.game.kinds
    assert (goat.form, goat.per_player) == (CARD, 0)
    assert (mat.form, mat.per_player, mat.back, mat.size) == (MAT, 1, None, Size(420, 297))
    assert loaded.game.sheet_kinds == (goat,)


def test_a_game_without_cards_needs_no_deck(farm):
    farm.change(
        "cards/farm/game.yaml", "decks:\n  farm: {title: The farm deck, kinds: [goat], count: 3}\n", ""
    )
    loaded = load_game(farm.project, "farm")
    assert loaded.findings == ()
    assert loaded.game.decks == ()


def test_a_game_may_say_what_draws_it(farm):
    assert load_game(farm.project, "farm").game.look.engine is None
    farm.change("cards/farm/game.yaml", "title: Farm\n", "title: Farm\nengine: weasyprint\n")
    assert load_game(farm.project, "farm").game.look.engine is Engine.WEASYPRINT


def test_a_game_that_is_not_there(farm):
    with pytest.raises(UsageError, match='did you mean "farm"'):
        load_game(farm.project, "fram")


def test_the_only_game_is_the_default(farm):
    assert default_game(farm.project) == "farm"


def test_of_several_games_one_is_named_in_the_project(farm):
    farm.write("cards/yard/game.yaml", "title: Yard\n")
    with pytest.raises(UsageError, match="farm, yard"):
        default_game(farm.project)
    farm.write("cards/project.yaml", "default: yard\n")
    assert default_game(farm.project) == "yard"


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("default: fram\n", r'project.yaml:1:10: there is no game "fram" \(did you mean "farm"\?\)'),
        ("defualt: farm\n", r'project.yaml:1:1: "defualt" is not a key .* "default"'),
        ("default: 5\n", r'project.yaml:1:10: default must be text, not 5; quote it: "5"'),
        ("default: [\n", r"project.yaml:\d"),
    ],
)
def test_a_project_yaml_that_is_wrong_cannot_be_used(farm, text, says):
    farm.write("cards/project.yaml", text)
    with pytest.raises(ProjectError, match=says):
        default_game(farm.project)


def test_barbarity_is_in_order():
    project = Project(TOOLKIT)
    assert default_game(project) == "barbarity"
    loaded = load_game(project, "barbarity")
    assert loaded.findings == ()
    assert [kind.count for kind in loaded.game.sheet_kinds] == [5, 35, 30, 50]


def test_reading_imports_nothing_that_draws():
    code = (
        "import sys; from pathlib import Path; from cardtool.load import load_game; "
        "from cardtool.project import Project, TOOLKIT; load_game(Project(TOOLKIT), 'barbarity'); "
        "heavy = {'jinja2', 'plutoprint', 'pikepdf', 'openpyxl', 'weasyprint', 'fontTools', 'jsonschema'}; "
        "print(*heavy & set(sys.modules))"
    )
    path = {"PYTHONPATH": str(Path(sys.modules["cardtool"].__file__).parents[1])}
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, env=path)
    assert run.stdout.strip() == ""


def test_a_kind_that_was_renamed_is_told_of_its_schema(farm):
    farm.change("cards/farm/game.yaml", "  goat:\n", "  kid:\n")
    (found,) = (each for each in load_game(farm.project, "farm").findings if "nothing says" in each.message)
    assert found.fix == (
        "if goat was renamed, call schemas/farm/goat.schema.json kid.schema.json, too; "
        "else write schemas/farm/kid.schema.json"
    )
