"""The page on layouts shows what its examples draw today, and its board is in order."""

from __future__ import annotations

import re
from pathlib import Path
from types import ModuleType

import pytest
from docs_scripts import DOCS, docs_script
from golden_pictures import told_apart
from PIL import Image

from cardtool.app import build, check, options
from cardtool.load import load_game
from cardtool.wording import number_word

pytestmark = pytest.mark.usefixtures("kept")

PAGE = (DOCS / "layouts.md").read_text(encoding="utf-8")
RULEBOOK = (DOCS / "rulebook-and-mats.md").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def script() -> ModuleType:
    return docs_script("make_pictures")


def test_the_board_of_the_page_is_in_order(script: ModuleType, tmp_path: Path) -> None:
    project = script.harbour_with_board(tmp_path)
    assert check.check_game(project, "harbour").findings == ()


def test_the_page_counts_the_spaces_of_its_board(script: ModuleType, tmp_path: Path) -> None:
    game = load_game(script.harbour_with_board(tmp_path), "harbour").game
    assert game is not None
    assert f"| {game.space_counts['bay']}: all spaces" in PAGE
    assert f"| {number_word(game.space_counts['bay.reef'])}: those of one sort" in PAGE


def test_every_sort_of_part_has_an_example_with_a_picture(script: ModuleType) -> None:
    shown = {re.search(r"`(\w+)`", heading)[1] for heading, _ in script.PART.findall(PAGE)}  # type: ignore[index]
    assert shown == {"grid", "track", "ring", "spiral", "scale", "spaces"}
    pictured = re.findall(r"\(images/layouts/([\w-]+)\.png\)", PAGE)
    assert {file.stem for file in (DOCS / "images/layouts").iterdir()} == set(pictured)


@pytest.mark.slow
def test_the_figure_of_the_page_is_printed(script: ModuleType, tmp_path: Path) -> None:
    project = script.harbour_with_board(tmp_path)
    (design,) = re.findall(r"^```yaml\n(    bay: .*?)^```", PAGE, re.MULTILINE | re.DOTALL)
    (figure,) = re.findall(r"^```\n(\{\{ figure\.bay.*?)^```", PAGE, re.MULTILINE | re.DOTALL)
    files = {name: text for name, text in script.FILE.findall(RULEBOOK) if name.startswith("templates/")}
    script.write_files(tmp_path, {**files, "cards/harbour/rulebook.md": f"# The Bay\n\n{figure}"})
    game = tmp_path / "cards/harbour/game.yaml"
    book = "rulebook:\n  template: book.html\n  style: rulebook.css\n  width: 148mm\n  height: 210mm\n"
    game.write_text(f"{game.read_text()}{book}  figures:\n{design}", encoding="utf-8")
    built = build.build_game(project, "harbour", options.BuildOptions(part=options.Part.RULEBOOK))
    assert built.findings == ()


@pytest.mark.slow
def test_the_pictures_are_what_the_examples_draw(script: ModuleType, tmp_path: Path) -> None:
    for name, drawn in (*script.layout_parts(tmp_path / "parts"), *script.layout_board(tmp_path / "board")):
        with Image.open(DOCS / f"images/layouts/{name}.png") as shown:
            assert told_apart(drawn, shown.convert("RGB"), f"layout-{name}") == "", "run: make pictures"
