"""Files and folders that are there under a slightly wrong name."""

from __future__ import annotations

import pytest

from cardtool.errors import ProjectError, UsageError
from cardtool.load import load_game
from cardtool.project import Project, did_you_mean


def told(farm):
    return [f"{f.source.line}: {f.message}" for f in load_game(farm.project, "farm").findings]


def test_a_folder_of_templates_with_nearly_the_games_name(farm):
    (farm.root / "templates/farm").rename(farm.root / "templates/frarm")
    missing = "as there is no folder templates/farm; rename templates/frarm, if that is it"
    assert told(farm) == [
        f'4: style: there is no template "faces.css", {missing}',
        f'13: front: there is no template "goat.html", {missing}',
        f'14: template: there is no template "back.html", {missing}',
    ]


def test_a_game_without_a_folder_of_templates(farm):
    (farm.root / "templates/farm").rename(farm.root / "elsewhere")
    assert told(farm)[1].endswith('"goat.html", as there is no folder templates/farm; make it')


def test_the_folder_of_another_game_is_not_advised(farm):
    farm.write("cards/farms/game.yaml", "title: x\n")
    (farm.root / "templates/farm").rename(farm.root / "templates/farms")
    assert told(farm)[1].endswith("make it")


def test_a_template_that_is_missing_from_its_folder(farm):
    (farm.root / "templates/farm/goat.html").rename(farm.root / "templates/farm/goats.html")
    assert told(farm) == ['13: front: there is no template "goat.html" (did you mean "goats.html"?)']


@pytest.mark.parametrize(
    ("word", "known", "near"),
    [
        ("back.html", ["box.html"], ""),
        ("ship.html", ["print.html"], ""),
        ("ship.html", ["ships.html", "print.html"], ' (did you mean "ships.html"?)'),
        ("ship.htm", ["ship.html"], ' (did you mean "ship.html"?)'),
        ("prise", ["prize"], ' (did you mean "prize"?)'),
        ("Mr. Smyth", ["Mr. Smith"], ' (did you mean "Mr. Smith"?)'),
    ],
)
def test_names_of_files_are_alike_by_what_stands_before_the_dot(word, known, near):
    assert did_you_mean(word, known) == near


def test_a_game_yml_is_to_be_renamed(farm):
    (farm.root / "cards/farm/game.yaml").rename(farm.root / "cards/farm/game.yml")
    for start in (farm.root, farm.root / "cards/farm"):
        with pytest.raises(ProjectError, match=r"\nrename cards/farm/game\.yml to game\.yaml$"):
            Project.find(start)


def test_one_game_yml_among_others_is_to_be_renamed(farm):
    farm.write("cards/harbour/game.yml", "title: Harbour\n")
    with pytest.raises(UsageError, match=r"rename cards/harbour/game\.yml to game\.yaml$"):
        farm.project.game("harbour")
