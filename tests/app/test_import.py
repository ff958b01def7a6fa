"""A spreadsheet goes out and comes back: what was changed in it is in the files, and nothing else is."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import Any

import openpyxl
import pytest
from projects import BEASTS, GAME, SCHEMA, a_project, put

from cardtool.app.export import export_game
from cardtool.app.import_ import ImportResult, import_table
from cardtool.cli import main
from cardtool.finding import has_errors
from cardtool.merge import MergeOptions, Take
from cardtool.output.folder import Journal
from cardtool.project import Project

ROOT = Path(__file__).resolve().parents[2]
FILE = "cards/farm/beasts.yaml"


def exported(folder: Path, name: str = "xlsx", **files: str) -> tuple[Project, Path]:
    project = a_project(folder, **files)
    (sheet,) = export_game(project, "farm", name, out=folder / f"cards.{name}").files
    return project, sheet


def edited(sheet: Path, edit: Callable[[Any], object]) -> Path:
    book = openpyxl.load_workbook(sheet)
    edit(book["Beasts"])
    book.save(sheet)
    return sheet


def put_cell(cell: str, value: object) -> Callable[[Any], object]:
    return lambda sheet: setattr(sheet[cell], "value", value)


def text_of(project: Project) -> str:
    return (project.root / FILE).read_text(encoding="utf-8")


def said(result: ImportResult) -> list[str]:
    return [f"{each.source} {each.severity}: {each.message}" for each in result.findings]


OTHERS = ("barbarity", "barbarossa", "barn-dudes")


@pytest.mark.parametrize("name", ["xlsx", "csv"])
@pytest.mark.parametrize(
    "game", ["brutality", *(pytest.param(game, marks=pytest.mark.slow) for game in OTHERS)]
)
def test_what_comes_back_as_it_went_out_changes_nothing(tmp_path: Path, game: str, name: str) -> None:
    project = Project.find(ROOT)
    (sheet,) = export_game(project, game, name, out=tmp_path / f"cards.{name}").files
    if name == "xlsx":
        book = openpyxl.load_workbook(sheet)  # and is saved by another program
        book.save(sheet)
    result = import_table(project, game, sheet, write=False)
    assert result.files == ()
    assert [each for each in said(result) if "this table does not remember" not in each] == []


def test_a_changed_cell_changes_its_value_and_no_other_byte(tmp_path: Path) -> None:
    project, sheet = exported(tmp_path)
    result = import_table(project, "farm", edited(sheet, put_cell("D3", "Lays: two eggs.")))
    assert said(result) == ['cards.xlsx!Beasts!D3 info: text of "Hen": "Lays an egg." → "Lays: two eggs."']
    assert text_of(project) == BEASTS.replace("Lays an egg.", '"Lays: two eggs."')


def test_sorted_rows_and_columns_in_another_order_change_nothing(tmp_path: Path) -> None:
    project, sheet = exported(tmp_path)

    def shuffle(beasts: Any) -> None:
        rows = [[cell.value for cell in row] for row in beasts["A1:D3"]]
        for number, row in enumerate([rows[0], rows[2], rows[1]], start=1):
            for column, value in enumerate(reversed(row), start=1):
                beasts.cell(number, column).value = value
        beasts["E1"] = "# my notes"
        beasts["E2"] = "draw her anew"
        for column in "ABCD":
            beasts[f"{column}4"] = None  # the total

    result = import_table(project, "farm", edited(sheet, shuffle))
    assert (said(result), result.files) == ([], ())


TRAP_KIND = """\
  trap:
    title: Trap
    plural: Traps
    records: [{id: pit, name: Pit}, {id: net, name: Net}]
    count: 2
    size: poker
    front: back.html
"""


def of_two_kinds(folder: Path) -> tuple[Project, Path]:
    project = a_project(folder, game=GAME.replace("decks:", f"{TRAP_KIND}decks:"))
    (sheet,) = export_game(project, "farm", "xlsx", out=folder / "cards.xlsx").files
    return project, sheet


def test_a_sheet_of_another_name_is_refused_and_nothing_is_written(tmp_path: Path) -> None:
    project, sheet = of_two_kinds(tmp_path)

    def change(beasts: Any) -> None:
        beasts.title, beasts["D3"] = "Tiere", "Lays two eggs."

    result = import_table(project, "farm", edited(sheet, change))
    assert said(result) == [
        'cards.xlsx!Tiere!A1 error: this sheet was called "Beasts" when it was exported, and is not read by '
        "another name"
    ]
    assert (result.files, text_of(project)) == ((), BEASTS)


def test_a_sheet_that_is_gone_and_one_that_is_new_are_told(tmp_path: Path) -> None:
    project, sheet = of_two_kinds(tmp_path)

    def change(beasts: Any) -> None:
        beasts.parent.create_sheet("Ideas").append(["Name", "A cow"])
        beasts.parent.remove(beasts)

    assert said(import_table(project, "farm", edited(sheet, change), MergeOptions(delete=True))) == [
        'cards.xlsx:1:1 info: the sheet "Beasts" that was exported is not there; its records stay',
        "cards.xlsx!Ideas!A1 info: this sheet is not read: no kind is called so",
    ]
    assert text_of(project) == BEASTS


def test_the_one_sheet_of_a_game_of_one_kind_is_read_by_any_name(tmp_path: Path) -> None:
    project, sheet = exported(tmp_path)

    def change(beasts: Any) -> None:
        beasts.title, beasts["D3"] = "Tiere", "Lays two eggs."

    result = import_table(project, "farm", edited(sheet, change))
    assert said(result) == ['cards.xlsx!Tiere!D3 info: text of "Hen": "Lays an egg." → "Lays two eggs."']


def test_a_new_row_gets_an_id_and_a_missing_one_stays(tmp_path: Path) -> None:
    project, sheet = exported(tmp_path)

    def change(beasts: Any) -> None:
        beasts.delete_rows(2)
        beasts.append([None, "Dame's Cow", 1, "Moo."])

    result = import_table(project, "farm", edited(sheet, change))
    assert said(result) == [
        'cards.xlsx!Beasts!B4 info: "Dame\'s Cow" is new, with the id dames-cow made of its name',
        f'{FILE}:1:3 info: "Goat" (goat) has no row, and stays; --delete takes out what has no row',
    ]
    assert text_of(project) == f"{BEASTS}- id: dames-cow\n  name: Dame's Cow\n  text: Moo.\n"
    again = import_table(project, "farm", sheet, MergeOptions(delete=True))
    assert (again.added, again.deleted) == (0, 1)
    assert text_of(project).startswith("- id: hen\n")


def test_a_conflict_writes_nothing_until_somebody_decides(tmp_path: Path) -> None:
    project, sheet = exported(tmp_path)
    put(tmp_path, FILE, BEASTS.replace("copies: 2", "copies: 4").replace("name: Hen", "name: Old Hen"))
    before = text_of(project)

    def change(beasts: Any) -> None:
        beasts["C3"], beasts["D2"] = 3, "Eats hay."

    result = import_table(project, "farm", edited(sheet, change))
    assert 'cards.xlsx!Beasts!C3 error: copies of "Old Hen" is 3 here and 4 at ' in "\n".join(said(result))
    assert f"{FILE}:6:11; exported was 2" in "\n".join(said(result))
    assert text_of(project) == before
    import_table(project, "farm", sheet, MergeOptions(Take.PROJECT))
    assert text_of(project) == before.replace("Eats **everything**, then {flip} you.", "Eats hay.")
    import_table(project, "farm", sheet, MergeOptions(Take.SHEET))
    assert "copies: 3" in text_of(project)


@pytest.mark.parametrize(
    ("edit", "told"),
    [
        (put_cell("C2", "many"), "Beasts!C2 error: copies must be a whole number"),
        (put_cell("D2", None), 'Beasts!A2 error: "text" is missing'),
        (put_cell("A2", "kid"), 'Beasts!A2 error: "Goat" has the id goat in cards/farm/beasts.yaml'),
        (put_cell("A3", "goat"), "Beasts!A3 error: goat has a row already, at cards.xlsx!Beasts!A2"),
        (put_cell("E1", "Horns"), 'Beasts!E1 error: no field is called as column "Horns"'),
        (put_cell("B3", "=NOW()"), "Beasts!B3 error: this formula was saved without its value"),
    ],
)
def test_what_cannot_be_taken_is_told_by_its_cell(tmp_path: Path, edit: Any, told: str) -> None:
    project, sheet = exported(tmp_path)
    result = import_table(project, "farm", edited(sheet, edit))
    assert told in "\n".join(said(result))
    assert text_of(project) == BEASTS


@pytest.mark.parametrize(
    ("value", "told"),
    [("=1+1", "this formula was saved without its value"), (date(2025, 1, 2), "this cell holds a date")],
)
def test_a_cell_that_cannot_be_read_is_told_once_and_is_not_empty(
    tmp_path: Path, value: Any, told: str
) -> None:
    project, sheet = exported(tmp_path)
    (one,) = said(import_table(project, "farm", edited(sheet, put_cell("D3", value))))
    assert one.startswith(f"cards.xlsx!Beasts!D3 error: {told}")


def test_a_changed_reference_is_told_with_the_text_that_has_it(tmp_path: Path) -> None:
    text = "Lays {{ count.beast|word }} eggs."
    project, sheet = exported(tmp_path, beasts=BEASTS.replace("Lays an egg.", f'"{text}"'))
    told = f'in text of "Hen", "{text}" is written, and what it prints was changed'
    result = import_table(project, "farm", edited(sheet, put_cell("D3", "Lays nine eggs.")))
    assert said(result) == [f"cards.xlsx!Beasts!D3 error: {told}"]


def test_a_workbook_whose_memory_was_changed_is_refused(tmp_path: Path) -> None:
    project, sheet = exported(tmp_path)
    book = openpyxl.load_workbook(sheet)
    book["cardtool"]["A2"] = "[1]"
    book.save(sheet)
    told = "the hidden sheet of this workbook cannot be used: it was changed"
    assert said(import_table(project, "farm", sheet)) == [f"cards.xlsx:1:1 error: {told}"]


def test_values_keep_their_types_and_references_their_names(tmp_path: Path) -> None:
    properties = {
        "tags": {"type": "array", "items": {"type": "string"}},
        "wild": {"type": "boolean"},
        "weight": {"type": "number"},
        "milk": {"type": "object", "properties": {"litres": {"type": "integer"}}},
        "code": {"type": "string"},
    }
    schema = {**SCHEMA, "properties": {**SCHEMA["properties"], **properties}}  # type: ignore[dict-item]
    record = '- {id: goat, name: Goat, text: "Eats {{ count.beast|word }} [[Hen]]s.", tags: ["a, b", c], '
    record += 'code: "3"}\n'
    record += "- {id: hen, name: Hen, text: Lays., wild: false, weight: 2.5}\n"
    a_project(tmp_path)
    put(tmp_path, "schemas/farm/beast.schema.json", json.dumps(schema))
    put(tmp_path, FILE, record)
    project = Project.find(tmp_path)
    (sheet,) = export_game(project, "farm", "xlsx", out=tmp_path / "cards.xlsx").files
    columns = {cell.value: cell.column for cell in openpyxl.load_workbook(sheet)["Beasts"][1]}

    def change(beasts: Any) -> None:
        beasts.cell(2, columns["Text"]).value = "Eats two **Hen**s at noon."
        beasts.cell(2, columns["Tags"]).value = "a, b\nd"
        beasts.cell(2, columns["Code"]).value = 4
        beasts.cell(3, columns["Wild"]).value = "yes"
        beasts.cell(3, columns["Weight"]).value = 3.0
        beasts["I1"], beasts["I3"] = "Milk litres", 2

    import_table(project, "farm", edited(sheet, change))
    wanted = record.replace("[[Hen]]s.", "[[Hen]]s at noon.").replace(", c]", ", d]").replace('"3"', '"4"')
    wanted = wanted.replace("false", "true").replace("2.5", "3, milk: {litres: 2}")
    assert text_of(project) == wanted


def test_a_table_of_ones_own_is_taken_where_it_differs(tmp_path: Path) -> None:
    project = a_project(tmp_path)
    put(tmp_path, "mine.csv", "Name;Copies;# Note\r\nHen;5;more\r\n")
    result = import_table(project, "farm", tmp_path / "mine.csv")
    assert said(result)[-1] == 'mine.csv:2:5 info: copies of "Hen": 2 → 5'
    assert text_of(project) == BEASTS.replace("copies: 2", "copies: 5")


def test_a_field_called_type_does_not_say_of_which_kind_a_row_is(tmp_path: Path) -> None:
    project = a_project(tmp_path)
    schema = {**SCHEMA, "properties": {**SCHEMA["properties"], "type": {"type": "string"}}}
    put(tmp_path, "schemas/farm/beast.schema.json", json.dumps(schema))
    put(tmp_path, "mine.csv", "Name,Type\nHen,fowl\n")
    result = import_table(project, "farm", tmp_path / "mine.csv")
    assert said(result)[-1] == 'mine.csv:2:5 info: type of "Hen": nothing → "fowl"'


CARDS = """\
sep=;
Type;Name;Copies;Text;# Notes\r
Beast;Goat;1;"Eats;\r
much";"ask ""Ann"", now"\r
Plant;Oak;1;Grows.\r
Beast; Hen ;2;Lays.
"""
BEAST = (
    "{{title: {0}, plural: {0}s, records: cards.csv, where: {{Type: {0}}}, size: poker, front: beast.html}}"
)
KINDS = f"  beast: {BEAST.format('Beast')}\n  plant: {BEAST.format('Plant')}\noutputs: {{sheet: a4-9up}}\n"


SHARED = """\
- {type: Beast, id: goat, name: Goat, text: Eats.}
- {type: Plant, id: oak, name: Oak, text: Grows.}
- {type: Plant, id: elm, name: Elm, text: Stands.}
"""


def two_kinds(folder: Path) -> tuple[Project, Path]:
    """The workbook of a game of beasts and plants, which share a file."""
    kinds = KINDS.replace("cards.csv", "beasts.yaml, count: 1").replace("Type:", "type:")
    a_project(folder, game=GAME[: GAME.index("  beast:")] + kinds, beasts=SHARED)
    schema = {**SCHEMA, "properties": {**SCHEMA["properties"], "type": {"type": "string"}}}
    for kind in ("beast", "plant"):
        put(folder, f"schemas/farm/{kind}.schema.json", json.dumps(schema))
    project = Project.find(folder)
    (sheet,) = export_game(project, "farm", "xlsx", out=folder / "cards.xlsx").files
    return project, sheet


@pytest.mark.parametrize(
    ("id", "name", "told"),
    [
        (None, "OAK", 'B4 error: "OAK" is already the name of oak (cards/farm/beasts.yaml:2:32)'),
        ("oak", "Cow", 'A4 error: "oak" is already the id of "Oak" (cards/farm/beasts.yaml:2:21)'),
        ("plant", "Cow", 'A4 error: "plant" is already the id of the kind Plant (cards/farm/game.yaml:7:3)'),
        ("ox", "Goat", 'B4 error: "Goat" is already the name of goat (cards/farm/beasts.yaml:1:33)'),
        ("aux", "Ox", 'A4 error: "aux" cannot name a file on Windows'),
    ],
)
def test_a_new_card_is_called_as_no_other_of_the_game(tmp_path: Path, id: str, name: str, told: str) -> None:
    project, sheet = two_kinds(tmp_path)
    edited(sheet, lambda beasts: beasts.append([id, name, 1, "Beast", "Moos."]))
    assert f"cards.xlsx!Beasts!{told}" in said(import_table(project, "farm", sheet))
    assert text_of(project) == SHARED


def test_a_card_gets_no_name_that_another_has(tmp_path: Path) -> None:
    project, sheet = two_kinds(tmp_path)
    told = 'B2 error: "Elm" is already the name of elm (cards/farm/beasts.yaml:3:32)'
    result = import_table(project, "farm", edited(sheet, put_cell("B2", "Elm")))
    assert f"cards.xlsx!Beasts!{told}" in said(result)
    assert text_of(project) == SHARED


def test_a_card_that_is_taken_out_of_one_kind_goes_into_another(tmp_path: Path) -> None:
    project, sheet = two_kinds(tmp_path)
    book = openpyxl.load_workbook(sheet)
    book["Plants"].delete_rows(2)
    book["Beasts"].append(["oak", "Oak", 1, "Beast", "Grows."])
    book.save(sheet)
    assert has_errors(import_table(project, "farm", sheet).findings)
    result = import_table(project, "farm", sheet, MergeOptions(delete=True))
    assert (result.added, result.deleted) == (1, 1)
    assert text_of(project) == SHARED.replace("Plant, id: oak", "Beast, id: oak")


def kept_in_a_table(folder: Path, cards: str) -> tuple[Project, Path, Path]:
    """A game whose beasts and plants stand in one CSV file, that file, and their workbook."""
    a_project(folder, game=GAME[: GAME.index("  beast:")] + KINDS)
    put(folder, "schemas/farm/plant.schema.json", json.dumps(SCHEMA))
    (folder / FILE).unlink()
    table = folder / "cards" / "farm" / "cards.csv"
    table.write_bytes(cards.encode())
    project = Project.find(folder)
    (sheet,) = export_game(project, "farm", "xlsx", out=folder / "out.xlsx").files
    return project, table, sheet


def test_records_kept_in_a_table_are_changed_in_place(tmp_path: Path) -> None:
    project, table, sheet = kept_in_a_table(tmp_path, CARDS)
    assert import_table(project, "farm", sheet).files == ()

    def change(beasts: Any) -> None:
        beasts["D2"], beasts["D3"], beasts["C3"] = "Eats\nall", "Lays; rests.", 3
        beasts.append([None, "Cow", 1, "Moos."])

    import_table(project, "farm", edited(sheet, change), MergeOptions(delete=True))
    wanted = CARDS.replace('"Eats;\r\nmuch"', '"Eats\nall"').replace("2;Lays.", '3;"Lays; rests."')
    assert table.read_bytes().decode() == f"{wanted}Beast;Cow;1;Moos.;\n"


def test_a_card_whose_id_is_made_of_its_name_cannot_be_renamed(tmp_path: Path) -> None:
    project, table, sheet = kept_in_a_table(tmp_path, CARDS)

    def rename(beasts: Any) -> None:
        beasts["B2"], beasts["B3"] = "Ox", "HEN"

    result = import_table(project, "farm", edited(sheet, rename))
    instead = "cards/farm/cards.csv has no column of ids, and its id would be ox"
    assert [each for each in said(result) if "error" in each] == [
        f'out.xlsx!Beasts!B2 error: with this name "Goat" would be another card: {instead}'
    ]
    assert table.read_bytes() == CARDS.encode()


def test_a_card_that_is_renamed_gets_its_id_written_where_there_is_a_column_for_it(tmp_path: Path) -> None:
    cards = "Type,Id,Name,Text\nBeast,,Goat,Eats.\nPlant,oak-tree,Oak,Grows.\n"
    project, table, sheet = kept_in_a_table(tmp_path, cards)
    import_table(project, "farm", edited(sheet, put_cell("B2", "Ox")))
    assert table.read_text(encoding="utf-8") == cards.replace(",,Goat", ",goat,Ox")


def test_a_value_without_a_column_is_told_by_its_cell(tmp_path: Path) -> None:
    project, table, sheet = kept_in_a_table(tmp_path, cards := "Type,Name,Text\nBeast,Goat,Eats.\n")
    result = import_table(project, "farm", edited(sheet, put_cell("C2", 2)))
    assert "out.xlsx!Beasts!C2 error: cards/farm/cards.csv has no column for copies" in said(result)
    assert table.read_text(encoding="utf-8") == cards


def test_a_record_made_from_another_is_changed_at_that_other(tmp_path: Path) -> None:
    tile = "  tile: {title: Tile, plural: Tiles, of: beast, size: poker, front: beast.html}\ndecks:"
    project, sheet = exported(tmp_path, game=GAME.replace("decks:", tile))
    book = openpyxl.load_workbook(sheet)
    book["Tiles"]["D3"] = "Lays two."
    book.save(sheet)
    told = "a Tile is made from a Beast: change that hen at cards/farm/beasts.yaml:4:3"
    assert f"cards.xlsx!Tiles!D3 error: {told}" in said(import_table(project, "farm", sheet))


def test_what_is_made_from_a_renamed_card_is_renamed_with_it(tmp_path: Path) -> None:
    tile = "  tile: {title: Tile, plural: Tiles, of: beast, size: poker, front: beast.html}\ndecks:"
    project, sheet = exported(tmp_path, game=GAME.replace("decks:", tile))

    def rename(beasts: Any) -> None:
        beasts["B3"] = "Old Hen"
        beasts.append(["chick", "Hen", 1, "Cheeps."])

    assert not has_errors(import_table(project, "farm", edited(sheet, rename), write=False).findings)
    edited(sheet, lambda beasts: beasts.append(["goat-tile", "Kid", 1, "Bleats."]))
    told = 'Beasts!A6 error: "goat-tile" is already the id of "Goat" (cards/farm/beasts.yaml:1:7)'
    assert f"cards.xlsx!{told}" in said(import_table(project, "farm", sheet))


def test_an_import_that_is_cut_short_is_finished_by_the_next(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    project, sheet = exported(tmp_path)
    edited(sheet, put_cell("C3", 7))
    monkeypatch.setattr(Journal, "finish", _die)
    with pytest.raises(SystemError):
        import_table(project, "farm", sheet)
    assert text_of(project) == BEASTS
    monkeypatch.undo()
    main(["--project", str(tmp_path), "check", "--no-layout"])
    assert "an import or a check --fix was cut short here" in capsys.readouterr().err
    assert import_table(project, "farm", sheet).files == ()
    assert text_of(project) == BEASTS.replace("copies: 2", "copies: 7")


def _die(journal: Journal) -> None:
    raise SystemError("as kill -9 would, between the note and the files")


def test_the_command_shows_what_it_would_write(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    _, sheet = exported(tmp_path)
    edited(sheet, put_cell("C3", 7))
    words = ["--project", str(tmp_path), "import", "farm", str(sheet)]
    assert main([*words, "--diff"]) == 0
    out = capsys.readouterr()
    assert "-  copies: 2\n+  copies: 7\n" in out.out
    assert f"would write {FILE}: 1 record changed" in out.err
    assert (tmp_path / FILE).read_text() == BEASTS
    assert main([*words, "--format", "json"]) == 0
    assert json.loads(capsys.readouterr().out)["findings"][0]["rule"] == "CT812"
    assert main(["--project", str(tmp_path), "import", "none.xlsx"]) == 2
    shutil.copy(sheet, tmp_path / "cards.ods")
    assert main(["--project", str(tmp_path), "import", str(tmp_path / "cards.ods")]) == 2


def test_what_is_taken_out_is_shown_as_it_was(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    _, sheet = exported(tmp_path)
    edited(sheet, lambda beasts: beasts.delete_rows(2))
    assert main(["--project", str(tmp_path), "import", "farm", str(sheet), "--delete"]) == 0
    told = 'info: "Goat" (goat) is taken out: it has no row [CT812 import-taken]\n     1 | - id: goat\n'
    assert told in capsys.readouterr().out
