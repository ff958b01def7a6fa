"""A text ten times as long takes ten times as long to check, whatever stands in it."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from repeated_patterns import PATTERNS, patterned
from small_games import a_card, a_game, a_manuscript, a_term

from cardtool import lint
from cardtool.documents import Text, TextKind, read_markdown, read_plain_text, read_template
from cardtool.load import read_rules_document

LONGER = 8
"""How many times as long the second text is."""

LEAST = 0.3  # seconds below which a time says nothing
GENEROUS = 3  # times as long as it ought to take

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
    "combining marks", "mixed scripts", "wide spaces",
)  # fmt: skip
"""Patterns of every sort, among them all that were once slow."""


@pytest.fixture(scope="module", autouse=True)
def warm() -> None:
    """Compile what is compiled when it is first needed."""
    check("Draw 2 cards (see step 3). Crom's Goat is a Hero.\n\n1. Go to step 2.\n2. Win.\n\n", "md")


def check(words: str, suffix: str) -> float:
    """Return the seconds of the processor that reading and checking take."""
    begun = time.process_time()
    blocks = read_markdown(words, "rules.md") if suffix == "md" else read_plain_text(words, "rules.txt")
    lint.check_document(Text("rules", TextKind.DOCUMENT, blocks))
    return time.process_time() - begun


@pytest.mark.parametrize("suffix", ["md", "txt"])
@pytest.mark.parametrize("name", TELLING)
def test_a_document_is_checked_in_linear_time(name: str, suffix: str) -> None:
    short = check(patterned(name, 1_000), suffix)
    assert check(patterned(name, LONGER * 1_000), suffix) < max(LEAST, GENEROUS * LONGER * short)


@pytest.mark.parametrize(
    "name", ["run of .", "run of (", "run of [", "open links", "alternating capitals", "statements"]
)
@pytest.mark.parametrize("where", ["card", "term", "rulebook"])
def test_texts_of_a_game_are_checked_in_linear_time(name: str, where: str) -> None:
    def seconds(length: int) -> float:
        words = patterned(name, length)
        game = a_game(
            a_card(text=words if where == "card" else "Eat."),
            glossary=(a_term("Pen", words if where == "term" else "A fence."),),
            rulebook=a_manuscript(words if where == "rulebook" else "Play."),
        )
        begun = time.process_time()
        lint.check_game(game)
        return time.process_time() - begun

    short = seconds(1_000)
    assert seconds(LONGER * 1_000) < max(LEAST, GENEROUS * LONGER * short)


@pytest.mark.parametrize("name", ["references", "statements", "comments in a template", "scripts"])
def test_a_template_is_read_in_linear_time(name: str) -> None:
    def seconds(length: int) -> float:
        words = patterned(name, length)
        begun = time.process_time()
        read_template(words, "goat.html")
        return time.process_time() - begun

    short = seconds(10_000)
    assert seconds(LONGER * 10_000) < max(LEAST, GENEROUS * LONGER * short)


def test_a_file_of_too_many_lines_is_refused_before_it_is_read(tmp_path: Path) -> None:
    from cardtool.errors import ProjectError

    path = tmp_path / "rules.md"
    path.write_text(patterned("headings in a row", 1_000_000), encoding="utf-8")
    begun = time.process_time()
    with pytest.raises(ProjectError, match="lines, which is no document of rules"):
        read_rules_document(path)
    assert time.process_time() - begun < 1


@pytest.mark.slow
@pytest.mark.parametrize("suffix", ["md", "txt"])
@pytest.mark.parametrize("name", PATTERNS)
def test_no_pattern_of_twenty_thousand_letters_takes_long(name: str, suffix: str) -> None:
    assert check(patterned(name, 20_000), suffix) < 4
