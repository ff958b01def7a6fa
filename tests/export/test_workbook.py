"""The workbook: what a designer finds in it, and what a stranger's text cannot do in it."""

from __future__ import annotations

import csv
import io
import subprocess
import zipfile
from dataclasses import replace
from datetime import date
from pathlib import Path
from shutil import which
from typing import Any

import openpyxl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from law_examples import examples
from small_games import a_card, a_game, a_kind

from cardtool.errors import ProjectError
from cardtool.export.workbook import line_count, sheet_titles, storable, to_xlsx
from cardtool.model import FieldRoles, Game

ABILITY = {"cost": "flip", "timing": "your-turn", "text": "{flip} Look at the top card. " * 6}


def the_game(**changes: Any) -> Game:
    cards = (
        a_card("slayer", "hero", copies=5, ability=ABILITY, flavour="Mine!"),
        a_card("axe", "prize", copies=34, victory_points=2),
        a_card("map", "prize", copies=1, victory_points=1, ability=ABILITY),
        a_card("trap", "special", copies=30, name="=SUM(A1:A9)"),
        a_card("stitch", "battle", copies=50, value=3),
    )
    kinds = (
        a_kind("hero", 5, plural="Heroes"),
        a_kind("prize", 35),
        a_kind("special", 30),
        a_kind("battle", 50, title="Battle Card", plural="Battle Cards"),
    )
    return a_game(*cards, kinds=kinds, **changes)


def opened(game: Game) -> Any:
    return openpyxl.load_workbook(io.BytesIO(to_xlsx(game)))


def rows(sheet: Any) -> list[list[Any]]:
    return [[cell.value for cell in row] for row in sheet.iter_rows()]


def test_a_summary_comes_first_then_a_sheet_for_each_kind() -> None:
    seen = [sheet.title for sheet in opened(the_game()) if sheet.sheet_state == "visible"]
    assert seen == ["Summary", "Heroes", "Prizes", "Specials", "Battle Cards"]


def test_the_summary_holds_declared_and_counted_numbers_as_numbers() -> None:
    table = [row[1:] for row in rows(opened(the_game())["Summary"])]
    assert table == [
        ["Farm", None, None, None, None, None],
        ["Version 1.0 · 2 to 4 players", None, None, None, None, None],
        [None] * 6,
        ["Kind", "Declared", "In the data", "Difference", "Records", "Check"],
        ["Heroes", 5, 5, 0, 1, "✓ OK"],
        ["Prizes", 35, 35, 0, 2, "✓ OK"],
        ["Specials", 30, 30, 0, 1, "✓ OK"],
        ["Battle Cards", 50, 50, 0, 1, "✓ OK"],
        ["All kinds", 120, 120, 0, 5, "✓ OK"],
        [None] * 6,
        ["Deck", "Declared", "In the data", "Difference", "Records", "Check"],
        ["The farm deck", 120, 120, 0, 5, "✓ OK"],
    ]


def test_a_kind_that_falls_short_stands_out() -> None:
    game = a_game(
        a_card(copies=3), a_card("barn", "tile", copies=4), kinds=(a_kind(count=5), a_kind("tile", 3))
    )
    sheet = opened(game)["Summary"]
    assert [sheet.cell(row, 7).value for row in (5, 6, 7)] == ["✗ 2 missing", "✗ 1 too many", "✗ 1 missing"]
    assert [sheet.cell(row, 5).value for row in (5, 6, 7)] == [-2, 1, -1]
    good = opened(the_game())["Summary"]
    assert sheet["G5"].fill.fgColor.rgb != good["G5"].fill.fgColor.rgb


def test_a_kind_with_unread_records_is_not_called_complete() -> None:
    sheet = opened(the_game(incomplete=frozenset({"prize"})))["Summary"]
    assert [sheet.cell(row, 7).value for row in (5, 6, 9, 12)] == ["✓ OK"] + ["✗ records unread"] * 3


def test_the_summary_leads_to_each_sheet() -> None:
    sheet = opened(the_game())["Summary"]
    assert sheet["B8"].hyperlink.location == "'Battle Cards'!A1"


def test_a_kinds_sheet_has_a_row_a_record_and_the_copies_they_come_to() -> None:
    assert rows(opened(the_game())["Prizes"]) == [
        ["Id", "Name", "Copies", "Victory points", "Ability: cost", "Ability: timing", "Ability: text"],
        ["axe", "Axe", 34, 2, None, None, None],
        ["map", "Map", 1, 1, "flip", "your-turn", ABILITY["text"]],
        ["Total", "2 records", 35, None, None, None, None],
    ]


def test_a_kinds_sheet_is_ready_to_work_with() -> None:
    sheet = opened(the_game())["Prizes"]
    assert sheet.freeze_panes == "C2"
    assert sheet.auto_filter.ref == "A1:G3"  # the total stays out of sorting
    assert sheet["A1"].font.bold
    assert sheet["G3"].alignment.wrap_text
    assert sheet["D2"].alignment.horizontal == "center"
    assert sheet.column_dimensions["G"].width > 3 * sheet.column_dimensions["C"].width
    assert sheet.row_dimensions[3].height > sheet.row_dimensions[2].height


def test_a_sheet_prints_on_landscape_paper_with_its_heading_on_every_page() -> None:
    sheet = opened(the_game(title="Farm & Co"))["Prizes"]
    assert sheet.page_setup.orientation == "landscape"
    assert (sheet.page_setup.fitToWidth, sheet.page_setup.fitToHeight) == (1, 0)
    assert sheet.sheet_properties.pageSetUpPr.fitToPage
    assert sheet.print_title_rows == "$1:$1"
    assert sheet.oddFooter.left.text == "Farm && Co 1.0"
    assert sheet.oddFooter.right.text == "&P of &N"


def test_what_players_do_not_read_stands_last_in_a_group_and_is_not_printed() -> None:
    fields = {"origin": "house", "art": {"figure": "axe", "sky": "moon"}, "value": 3, "text": "Cut."}
    cards = [a_card(id, **fields) for id in ("axe", "saw")]
    sheet = opened(
        a_game(*(replace(card, roles=FieldRoles(frozenset({"origin", "art"}))) for card in cards))
    )["Beasts"]
    heads = ["Id", "Name", "Copies", "Value", "Text", "Origin", "Art: figure", "Art: sky"]
    assert [cell.value for cell in sheet[1]] == heads
    assert [cell.value for cell in sheet[2]] == ["axe", "Axe", 1, 3, "Cut.", "house", "axe", "moon"]
    assert [sheet.column_dimensions[letter].outline_level for letter in "ABCDEFGH"] == [0] * 5 + [1] * 3
    assert sheet.print_area == "'Beasts'!$A$1:$E$4"


def test_a_sheet_too_wide_to_be_read_is_printed_on_several_pages_with_ids_and_names() -> None:
    prose = "Nobody reads a line of fifty words that is four letters high. " * 3
    narrow, wide = (
        opened(a_game(a_card("axe", **{f"text_{number}": prose for number in range(count)})))["Beasts"]
        for count in (2, 12)
    )
    assert (narrow.page_setup.fitToWidth, wide.page_setup.fitToWidth) == (1, 3)
    assert wide.page_setup.fitToHeight == 0
    assert wide.print_title_cols == "$A:$B"


def test_a_kind_without_records_still_has_its_sheet() -> None:
    game = a_game(a_card(), kinds=(a_kind(count=1), a_kind("tile", 3)))
    assert rows(opened(game)["Tiles"]) == [["Id", "Name", "Copies"], ["Total", "0 records", 0]]


DANGEROUS = [
    "=cmd|'/c calc'!A1",
    "=1+1",
    "+1",
    "-1",
    "@SUM(A1)",
    "#N/A",
    "#REF!",
    "\t=1",
    "1e5",
    "01/02",
    "TRUE",
    "{=1}",
]


@pytest.mark.parametrize("text", DANGEROUS)
def test_a_text_stays_a_text(text: str) -> None:
    cell = opened(a_game(a_card(name=text)))["Beasts"]["B2"]
    assert cell.value == text
    assert cell.data_type == "s"
    assert cell.quotePrefix


def test_titles_of_game_kind_and_deck_stay_texts_too() -> None:
    game = a_game(a_card(**{"=cost": 1}), kinds=(a_kind(count=1, plural="=1+1"),), title="=2+2")
    book = opened(game)
    assert {cell.data_type for sheet in book for row in sheet.iter_rows() for cell in row if cell.value} == {
        "s",
        "n",
    }
    assert book["Summary"]["B1"].value == "=2+2"


def test_no_cell_of_the_file_is_a_formula() -> None:
    with zipfile.ZipFile(io.BytesIO(to_xlsx(the_game()))) as file:
        sheets = [file.read(name) for name in file.namelist() if name.startswith("xl/worksheets/")]
    assert len(sheets) == 6
    assert not any(b"<f>" in sheet or b"<f " in sheet for sheet in sheets)


def test_a_plain_text_is_not_marked() -> None:
    assert not opened(a_game())["Beasts"]["B2"].quotePrefix


@settings(deadline=None, max_examples=examples(25))
@given(st.text(max_size=50) | st.text(max_size=9).map(lambda text: f"{text}\ud800\x00\ufffe"))
def test_any_text_can_be_saved_and_read_back(text: str) -> None:
    cell = opened(a_game(a_card(flavour=text or "x")))["Beasts"]["D2"]
    assert cell.value == storable(text or "x")


def test_signs_a_workbook_cannot_hold_are_spelt_out() -> None:
    assert storable("a\x00b\x1b\ud800\u202e") == r"a\x00b\x1b\ud800\u202e"
    assert storable("two\r\nlines\ttabbed") == "two\nlines\ttabbed"


def test_a_text_that_looks_escaped_is_not_unescaped_by_excel() -> None:
    assert storable("_x0041_ and _x_") == "_x005F_x0041_ and _x_"


def test_a_text_too_long_for_a_cell_is_refused_by_name_and_not_cut() -> None:
    with pytest.raises(
        ProjectError, match=r'cards/farm/beasts.yaml:5:12: "Goat": a text of 32768 characters'
    ):
        to_xlsx(a_game(a_card(flavour="x" * 32_768)))


def test_the_same_game_gives_the_same_bytes() -> None:
    assert to_xlsx(the_game()) == to_xlsx(the_game())


def test_nothing_in_the_file_tells_when_it_was_saved() -> None:
    this_year = str(date.today().year).encode()
    with zipfile.ZipFile(io.BytesIO(to_xlsx(the_game()))) as file:
        assert {member.date_time for member in file.infolist()} == {(1980, 1, 1, 0, 0, 0)}
        assert file.read("docProps/core.xml").count(b"1980-01-01T00:00:00Z") == 2
        assert not any(this_year + b"-" in file.read(name) for name in file.namelist())


@pytest.mark.parametrize(
    ("wanted", "titles"),
    [
        (["Heroes", "heroes"], ["Heroes", "heroes 2"]),
        (["Summary"], ["Summary 2"]),
        (["History"], ["History 2"]),
        (["A/B [x]:*?\\"], ["A B  x"]),
        (["'quoted'", "", "\x1b"], ["quoted", "Kind", "x1b"]),
        (["x" * 40, "x" * 40], ["x" * 31, "x" * 29 + " 2"]),
        (["🐐" * 20], ["🐐" * 15]),
    ],
)
def test_sheet_titles_are_made_fit_for_excel(wanted: list[str], titles: list[str]) -> None:
    assert sheet_titles(wanted, taken=["Summary"]) == titles


def test_rows_are_as_high_as_their_longest_text() -> None:
    assert [
        line_count(cell, 20) for cell in (None, 3, "", "short", "one two three four five six", "a\nb\n\nc")
    ] == [
        1,
        1,
        1,
        1,
        2,
        4,
    ]


@pytest.mark.slow
@pytest.mark.skipif(which("soffice") is None, reason="LibreOffice is not installed")
def test_libreoffice_opens_it_and_reads_the_totals_back(tmp_path: Path) -> None:
    (tmp_path / "cards.xlsx").write_bytes(to_xlsx(the_game()))
    profile = f"-env:UserInstallation={(tmp_path / 'profile').as_uri()}"
    form = "csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,true,false,false,false,-1"
    command = [
        "soffice",
        profile,
        "--headless",
        "--convert-to",
        form,
        "--outdir",
        str(tmp_path),
        "cards.xlsx",
    ]
    subprocess.run(command, cwd=tmp_path, check=True, capture_output=True, timeout=120)
    sheets = {path.stem.removeprefix("cards-"): read(path) for path in tmp_path.glob("*.csv")}
    assert [row[2:4] for row in sheets["Summary"] if row[2].isdigit()] == [
        [number, number] for number in ("5", "35", "30", "50", "120", "120")
    ]
    assert [sheets[name][-1][2] for name in ("Heroes", "Prizes", "Specials", "Battle Cards")] == [
        "5",
        "35",
        "30",
        "50",
    ]
    assert sheets["Specials"][1][1] == "=SUM(A1:A9)"


def read(path: Path) -> list[list[str]]:
    return list(csv.reader(path.read_text(encoding="utf-8").splitlines()))
