"""An odd clock, environment or name of a file changes nothing that is made, or is refused in words."""

from __future__ import annotations

import errno
import os
import time
from pathlib import Path

import pytest
from projects import a_project, put

from cardtool.cli import main

posix = pytest.mark.skipif(os.name == "nt", reason="names of files that are no text")


def run(folder: Path, *words: str) -> int:
    return main(["--project", str(folder), *words])


@pytest.mark.parametrize("value", ["abc", "-5", "99999999999999999999", ""])
def test_what_is_made_tells_no_date_whatever_the_environment_says(
    tmp_path: Path, value: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert main(["calibrate", "--out", str(tmp_path / "usual.pdf")]) == 0
    monkeypatch.setenv("SOURCE_DATE_EPOCH", value)
    assert main(["calibrate", "--out", str(tmp_path / "other.pdf")]) == 0
    assert (tmp_path / "other.pdf").read_bytes() == (tmp_path / "usual.pdf").read_bytes()


@pytest.mark.parametrize("now", [100.0, -99999.0, 9999999999.0], ids=["1970", "1969", "2286"])
def test_a_workbook_is_the_same_whatever_the_clock_says(
    tmp_path: Path, now: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    a_project(tmp_path)
    workbook = tmp_path / "output/farm/cards.xlsx"
    assert run(tmp_path, "export", "farm", "xlsx") == 0
    usual, localtime = workbook.read_bytes(), time.localtime
    monkeypatch.setattr(time, "localtime", lambda asked=None: localtime(now))
    assert run(tmp_path, "export", "farm", "xlsx") == 0
    assert workbook.read_bytes() == usual


def test_a_file_from_before_1980_is_exported(tmp_path: Path) -> None:
    project = a_project(tmp_path)
    for file in project.cards("farm").iterdir():
        os.utime(file, (100, 100))
    assert run(tmp_path, "export", "farm", "xlsx") == 0


ODD = os.fsdecode(b"f\xff")


@posix
@pytest.mark.parametrize("words", [["check"], ["build"], ["export", "png"]])
def test_a_game_needs_a_path_that_is_text(
    tmp_path: Path, words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    project = a_project(tmp_path / "farm")
    assert run(project.root.rename(tmp_path / ODD), *words) == 4
    assert "this path is not UTF-8" in capsys.readouterr().err


@posix
def test_what_there_is_can_be_listed_anywhere(tmp_path: Path) -> None:
    project = a_project(tmp_path / "farm")
    assert run(project.root.rename(tmp_path / ODD), "list") == 0


@posix
def test_a_file_whose_name_is_no_text_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    a_project(tmp_path)
    put(tmp_path, f"cards/farm/{ODD}.txt", "a note")
    assert run(tmp_path, "build") == 1
    assert r"cards/farm/f\udcff.txt:1:1: error: this name is not UTF-8" in capsys.readouterr().out


@posix
def test_a_deck_is_not_sent_where_no_address_leads(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    a_project(tmp_path)
    assert run(tmp_path, "export", "farm", "tts", "--out", str(tmp_path / ODD)) == 4
    assert "this path is not UTF-8" in capsys.readouterr().err


def test_an_input_that_cannot_be_read_is_told_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    a_project(tmp_path)
    opened = os.open

    def fail(path: str | os.PathLike[str], *more: int, **named: int) -> int:
        if str(path).endswith("back.html"):
            raise OSError(errno.EIO, "Input/output error", str(path))
        return opened(path, *more, **named)

    monkeypatch.setattr(os, "open", fail)
    assert run(tmp_path, "build") == 1
    said = capsys.readouterr().out
    assert "back.html cannot be read: Input/output error" in said
