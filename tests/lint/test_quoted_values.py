"""Values that texts quote, whatever the game calls them: what agrees with the data is never a finding."""

from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import strategies as st
from small_games import a_card, a_game, a_manuscript, some_rules

from cardtool.lint import check_game
from cardtool.model import CardValue, Game, Source

NOUNS = [
    "hit point",
    "speed",
    "strength",
    "mana",
    "gold",
    "armour",
    "step",
    "range",
    "Victory Point",
    "honey",
]
NAMES = ["Ogre", "Old Goat", "Witch of the Fen", "Hop It", "Iron Queen", "The Bridge", "Tamer"]
WAYS = [
    "{name} has {number} {plural}.",
    "The {name} has {number} {plural} and sleeps.",
    "For example, the {name} has {number} {short}.",
    "{name} (with {number} {plural}) is here.",
    "{name}, with {number} {plural}, is here.",
    "{name}, with a {noun} of {number}, is here.",
    "{name} ({noun} {number}) is here.",
    "{name} ({number} {short}) is here.",
    "{name}'s {noun} is {number}.",
    "{name} is worth {number} {plural}.",
]


@st.composite
def games_that_quote(draw: st.DrawFn, off_by: int = 0) -> tuple[Game, int]:
    """A game with values in a field or inside a mapping, whose texts quote them, each `off_by` so many."""
    nouns = draw(st.lists(st.sampled_from(NOUNS), min_size=1, max_size=3, unique=True))
    names = draw(st.lists(st.sampled_from(NAMES), min_size=2, max_size=4, unique=True))
    given_to = {name: {noun: draw(st.integers(1, 40)) for noun in nouns} for name in names}
    ways = st.sampled_from(["value_{}", "stats.value_{}"])
    paths = {noun: draw(ways).format(row) for row, noun in enumerate(nouns)}
    name, noun = draw(st.sampled_from(names)), draw(st.sampled_from(nouns))
    way = draw(st.sampled_from(WAYS))
    forms = {"noun": noun, "plural": f"{noun}s", "short": noun[:2].upper()}
    text = way.format(name=name, number=given_to[name][noun] + off_by, **forms)
    cards = [
        a_card(f"card-{row}", line=2 + 10 * row, name=each, **fields(given_to[each], paths), text=text)
        for row, each in enumerate(names)
    ]
    values = tuple(
        CardValue(paths[each], each, f"{each}s", (each[:2].upper(),), Source("cards/farm/game.yaml", 40, 3))
        for each in nouns
    )
    rules = some_rules({}, turn={"steps": [{"text": text}]})
    return a_game(*cards, values=values, rules=rules, rulebook=a_manuscript(text)), len(cards)


def fields(numbers: dict[str, int], paths: dict[str, str]) -> dict[str, Any]:
    record: dict[str, Any] = {}
    for noun, path in paths.items():
        *around, key = path.split(".")
        (record.setdefault(around[0], {}) if around else record)[key] = numbers[noun]
    return record


def quoted_wrong(game: Game) -> list[str]:
    return [found.message for found in check_game(game) if found.rule.name == "quoted-value"]


@given(games_that_quote())
def test_texts_made_from_the_data_are_in_order(made: tuple[Game, int]) -> None:
    assert quoted_wrong(made[0]) == []


@given(games_that_quote(off_by=60))
def test_a_number_no_card_has_is_told_once_for_each_place_or_not_at_all(made: tuple[Game, int]) -> None:
    game, cards = made
    assert len(quoted_wrong(game)) in (0, cards + 2)  # each card, the rules, the rulebook


def test_a_short_word_of_two_values_names_neither() -> None:
    at = Source("cards/farm/game.yaml", 40, 3)
    values = (
        CardValue("steps", "step", "steps", ("ST",), at),
        CardValue("force", "strength", "strength", ("ST",), at),
    )
    ogre = a_card("ogre", line=2, name="Ogre", steps=2, force=5, text="Ogre (5 ST) is here.")
    bridge = a_card("bridge", line=12, name="The Bridge", steps=3, force=6, text="Ogre (7 steps) is here.")
    assert quoted_wrong(a_game(ogre, bridge, values=values)) == ["Ogre: steps 2 (line 2), not 7"]
