"""Which words the dictionary has is answered alike, be it asked for a few or for thousands."""

from __future__ import annotations

import random
import re
from pathlib import Path
from string import ascii_lowercase

import pytest

from cardtool.programs import Dictionary, american_dictionary

hunspell = pytest.importorskip("hunspell")

ENTRIES = ("like", "happy", "create", "measure", "agree", "count", "employ", "wash", "certify", "move")
BEGINNINGS = ("", "re", "un", "dis", "in", "con", "de", "pro")
ENDINGS = (
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
        begin + stem + end
        for word in ENTRIES
        for stem in (word, word[:-1])
        for begin in BEGINNINGS
        for end in ("", *ENDINGS)
    ]
    found = {*dictionary.among(words * 20)}
    assert {"unlike", "happiest", "certifications", "disagreement"} <= found
    assert "immeasurable" not in found
    assert found == {word for word in words if dictionary.has(word)}


def test_no_word_is_lost_that_is_a_letter_away_from_another(dictionary: Dictionary) -> None:
    chosen = random.Random(7)
    listed = Path(hunspell.__file__).with_name("dictionaries").joinpath("en_US.dic").read_text("latin-1")
    entries = re.findall(r"^[a-z]{2,}", listed, re.MULTILINE)
    slips = []
    for entry in chosen.sample(entries, 4000):
        word = entry + chosen.choice(("", *ENDINGS))
        at, letter = chosen.randrange(len(word)), chosen.choice(ascii_lowercase)
        slips += [word, word[:at] + letter + word[at:], word[:at] + letter + word[at + 1 :]]
        slips += [word[:at] + word[at + 1 :]]
    found = dictionary.among(slips * 3)
    assert len(found) > 1500
    assert {*found} == {*filter(dictionary.has, slips)}
