"""The copies of all cards of a deck come to the number the deck declares.

A deck of 119 where the rulebook says 120 is a card left at the printer's, or one too few in the box.

Bad:

    # decks: main: {kinds: [prize, battle], count: 85}, and the cards come to 84

Good:

    # the missing copy is added, or the deck declares 84

The finding stands at the deck's number; the kind at fault has one of its own (CT201 kind-count).
Overlooked on purpose: a deck with a kind of which some record could not be read.
"""

from __future__ import annotations

from collections.abc import Iterator

from cardtool.finding import Severity
from cardtool.lint.counting import remedy
from cardtool.lint.registry import Problem, rule
from cardtool.model import Game


@rule("CT202", "deck-count", Severity.ERROR)
def check(game: Game) -> Iterator[Problem]:
    for deck in game.decks:
        found = game.copies_of(*deck.kinds)
        if found != deck.count and game.incomplete.isdisjoint(deck.kinds):
            message = f"{deck.title} declares {deck.count} cards, the cards come to {found}"
            yield deck.count_source, message, remedy(deck.count, found)
