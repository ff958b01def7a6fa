"""Words that depend on a language stand in one place, and a second language is one row of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass, replace
from pathlib import Path
from string import Formatter
from typing import Any

import pytest
from projects import a_project

from cardtool import load
from cardtool import wording as words
from cardtool.app.print_books import Section, first_page_job
from cardtool.markup import typographic_text


def blanks(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


def texts(value: Any, path: str = "") -> Iterator[tuple[str, str]]:
    """Every text of a language, by its path."""
    if isinstance(value, str):
        yield path, value
    elif is_dataclass(value):
        for field in fields(value):
            yield from texts(getattr(value, field.name), f"{path}.{field.name}")
    elif isinstance(value, Mapping):
        for key, each in value.items():
            yield from texts(each, f"{path}[{key}]")


@pytest.mark.parametrize("language", sorted(words.WORDINGS))
def test_a_language_says_all_that_english_says_with_the_same_blanks(language: str) -> None:
    english, other = dict(texts(words.ENGLISH)), dict(texts(words.WORDINGS[language]))
    assert other.keys() == english.keys()
    assert {path for path, text in other.items() if blanks(text) != blanks(english[path])} == set()


def test_a_list_ends_with_and() -> None:
    assert words.ENGLISH.listed(["a"]) == "a"
    assert words.ENGLISH.listed(["a", "b"]) == "a and b"
    assert words.ENGLISH.listed(["a", "b", "c"]) == "a, b and c"


def test_german_is_a_second_language() -> None:
    assert words.number_word(3, "de-AT") == "drei"
    assert words.wording("de").listed(["Karten", "Pläne"]) == "Karten und Pläne"
    assert typographic_text("\"Los!\" und 'n'", "de") == "„Los!“ und ‚n’"


def test_a_language_without_a_row_is_printed_in_english() -> None:
    assert words.wording("fr") is words.ENGLISH
    assert words.wording("en-GB") is words.ENGLISH


def test_a_language_repeats_nothing_of_english_but_what_is_the_same_in_both() -> None:
    same = {".rulebook.version", ".sheet.page"} | {
        path for path, text in texts(words.ENGLISH) if len(text) < 10
    }
    english = dict(texts(words.ENGLISH))
    assert {path for path, text in texts(words.GERMAN) if text == english[path]} <= same


def test_the_first_page_of_what_is_printed_speaks_the_language_of_the_game(tmp_path: Path) -> None:
    game = load.load_game(a_project(tmp_path), "farm").game
    assert game is not None
    part = Section("cards.pdf", "Spielteile", 3, 6, 2, "beidseitig", "", "")
    told = first_page_job(replace(game, language="de"), [part], "a4").variables
    assert told["headline"].startswith("ZUM AUSDRUCKEN · VERSION ")
    assert told["sections"][0]["pages"] == "Seiten 3–6 · beidseitig · 2 Blatt"
