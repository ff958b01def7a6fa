"""Card lists: written as long as all cards can be read, wherever they are asked for."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import openpyxl
import pytest
from projects import BEASTS, GAME, a_project

from cardtool.cli import main

pytestmark = pytest.mark.usefixtures("kept")

LISTS = ("xlsx", "csv", "json")


def run(folder: Path, *words: str) -> int:
    return main(["--project", str(folder), *words])


def names(file: Path) -> list[str]:
    """The names of the cards in a list."""
    if file.suffix == ".json":
        return [card["name"] for card in json.loads(file.read_text(encoding="utf-8"))["cards"]]
    if file.suffix == ".csv":
        with file.open(encoding="utf-8-sig", newline="") as opened:
            return [row["name"] for row in csv.DictReader(opened)]
    return [row[1] for row in openpyxl.load_workbook(file)["Beasts"].iter_rows(min_row=2, values_only=True)][
        :-1
    ]


@pytest.mark.parametrize("what", LISTS)
def test_a_list_is_written_with_an_error_elsewhere_which_is_told(
    tmp_path: Path, what: str, capsys: pytest.CaptureFixture[str]
) -> None:
    project = a_project(tmp_path)
    (project.cards("farm") / "rulebook.md").write_text("# Farm\n\n[[Billy Goat]] eats everything.\n")
    assert run(tmp_path, "check", "--no-layout") == 1
    checked = capsys.readouterr().out
    assert "rulebook.md:3:" in checked
    assert run(tmp_path, "export", "farm", what) == 1
    said = capsys.readouterr()
    assert said.out == checked
    assert f"wrote output/farm/cards.{what}" in said.err
    assert names(tmp_path / f"output/farm/cards.{what}") == ["Goat", "Hen"]


def test_a_list_of_the_wrong_length_is_still_a_list(tmp_path: Path) -> None:
    a_project(tmp_path, beasts=BEASTS.replace("copies: 2", "copies: 7"))
    assert run(tmp_path, "export", "farm", "xlsx") == 1
    summary = openpyxl.load_workbook(tmp_path / "output/farm/cards.xlsx")["Summary"]
    assert [cell.value for cell in summary[5]][1:] == ["Beasts", 3, 8, 5, 2, "✗ 5 too many"]


def test_a_record_with_a_misspelt_key_is_listed_as_it_stands(tmp_path: Path) -> None:
    a_project(tmp_path, beasts=BEASTS.replace("copies: 2", "copeis: 2"))
    assert run(tmp_path, "export", "farm", "csv") == 1
    text = (tmp_path / "output/farm/cards.csv").read_text(encoding="utf-8-sig")
    assert text.splitlines()[0] == "kind,id,name,copies,text,copeis"


@pytest.mark.parametrize(
    "files",
    [
        {"beasts": "- id: goat\n  name: 'Goat\n"},
        {"beasts": BEASTS.replace("name: Hen", "nmae: Hen")},
        {"beasts": BEASTS.replace("copies: 2", "copies: two")},
        {"game": GAME.replace("records: beasts.yaml", "records: beests.yaml")},
        {"game": GAME.replace("players:", "plaeyrs:")},
    ],
    ids=["broken YAML", "a record without a name", "copies that are no number", "no file", "game.yaml"],
)
@pytest.mark.parametrize("what", LISTS)
def test_a_list_that_would_not_be_whole_is_not_written(
    tmp_path: Path, files: dict[str, str], what: str, capsys: pytest.CaptureFixture[str]
) -> None:
    a_project(tmp_path)
    assert run(tmp_path, "export", "farm", what) == 0
    good = (tmp_path / f"output/farm/cards.{what}").read_bytes()
    a_project(tmp_path, **files)
    assert run(tmp_path, "export", "farm", what) == 1
    assert (tmp_path / f"output/farm/cards.{what}").read_bytes() == good
    assert "farm: nothing was exported; the earlier files are unchanged" in capsys.readouterr().err


def test_a_list_without_a_card_that_cannot_be_read_is_not_written_whatever_is_waived(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    project = a_project(tmp_path, beasts=BEASTS.replace("name: Hen", "nmae: Hen"))
    waivers = "".join(
        f"  - {{rule: {rule}, file: {file}, reason: It is hatched later.}}\n"
        for rule, file in (("CT103", "beasts.yaml"), ("CT201", "game.yaml"), ("CT202", "game.yaml"))
    )
    (project.cards("farm") / "glossary.yaml").write_text(f"terms: []\nwaivers:\n{waivers}", encoding="utf-8")
    code = run(tmp_path, "export", "farm", "json")
    said = capsys.readouterr()
    assert "[CT103 schema]" in said.out
    assert "farm: nothing was exported; the earlier files are unchanged" in said.err
    assert code == 1


@pytest.mark.parametrize("what", ["png", "contact", "makeplayingcards", "tts"])
def test_what_is_drawn_needs_a_game_without_errors(
    tmp_path: Path, what: str, capsys: pytest.CaptureFixture[str]
) -> None:
    a_project(tmp_path, beasts=BEASTS.replace("copies: 2", "copies: 7"))
    assert run(tmp_path, "export", "farm", what) == 1
    assert "nothing was exported" in capsys.readouterr().err
    assert not [file for file in (tmp_path / "output").rglob("*") if file.is_file()]


@pytest.mark.parametrize("what", LISTS)
def test_a_folder_that_is_there_takes_the_list_under_its_usual_name(tmp_path: Path, what: str) -> None:
    a_project(tmp_path / "project")
    (tmp_path / "lists").mkdir()
    assert run(tmp_path / "project", "export", "farm", what, "--out", str(tmp_path / "lists")) == 0
    assert names(tmp_path / f"lists/cards.{what}") == ["Goat", "Hen"]


def test_a_folder_of_sources_takes_no_list(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    project = a_project(tmp_path)
    assert run(tmp_path, "export", "farm", "csv", "--out", str(project.cards("farm"))) == 2
    assert "among the sources of the project" in capsys.readouterr().err
    assert not (project.cards("farm") / "cards.csv").exists()


@pytest.mark.slow
def test_a_folder_that_is_there_takes_the_contact_sheet(tmp_path: Path) -> None:
    a_project(tmp_path)
    (tmp_path / "pictures").mkdir()
    assert run(tmp_path, "export", "farm", "contact", "--out", str(tmp_path / "pictures")) == 0
    assert (tmp_path / "pictures/contact.png").read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize("what", ["xlsx", "csv"])
def test_a_list_that_was_edited_is_not_written_over_before_it_is_taken_back(
    tmp_path: Path, what: str, capsys: pytest.CaptureFixture[str]
) -> None:
    a_project(tmp_path)
    list_file = tmp_path / f"output/farm/cards.{what}"
    assert run(tmp_path, "export", "farm", what) == 0
    assert run(tmp_path, "export", "farm", what) == 0
    edited = an_edited(list_file)
    assert run(tmp_path, "export", "farm", what) == 2
    assert "was changed since it was exported" in capsys.readouterr().err
    assert list_file.read_bytes() == edited
    assert run(tmp_path, "import", "farm", str(list_file), "--diff") == 0
    assert run(tmp_path, "export", "farm", what) == 2
    assert run(tmp_path, "import", "farm", str(list_file)) == 0
    assert run(tmp_path, "export", "farm", what) == 0
    assert names(list_file) == ["Billy", "Hen"]


def test_of_a_list_that_cannot_be_taken_back_no_import_is_advised(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    a_project(tmp_path)
    assert run(tmp_path, "export", "farm", "json") == 0
    (tmp_path / "output/farm/cards.json").write_text("{}")
    assert run(tmp_path, "export", "farm", "json") == 2
    said = capsys.readouterr().err
    assert "the changes would be lost; move it away, or name another file with --out" in said


def test_a_list_that_was_taken_away_is_written_anew(tmp_path: Path) -> None:
    a_project(tmp_path)
    assert run(tmp_path, "export", "farm", "csv") == 0
    (tmp_path / "output/farm/cards.csv").unlink()
    assert run(tmp_path, "export", "farm", "csv") == 0


def an_edited(file: Path) -> bytes:
    """Rename the goat of a list, and return its bytes."""
    if file.suffix == ".csv":
        file.write_bytes(file.read_bytes().replace(b"Goat", b"Billy"))
    else:
        book = openpyxl.load_workbook(file)
        (cell,) = (cell for row in book["Beasts"] for cell in row if cell.value == "Goat")
        cell.value = "Billy"
        book.save(file)
    return file.read_bytes()
