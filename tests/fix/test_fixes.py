"""Edits of files: what is asked is done word by word, and nothing beside it."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest
from projects import a_project

from cardtool.app import check
from cardtool.cli import main
from cardtool.errors import ProjectError
from cardtool.finding import Edit, Finding, Rule
from cardtool.fix import Fixes
from cardtool.model import Source
from cardtool.project import Project
from cardtool.report import format_diff

FILE = "cards/farm/beasts.yaml"
RULE = Rule("CT999", "test")


def finding(file: str, line: int, column: int, old: str, new: str) -> Finding:
    source = Source(file, line, column)
    return RULE.found(source, "this is wrong", edit=Edit(source, old, new))


def mended(project: Project, *edits: tuple[int, int, str, str], file: str = FILE) -> Fixes:
    return check.fix_game(project, "farm", [finding(file, *edit) for edit in edits])


def text_after(folder: Path, text: str, *edits: tuple[int, int, str, str], file: str = FILE) -> str:
    """What a file of this text says once it is mended."""
    project = a_project(folder)
    (folder / file).parent.mkdir(parents=True, exist_ok=True)
    (folder / file).write_bytes(text.encode())
    check.write_fixes([mended(project, *edits, file=file)])
    return (folder / file).read_bytes().decode()


def reasons(folder: Path, text: str, *edits: tuple[int, int, str, str], file: str = FILE) -> list[str]:
    """Why edits of a file of this text are not done; nothing is written."""
    project = a_project(folder)
    (folder / file).parent.mkdir(parents=True, exist_ok=True)
    (folder / file).write_bytes(text.encode())
    mending = mended(project, *edits, file=file)
    assert mending.files == ()
    return [left.reason for left in mending.skipped]


def test_words_of_a_table_are_mended_where_they_stand_and_no_cell_is_torn(tmp_path: Path) -> None:
    text = 'id,name,text\r\ngoat,Goat,"Eats <b>hay</b>, and straw"\r\nhen,Hen,Lays <b>eggs.\r\n'
    file = "cards/farm/goats.csv"
    bold, unbold = (2, 17, "<b>", "**"), (2, 23, "</b>", "**")
    mended_text = text_after(tmp_path / "a", text, bold, unbold, (3, 14, "<b>", ""), file=file)
    assert mended_text == text.replace("<b>hay</b>", "**hay**").replace("<b>eggs", "eggs")
    assert reasons(tmp_path / "b", text, (3, 9, "Lays", "Lays, and lays"), file=file) == [
        "',' would mean something else there"
    ]
    assert reasons(tmp_path / "c", text, (1, 1, "id", "x"), file="cards/farm/goats.xlsx") == [
        "workbooks are mended by hand"
    ]


@pytest.mark.parametrize(
    ("before", "place", "old", "new", "after"),
    [
        ("- text: Eat a Goat.  # ha\n", (1, 15), "Goat", "Hen", "- text: Eat a Hen.  # ha\n"),
        ("- {text: 'It''s Crom''s'}\n", (1, 17), "Crom's", "Bob's", "- {text: 'It''s Bob''s'}\n"),
        ('- {text: "A \\"Goat\\" eats"}\n', (1, 15), "Goat", "Hen", '- {text: "A \\"Hen\\" eats"}\n'),
        ('- {text: "Eat Goat"}\n', (1, 15), "Goat", '"Hen"', '- {text: "Eat \\"Hen\\""}\n'),
        ("- {text: 'Eat Goat'}\n", (1, 15), "Goat", "Crom's", "- {text: 'Eat Crom''s'}\n"),
        ("- text: |\n    Eat\n    Goat\n", (3, 5), "Goat", "Hen", "- text: |\n    Eat\n    Hen\n"),
        (
            "- text: >-\n    To the Spoil\n    Heap it goes.\n",
            (2, 12),
            "Spoil Heap",
            "Great Hoard",
            "- text: >-\n    To the Great\n    Hoard it goes.\n",
        ),
        (
            "- text: To the Spoil\n    Heap it goes.\n",
            (1, 16),
            "Spoil Heap",
            "Hoard",
            "- text: To the Hoard\n    it goes.\n",
        ),
        (
            '- text: "To the Spoil\n    Heap it goes."\n',
            (1, 17),
            "Spoil Heap",
            "Pile of \\ things",
            '- text: "To the Pile of \\\\\n    things it goes."\n',
        ),
        ("- text: a Goat\r\n- text: Goat\r\n", (2, 9), "Goat", "Hen", "- text: a Goat\r\n- text: Hen\r\n"),
        ("\ufeff- text: Goat\n", (1, 9), "Goat", "Hen", "\ufeff- text: Hen\n"),
        ("- text: Goat", (1, 9), "Goat", "Hen", "- text: Hen"),
        ("- text: two  spaces\n", (1, 12), "  ", " ", "- text: two spaces\n"),
    ],
)
def test_yaml_keeps_its_comments_quotes_and_layout(
    tmp_path: Path, before: str, place: tuple[int, int], old: str, new: str, after: str
) -> None:
    assert text_after(tmp_path, before, (*place, old, new)) == after


@pytest.mark.parametrize(
    ("text", "place", "old", "new", "why"),
    [
        ("- text: Goat eats\n", (1, 9), "Hen", "Cock", "letter for letter"),
        ("- text: Goat eats\n", (1, 10), "Goat", "Hen", "letter for letter"),
        ("- text: Goat eats\n", (9, 1), "Goat", "Hen", "letter for letter"),
        ("- text: Hen\n# Goat\n", (2, 3), "Goat", "Hen", "letter for letter"),
        ("- Goat: eats\n", (1, 3), "Goat", "Hen", "letter for letter"),
        ("- text: 12\n", (1, 9), "12", "13", "letter for letter"),
        ('- text: "G\\u006fat"\n', (1, 10), "Goat", "Hen", "letter for letter"),
        ("- text: Goat eats\n", (1, 9), "Goat", "Hen: she", "quotes"),
        ("- text: Goat eats\n", (1, 14), "eats", "eats #1", "quotes"),
        ("- {text: Goat}\n", (1, 10), "Goat", "Goat, too", "quotes"),
        ("- {text: Goat}\n", (1, 10), "Goat", "12", "quotes"),
        ("- text: Goat eats\n", (1, 9), "Goat", "Hen\nid: hen", "something else"),
        ("- text: Goat eats\n", (1, 9), "Goat", "Hen\x1b[31m", "something else"),
        ("- text: Goat\n  text: Goat\n", (1, 9), "Goat", "Hen", "faults of its own"),
        ("- text: 'Goat\n", (1, 10), "Goat", "Hen", "faults of its own"),
    ],
)
def test_what_is_not_sure_is_left_and_told(
    tmp_path: Path, text: str, place: tuple[int, int], old: str, new: str, why: str
) -> None:
    (said,) = reasons(tmp_path, text, (*place, old, new))
    assert why in said


def test_an_edit_that_would_spoil_the_file_does_not_keep_the_others_from_being_done(tmp_path: Path) -> None:
    project = a_project(
        tmp_path, beasts="- {id: goat, name: Goat, text: Goat}\n- {id: hen, name: Hen, text: Goat}\n"
    )
    mending = mended(project, (1, 20, "Goat", "Kid"), (1, 32, "Goat", "Kid, too"), (2, 30, "Goat", "Kid"))
    assert (
        mending.files[0].after.text
        == "- {id: goat, name: Kid, text: Goat}\n- {id: hen, name: Hen, text: Kid}\n"
    )
    assert mending.count == 2
    assert [left.edit.new for left in mending.skipped] == ["Kid, too"]


def test_of_two_edits_that_touch_the_first_is_done_and_equal_ones_are_one(tmp_path: Path) -> None:
    project = a_project(tmp_path, beasts="- text: Spoil Heap Area\n")
    mending = mended(
        project, (1, 9, "Spoil Heap", "Hoard"), (1, 15, "Heap Area", "Area"), (1, 9, "Spoil Heap", "Hoard")
    )
    assert mending.files[0].after.text == "- text: Hoard Area\n"
    assert [left.reason for left in mending.skipped] == ["it touches another edit, which is done first"]


@pytest.mark.parametrize(
    ("before", "place", "old", "new", "after"),
    [
        ("To the *Goat*\nand home\n", (1, 9), "Goat", "Hen", "To the *Hen*\nand home\n"),
        ("> To the Spoil\n> Heap\n", (1, 10), "Spoil Heap", "Great Hoard", "> To the Great\n> Hoard\n"),
        ("- a Spoil\n  Heap\n", (1, 5), "Spoil Heap", "Hoard", "- a Hoard\n"),
        ("[[Goat]] eats\r\nGoat\r\n", (1, 3), "Goat", 'Crom\'s "Hen"', '[[Crom\'s "Hen"]] eats\r\nGoat\r\n'),
        ("{{ f([\"Goat\"], alt='a') }}\n", (1, 8), "Goat", "Crom's", "{{ f([\"Crom's\"], alt='a') }}\n"),
        ("{{ number.hnd|word }}\n", (1, 11), "hnd", "hand", "{{ number.hand|word }}\n"),
    ],
)
def test_markdown_is_mended_like_text(
    tmp_path: Path, before: str, place: tuple[int, int], old: str, new: str, after: str
) -> None:
    assert text_after(tmp_path, before, (*place, old, new), file="cards/farm/rulebook.md") == after


@pytest.mark.parametrize(
    ("text", "place", "new"),
    [
        ('{{ f(["Goat"]) }}\n', (1, 8), '"Hen"'),
        ("{{ f(['Goat']) }}\n", (1, 8), "Crom's"),
        ('{{ f(["Goat"]) }}\n', (1, 8), "Hen\\"),
        ("{{ Goat }}\n", (1, 4), "lipsum()"),
        ("Eat Goat.\n", (1, 5), "{{ lipsum }}"),
    ],
)
def test_no_name_can_become_code_in_the_rulebook(
    tmp_path: Path, text: str, place: tuple[int, int], new: str
) -> None:
    (said,) = reasons(tmp_path, text, (*place, "Goat", new), file="cards/farm/rulebook.md")
    assert "something else" in said


def test_a_template_is_mended_but_gets_no_markup(tmp_path: Path) -> None:
    file = "templates/farm/mat.html"
    assert (
        text_after(tmp_path, "<p>Spoil Heap</p>", (1, 4, "Spoil Heap", "Hoard"), file=file) == "<p>Hoard</p>"
    )
    for new in ("<b>", "A & B", "{{ x }}", "{% x %}"):
        (said,) = reasons(tmp_path, "<p>Spoil Heap</p>", (1, 4, "Spoil Heap", new), file=file)
        assert "something else" in said


@pytest.mark.parametrize(
    "file",
    [
        "README.md",
        "cards/project.yaml",
        "cards/other/beasts.yaml",
        "cards/farm/../other/beasts.yaml",
        "cards/farm/notes.txt",
        "templates/base/card.html",
        "templates/farm/faces.css",
        "schemas/farm/beast.schema.json",
        "/etc/hosts",
        "../outside.md",
    ],
)
def test_only_the_games_own_texts_are_mended(tmp_path: Path, file: str) -> None:
    project = a_project(tmp_path / "project")
    for name in ("README.md", "cards/other/beasts.yaml", "cards/farm/notes.txt", "templates/base/card.html"):
        (project.root / name).parent.mkdir(parents=True, exist_ok=True)
        (project.root / name).write_text("- text: Goat\n")
    (tmp_path / "outside.md").write_text("- text: Goat\n")
    mending = mended(project, (1, 9, "Goat", "Hen"), file=file)
    assert mending.files == ()
    assert [left.reason for left in mending.skipped] == ["it is none of the game's own texts"]


def test_no_link_is_followed(tmp_path: Path) -> None:
    project = a_project(tmp_path / "project")
    outside = tmp_path / "outside.yaml"
    outside.write_text("- text: Goat\n")
    (project.root / FILE).unlink()
    (project.root / FILE).symlink_to(outside)
    (left,) = mended(project, (1, 9, "Goat", "Hen")).skipped
    assert "link" in left.reason
    assert outside.read_text() == "- text: Goat\n"


def test_a_folder_that_is_a_link_is_not_followed_either(tmp_path: Path) -> None:
    project = a_project(tmp_path / "project")
    (tmp_path / "outside").mkdir()
    (tmp_path / "outside" / "mat.html").write_text("- text: Goat\n")
    (project.root / "templates" / "farm").rename(tmp_path / "away")
    (project.root / "templates" / "farm").symlink_to(tmp_path / "outside")
    (left,) = mended(project, (1, 9, "Goat", "Hen"), file="templates/farm/mat.html").skipped
    assert "link" in left.reason


def test_a_file_keeps_its_permissions_and_leaves_nothing_beside_it(tmp_path: Path) -> None:
    project = a_project(tmp_path, beasts="- text: Goat\n")
    path = project.root / FILE
    path.chmod(0o640)
    names = sorted(os.listdir(path.parent))
    check.write_fixes([mended(project, (1, 9, "Goat", "Hen"))])
    assert path.read_text() == "- text: Hen\n"
    assert stat.S_IMODE(path.stat().st_mode) == 0o640
    assert sorted(os.listdir(path.parent)) == names


def test_a_file_that_somebody_changes_meanwhile_is_not_overwritten(tmp_path: Path) -> None:
    project = a_project(tmp_path, beasts="- text: Goat\n")
    mending = mended(project, (1, 9, "Goat", "Hen"))
    (project.root / FILE).write_text("- text: Goat and more\n")
    with pytest.raises(ProjectError, match="changed meanwhile"):
        check.write_fixes([mending])
    assert (project.root / FILE).read_text() == "- text: Goat and more\n"


def test_where_one_file_cannot_be_written_no_other_is(tmp_path: Path) -> None:
    project = a_project(tmp_path, beasts="- text: Goat\n")
    other = "cards/farm/traps.yaml"
    (project.root / other).write_text("- text: Goat\n")
    names = sorted(os.listdir(project.root))
    found = [finding(file, 1, 9, "Goat", "Hen") for file in (FILE, other)]
    fixes = check.fix_game(project, "farm", found)
    assert [file.name for file in fixes.files] == [FILE, other]
    (project.root / other).write_text("- text: Goat and more\n")
    with pytest.raises(ProjectError, match="nothing was written"):
        check.write_fixes([fixes], project.root)
    assert (project.root / FILE).read_text() == "- text: Goat\n"
    assert sorted(os.listdir(project.root)) == names


def test_documents_are_mended_where_they_are_plain_text(tmp_path: Path) -> None:
    rules, word = tmp_path / "rules.txt", tmp_path / "rules.docx"
    for path in (rules, word):
        path.write_text("The the Goat\n")
    found = [finding(path.as_posix(), 1, 1, "The the", "The") for path in (rules, word, tmp_path / "x.md")]
    mending = check.fix_documents([rules, word], found)
    check.write_fixes([mending])
    assert rules.read_text() == "The Goat\n"
    assert word.read_text() == "The the Goat\n"
    assert [left.reason for left in mending.skipped] == [
        "only Markdown and plain text are mended",
        "it is not the document",
    ]


def test_a_diff_shows_what_would_be_written_and_nothing_a_terminal_obeys(tmp_path: Path) -> None:
    project = a_project(tmp_path, beasts="# one\n- text: Goat\n# two\n")
    (file,) = mended(project, (2, 9, "Goat", "Hen")).files
    told = format_diff(file.name, file.before.text, file.after.text)
    assert (
        told
        == f"--- a/{FILE}\n+++ b/{FILE}\n@@ -1,4 +1,4 @@\n # one\n-- text: Goat\n+- text: Hen\n # two\n \n"
    )
    assert (project.root / FILE).read_text() == "# one\n- text: Goat\n# two\n"
    hostile = format_diff(
        "a.md", "x\x1b[31m\u202e\n::warning::x\nGoat\n", "x\x1b[31m\u202e\n::warning::x\nHen\n"
    )
    assert "\x1b" not in hostile
    assert "\u202e" not in hostile
    assert not any(line.lstrip().startswith("::") for line in hostile.splitlines())


def test_a_document_is_mended_on_the_command_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "rules.md").write_bytes(b"# Rules\r\n\r\nShuffle the\r\nthe deck, and deal.\r\n")
    assert main(["check", "--document", "rules.md", "--diff"]) == 0
    assert "-the deck, and deal." in capsys.readouterr().out
    assert main(["check", "--document", "rules.md", "--fix"]) == 0
    assert "cardtool: mended 1 place: 1 in rules.md" in capsys.readouterr().err
    assert (tmp_path / "rules.md").read_bytes() == b"# Rules\r\n\r\nShuffle the\r\ndeck, and deal.\r\n"
    assert main(["check", "--document", "rules.md", "--fix"]) == 0
    assert "no finding offers an edit" in capsys.readouterr().err


def test_edits_that_overlap_are_done_one_after_the_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "rules.md").write_text("# Rules\n\nShuffle the the the deck, and deal.\n")
    assert main(["check", "--document", "rules.md", "--fix"]) == 0
    said = capsys.readouterr()
    assert said.err.splitlines() == ["cardtool: mended 1 place: 1 in rules.md"] * 2
    assert said.out == "rules.md: no problems found\n"
    assert (tmp_path / "rules.md").read_text() == "# Rules\n\nShuffle the deck, and deal.\n"


def test_what_cannot_be_mended_is_told_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a.md").write_text("# Rules\n\nShuffle the the deck.\n")
    (tmp_path / "b.md").write_text("# Rules\n\nShuffle the the deck.\n")
    (tmp_path / "c.md").symlink_to("b.md")
    assert main(["check", "--document", "a.md", "--document", "c.md", "--fix"]) == 0
    assert capsys.readouterr().err.splitlines() == [
        "cardtool: mended 1 place: 1 in a.md",
        'cardtool: c.md:3:9: "the the" was left as it is: it is a link; mend the file it leads to',
    ]


@pytest.mark.parametrize("protected", ["", "a.md"])
def test_what_is_write_protected_is_left_and_the_others_are_mended(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], protected: str
) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("a", "b"):
        (tmp_path / name).mkdir()
        (tmp_path / name / f"{name}.md").write_text("# Rules\n\nShuffle the the deck.\n")
    monkeypatch.setattr(os, "access", lambda path, mode: Path(path) != tmp_path / "a" / protected)
    assert main(["check", "--document", "a/a.md", "--document", "b/b.md", "--fix"]) == 0
    assert capsys.readouterr().err.splitlines() == [
        "cardtool: mended 1 place: 1 in b/b.md",
        'cardtool: a/a.md:3:9: "the the" was left as it is: it is write-protected',
    ]
    assert "the the" in (tmp_path / "a" / "a.md").read_text()
