"""Folders and files of a project that lead out of it: told of by name, and nothing behind them is opened."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from every_file import every_file

REPOSITORY = Path(__file__).parents[2]
SECRET = "the password is swordfish"

# Python runs this in every process that begins with it on its path, workers and all.
RECORDER = """\
import os, sys
def record(event, arguments):
    if event == "open" and isinstance(arguments[0], (str, bytes)):
        with_links_followed = os.path.realpath(os.fsdecode(arguments[0]))
        descriptor = opened(RECORD, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
        os.write(descriptor, os.fsencode(with_links_followed) + b"\\n")
        os.close(descriptor)
opened, RECORD = os.open, {record!r}
busy = []
def guarded(event, arguments):
    if not busy:
        busy.append(1)
        try:
            record(event, arguments)
        finally:
            busy.clear()
sys.addaudithook(guarded)
"""

FOLDERS = [
    "templates/base",
    "templates/farm",
    "templates/fonts",
    "templates/icons",
    "templates/sheets",
    "templates/themes",
    "templates",
    "schemas",
    "schemas/farm",
    "cards/farm",
    "cards/farm/art",
    "cards/farm/layouts",
]
FILES = [
    "cards/farm/game.yaml",
    "cards/farm/beasts.yaml",
    "cards/farm/layouts/yard.yaml",
    "cards/farm/rulebook.md",
    "cards/farm/art/goat.png",
    "cards/farm/art/credits.yaml",
    "cards/project.yaml",
    "templates/farm/beast.html",
    "templates/farm/faces.css",
    "templates/farm/book.css",
    "templates/base/own.html",
    "templates/fonts/Alegreya-Regular.ttf",
    "templates/icons/flip.svg",
    "templates/sheets/small.yaml",
    "templates/themes/pale.yaml",
    "schemas/farm/beast.schema.json",
]

pytestmark = [pytest.mark.slow, pytest.mark.skipif(os.name == "nt", reason="links need rights there")]


@pytest.fixture
def place(tmp_path: Path) -> Path:
    """A folder with a project in `farm`, secrets in `outside` and in `farm/.git`, and a `recorder`."""
    every_file((tmp_path / "farm").resolve())
    for folder in (tmp_path / "outside", tmp_path / "farm/.git"):
        for name in (
            "config",
            "game.yaml",
            "own.html",
            "beast.html",
            "faces.css",
            "x.ttf",
            "x.svg",
            "small.yaml",
        ):
            folder.mkdir(exist_ok=True)
            (folder / name).write_text(SECRET, encoding="utf-8")
    (tmp_path / "recorder").mkdir()
    code = RECORDER.replace("{record!r}", repr(str(tmp_path / "opened")))
    (tmp_path / "recorder/sitecustomize.py").write_text(code, encoding="utf-8")
    return tmp_path


def run(place: Path, *words: str) -> tuple[int, str]:
    """Return the exit code and all that was said."""
    environment = os.environ | {"PYTHONPATH": os.pathsep.join([str(place / "recorder"), str(REPOSITORY)])}
    command = [sys.executable, "-m", "cardtool", "--project", str(place / "farm"), *words]
    done = subprocess.run(command, capture_output=True, text=True, env=environment, check=False, timeout=60)
    return done.returncode, done.stdout + done.stderr


def opened_secrets(place: Path) -> list[str]:
    """Return every file with a secret that any process has opened."""
    files = (place / "opened").read_text("utf-8", "surrogateescape").splitlines()
    assert any(file.endswith(".pyc") for file in files), "the recorder records nothing"
    secret = (str((place / "outside").resolve()), str((place / "farm/.git").resolve()))
    return [file for file in files if file.startswith(secret)]


@pytest.mark.parametrize(
    ("folder", "where", "command"),
    [
        (folder, *(("outside", "build"), ("farm/.git", "check"))[number % 2])
        for number, folder in enumerate(FOLDERS)
    ],
)
def test_a_folder_that_leads_out_is_an_error_before_anything_is_opened(
    place: Path, folder: str, where: str, command: str
) -> None:
    (place / "farm" / folder).rename(place / "kept")
    (place / "farm" / folder).symlink_to(place / where)
    code, said = run(place, command, "farm")
    assert code in (1, 2, 4), said
    assert folder.rpartition("/")[2] in said
    assert SECRET not in said
    assert opened_secrets(place) == []


@pytest.mark.parametrize(
    ("file", "where", "command"),
    [
        (file, *(("outside/config", "build"), ("farm/.git/config", "check"))[number % 2])
        for number, file in enumerate(FILES)
    ],
)
def test_a_file_that_leads_out_is_told_by_name_and_not_opened(
    place: Path, file: str, where: str, command: str
) -> None:
    (place / "farm" / file).unlink()
    (place / "farm" / file).symlink_to(place / where)
    code, said = run(place, command, "farm")
    assert code in (1, 4), said
    assert Path(file).name in said
    assert SECRET not in said
    assert opened_secrets(place) == []


def test_an_include_through_a_linked_folder_gives_nothing_away(place: Path) -> None:
    """As a pull request would try it: the file's words in the message that refuses an address."""
    (place / "farm/templates/base/own.html").unlink()
    (place / "farm/templates/base").rmdir()
    (place / "farm/templates/base").symlink_to("../.git")
    face = place / "farm/templates/farm/beast.html"
    face.write_text('<img src="http://x/{% include "config" %}" alt="">', encoding="utf-8")
    for words in (["check"], ["build"]):
        code, said = run(place, *words)
        assert code == 4
        assert "templates/base is a link that leads out of the project" in said
        assert "swordfish" not in said
    assert opened_secrets(place) == []
