"""Barbarity played by the bots of its benchmark: its rules can be played, and no card is idle."""

from __future__ import annotations

from collections import Counter

from benchmarks.barbarity.cards import deck, heroes
from benchmarks.barbarity.judgement import worst_card
from benchmarks.barbarity.table import Table
from benchmarks.barbarity.turn import play

EVERYBODY = (True, True, True, True)


def cards_on(table):
    found = Counter(card.id for card in (*table.pile, *table.discard))
    for player in table.players:
        found.update(card.id for card in (*player.hand, *player.beside))
        found.update(held.prize.id for held in player.hoard)
        for quest in player.area:
            found.update(card.id for card in (quest.prize, *(guard.card for guard in quest.guards)))
    return found


def test_the_same_seed_is_the_same_game_and_ends_with_five_prizes():
    first, second = (Table(EVERYBODY, heroes(), 3, worst_card) for _ in range(2))
    assert play(first) == play(second)
    assert cards_on(first) == cards_on(second)
    assert max(len(player.hoard) for player in first.players) == 5


def test_no_card_gets_lost_and_every_card_has_its_hour():
    used = Counter()
    for seed in range(60):
        table = Table(EVERYBODY, heroes(), seed, worst_card)
        play(table)
        assert cards_on(table) == Counter(card.id for card in deck())
        used += table.used
    assert {card.id for card in deck()} <= set(used)
