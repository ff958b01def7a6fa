"""Sheets of workbooks: values by their cells, and what is wrong with a cell, said with its name."""

from __future__ import annotations

import datetime
import io
import re
import zipfile
from pathlib import Path
from typing import Any

import pytest
from openpyxl import Workbook

from cardtool.load.tables import Table
from cardtool.load.workbook_tables import read_workbook
from cardtool.project import Project


def table_of(folder: Path, content: bytes | Workbook, sheet: str = "") -> Table:
    (folder / "cards" / "farm").mkdir(parents=True, exist_ok=True)
    (folder / "cards" / "farm" / "game.yaml").write_text("title: Farm\n", encoding="utf-8")
    path = folder / "cards" / "farm" / "cards.xlsx"
    if isinstance(content, Workbook):
        content.save(path)
    else:
        path.write_bytes(content)
    return read_workbook(Project.find(folder), path, sheet, frozenset().__contains__)


def a_book(*rows: tuple[Any, ...], title: str = "Cards") -> Workbook:
    book = Workbook()
    book.active.title = title
    for row in rows:
        book.active.append(row)
    return book


def told(table: Table) -> list[str]:
    return [f"{finding.source}: {finding.message}" for finding in table.findings]


def with_saved_value(book: Workbook, value: str) -> bytes:
    """The workbook as a spreadsheet program saves it: its one formula with a value beside it."""
    plain, saved = io.BytesIO(), io.BytesIO()
    book.save(plain)
    with zipfile.ZipFile(plain) as old, zipfile.ZipFile(saved, "w") as new:
        for part in old.infolist():
            content = old.read(part).replace(b"<v />", b"<v></v>").replace(b"<v/>", b"<v></v>")
            new.writestr(part, content.replace(b"</f><v></v>", f"</f><v>{value}</v>".encode()))
    return saved.getvalue()


def test_values_are_read_with_their_cells(tmp_path: Path) -> None:
    book = a_book(("Name", "Strength", "Wild"), ("Goat", 3.0, True), (None,), ("Hen", 0.5, None))
    found = table_of(tmp_path, book)
    assert found.findings == ()
    assert [{at: cell.value for at, cell in row.items()} for row in found.rows] == [
        {0: "Goat", 1: 3, 2: True},
        {0: "Hen", 1: 0.5},
    ]
    assert str(found.at(found.rows[1][1])) == "cards/farm/cards.xlsx!Cards!B4"


def test_a_letter_of_a_cell_stands_in_that_cell(tmp_path: Path) -> None:
    found = table_of(tmp_path, a_book(("Name",), ("Billy Goat",)))
    assert found.rows[0][0].source_map.at_letter(6) == (2, 1)


def test_a_sheet_is_found_by_its_name(tmp_path: Path) -> None:
    book = a_book(("Name",), ("Goat",), title="Beasts")
    book.create_sheet("Traps").append(("Name", "Text"))
    assert [cell.value for cell in table_of(tmp_path, book, "Traps").headings.values()] == ["Name", "Text"]
    assert told(table_of(tmp_path, book, "Trap")) == [
        'cards/farm/cards.xlsx:1:1: there is no sheet "Trap" (did you mean "Traps"?)'
    ]


@pytest.mark.parametrize(
    ("value", "message"),
    [
        (datetime.date(2026, 3, 4), "this cell holds a date, which is a number to a program"),
        ("#REF!", "this cell shows the error #REF!"),
        ("=1/0", "this formula was saved without its value"),
    ],
)
def test_a_cell_that_says_nothing_is_told_by_its_name(tmp_path: Path, value: Any, message: str) -> None:
    found = table_of(tmp_path, a_book(("Name", "Text"), ("Goat", value)))
    assert told(found) == [f"cards/farm/cards.xlsx!Cards!B2: {message}"]
    assert [*found.rows[0]] == [0]


def test_a_formula_counts_as_the_value_saved_with_it(tmp_path: Path) -> None:
    found = table_of(tmp_path, with_saved_value(a_book(("Name", "Strength"), ("Goat", "=1+2")), "3"))
    assert found.rows[0][1].value == 3
    assert told(found) == [
        "cards/farm/cards.xlsx!Cards!B2: this cell holds a formula: read is the value saved with it"
    ]
    assert found.findings[0].severity == "info"


SHEET = """<x:worksheet xmlns:x="urn:x"><x:sheetData><x:row><x:c t="s"><x:v>0</x:v></x:c>
<x:c t="s"><x:v>1</x:v></x:c>
<x:c t="inlineStr"><x:is><x:r><x:t>Te</x:t></x:r><x:r><x:t>xt</x:t></x:r></x:is></x:c>
</x:row><x:row r="4"><x:c r="A4" t="s"><x:v>2</x:v></x:c><x:c t="b"><x:v>1</x:v></x:c>
<x:c r="C4" t="str"><x:f>IF(B4,"","x")</x:f><x:v></x:v></x:c></x:row></x:sheetData></x:worksheet>"""
REFERENCE = '<Relationship Id="texts" Type="urn:relationships/sharedStrings" Target="/xl/texts.xml"/>'
TEXTS = """<sst><si><t>Name</t></si><si><t>Wild</t></si>
<si><t>山羊</t><rPh sb="0" eb="2"><t>やぎ</t></rPh></si></sst>"""


def test_prefixes_parts_of_texts_and_cells_without_a_place_are_read(tmp_path: Path) -> None:
    plain, saved = io.BytesIO(), io.BytesIO()
    a_book(("Name",)).save(plain)
    with zipfile.ZipFile(plain) as old, zipfile.ZipFile(saved, "w") as new:
        for part in old.infolist():
            content = old.read(part).decode().replace("</Relationships>", f"{REFERENCE}</Relationships>")
            new.writestr(part, SHEET if part.filename.endswith("sheet1.xml") else content)
        new.writestr("xl/texts.xml", TEXTS)
    found = table_of(tmp_path, saved.getvalue())
    assert [cell.value for cell in found.headings.values()] == ["Name", "Wild", "Text"]
    assert [[cell.value for cell in row.values()] for row in found.rows] == [["山羊", True]]
    assert str(found.at(found.rows[0][1])) == "cards/farm/cards.xlsx!Cards!B4"
    assert told(found) == []  # a formula whose value is the empty text was saved with its value


def test_merged_cells_are_told_where_they_begin(tmp_path: Path) -> None:
    book = a_book(("Type", "Name", "# Notes"), ("Beast", "Goat", "a"), (None, "Hen", None))
    book.active.merge_cells("A2:A3")
    book.active.merge_cells("C2:C3")
    assert told(table_of(tmp_path, book)) == [
        "cards/farm/cards.xlsx!Cards!A2: the cells A2:A3 are merged: only the first has a value"
    ]


def test_notes_are_not_looked_at(tmp_path: Path) -> None:
    book = a_book(("Name", "# When"), ("Goat", datetime.date(2026, 3, 4)))
    found = table_of(tmp_path, book)
    assert (found.findings, [*found.rows[0]]) == ((), [0])


def test_a_cell_below_no_heading_is_told(tmp_path: Path) -> None:
    book = a_book(
        ("Name", None, "Text"), ("Goat", None, "Eats", " "), ("Hen", "ask", "Lays"), (None, None, None, 7)
    )
    found = table_of(tmp_path, book)
    assert told(found) == [
        "cards/farm/cards.xlsx!Cards!B3: no heading stands above this cell",
        "cards/farm/cards.xlsx!Cards!D4: no heading stands above this cell",
    ]
    assert [[*row] for row in found.rows] == [[0, 2], [0, 2]]


def test_an_empty_sheet_is_told(tmp_path: Path) -> None:
    assert told(table_of(tmp_path, a_book())) == ["cards/farm/cards.xlsx!Cards!A1: the sheet is empty"]


def test_what_is_no_workbook_is_told(tmp_path: Path) -> None:
    (message,) = told(table_of(tmp_path, b"Name,Text\n"))
    assert message.endswith("cards.xlsx is not an Excel workbook; save it as .xlsx, without a password")


def test_a_damaged_workbook_is_told(tmp_path: Path) -> None:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as file:
        file.writestr("xl/workbook.xml", "<workbook")
    assert told(table_of(tmp_path, packed.getvalue())) == [
        "cards/farm/cards.xlsx:1:1: this workbook cannot be read: it is damaged"
    ]


def test_what_unpacks_to_a_flood_is_not_unpacked(tmp_path: Path) -> None:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as file:
        file.writestr("xl/worksheets/sheet1.xml", b"\0" * 80_000_000)
    (message,) = told(table_of(tmp_path, packed.getvalue()))
    assert "holds more than 64 MB once it is unpacked" in message


def test_an_entity_that_grows_is_not_followed(tmp_path: Path) -> None:
    packed = io.BytesIO()
    table_of(tmp_path, a_book(("Name",), ("Goat",)))
    with zipfile.ZipFile(tmp_path / "cards/farm/cards.xlsx") as old, zipfile.ZipFile(packed, "w") as new:
        for part in old.infolist():
            content = old.read(part)
            if part.filename == "xl/worksheets/sheet1.xml":
                steps = "".join(f'<!ENTITY e{n} "{f"&e{n - 1};" * 10}">' for n in range(1, 10))
                bomb = f'<!DOCTYPE worksheet [<!ENTITY e0 "goat">{steps}]>'
                content = bomb.encode() + content.replace(b"<sheetData>", b"<sheetData>&e9;")
            new.writestr(part, content)
    (message,) = told(table_of(tmp_path, packed.getvalue()))
    assert message.endswith("this workbook cannot be read: it is damaged")


@pytest.mark.parametrize("sign", ["\x7f", "\x85", "\u2028", "\u2029", "\u200b", "\ufeff", "\u202e"])
@pytest.mark.parametrize("cell", ["A1", "B2"])
def test_a_character_that_nobody_can_see_is_told_with_its_cell(tmp_path: Path, sign: str, cell: str) -> None:
    book = a_book(("Name", "Text"), ("Goat", "Eats hay."))
    book.active[cell] = f"Eats{sign} hay."
    found = told(table_of(tmp_path, book))
    assert len(found) == 1
    assert found[0].startswith(f"cards/farm/cards.xlsx!Cards!{cell}: this cell holds U+{ord(sign):04X} (")


@pytest.mark.parametrize("code", ["0000", "000B", "001C", "D800", "FFFF"])
def test_a_character_that_is_written_as_its_code_is_told_too(tmp_path: Path, code: str) -> None:
    found = table_of(tmp_path, a_book(("Name", "Text"), ("Goat", f"Eats_x{code}_ hay.")))
    assert [
        each.startswith(f"cards/farm/cards.xlsx!Cards!B2: this cell holds U+{code}") for each in told(found)
    ]
    assert found.rows[0][1].value == "Eats\N{REPLACEMENT CHARACTER} hay."


@pytest.mark.parametrize("at", [-1, 5])
def test_a_text_that_is_not_among_those_of_the_workbook_is_no_other(tmp_path: Path, at: int) -> None:
    plain, changed = io.BytesIO(), io.BytesIO()
    a_book(("Name", "Text"), ("Goat", "Eats hay.")).save(plain)
    with zipfile.ZipFile(plain) as old, zipfile.ZipFile(changed, "w") as new:
        for part in old.infolist():
            cell = rf'<c r="B2" t="s"><v>{at}</v></c>'.encode()
            new.writestr(part, re.sub(rb'<c r="B2".*?</c>', cell, old.read(part)))
    assert told(table_of(tmp_path, changed.getvalue())) == [
        "cards/farm/cards.xlsx:1:1: this workbook cannot be read: it is damaged"
    ]
