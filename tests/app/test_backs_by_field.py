"""A back for each value of a field is drawn, printed and sent once, however many cards share it."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pypdfium2
import pytest
from projects import GAME, SCHEMA, a_project, put

from cardtool.app import build, options
from cardtool.app.check import check_game
from cardtool.app.export import export_game
from cardtool.load import load_game
from cardtool.project import Project
from cardtool.render import face_jobs

BY_DIET = GAME.replace("back: back.html", "back: {template: back.html, by: diet}").replace(
    "count: 3", "count: 6"
)
BEASTS = """\
- {id: goat, name: Goat, text: Eats., diet: Greens & Hay}
- {id: hen, name: Hen, text: Pecks., diet: grain, copies: 2}
- {id: cow, name: Cow, text: Chews., diet: Greens & Hay, copies: 2}
- {id: cat, name: Cat, text: Hunts., diet: mice}
"""
BACK = '<div class="title">{{ face.group }}</div>'


def a_farm(folder: Path, game: str = BY_DIET, beasts: str = BEASTS) -> Project:
    project = a_project(folder, game=game, beasts=beasts, back=BACK)
    either = {"description": "What it eats.", "type": ["string", "array"], "items": {"type": "string"}}
    schema = {**SCHEMA, "properties": {**SCHEMA["properties"], "diet": either}}  # type: ignore[dict-item]
    put(folder, "schemas/farm/beast.schema.json", json.dumps(schema))
    return project


@pytest.fixture(scope="module")
def farm(tmp_path_factory: pytest.TempPathFactory) -> Project:
    return a_farm(tmp_path_factory.mktemp("farm"))


def messages(project: Project) -> list[str]:
    return [f"{each.source}: {each.message}" for each in check_game(project, "farm", layout=False).findings]


def test_there_is_one_back_for_each_value(farm: Project) -> None:
    game = load_game(farm, "farm").game
    assert game is not None
    assert [job.face.name for job in face_jobs(game)] == [
        "goat-front",
        "beast-greens-hay-back",
        "hen-front",
        "beast-grain-back",
        "cow-front",
        "cat-front",
        "beast-mice-back",
    ]


def test_each_card_has_its_back_behind_it(farm: Project) -> None:
    built = build.build_game(farm, "farm", options.BuildOptions())
    assert built.findings == ()
    (sheet,) = (file for file in built.files if file.suffix == ".pdf")
    document = pypdfium2.PdfDocument(sheet)
    fronts, backs = (page.get_textpage().get_text_bounded() for page in document)
    assert re.findall("Goat|Hen|Cow|Cat", fronts) == ["Goat", "Hen", "Hen", "Cow", "Cow", "Cat"]
    eaten = ["Greens & Hay"] * 3 + ["grain"] * 2 + ["mice"]
    assert sorted(re.findall("Greens & Hay|grain|mice", backs)) == eaten


def test_pictures_and_orders_have_each_back_once(farm: Project) -> None:
    names = {file.name for file in export_game(farm, "farm", "png").files}
    assert {name for name in names if "back" in name} == {
        "beast-greens-hay-back.png",
        "beast-grain-back.png",
        "beast-mice-back.png",
    }
    files = {file.name: file for file in export_game(farm, "farm", "makeplayingcards").files}
    rows = files["checklist.md"].read_text()
    assert re.search(r"\| Cow \| 2 \| .* beast-greens-hay-back|\| Cow .*beast-greens-hay-back", rows)
    backs = files["order.xml"].read_text().partition("<backs>")[2]
    assert re.findall(r"<slots>(.*?)</slots>", backs) == ["1,2", "5"]


def test_a_table_has_a_sheet_of_cards_for_each_back(farm: Project) -> None:
    files = {file.name: file for file in export_game(farm, "farm", "tts").files}
    deck = json.loads(files["farm.json"].read_text())["ObjectStates"][0]
    backs = [Path(sheet["BackURL"]).name for sheet in deck["CustomDeck"].values()]
    assert backs == ["beast-greens-hay-back.png", "beast-grain-back.png", "beast-mice-back.png"]
    assert {"beast-greens-hay-fronts.png", "beast-grain-fronts.png", "beast-mice-fronts.png"} <= files.keys()
    names = [card["Nickname"] for card in deck["ContainedObjects"]]
    assert names == ["Goat", "Hen", "Hen", "Cow", "Cow", "Cat"]


def test_a_record_without_a_value_is_told_at_its_place(tmp_path: Path) -> None:
    beasts = BEASTS.replace(", diet: mice", "").replace("diet: grain", "diet: [grain, bread]")
    assert messages(a_farm(tmp_path, beasts=beasts)) == [
        'cards/farm/beasts.yaml:2:44: the diet of "Hen" is no single value, which says which back it has',
        'cards/farm/beasts.yaml:4:3: "Cat" has no diet, which says which back it has',
    ]


@pytest.mark.parametrize(
    ("right", "expected"),
    [
        ("by: dite", '14:37: records of beast have no field "dite" (did you mean "diet"?)'),
        ("by: diet, per: card", "14:33: by says already that there is a back for each value"),
        ("yb: diet", '14:33: "yb" is not a key that belongs here'),
    ],
)
def test_what_is_wrong_with_such_a_back_is_told(right: str, expected: str, tmp_path: Path) -> None:
    found = messages(a_farm(tmp_path, BY_DIET.replace("by: diet", right)))
    assert found == [f"cards/farm/game.yaml:{expected}"]
