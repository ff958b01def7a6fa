"""The number a deck declares is the sum of what its kinds declare.

The same number is written in two places of game.yaml; when one of them is changed and the other
forgotten, the rulebook contradicts itself, whatever cards there are.

Bad:

    kinds: {prize: {count: 35}, battle: {count: 50}}
    decks: {main: {kinds: [prize, battle], count: 90}}

Good:

    kinds: {prize: {count: 35}, battle: {count: 50}}
    decks: {main: {kinds: [prize, battle], count: 85}}

Only declared numbers are compared, so this holds while cards are still being written. Overlooked on
purpose: kinds in no deck, since mats and tokens belong to none, and kinds in two.
"""

from __future__ import annotations

from collections.abc import Iterator

from cardtool.finding import Severity
from cardtool.lint.counting import of_kind
from cardtool.lint.registry import Problem, rule
from cardtool.model import Game


@rule("CT203", "deck-sum", Severity.ERROR)
def check(game: Game) -> Iterator[Problem]:
    for deck in game.decks:
        kinds = [game.kind(id) for id in deck.kinds]
        total = sum(kind.count for kind in kinds)
        if total != deck.count:
            parts = " + ".join(of_kind(kind.count, kind) for kind in kinds)
            message = f"{deck.title} declares {deck.count} cards, its kinds declare {parts} = {total}"
            yield deck.count_source, message, f"change the count to {total}, or the count of a kind"
