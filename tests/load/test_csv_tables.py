"""Tables of separated values: what spreadsheet programs write is read, and every letter has its place."""

from __future__ import annotations

import csv
import io
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardtool.load.tables import Table, read_csv
from cardtool.model import SourceMap
from cardtool.project import Project

WORDS = st.text(st.sampled_from('ab"\n;,\t|# é'), max_size=8).map(str.strip)


def table_of(folder: Path, content: bytes, *known: str, sheet: str = "") -> Table:
    (folder / "cards" / "farm").mkdir(parents=True, exist_ok=True)
    (folder / "cards" / "farm" / "game.yaml").write_text("title: Farm\n", encoding="utf-8")
    path = folder / "cards" / "farm" / "cards.csv"
    path.write_bytes(content)
    return read_csv(Project.find(folder), path, sheet, {"name", "text", *known}.__contains__)


def values(table: Table) -> list[dict[int, object]]:
    return [{at: cell.value for at, cell in row.items()} for row in (table.headings, *table.rows)]


@pytest.mark.parametrize("separator", [",", ";", "\t", "|"])
@pytest.mark.parametrize("line_end", ["\n", "\r\n"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_what_a_spreadsheet_program_writes_is_read(
    tmp_path: Path, separator: str, line_end: str, encoding: str
) -> None:
    rows = [["Name", "Text"], ["Goat", "Eats hay, oats; and straw|grass."], ["Hen", 'Lays an "egg".']]
    written = io.StringIO()
    csv.writer(written, delimiter=separator, lineterminator=line_end).writerows(rows)
    found = table_of(tmp_path, written.getvalue().encode(encoding))
    assert found.findings == ()
    assert values(found) == [dict(enumerate(row)) for row in rows]


def test_no_row_is_read_of_a_table_in_which_git_marked_a_conflict(tmp_path: Path) -> None:
    found = table_of(tmp_path, b"Name,Text\r\nGoat,\r\n<<<<<<< HEAD\r\nHen,\r\n>>>>>>> a\r\n")
    assert [str(each.source) for each in found.findings] == ["cards/farm/cards.csv:3:1"]
    assert found.findings[0].message.startswith("git marked a conflict here")
    assert found.rows == ()


@given(st.lists(st.lists(WORDS, min_size=2, max_size=4), min_size=1, max_size=5), st.sampled_from(",;\t|"))
def test_every_table_is_read_as_it_was_written(
    tmp_path_factory: pytest.TempPathFactory, rows: list[list[str]], separator: str
) -> None:
    rows = [["name", "text", "more", "less"], *rows]
    written = io.StringIO()
    csv.writer(written, delimiter=separator, lineterminator="\n").writerows(rows)
    found = table_of(tmp_path_factory.mktemp("farm"), written.getvalue().encode(), "more", "less")
    full = [{at: word for at, word in enumerate(row) if word} for row in rows]
    assert values(found) == [row for row in full if row]


@given(st.lists(st.lists(WORDS, min_size=2, max_size=3), min_size=1, max_size=4))
def test_every_letter_stands_where_its_place_says(
    tmp_path_factory: pytest.TempPathFactory, rows: list[list[str]]
) -> None:
    written = io.StringIO()
    csv.writer(written, lineterminator="\n").writerows([["name", "text", "more"], *rows])
    lines = written.getvalue().split("\n")
    found = table_of(tmp_path_factory.mktemp("farm"), written.getvalue().encode(), "more")
    for row in (found.headings, *found.rows):
        for cell in row.values():
            assert letters_at(lines, str(cell.value), cell.source_map) == str(cell.value)


def letters_at(lines: list[str], text: str, places: SourceMap) -> str:
    """The letters of the file at the places of a text's letters."""
    spots = [places.at_letter(offset) for offset in range(len(text))]
    return "".join((lines[line - 1] + "\n")[column - 1] for line, column in spots)


def test_the_separator_is_the_one_by_which_the_headings_are_known(tmp_path: Path) -> None:
    content = b"Name;Text, in short, and more, and more\nGoat;Eats\n"
    assert values(table_of(tmp_path, content))[1] == {0: "Goat", 1: "Eats"}


def test_a_line_that_says_the_separator_is_believed(tmp_path: Path) -> None:
    found = table_of(tmp_path, b"sep=|\nName|Text\nGoat|a,b,c\n")
    assert values(found) == [{0: "Name", 1: "Text"}, {0: "Goat", 1: "a,b,c"}]
    assert str(found.at(found.rows[0][1])) == "cards/farm/cards.csv:3:6"


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (b'Name,Text\nGoat,"Eats hay\n', "2:6: these quotation marks are never closed"),
        (b'Name,Text\nGoat,"Eats" hay\n', "2:6: hay stands behind the quotation marks that end this cell"),
        (b"", "1:1: the table is empty"),
        (b"\n\n  \n", "1:1: the table is empty"),
        ("Name,Text\nGeiß,Frisst".encode("latin-1"), "1:1: this is not UTF-8 text"),
        (b"Name,Text\nGoat,\0\n", "1:1: this is not a text file"),
    ],
)
def test_what_is_no_table_is_told_at_its_place(tmp_path: Path, content: bytes, told: str) -> None:
    (finding,) = table_of(tmp_path, content).findings
    source = finding.source
    assert f"{source.line}:{source.column}: {finding.message}" == told
    assert finding.rule.code == "CT123"


@pytest.mark.parametrize("first", [0, 1])
def test_a_column_that_only_counts_the_rows_needs_no_heading(tmp_path: Path, first: int) -> None:
    found = table_of(tmp_path, f",Name\n{first},Goat\n{first + 1},Hen\n".encode())
    assert found.findings == ()
    assert values(found)[1:] == [{1: "Goat"}, {1: "Hen"}]


def test_a_title_above_the_headings_is_told_as_one(tmp_path: Path) -> None:
    found = table_of(tmp_path, b"My cards\n\nName,Cost,Text\nGoat,1,Eats hay.\n")
    assert [f"{each.source}: {each.message}" for each in found.findings] == [
        'cards/farm/cards.csv:1:1: "My cards" is the only heading, and rows below it have more cells than one'
    ]


def test_what_stands_below_no_heading_is_told_once_for_each_column(tmp_path: Path) -> None:
    found = table_of(tmp_path, b"Name;Text\nGoat;Eats hay; and straw;;\nHen;Lays;an egg;;7\n;;;;\n")
    assert [f"{each.source}: {each.message}" for each in found.findings] == [
        "cards/farm/cards.csv:2:16: no heading stands above this cell, nor above 1 more in its column",
        "cards/farm/cards.csv:3:18: no heading stands above this cell",
    ]
    assert "quotation marks" in (found.findings[0].fix or "")
    assert values(found)[1:] == [{0: "Goat", 1: "Eats hay"}, {0: "Hen", 1: "Lays"}]


def test_a_sheet_of_a_file_that_has_none_is_told(tmp_path: Path) -> None:
    (finding,) = table_of(tmp_path, b"Name\nGoat\n", sheet="Heroes").findings
    assert (finding.message, finding.fix) == ("only a workbook has sheets", "remove #Heroes")


UNSEEN = "\v\f\x1c\x1d\x1e\x1f\x7f\x85\u2028\u2029\u200b\ufeff\u202e"


@pytest.mark.parametrize("sign", UNSEEN)
def test_a_character_that_nobody_can_see_is_told_at_its_place(tmp_path: Path, sign: str) -> None:
    found = table_of(tmp_path, f"Name,Text\nGoat,Eats{sign} hay.\n".encode())
    assert [str(each.source) for each in found.findings] == ["cards/farm/cards.csv:2:10"]
    assert found.findings[0].message.startswith(f"here is U+{ord(sign):04X} (")
    assert values(found)[1][1] == "Eats\N{REPLACEMENT CHARACTER} hay."
