"""Packs of game.yaml: what is in play for how many players, and what may be wrong with them."""

from __future__ import annotations

import pytest

from cardtool.load import load_game
from cardtool.model import Pack, Source, player_tiers

PACKS = """\
packs:
  one: {players: {least: 2, most: 4}}
  two: {players: {least: 5, most: 8}, again: one}
"""


@pytest.fixture
def packed(farm):
    farm.change(
        "cards/farm/game.yaml", "players: {least: 2, most: 4}\n", f"players: {{least: 2, most: 8}}\n{PACKS}"
    )
    return farm


def test_a_second_pack_is_the_first_once_more(packed):
    loaded = load_game(packed.project, "farm")
    assert loaded.findings == ()
    assert loaded.game.packs == (
        Pack("one", 2, 4, (), "", Source("cards/farm/game.yaml", 5, 9)),
        Pack("two", 5, 8, (), "one", Source("cards/farm/game.yaml", 6, 9)),
    )
    tiers = player_tiers(loaded.game)
    assert [(tier.least, tier.most, tier.copies_of(loaded.game, "goat")) for tier in tiers] == [
        (2, 4, 3),
        (5, 8, 6),
    ]


def test_a_pack_may_hold_kinds_that_are_in_no_other(packed):
    packed.change("cards/farm/game.yaml", "again: one", "kinds: [goat]")
    game = load_game(packed.project, "farm").game
    assert [dict(tier.times) for tier in player_tiers(game)] == [{"goat": 0}, {"goat": 1}]


def test_without_packs_everything_is_in_play(farm):
    (tier,) = player_tiers(load_game(farm.project, "farm").game)
    assert (tier.least, tier.most, dict(tier.times)) == (2, 4, {"goat": 1})


@pytest.mark.parametrize(
    ("old", "new", "at", "says"),
    [
        (
            "least: 5, most: 8}, again",
            "least: 6, most: 8}, again",
            "6:26",
            "two is to be for 5 players or more",
        ),
        (
            "least: 5, most: 8}, again",
            "least: 4, most: 8}, again",
            "6:26",
            "two is to be for 5 players or more",
        ),
        (
            "least: 5, most: 8}, again",
            "least: 5, most: 7}, again",
            "6:35",
            "the packs are for up to 7 players",
        ),
        ("again: one", "again: on", "6:46", 'there is no pack "on" before two'),
        ("again: one", "kinds: [gaot]", "6:47", 'there is no kind "gaot" (did you mean "goat"?)'),
        (", again: one", "", "6:3", "nothing says what two holds"),
        ("again: one", "again: one, kinds: [goat]", "6:3", "two says twice what it holds"),
        ("most: 4}}", "most: 4}, kinds: [goat]}", "5:39", "the first pack holds whatever the others do not"),
        ("again: one", "agian: one", "6:39", 'did you mean "again"?'),
    ],
)
def test_packs_that_are_wrong(packed, old, new, at, says):
    packed.change("cards/farm/game.yaml", old, new)
    told = [(str(each.source), each.message) for each in load_game(packed.project, "farm").findings]
    assert any(place == f"cards/farm/game.yaml:{at}" and says in message for place, message in told), told
