"""What the tool wrote once, anybody can write: it is believed only where this user's cardtool wrote it."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from projects import BEASTS, a_project

from cardtool.cli import main
from cardtool.cli.output import FORMATS
from cardtool.output.folder import sha256_digest

JOURNAL = ".cardtool-journal.json"
SHEET = "id,name,copies,text\nhen,Hen,7,Lays an egg.\n"


def with_a_journal(folder: Path) -> None:
    """A project that came with a journal: to write a Makefile, and to take a file away."""
    a_project(folder)
    (folder / "notes.md").write_bytes(b"mine")
    (folder / "sheet.csv").write_text(SHEET, encoding="utf-8")
    (folder / ".cardtool-0.part").write_bytes(b"all:\n\techo obeyed\n")
    changes = [
        {"name": "Makefile", "sha256": sha256_digest(b"all:\n\techo obeyed\n"), "places": True},
        {"name": "notes.md", "sha256": sha256_digest(b"mine"), "places": False},
    ]
    noted = {"changes": [{**each, "replaces": not each["places"]} for each in changes], "folders": []}
    (folder / JOURNAL).write_text(json.dumps(noted), encoding="utf-8")


@pytest.mark.parametrize("options", [["--no-layout", "--format", each] for each in FORMATS] + [["--all"]])
def test_a_journal_that_came_with_a_project_is_named_in_every_format(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], options: list[str]
) -> None:
    with_a_journal(tmp_path)
    assert main(["--project", str(tmp_path), "check", *options]) == 4
    told = capsys.readouterr()
    assert JOURNAL in (told.out if options[-1] in FORMATS[1:] else told.err)
    assert "delete it" in told.err


@pytest.mark.parametrize(
    "words",
    [
        ["import", "farm", "sheet.csv"],
        ["import", "sheet.csv", "--format", "json"],
        ["check", "--no-layout", "--fix"],
    ],
)
def test_nothing_of_it_is_done(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], words: list[str]
) -> None:
    with_a_journal(tmp_path)
    monkeypatch.chdir(tmp_path)
    assert main(words) == 4
    assert f"{JOURNAL}: " in capsys.readouterr().err
    assert (tmp_path / "notes.md").read_bytes() == b"mine"
    assert not (tmp_path / "Makefile").exists()
    assert (tmp_path / "cards/farm/beasts.yaml").read_text(encoding="utf-8") == BEASTS
    (tmp_path / JOURNAL).unlink()
    assert main(words) != 4


@pytest.mark.slow
def test_output_that_came_with_a_project_is_built_anew(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    a_project(tmp_path / "theirs")
    shutil.copytree(tmp_path / "theirs", tmp_path / "clone")
    build = ["build", "--all", "all", "--jobs", "1"]
    assert main(["--project", str(tmp_path / "theirs"), *build]) == 0
    folder = tmp_path / "clone/output/farm"
    shutil.copytree(tmp_path / "theirs/output/farm", folder)
    noted = json.loads((folder / "build.json").read_bytes())
    for files in (each["files"] for each in noted["orders"].values()):
        for name in files:
            (folder / name).write_bytes(b"foreign")
            files[name] = sha256_digest(b"foreign")
    (folder / "build.json").write_text(json.dumps(noted, indent=2) + "\n", encoding="utf-8")
    capsys.readouterr()
    assert main(["--project", str(tmp_path / "clone"), *build]) == 0
    assert "unchanged" not in capsys.readouterr().err
    made = {path.name: path.read_bytes() for path in (tmp_path / "theirs/output/farm").iterdir()}
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == made
