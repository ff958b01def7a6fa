"""Nouns in every number, as games use them."""

from __future__ import annotations

import pytest

from cardtool.documents import plural, singular


@pytest.mark.parametrize(
    ("one", "many"),
    [
        ("Hero", "Heroes"),
        ("Battle Wolf", "Battle Wolves"),
        ("KNIFE", "KNIVES"),
        ("die", "dice"),
        ("Ally", "Allies"),
        ("Witch", "Witches"),
        ("Dragon", "Dragons"),
    ],
)
def test_a_name_is_put_in_the_plural_and_back(one: str, many: str) -> None:
    assert (plural(one), singular(many)) == (many, one)


def test_what_is_a_verb_more_often_keeps_its_e() -> None:
    assert singular("leaves") == "leave"
