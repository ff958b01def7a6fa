"""Modules and programs that lie in a project, called as those the tool uses: no command runs one."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest
from git_repositories import a_repository
from projects import a_project

from cardtool.cli.main import COMMANDS

pytestmark = pytest.mark.slow

REPOSITORY = Path(__file__).parents[2]
MODULE = (
    "import os, sys\nos.write(os.open({marker!r}, os.O_WRONLY | os.O_APPEND | os.O_CREAT), b'{name}\\n')\n"
)
NAMES = {*sys.stdlib_module_names, *packages_distributions(), "sitecustomize", "usercustomize", "cardtool"}
SCRIPT = "from cardtool.cli import run\nif __name__ == '__main__':\n    run()\n"  # as pip writes it
PROGRAM = "#!/bin/sh\necho '{name} (a program)' >> '{marker}'\n"
PROGRAMS = (
    "git",
    "git-lfs",
    "typos",
    "python",
    "python3",
    "gcc",
    "cc",
    "ld",
    "ldconfig",
    "objdump",
    "uname",
    "nvidia-smi",
)
BROWSERS = ("xdg-open", "www-browser", "firefox", "chromium", "google-chrome", "lynx", "w3m")
UNTIL_STOPPED = "preview"
WORDS = {  # of every command, so that it works
    "new": ["new orchard", "new --list"],
    "check": ["check", "check --all --since HEAD", "check --format sarif"],
    "preview": ["preview --jobs 1 --open"],
    "build": ["build farm all", "build farm faces --draft", "build farm sheets --cluster local:1"],
    "export": [f"export farm {what}" for what in ("csv", "xlsx", "json", "png", "gallery", "tts")],
    "import": ["import farm output/farm/cards.csv", "import farm output/farm/cards.xlsx"],
    "preflight": ["preflight output/farm/cards-a4-9up.pdf"],
    "calibrate": ["calibrate --name home --right 0.5 --down 0.1", "calibrate --list"],
    "diff": ["diff farm HEAD"],
    "reprint": ["reprint farm --since HEAD"],
    "printed": ["printed farm"],
    "list": ["list"],
    "explain": ["explain CT101"],
    "doctor": ["doctor --renew-schemas --cluster local:1"],
}


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a project in a repository, `farm`, in which lies a module or a program of each name."""
    place = tmp_path_factory.mktemp("place")
    a_project(place / "farm")
    a_repository(place / "farm")
    for name in NAMES:
        module = MODULE.format(marker=str(place / "ran"), name=name)
        (place / "farm" / f"{name}.py").write_text(module, "utf-8")
    for name in (*PROGRAMS, *BROWSERS):
        program = place / "farm" / name
        program.write_text(PROGRAM.format(marker=place / "ran", name=name), "utf-8")
        program.chmod(0o755)
    (place / "cardtool").write_text(SCRIPT, "utf-8")
    return place


def started(place: Path, *python: str) -> subprocess.Popen[str]:
    environment = os.environ | {"PYTHONPATH": str(REPOSITORY), "HOME": str(place)}
    environment["PATH"] = f":.:{environment['PATH']}"  # as a slip in a shell's settings has it
    return subprocess.Popen(
        [sys.executable, *python],
        cwd=place / "farm",
        env={name: value for name, value in environment.items() if name != "PYTHONSAFEPATH"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )


def ran(place: Path) -> set[str]:
    """Return which modules and programs of the project ran since this was asked."""
    marker = place / "ran"
    names = set(marker.read_text().splitlines()) if marker.exists() else set()
    marker.unlink(missing_ok=True)
    return names


def test_every_command_is_tried() -> None:
    assert list(WORDS) == list(COMMANDS)


@pytest.mark.parametrize("words", [words for each in WORDS.values() for words in each])
def test_no_command_runs_what_lies_in_the_project(place: Path, words: str) -> None:
    run = started(place, str(place / "cardtool"), *words.split())
    if words.startswith(UNTIL_STOPPED):
        assert run.stdout is not None
        assert "http://" in run.stdout.readline()
        run.send_signal(signal.SIGINT)
    said, _ = run.communicate(timeout=120)
    assert ran(place) == set(), said
    assert run.returncode == (130 if words.startswith(UNTIL_STOPPED) else 0), said


def test_python_m_imports_nothing_of_the_project_once_it_has_begun(place: Path) -> None:
    (place / "begun.py").write_text("import sys\nprint(*sys.modules)\n", "utf-8")
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONSAFEPATH"}
    begun = subprocess.run(
        [sys.executable, "-m", "begun"],
        cwd=place,
        env=environment,
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    for name in {"cardtool", *(module.partition(".")[0] for module in begun.stdout.split())}:
        (place / "farm" / f"{name}.py").unlink(missing_ok=True)
    said, _ = started(place, "-m", "cardtool", "build").communicate(timeout=120)
    assert ran(place) == set(), said
    assert "cards-a4-9up.pdf" in said


def test_it_would_run_if_python_and_the_system_were_let(place: Path) -> None:
    begun = started(place, "-c", "import os, yaml, bdb; os.system('typos')")
    begun.communicate(timeout=60)
    assert ran(place) >= {"yaml", "bdb", "typos (a program)"}
