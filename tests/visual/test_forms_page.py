"""The page on forms shows the game beside it: every kind, as it is written there and drawn today."""

from __future__ import annotations

import re
from pathlib import Path
from types import ModuleType

import pytest
import yaml
from docs_scripts import DOCS, docs_script
from golden_pictures import told_apart
from PIL import Image

from cardtool.app import build, check, options
from cardtool.model import FORMS
from cardtool.project import Project

pytestmark = pytest.mark.usefixtures("kept")

PAGE = (DOCS / "forms.md").read_text(encoding="utf-8")
GAME = (DOCS / "forms/cards/lamplight/game.yaml").read_text(encoding="utf-8")
SNIPPETS = re.findall(r"^```yaml\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)


@pytest.fixture(scope="module")
def script() -> ModuleType:
    return docs_script("make_pictures")


def test_every_form_has_its_heading_picture_and_kind() -> None:
    assert [word.lower() for word in re.findall(r"^## (.*)$", PAGE, re.MULTILINE)] == list(FORMS)
    for form in FORMS:
        section = PAGE.partition(f"\n## {form.capitalize()}\n")[2].partition("\n## ")[0]
        assert f"](images/forms/{form}.png)" in section
        (snippet,) = re.findall(r"^```yaml\n(.*?)^```", section, re.MULTILINE | re.DOTALL)
        assert {kind.get("form", "card") for kind in yaml.safe_load(snippet).values()} == {form}
    assert {file.stem for file in (DOCS / "images/forms").iterdir()} == {*FORMS, "sheets"}


def test_the_lines_of_the_page_are_those_of_the_game_and_all_of_them() -> None:
    assert [snippet for snippet in SNIPPETS if snippet not in GAME] == []
    kinds = {id for snippet in SNIPPETS for id in yaml.safe_load(snippet)} - {"outputs"}
    assert kinds == set(yaml.safe_load(GAME)["kinds"])


def test_what_the_page_shows_of_a_template_is_in_it() -> None:
    (shown,) = re.findall(r"^```html\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)
    assert shown in (DOCS / "forms/templates/lamplight/wind.html").read_text(encoding="utf-8")


def test_nothing_is_wrong_with_the_game() -> None:
    assert check.check_game(Project.find(DOCS / "forms"), "lamplight").findings == ()


@pytest.mark.slow
def test_the_files_are_those_the_page_names(tmp_path: Path) -> None:
    order = options.BuildOptions(part=options.Part.ALL)
    built = build.build_game(Project.find(DOCS / "forms"), "lamplight", order, out=tmp_path)
    names = {file.name for file in built.files}
    named = {"cards-a4-9up.pdf", "pieces-a4-fill.pdf", "mats-a4-fill.pdf", "mats-letter-fill.pdf"}
    named |= {"mats-whole.pdf", "mats-a4.pdf", "mats-letter.pdf", "print-and-play.pdf"}
    assert built.findings == ()
    assert named <= names
    assert [name for name in named if f"`{name}`" not in PAGE] == []


@pytest.mark.slow
def test_the_pictures_are_what_the_game_looks_like(script: ModuleType, tmp_path: Path) -> None:
    for name, drawn in script.forms(tmp_path):
        with Image.open(DOCS / f"images/forms/{name}.png") as shown:
            assert told_apart(drawn, shown.convert("RGB"), f"form-{name}") == "", "run: make pictures"
