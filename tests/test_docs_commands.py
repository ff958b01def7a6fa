"""Every command that a page of the documentation tells is run as it stands there, page by page."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from openpyxl import Workbook

from cardtool.app.new import make_from_table
from cardtool.cli.main import main

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("kept")]

REPOSITORY = Path(__file__).resolve().parents[1]
PAGES = sorted(path.name for path in (REPOSITORY / "docs").glob("*.md"))
BLOCK = re.compile(r"^```(?:sh|console)?\n(.*?)^```$", re.MULTILINE | re.DOTALL)
REMARK = re.compile(r"\s{2,}\S.*| # .*")
CANNOT_RUN = {  # words of a command, and why no test runs it
    "cardtool calibrate": "asks what was measured on paper",
    "tcp://desk": "needs a scheduler, as tests/render/test_cluster.py starts one",
    "cardtool preview": "serves until it is stopped, as tests/preview has it do",
    "--icc": "needs the profile of a press, which is not ours to give away",
    "build mats": "is for a game with mats, as the flagship's tests build them",
}
STANDS_FOR = {"GAME": "barbarity", "FILE": "rules.md", "origin/$GITHUB_BASE_REF": "origin/main"}
ROWS = [
    ("Type", "Name", "Cost", "Text", "Qty", "Set"),
    ("Ship", "Ferry", 2, "Carry **one** passenger.", 3, "base"),
    ("Ship", "Tugboat", 5, "Sink a ship.", 1, "storms"),
    ("Port", "Lighthouse", 1, "Ships are safe here.", 2, "base"),
]
MORE = """\
decks: {weather: {title: Weather, kinds: [port], count: 2}}
sets: {base: {title: Base}, storms: {title: Storms}}
"""


def commands(page: str) -> Iterator[str]:
    for block in BLOCK.findall((REPOSITORY / "docs" / page).read_text("utf-8")):
        for line in block.splitlines():
            if line.startswith(("cardtool ", "cd ")):
                yield REMARK.sub("", line)


def reason_not_to_run(command: str) -> str:
    """Why no test runs this, empty where one does."""
    return next(
        (
            why
            for words, why in CANNOT_RUN.items()
            if words == command or (words in command and not words.startswith("cardtool calibrate"))
        ),
        "",
    )


@pytest.fixture
def tables(tmp_path: Path) -> Path:
    """A folder with a table of cards, in two forms."""
    (tmp_path / "tables").mkdir()
    book = Workbook()
    for row in ROWS:
        book.active.append(row)
    book.save(tmp_path / "tables/cards.xlsx")
    lines = (",".join(map(str, row)) for row in ROWS)
    (tmp_path / "tables/cards.csv").write_text("\n".join(lines) + "\n", "utf-8")
    return tmp_path / "tables"


@pytest.fixture
def project(tmp_path: Path, tables: Path) -> Path:
    """Two games with what pages speak of: ships and ports, a deck, a set, a history, a list of findings."""
    made = make_from_table(tmp_path / "harbour", "Harbour", tables / "cards.csv", "Type").folder
    game = made / "cards/harbour/game.yaml"
    game.write_text(game.read_text("utf-8").replace("decks: {}\n", MORE), "utf-8")
    for part in ("cards", "templates", "schemas"):
        shutil.copytree(made / part / "harbour", made / part / "barbarity")
    (made / "cards/project.yaml").write_text("default: harbour\n", "utf-8")
    (made / "rules.md").write_text("# Rules\n\nEach player draws a card.\n", "utf-8")
    history = (
        "init -q -b main",
        "add -A",
        "-c user.name=A -c user.email=a@example.org commit -q -m first",
        "tag v1.3",
        "tag v1.4",
        "update-ref refs/remotes/origin/main HEAD",
    )
    for step in history:
        subprocess.run(["git", *step.split()], cwd=made, check=True, env={**os.environ, "LC_ALL": "C"})
    return made


@pytest.mark.parametrize("page", [page for page in PAGES if any(commands(page))])
def test_the_commands_of_a_page_end_well(
    page: str,
    project: Path,
    tables: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    told = [command for command in commands(page) if not reason_not_to_run(command)]
    monkeypatch.setenv("CARDTOOL_CONFIG", str(tables / "settings"))
    monkeypatch.chdir(tables if any(each.startswith("cardtool new ") for each in told) else project)
    sideways = ("--sideways-right", "0.2", "--sideways-down", "0.1")
    if page == "home-printers.md":  # what comes of the conversation
        assert main(["calibrate", "--name", "home", "--right", "0.5", "--down", "-0.3", *sideways]) == 0
    if page == "preflight.md":
        assert main(["build", "--out", "."]) == 0
        Path("cards-a4-8up-bleed.pdf").rename("deck.pdf")
    for command in told:
        program, *words = (STANDS_FOR.get(word, word) for word in shlex.split(command, posix=True))
        if program == "cd":
            monkeypatch.chdir(words[0])
            continue
        if "docs/forms" in words:
            monkeypatch.chdir(REPOSITORY)
            words += ["--out", str(project / "output")]
        assert main(words) == 0, (command, capsys.readouterr())


def test_what_is_not_run_has_a_reason_and_is_told_somewhere() -> None:
    left_out = {reason_not_to_run(command) for page in PAGES for command in commands(page)} - {""}
    assert left_out == set(CANNOT_RUN.values())
