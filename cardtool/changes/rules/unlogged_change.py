"""A card that changed is in the changelog.

Somebody played this card last week. If it says another thing today, at another price, or is in the
box once less often, the changelog is where they learn it; otherwise two printings of the same card
meet at a table and each side is sure. Asked with --since, this is the check for a pull request.

Bad:

    # the text of Goat was "Eats hay.", and nothing in changelog.yaml is new
    - {id: goat, name: Goat, text: Eats everything.}

Good:

    # and in changelog.yaml, new or rewritten since that revision:
    - {type: changed, text: "[[Goat]] eats everything, not only hay."}

An entry counts when it was written since the revision, under whichever version, and says the card's
name (old or new; in brackets or not; "Goats" will do), or speaks of all its kind ("Beasts") or of
cards in general ("several cards"). What changed is told word by word.
Looked at is what is printed: every field that a template of the game asks for, or did, and the
number of copies. Overlooked on purpose: the id, art and origin; quotes, dashes, emphasis and line
breaks; names that the changelog says were changed; numbers that the text takes from the rules
(unlogged-rule has those); what only a template says; and games that have no changelog.
"""

from __future__ import annotations

from collections.abc import Iterator

from cardtool.changes.comparison import CardChange
from cardtool.changes.registry import Problem, rule
from cardtool.changes.since import Since
from cardtool.changes.telling import called, told
from cardtool.finding import Severity


@rule("CT801", "unlogged-change", Severity.ERROR)
def check(since: Since) -> Iterator[Problem]:
    if not since.has_changelog:
        return
    for pair in since.changed:
        if (pair.fields or pair.moved) and not since.news.tells_of(pair.before, pair.after):
            yield from _untold(pair, since)


def _untold(pair: CardChange, since: Since) -> Iterator[Problem]:
    card, kind = pair.after, since.after.kind(pair.after.kind)
    advice = f"add an entry that names {called(card.name)}, or {kind.plural}, to {since.changelog}"
    if pair.moved:
        was = since.before.kind(pair.before.kind)
        yield card.source, _message("kind", card.name, was.title, kind.title, since), advice
    for change in pair.fields:
        yield card.at(*change.path), _message(change.label, card.name, change.old, change.new, since), advice


def _message(what: str, name: str, old: object, new: object, since: Since) -> str:
    changed = f"the {what} of {called(name)} changed since {since.name}"
    return f"{changed}, and the changelog does not say so: {told(old, new)}"
