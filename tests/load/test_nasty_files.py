"""Files that are none, or not ours to read: each is a finding, at once."""

from __future__ import annotations

import os

import pytest
from counting_work import no_hang
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from law_examples import examples

from cardtool.errors import ProjectError
from cardtool.files import LARGEST_TEXT
from cardtool.load import load_game, load_sheet

GOATS = "cards/farm/goats.yaml"


def the_finding(farm):
    with no_hang():
        loaded = load_game(farm.project, "farm")
    (found,) = loaded.findings
    assert loaded.game is not None
    assert loaded.game.incomplete == {"goat"}
    return f"{found.source}: {found.message} [{found.rule.code}]"


def without(farm):
    path = farm.root / GOATS
    path.unlink()
    return path


def test_a_folder(farm):
    without(farm).mkdir()
    assert the_finding(farm) == f"{GOATS}:1:1: goats.yaml is a folder; a file is wanted here [CT101]"


def test_a_pipe_is_not_waited_for(farm):
    os.mkfifo(without(farm))
    assert (
        the_finding(farm) == f"{GOATS}:1:1: goats.yaml is a pipe or a device; a file is wanted here [CT101]"
    )


@pytest.mark.parametrize("target", ["/etc/hostname", "/dev/zero", "../../../elsewhere.yaml"])
def test_a_link_that_leads_out_of_the_project(farm, target):
    (farm.root.parent / "elsewhere.yaml").write_text("- {id: secret}")
    without(farm).symlink_to(target)
    assert "is a link that leads out of the project" in the_finding(farm)


def test_a_link_inside_the_project_is_followed(farm):
    farm.write("cards/shared.txt", "- {id: a, name: A, milk: 3, copies: 3}\n")
    without(farm).symlink_to("../shared.txt")
    assert load_game(farm.project, "farm").findings == ()


def test_a_link_to_another_folder_of_the_project_is_told_which_are_read(farm):
    farm.write("shared/goats.yaml", "- {id: a, name: A, milk: 3, copies: 3}\n")
    without(farm).symlink_to("../../shared/goats.yaml")
    assert "leads out of the project's cards/, templates/, schemas/" in the_finding(farm)


def test_what_a_spreadsheet_program_leaves_beside_an_open_table_is_no_file(farm):
    (farm.root / "cards/farm/~$goats.xlsx").write_bytes(b"")
    assert load_game(farm.project, "farm").findings == ()
    assert not any("~$" in file.name for file in farm.project.files_below(farm.root / "cards"))


def test_a_link_to_itself(farm):
    without(farm).symlink_to("goats.yaml")
    found = load_game(farm.project, "farm").findings
    assert "there is no file goats.yaml beside game.yaml" in [finding.message for finding in found]
    assert "goats.yaml is a link to nothing" in [finding.message for finding in found]


CONFLICT = "<<<<<<< HEAD\n{}\n=======\n{}\n>>>>>>> hand\n"


@pytest.mark.parametrize(
    ("file", "text", "says"),
    [
        ("cards/farm/rulebook.md", "# Farm\n\n" + CONFLICT, "rulebook.md:3:1: git marked a conflict here"),
        (
            "templates/farm/goat.html",
            "<p>\n" + CONFLICT,
            "goat.html holds a conflict that git marked, in line 2",
        ),
        ("templates/farm/x.css", CONFLICT, "x.css holds a conflict that git marked, in line 1"),
    ],
)
def test_a_conflict_that_git_marked_in_any_text(farm, file, text, says):
    farm.write(file, text.format("Draw four.", "Draw five."))
    (found,) = load_game(farm.project, "farm").findings
    assert says in f"{found.source}: {found.message}"


def test_a_heading_and_a_table_row_are_no_conflict(farm):
    farm.write("cards/farm/rulebook.md", "The Farm\n=======\n\n|||||||\n\n<<<<<<<\n")
    assert load_game(farm.project, "farm").findings == ()


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_a_file_that_may_not_be_read(farm):
    (farm.root / GOATS).chmod(0)
    assert "cannot be read: Permission denied" in the_finding(farm)


def test_a_file_larger_than_any_game(farm):
    with without(farm).open("wb") as file:
        file.truncate(LARGEST_TEXT + 1)
    assert "is larger than 16 MB" in the_finding(farm)


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"", "1:1: the file is empty"),
        (b"- {id: a,\n  name: \xe4}\n", "2:9: this is not UTF-8 text"),
        (b"\xef\xbb\xbf- {id: a,\n  name: \xc3\xa4\xe4}\n", "2:10: this is not UTF-8 text"),
        ("- id: ä\n".encode("utf-16"), "1:1: this is UTF-16 text"),
        ("- id: a\n".encode("utf-16-le"), "1:1: this is UTF-16 text"),
        ("- id: a\n".encode("utf-16-be"), "1:1: this is UTF-16 text"),
        ("- id: a\n".encode("utf-32"), "1:1: this is UTF-32 text"),
        (b"- id: \xed\xa0\x80\n", "1:7: this is not UTF-8 text"),
        (b"\x89PNG\r\n\x1a\n\0\0", "1:1: this is not UTF-8 text"),
    ],
)
def test_bytes_that_are_no_text(farm, content, says):
    farm.write(GOATS, content)
    assert f"{GOATS}:{says}" in the_finding(farm)


def test_a_byte_order_mark_is_no_fault(farm):
    farm.write(GOATS, b"\xef\xbb\xbf" + (farm.root / GOATS).read_bytes().replace(b"\n", b"\r\n"))
    loaded = load_game(farm.project, "farm")
    assert loaded.findings == ()
    assert loaded.game.cards[1].source.line == 5


def test_art_that_leads_out_of_the_project_is_no_art(farm):
    (farm.root / "cards/farm/art").mkdir()
    (farm.root / "cards/farm/art/x.png").symlink_to("/etc/hostname")
    assert "cards/farm/art/x.png" not in load_game(farm.project, "farm").game.assets.files


@pytest.mark.parametrize("content", [b"", b"title: [", b"- x", b"\xff", b"title: A4\n"])
def test_a_print_sheet_that_is_none(farm, content):
    farm.write("templates/sheets/mine.yaml", content)
    with pytest.raises(ProjectError, match=r"templates/sheets/mine.yaml:1:\d"):
        load_sheet(farm.project, "mine")


@given(st.lists(st.tuples(st.integers(0, 300), st.binary(max_size=3)), min_size=1, max_size=4))
@settings(
    max_examples=examples(40), deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
def test_damaged_bytes_are_never_more_than_findings(farm, damage):
    good = (farm.root / GOATS).read_bytes()
    content = good
    for position, change in damage:
        content = content[:position] + change + content[position + len(change) :]
    farm.write(GOATS, content)
    try:
        loaded = load_game(farm.project, "farm")
        assert all(finding.source.file == GOATS for finding in loaded.findings)
    finally:
        farm.write(GOATS, good)
