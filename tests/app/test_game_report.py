"""What was found of a game is remembered, until something changes that it came from."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import NoReturn

import pytest
from projects import BEASTS, a_project, put

from cardtool import lint
from cardtool.app import game_report
from cardtool.app.build import build_game
from cardtool.app.check import Checked
from cardtool.app.game_report import GameReport, report_on_game
from cardtool.app.options import BuildOptions, Part
from cardtool.finding import Rule, Severity
from cardtool.lint import TAKES_TOO_LONG
from cardtool.load.file_rules import UNUSABLE
from cardtool.model import Source
from cardtool.project import Project, cache_folder
from cardtool.render.layout_rules import FACE_RULES

TWICE = "# Farm\n\nFeed the the [[Goat]].\n"  # a warning


@pytest.fixture
def farm(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Project:
    monkeypatch.setenv("CARDTOOL_CACHE", str(tmp_path / "cache"))
    project = a_project(tmp_path / "project")
    put(project.root, "cards/farm/rulebook.md", TWICE)
    return project


def report(farm: Project) -> GameReport:
    return report_on_game(farm, "farm", layout=False)


def codes(report: GameReport) -> list[str]:
    return [each.rule.code for each in report.findings]


def forbid_checking(monkeypatch: pytest.MonkeyPatch) -> None:
    def check_game(*_: object, **__: object) -> NoReturn:
        raise RuntimeError("checked again")

    monkeypatch.setattr(game_report, "check_game", check_game)


def test_nothing_changed_so_nothing_is_checked(farm: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    first = report(farm)
    forbid_checking(monkeypatch)
    assert codes(first) == ["CT602"]
    assert report(farm) == first


@pytest.mark.parametrize(
    "file", ["cards/farm/beasts.yaml", "templates/farm/beast.html", "cards/farm/new.txt"]
)
def test_a_changed_file_is_looked_at(farm: Project, file: str, monkeypatch: pytest.MonkeyPatch) -> None:
    report(farm)
    path = farm.root / file
    put(farm.root, file, (path.read_text(encoding="utf-8") if path.exists() else "") + "\n")
    forbid_checking(monkeypatch)
    with pytest.raises(RuntimeError, match="checked again"):
        report(farm)


@pytest.mark.parametrize(
    ("wrong", "code"),
    [
        (BEASTS.replace("copies: 2", "copies: 3"), "CT201"),
        (BEASTS.replace("copies: 2", "copies: many"), "CT103"),
        (f"{BEASTS}- [", "CT101"),
    ],
)
def test_errors_of_the_data_are_known_until_it_changes(
    farm: Project, wrong: str, code: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    put(farm.root, "cards/farm/beasts.yaml", wrong)
    first = report(farm)
    assert code in codes(first)
    with monkeypatch.context() as patch:
        forbid_checking(patch)
        assert report(farm) == first
    put(farm.root, "cards/farm/beasts.yaml", BEASTS)
    assert codes(report(farm)) == ["CT602"]


@pytest.mark.parametrize("rule", [TAKES_TOO_LONG, UNUSABLE, FACE_RULES[0]])
def test_errors_that_may_be_gone_are_looked_for_each_time(
    farm: Project, rule: Rule, monkeypatch: pytest.MonkeyPatch
) -> None:
    error = replace(rule, severity=Severity.ERROR).found(Source("cards/farm/game.yaml"), "something is wrong")
    with monkeypatch.context() as patch:
        patch.setattr(game_report, "check_game", lambda *_, **__: Checked(None, (error,)))
        assert codes(report(farm)) == [rule.code]
    assert codes(report(farm)) == ["CT602"]


def test_misspellings_that_were_not_looked_for_are_looked_for_again(
    farm: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    spelling = next(each for each in lint.RULES if each.code == "CT607")
    told = Rule("CT607", spelling.name, Severity.WARNING).found(
        Source("cards/farm/game.yaml"), f"{lint.NOT_LOOKED_FOR}: typos took too long"
    )
    with monkeypatch.context() as patch:
        patch.setattr(game_report, "check_game", lambda *_, **__: Checked(None, (told,)))
        assert codes(report(farm)) == ["CT607"]
    assert codes(report(farm)) == ["CT602"]


def test_a_damaged_report_is_none(farm: Project) -> None:
    first = report(farm)
    (entry,) = (cache_folder() / "checked").iterdir()
    entry.write_bytes(entry.read_bytes()[:-1] + b"]")
    assert report(farm) == first


def test_one_game_does_not_have_the_report_of_another(farm: Project, tmp_path: Path) -> None:
    report(farm)
    other = a_project(tmp_path / "other")
    assert codes(report_on_game(other, "farm", layout=False)) == []


def test_with_printing_a_sound_game_is_as_clean_as_its_build(farm: Project) -> None:
    told = report_on_game(farm, "farm", printing=True, jobs=1)
    built = build_game(farm, "farm", BuildOptions(part=Part.ALL), jobs=1)
    assert told.findings == built.findings
    assert sorted(path.name for path in farm.output("farm").iterdir() if path.suffix == ".json") == [
        "build.json",
        "fit-report.json",
    ]
