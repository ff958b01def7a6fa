"""A document is read wherever it lies; what cannot be read is said to be so in a line, soon."""

from __future__ import annotations

import io
import os
import zipfile
from pathlib import Path

import pytest
from counting_work import assert_linear, no_hang

from cardtool import rules_document
from cardtool.documents import Block, BlockType, TextKind
from cardtool.documents.blocks import find_lists
from cardtool.errors import ProjectError, UsageError
from cardtool.model import Source
from cardtool.report import snippet_reader
from cardtool.rules_document import find_rules_documents, read_rules_document

W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
PACKAGE = "http://schemas.openxmlformats.org/package/2006"
OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
START = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'


def a_paragraph(words: str, style: str = "", list_id: int = 0, level: int = 0, look: str = "") -> str:
    said = f'<w:pStyle w:val="{style}"/>' if style else ""
    if list_id:
        said += f'<w:numPr><w:ilvl w:val="{level}"/><w:numId w:val="{list_id}"/></w:numPr>'
    run = f'<w:r><w:rPr>{look}</w:rPr><w:t xml:space="preserve">{words}</w:t></w:r>'
    return f"<w:p><w:pPr>{said}</w:pPr>{run}</w:p>"


def a_table(*rows: list[str]) -> str:
    cells = ("".join(f"<w:tc>{a_paragraph(cell)}</w:tc>" for cell in row) for row in rows)
    return "<w:tbl>" + "".join(f"<w:tr>{row}</w:tr>" for row in cells) + "</w:tbl>"


def a_list(id: int, form: str) -> str:
    forms = enumerate((form, "bullet"))
    levels = "".join(f'<w:lvl w:ilvl="{level}"><w:numFmt w:val="{each}"/></w:lvl>' for level, each in forms)
    return f'<w:abstractNum w:abstractNumId="{id}">{levels}</w:abstractNum>'


def a_docx(*body: str, start: str = START, encoding: str = "utf-8") -> bytes:
    """A Word document: list 1 is numbered, 2 has bullets, 3 is numbered and begins anew."""
    anew = '<w:lvlOverride w:ilvl="0"><w:startOverride w:val="1"/></w:lvlOverride>'
    nums = "".join(
        f'<w:num w:numId="{id}"><w:abstractNumId w:val="{of}"/>{more}</w:num>'
        for id, of, more in ((1, 0, ""), (2, 1, ""), (3, 0, anew))
    )
    main = f'<Relationship Id="r1" Type="{OFFICE}/officeDocument" Target="word/document.xml"/>'
    xml = '<Default Extension="xml" ContentType="application/xml"/>'
    heading = '<w:style w:type="paragraph" w:styleId="Heading1"><w:name w:val="heading 1"/></w:style>'
    numbering = a_list(0, "decimal") + a_list(1, "bullet") + nums
    parts = {
        "[Content_Types].xml": f'<Types xmlns="{PACKAGE}/content-types">{xml}</Types>',
        "_rels/.rels": f'<Relationships xmlns="{PACKAGE}/relationships">{main}</Relationships>',
        "word/document.xml": f"{start}<w:document {W}><w:body>{''.join(body)}</w:body></w:document>",
        "word/styles.xml": f"<w:styles {W}>{heading}</w:styles>",
        "word/numbering.xml": f"<w:numbering {W}>{numbering}</w:numbering>",
    }
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, part in parts.items():
            archive.writestr(name, part.encode(encoding if name == "word/document.xml" else "utf-8"))
    return file.getvalue()


def blocks_of(path: Path, content: bytes | str) -> tuple[Block, ...]:
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    text, findings = read_rules_document(path)
    assert text is not None
    assert findings == ()
    assert text.role is TextKind.DOCUMENT
    return text.blocks


def test_markdown_and_plain_text_are_read_each_in_its_way(tmp_path: Path) -> None:
    (block,) = blocks_of(tmp_path / "rules.md", "Feed the\r\ngoats.\r\n")
    assert block.text == "Feed the goats."
    assert len(blocks_of(tmp_path / "RULES.TXT", "Feed the goats.\nThen milk them.\n")) == 2


def test_a_link_finds_its_file_in_any_case_and_without_an_ending(tmp_path: Path) -> None:
    (tmp_path / "Training.md").write_text("Run.")
    file = tmp_path / "rules.markdown"
    file.write_text("[a](training) [b](Training.md) [c](TRAINING.html) [d](resting) [e](no/folder.md)")
    text, _ = read_rules_document(file)
    assert text is not None
    assert [link.words for link in text.links if link.is_lost] == ["d", "e"]
    assert find_rules_documents(tmp_path) == (tmp_path / "Training.md", file)


def test_a_link_finds_the_place_it_names_in_another_file(tmp_path: Path) -> None:
    (tmp_path / "goats.md").write_text('# Feeding\n\nHay.\n\n<a id="milk"></a>\n')
    (tmp_path / "plain.md").write_text("No heading here.")
    file = tmp_path / "rules.md"
    file.write_text(
        "[a](goats.md#feeding) [b](goats.md#milk) [c](goats.md#fedding) [d](plain.md#x) [e](goats.md#L3)"
        "[f](no.md#x)"
    )
    text, _ = read_rules_document(file)
    assert text is not None
    assert [link.words for link in text.links if link.is_lost_place] == ["c"]
    assert [link.words for link in text.links if link.is_lost] == ["f"]


def test_a_page_of_a_wiki_is_in_any_folder_of_it(tmp_path: Path) -> None:
    (tmp_path / "vault" / ".obsidian").mkdir(parents=True)
    for folder in ("rules", "beasts", "pictures"):
        (tmp_path / "vault" / folder).mkdir()
    (tmp_path / "vault" / "beasts" / "Mountain Goat.md").write_text("Eats.")
    (tmp_path / "vault" / "pictures" / "goat.png").write_bytes(b"")
    (tmp_path / "Outside.md").write_text("Not of it.")
    file = tmp_path / "vault" / "rules" / "rules.md"
    file.write_text(
        "[[mountain goat]] [[beasts/Mountain Goat#Hay|goats]] ![[goat.png]] [[Outside]] [[Sheep]]"
    )
    text, _ = read_rules_document(file)
    assert text is not None
    assert [link.target for link in text.links if link.is_lost] == ["Outside", "Sheep"]
    assert all(link.is_page for link in text.links)
    (tmp_path / "vault" / ".obsidian").rmdir()
    text, _ = read_rules_document(file)
    assert text is not None
    assert all(link.is_lost for link in text.links), "without its settings only its own folder is searched"


def test_a_folder_of_everything_is_no_wiki(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rules_document, "_LARGEST_WIKI", 3)
    for name in ("Hay.md", "Milk.md", "Wool.md"):
        (tmp_path / name).write_text("Goats.")
    file = tmp_path / "rules.md"
    file.write_text("[[Hay]] [[Milk]] [[Wool]] [[Horn]]")
    text, _ = read_rules_document(file)
    assert text is not None
    assert all(link.is_lost for link in text.links), "nothing is told where most are lost"


def test_notes_in_comments_are_known_however_often_a_document_is_read(tmp_path: Path) -> None:
    path = tmp_path / "rules.md"
    path.write_text("Draw. <!-- TODO -->\n", encoding="utf-8")
    for _ in range(2):
        text, _ = read_rules_document(path)
        assert text is not None
        assert text.typed[0].comments == ((10, " TODO "),)


def test_a_place_is_in_the_file_as_it_was_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("notes").mkdir()
    (block,) = blocks_of(Path("notes/rules.md"), "Feed.\n")
    assert str(block.at()) == "notes/rules.md:1:1"


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_unicode_is_read_in_the_ways_editors_save_it(tmp_path: Path, encoding: str) -> None:
    (block,) = blocks_of(tmp_path / "rules.txt", "Füttere die Ziegen.\n".encode(encoding))
    assert (block.text, block.at().column) == ("Füttere die Ziegen.", 1)


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (
            b"Feed\nthe g\xf6ats of M\xc3\xbcnchen\n",
            "rules.txt:2: this is not UTF-8 text; save the file with the encoding UTF-8",
        ),
        (b"Feed\0the goats", "rules.txt is not a text file"),
        (b"\xff\xfea", "this is not UTF-8 text"),
        (b"a\n" * 60_000, "rules.txt has more than 30000 lines"),
        (b"a" * 8_000_001, "rules.txt is larger than 8 MB"),
    ],
)
def test_what_is_no_text_is_refused(tmp_path: Path, content: bytes, says: str) -> None:
    (tmp_path / "rules.txt").write_bytes(content)
    with pytest.raises(ProjectError) as refused:
        read_rules_document(tmp_path / "rules.txt")
    assert says in str(refused.value)


def test_text_of_old_word_processors_is_read_and_told(tmp_path: Path) -> None:
    (tmp_path / "rules.txt").write_bytes(b"Feed the goats.\n\nA player\x92s g\xf6at \x96 or sheep.\n")
    text, (found,) = read_rules_document(tmp_path / "rules.txt")
    assert text is not None
    assert text.blocks[-1].text == "A player’s göat – or sheep."
    assert (found.rule.name, found.source.line) == ("old-encoding", 3)
    assert found.message == "this is not UTF-8 text; it was read as Windows-1252"


def test_a_letter_that_was_lost_is_told_once(tmp_path: Path) -> None:
    (tmp_path / "rules.md").write_text("# Farm\n\nA \ufffdgoat\ufffd.\n", encoding="utf-8")
    _, (found,) = read_rules_document(tmp_path / "rules.md")
    assert (found.rule.name, found.source.line, found.source.column) == ("old-encoding", 3, 3)
    assert found.message == "a letter was lost here (\ufffd); there are 2 of it in the document"


def test_what_is_not_there_or_of_another_sort_is_a_wrong_command(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="there is no "):
        read_rules_document(tmp_path / "rules.md")
    with pytest.raises(UsageError, match=r"it may be \.md, \.txt or \.docx"):
        read_rules_document(tmp_path / "rules.pdf")


def test_a_pipe_or_a_folder_is_no_document(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.md")
    (tmp_path / "folder.md").mkdir()
    for name, says in (("pipe.md", "is a pipe or a device"), ("folder.md", "is a folder")):
        with pytest.raises(ProjectError, match=says):
            read_rules_document(tmp_path / name)


def test_the_words_around_a_place_in_a_word_document_are_shown(tmp_path: Path) -> None:
    path = tmp_path / "rules.docx"
    path.write_bytes(a_docx(a_paragraph("Barnyard", "Heading1"), a_paragraph("Feed the the goat.")))
    place = Source(path.as_posix(), 2, 6)
    assert snippet_reader(tmp_path, {path.as_posix()})(place) == ("Feed the the goat.", 5)
    path.write_bytes(b"torn")
    assert snippet_reader(tmp_path, {path.as_posix()})(place) is None


def test_a_word_document_is_read_paragraph_by_paragraph(tmp_path: Path) -> None:
    document = a_docx(
        a_paragraph("Barnyard", "Heading1"),
        a_paragraph("Setting Up", look="<w:b/>"),
        a_paragraph("Deal 5 *cards* &amp; 3_x eggs."),
        a_paragraph(""),
        a_paragraph("Goats", list_id=2),
        a_paragraph("with horns", list_id=2, level=1),
        a_paragraph("Phase 1: feed."),
        a_table(["Card", "Milk"], ["Go|at", "3"]),
    )
    found = blocks_of(tmp_path / "rules.docx", document)
    assert [(b.sort.value, b.level, b.label, b.text, b.at().line) for b in found] == [
        ("heading", 1, "", "Barnyard", 1),
        ("heading", 2, "", "Setting Up", 2),
        ("paragraph", 0, "", "Deal 5 *cards* & 3_x eggs.", 3),
        ("item", 1, "•", "Goats", 5),
        ("item", 2, "•", "with horns", 6),
        ("item", 1, "Phase 1", "feed.", 7),
        ("row", 0, "", "Card\tMilk", 8),
        ("row", 0, "", "Go|at\t3", 9),
    ]
    assert found[2].at(found[2].text.index("eggs")).column == "Deal 5 *cards* & 3_x eggs.".index("eggs") + 1


def test_the_numbers_of_a_word_list_go_on_as_they_are_printed(tmp_path: Path) -> None:
    document = a_docx(
        a_paragraph("Feed", list_id=1),
        a_paragraph("hay", list_id=1, level=1),
        a_paragraph("Milk", list_id=1),
        a_paragraph("A word about milk."),
        a_paragraph("Rest", list_id=1),
        a_paragraph("In winter:"),
        a_paragraph("Sleep", list_id=3),
        a_paragraph("Wake", list_id=3),
    )
    found = find_lists(blocks_of(tmp_path / "rules.docx", document))
    assert [[item.label for item in listing.items] for listing in found] == [
        ["1", "2", "3"],
        ["•"],
        ["1", "2"],
    ]


def test_a_list_in_a_cell_of_a_word_table_is_in_that_cell_and_counts(tmp_path: Path) -> None:
    cell = a_paragraph("Milk", list_id=1) + a_paragraph("Cheese", list_id=1)
    table = f"<w:tbl><w:tr><w:tc>{a_paragraph('Goat')}</w:tc><w:tc>{cell}</w:tc></w:tr></w:tbl>"
    row, item = blocks_of(tmp_path / "rules.docx", a_docx(table, a_paragraph("Hay", list_id=1)))
    assert row.text == "Goat\tMilk Cheese"
    assert (item.label, item.text) == ("3", "Hay")


def test_what_a_word_paragraph_says_behind_a_break_is_still_of_that_paragraph(tmp_path: Path) -> None:
    words = 'Feed the goats.</w:t><w:br/><w:t xml:space="preserve">- Then sleep.'
    said, item = blocks_of(tmp_path / "rules.docx", a_docx(a_paragraph(""), a_paragraph(words)))
    assert (said.text, item.label, item.text) == ("Feed the goats.", "•", "Then sleep.")
    assert (item.at().line, item.at().column) == (2, 19)


def test_pictures_and_links_of_a_word_document_are_not_followed(tmp_path: Path) -> None:
    link = '<w:hyperlink r:id="r9" xmlns:r="x"><w:r><w:t>See there</w:t></w:r></w:hyperlink>'
    (block,) = blocks_of(tmp_path / "rules.docx", a_docx(f"<w:p>{link}<w:r><w:drawing/></w:r></w:p>"))
    assert (block.sort, block.text) == (BlockType.PARAGRAPH, "See there")


ENTITIES = '<?xml version="1.0"?><!DOCTYPE w [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]>'
HOSTILE = {
    "no archive": (b"PK\3\4goat", "is damaged, locked with a password, or no Word document"),
    "half an archive": (a_docx(a_paragraph("Goat"))[:-40], "is damaged"),
    "entities": (a_docx(a_paragraph("&b;"), start=ENTITIES), "defines entities"),
    "entities in UTF-16": (a_docx(a_paragraph("&b;"), start=ENTITIES, encoding="utf-16"), "defines entities"),
    "a bomb": (a_docx(a_paragraph("a" * 40_000_000)), "holds more than 6 MB of text"),
    "a million parts": (a_docx("<w:p/>" * 300_000), "is built of too many parts"),
    "a deep hole": (a_docx("<w:sdt>" * 40_000 + "</w:sdt>" * 40_000), "is built of too many parts"),
    "no end": (a_docx("<w:p>"), "is damaged"),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_word_document_is_refused_soon(tmp_path: Path, name: str) -> None:
    content, says = HOSTILE[name]
    (tmp_path / "rules.docx").write_bytes(content)
    with no_hang(), pytest.raises(ProjectError, match=says):
        read_rules_document(tmp_path / "rules.docx")


def test_a_word_document_is_read_in_linear_time(tmp_path: Path) -> None:
    def read(rows: int) -> None:
        words = "Feed the goats before you milk them, and never after dark. "
        document = a_docx(*(a_paragraph(words, list_id=row % 3) for row in range(rows)))
        assert len(blocks_of(tmp_path / "rules.docx", document)) == rows

    with no_hang():
        assert_linear(read, 60)


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("rules.md", "Draw it.\n\nDraw a ca\u200brd.\n"),
        ("rules.txt", "Draw it.\f\nDraw a ca\u200brd.\n"),
        ("rules.docx", a_docx(a_paragraph("Draw it."), a_paragraph(""), a_paragraph("Draw a ca\u200brd."))),
    ],
)
def test_a_letter_nobody_sees_is_told_with_its_place_and_the_word_is_read_without(
    tmp_path: Path, name: str, content: bytes | str
) -> None:
    path = tmp_path / name
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    text, (found,) = read_rules_document(path)
    assert found.rule.name == "invisible-character"
    assert found.message == "here is U+200B (zero width space), which cannot be seen"
    assert found.fix == "remove it"
    assert found.source.line == (2 if name == "rules.txt" else 3)
    assert found.source.column == 10
    assert text is not None
    assert text.blocks[-1].text == "Draw a card."


def test_what_has_work_to_do_is_no_invisible_letter(tmp_path: Path) -> None:
    path = tmp_path / "rules.md"
    path.write_text(
        "A \N{WOMAN}\u200d\N{ROCKET} flies, syl\u00adla\u00adble by syllable.\n", encoding="utf-8"
    )
    assert read_rules_document(path)[1] == ()


def test_a_text_file_typed_as_markdown_is_read_as_markdown(tmp_path: Path) -> None:
    file = tmp_path / "rules.txt"
    headings = "\n".join(f"# {number}.0 Part\n\nA **bold** word.\n" for number in range(1, 4))
    file.write_text(headings, encoding="utf-8")
    text, _ = read_rules_document(file)
    assert text is not None
    assert [block.text for block in text.blocks[:2]] == ["1.0 Part", "A bold word."]
    assert not text.is_plain


def test_a_text_file_with_few_marks_is_plain(tmp_path: Path) -> None:
    file = tmp_path / "rules.txt"
    file.write_text("# 1 goat\n# 2 hens\n# 3 cows\n\nA **bold** word.\n", encoding="utf-8")
    text, _ = read_rules_document(file)
    assert text is not None
    assert text.is_plain
