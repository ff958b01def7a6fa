"""`--all`: every game has its turn, whatever is wrong with another, and each that fails is named."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import yaml
from projects import BEASTS, a_project, another_game

from cardtool.cli import main

pytestmark = pytest.mark.usefixtures("kept")

HOOKS = Path(__file__).parents[2] / ".pre-commit-hooks.yaml"
BROKEN = '<img src="file:///etc/hostname">'


@pytest.fixture
def games(tmp_path: Path) -> Path:
    """Three games: one whose template may not be used, one with a mistake in its cards, one without."""
    a_project(tmp_path, beast=BROKEN)
    another_game(tmp_path, "garden", beasts=BEASTS.replace("copies: 2", "copies: 4"))
    another_game(tmp_path, "hill")
    return tmp_path


def run(folder: Path, *words: str) -> int:
    return main(["--project", str(folder), *words])


@pytest.mark.parametrize(
    ("words", "file"),
    [
        (("build", "--jobs", "1"), "cards-a4-9up.pdf"),
        (("export", "png", "--jobs", "1"), "faces/hen-front.png"),
    ],
)
def test_a_game_that_fails_is_named_and_the_next_is_made(
    games: Path, words: tuple[str, ...], file: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(games, *words, "--all") == 4
    said = capsys.readouterr()
    assert "farm: error: templates/farm/beast.html: may not load file:///etc/hostname" in said.err
    assert "garden: 2 errors" in said.out
    assert said.err.endswith("cardtool: 2 of 3 games failed: farm, garden\n")
    assert [each.name for each in sorted((games / "output").glob(f"*/{file}"))] == [Path(file).name]
    assert (games / "output/hill" / file).is_file()


def test_games_without_a_fault_end_well(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    a_project(tmp_path)
    another_game(tmp_path, "hill")
    assert run(tmp_path, "export", "csv", "--all") == 0
    assert capsys.readouterr().err == ("wrote output/farm/cards.csv\nwrote output/hill/cards.csv\n")


def test_a_check_tells_of_every_game_that_it_can(games: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(games, "check", "--all", "--format", "sarif", "--jobs", "1") == 4
    said = capsys.readouterr()
    runs = json.loads(said.out)["runs"]
    assert [each["automationDetails"]["id"] for each in runs] == [
        "cardtool/farm/",
        "cardtool/garden/",
        "cardtool/hill/",
    ]
    assert "farm: error: templates/farm/beast.html" in said.err


@pytest.mark.parametrize(
    ("format", "says"),
    [
        ("json", '"message": "may not load file:///etc/hostname'),
        ("sarif", '"text": "may not load file:///etc/hostname'),
        ("junit", 'message="may not load file:///etc/hostname'),
        (
            "github",
            "::error file=templates/farm/beast.html,line=1,col=1,title=CT125 unusable-project::may not",
        ),
    ],
)
def test_what_stops_a_check_is_in_every_report_for_programs(
    games: Path, format: str, says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    for wish in ((), ("--select", "8xx")):
        assert run(games, "check", "farm", "--format", format, "--jobs", "1", *wish) == 4
        assert says in capsys.readouterr().out
    assert run(games, "check", "farm", "--jobs", "1") == 4
    assert capsys.readouterr().out == ""


def test_json_of_all_games_is_a_list(games: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(games, "check", "hill", "--no-layout", "--format", "json") == 0
    one = json.loads(capsys.readouterr().out)
    assert run(games, "check", "--all", "--no-layout", "--format", "json") == 1
    found = json.loads(capsys.readouterr().out)
    assert (found["tool"], found["version"]) == (one["tool"], one["version"])
    assert [each["game"] for each in found["games"]] == ["farm", "garden", "hill"]
    assert found["games"][2] == {key: one[key] for key in ("game", "findings", "summary")}


@pytest.mark.parametrize(
    "hook", yaml.safe_load(HOOKS.read_text(encoding="utf-8")), ids=lambda each: each["id"]
)
def test_a_hook_can_be_told_in_which_folder_the_project_is(
    hook: dict[str, Any], games: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(games.parent)
    assert hook["entry"] == "cardtool"
    assert hook["always_run"], "what is deleted is no file that a hook is given"
    assert run(games, *hook["args"], "--no-layout") == 1


def test_the_game_of_the_current_folder_is_meant(
    games: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(games / "cards" / "hill")
    assert main(["check", "--no-layout"]) == 0
    assert capsys.readouterr().out == "hill: no problems found\n"
    monkeypatch.chdir(games / "cards")
    assert main(["check", "--no-layout"]) == 2


def test_one_game_that_fails_ends_as_it_always_did(games: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(games, "build", "farm") == 4
    assert capsys.readouterr().err.startswith("cardtool: error: templates/farm/beast.html: may not load")


def test_all_games_go_to_folders_of_their_own(games: Path) -> None:
    assert run(games, "export", "csv", "--all", "--out", str(games / "list.csv")) == 2


def test_all_of_a_game_is_its_box_too(tmp_path: Path) -> None:
    another_game(tmp_path, "hill")
    assert run(tmp_path, "build", "all", "--jobs", "1") == 0
    built = {file.name for file in (tmp_path / "output/hill").iterdir()}
    assert {"cards-a4-9up.pdf", "print-and-play.pdf", "box-farm.pdf"} <= built


def test_some_cards_are_put_in_no_box(tmp_path: Path) -> None:
    another_game(tmp_path, "hill")
    assert run(tmp_path, "build", "all", "--cards", "hen", "--jobs", "1") == 0
    assert not list((tmp_path / "output/hill").glob("box-*"))


def test_a_game_of_mats_has_no_box_and_is_built(tmp_path: Path) -> None:
    a_project(tmp_path)
    game = tmp_path / "cards/farm/game.yaml"
    declared, _, _ = game.read_text(encoding="utf-8").partition("decks:")
    of_mats = declared.replace("    count: 3", "    count: 3\n    form: mat")
    game.write_text(of_mats + "outputs: {sheet: a4-9up}\n", encoding="utf-8")
    assert run(tmp_path, "build", "all", "--jobs", "1") == 0
    assert not list((tmp_path / "output/farm").glob("box-*"))
