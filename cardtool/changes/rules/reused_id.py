"""An id stays with its card; a new card gets a new one.

Pictures, print orders, links and other cards mean a card by its id. Given to another card, all of them
go on to mean the wrong one, and nobody is told.

Bad:

    # the id goat was that of Goat, a Beast that "Eats hay."
    - {id: goat, name: Trapdoor, text: Falls open.}     # in traps.yaml

Good:

    - {id: trapdoor, name: Trapdoor, text: Falls open.}

Overlooked on purpose: a card that keeps its kind, its name or one of its texts. It was changed, and
that is for the changelog to say.
"""

from __future__ import annotations

from collections.abc import Iterator

from cardtool.changes.registry import Problem, rule
from cardtool.changes.since import Since
from cardtool.changes.telling import called
from cardtool.finding import Severity


@rule("CT805", "reused-id", Severity.ERROR)
def check(since: Since) -> Iterator[Problem]:
    for pair in since.comparison.changed:
        if pair.reused:
            before, after = pair.before, pair.after
            owner = f"{called(before.name)}, of the kind {since.before.kind(before.kind).title}"
            message = f"{called(after.name)} has the id that {owner}, had at {since.name}"
            yield after.at("id"), message, "give it an id of its own"
