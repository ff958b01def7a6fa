"""An id stays with its card; a new card gets a new one.

Pictures, print orders, links and other cards mean a card by its id. Given to another card, all of them
go on to mean the wrong one, and nobody is told.

Bad:

    # the id goat was that of Goat, a Beast that "Eats hay."
    - {id: goat, name: Trapdoor, text: Falls open.}     # in traps.yaml

Good:

    - {id: trapdoor, name: Trapdoor, text: Falls open.}

A card is another one when neither its name nor any of its texts is left, and it is of another kind, or the
changelog says that the old one was removed, or the new one's name and text were those of a card with
another id. Overlooked on purpose: a card that was changed in everything, where the changelog records its
new name, or nothing says that it is another.
"""

from __future__ import annotations

from collections.abc import Iterator

from cardtool.changes.registry import Problem, rule
from cardtool.changes.since import Since
from cardtool.changes.telling import called
from cardtool.finding import Severity


@rule("CT805", "reused-id", Severity.ERROR)
def check(since: Since) -> Iterator[Problem]:
    for pair, own in since.reused:
        kind = f", of the kind {since.before.kind(pair.before.kind).title}," if pair.moved else ""
        owner = f"{called(pair.before.name)}{kind}"
        message = f"{called(pair.after.name)} has the id that {owner} had at {since.name}"
        yield pair.after.at("id"), message, f"write id: {own}" if own else "give it an id of its own"
