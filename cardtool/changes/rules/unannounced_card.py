"""A card that is new is in the changelog.

Who prints the new cards of a version and leaves the old ones in the box needs to know which are new; and
the most welcome line of a changelog is the one that nobody forgot to write.

Bad:

    # the card hen is new, and nothing in changelog.yaml is
    - {id: hen, name: Hen}

Good:

    # and in changelog.yaml
    - {type: added, text: "[[Hen]], who lays."}

An entry counts when it was written since the revision and says the card's name, speaks of all its kind
("Traps") or of cards in general ("several new cards"). Overlooked on purpose: a card of a name that was
there under another id (vanished-card has that); all of it, while some record of the revision cannot be
read; games that have no changelog, and those that began theirs since.
"""

from __future__ import annotations

from collections.abc import Iterator

from cardtool.changes.registry import Problem, rule
from cardtool.changes.since import Since
from cardtool.changes.telling import as_yaml, called
from cardtool.changes.words import key
from cardtool.finding import Severity


@rule("CT807", "unannounced-card", Severity.WARNING)
def check(since: Since) -> Iterator[Problem]:
    if not since.has_changelog or not since.before.changelog:
        return
    known = {key(card.name) for card in since.before.cards}
    for card in since.comparison.arrived:
        if key(card.name) not in known and not since.news.tells_of(card):
            message = f"{called(card.name)} is new since {since.name}, and the changelog does not say so"
            entry = f"- {{type: added, text: {as_yaml(f'[[{card.name}]].')}}}"
            yield card.at("name"), message, f"add to {since.changelog}: {entry}"
