"""No id is a word that Windows keeps for itself.

Files and folders are called after ids. Windows takes `con`, `prn`, `aux`, `nul`, `com1` to `com9`
and `lpt1` to `lpt9` for devices, whatever the ending: a game that builds on one machine cannot even
be unpacked on another.

Bad:

    - {id: aux, name: Auxiliary Troops}

Good:

    - {id: auxiliaries, name: Auxiliary Troops}

The ids of the game, its kinds, its decks and its cards are looked at; which characters an id may have
is the schema's affair. Overlooked on purpose: such a word as a part of an id, like `aux-troops`, which
every system accepts, and names, which may be anything.
"""

from __future__ import annotations

from collections.abc import Iterator

from cardtool.finding import Severity
from cardtool.lint.registry import Problem, rule
from cardtool.model import Component, Deck, Game, Kind

# Microsoft, "Naming Files, Paths, and Namespaces", reserved names
_DEVICES = frozenset(
    ["con", "prn", "aux", "nul", *(f"{port}{number}" for port in ("com", "lpt") for number in range(10))]
)


@rule("CT108", "safe-ids", Severity.ERROR)
def check(game: Game) -> Iterator[Problem]:
    owners: tuple[Game | Kind | Deck | Component, ...] = (game, *game.kinds, *game.decks, *game.cards)
    for owner in owners:
        if owner.id.casefold() in _DEVICES:
            here = owner.at("id") if isinstance(owner, Component) else owner.source
            yield here, f'"{owner.id}" cannot name a file on Windows', f"add to it, for example {owner.id}-1"
