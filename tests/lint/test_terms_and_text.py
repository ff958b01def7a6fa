"""What rules of terms and of text share: names met in a text, a name put for another, edits that mend."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from yaml_cases import read_cases

from cardtool import lint
from cardtool.documents import Text, TextKind, plural, read_markdown, read_plain_text
from cardtool.finding import Edit, Finding
from cardtool.lint.core.fixes import article_for, inflect_like, with_article
from cardtool.lint.core.matching import (
    NameFinder,
    either,
    is_within_distance,
    single_deletions,
    typing_distance,
    words_in,
)
from cardtool.lint.core.sentences import begins_sentence
from cardtool.lint.names.near_miss_name import NearNames

CASES = Path(__file__).parent / "cases"
NAMES = st.sampled_from(["Goat", "Billy Goat", "Ally", "Wasteland Witch", "Map of the Land", "The Die"])
LETTERS = st.text("abcde", max_size=8)


@pytest.mark.parametrize(
    ("written", "new"),
    [
        ("Spoil Heap", "Hoard"),
        ("Spoil Heaps", "Hoards"),
        ("SPOIL HEAPS", "HOARDS"),
        ("spoil heap", "hoard"),
        ("spoil-heaps", "hoards"),
        ("Spoil heap's", "Hoard's"),
        ("Spoil Heaps’", "Hoards’"),
    ],
)
def test_a_new_name_takes_the_number_case_and_ending_of_the_old(written: str, new: str) -> None:
    assert inflect_like("Spoil Heap", "Hoard", written) == new


def test_a_plural_that_is_made_wrong_is_still_one() -> None:
    assert inflect_like("Moonlit Ferry", "Midnight Ferry", "Moonlit Ferrys") == "Midnight Ferries"


def test_a_name_in_the_plural_is_replaced_by_the_name_as_it_is() -> None:
    assert inflect_like("Active Prizes", "Hoard", "Active Prizes") == "Hoard"
    assert inflect_like("Active Prizes", "Hoard", "active prize", fixed=True) == "Hoard"
    assert inflect_like("Challenge Cards", "Battle Cards", "challenge card") == "battle card"


@pytest.mark.parametrize(
    ("old", "new", "written", "says"),
    [
        ("Storm Lamp", "Eye of the Gale", "Storm Lamps", "Eyes of the Gale"),
        ("Storm Lamps", "Eyes of the Gale", "storm lamp", "eye of the gale"),
        ("extinguish", "put out", "extinguishes", "puts out"),
        ("Hidden Card", "Face Down Card", "Hidden Cards", "Face Down Cards"),
        ("Look", "Out", "Looks", "Outs"),
    ],
)
def test_the_word_that_changes_is_not_always_the_last(old: str, new: str, written: str, says: str) -> None:
    assert inflect_like(old, new, written) == says


@pytest.mark.parametrize(
    ("word", "article"),
    [
        ("Adventure", "an"),
        ("Prize", "a"),
        ("unit", "a"),
        ("unguarded", "an"),
        ("one", "a"),
        ("onerous", "an"),
        ("hour", "an"),
        ("hero", None),
        ("MS", None),
        ("xp", None),
        ("European", "a"),
        ("use", "a"),
    ],
)
def test_an_article_goes_by_the_sound(word: str, article: str | None) -> None:
    assert article_for(word) == article


def test_an_article_changes_with_the_word_behind_it() -> None:
    assert with_article("Draw a Foe.", 7, "Enemy") == (5, "an Enemy")
    assert with_article("Draw the Foe.", 9, "Enemy") == (9, "Enemy")
    assert with_article("An enemy", 3, "foe") == (0, "A foe")


@given(NAMES, st.sampled_from(["-", " ", "\n", "  "]))
def test_a_name_is_matches_the_plural_with_a_possessive_in_any_case_and_hyphened(name: str, gap: str) -> None:
    phrases = NameFinder([name])
    for form in (name, plural(name), f"{name}'s", name.upper(), name.lower()):
        written = form.replace(" ", gap)
        (met,) = phrases.matches(f"Take 3 x {written}; then go.")
        assert (met.name, met.start, met.end) == (name, 9, 9 + len(written))


def test_the_longest_name_wins_and_a_comma_parts_two() -> None:
    phrases = NameFinder(["Hero", "Hero Card", "Up, You Lout"])
    assert [met.name for met in phrases.matches("A hero card, Hero, Cards. Up, you lout!")] == [
        "Hero Card",
        "Hero",
        "Up, You Lout",
    ]


@given(LETTERS, LETTERS)
def test_slips_are_counted_alike_from_both_sides(word: str, other: str) -> None:
    assert typing_distance(word, other) == typing_distance(other, word)
    if is_within_distance(word, other, 1):
        assert set(single_deletions(word)) & set(single_deletions(other)) or sorted(word) == sorted(other)


def test_a_sentence_begins_after_a_stop_a_colon_a_bullet_and_a_label() -> None:
    text = "One. Two: three 1) four“five"
    places = [text.index(word) for word in ("One", "Two", "three", "four", "five")]
    assert [begins_sentence(text, at) for at in places] == [True, True, True, True, False]


def documents() -> list[Any]:
    """Every document of a failing case that has something to mend."""
    found = []
    for path in sorted(CASES.glob("*.yaml")):
        for case in read_cases(path)["failing"]:
            if "cards" not in case and any("edit" in each for each in case["finds"]):
                found.append(pytest.param(path.stem, case, id=f"{path.stem}: {case['why']}"))
    return found


def judged(rule: str, written: str, *, plain: bool) -> list[Finding]:
    blocks = read_plain_text(written, "a.txt") if plain else read_markdown(written, "a.md")
    found = lint.check_document(Text("a document", TextKind.DOCUMENT, blocks), language="en")
    return [each for each in found if each.rule.name == rule and each.edit is not None]


def mended(written: str, edits: list[Edit]) -> str:
    """The text with its edits made, the last first; edits may run over a line's end."""
    lines = written.split("\n")
    starts = [sum(len(line) + 1 for line in lines[:row]) for row in range(len(lines))]
    for edit in sorted(edits, key=lambda each: each.source, reverse=True):
        at = starts[edit.source.line - 1] + edit.source.column - 1
        old = re.compile(r"\s+".join(map(re.escape, edit.old.split())) if edit.old.strip() else edit.old)
        match = re.compile(re.escape(edit.old)).match(written, at) or old.match(written, at)
        assert match, f"{edit.old!r} does not stand at {edit.source}"
        written = written[:at] + edit.new + written[match.end() :]
    return written


@pytest.mark.parametrize(("rule", "case"), documents())
def test_a_text_that_was_mended_has_nothing_left_to_mend(rule: str, case: dict[str, Any]) -> None:
    plain = "plain" in case
    written = case["plain"] if plain else case["document"]
    found = judged(rule, written, plain=plain)
    assert found
    assert judged(rule, mended(written, [each.edit for each in found if each.edit]), plain=plain) == []


def test_words_in_a_pattern_share_their_first_letter() -> None:
    assert either(["the", "these", "a", "an", r"\?"]) == r"(?:t(?:hese|he)|(?:\?)|a(?:n|))"


@given(st.lists(LETTERS.filter(bool), min_size=1), LETTERS)
def test_a_pattern_of_words_matches_these_and_no_other(words: list[str], text: str) -> None:
    pattern = re.compile(either(words), re.IGNORECASE)
    assert all(pattern.fullmatch(word.upper()) for word in words)
    assert (pattern.fullmatch(text) is not None) == (text in words)


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("ready the Wasteland Wich now", ["Wasteland Witch"]),
        ("ready the Wastelnad Witch now", ["Wasteland Witch"]),
        ("ready the Wastelnad Wich now", []),  # two words that are off
        ("ready the Wasteland Witch now", []),
        ("ready the wasteland wich now", []),  # words without a capital
        ("draw a Map of the Lamd, then a Maruader", ["Map of the Land", "Marauder"]),
    ],
)
def test_a_name_is_nearly_there_where_one_word_of_it_is_off(said: str, meant: list[str]) -> None:
    near = NearNames(["Wasteland Witch", "Map of the Land", "Marauder"], ())
    assert [each.name for each in near.guesses(said, words_in(said))] == meant


WORDS = st.sampled_from(
    [
        "Goat",
        "Gaot",
        "Billy",
        "Playmat",
        "Play",
        "Mat",
        "Wastelnad",
        "Wasteland",
        "Witch",
        "Witches",
        "the",
        "maps",
        "of",
        "Marader",
    ]
)
