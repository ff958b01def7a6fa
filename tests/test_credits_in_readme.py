"""Whom the README thanks."""

from __future__ import annotations

import re

from docs_scripts import docs_script
from projects import a_project

from cardtool.project import TOOLKIT, Project

BLOCK = re.compile(
    r"<!-- credits: made by docs/make_pictures\.py -->\n(.*)<!-- end of credits -->", re.DOTALL
)


def test_the_readme_thanks_those_whose_work_is_used() -> None:
    block = BLOCK.search((TOOLKIT / "README.md").read_text(encoding="utf-8"))
    assert block is not None, "README.md has lost its list of credits"
    project = Project(TOOLKIT)
    listed = [docs_script("make_pictures").credits_of(project, game) for game in project.games()]
    assert [each for each in listed if each not in block[1]] == [], "run: make pictures"


def test_each_author_is_listed_once_with_licence_and_origin(tmp_path) -> None:
    project = a_project(tmp_path)
    art = tmp_path / "cards/farm/art"
    art.mkdir()
    for name in ("goat.png", "hen.png", "unused.png"):
        (art / name).write_bytes(b"")
    entry = "- {{files: ['{0}'], author: {1}, licence: CC0, source: '{2}'}}\n"
    made = [
        ("goat.png", "Ann", "own"),
        ("hen.png", "Ann", "own"),
        ("unused.png", "Bob", "https://bob.example/"),
    ]
    (art / "credits.yaml").write_text("".join(entry.format(*each) for each in made))
    beast = tmp_path / "templates/farm/beast.html"
    beast.write_text(beast.read_text() + "<!-- art/goat.png art/hen.png -->")
    listed = docs_script("make_pictures").credits_of(project, "farm")
    assert "- Pictures, CC0, own: Ann\n" in listed
    assert "Bob" not in listed
    assert "Alegreya" in listed
    assert "New Rocker" not in listed
