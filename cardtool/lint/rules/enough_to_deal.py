"""The deck has enough cards to deal as many players as can play their first hands.

A hand that grew from five cards to seven in a late playtest, and a fifth player added for the box:
each was fine, and together they empty the deck before the game begins.

Bad:

    # players: {least: 2, most: 5}, opening_hand: 10, and a deck of 48 cards

Good:

    # opening_hand: 9

Looked at is the number `opening_hand` of rules.yaml, for every deck together, less what each player
takes before (`per_player`). Overlooked on purpose: games without that number; whether a deck that is
just enough leaves anything to draw; all of it while some record could not be read.
"""

from __future__ import annotations

from collections.abc import Iterator

from cardtool.finding import Severity
from cardtool.lint.registry import Problem, rule
from cardtool.model import Game


@rule("CT210", "enough-to-deal", Severity.ERROR)
def check(game: Game) -> Iterator[Problem]:
    hand = game.rules.numbers.get("opening_hand")
    in_decks = {id for deck in game.decks for id in deck.kinds}
    if hand is None or not in_decks or not game.incomplete.isdisjoint(in_decks):
        return
    dealt = [kind.id for kind in game.card_kinds if kind.id in in_decks and not kind.per_player]
    found, most = game.copies_of(*dealt), game.players.most
    if found < hand.value * most:
        message = (
            f"hands of {hand.value} for {most} players take {hand.value * most} cards, there are {found}"
        )
        yield hand.source, message, f"deal {found // most} at most, or let fewer play"
