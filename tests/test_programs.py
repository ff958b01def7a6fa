"""Which words the dictionary has is answered alike, be it asked for a few or for thousands."""

from __future__ import annotations

import random
from string import ascii_lowercase

import pytest

from cardtool.programs import Dictionary, american_dictionary

pytest.importorskip("hunspell")

ENTRIES = (
    "like",
    "happy",
    "create",
    "measure",
    "agree",
    "count",
    "employ",
    "wash",
    "certify",
    "long",
    "move",
)
BEGINNINGS = ("", "re", "un", "dis", "in", "con", "de", "pro")
ENDINGS = (
    "",
    "s",
    "es",
    "ed",
    "d",
    "ing",
    "ings",
    "ly",
    "ness",
    "able",
    "ment",
    "ion",
    "ers",
    "iest",
    "ications",
)


@pytest.fixture
def dictionary() -> Dictionary:
    found = american_dictionary()
    assert found
    return found


def test_a_word_of_each_sort_is_among_thousands(dictionary: Dictionary) -> None:
    words = [
        begin + word[:cut] + end
        for word in ENTRIES
        for begin in BEGINNINGS
        for end in ENDINGS
        for cut in (-1, 99)
    ]
    found = dictionary.among(words * 20)
    assert {"unlike", "happiest", "certifications", "disagreement", "immeasurable"} & {*found} == {
        "unlike", "happiest", "certifications", "disagreement",
    }  # fmt: skip
    assert {*found} == {word for word in words if dictionary.has(word)}


def test_no_word_is_lost_that_is_a_letter_away_from_another(dictionary: Dictionary) -> None:
    chosen = random.Random(7)
    known = [word for word in dictionary._possible if dictionary.has(word)]
    slips = []
    for word in chosen.sample(sorted(known), 4000):
        at, letter = chosen.randrange(len(word)), chosen.choice(ascii_lowercase)
        slips += [word[:at] + letter + word[at:], word[:at] + letter + word[at + 1 :]]
        slips += [word[:at] + word[at + 1 :]] if len(word) > 1 else []
    assert [*filter(dictionary.has, slips)] == dictionary.among(slips * 3)[-sum(map(dictionary.has, slips)) :]
