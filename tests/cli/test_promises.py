"""What the command line promises to whoever writes scripts around it, and to whoever has little installed."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest
from projects import BEASTS, a_project, put

from cardtool.cli import main
from cardtool.cli.doctor import EXTRAS
from cardtool.errors import MissingLibrary
from cardtool.render import RenderPool, render_worker

pytestmark = pytest.mark.usefixtures("kept")

REPOSITORY = Path(__file__).resolve().parents[2]


def run(folder: Path, *words: str) -> int:
    return main(["--project", str(folder), *words])


def lacking(*words: object, **more: object) -> None:
    raise MissingLibrary("no engine can be imported here\npython -I -m pip install something")


def test_a_build_without_an_engine_is_exit_code_3_with_the_remedy(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    a_project(tmp_path)
    monkeypatch.setattr(render_worker, "find_spec", lambda name: None)
    assert run(tmp_path, "build") == 3
    assert "python -I -m pip install weasyprint" in capsys.readouterr().err


def test_a_check_goes_on_where_an_engine_turns_out_not_to_work(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    a_project(tmp_path)
    monkeypatch.setattr(RenderPool, "measure", lacking)
    assert run(tmp_path, "check") == 0
    said = capsys.readouterr()
    assert said.out == "farm: no problems found\n"
    assert "whether texts fit was not checked: no engine can be imported here" in said.err


def test_a_check_without_an_engine_still_finds_what_the_data_proves(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    a_project(tmp_path, beasts=BEASTS.replace("copies: 2", "copeis: 2"))
    monkeypatch.setattr(render_worker, "find_spec", lambda name: None)
    assert run(tmp_path, "check") == 1
    assert "[CT103 schema]" in capsys.readouterr().out


def test_a_printed_book_tells_what_the_machine_lacks(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    a_project(tmp_path)
    monkeypatch.setattr(render_worker, "_has_library", lambda name: False)
    assert run(tmp_path, "build", "--engine", "weasyprint") == 3
    assert "WeasyPrint needs a library that is not on this machine: libpangoft2" in capsys.readouterr().err


def test_asking_for_misspellings_where_nobody_looks_for_them_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    a_project(tmp_path)
    monkeypatch.setattr("cardtool.programs.spelling_program", lambda: None)
    assert run(tmp_path, "check", "--no-layout", "--select", "CT607") == 0
    assert "misspellings are not looked for" in capsys.readouterr().err


def test_doctor_knows_every_extra_and_says_how_to_get_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    project = tomllib.loads((REPOSITORY / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    brought = {
        (re.match(r"\w+", each)[0], extra)  # type: ignore[index]
        for extra, names in project["optional-dependencies"].items()
        for each in names
    }
    assert {(name, extra) for name, (_, extra) in EXTRAS.items() if extra} == brought
    monkeypatch.setattr("cardtool.cli.doctor._check_engines", tuple)
    monkeypatch.setattr(
        "cardtool.cli.doctor._installed_version", lambda name: None if name == "starlette" else "1.0"
    )
    assert run(tmp_path, "doctor") == 0
    missing = (
        'not installed; for cardtool preview, if you like: python -I -m pip install "cardtool-pnp[preview]"'
    )
    assert re.search(rf"^- +starlette +{re.escape(missing)}$", capsys.readouterr().out, re.MULTILINE)


def test_doctor_examines_a_machine_that_has_no_project_yet(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(tmp_path, "doctor") == 0
    out = capsys.readouterr().out
    assert re.search(r"^ok +drawing by plutoprint", out, re.MULTILINE)
    assert re.search(r"^- +project +no project at", out, re.MULTILINE)


def test_a_family_of_rules_is_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain", "3xx"]) == 0
    codes = re.findall(r"^CT\d+", capsys.readouterr().out, re.MULTILINE)
    assert "CT301" in codes
    assert {code[:3] for code in codes} == {"CT3"}


def test_rules_are_found_by_a_word_of_their_names(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain", "Icon"]) == 0
    names = re.findall(r"^CT\d+ +\w+ +(\S+)", capsys.readouterr().out, re.MULTILINE)
    assert "missing-icon" in names
    assert all("icon" in name for name in names)


def test_a_slip_in_what_to_build_is_answered_with_the_nearest(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    a_project(tmp_path)
    assert run(tmp_path, "build", "sheet") == 2
    assert 'did you mean "sheets"?' in capsys.readouterr().err


def test_a_misspelt_helper_of_templates_is_answered_with_the_nearest(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    a_project(tmp_path, beast="<p>{{ smrt(card.name) }}</p>")
    assert run(tmp_path, "check") == 4
    said = capsys.readouterr().err
    assert 'templates/farm/beast.html:1: there is no "smrt" here (did you mean "smart"?)' in said


def test_what_a_template_says_in_an_error_commands_nobody(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    a_project(tmp_path, beast='<p>{{ card["\\n::error::gold\\x1b[31m"].y }}</p>')
    assert run(tmp_path, "check") == 4
    said = capsys.readouterr().err
    assert "\x1b" not in said
    assert "gold" in said
    assert not any(line.lstrip().startswith("::") for line in said.splitlines())


def test_a_name_with_a_quote_in_it_is_mended_in_quotes(tmp_path: Path) -> None:
    a_project(tmp_path, beasts=BEASTS.replace("Lays an egg.", "'Fears the Wolf''s Den.'"))
    renamed = (
        '- {version: "1.0", date: 2026-01-01, entries: [{type: renamed, from: Wolf\'s Den, to: Lair}]}\n'
    )
    put(tmp_path, "cards/farm/changelog.yaml", renamed)
    assert run(tmp_path, "check", "--no-layout", "--fix", "--select", "CT301") == 0
    assert "'Fears the Lair.'" in (tmp_path / "cards/farm/beasts.yaml").read_text(encoding="utf-8")


def test_nothing_is_left_beside_what_was_asked_for(tmp_path: Path) -> None:
    a_project(tmp_path)
    lists = tmp_path / "lists"
    assert run(tmp_path, "export", "farm", "csv", "--out", str(lists / "mine.csv")) == 0
    assert run(tmp_path, "check", "--no-layout", "--write-baseline", str(lists / "known.json")) == 0
    assert main(["calibrate", "--out", str(lists / "calibration.pdf")]) == 0
    names = sorted(file.name for file in lists.iterdir())
    assert names == ["calibration.pdf", "known.json", "mine.csv"]


def test_without_a_terminal_there_is_no_colour_and_no_bar(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    a_project(tmp_path, beasts=BEASTS.replace("copies: 2", "copeis: 2"))
    assert run(tmp_path, "build") == 1
    said = capsys.readouterr()
    assert "\x1b" not in said.out + said.err
    assert "[CT103 schema]" in said.out


def test_what_is_listed_a_few_times_is_mended_everywhere(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "rules.md"
    path.write_text("Take the the card.\n\n" * 300, encoding="utf-8")
    main(["--project", str(tmp_path), "check", "--document", str(path)])
    assert '"the the" says it twice: 290 more times, in lines 21, 23, 25, 27, 29 …' in capsys.readouterr().out
    main(["--project", str(tmp_path), "check", "--document", str(path), "--fix"])
    assert path.read_text(encoding="utf-8") == "Take the card.\n\n" * 300
