"""A build examines what it drew, and writes nothing that would print wrong."""

from __future__ import annotations

from pathlib import Path

import pytest
from projects import BEASTS, GAME, a_project

from cardtool.app import options
from cardtool.app.build import BuildResult, build_game
from cardtool.model import Source
from cardtool.project import Project

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("kept")]

GROUND = (
    '<svg style="position:absolute;left:0;top:0;width:69.5mm;height:94.9mm" viewBox="0 0 69.5 94.9">'
    '<path fill="{colour}" d="M{box}Z"/></svg>'
)
WHOLE = "0 0H69.5V94.9H0"
TEXT = '<div style="position:absolute;left:{left}mm;top:40mm;color:{ink}">{{{{ card.name }}}}</div>'
WAIVER = """\
terms: []
waivers:
  - {rule: CT706, card: Goat, reason: The goat hides.}
  - {rule: CT706, card: hen, reason: So does the hen.}
"""
TOO_LONG = """\
terms: []
waivers:
  - {rule: CT701, card: goat, reason: The goat is long-winded.}
  - {rule: CT705, card: goat, reason: And goes on to the edge.}
"""
TWO_KINDS = """\
title: Farm
version: "1.0"
players: {least: 2, most: 4}
style: faces.css
kinds:
  beast: {title: Beast, plural: Beasts, records: beasts.yaml, count: 3,
          width: 63.5mm, height: 88.9mm, front: beast.html}
  hill: {title: Hill, plural: Hills, records: hills.yaml, count: 1,
         width: 63.5mm, height: 88.9mm, front: back.html}
decks:
  farm: {title: The farm deck, kinds: [beast, hill], count: 4}
outputs:
  sheet: a4-9up
"""


def face(colour: str = "#f0e0c0", ink: str = "black", left: float = 12, box: str = WHOLE) -> str:
    return GROUND.format(colour=colour, box=box) + TEXT.format(ink=ink, left=left)


def build(project: Project, **wishes: object) -> BuildResult:
    return build_game(project, "farm", options.BuildOptions(**wishes), jobs=1)  # type: ignore[arg-type]


def found(built: BuildResult) -> set[tuple[str, str, Source]]:
    return {(each.rule.name, each.message.partition(":")[0], each.source) for each in built.findings}


def test_each_card_that_cannot_be_read_is_named_with_its_record(tmp_path: Path) -> None:
    built = build(a_project(tmp_path, beast=face("#ffe800", "#ffffff")))
    assert built.files == ()
    assert found(built) == {
        ("unreadable-text", '"Goat"', Source("cards/farm/beasts.yaml", 1, 3)),
        ("unreadable-text", '"Hen"', Source("cards/farm/beasts.yaml", 4, 3)),
    }


def test_the_last_good_file_stays_when_text_comes_near_the_cut(tmp_path: Path) -> None:
    (file,) = build(a_project(tmp_path, beast=face())).files
    good = file.read_bytes()
    built = build(a_project(tmp_path, beast=face(left=4)))
    assert {each.rule.name for each in built.findings} == {"unsafe-text"}
    assert file.read_bytes() == good


def test_a_back_is_called_by_its_kind(tmp_path: Path) -> None:
    bare = GROUND.format(colour="#204080", box="3 3H66.5V91.9H3")
    (finding,) = build(a_project(tmp_path, beast=face(), back=bare)).findings
    assert finding.rule.name == "bare-bleed"
    assert finding.message.startswith("the back of Beasts: colour ends before the edge")


def test_a_finding_that_is_meant_to_be_can_be_waived(tmp_path: Path) -> None:
    project = a_project(tmp_path, beast=face("#ffe800", "#ffffff"))
    (tmp_path / "cards/farm/glossary.yaml").write_text(WAIVER, encoding="utf-8")
    built = build(project)
    assert built.findings == ()
    assert len(built.files) == 1


@pytest.mark.parametrize("part", [options.Part.SHEETS, options.Part.ALL])
def test_a_text_that_is_meant_not_to_fit_can_be_waived(tmp_path: Path, part: options.Part) -> None:
    many = ", ".join(["Eats **everything**"] * 40)
    project = a_project(tmp_path, beasts=BEASTS.replace("Eats **everything**", many))
    assert {each.rule.code for each in build(project, part=part).findings} == {"CT701"}
    (tmp_path / "cards/farm/glossary.yaml").write_text(TOO_LONG, encoding="utf-8")
    built = build(project, part=part)
    assert built.findings == ()
    assert "cards-a4-9up.pdf" in {file.name for file in built.files}


def test_what_is_waived_on_a_back_does_not_keep_a_box_from_being_made(tmp_path: Path) -> None:
    words = "So many words. " * 40
    text = f'{{% call fit("words", width=40, height=10, size=9) %}}{words}{{% endcall %}}'
    project = a_project(tmp_path, back=GROUND.format(colour="#f0e0c0", box=WHOLE) + text)
    (finding,) = build(project, part=options.Part.BOX).findings
    assert finding.rule.code == "CT701"
    waived = TOO_LONG.replace("card: goat", "text: the back of Beasts")
    (tmp_path / "cards/farm/glossary.yaml").write_text(waived, encoding="utf-8")
    built = build(project, part=options.Part.BOX)
    assert (built.findings, [file.name for file in built.files]) == ((), ["box-farm.pdf"])


def test_kinds_told_apart_by_colour_alone_are_a_warning(tmp_path: Path) -> None:
    red, green = face("#c83232", "white"), face("#3e7b32", "white")
    project = a_project(tmp_path, game=TWO_KINDS, beast=red, back=green)
    hills = BEASTS.partition("- id: hen")[0].replace("goat", "knoll").replace("Goat", "Knoll")
    (tmp_path / "cards/farm/hills.yaml").write_text(hills)
    schema = (tmp_path / "schemas/farm/beast.schema.json").read_text()
    (tmp_path / "schemas/farm/hill.schema.json").write_text(schema)
    built = build(project)
    assert [each.rule.name for each in built.findings] == ["colour-alone"]
    assert built.files


def test_suits_are_compared_within_their_kind(tmp_path: Path) -> None:
    suited = BEASTS.replace("  name: Goat\n", "  name: Goat\n  suit: red\n")
    suited = suited.replace("  name: Hen\n", "  name: Hen\n  suit: green\n")
    ground = face("{{ colour }}", "white")
    template = "{% set colour = {'red': '#c83232', 'green': '#3e7b32'}[card.suit] %}" + ground
    game = GAME.replace("    count: 3\n", "    count: 3\n    groups: {by: suit}\n", 1)
    project = a_project(tmp_path, game=game, beasts=suited, beast=template)
    schema = tmp_path / "schemas/farm/beast.schema.json"
    schema.write_text(schema.read_text().replace('"text": {', '"suit": {"type": "string"}, "text": {'))
    (finding,) = build(project).findings
    assert finding.message.startswith("Beasts of suit red and Beasts of suit green are told apart by colour")
    assert finding.source == Source("cards/farm/beasts.yaml", 7, 9)


def test_a_card_of_several_suits_belongs_to_each_of_them(tmp_path: Path) -> None:
    listed = BEASTS.replace("  name: Goat\n", "  name: Goat\n  suit: [red]\n")
    listed = listed.replace("  name: Hen\n", "  name: Hen\n  suit: [green]\n")
    listed += "- {id: cow, name: Cow, suit: [green], text: Moos.}\n"
    ground = face("{{ {'red': '#c83232', 'green': '#3e7b32'}[card.suit[0]] }}", "white")
    game = GAME.replace("    count: 3\n", "    count: 4\n    groups: {by: suit}\n", 1)
    project = a_project(tmp_path, game=game.replace("count: 3}", "count: 4}"), beasts=listed, beast=ground)
    schema = tmp_path / "schemas/farm/beast.schema.json"
    suits = '"suit": {"type": "array", "items": {"type": "string"}}, "text": {'
    schema.write_text(schema.read_text().replace('"text": {', suits))
    (finding,) = build(project).findings
    assert finding.message.startswith("Beasts of suit red and Beasts of suit green are told apart by colour")
    assert finding.source == Source("cards/farm/beasts.yaml", 7, 10)


def test_findings_do_not_depend_on_the_number_of_workers(tmp_path: Path) -> None:
    project = a_project(tmp_path, beast=face("#ffe800", "#ffffff", left=4))
    one, three = (
        build_game(project, "farm", options.BuildOptions(), jobs=jobs, out=tmp_path / str(jobs))
        for jobs in (1, 3)
    )
    assert one.findings == three.findings != ()


def test_an_unchanged_build_examines_nothing(tmp_path: Path) -> None:
    project = a_project(tmp_path, beast=face())
    build(project)
    again = build(project)
    assert again.unchanged
