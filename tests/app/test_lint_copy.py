"""A game is judged by a copy of the process that builds or checks it, and told as if one had judged it."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from projects import BEASTS, a_project, put

from cardtool.app import check, lint_copy
from cardtool.app.build import BuildResult, build_game
from cardtool.app.options import BuildOptions
from cardtool.errors import TemplateError
from cardtool.project import Project
from cardtool.render import RenderPool

HERE = os.getpid()
pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="no process is copied here")


@pytest.fixture(autouse=True)
def a_copy(monkeypatch: pytest.MonkeyPatch) -> None:
    """No thread of another test is in the way."""
    monkeypatch.setattr(lint_copy, "can_copy", lambda: True)


def build(project: Project, jobs: int = 2) -> BuildResult:
    return build_game(project, "farm", BuildOptions(), jobs=jobs)


def a_farm(folder: Path, text: str = "Lays an egg.") -> Project:
    project = a_project(folder)
    put(project.root, "cards/farm/beasts.yaml", BEASTS.replace("Lays an egg.", text))
    return project


def messages(result: BuildResult) -> list[str]:
    return [str(each) for each in result.findings]


def where_judged(monkeypatch: pytest.MonkeyPatch, meanwhile: Callable[[], Any] = list) -> list[str]:
    """Note here when this process judges; `meanwhile` is done in each that does."""
    seen: list[str] = []

    def noting(*asked: Any, **more: Any) -> check.Checked:
        seen.append("here")
        meanwhile()
        return check.with_lint(*asked, **more)

    monkeypatch.setattr(lint_copy, "with_lint", noting)
    return seen


def test_a_copy_tells_what_one_process_tells(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    alone = build(a_farm(tmp_path / "alone", "Lays an an egg."), jobs=1)
    seen = where_judged(monkeypatch)
    beside = build(a_farm(tmp_path / "beside", "Lays an an egg."))
    assert seen == [], "it was judged elsewhere"
    assert messages(beside) == messages(alone)
    assert "CT602" in " ".join(messages(alone))
    assert [file.read_bytes() for file in beside.files] == [file.read_bytes() for file in alone.files]


def test_an_error_leaves_the_last_good_file(tmp_path: Path) -> None:
    project = a_farm(tmp_path)
    (good,) = build(project).files
    before = good.read_bytes()
    put(project.root, "cards/farm/beasts.yaml", BEASTS.replace("Lays an egg.", "Shows {nothing}."))
    result = build(project)
    assert result.files == ()
    assert [each.rule.code for each in result.findings if each.rule.code.startswith("CT1")] == ["CT109"]
    assert good.read_bytes() == before


def test_an_error_in_the_data_is_told_before_one_of_a_template(tmp_path: Path) -> None:
    project = a_farm(tmp_path, "Shows {nothing}.")
    put(project.root, "templates/farm/beast.html", "{{ card.nothing }}")
    assert "CT109" in {each.rule.code for each in build(project).findings}
    put(project.root, "cards/farm/beasts.yaml", BEASTS)
    with pytest.raises(TemplateError, match="nothing"):
        build(project)


def test_where_the_copy_dies_this_process_judges(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def die() -> None:
        if os.getpid() != HERE:
            os._exit(9)

    seen = where_judged(monkeypatch, die)
    result = build(a_farm(tmp_path, "Lays an an egg."))
    assert seen == ["here"]
    assert "CT602" in {each.rule.code for each in result.findings}
    assert result.files


def test_where_there_can_be_no_copy_this_process_judges(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(work: object) -> None:
        raise OSError(11, "no more processes")

    monkeypatch.setattr(lint_copy, "copy_at_work", refuse)
    seen = where_judged(monkeypatch)
    result = build(a_farm(tmp_path, "Shows {nothing}."))
    assert seen == ["here"]
    assert "CT109" in {each.rule.code for each in result.findings}
    assert result.files == ()


@pytest.mark.parametrize("jobs", [1, 2])
def test_drawing_is_stopped_by_an_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, jobs: int) -> None:
    stopped: list[bool] = []
    stop = RenderPool.stop

    def noting(pool: RenderPool) -> None:
        stopped.append(True)
        stop(pool)

    monkeypatch.setattr(RenderPool, "stop", noting)
    assert "CT109" in {each.rule.code for each in build(a_farm(tmp_path, "Shows {nothing}."), jobs).findings}
    assert stopped


def test_a_check_tells_what_one_process_tells(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    alone = check.check_game(a_farm(tmp_path / "alone", "Lays an an egg."), "farm", jobs=1)
    seen = where_judged(monkeypatch)
    beside = check.check_game(a_farm(tmp_path / "beside", "Lays an an egg."), "farm", jobs=2)
    assert seen == [], "it was judged elsewhere"
    assert [str(each) for each in beside.findings] == [str(each) for each in alone.findings]
    assert "CT602" in {each.rule.code for each in beside.findings}
    assert {each.code for each in beside.ran} == {each.code for each in alone.ran}


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_check_tells_an_error_in_the_data_before_one_of_a_template(tmp_path: Path, jobs: int) -> None:
    project = a_farm(tmp_path, "Shows {nothing}.")
    put(project.root, "templates/farm/beast.html", "{{ card.nothing }}")
    checked = check.check_game(project, "farm", jobs=jobs)
    assert "CT109" in {each.rule.code for each in checked.findings}
    put(project.root, "cards/farm/beasts.yaml", BEASTS)
    with pytest.raises(TemplateError, match="nothing"):
        check.check_game(project, "farm", jobs=jobs)
