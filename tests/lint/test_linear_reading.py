"""A text eight times as long takes eight times as much work to check, whatever stands in it.

Work is counted in calls; benchmarks/reading.py measures seconds.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from counting_work import assert_linear, count_calls, no_hang
from repeated_patterns import MIXED, PATTERNS, patterned
from small_games import a_card, a_game, a_manuscript, a_term

from cardtool import lint
from cardtool.documents import Text, TextKind, read_markdown, read_plain_text, read_template
from cardtool.errors import ProjectError
from cardtool.rules_document import read_rules_document

TELLING = (
    "run of .", "run of !", "run of ?", "run of #", "run of (", "run of )", "run of [", "run of ]",
    "run of -", "run of *", "run of _", "run of `", "run of |", "digits", "spaces", "no-break spaces",
    "initials",
    "letters parted by spaces", "letters parted by hyphens", "brackets in brackets", "bracket before a word",
    "spaced brackets", "curly quotes", "arrows without heads", "open links", "open pictures", "open bold",
    "growing code", "held notes", "fences", "headings in a row", "breaks in HTML", "lists in HTML",
    "open comments", "open tags", "references", "cards in brackets", "items of one number", "lettered items",
    "nested items", "a table by gaps", "running heads", "one word", "alternating capitals",
    "capitals with apostrophes", "doubled words", "counts that add up", "names in a row", "Chinese",
    "combining marks", "mixed scripts", "wide spaces", "links that are none",
)  # fmt: skip
"""Patterns of every sort, among them all that were once slow."""


def check(words: str, suffix: str) -> None:
    """Read a document and check it."""
    blocks = read_markdown(words, "rules.md") if suffix == "md" else read_plain_text(words, "rules.txt")
    lint.check_document(Text("rules", TextKind.DOCUMENT, blocks))


@pytest.mark.parametrize("suffix", ["md", "txt"])
@pytest.mark.parametrize("name", TELLING)
def test_a_document_is_checked_in_linear_time(name: str, suffix: str) -> None:
    with no_hang():
        assert_linear(lambda length: check(patterned(name, length), suffix), 500)


@pytest.mark.slow
@pytest.mark.parametrize("where", ["md", "txt", "card", "rulebook"])
@pytest.mark.parametrize("name", MIXED)
def test_whatever_signs_are_mixed_is_read_in_linear_time(name: str, where: str) -> None:
    def read(length: int) -> None:
        words = patterned(name, length)
        if where in ("md", "txt"):
            check(words, where)
        elif where == "card":
            lint.check_game(a_game(a_card(text=words)))
        else:
            lint.check_game(a_game(a_card(text="Eat."), rulebook=a_manuscript(words)))

    with no_hang(120):
        assert_linear(read, 500)
        read(200_000)


@pytest.mark.parametrize(
    "name", ["run of .", "run of (", "run of [", "open links", "alternating capitals", "statements"]
)
@pytest.mark.parametrize("where", ["card", "term", "rulebook"])
def test_texts_of_a_game_are_checked_in_linear_time(name: str, where: str) -> None:
    def check_game(length: int) -> None:
        words = patterned(name, length)
        game = a_game(
            a_card(text=words if where == "card" else "Eat."),
            glossary=(a_term("Pen", words if where == "term" else "A fence."),),
            rulebook=a_manuscript(words if where == "rulebook" else "Play."),
        )
        lint.check_game(game)

    with no_hang():
        assert_linear(check_game, 500)


@pytest.mark.parametrize("name", ["references", "statements", "comments in a template", "scripts"])
def test_a_template_is_read_in_linear_time(name: str) -> None:
    with no_hang():
        assert_linear(lambda length: read_template(patterned(name, length), "goat.html"), 2_000)


def test_a_file_of_too_many_lines_is_refused_before_it_is_read(tmp_path: Path) -> None:
    path = tmp_path / "rules.md"
    path.write_text(patterned("headings in a row", 1_000_000), encoding="utf-8")

    def refuse() -> None:
        with pytest.raises(ProjectError, match="lines, which is no document of rules"):
            read_rules_document(path)

    assert count_calls(refuse) < 1_000


@pytest.mark.slow
@pytest.mark.parametrize("suffix", ["md", "txt"])
@pytest.mark.parametrize("name", PATTERNS)
def test_no_pattern_of_six_thousand_letters_hangs(name: str, suffix: str) -> None:
    with no_hang():
        check(patterned(name, 6_000), suffix)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["run of .", "broken words", "doubled words", "digits"])
def test_a_long_text_of_one_pattern_is_checked_to_its_end(name: str) -> None:
    text = Text("rules", TextKind.DOCUMENT, read_markdown(patterned(name, 300_000), "rules.md"))
    found = lint.check_document(text, language="en")
    assert lint.TAKES_TOO_LONG not in {each.rule for each in found}
