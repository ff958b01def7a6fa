"""Of very many sheets a build looks into some, and says of them what it would say of all."""

from __future__ import annotations

from pathlib import Path

import pytest
from print_fixtures import FONT, LETTER, a_deck, a_sheet, drawn, plan_pages
from small_games import a_game

from cardtool.app import preflight
from cardtool.app.artifacts import BuildInputs, CardSheets
from cardtool.finding import Finding
from cardtool.model import Sheet

LOOSE = "the font Helvetica is not in the file"  # that faces of these tests are set in
SIZES = "210 × 297 mm; the sheet a4-test is 215.9 × 279.4 mm"


def looked_into(sheet: Sheet, file: CardSheets) -> list[Finding]:
    inputs = BuildInputs(a_game(), drawn(a_deck(40)), None)
    file = CardSheets(sheet, file.pages, FONT)
    return list(preflight.check_files([file], {file.name: file.write(inputs)}, inputs, Path("farm")))


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(preflight, "_MAX_PAGES", 3)
    monkeypatch.setattr(preflight, "_SAMPLED_PAGES", 2)


@pytest.mark.usefixtures("few")
def test_some_pages_stand_for_all() -> None:
    sheet = a_sheet()
    pages = plan_pages(a_deck(40), sheet)
    file = CardSheets(sheet, pages, FONT)
    assert len(pages) == 10
    assert [each.message for each in looked_into(sheet, file)] == [f"page 3: {LOOSE}"]
    assert [each.message for each in looked_into(a_sheet(paper=LETTER), file)] == [
        f"page 3 is {SIZES}",
        f"page 8 is {SIZES}",
        f"page 3: {LOOSE}",
    ]
