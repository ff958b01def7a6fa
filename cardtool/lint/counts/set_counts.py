"""Rules about the counts of sets: a base game, its expansions."""

from __future__ import annotations

from collections.abc import Iterator

from cardtool.lint.core import Problem, Severity, rule
from cardtool.lint.counts.card_counts import count_remedy, kind_phrase
from cardtool.model import CardSet, DeclaredCount, Game
from cardtool.wording import counted


@rule("CT222", "set-count", Severity.ERROR)
def set_count(game: Game) -> Iterator[Problem]:
    """The cards of each set come to the numbers that the set declares.

    Who buys an expansion reads on its box how many cards are in it. A card that names the wrong set, or
    forgets to name one and so is in the first, is missing there and too many here.

    Bad:

        # game.yaml: sets: {base: …, storms: {title: Storms, count: 12}}, and 11 copies say set: storms

    Good:

        # the twelfth card says set: storms

    Compared are `count`, all components of the set with their copies, and what `counts` says of kinds. The
    finding stands at the declared number. Overlooked on purpose: sets that declare no number; and, where some
    record could not be read, all sets that might hold it.
    """
    for each in game.sets:
        for declared in each.counts:
            found = _found(game, each, declared)
            if found is not None and found != declared.count:
                message = f"{each.title} declares {_phrase(game, declared)}, the cards come to {found}"
                yield declared.source, message, count_remedy(declared.count, found)


def _found(game: Game, each: CardSet, declared: DeclaredCount) -> int | None:
    """Return how many there are of what a set counts; None where that is not known."""
    kinds = {declared.kind} if declared.kind else {kind.id for kind in game.kinds}
    if not game.incomplete.isdisjoint(kinds):
        return None
    return sum(card.copies for card in game.cards_in_set(each.id) if card.kind in kinds)


def _phrase(game: Game, declared: DeclaredCount) -> str:
    if declared.kind:
        return kind_phrase(declared.count, game.kind(declared.kind))
    return counted(declared.count, "card")
