"""Copies from a table: a row for each, whose values are on the face."""

from __future__ import annotations

from pathlib import Path

import pypdfium2
import pytest
from projects import BEAST, BEASTS, GAME, a_project, put

from cardtool.load import load_game
from cardtool.model import Component, Game
from cardtool.render import RenderPool, face_jobs

COPIED = GAME.replace("    count: 3\n", "    copies_from: codes.csv\n").replace("count: 3}", "count: 6}")
ONCE = BEASTS.replace("  copies: 2\n", "")
TOLD = BEAST.replace("smart(card.name)", 'card.name ~ " " ~ card.code')
CODES = "Code,Owner,# Notes\n0012,Ann,first\n7F3K,Bo,\n99,Cy,\n"


def loaded(folder: Path, codes: str = CODES, beasts: str = ONCE) -> tuple[Game | None, list[str]]:
    put(folder, "cards/farm/codes.csv", codes)
    read = load_game(a_project(folder, game=COPIED, beasts=beasts, beast=TOLD), "farm")
    return read.game, [f"{each.source}: {each.message}" for each in read.findings]


def goat(game: Game | None) -> Component:
    assert game is not None
    return game.cards[0]


def test_each_record_has_a_copy_for_each_row(tmp_path: Path) -> None:
    game, findings = loaded(tmp_path)
    assert findings == []
    assert goat(game).copies == 3
    assert goat(game).copy_fields == (
        {"code": "0012", "owner": "Ann"},
        {"code": "7F3K", "owner": "Bo"},
        {"code": "99", "owner": "Cy"},
    )
    assert game is not None
    assert game.kinds[0].count == 6


def test_rows_may_say_whose_they_are(tmp_path: Path) -> None:
    game, _ = loaded(tmp_path, "id,code\nhen,A\ngoat,B\nhen,C\n")
    assert game is not None
    assert [[each["code"] for each in card.copy_fields] for card in game.cards] == [["B"], ["A", "C"]]


@pytest.mark.usefixtures("kept")
def test_a_face_says_what_its_copy_says(tmp_path: Path) -> None:
    game, _ = loaded(tmp_path)
    assert game is not None
    fronts = [job for job in face_jobs(game) if job.face.card]
    assert [(job.face.card, job.variables["card"]["code"]) for job in fronts[:3]] == [
        ("goat", "0012"),
        ("goat", "7F3K"),
        ("goat", "99"),
    ]
    project = a_project(tmp_path, game=COPIED, beasts=ONCE, beast=TOLD)
    with RenderPool(project, 1) as pool:
        (document,) = pool.draw(game, fronts).pages.documents
    texts = [page.get_textpage().get_text_bounded() for page in pypdfium2.PdfDocument(document)]
    assert "Hen 7F3K" in texts[4]


@pytest.mark.parametrize(
    ("codes", "said"),
    [
        ("code,owner\nA,Ann\nB,\n", "cards/farm/codes.csv:3:1: this row has no owner"),
        ("code,name\nA,Ann\n", "cards/farm/codes.csv:1:6: name is a field of the records already"),
        ("code,Code\nA,B\n", "cards/farm/codes.csv:1:6: there are two columns code"),
        ("1st\nA\n", 'cards/farm/codes.csv:1:1: no field can be called "1st"'),
        ("id,code\nhem,A\ngoat,B\n", 'there is no record "hem" (did you mean "hen"?)'),
        ("id,code\ngoat,B\n", 'no row of cards/farm/codes.csv is a copy of "Hen"'),
        ("code\n", "cards/farm/codes.csv has no row, so there is no copy"),
    ],
)
def test_what_is_wrong_with_a_table_is_told_at_its_place(tmp_path: Path, codes: str, said: str) -> None:
    _, findings = loaded(tmp_path, codes)
    assert any(said in each for each in findings), findings


def test_a_record_cannot_say_how_many_copies_it_has_as_well(tmp_path: Path) -> None:
    _, findings = loaded(tmp_path, beasts=BEASTS)
    twice = [each for each in findings if '"Hen" has a copy for each row' in each]
    assert ["beasts.yaml:6:" in each for each in twice] == [True]


def test_a_table_that_is_not_there_is_told(tmp_path: Path) -> None:
    loaded(tmp_path)
    (tmp_path / "cards/farm/codes.csv").rename(tmp_path / "cards/farm/code.csv")
    read = load_game(a_project(tmp_path, game=COPIED, beasts=ONCE), "farm")
    said = 'there is no file codes.csv beside game.yaml (did you mean "code.csv"?)'
    assert said in [each.message for each in read.findings]
