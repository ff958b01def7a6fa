"""A card that is gone is told of in the changelog, and one that only changed its id is not gone.

Players sort their boxes by the changelog; a card it does not say was removed is one they think they
have lost. Ids are for good: pictures, links and print orders are made by them, and a rename keeps them.

Bad:

    # the card goat was in beasts.yaml, and is no longer
    - {id: hen, name: Hen}

Good:

    # and in changelog.yaml
    - {type: removed, text: "Goat, which ate the rules."}

An entry counts when it was written since the revision, is of the type removed, and says the card's
name or speaks of all its kind; so does a rename of the card into another one that is there. Overlooked
on purpose: all of it, while some record cannot be read; and games that have no changelog.
"""

from __future__ import annotations

from collections.abc import Iterator

from cardtool.changes.registry import Problem, rule
from cardtool.changes.since import Since
from cardtool.changes.telling import as_yaml, called
from cardtool.changes.words import Key, key
from cardtool.finding import Severity
from cardtool.model import ChangeType, Component


@rule("CT804", "vanished-card", Severity.ERROR)
def check(since: Since) -> Iterator[Problem]:
    if not since.comparison.gone:
        return
    there: dict[Key, Component] = {key(card.name): card for card in since.after.cards}
    named = {(key(card.name), card.id) for card in since.before.cards}
    for card in since.comparison.gone:
        now = there.get(key(card.name))
        if now is not None and (key(now.name), now.id) not in named:
            message = f"the id of {called(now.name)} was {card.id} at {since.name}, and ids are for good"
            yield now.at("id"), message, f"write id: {card.id}"
        elif since.has_changelog and not _is_told(card, there, since):
            yield _gone(card, since)


def _is_told(card: Component, there: dict[Key, Component], since: Since) -> bool:
    if since.news.tells_of(card, change=ChangeType.REMOVED):
        return True
    return any(name in there for name in since.record.names_after(card.name))


def _gone(card: Component, since: Since) -> Problem:
    message = f"{called(card.name)} ({card.id}) is gone since {since.name}, and the changelog does not say so"
    entry = f"- {{type: removed, text: {as_yaml(card.name + '.')}}}"
    advice = f"if it has another name now, give it its id back; if not, add to {since.changelog}: {entry}"
    return since.place_to_tell, message, advice
