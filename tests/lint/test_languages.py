"""Rules that read a language are silent about texts of any other; edits are for English."""

from __future__ import annotations

from dataclasses import replace

import pytest
from small_games import a_card, a_game

from cardtool import lint
from cardtool.documents import Text, TextKind, read_markdown
from cardtool.finding import Finding, Severity
from cardtool.model import FieldRoles

GERMAN = """\
# Spielablauf

Die Spieler legen die die Karten an der Reihe ab (siehe Seite 4.  Danach wird a Reihe gemischt.

Wer an der Reihe ist, zieht drei Karten und spielt eine; das ist is erlaubt. <<BILD FEHLT>>

- Nimm eine Karte oder zwei
"""


def found_in(written: str, language: str = "") -> list[Finding]:
    text = Text("rules.md", TextKind.DOCUMENT, read_markdown(written, "rules.md"))
    return lint.check_document(text, language=language)


def test_a_german_text_is_told_of_placeholders_and_of_no_english() -> None:
    assert {each.rule.name for each in found_in(GERMAN)} == {"placeholder"}


def test_what_a_language_is_told_to_be_goes_before_what_it_looks_like() -> None:
    assert {each.rule.name for each in found_in(GERMAN, "en-GB")} > {"placeholder"}


@pytest.mark.parametrize("language", ["de", "fr", ""])
def test_no_edit_is_offered_for_a_text_that_is_not_known_to_be_english(language: str) -> None:
    written = (
        "# C\u0430rds\n\nZ c\u0430rds" if not language else "# C\u0430rds\n\nDraw the the c\u0430rds of each."
    )
    found = found_in(written, language)
    assert "look-alike-letters" in {each.rule.name for each in found}
    assert [each.edit for each in found if each.edit] == []


def test_the_same_mistakes_are_mended_in_english() -> None:
    edits = [each.edit.new for each in found_in("Draw the the c\u0430rds of each.") if each.edit]
    assert edits == ["cards", "the"]


@pytest.mark.parametrize("rule", lint.RULES, ids=lambda rule: rule.name)
def test_a_rule_reads_a_language_the_tool_has_words_of_or_none(rule: lint.LintRule) -> None:
    assert rule.rule.reads in ("", "en")
    if rule.code[2] == "6" and rule.rule.severity is Severity.INFO:
        assert rule.rule.reads == "en"


def test_a_line_for_the_mood_is_not_held_against_the_rules() -> None:
    mood = a_card(mood="Meow, said the the cat.", text="Feed the the goat.")
    found = lint.check_game(a_game(replace(mood, roles=FieldRoles(flavour=frozenset({"mood"})))))
    assert [each.message for each in found] == ['"the the" says it twice']


def test_a_line_for_the_mood_still_waits_to_be_written() -> None:
    mood = replace(a_card(mood="TBD"), roles=FieldRoles(flavour=frozenset({"mood"})))
    assert [each.rule.name for each in lint.check_game(a_game(mood))] == ["placeholder"]


def test_signs_mean_nothing_in_what_is_printed_as_it_is_written() -> None:
    written = a_card(text="{T}: take [[gold]], **now <b>{{ x }}. TBD")
    found = lint.check_game(a_game(replace(written, roles=FieldRoles(literal=frozenset({"text"})))))
    assert [each.rule.name for each in found] == ["placeholder"]


def test_a_sentence_that_is_printed_as_it_is_written_is_read_as_one() -> None:
    written = a_card(text="{T}: each player choose the the **Goat.")
    found = lint.check_game(a_game(replace(written, roles=FieldRoles(literal=frozenset({"text"})))))
    assert [each.rule.name for each in found] == ["doubled-word"]
