"""The file of a baseline: never in place of something else, written whole, and read without waiting."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from projects import BEASTS, a_project, put

from cardtool.cli import main
from cardtool.project import Project


@pytest.fixture
def farm(tmp_path: Path) -> Project:
    """A farm with one finding, an old name that can be mended."""
    project = a_project(tmp_path / "farm", beasts=BEASTS.replace("Lays an egg.", "Fears the Wolf Den."))
    entry = "entries: [{type: renamed, from: Wolf Den, to: Lair}]"
    put(project.root, "cards/farm/changelog.yaml", f'- {{version: "1.0", date: 2026-01-01, {entry}}}\n')
    put(project.root, "notes.md", "# Mine\n")
    return project


def check(project: Project, *words: object) -> int:
    return main(["--project", str(project.root), "check", "--no-layout", *map(str, words)])


def contents(folder: Path) -> dict[str, bytes]:
    return {str(path): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.mark.parametrize(
    "name",
    [
        "cards/farm/beasts.yaml",
        "cards/farm/known.json",
        "templates/farm/beast.html",
        "schemas/farm/beast.schema.json",
        "notes.md",
    ],
)
@pytest.mark.parametrize("more", [[], ["--fix"]], ids=["", "with --fix"])
def test_a_baseline_takes_the_place_of_nothing_else(
    farm: Project, name: str, more: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    before = contents(farm.root)
    assert check(farm, "--write-baseline", farm.root / name, *more) == 2
    assert name in capsys.readouterr().err
    assert contents(farm.root) == before


def test_a_baseline_takes_the_place_of_an_older_one_and_of_an_empty_file(farm: Project) -> None:
    known = farm.root / "known.json"
    known.touch()
    assert check(farm, "--write-baseline", known) == 0
    first = known.read_bytes()
    put(farm.root, "cards/farm/beasts.yaml", BEASTS)
    assert check(farm, "--write-baseline", known) == 0
    assert known.read_bytes() != first


@pytest.mark.skipif(os.name == "nt", reason="links need rights there")
def test_a_baseline_is_written_through_no_link(farm: Project, tmp_path: Path) -> None:
    (tmp_path / "real.json").write_text("")
    (farm.root / "known.json").symlink_to(tmp_path / "real.json")
    assert check(farm, "--write-baseline", farm.root / "known.json") == 2
    assert (tmp_path / "real.json").read_text() == ""


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs pipes")
@pytest.mark.parametrize(("option", "code"), [("--baseline", 4), ("--write-baseline", 2)])
def test_a_pipe_is_no_baseline_and_nobody_waits_for_it(
    farm: Project, option: str, code: int, capsys: pytest.CaptureFixture[str]
) -> None:
    os.mkfifo(farm.root / "known.json")
    assert check(farm, option, farm.root / "known.json") == code
    assert "not a plain file" in capsys.readouterr().err


def test_a_baseline_without_end_is_not_read(farm: Project, capsys: pytest.CaptureFixture[str]) -> None:
    known = farm.root / "known.json"
    with known.open("wb") as file:
        file.truncate(1 << 30)
    assert check(farm, "--baseline", known) == 4
    assert "larger than 16000000 bytes" in capsys.readouterr().err


def test_a_full_disk_leaves_the_baseline_there_was(
    farm: Project, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    known = farm.root / "known.json"
    assert check(farm, "--write-baseline", known) == 0
    before = contents(farm.root)
    put(farm.root, "cards/farm/beasts.yaml", BEASTS)

    def full(file: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    assert check(farm, "--write-baseline", known) == 4
    assert f"{known}: cannot be written: No space left on device" in capsys.readouterr().err
    assert contents(farm.root).keys() == before.keys()
    assert known.read_bytes() == before[str(known)]
