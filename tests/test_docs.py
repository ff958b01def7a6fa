"""What the documentation says is true."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from cardtool import pipeline
from cardtool.load import load_shop, read_theme
from cardtool.pipeline.manual import as_markdown
from cardtool.project import Project

DOCS = Path(__file__).resolve().parents[1] / "docs"
FILE = re.compile(r"^`([\w./-]+)`\n```\w*\n(.*?)^```$", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"\]\((?!https?:)([^)#]+)")


def laid_out(page: str, folder: Path) -> list[str]:
    """Write the files a page of the documentation shows; answer their names."""
    shown = FILE.findall((DOCS / page).read_text(encoding="utf-8"))
    for name, text in shown:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    return [name for name, _ in shown]


def test_the_first_deck_builds_as_it_is_told(tmp_path: Path) -> None:
    assert len(laid_out("first-deck.md", tmp_path)) == 6
    project = Project.find(tmp_path)
    assert pipeline.check(project, "harbour").findings == ()
    built = pipeline.build(project, "harbour", pipeline.Order())
    assert [file.name for file in built.files] == ["cards-a4-9up.pdf"]


def test_the_mistake_it_proposes_is_caught(tmp_path: Path) -> None:
    laid_out("first-deck.md", tmp_path)
    ships = tmp_path / "cards/harbour/ships.yaml"
    ships.write_text(ships.read_text().replace("cargo: 5", "crago: 5"))
    messages = [finding.message for finding in pipeline.check(Project.find(tmp_path), "harbour").findings]
    assert any("crago" in message and "cargo" in message for message in messages)


def test_the_sheet_of_your_own_is_a_sheet(tmp_path: Path) -> None:
    laid_out("first-deck.md", tmp_path)
    laid_out("sheets-and-printing.md", tmp_path)
    game = tmp_path / "cards/harbour/game.yaml"
    game.write_text(game.read_text().replace("width: 63.5mm", "width: 57.15mm"))
    ship = tmp_path / "templates/harbour/ship.html"
    ship.write_text(ship.read_text().replace("width=52", "width=45"))
    project = Project.find(tmp_path)
    assert pipeline.build(project, "harbour", pipeline.Order(sheets=("a4-bridge",))).files


def test_the_theme_of_your_own_is_a_theme(tmp_path: Path) -> None:
    laid_out("first-deck.md", tmp_path)
    assert len(laid_out("fit-and-themes.md", tmp_path)) == 2
    theme = read_theme(Project.find(tmp_path), "harbour", "low-ink")
    assert theme.told()["inks"]["ship"] == {"ink": "#10202c", "paper": "#ffffff", "ground": "#ffffff"}


def test_the_manual_is_the_rules_own_words() -> None:
    told = (DOCS / "rules.md").read_text(encoding="utf-8")
    assert told == as_markdown(), "run: make manual"


@pytest.mark.parametrize("page", sorted(DOCS.glob("*.md")), ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    for link in LINK.findall(page.read_text(encoding="utf-8")):
        assert (page.parent / link).exists(), link


def test_the_printer_of_your_own_is_a_printer(tmp_path: Path) -> None:
    laid_out("first-deck.md", tmp_path)
    assert laid_out("print-shops.md", tmp_path) == ["templates/printers/corner-shop.yaml"]
    shop = load_shop(Project.find(tmp_path), "corner-shop")
    assert (shop.title, shop.limits.file_size) == ("The Corner Shop", 20_000_000)
