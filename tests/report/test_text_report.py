"""Findings on a terminal and in a build server's log."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardtool import report
from cardtool.finding import Finding, Rule, Severity
from cardtool.model import Source
from cardtool.report.text_report import terminal_width
from cardtool.unicode_text import escape_hidden

TWIN = Rule("CT104", "unique-names")
CREDIT = Rule("CT999", "odd-credit", Severity.WARNING)
BOATS = "- id: ferry\n  name: Moonlit Ferry\n- id: boat\n  name: MOONLIT FERRY\n"


def found(
    message: str = "odd", file: str = "cards/farm/boats.yaml", line: int = 4, column: int = 9
) -> Finding:
    return TWIN.found(Source(file, line, column), message)


@pytest.fixture
def project(tmp_path: Path) -> Path:
    (tmp_path / "cards/farm").mkdir(parents=True)
    (tmp_path / "cards/farm/boats.yaml").write_text(BOATS, encoding="utf-8")
    return tmp_path


def test_a_finding_shows_place_sentence_line_caret_and_remedy(project: Path) -> None:
    twin = TWIN.found(Source("cards/farm/boats.yaml", 4, 9), '"MOONLIT FERRY" is taken', "rename it")
    assert report.format_text([twin], "farm", report.snippet_reader(project), False) == (
        'cards/farm/boats.yaml:4:9: error: "MOONLIT FERRY" is taken [CT104 unique-names]\n'
        "     4 |   name: MOONLIT FERRY\n"
        "       |         ^\n"
        "  → rename it\n"
        "\n"
        "farm: 1 error in 1 file\n"
    )


def test_a_clean_game_gets_one_plain_line() -> None:
    assert report.format_text([], "farm", None, False) == "farm: no problems found\n"


def test_the_last_line_sums_up() -> None:
    several = [found("a"), found("b"), CREDIT.found(Source("cards/farm/credits.yaml"), "gone")]
    assert report.format_text(several, "farm", None, False).endswith(
        "\n\nfarm: 2 errors and 1 warning in 2 files\n"
    )


@pytest.mark.parametrize(
    "file", ["cards/farm/none.yaml", "cards/farm", "goat.svg", "../outside.yaml", "bad\0.yaml"]
)
def test_what_cannot_or_must_not_be_quoted_is_left_out(project: Path, file: str) -> None:
    root = project / "cards"
    (project / "outside.yaml").write_text("secret\n" * 9, encoding="utf-8")
    (root / "goat.svg").write_text("<svg>\n" * 9, encoding="utf-8")
    assert "|" not in report.format_text([found(file=file)], "farm", report.snippet_reader(root), False)


def test_a_link_out_of_the_project_is_not_followed(
    project: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    outside = tmp_path_factory.mktemp("outside") / "secret.yaml"
    outside.write_text("secret\n" * 9, encoding="utf-8")
    (project / "cards/link.yaml").symlink_to(outside)
    assert "secret" not in report.format_text(
        [found(file="cards/link.yaml", column=1)], "farm", report.snippet_reader(project), False
    )


def test_a_place_behind_the_end_of_its_line_is_not_quoted(project: Path) -> None:
    assert "|" not in report.format_text([found(column=80)], "farm", report.snippet_reader(project), False)
    assert "|" not in report.format_text([found(line=80)], "farm", report.snippet_reader(project), False)


def test_the_caret_stands_under_wide_letters_and_tabs(project: Path) -> None:
    (project / "cards/farm/boats.yaml").write_text("\n\n\n日本\té: goat\n", encoding="utf-8")
    lines = report.format_text([found(column=7)], "farm", report.snippet_reader(project), False).splitlines()
    assert lines[1:3] == ["     4 | 日本 é: goat", "       |         ^"]
    assert terminal_width(lines[1].partition("goat")[0]) == lines[2].index("^") == 17


def test_a_long_line_is_cut_around_its_place(project: Path) -> None:
    (project / "cards/farm/boats.yaml").write_text(
        "\n\n\n" + "a" * 300 + "HERE" + "b" * 300, encoding="utf-8"
    )
    quoted, caret = report.format_text(
        [found(column=301)], "farm", report.snippet_reader(project), False
    ).splitlines()[1:3]
    assert quoted == "     4 | …" + "a" * 70 + "HERE" + "b" * 36 + "…"
    assert quoted[caret.index("^") :].startswith("HERE")


def test_colours_come_only_when_asked(project: Path) -> None:
    plain = report.format_text([found()], "farm", report.snippet_reader(project), False)
    coloured = report.format_text([found()], "farm", report.snippet_reader(project), True)
    assert "\x1b" not in plain
    assert "\x1b[1;31merror:\x1b[0m" in coloured
    assert re.sub(r"\x1b\[[\d;]*m", "", coloured) == plain


def test_square_brackets_in_a_text_stay() -> None:
    assert "a [warrior] and [/b]" in report.format_text([found("a [warrior] and [/b]")], "farm", None, True)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("a\x1b[2Jb", r"a\x1b[2Jb"),
        ("two\nlines\r", r"two\nlines\r"),
        ("\u202egoat\u2066", r"\u202egoat\u2066"),
        ("half \ud800", r"half \ud800"),
        ("tag\U000e0041", r"tag\U000e0041"),
        ("Crom’s Knackers! — 日本 👩\u200d🌾", "Crom’s Knackers! — 日本 👩\u200d🌾"),
    ],
)
def test_signs_that_would_not_show_are_spelt_out(text: str, shown: str) -> None:
    assert escape_hidden(text) == shown


@pytest.mark.parametrize(
    ("message", "shown"),
    [
        ("a ##[error]x", "a ## [error]x"),
        ("##vso[task.complete]x", "## vso[task.complete]x"),
        ("####teamcity[x]", "#### teamcity[x]"),
        ("a ## [b], #[c], ##d", "a ## [b], #[c], ##d"),
    ],
)
def test_no_build_server_finds_a_command_inside_a_line(message: str, shown: str) -> None:
    text = report.format_text([TWIN.found(Source("x"), message)], "farm", None, False)
    assert f"error: {shown} [CT" in text


HOSTILE = st.text(st.sampled_from("a:#[]\x1b\n\r\u2028\u202e\ud800 "), max_size=12)


@given(HOSTILE, HOSTILE, HOSTILE, HOSTILE)
def test_no_text_becomes_a_command_of_a_build_server(file: str, message: str, fix: str, game: str) -> None:
    hostile = TWIN.found(Source(file), message, fix)
    text = report.format_text([hostile], game, None, False)
    assert len(text.splitlines()) == (4 if fix else 3)
    assert not re.search(r"##\w*\[", text)
    for line in text.splitlines():
        assert not line.lstrip().startswith("::")
        assert line.isprintable()


def test_no_line_is_shown_of_a_file_that_a_link_leads_to(project: Path) -> None:
    (project / "secret.yaml").write_text("password: swordfish\n", encoding="utf-8")
    (project / "cards/linked.yaml").parent.mkdir(parents=True, exist_ok=True)
    (project / "cards/linked.yaml").symlink_to("../secret.yaml")
    linked = found(file="cards/linked.yaml", line=1, column=1)
    assert "swordfish" not in report.format_text([linked], "farm", report.snippet_reader(project), False)
