"""The checker stays small enough to be read: its lines, its patterns, and where its lists of words stand."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import cardtool

PACKAGE = Path(cardtool.__file__).parent
ROOMS = (PACKAGE / "lint", PACKAGE / "documents")
SOURCES = [path for room in ROOMS for path in sorted(room.rglob("*.py"))]
LISTS = [path for room in ROOMS for ext in ("tsv", "txt") for path in sorted(room.rglob(f"*.{ext}"))]

MOST_LINES = 14_706
"""Of both rooms together. Lower it with what goes; the aim is 11,000."""
LONGEST_PATTERN = 200  # letters
SIGNS_OF_A_PATTERN = ("(?:", "(?=", "(?!", "(?P<", "\\b", "\\s")
STILL_LONG = 0
"""Patterns that are longer still, each in one of the rooms of counts, names and values. None may be added."""


def patterns(source: Path) -> Iterator[str]:
    """Yield every pattern as it is written, less what is put in from elsewhere."""
    for node in ast.walk(ast.parse(source.read_text(encoding="utf-8"))):
        parts = node.values if isinstance(node, ast.JoinedStr) else [node]
        said = "".join(str(each.value) for each in parts if isinstance(each, ast.Constant))
        if any(sign in said for sign in SIGNS_OF_A_PATTERN):
            yield said


def test_the_checker_does_not_grow() -> None:
    assert sum(len(path.read_text(encoding="utf-8").splitlines()) for path in SOURCES) <= MOST_LINES


def test_patterns_can_be_read() -> None:
    long = {said for path in SOURCES for said in patterns(path) if len(said) > LONGEST_PATTERN}
    assert len(long) <= STILL_LONG, sorted(each[:60] for each in long)


@pytest.mark.parametrize("room", ["documents", "lint/language", "lint/data", "lint/structure"])
def test_no_pattern_here_is_longer_than_two_hundred_letters(room: str) -> None:
    found = [said for path in (PACKAGE / room).glob("*.py") for said in patterns(path)]
    assert [said for said in found if len(said) > LONGEST_PATTERN] == []


@pytest.mark.parametrize("file", LISTS, ids=lambda path: path.name)
def test_a_list_of_words_says_where_it_comes_from(file: Path) -> None:
    opening = " ".join(file.read_text(encoding="utf-8").split("\n\n")[0].splitlines()[:4])
    assert opening.startswith("# ")
    assert any(words in opening for words in ("by hand", "From ", "written from"))
