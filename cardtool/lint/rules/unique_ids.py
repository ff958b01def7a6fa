"""Every id is used once in the whole game, by one card or one kind.

An id names a card for good: files are called after it (`goat-front.png`), and other cards refer to
it. Two cards with one id would overwrite each other's picture, and the kind `prize` draws a common
`prize-back`, so no card can have the id `prize` either.

Bad:

    # goods.yaml
    - {id: ferry, name: Moonlit Ferry}
    # places.yaml
    - {id: ferry, name: Ferry Landing}

Good:

    # places.yaml
    - {id: ferry-landing, name: Ferry Landing}

Ids that differ only in case or in a variant of a character count as equal: on many disks their
files are the same file. Overlooked on purpose: cards of another game, which has a folder of its own.
"""

from __future__ import annotations

from collections.abc import Iterator

from cardtool.finding import Severity
from cardtool.lint.alike import as_typed, place
from cardtool.lint.registry import Problem, rule
from cardtool.model import Game, Source


@rule("CT105", "unique-ids", Severity.ERROR)
def check(game: Game) -> Iterator[Problem]:
    first: dict[str, tuple[str, str, Source]] = {}
    for entry in _ids(game):
        id, _, here = entry
        owner = first.setdefault(as_typed(id), entry)
        if owner is not entry:
            _, what, there = owner
            yield here, f'"{id}" is already the id of {what} ({place(there, here)})', "choose another id"


def _ids(game: Game) -> Iterator[tuple[str, str, Source]]:
    """Each id, what it is the id of, and where it stands; the kinds first."""
    for kind in game.kinds:
        yield kind.id, f"the kind {kind.title}", kind.source
    for card in game.cards:
        yield card.id, f'"{card.name}"', card.at("id")
