"""The command line as a contract: names, exit codes, what goes to which stream."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from projects import BEASTS, GAME, a_project

from cardtool.app.new import make_from_starter
from cardtool.cli import main
from cardtool.cli.main import COMMANDS
from cardtool.sandbox.child import ITEM_FILE

pytestmark = pytest.mark.usefixtures("kept")

REPOSITORY = Path(__file__).resolve().parents[2]


def run(folder: Path, *words: str) -> int:
    return main(["--project", str(folder), *words])


def test_every_command_explains_itself(capsys: pytest.CaptureFixture[str]) -> None:
    for words in ([], *([name] for name in COMMANDS)):
        assert main([str(word) for word in (*words, "--help")]) == 0
        assert "Usage: cardtool" in capsys.readouterr().out


def test_help_lists_every_command_in_its_order_and_whole(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--help"]) == 0
    listed = capsys.readouterr().out.partition("Commands:\n")[2].partition("\n\n")[0]
    assert re.findall(r"^  (\S+)", listed, re.MULTILINE) == list(COMMANDS)
    assert "..." not in listed


def test_help_imports_no_command() -> None:
    code = "import sys; from cardtool.cli import main; main(['--help']); print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert not {f"cardtool.cli.{module}" for module, *_ in COMMANDS.values()} & {*done.stdout.split()}


def test_a_clean_game_is_exit_code_0_and_a_word_of_comfort(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    a_project(tmp_path)
    assert run(tmp_path, "check") == 0
    assert capsys.readouterr().err == ""


def test_a_finding_is_exit_code_1_with_place_and_advice(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    a_project(tmp_path, beasts=BEASTS.replace("copies: 2", "copeis: 2"))
    assert run(tmp_path, "check") == 1
    out = capsys.readouterr().out
    assert out.startswith("cards/farm/beasts.yaml:6:3: error: ")
    assert "copies" in out


def test_json_is_nothing_but_json(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    a_project(tmp_path, beasts=BEASTS.replace("copies: 2", "copeis: 2"))
    assert run(tmp_path, "check", "--format", "json") == 1
    said = json.loads(capsys.readouterr().out)
    assert list(said) == ["tool", "version", "game", "findings", "summary"]
    finding = said["findings"][0]
    assert list(finding) == ["rule", "name", "severity", "message", "file", "line", "column", "fix"]
    assert (finding["file"], finding["line"], finding["column"]) == ("cards/farm/beasts.yaml", 6, 3)
    assert said["summary"]["error"] == len(said["findings"])


def test_broken_yaml_does_not_hide_other_faults(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    project = a_project(tmp_path, beasts="- id: goat\n  name: 'Goat\n")
    (project.cards("farm") / "art").mkdir()
    (project.cards("farm") / "art" / "credits.yaml").write_text("- nobody: x\n")
    assert run(tmp_path, "check") == 1
    out = capsys.readouterr().out
    assert "cards/farm/beasts.yaml:2:" in out
    assert "cards/farm/art/credits.yaml:1:" in out


@pytest.mark.parametrize(
    "words",
    [
        ["chekc"],
        ["check", "framyard"],
        ["check", "--format", "xml"],
        ["build", "--sheet", "a4-9pu"],
        ["build", "--back-offset", "1mm"],
        ["build", "--back-offset", "1,2"],
        ["build", "--margin", "wide"],
        ["build", "--margin", "-6mm"],
        ["build", "farm", "garden"],
        ["build", "sheet"],
        ["build", "--stock", "160gsm"],
        ["build", "all", "--sleeves", "thin"],
        ["build", "faces", "--sheet", "a4-9up"],
        ["build", "box", "--cutter", "plain"],
        ["build", "--pack", "second"],
        ["build", "rulebook", "--pack", "second"],
        ["check", "--fix", "--diff"],
        ["check", "--diff", "--format", "json"],
        ["check", "--baseline", "old.json", "--write-baseline", "new.json"],
        ["check", "--document", "no-such.md"],
        ["check", "--baseline", "no-such.json"],
        ["check", "--select", "CT999"],
        ["explain", "9xx"],
        ["explain", "kind-cuont"],
        ["diff", "farm"],
        ["preflight"],
        ["preflight", "no-such.pdf"],
        ["export", "farm", "json", "--out", "-"],
        ["export", "farm", "docx"],
        ["export", "farm", "csv", "--dpi", "300"],
        ["export"],
        ["export", "farm", "thegamecraftr"],
        ["export", "farm", "csv", "--printer", "tts"],
        ["export", "farm", "png", "--printer", "drivethrucards"],
        ["export", "farm", "--printer", "nobody"],
        ["export", "farm", "png", "--icc", "press.icc"],
        ["export", "farm", "tts", "--base-url", "/home/me"],
    ],
)
def test_a_slip_on_the_command_line_is_exit_code_2(
    tmp_path: Path, words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    a_project(tmp_path)
    assert run(tmp_path, *words) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.startswith("cardtool: ")


def test_no_project_is_exit_code_4(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(tmp_path, "check") == 4
    assert "a project has a file cards/<game>/game.yaml" in capsys.readouterr().err


def test_a_bad_template_is_exit_code_4_with_its_name(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    a_project(tmp_path, beast='<img src="file:///etc/hostname">')
    assert run(tmp_path, "build") == 4
    assert "templates/farm/beast.html: may not load file:///etc/hostname" in capsys.readouterr().err


def test_a_refused_sheet_is_exit_code_4(tmp_path: Path) -> None:
    a_project(tmp_path)
    assert run(tmp_path, "build", "--sheet", "letter-9up") == 4


def test_a_bug_is_exit_code_70_and_asks_for_a_report(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*words: object, **more: object) -> None:
        raise ZeroDivisionError("on purpose")

    monkeypatch.setattr("cardtool.app.game_report.report_on_game", broken)
    assert run(a_project(tmp_path).root, "check") == 70
    err = capsys.readouterr().err
    assert "on purpose" in err
    assert "Please report it" in err


def test_check_without_layout_runs_no_template(tmp_path: Path) -> None:
    a_project(tmp_path, beast="{{ nothing }}")
    assert run(tmp_path, "check", "--no-layout") == 0
    assert run(tmp_path, "check") == 4


def test_a_build_tells_what_it_wrote_on_stderr(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    a_project(tmp_path)
    assert run(tmp_path, "build") == 0
    captured = capsys.readouterr()
    assert captured.out == ""
    assert "wrote output/farm/cards-a4-9up.pdf" in captured.err
    assert run(tmp_path, "build") == 0
    assert "unchanged output/farm/cards-a4-9up.pdf" in capsys.readouterr().err


def test_a_build_without_a_change_says_that_there_were_findings(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    a_project(tmp_path, beasts=BEASTS.replace("Lays an egg.", "Lays the the egg."))
    assert run(tmp_path, "build") == 0
    assert "doubled-word" in capsys.readouterr().out
    assert run(tmp_path, "build") == 0
    assert "farm: 1 finding as before; to see them: cardtool check farm --print" in capsys.readouterr().err


def test_exports_go_where_they_are_told(tmp_path: Path) -> None:
    a_project(tmp_path)
    assert run(tmp_path, "export", "farm", "csv", "--out", str(tmp_path / "lists" / "mine.csv")) == 0
    assert "Goat" in (tmp_path / "lists" / "mine.csv").read_text(encoding="utf-8-sig")


def test_list_counts_games_and_names_sheets(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    a_project(tmp_path)
    assert run(tmp_path, "list") == 0
    out = capsys.readouterr().out
    assert "Farm 1.0: 3 cards (3 Beasts)" in out
    assert "a4-9up" in out


def test_doctor_renews_the_schemas_that_editors_read(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cardtool.cli.doctor._check_engines", tuple)
    project = make_from_starter(tmp_path / "farm", "Farm", "deck").folder
    old = project / ".cardtool/schemas/game.schema.json"
    new = old.read_bytes()
    old.write_text("{}")
    assert run(project, "doctor") == 0
    assert "OLD     schemas for editors      of another cardtool than this one: game.schema.json\n" in (
        capsys.readouterr().out
    )
    assert run(project, "doctor", "--renew-schemas") == 0
    assert old.read_bytes() == new
    assert "OLD" not in capsys.readouterr().out


def test_doctor_draws_a_face_to_see(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    a_project(tmp_path)
    assert run(tmp_path, "doctor") == 0
    assert re.search(r"ok +drawing by plutoprint +a trial face in \d", capsys.readouterr().out)


def imported(folder: Path, *words: str) -> set[str]:
    """The libraries a command imported."""
    script = (
        "import sys; from cardtool.cli import main; code = main(sys.argv[1:]); "
        "print('\\n'.join(sorted({name.partition('.')[0] for name in sys.modules}))); sys.exit(code)"
    )
    command = [sys.executable, "-c", script, "--project", str(folder), *words]
    done = subprocess.run(command, capture_output=True, text=True, cwd=REPOSITORY, check=True, timeout=60)
    return set(done.stdout.split())


def test_a_check_never_imports_what_only_books_need(tmp_path: Path) -> None:
    a_project(tmp_path)
    heavy = {"weasyprint", "plutoprint", "pikepdf", "openpyxl", "jinja2", "reportlab", "pypdfium2"}
    assert not imported(tmp_path, "check") & heavy


def test_a_build_opens_what_it_drew_in_other_processes_and_an_unchanged_one_nothing(tmp_path: Path) -> None:
    a_project(tmp_path)
    first, second = imported(tmp_path, "build"), imported(tmp_path, "build")
    assert not first & {"plutoprint", "weasyprint", "pypdfium2", "jinja2"}
    assert "pikepdf" in first
    heavy = {"plutoprint", "pikepdf", "jinja2", "reportlab", "jsonschema", "openpyxl", "fontTools"}
    assert not second & heavy


@pytest.mark.skipif(os.name == "nt", reason="needs signals")
@pytest.mark.slow
def test_a_build_killed_at_any_moment_leaves_whole_files(tmp_path: Path) -> None:
    a_project(tmp_path)
    assert run(tmp_path, "build") == 0
    file = tmp_path / "output/farm/cards-a4-9up.pdf"
    known = {file.read_bytes()}
    for moment in (0.1, 0.2, 0.3, 0.4, 0.5):
        a_project(tmp_path, beasts=BEASTS.replace("an egg", f"{moment} eggs"))
        command = [sys.executable, "-m", "cardtool", "--project", str(tmp_path), "build"]
        building = subprocess.Popen(command, cwd=REPOSITORY, stderr=subprocess.DEVNULL)
        time.sleep(moment)
        building.send_signal(signal.SIGKILL)
        building.wait()
        assert file.read_bytes() in known or file.read_bytes().endswith(b"%%EOF\n")
        assert run(tmp_path, "build") == 0
        known.add(file.read_bytes())
    assert list(file.parent.glob("*.part")) == []
    assert all_have_ended(str(tmp_path))


def all_have_ended(name: str) -> bool:
    """Return whether soon no process runs, where that can be told, that was started with this word."""
    listing = ["ps", "-A", "-o", "args="]
    for _ in range(100):
        listed = subprocess.run(listing, stdout=subprocess.PIPE, text=True, check=False).stdout
        if name not in listed:
            return True
        time.sleep(0.05)
    return False


@pytest.mark.skipif(os.name == "nt", reason="needs signals")
@pytest.mark.parametrize(("asked", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_a_build_that_is_stopped_ends_at_once(tmp_path: Path, asked: signal.Signals, code: int) -> None:
    endless = "{% for a in range(99999) %}{% for b in range(99999) %}{% endfor %}{% endfor %}"
    a_project(tmp_path, beast=f"{{% if card.id == 'hen' %}}{endless}{{% endif %}}")
    (tmp_path / "temporary").mkdir()
    building = subprocess.Popen(
        [sys.executable, "-m", "cardtool", "--project", str(tmp_path), "build"],
        cwd=REPOSITORY,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "TMPDIR": str(tmp_path / "temporary")},
    )
    until_the_third_face_is_drawn(tmp_path / "temporary")
    building.send_signal(asked)
    _, said = building.communicate(timeout=5)
    assert building.returncode == code, said
    assert said.strip() == "cardtool: stopped; nothing was written; the earlier files are unchanged"


@pytest.mark.skipif(os.name == "nt", reason="needs signals")
@pytest.mark.parametrize(("asked", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_a_stop_while_a_module_is_loaded_waits_for_its_end(
    tmp_path: Path, asked: signal.Signals, code: int
) -> None:
    (tmp_path / "loading.py").write_text(
        "import os, signal, sys, time\n"
        f"os.kill(os.getpid(), {asked.value})\n"
        "time.sleep(0.2)\n"
        "print('loaded', flush=True)\n"
    )
    command = (
        "import importlib, time, click\n"
        "main = importlib.import_module('cardtool.cli.main')\n"
        "def loads():\n"
        "    import loading\n"
        "    time.sleep(20)\n"
        "main.cardtool = click.command()(loads)\n"
        "main.run()\n"
    )
    stopped = subprocess.run(
        [sys.executable, "-c", command],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": f"{REPOSITORY}:{tmp_path}"},
        stdout=subprocess.PIPE,
        text=True,
        timeout=15,
        check=False,
    )
    assert (stopped.stdout, stopped.returncode) == ("loaded\n", code)


def until_the_third_face_is_drawn(temporary: Path) -> None:
    """Wait until a worker notes in its folder that it is at the hen, after the goat and the back."""
    end = time.monotonic() + 30
    while not any(int.from_bytes(file.read_bytes()) == 2 for file in temporary.glob(f"*/{ITEM_FILE}")):
        assert time.monotonic() < end
        time.sleep(0.02)


@pytest.mark.parametrize(
    "words", [["build", "--out", "cards"], ["export", "csv", "--out", "cards/farm/beasts.yaml"]]
)
def test_sources_are_never_written_over(
    tmp_path: Path, words: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    project = a_project(tmp_path)
    monkeypatch.chdir(tmp_path)
    assert main(words) == 2
    assert "among the sources of the project" in capsys.readouterr().err
    assert (project.cards("farm") / "beasts.yaml").read_text() == BEASTS


def test_output_that_leads_out_of_the_project_is_refused(tmp_path: Path) -> None:
    a_project(tmp_path / "project")
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "project" / "output").symlink_to(tmp_path / "elsewhere")
    assert run(tmp_path / "project", "build") == 4
    assert list((tmp_path / "elsewhere").iterdir()) == []


@pytest.mark.parametrize("given", ["cards/farm", "cards/farm/", "cards/farm/game.yaml", "farm"])
def test_a_game_may_be_given_by_its_folder(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], given: str
) -> None:
    a_project(tmp_path)
    assert run(tmp_path, "check", "--no-layout", given) == 0
    assert "farm: no problems found" in capsys.readouterr().out


def test_a_game_may_be_given_from_within_its_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(a_project(tmp_path).cards("farm"))
    assert run(tmp_path, "check", "--no-layout", ".") == 0


def test_one_of_several_games_has_to_be_named_or_all(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    cards = a_project(tmp_path).cards("farm")
    shutil.copytree(cards, cards.with_name("barn"))
    assert run(tmp_path, "check") == 2
    assert capsys.readouterr().err == (
        "cardtool: error: name a game; the games are: barn, farm\n"
        "for every game: --all\n"
        "to have one meant when none is named: write default: GAME into cards/project.yaml\n"
    )
    assert run(tmp_path, "preview") == 2
    assert "--all" not in capsys.readouterr().err


def test_the_project_is_named_before_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["build", "--project", "farm"]) == 2
    assert "--project goes before the command: cardtool --project DIR build\n" in capsys.readouterr().err


def test_no_game_is_called_as_a_device_of_windows(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["new", "CON"]) == 2
    assert '"con" cannot name a folder on Windows; add to it, for example con-1' in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("given", ["cards", "templates/farm", "cards/barn", "../farm", "cards/a\0b", "/"])
def test_a_folder_that_is_no_game_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], given: str
) -> None:
    a_project(tmp_path)
    assert run(tmp_path, "check", given) == 2
    assert "the games are: farm" in capsys.readouterr().err


def test_a_font_that_is_not_there_is_found_at_its_letter(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    a_project(tmp_path, style=".face{font-family:Alegraya}\n")
    assert run(tmp_path, "check") == 1
    out = capsys.readouterr().out
    said = 'templates/farm/faces.css:1:19: error: there is no font "Alegraya" (did you mean "Alegreya"?)'
    assert said in out


def test_check_finds_what_build_would_refuse(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    a_project(tmp_path, game=GAME.replace("sheet: a4-9up", "sheet: letter-9up"))
    assert run(tmp_path, "check") == 1
    assert "[CT703 sheet-fit]" in capsys.readouterr().out


@pytest.mark.skipif(os.name == "nt", reason="needs a POSIX shell")
@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("{tool} list >&-", 0),
        ("{tool} build 2>&-", 0),
        ("{tool} list > /dev/full", 4),
        ("{tool} explain | true", 141),
        ("ulimit -v 1500000 -t 60; {tool} check", 0),
    ],
)
def test_a_narrow_world_is_no_bug(tmp_path: Path, line: str, code: int) -> None:
    a_project(tmp_path)
    tool = f"{sys.executable} -m cardtool --project {tmp_path}"
    command = ["bash", "-o", "pipefail", "-c", line.format(tool=tool)]
    done = subprocess.run(command, cwd=REPOSITORY, stderr=subprocess.PIPE, text=True, check=False, timeout=60)
    assert done.returncode == code, done.stderr
    assert "Traceback" not in done.stderr


def test_a_misspelt_command_is_told_what_was_meant(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["chekc"]) == 2
    assert 'there is no command "chekc" (did you mean "check"?)' in capsys.readouterr().err
