"""What strangers call things commands nobody: neither the terminal nor the server on which a check runs."""

from __future__ import annotations

import ast
import os
import re
import shutil
from pathlib import Path

import pytest
from git_repositories import a_repository
from projects import BEASTS, GAME, a_project, put

from cardtool.cli import main
from cardtool.project import TOOLKIT

pytestmark = pytest.mark.usefixtures("kept")

COMMAND = "x\n::error title=gold::silver\r##vso[task.complete]\x1b[31m##[error]"
IN_YAML = r'"x\n::error title=gold::silver\r##vso[task.complete]\e[31m##[error]"'
FORMATS = ("text", "json", "github", "sarif", "junit")


def run(folder: Path, *words: str) -> int:
    return main(["--project", str(folder), *words])


def obeyed(said: str, *, by_github: bool = True) -> list[str]:
    """The lines that some reader of this output would take for a command."""
    commands = [r"\x1b", r"\r", r"##\w*\[", *([r"^\s*::"] if by_github else [])]
    return [row for row in said.split("\n") if re.search("|".join(commands), row)]


def a_hostile_project(folder: Path) -> None:
    """A project whose every name is a command; what has to be sound for a build is."""
    titled = GAME.replace("title: Farm", f"title: {IN_YAML}").replace("title: Beast", f"title: {IN_YAML}")
    a_project(folder, game=titled, beasts=BEASTS.replace("name: Goat", f"name: {IN_YAML}"))
    for name in ("x\n::error::gold", "##[error]silver", "\x1b[31mred", "Upper Case"):
        put(folder, f"cards/{name}/game.yaml", GAME)
    sheet = (TOOLKIT / "templates/sheets/a4-9up.yaml").read_text(encoding="utf-8")
    hostile = re.sub(r"(?m)^title: .*$", lambda found: f"title: {IN_YAML}", sheet)
    put(folder, "templates/sheets/mine.yaml", hostile)
    put(folder, f"templates/sheets/{COMMAND.replace('/', '')}.yaml", hostile)
    put(folder, "templates/themes/mine.yaml", f"title: {IN_YAML}\nabout: {IN_YAML}\n")
    put(folder, "templates/cutters/x\n::error::.yaml", "title: x\n")
    put(folder, f"cards/farm/art/{COMMAND}.txt", "")
    (folder / os.fsdecode(b"cards/farm/art/\xff\xfe.png")).touch()


EVERY = [
    *(("check", "--format", format) for format in FORMATS),
    ("check", "--all"),
    ("check", "--diff"),
    ("check", COMMAND),
    ("check", "--since", COMMAND),
    ("check", "--select", COMMAND),
    ("build",),
    ("build", "--sheet", COMMAND),
    (f"--sheet={COMMAND}", "build"),
    ("build", "--theme", COMMAND),
    ("build", "--my-printer", COMMAND),
    ("build", "--cutter", COMMAND),
    ("build", "box", "--stock", COMMAND),
    ("build", COMMAND, COMMAND),
    ("build", "--margin", COMMAND),
    ("list",),
    ("export", "csv"),
    ("export", "png"),
    ("export", COMMAND),
    ("export", "--printer", COMMAND),
    ("diff", COMMAND, "HEAD"),
    ("diff", "farm", COMMAND),
    ("doctor",),
    ("explain", COMMAND),
    ("preflight", COMMAND),
    ("calibrate", "--name", COMMAND),
    (COMMAND,),
]


@pytest.mark.parametrize("words", EVERY, ids=lambda words: " ".join(words).replace(COMMAND, "COMMAND"))
def test_no_name_commands_whoever_reads_what_is_printed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], words: tuple[str, ...]
) -> None:
    a_hostile_project(tmp_path)
    assert run(tmp_path, *words) in (0, 1, 2, 4)
    said = capsys.readouterr()
    assert said.out or said.err
    assert not obeyed(said.out, by_github="github" not in words)
    assert not obeyed(said.err)
    assert "\n./::" not in said.out + said.err  # a break in a name is written out


@pytest.mark.parametrize("words", [("check",), ("build", "all", "--sheet", "mine"), ("export", "tts")])
def test_titles_that_are_commands_are_carried_out_nowhere(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], words: tuple[str, ...]
) -> None:
    a_hostile_project(tmp_path)
    shutil.rmtree(tmp_path / "cards/farm/art")
    for file in tmp_path.glob("templates/*/x*"):
        file.unlink()
    assert run(tmp_path, *words) in (0, 1)
    said = capsys.readouterr()
    assert not obeyed(said.out + said.err)


def test_what_changed_is_told_without_commanding(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    a_project(tmp_path)
    a_repository(tmp_path)
    put(tmp_path, "cards/farm/beasts.yaml", BEASTS.replace("name: Goat", f"name: {IN_YAML}"))
    for format in ("text", "json"):
        assert run(tmp_path, "diff", "farm", "HEAD", "--format", format) == 0
        assert not obeyed(capsys.readouterr().out)


def test_a_pdf_with_a_command_for_a_name_is_looked_at(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["calibrate", "--out", str(tmp_path / "sheet.pdf")]) == 0
    capsys.readouterr()
    for number, name in enumerate([f"{COMMAND}.pdf".encode(), b"\xff\n::error::.pdf"]):
        file = tmp_path / os.fsdecode(name)
        shutil.copy(tmp_path / "sheet.pdf", file)
        for format in FORMATS:
            assert main(["preflight", str(file), "--format", format]) in (0, 1), (number, format)
            said = capsys.readouterr()
            assert not obeyed(said.out, by_github=format != "github")
            assert not obeyed(said.err)


def test_files_with_names_that_cannot_be_shown_are_errors(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    a_project(tmp_path)
    put(tmp_path, "cards/farm/art/a\nb.txt", "")
    put(tmp_path, "templates/sheets/A4 small.yaml", "title: x\n")
    (tmp_path / os.fsdecode(b"templates/farm/\xe4.html")).touch()
    assert run(tmp_path, "check", "--no-layout") == 1
    out = capsys.readouterr().out
    assert r"cards/farm/art/a\nb.txt:1:1: error: this name holds a character that cannot be seen" in out
    assert r"templates/farm/\udce4.html:1:1: error: this name is not UTF-8" in out
    assert "templates/sheets/A4 small.yaml:1:1: error: nothing can be asked for by this name" in out


def test_a_folder_that_cannot_name_a_game_is_none_and_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    a_project(tmp_path)
    put(tmp_path, "cards/My\nGame/game.yaml", GAME)
    assert run(tmp_path, "list") == 0
    told = r"rename cards/My\nGame: a game's folder has small letters a to z, digits and hyphens"
    assert f"  not a game: {told}" in capsys.readouterr().out
    assert run(tmp_path, "check", "--all") == 4
    assert told in capsys.readouterr().err
    assert run(tmp_path, "check", "My\nGame") == 2
    assert told in capsys.readouterr().err
    assert run(tmp_path, "check", "--no-layout") == 0  # the only game there is
    shutil.rmtree(tmp_path / "cards/farm")
    assert run(tmp_path, "check") == 4
    assert told in capsys.readouterr().err


def test_the_command_line_prints_through_one_module() -> None:
    folder = TOOLKIT / "cardtool/cli"
    for file in folder.glob("*.py"):
        calls = [node for node in ast.walk(ast.parse(file.read_text("utf-8"))) if isinstance(node, ast.Call)]
        printing = {ast.unparse(call.func) for call in calls} & {
            "print",
            "click.echo",
            "click.secho",
            "sys.stdout.write",
            "sys.stderr.write",
        }
        assert not printing or file.name == "output.py", file.name
