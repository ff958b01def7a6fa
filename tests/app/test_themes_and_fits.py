"""Builds in a theme, and what a build tells of texts it made to fit."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from projects import BEAST, BEASTS, a_project

from cardtool.app import check, options
from cardtool.app.build import BuildResult, build_game
from cardtool.project import Project

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("kept")]

INKS = 'title: {name}\ninks:\n  beast: {{ground: "{ground}"}}\n'
THEMED = BEAST.replace("#7a5", "{{ theme.inks.beast.ground }}").replace(
    "size=9,", "size=9, leading=1.2, tightest=1.1, smallest=7,"
)
LONGER = BEASTS.replace("Lays an egg.", "Lays an egg. " * 24)


def farm(folder: Path, **files: str) -> Project:
    project = a_project(folder, beast=THEMED, **files)
    themes = folder / "templates/farm/themes"
    themes.mkdir(exist_ok=True)
    for name, ground in (("colour", "#401000"), ("low-ink", "#ffffff")):
        (themes / f"{name}.yaml").write_text(INKS.format(name=name, ground=ground), encoding="utf-8")
    return project


def build(project: Project, **wishes: object) -> BuildResult:
    return build_game(project, "farm", options.BuildOptions(**wishes), jobs=1)  # type: ignore[arg-type]


def ledger(project: Project) -> dict[str, dict[str, object]]:
    orders: dict[str, dict[str, object]] = json.loads((project.output("farm") / "build.json").read_text())[
        "orders"
    ]
    return orders


def test_each_theme_has_files_and_a_note_of_its_own(tmp_path: Path) -> None:
    project = farm(tmp_path)
    names = [build(project, theme=theme).files[0].name for theme in (None, "low-ink")]
    assert names == ["cards-a4-9up.pdf", "cards-a4-9up-low-ink.pdf"]
    assert {order: note["theme"] for order, note in ledger(project).items()} == {
        "sheets": "colour",
        "sheets theme=low-ink": "low-ink",
    }
    assert build(project, theme="low-ink").unchanged


def test_a_changed_theme_is_a_change(tmp_path: Path) -> None:
    project = farm(tmp_path)
    build(project)
    theme = tmp_path / "templates/farm/themes/colour.yaml"
    theme.write_text(theme.read_text().replace("#401000", "#401001"))
    assert not build(project).unchanged


def test_a_text_that_was_made_to_fit_is_reported_beside_the_sheets(tmp_path: Path) -> None:
    project = farm(tmp_path, beasts=LONGER)
    built = build(project)
    assert [(fit.face.card, fit.box) for fit in built.fits] == [("hen", "text")]
    report = project.output("farm") / "fit-report.json"
    (told,) = json.loads(report.read_text())["texts"]
    assert told["card"] == "hen"
    assert 7 <= told["used"]["size"] <= told["designed"]["size"] == 9
    assert "fit-report.json" in ledger(project)["sheets"]["files"]  # type: ignore[operator]
    assert check.check_game(project, "farm").fits == built.fits


@pytest.mark.usefixtures("started_anew")
def test_the_report_is_the_same_every_time(tmp_path: Path) -> None:
    reports = []
    for name, jobs in (("a", 1), ("b", 3)):
        project = farm(tmp_path / name, beasts=LONGER)
        build_game(project, "farm", options.BuildOptions(), jobs=jobs)
        reports.append((project.output("farm") / "fit-report.json").read_bytes())
    assert reports[0] == reports[1]


def test_a_report_that_was_lost_is_written_again(tmp_path: Path) -> None:
    project = farm(tmp_path, beasts=LONGER)
    build(project)
    report = project.output("farm") / "fit-report.json"
    report.unlink()
    assert not build(project).unchanged
    assert report.is_file()


def test_a_text_far_too_long_is_an_error_in_millimetres_at_the_smallest_type(tmp_path: Path) -> None:
    project = farm(tmp_path, beasts=BEASTS.replace("Lays an egg.", "Lays an egg. " * 60))
    (finding,) = [each for each in build(project).findings if each.rule.code == "CT701"]
    assert "does not fit its box, even at 7 pt with a leading of 1.1; it is " in finding.message
    assert finding.message.endswith(" mm too high")
    assert not (project.output("farm") / "fit-report.json").exists()
