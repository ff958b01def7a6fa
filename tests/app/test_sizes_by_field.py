"""Pieces of one kind may differ in size and shape, by a field of their records."""

from __future__ import annotations

import io
import json
import re
from pathlib import Path

import pikepdf
import pytest
from PIL import Image
from projects import GAME, SCHEMA, a_project, put

from cardtool.app import build, options
from cardtool.app.check import check_game
from cardtool.app.export import export_game
from cardtool.geometry import Size
from cardtool.load import load_game
from cardtool.model import Face, Game, Shape, Side
from cardtool.project import Project

SIZES = (
    "size: {by: bulk, small: token-25, large: {width: 60mm, height: 40mm}, "
    "'6': {shape: hex-flat, across: 30mm}}"
)
KINDS = GAME.replace("width: 63.5mm", SIZES).replace("    height: 88.9mm\n", "").replace("a4-9up", "a4-fill")
BEASTS = """\
- {id: goat, name: Goat, bulk: large}
- {id: hen, name: Hen, bulk: small, copies: 2}
- {id: bee, name: Bee, bulk: 6, copies: 3}
"""
FACE = """\
<div style="position:absolute;left:0;top:0;width:{{ face.width }}mm;height:{{ face.height }}mm"></div>
<div style="position:absolute;left:9mm;top:{{ face.height / 2 - 2 }}mm;font-size:8pt">\
{{ card.name if face.side == "front" else face.size }}</div>
"""


def a_zoo(folder: Path, game: str = KINDS, beasts: str = BEASTS) -> Project:
    project = a_project(
        folder, game=game.replace("count: 3", "count: 6"), beasts=beasts, beast=FACE, back=FACE
    )
    bulk = {"type": ["string", "integer"], "description": "How large it is."}
    fields = {key: value for key, value in SCHEMA["properties"].items() if key != "text"}  # type: ignore[attr-defined]
    schema = {**SCHEMA, "properties": {**fields, "bulk": bulk}, "required": ["id", "name"]}
    put(folder, "schemas/farm/beast.schema.json", json.dumps(schema))
    return project


def loaded(project: Project) -> Game:
    found = load_game(project, "farm")
    assert found.findings == ()
    assert found.game is not None
    return found.game


def messages(project: Project) -> list[str]:
    return [f"{each.source}: {each.message}" for each in check_game(project, "farm", layout=False).findings]


@pytest.fixture(scope="module")
def zoo(tmp_path_factory: pytest.TempPathFactory) -> Project:
    return a_zoo(tmp_path_factory.mktemp("zoo"))


def test_each_record_has_the_size_and_the_shape_of_its_value(zoo: Project) -> None:
    game = loaded(zoo)
    cut = {card.id: game.kind(card.kind).cut_for(card) for card in game.cards}
    assert {id: (kind.outline.shape, kind.size.height) for id, kind in cut.items()} == {
        "goat": (Shape.RECT, 40),
        "hen": (Shape.CIRCLE, 25),
        "bee": (Shape.HEX_FLAT, 30),
    }
    assert game.kind("beast").count == 6
    assert [kind.cut for kind in game.sheet_kinds] == ["small", "large", "6"]


def test_a_back_is_drawn_once_for_each_size(zoo: Project) -> None:
    built = build.build_game(zoo, "farm", options.BuildOptions(part=options.Part.FACES))
    assert built.findings == ()
    (file,) = (file for file in built.files if file.name == "faces.pdf")
    with pikepdf.open(file) as pdf:
        sizes = [tuple(round(float(x) * 25.4 / 72) for x in page.mediabox[2:]) for page in pdf.pages]
    assert sorted(sizes) == sorted([(31, 31), (31, 31), (66, 46), (66, 46), (41, 36), (41, 36)])


def test_all_sizes_go_on_sheets_that_are_filled_each_back_behind_its_front(zoo: Project) -> None:
    built = build.build_game(zoo, "farm", options.BuildOptions())
    assert built.findings == ()
    (file,) = (file for file in built.files if file.suffix == ".pdf")
    with pikepdf.open(file) as pdf:
        assert len(pdf.pages) == 2


def test_a_sheet_with_a_grid_names_the_size_that_does_not_go_on_it(tmp_path: Path) -> None:
    game = KINDS.replace("a4-fill", "a4-9up").replace("height: 40mm", "height: 120mm")
    (found,) = check_game(a_zoo(tmp_path, game), "farm").findings
    assert (found.rule.code, str(found.source)) == ("CT703", "cards/farm/game.yaml:11:39")
    assert found.message.startswith("a 3 × 3 grid of 60 × 120 mm Beasts")


def test_pictures_are_of_the_size_and_the_shape(zoo: Project) -> None:
    files = {file.name: file for file in export_game(zoo, "farm", "png").files}
    assert {
        "goat-front.png",
        "beast-small-back.png",
        "beast-large-back.png",
        "beast-6-back.png",
    } <= files.keys()
    goat, hen = (
        Image.open(io.BytesIO(files[name].read_bytes())) for name in ("goat-front.png", "hen-front.png")
    )
    assert goat.size == (709, 472)
    assert hen.mode == "RGBA"
    assert export_game(zoo, "farm", "contact").files


def test_a_shop_prints_the_sizes_it_has_and_leaves_out_the_rest(tmp_path: Path) -> None:
    game = KINDS.replace("large: {width: 60mm, height: 40mm}", "large: poker")
    done = export_game(a_zoo(tmp_path, game), "farm", "makeplayingcards")
    assert {file.name for file in done.files} >= {"goat-front.png", "beast-large-back.png"}
    assert "hen-front.png" not in {file.name for file in done.files}
    checklist = next(file for file in done.files if file.name == "checklist.md").read_text()
    assert "Beasts of 25 × 25 mm (2)" in checklist
    assert "| Goat | 1 |" in checklist


def test_a_table_has_a_sheet_for_each_size(zoo: Project) -> None:
    files = {file.name for file in export_game(zoo, "farm", "tts").files}
    assert {"beast-small-fronts.png", "beast-large-fronts.png", "beast-6-fronts.png"} <= files


def test_lists_say_the_sizes_of_a_kind(zoo: Project) -> None:
    (file,) = export_game(zoo, "farm", "json").files
    assert json.loads(file.read_text())["kinds"][0]["sizes"]["large"] == {"width": 60, "height": 40}


def test_standees_of_two_footprints_are_two_nets(tmp_path: Path) -> None:
    one, two = "{width: 25mm, height: 40mm}", "{width: 50mm, height: 60mm, foot: 20mm}"
    named = "title: Beast, plural: Beasts, records: beasts.yaml, count: 2, form: standee, front: beast.html"
    beast = f"  beast: {{{named}, size: {{by: bulk, one: {one}, two: {two}}}}}\n"
    game = re.sub(r"  beast:\n(    .*\n)+", beast, KINDS)
    project = a_zoo(tmp_path, game, "- {id: ox, name: Ox, bulk: two}\n- {id: cat, name: Cat, bulk: one}\n")
    made = loaded(project)
    assert made.kind_of(Face("beast", Side.FRONT, "ox", cut="two")).size == Size(50, 160)
    assert made.kind_of(Face("beast", Side.FRONT, "cat", cut="one")).size == Size(25, 104)


def test_a_record_without_a_size_is_told_at_its_place(tmp_path: Path) -> None:
    beasts = BEASTS.replace("bulk: small", "bulk: smal").replace(", bulk: 6", "")
    assert messages(a_zoo(tmp_path, beasts=beasts)) == [
        'cards/farm/beasts.yaml:2:30: no size is for "smal" (did you mean "small"?)',
        'cards/farm/beasts.yaml:3:3: "Bee" has no bulk, which says how large it is',
    ]


@pytest.mark.parametrize(
    ("wrong", "right", "expected"),
    [
        ("by: bulk", "by: bluk", '11:16: records of beast have no field "bluk" (did you mean "bulk"?)'),
        ("token-25", "token-52", '11:29: there is no size "token-52" (did you mean "token-25"?)'),
        (", height: 40mm", "", "11:39: nothing says how large it is: height missing"),
        ("height: 40mm", "hieght: 40mm", '11:60: "hieght" is not a key'),
        (
            "across: 30mm",
            "across: 30mm, holes: [{x: 0mm, y: 1mm, across: 3mm}]",
            "11:120: it leaves the piece",
        ),
        (
            "across: 30mm",
            "across: 30mm, holes: [{x: 3mm, y: 3mm, across: 3mm}]",
            "11:120: a hole lies where the piece is cut off",
        ),
    ],
)
def test_what_is_wrong_with_a_size_is_told_where_it_is_said(
    wrong: str, right: str, expected: str, tmp_path: Path
) -> None:
    found = messages(a_zoo(tmp_path, KINDS.replace(wrong, right)))
    assert any(expected in each for each in found), found
