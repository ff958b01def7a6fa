"""A theme that changes nothing on any face is told of, and one that changes a single one is not."""

from __future__ import annotations

from pathlib import Path

import pytest
from projects import BEAST, a_project, put

from cardtool.app import build, export
from cardtool.app.options import BuildOptions
from cardtool.export import ExportOptions
from cardtool.finding import Severity
from cardtool.project import Project

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("kept")]

THEMED = BEAST.replace('fill="#7a5"', 'fill="{{ theme.inks.beast.ground }}"')
COLOUR = 'title: Colour\ninks: {beast: {ground: "#77aa55"}}\n'
ONE_CARD = BEAST + '{% if card.id == "hen" %}<i>{{ theme.inks.beast.ground }}</i>{% endif %}'


def a_themed_project(folder: Path, beast: str = THEMED) -> Project:
    project = a_project(folder, beast=beast)
    put(folder, "templates/farm/themes/colour.yaml", COLOUR)
    return project


def told(project: Project, out: Path, theme: str | None = "low-ink") -> list[str]:
    found = build.build_game(project, "farm", BuildOptions(theme=theme), out=out).findings
    return [each.message for each in found if each.rule.code == "CT741"]


def test_a_theme_that_changes_nothing_is_told_of_and_printed(tmp_path: Path) -> None:
    project = a_themed_project(tmp_path)
    built = build.build_game(project, "farm", BuildOptions(theme="low-ink"), out=tmp_path / "out")
    (found,) = built.findings
    assert found.message == ("the theme low-ink changes nothing on any face: they are printed as in colour")
    assert found.severity is Severity.WARNING
    assert "templates/farm/themes/low-ink.yaml" in (found.fix or "")
    assert [file.name for file in built.files] == ["cards-a4-9up-low-ink.pdf"]
    exported = export.export_game(
        project, "farm", "png", ExportOptions(theme="low-ink"), out=tmp_path / "png"
    )
    assert [each.message for each in exported.findings] == [found.message]


def test_a_theme_that_changes_something_is_not(tmp_path: Path) -> None:
    project = a_themed_project(tmp_path)
    assert told(project, tmp_path / "colour", None) == []
    put(tmp_path, "templates/farm/themes/low-ink.yaml", 'title: Low\ninks: {beast: {ground: "#ffffff"}}\n')
    assert told(project, tmp_path / "low") == []


def test_one_card_that_changes_is_enough(tmp_path: Path) -> None:
    project = a_themed_project(tmp_path, ONE_CARD)
    put(tmp_path, "templates/farm/themes/low-ink.yaml", 'title: Low\ninks: {beast: {ground: "#ffffff"}}\n')
    assert told(project, tmp_path / "out") == []


def test_the_stylesheet_may_be_what_changes(tmp_path: Path) -> None:
    style = ".face{font-family:Alegreya}.title{color:var(--page-paper)}"
    project = a_project(tmp_path, style=style)
    assert told(project, tmp_path / "out") == []
