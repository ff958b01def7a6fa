"""Reading has a limit of time and of memory in every command, and is told with the name of the file."""

from __future__ import annotations

import signal
import sys
from pathlib import Path

import pytest
from projects import a_project, put

from cardtool import rule_runner
from cardtool.cli import main
from cardtool.load import load_game

needs_signals = pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="no signals interrupt here")
TOO_LONG = "takes more than 1e-06 seconds of the processor"
COMMANDS = {
    "check": "check farm --jobs 1",
    "check --no-layout": "check --no-layout farm",
    "check --format json": "check --format json farm",
    "check --document": "check --document rules.md",
    "check --document of a game": "check --document rules.md farm",
    "build": "build farm",
    "export": "export farm csv",
    "import": "import farm goats.csv",
    "new": "new herd --from goats.csv",
}


@needs_signals
@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_ends_that_reads_for_too_long(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], command: str
) -> None:
    a_project(tmp_path)
    put(tmp_path, "goats.csv", "id,name\ngoat,Goat\n")
    put(tmp_path, "rules.md", "# Rules\n\nDraw a card.\n")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(rule_runner, "LONGEST_READING", 1e-6)
    assert main(COMMANDS[command].split()) == 4
    printed = capsys.readouterr()
    assert TOO_LONG in printed.err
    (line,) = (line for line in printed.err.splitlines() if TOO_LONG in line)
    assert any(name in line for name in ("cards/farm", "goats.csv", "rules.md", "schemas/", "templates/"))


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux limits a process's memory so")
def test_memory_ends_for_what_is_read_and_for_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    import resource

    before = resource.getrlimit(resource.RLIMIT_DATA)
    project = a_project(tmp_path)
    put(tmp_path, "cards/farm/beasts.yaml", f"- {{id: goat, name: {'a' * 15_000_000}}}\n")
    monkeypatch.setattr(rule_runner, "MOST_READ", 10_000_000)
    assert main(["--project", str(tmp_path), "check", "--no-layout", "farm"]) == 4
    assert "reading the game farm takes more than 10 MB of memory" in capsys.readouterr().err
    assert resource.getrlimit(resource.RLIMIT_DATA) == before
    monkeypatch.undo()
    assert load_game(project, "farm").findings
