"""`cardtool preflight`: any file, from anybody, without harm."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pikepdf
import pytest
from faulty_pdfs import both, filled, paged, written
from projects import a_project

from cardtool.cli import main
from cardtool.errors import ProjectError
from cardtool.geometry import Size
from cardtool.preflight import ExpectedFile
from cardtool.preflight.preflight_worker import examine_external_file

pytestmark = pytest.mark.slow

POOR = both(filled("#ffe800"), written("Goat", "#ffffff"))


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_a_file_is_examined_where_there_is_no_project(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (here / "deck.pdf").write_bytes(paged(written("Goat"), POOR))
    assert main(["preflight", "deck.pdf"]) == 1
    told = capsys.readouterr().out
    assert "deck.pdf:2:1: error: page 2: “Goat” is #ffffff on #ffe800" in told
    assert "deck.pdf: 1 error in 1 file" in told


def test_a_good_file_is_exit_code_0(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (here / "deck.pdf").write_bytes(paged(written("Goat")))
    assert main(["preflight", "deck.pdf"]) == 0
    assert capsys.readouterr().out == "deck.pdf: no problems found\n"


def test_findings_come_as_json(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (here / "deck.pdf").write_bytes(paged(POOR))
    assert main(["preflight", "deck.pdf", "--format", "json"]) == 1
    (finding,) = json.loads(capsys.readouterr().out)["findings"]
    assert (finding["rule"], finding["file"], finding["line"]) == ("CT706", "deck.pdf", 1)


def test_the_name_of_a_file_tells_its_sheet(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    a_project(here)
    letter = paged(size=Size(215.9, 279.4), bleed=0)
    for name in ("cards-a4-9up.pdf", "other.pdf"):
        (here / name).write_bytes(letter)
    assert main(["preflight", "cards-a4-9up.pdf"]) == 1
    assert "page 1 is 215.9 × 279.4 mm; the sheet a4-9up is 210 × 297 mm" in capsys.readouterr().out
    assert main(["preflight", "other.pdf"]) == 0
    assert main(["preflight", "other.pdf", "--sheet", "a4-9up"]) == 1


def test_what_is_on_several_papers_is_of_no_sheet(here: Path) -> None:
    a_project(here)
    (here / "print-and-play-a4-9up-letter-8up.pdf").write_bytes(paged(size=Size(210, 297), bleed=0))
    assert main(["preflight", "print-and-play-a4-9up-letter-8up.pdf"]) == 0


def test_safe_zone_and_budget_can_be_given(here: Path) -> None:
    (here / "deck.pdf").write_bytes(paged(written("Goat")))
    assert main(["preflight", "deck.pdf", "--budget", "1kB"]) == 0  # a warning
    assert main(["preflight", "deck.pdf", "--budget", "10 lemons"]) == 2
    assert main(["preflight", "deck.pdf", "--safe", "nothing"]) == 2


@pytest.mark.parametrize("content", [b"", b"%PDF-1.7\ntrailer<</Root 1 0 R>>", bytes(range(256)) * 40])
def test_what_is_no_pdf_is_exit_code_4(
    here: Path, capsys: pytest.CaptureFixture[str], content: bytes
) -> None:
    (here / "deck.pdf").write_bytes(content)
    assert main(["preflight", "deck.pdf"]) == 4
    assert re.search("deck.pdf: (not a PDF|a PDF that is damaged)", capsys.readouterr().err)


def test_of_several_files_one_that_is_no_pdf_is_told_and_the_others_are_examined(
    here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (here / "notes.pdf").write_bytes(b"Buy a goat.")
    (here / "deck.pdf").write_bytes(paged(POOR))
    assert main(["preflight", "notes.pdf", "deck.pdf"]) == 4
    told = capsys.readouterr()
    assert told.err == (
        "cardtool: error: notes.pdf: not a PDF\ncardtool: 1 of 2 files cannot be used: notes.pdf\n"
    )
    assert "deck.pdf: 1 error in 1 file" in told.out


def test_json_of_several_files_is_a_list(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name in ("deck.pdf", "mats.pdf"):
        (here / name).write_bytes(paged(POOR))
    assert main(["preflight", "deck.pdf", "mats.pdf", "--format", "json"]) == 1
    games = json.loads(capsys.readouterr().out)["games"]
    assert [(each["game"], each["summary"]["error"] > 0) for each in games] == [
        ("deck.pdf", True),
        ("mats.pdf", True),
    ]


def test_a_file_that_is_not_there_is_a_slip_on_the_command_line(
    here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["preflight", "deck.pdf"]) == 2
    assert "'deck.pdf' does not exist" in capsys.readouterr().err


def test_a_file_that_takes_too_long_ends_in_an_error(here: Path) -> None:
    many = b"".join(b"0.%05d 0 m 99 99 l S\n" % number for number in range(400_000))

    with pikepdf.new() as pdf:
        for _ in range(12):
            pdf.add_blank_page(page_size=(600, 800))
            pdf.pages[-1].Contents = pdf.make_stream(many)
        pdf.save(here / "deck.pdf")
    with pytest.raises(ProjectError, match=r"deck\.pdf: .*(seconds|things)"):
        examine_external_file(here / "deck.pdf", ExpectedFile("deck.pdf"), 3.0, seconds=1)
