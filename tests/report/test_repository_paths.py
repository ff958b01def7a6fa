"""Where build servers find what is wrong: files are called from the top of the repository."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from projects import BEASTS, a_project

from cardtool import report
from cardtool.cli import main
from cardtool.finding import Edit, Finding, Rule
from cardtool.model import Source
from cardtool.report import SubjectReport

RULE = Rule("CT999", "test")


def found(file: str) -> Finding:
    source = Source(file, 4, 9)
    return RULE.found(source, "wrong", edit=Edit(source, "a", "b"))


def files(root: Path, *names: str) -> list[tuple[str, str]]:
    (each,) = report.with_repository_paths([SubjectReport("farm", tuple(map(found, names)))], root)
    return [(one.source.file, one.edit.source.file) for one in each.findings if one.edit]


def test_a_project_in_a_folder_of_a_repository_is_found_in_that_folder(tmp_path: Path) -> None:
    (tmp_path / ".git").mkdir()
    name = "games/farm/cards/farm/beasts.yaml"
    assert files(tmp_path / "games" / "farm", "cards/farm/beasts.yaml") == [(name, name)]
    assert files(tmp_path, "cards/farm/beasts.yaml") == [("cards/farm/beasts.yaml",) * 2]


def test_a_worktree_is_a_repository_too(tmp_path: Path) -> None:
    (tmp_path / ".git").write_text("gitdir: elsewhere")
    assert files(tmp_path / "farm", "x.yaml") == [("farm/x.yaml",) * 2]


def test_a_document_is_found_by_its_whole_path_and_stays_where_it_is_elsewhere(tmp_path: Path) -> None:
    (tmp_path / "in" / ".git").mkdir(parents=True)
    inside, outside = str(tmp_path / "in" / "rules.md"), str(tmp_path / "rules.md")
    assert files(tmp_path / "in", inside, outside) == [("rules.md",) * 2, (outside,) * 2]


def test_annotations_and_code_scanning_know_the_folder_of_the_project(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / ".git").mkdir()
    project = a_project(tmp_path / "my games", beasts=BEASTS.replace("name: Hen", "name: Goat"))
    check = ["--project", str(project.root), "check", "--no-layout"]
    assert main([*check, "--format", "github"]) == 1
    assert capsys.readouterr().out.startswith("::error file=my games/cards/farm/beasts.yaml,line=5,col=9,")
    assert main([*check, "--format", "sarif"]) == 1
    (result,) = json.loads(capsys.readouterr().out)["runs"][0]["results"]
    place = result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"]
    assert place == "my%20games/cards/farm/beasts.yaml"
    assert main(check) == 1
    assert capsys.readouterr().out.startswith("cards/farm/beasts.yaml:5:9: error:")


def test_two_documents_of_one_name_are_told_apart(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    for folder in ("first", "second"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "rules.md").write_text("# Rules\n\nShuffle the deck.\n")
    documents = ["--document", "first/rules.md", "--document", "second/rules.md"]
    assert main(["check", *documents]) == 0
    told = [f"{folder}/rules.md: no problems found" for folder in ("first", "second")]
    assert capsys.readouterr().out.splitlines() == told
    assert main(["check", *documents, "--format", "sarif"]) == 0
    ids = [run["automationDetails"]["id"] for run in json.loads(capsys.readouterr().out)["runs"]]
    assert ids == ["cardtool/first/rules.md/", "cardtool/second/rules.md/"]
