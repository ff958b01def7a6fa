"""Calibrating in a terminal: what is asked, what is saved, and what a build makes of it."""

from __future__ import annotations

import contextlib
import io
import os
import pty
import re
import select
import signal
import subprocess
import sys
import time
from pathlib import Path

import pikepdf
import pytest
from projects import a_project

from cardtool.cli import main

pytestmark = pytest.mark.usefixtures("kept")

REPOSITORY = Path(__file__).resolve().parents[2]


@pytest.fixture
def settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A settings folder of its own, and an empty folder to stand in."""
    folder = tmp_path / "settings"
    monkeypatch.setenv("CARDTOOL_CONFIG", str(folder))
    (tmp_path / "desk").mkdir()
    monkeypatch.chdir(tmp_path / "desk")
    return folder


def saved(settings: Path, name: str = "home") -> str:
    lines = (settings / f"printers/{name}.yaml").read_text().splitlines()
    return "\n".join(line for line in lines if not line.startswith("#"))


def test_numbers_on_the_command_line_are_saved(settings: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["calibrate", "--name", "home", "--right", "0.5mm", "--down", "-0.3", "--margin", "5"]) == 0
    assert saved(settings) == "upright: {right: 0.5mm, down: -0.3mm}\nmargin: 5mm"
    assert "0.5 mm right, 0.3 mm up" in capsys.readouterr().out


def test_what_is_not_given_stays_as_it_was(settings: Path) -> None:
    main(["calibrate", "--name", "home", "--right", "0.5", "--down", "0"])
    main(["calibrate", "--name", "home", "--sideways-right", "-1", "--sideways-down", "1,5"])
    assert saved(settings) == "upright: {right: 0.5mm, down: 0mm}\nsideways: {right: -1mm, down: 1.5mm}"


def test_the_printers_are_listed(settings: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main(["calibrate", "--list"])
    assert "no printer has been calibrated" in capsys.readouterr().out
    main(["calibrate", "--name", "office", "--margin", "6mm"])
    capsys.readouterr()
    assert main(["calibrate", "--list"]) == 0
    assert capsys.readouterr().out.split() == ["office", "margin", "6", "mm"]


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["--name", "home", "--right", "0.5"], "give --right and --down together"),
        (["--right", "0.5", "--down", "0"], "give the printer a name"),
        (["--name", "home", "--right", "50", "--down", "0"], "50 is not from -10 to 10 mm"),
        (["--name", "home", "--right", "much", "--down", "0"], '"much" is not a number of millimetres'),
        (["--name", "../home", "--margin", "5"], '"../home" cannot be a name'),
        (["--name", "con", "--margin", "5"], '"con" cannot name a file on Windows'),
        (["--name", "lpt1", "--margin", "5"], '"lpt1" cannot name a file on Windows'),
    ],
)
def test_numbers_that_cannot_be_are_refused(
    settings: Path, capsys: pytest.CaptureFixture[str], words: list[str], says: str
) -> None:
    assert main(["calibrate", *words]) == 2
    assert says in capsys.readouterr().err
    assert not settings.exists()


def test_without_a_terminal_the_sheets_are_written_and_nothing_is_asked(
    settings: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO())
    assert main(["calibrate", "--paper", "letter"]) == 0
    with pikepdf.open("calibration-letter.pdf") as pdf:
        assert len(pdf.pages) == 4
    assert "cardtool calibrate --name home --right MM --down MM" in capsys.readouterr().out
    assert [path.name for path in Path().iterdir()] == ["calibration-letter.pdf"]


class Terminal:
    """A process that believes in its terminal."""

    def __init__(self, *words: str) -> None:
        ours, theirs = pty.openpty()
        command = [sys.executable, "-m", "cardtool", *words]
        environment = {**os.environ, "PYTHONPATH": str(REPOSITORY)}
        self.process = subprocess.Popen(
            command, stdin=theirs, stdout=theirs, stderr=theirs, env=environment, start_new_session=True
        )
        os.close(theirs)
        self._ours, self.said = ours, ""

    def __enter__(self) -> Terminal:
        return self

    def __exit__(self, *what: object) -> None:
        self.process.kill()
        self.process.wait()
        os.close(self._ours)

    def wait_for(self, words: str) -> None:
        """Read on until these words were said."""
        end = time.monotonic() + 60
        while words not in self.said:
            assert time.monotonic() < end, self.said
            if select.select([self._ours], [], [], 1)[0]:
                try:
                    self.said += os.read(self._ours, 4096).decode()
                except OSError:  # the other end is closed
                    assert words in self.said, self.said
        self.said = self.said[self.said.index(words) + len(words) :]

    def interrupt(self) -> int:
        """Press Ctrl-C; again, where it was lost between a question and its answer. The exit code."""
        for _ in range(60):
            self.process.send_signal(signal.SIGINT)
            with contextlib.suppress(subprocess.TimeoutExpired):
                return self.process.wait(1)
        raise AssertionError("Ctrl-C does not stop it")

    def answer(self, text: str) -> None:
        os.write(self._ours, f"{text}\n".encode())


@pytest.mark.slow
def test_in_a_terminal_it_asks_saves_and_says_how_to_use_it(settings: Path) -> None:
    with Terminal("calibrate") as terminal:
        terminal.wait_for("calibration-a4.pdf")
        terminal.wait_for("Enter, when you have the sheets")
        terminal.answer("")
        terminal.wait_for("level scale")
        terminal.answer("a lot")
        terminal.wait_for("is not a number of millimetres")
        for question, answer in (
            ("level scale", "0,6"),
            ("upright scale", "−0.4"),
            ("level scale", "-"),
            ("whole on all four edges", "5"),
            ("What shall the printer be called?", ""),
        ):
            terminal.wait_for(question)
            terminal.answer(answer)
        terminal.wait_for("cardtool build --my-printer home")
        assert terminal.process.wait(30) == 0
    assert saved(settings) == "upright: {right: 0.6mm, down: -0.4mm}\nmargin: 5mm"


@pytest.mark.slow
def test_ctrl_c_saves_nothing(settings: Path) -> None:
    with Terminal("calibrate", "--name", "home") as terminal:
        terminal.wait_for("Enter, when you have the sheets")
        terminal.answer("")
        terminal.wait_for("level scale")
        assert terminal.interrupt() == 130
        terminal.wait_for("stopped; nothing was saved")
    assert not settings.exists()


def first_place(pdf: Path, page: int) -> tuple[float, float]:
    """Where the first face of a page is put, in points."""
    with pikepdf.open(pdf) as document:
        document.pages[page].contents_coalesce()
        drawn = document.pages[page].Contents.read_bytes().decode("ascii")
    x, y = re.findall(r"W n -?1 0 0 -?1 (\S+) (\S+) cm", drawn)[0]
    return float(x), float(y)


@pytest.mark.slow
def test_what_was_measured_shows_in_the_numbers_of_the_pdf(settings: Path, tmp_path: Path) -> None:
    a_project(tmp_path)
    main(["calibrate", "--name", "home", "--right", "0.5", "--down", "-0.3"])
    plain, moved = tmp_path / "plain", tmp_path / "moved"
    assert main(["--project", str(tmp_path), "build", "--out", str(plain)]) == 0
    assert main(["--project", str(tmp_path), "build", "--my-printer", "home", "--out", str(moved)]) == 0
    name = "cards-a4-9up.pdf"
    assert first_place(plain / name, 0) == first_place(moved / name, 0)
    (x, y), (new_x, new_y) = first_place(plain / name, 1), first_place(moved / name, 1)
    assert new_x - x == pytest.approx(0.5 * 72 / 25.4, abs=1e-3)
    assert new_y - y == pytest.approx(0.3 * 72 / 25.4, abs=1e-3)


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["--my-printer", "ofice"], 'no printer "ofice" was calibrated (did you mean "office"?)'),
        (["--my-printer", "office", "--sheet", "a4-8up-bleed"], "the paper of a4-8up-bleed lies sideways"),
        (["--my-printer", "office", "--backs", "short-edge"], "calibrated for sheets turned about the long"),
        (["--my-printer", "narrow"], "a printer needs 12 mm (--my-printer narrow)"),
    ],
)
@pytest.mark.slow
def test_a_printer_that_cannot_print_this_says_why(
    settings: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], words: list[str], says: str
) -> None:
    a_project(tmp_path)
    main(["calibrate", "--name", "office", "--right", "0.5", "--down", "-0.3"])
    main(["calibrate", "--name", "narrow", "--margin", "12"])
    main(["calibrate", "--name", "narrow", "--right", "0", "--down", "0"])
    assert main(["--project", str(tmp_path), "build", *words]) in (2, 4)
    assert says in capsys.readouterr().err
