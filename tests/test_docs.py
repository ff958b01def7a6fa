"""What the documentation says is true."""

from __future__ import annotations

import re
import shutil
import subprocess
import tomllib
from pathlib import Path

import click
import pytest

from cardtool.app import build, check, options
from cardtool.app.rule_docs import rules_as_markdown
from cardtool.cli import main
from cardtool.cli.main import cardtool
from cardtool.load import load_shop, read_theme
from cardtool.project import Project

pytestmark = pytest.mark.usefixtures("kept")

DOCS = Path(__file__).resolve().parents[1] / "docs"
FILE = re.compile(r"^`([\w./-]+)`\n```\w*\n(.*?)^```$", re.MULTILINE | re.DOTALL)
ANCHOR = re.compile(r"\]\((?!https?:)([^)#]*)#([^)]+)\)")
LINK = re.compile(r"\]\((?!https?:|art/)([^)#]+)")


def laid_out(page: str, folder: Path) -> list[str]:
    """Write the files a page of the documentation shows; answer their names."""
    shown = FILE.findall((DOCS / page).read_text(encoding="utf-8"))
    for name, text in shown:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    return [name for name, _ in shown]


def test_every_test_that_the_page_on_security_names_is_there() -> None:
    named = re.findall(r"`(tests/[\w./-]+)`", (DOCS / "security.md").read_text(encoding="utf-8"))
    assert len(named) > 20
    assert [name for name in named if not (DOCS.parent / name).is_file()] == []


def test_every_file_of_ours_that_a_page_names_is_there() -> None:
    pages = [DOCS.parent / "README.md", DOCS.parent / "CONTRIBUTING.md", *DOCS.glob("*.md")]
    ours = re.compile(r"`((?:cardtool|tests|benchmarks|docs)/[\w./-]+)`")
    named = [(page.name, name) for page in pages for name in ours.findall(page.read_text(encoding="utf-8"))]
    assert len(named) > 20
    assert [name for name in named if not (DOCS.parent / name[1]).exists()] == []


def test_the_floors_that_contributing_tells_are_those_of_the_contract() -> None:
    contracts = tomllib.loads((DOCS.parent / "pyproject.toml").read_text(encoding="utf-8"))["tool"]
    floors = contracts["importlinter"]["contracts"][0]["layers"]
    told = (DOCS.parent / "CONTRIBUTING.md").read_text(encoding="utf-8")
    (block,) = re.findall(r"^```\n(cli → .*?)```", told, re.MULTILINE | re.DOTALL)
    assert [floor.split() for floor in block.split("→")] == [floor.split() for floor in floors[1:]]


def test_the_first_deck_builds_as_it_is_told(tmp_path: Path) -> None:
    assert len(laid_out("first-deck.md", tmp_path)) == 6
    project = Project.find(tmp_path)
    assert check.check_game(project, "harbour").findings == ()
    built = build.build_game(project, "harbour", options.BuildOptions())
    assert [file.name for file in built.files] == ["cards-a4-9up.pdf"]


def test_the_mistake_it_proposes_is_caught(tmp_path: Path) -> None:
    laid_out("first-deck.md", tmp_path)
    ships = tmp_path / "cards/harbour/ships.yaml"
    ships.write_text(ships.read_text().replace("cargo: 5", "crago: 5"))
    messages = [finding.message for finding in check.check_game(Project.find(tmp_path), "harbour").findings]
    assert any("crago" in message and "cargo" in message for message in messages)


def test_the_sheet_of_your_own_is_a_sheet(tmp_path: Path) -> None:
    laid_out("first-deck.md", tmp_path)
    laid_out("sheets-and-printing.md", tmp_path)
    game = tmp_path / "cards/harbour/game.yaml"
    game.write_text(game.read_text().replace("width: 63.5mm", "width: 57.15mm"))
    ship = tmp_path / "templates/harbour/ship.html"
    ship.write_text(ship.read_text().replace("width=52", "width=45"))
    project = Project.find(tmp_path)
    assert build.build_game(project, "harbour", options.BuildOptions(sheets=("a4-bridge",))).files


def test_the_theme_of_your_own_is_a_theme(tmp_path: Path) -> None:
    laid_out("first-deck.md", tmp_path)
    assert len(laid_out("fit-and-themes.md", tmp_path)) == 2
    theme = read_theme(Project.find(tmp_path), "harbour", "low-ink")
    assert theme.template_context()["inks"]["ship"] == {
        "ink": "#10202c",
        "paper": "#ffffff",
        "ground": "#ffffff",
    }


def test_the_manual_is_the_rules_own_words() -> None:
    told = (DOCS / "rules.md").read_text(encoding="utf-8")
    assert told == rules_as_markdown(), "run: make manual"


@pytest.mark.parametrize("page", sorted(DOCS.glob("*.md")), ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    for link in LINK.findall(page.read_text(encoding="utf-8")):
        assert (page.parent / link).exists(), link


def test_the_printer_of_your_own_is_a_printer(tmp_path: Path) -> None:
    laid_out("first-deck.md", tmp_path)
    assert laid_out("print-shops.md", tmp_path) == ["templates/printers/corner-shop.yaml"]
    shop = load_shop(Project.find(tmp_path), "corner-shop")
    assert (shop.title, shop.limits.file_size) == ("The Corner Shop", 20_000_000)


@pytest.mark.slow
def test_the_first_rulebook_is_printed(tmp_path: Path) -> None:
    laid_out("first-deck.md", tmp_path)
    assert len(laid_out("rulebook-and-mats.md", tmp_path)) == 4
    page = (DOCS / "rulebook-and-mats.md").read_text(encoding="utf-8")
    (line,) = re.findall(r"^rulebook: .*\n", page, re.MULTILINE)
    (with_figures,) = re.findall(r"^rulebook:\n(?:  .*\n)+", page, re.MULTILINE)
    figure = re.findall(r"^\{\{ figure\.cards.*\n", page, re.MULTILINE)[-1]
    game, text = (tmp_path / f"cards/harbour/{name}" for name in ("game.yaml", "rulebook.md"))
    for book, more in ((line, ""), (with_figures, figure)):
        game.write_text(game.read_text().removesuffix(line) + book)
        text.write_text(f"{text.read_text()}\n{more}")
        built = build.build_game(
            Project.find(tmp_path), "harbour", options.BuildOptions(part=options.Part.RULEBOOK)
        )
        assert built.findings == ()
        assert "rulebook.pdf" in [file.name for file in built.files]


def test_the_changelog_it_shows_is_one(tmp_path: Path) -> None:
    laid_out("first-deck.md", tmp_path)
    assert laid_out("changes.md", tmp_path) == ["cards/harbour/changelog.yaml"]
    checked = check.check_game(Project.find(tmp_path), "harbour", layout=False)
    assert checked.findings == ()
    assert checked.game is not None
    assert len(checked.game.changelog[0].entries) == 5


def test_every_command_and_option_is_documented() -> None:
    pages = [DOCS.parent / "README.md", *DOCS.glob("*.md")]
    told = "\n".join(page.read_text(encoding="utf-8") for page in pages)
    context = click.Context(cardtool)
    for name in cardtool.list_commands(context):
        command = cardtool.get_command(context, name)
        assert command is not None
        assert f"cardtool {name}" in told
        for option in (each for one in command.params for each in (*one.opts, *one.secondary_opts)):
            if option.startswith("--"):
                assert re.search(rf"{option}(?![\w-])", told), f"cardtool {name} {option}"


def test_the_readme_names_every_page() -> None:
    readme = (DOCS.parent / "README.md").read_text(encoding="utf-8")
    assert [page.name for page in DOCS.glob("*.md") if f"docs/{page.name}" not in readme] == []


def test_readme_and_contributing_lead_somewhere() -> None:
    for page in ("README.md", "CONTRIBUTING.md"):
        for link in LINK.findall((DOCS.parent / page).read_text(encoding="utf-8")):
            assert (DOCS.parent / link).exists(), link


def test_anchors_of_links_are_headings() -> None:
    for page in (DOCS.parent / "README.md", *DOCS.glob("*.md")):
        for name, anchor in ANCHOR.findall(page.read_text(encoding="utf-8")):
            aimed = (
                (page.parent / name).read_text(encoding="utf-8") if name else page.read_text(encoding="utf-8")
            )
            headings = re.findall(r"^#+ (.*)$", aimed, re.MULTILINE)
            assert anchor in {re.sub(r"[^\w -]", "", each).lower().replace(" ", "-") for each in headings}, (
                anchor
            )


def test_every_target_of_make_is_in_its_help() -> None:
    makefile = (DOCS.parent / "Makefile").read_text(encoding="utf-8")
    targets = set(re.findall(r"^([a-z]+):", makefile, re.MULTILINE)) - {"help", "bootstrap"}
    assert targets == set(re.findall(r"echo 'make ([a-z]+) ", makefile))


def test_the_readme_shows_what_a_check_says(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for part in ("cards", "templates", "schemas"):
        shutil.copytree(DOCS.parent / part, tmp_path / part)
    prizes, battles = (tmp_path / f"cards/barbarity/{name}.yaml" for name in ("prizes", "battle-cards"))
    prizes.write_text(prizes.read_text("utf-8").replace("victory_points", "victory_piont", 1), "utf-8")
    records = re.split(r"^(?=- id:)", battles.read_text("utf-8"), flags=re.MULTILINE)
    records.remove(next(record for record in records if "copies: 2" in record))
    battles.write_text("".join(records), "utf-8")
    assert main(["--project", str(tmp_path), "check", "--no-layout"]) == 1
    assert capsys.readouterr().out in (DOCS.parent / "README.md").read_text(encoding="utf-8")


def test_nobody_is_sent_to_another_project_of_this_name() -> None:
    """`cardtool` on the package index is not this one: whoever installs that runs a stranger's code."""
    root = DOCS.parent
    shipped = subprocess.run(
        ["git", "ls-files", "-z"], cwd=root, capture_output=True, text=True, check=True
    ).stdout.split("\0")
    installs = re.compile(
        r"\b(?:pip3?|pipx|uvx?|pipenv|poetry|conda)(?:\s+[-\w./=:]+)*?\s+[\"']?cardtool(?![-\w./])",
        re.IGNORECASE,
    )
    texts = [root / name for name in shipped if name and name != "tests/test_docs.py"]
    sent = [
        f"{path.relative_to(root)}: {found[0]}"
        for path in texts
        if path.is_file() and path.suffix not in {".png", ".ttf", ".pdf", ".docx", ".icc"}
        for found in installs.finditer(path.read_text(encoding="utf-8", errors="replace"))
    ]
    assert sent == []
    assert tomllib.loads((root / "pyproject.toml").read_text())["project"]["name"] == "cardtool-pnp"


def test_the_waiver_of_the_page_is_read_as_it_is_written(tmp_path: Path) -> None:
    laid_out("first-deck.md", tmp_path)
    (example,) = re.findall(
        r"```yaml\n(waivers:\n.*?)```", (DOCS / "checking.md").read_text("utf-8"), re.DOTALL
    )
    (tmp_path / "cards/harbour/glossary.yaml").write_text(example, encoding="utf-8")
    found = check.check_game(Project.find(tmp_path), "harbour", layout=False).findings
    assert [finding.rule.code for finding in found] == ["CT113"]  # it waives nothing in this game
