"""Whatever a table, a workbook or a schema holds, reading it ends: what is too much is told, and not read."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path

import pytest
from counting_work import assert_linear, count_calls, no_hang

from cardtool.errors import ProjectError
from cardtool.load import load_game, read_table, sheet_titles
from cardtool.load.table_records import RowChoice, TableRecords
from cardtool.load.tables import Table, parse_csv
from cardtool.model import Source
from cardtool.project import Project, did_you_mean

OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
HEADINGS = '<row><c t="inlineStr"><is><t>name</t></is></c></row>'
GOAT = '<row><c t="inlineStr"><is><t>Goat</t></is></c></row>'


def csv_table(text: str) -> Table:
    return parse_csv(text.encode(), "goats.csv", {"name"}.__contains__)


def told(table: Table) -> list[str]:
    return [f"{each.source}: {each.message}" for each in table.findings]


def records_of(table: Table) -> TableRecords:
    every = RowChoice({"Sort": ("goat",)}, {}, Source("game.yaml"))
    return TableRecords(table, {"goat": every}, {"goat": {"properties": {"name": {}, "milk": {}}}})


def workbook(
    cells: str = HEADINGS + GOAT, *, sheets: int = 1, texts: int = 0, shared: str = "", styles: str = ""
) -> dict[str, str]:
    """Return the parts of a workbook whose sheets are all one part, as its texts are."""
    refer = [f'Id="s{each}" Type="{OFFICE}/worksheet" Target="sheet.xml"' for each in range(sheets)]
    refer += [f'Id="t{each}" Type="{OFFICE}/sharedStrings" Target="texts.xml"' for each in range(texts)]
    refer += [f'Id="y" Type="{OFFICE}/styles" Target="styles.xml"'] if styles else []
    listed = "".join(f'<sheet name="{each}" r:id="s{each}"/>' for each in range(sheets))
    main = f'Id="m" Type="{OFFICE}/officeDocument" Target="book.xml"'
    return {
        "_rels/.rels": f"<Relationships><Relationship {main}/></Relationships>",
        "book.xml": f'<workbook xmlns:r="{OFFICE}"><sheets>{listed}</sheets></workbook>',
        "_rels/book.xml.rels": f"<a>{''.join(f'<Relationship {each}/>' for each in refer)}</a>",
        "sheet.xml": f"<worksheet><sheetData>{cells}</sheetData></worksheet>",
        "texts.xml": f"<sst>{shared}</sst>",
        "styles.xml": f"<styleSheet>{styles}</styleSheet>",
    }


def packed(parts: dict[str, str]) -> bytes:
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w", zipfile.ZIP_DEFLATED) as book:
        for name, content in parts.items():
            book.writestr(name, content)
    return written.getvalue()


def read_book(folder: Path, content: bytes) -> Table:
    place = folder / "cards" / "farm"
    place.mkdir(parents=True)
    (place / "game.yaml").touch()
    (place / "goats.xlsx").write_bytes(content)
    return read_table(Project(folder), place / "goats.xlsx")


@pytest.mark.parametrize("sign", [",", ";", "\t", "|", "\n"])
def test_a_table_of_more_than_a_million_cells_is_not_read(sign: str) -> None:
    assert told(csv_table("name" + sign * 1_000_001)) == [
        "goats.csv:1:1: this table has more than 1,000,000 cells"
    ]


def test_the_cells_of_a_row_end_where_those_of_a_spreadsheet_end() -> None:
    table = csv_table("name\n" + "a," * 20_000)
    assert "goats.csv:2:32769: more than 16,384 cells in a row" in told(table)


def test_what_is_wrong_with_thousands_of_cells_is_not_told_of_each() -> None:
    assert len(told(csv_table("name\n" + '"a"b\n' * 1_000))) == 50


def test_rows_and_columns_of_a_table_are_gone_through_once() -> None:
    def judge(size: int) -> None:
        wide = "name,Sort," + ",".join(f"h{each}" for each in range(size)) + "\n"
        records = records_of(csv_table(wide + "Goat,goat\nHen,bird\n" * size))
        records.document("goat")
        list(records.findings())

    assert_linear(judge, 100)


def test_surplus_cells_are_judged_by_their_own_number_and_not_by_that_of_the_rows() -> None:
    with no_hang():  # 16,000 columns times 100,000 rows take half an hour
        table = csv_table("name\na" + ",b" * 16_000 + "\nc" * 100_000)
    assert len(table.rows) == 100_001


def test_a_table_has_no_suggestion_for_each_of_thousands_of_headings() -> None:
    headings = ",".join(f"unknown heading {each}" for each in range(2_000))
    assert len(list(records_of(csv_table(f"name,{headings}\nGoat\n")).findings())) <= 203


def test_suggestions_end_and_begin_again_with_the_next_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cardtool.project._MOST_COMPARED", 200_000)
    game = tmp_path / "cards" / "farm" / "game.yaml"
    game.parent.mkdir(parents=True)
    game.touch()
    known = [f"golden-goat-{each}" for each in range(100)]

    def suggest(count: int) -> list[str]:
        Project(tmp_path).read(game)
        return [did_you_mean(f"goldne-goat-{each}", known) for each in range(count)]

    assert all(suggest(8))
    assert not suggest(20)[-1]
    assert all(suggest(8))
    suggested = count_calls(lambda: suggest(20))
    assert count_calls(lambda: suggest(200)) < 1.5 * suggested


def test_an_enum_has_an_end(farm) -> None:
    words = [f"mood {each}" for each in range(2_001)]
    farm.schema(properties={**farm.goat_schema["properties"], "mood": {"enum": words}})
    with pytest.raises(ProjectError, match=r"goat.schema.json:\d+:\d+: an enum has 2,000 values at most"):
        load_game(farm.project, "farm")


def test_what_is_to_be_written_is_not_a_list_of_hundreds(farm) -> None:
    words = [f"mood{each:04}" for each in range(1_000)]
    farm.schema(properties={**farm.goat_schema["properties"], "mood": {"enum": words}})
    (found,) = [each for each in load_game(farm.project, "farm").findings if "mood" in each.message]
    assert found.fix is not None
    assert "mood0049 or another word" in found.fix


def test_a_table_makes_no_million_of_copies(farm) -> None:
    farm.change("cards/farm/game.yaml", "    records:", "    copies_from: codes.csv\n    records:")
    farm.write("cards/farm/codes.csv", "code\n" + "a\n" * 50_001)  # for two goats
    said = [each.message for each in load_game(farm.project, "farm").findings]
    assert "codes.csv makes more than 100,000 copies" in "\n".join(said)


def test_one_part_of_a_workbook_is_read_once_whatever_names_it_has() -> None:
    shared = "<si><t>Goat</t></si>" * 1_000
    once = count_calls(lambda: sheet_titles(packed(workbook(texts=1, shared=shared))))
    assert count_calls(lambda: sheet_titles(packed(workbook(texts=40, shared=shared)))) < 2 * once
    assert sheet_titles(packed(workbook(sheets=16))) == ["0"]


def test_a_workbook_whose_names_lead_to_one_packed_part_is_not_read(tmp_path: Path) -> None:
    content = io.BytesIO(packed(workbook()))
    with zipfile.ZipFile(content, "a") as book:
        again = book.getinfo("sheet.xml")
        book.filelist.append(again)
        book._didModify = True  # type: ignore[attr-defined]
    assert "damaged" in told(read_book(tmp_path, content.getvalue()))[0]


def test_a_workbook_of_more_elements_than_cells_need_is_not_unpacked_into_memory(tmp_path: Path) -> None:
    found = read_book(tmp_path, packed(workbook(HEADINGS + "<a>" * 6_000_001)))
    assert told(found) == [
        "cards/farm/goats.xlsx:1:1: goats.xlsx has more cells than can be read; split it up"
    ]


def test_elements_of_a_workbook_inside_each_other_end(tmp_path: Path) -> None:
    deep = HEADINGS + "<a>" * 1_000 + "</a>" * 1_000
    assert told(read_book(tmp_path, packed(workbook(deep)))) == [
        "cards/farm/goats.xlsx:1:1: this workbook cannot be read: it is damaged"
    ]


@pytest.mark.parametrize("sign", ["[", "[h", "[$[", "&quot;", "\\", "_", "*", "[h]", "[&quot;"])
def test_the_format_of_a_number_is_read_once(tmp_path: Path, sign: str) -> None:
    formats = f'<numFmts><numFmt numFmtId="200" formatCode="{sign * 300_000}"/></numFmts>'
    with no_hang(20):
        assert told(read_book(tmp_path, packed(workbook(styles=formats)))) == []


def test_merged_cells_are_held_against_the_headings_once(tmp_path: Path) -> None:
    wide = "<row>" + "<c><v>1</v></c>" * 8_000 + "</row>"
    parts = workbook(wide + GOAT)
    merged = '<mergeCell ref="XFA1:XFD1"/>' * 100_000
    parts["sheet.xml"] = parts["sheet.xml"].replace("</worksheet>", f"{merged}</worksheet>")
    with no_hang(20):
        assert told(read_book(tmp_path, packed(parts))) == []
