"""Stylesheets that build on others among the templates."""

from __future__ import annotations

from pathlib import Path

import pytest
from projects import a_project, put
from small_games import a_game

from cardtool.errors import TemplateError
from cardtool.geometry import Size
from cardtool.model import BookDesign
from cardtool.render import read_stylesheet
from cardtool.render.style_check import style_faults


@pytest.mark.parametrize(
    ("style", "told"),
    [
        (
            '@import "nowhere.css";',
            "1:9: there is no stylesheet nowhere.css in templates/farm nor templates/base",
        ),
        (
            ".a{left:0}\n@import 'more.css';",
            "2:9: more.css is imported too late: an @import stands before all",
        ),
    ],
)
def test_an_import_that_is_passed_over_is_told_at_its_line(style: str, told: str, tmp_path: Path) -> None:
    project = a_project(tmp_path, style=style)
    put(tmp_path, "templates/farm/more.css", ".b{left:0}")
    (found,) = style_faults(project, a_game())
    assert f"{found.source}: {found.message}".startswith(f"templates/farm/faces.css:{told}")


def test_what_a_stylesheet_imports_from_the_templates_stands_before_it_once(tmp_path: Path) -> None:
    project = a_project(tmp_path, style='/* mine */\n@import "all.css";\n@import "letters.css";\n.c{left:0}')
    put(tmp_path, "templates/base/all.css", '@import "letters.css"; .a{left:0}')
    put(tmp_path, "templates/base/letters.css", '@import "all.css"; .b{left:0}')
    text = read_stylesheet(project, "farm", "faces.css")
    assert text.split() == [".b{left:0}", ".a{left:0}", "/*", "mine", "*/", ".c{left:0}"]


def test_a_game_may_have_a_stylesheet_of_its_own_under_the_name_of_a_shared_one(tmp_path: Path) -> None:
    project = a_project(tmp_path, style='@import "all.css";')
    put(tmp_path, "templates/base/all.css", ".shared{left:0}")
    put(tmp_path, "templates/farm/all.css", ".own{left:0}")
    assert read_stylesheet(project, "farm", "faces.css").strip() == ".own{left:0}"


@pytest.mark.parametrize(
    "style", ['/* @import "all.css"; */', '.a{left:0} @import "all.css";', '@import "art/all.css";']
)
def test_only_a_name_at_the_beginning_is_taken_from_the_templates(tmp_path: Path, style: str) -> None:
    project = a_project(tmp_path, style=style)
    put(tmp_path, "templates/base/all.css", ".shared{left:0}")
    assert read_stylesheet(project, "farm", "faces.css") == style


def test_what_is_imported_may_not_end_the_stylesheet_of_a_page(tmp_path: Path) -> None:
    project = a_project(tmp_path, style='@import "all.css";')
    put(tmp_path, "templates/base/all.css", "</style>")
    with pytest.raises(TemplateError, match=r"faces\.css: not a stylesheet"):
        read_stylesheet(project, "farm", "faces.css")


def test_a_slip_in_what_is_imported_is_told_where_it_is(tmp_path: Path) -> None:
    project = a_project(tmp_path)
    put(tmp_path, "templates/farm/book.css", '\n@import "shared.css";\n.b{color blue}')
    put(tmp_path, "templates/base/shared.css", "\n\n.a{color red}")
    game = a_game(book=BookDesign("book.html", "book.css", Size(148, 210), {}))
    found = [
        (each.source.file, each.source.line)
        for each in style_faults(project, game)
        if not each.source.file.endswith("faces.css")
    ]
    assert found == [("templates/base/shared.css", 3), ("templates/farm/book.css", 3)]
