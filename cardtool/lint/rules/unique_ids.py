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
from cardtool.model import Component, Game, Kind, Source


@rule("CT105", "unique-ids", Severity.ERROR)
def check(game: Game) -> Iterator[Problem]:
    first: dict[str, Kind | Component] = {}
    owners: tuple[Kind | Component, ...] = (*game.kinds, *game.cards)
    for owner in owners:
        other = first.setdefault(as_typed(owner.id), owner)
        if other is not owner:
            here, what = (
                _place(owner),
                f"the kind {other.title}" if isinstance(other, Kind) else f'"{other.name}"',
            )
            message = f'"{owner.id}" is already the id of {what} ({place(_place(other), here)})'
            yield here, message, "choose another id"


def _place(owner: Kind | Component) -> Source:
    return owner.source if isinstance(owner, Kind) else owner.at("id")
