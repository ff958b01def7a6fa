"""Copies that carry a number are drawn and sent each for itself; all others once, as ever."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pypdfium2
import pytest
from projects import BEAST, GAME, a_project

from cardtool.app import build, options
from cardtool.app.export import export_game
from cardtool.load import load_game
from cardtool.model import Face, Side
from cardtool.project import Project
from cardtool.render import RenderPool, face_jobs

NUMBERED = BEAST.replace("smart(card.name)", 'card.name ~ " No. " ~ card.copy_number')


def faces_of(project: Project) -> list[Face]:
    game = load_game(project, "farm").game
    assert game is not None
    return [job.face for job in face_jobs(game)]


def texts(path: Path | bytes) -> list[str]:
    document = pypdfium2.PdfDocument(path)
    return [page.get_textpage().get_text_bounded() for page in document]


def numbers_in(text: str) -> list[str]:
    return re.findall(r"\w+ No\. \d", text)


@pytest.fixture(scope="module")
def farm(tmp_path_factory: pytest.TempPathFactory) -> Project:
    return a_project(tmp_path_factory.mktemp("farm"), beast=NUMBERED)


def test_a_face_that_numbers_copies_is_drawn_once_for_each(farm: Project) -> None:
    assert [(face.card, face.copy) for face in faces_of(farm)] == [
        ("goat", 1),
        (None, 0),
        ("hen", 1),
        ("hen", 2),
    ]


def test_a_face_that_does_not_is_drawn_once_for_all(tmp_path: Path) -> None:
    assert [face.name for face in faces_of(a_project(tmp_path))] == ["goat-front", "beast-back", "hen-front"]


def test_a_back_may_number_copies_of_one_front(tmp_path: Path) -> None:
    game = GAME.replace("back: back.html", "back: {template: back.html, per: card}")
    project = a_project(tmp_path, game=game, back="{{ card.copy_number }}")
    assert [(face.card, str(face.side), face.copy) for face in faces_of(project)] == [
        ("goat", "front", 0),
        ("goat", "back", 1),
        ("hen", "front", 0),
        ("hen", "back", 1),
        ("hen", "back", 2),
    ]


def test_sheets_hold_each_number_once(farm: Project) -> None:
    built = build.build_game(farm, "farm", options.BuildOptions())
    assert built.findings == ()
    (sheet,) = (file for file in built.files if file.suffix == ".pdf")
    assert numbers_in(texts(sheet)[0]) == ["Goat No. 1", "Hen No. 1", "Hen No. 2"]


def test_pictures_and_orders_have_each_number_once(farm: Project) -> None:
    pictures = {file.name for file in export_game(farm, "farm", "png").files}
    assert pictures >= {"goat-1-front.png", "hen-1-front.png", "hen-2-front.png", "beast-back.png"}
    files = {file.name: file for file in export_game(farm, "farm", "makeplayingcards").files}
    assert {"hen-1-front.png", "hen-2-front.png"} <= files.keys()
    slots = re.findall(r"<slots>(.*?)</slots>", files["order.xml"].read_text())
    assert slots == ["0", "1", "2"]
    assert "| Hen 2 | 1 |" in files["checklist.md"].read_text()


def test_a_table_gets_a_cell_for_each_number(farm: Project) -> None:
    files = {file.name: file for file in export_game(farm, "farm", "tts").files}
    deck: dict[str, Any] = json.loads(files["farm.json"].read_text())["ObjectStates"][0]
    assert deck["DeckIDs"] == [100, 101, 102]
    assert [card["Nickname"] for card in deck["ContainedObjects"]] == ["Goat 1", "Hen 1", "Hen 2"]


def test_another_picture_shows_the_first_copy(tmp_path: Path) -> None:
    back = '{% import "table.html" as table %}{{ table.card("hen", "front", 0, 0, width=20) }}'
    project = a_project(tmp_path, beast=NUMBERED, back=back)
    game = load_game(project, "farm").game
    assert game is not None
    with RenderPool(project, 1) as pool:
        pages = pool.draw(game).pages
    at = pages.pages[Face("beast", Side.BACK, None)]
    assert numbers_in(texts(pages.documents[at.document])[at.page]) == ["Hen No. 1"]


def test_a_template_that_is_known_late_numbers_copies_where_one_of_the_game_does(tmp_path: Path) -> None:
    late = a_project(tmp_path / "late", beast="{% include card.text %}")
    assert Face("beast", Side.FRONT, "hen") in faces_of(late)
    may = a_project(
        tmp_path / "may", beast="{% include card.text %}", back="{# copy_number #}{{ kind.title }}"
    )
    assert Face("beast", Side.FRONT, "hen", 2) in faces_of(may)
