"""What every player takes is there for as many players as can play.

A box that says "2 to 5 players" with four heroes in it is a letter from a customer.

Bad:

    players: {least: 2, most: 5}
    kinds: {hero: {count: 4, per_player: 1}}

Good:

    players: {least: 2, most: 5}
    kinds: {hero: {count: 5, per_player: 1}}

`per_player` says how many copies of the kind each player takes; kinds without it are not looked at.
Copies in the data are counted, not the declared number. Overlooked on purpose: more than enough, for
a choice of heroes is a pleasure, and a kind of which some record could not be read.
"""

from __future__ import annotations

from collections.abc import Iterator

from cardtool.finding import Severity
from cardtool.lint.counting import copies, of_kind
from cardtool.lint.registry import Problem, rule
from cardtool.model import Game


@rule("CT204", "enough-for-players", Severity.ERROR)
def check(game: Game) -> Iterator[Problem]:
    for kind in game.kinds:
        found, needed = game.copies_of(kind.id), kind.per_player * game.players.most
        if kind.id not in game.incomplete and found < needed:
            message = f"{game.players.most} players need {of_kind(needed, kind)}, the cards come to {found}"
            yield game.players.source, message, _remedy(needed - found, found // kind.per_player, game)


def _remedy(missing: int, enough_for: int, game: Game) -> str:
    """Fewer players are a way out only while the least number still can play."""
    fewer = f", or let at most {enough_for} play" if enough_for >= game.players.least else ""
    return f"add {copies(missing)}{fewer}"
