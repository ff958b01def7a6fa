"""A large print run in files of few sheets, with a list of what is in which."""

from __future__ import annotations

from pathlib import Path

import pypdfium2
import pytest
from projects import BEASTS, GAME, a_project

from cardtool.app.build import build_game
from cardtool.app.options import BuildOptions

pytestmark = pytest.mark.usefixtures("kept")

TWENTY = GAME.replace("count: 3", "count: 20")
BEAST_LIST = BEASTS.replace("copies: 2", "copies: 19")


def texts(file: Path) -> list[str]:
    return [page.get_textpage().get_text_bounded() for page in pypdfium2.PdfDocument(file)]


def test_the_parts_together_are_the_whole_and_a_list_says_what_is_in_each(tmp_path: Path) -> None:
    project = a_project(tmp_path, game=TWENTY, beasts=BEAST_LIST)
    (whole,) = build_game(project, "farm", BuildOptions()).files
    printed = texts(whole)
    *parts, listed = build_game(project, "farm", BuildOptions(split=2)).files
    assert [file.name for file in parts] == ["cards-a4-9up-1.pdf", "cards-a4-9up-2.pdf"]
    assert [text for file in parts for text in texts(file)] == printed
    assert listed.read_text() == (
        "file,sheets,first page,last page,first card,last card\n"
        "cards-a4-9up-1.pdf,2,1,4,goat,hen\n"
        "cards-a4-9up-2.pdf,1,5,6,hen,hen\n"
    )


def test_what_is_no_longer_than_asked_for_stays_one_file(tmp_path: Path) -> None:
    project = a_project(tmp_path, game=TWENTY, beasts=BEAST_LIST)
    (file,) = build_game(project, "farm", BuildOptions(split=3)).files
    assert file.name == "cards-a4-9up.pdf"


def test_parts_of_an_earlier_split_are_taken_away(tmp_path: Path) -> None:
    project = a_project(tmp_path, game=TWENTY, beasts=BEAST_LIST)
    out = project.output("farm")
    build_game(project, "farm", BuildOptions(split=1))
    assert len(list(out.glob("cards-*.pdf"))) == 3
    build_game(project, "farm", BuildOptions(split=2))
    assert sorted(file.name for file in out.glob("cards-*")) == [
        "cards-a4-9up-1.pdf",
        "cards-a4-9up-2.pdf",
        "cards-a4-9up-files.csv",
    ]
    build_game(project, "farm", BuildOptions())
    assert [file.name for file in out.glob("cards-*")] == ["cards-a4-9up.pdf"]
