"""Rules about cards that came or went: ids stay with their cards, and the changelog names them."""

from __future__ import annotations

from collections.abc import Iterator

from cardtool.changes.change_context import (
    ChangeContext,
    as_flow_scalar,
    change_rule,
    quoted_name,
    removal_entry,
)
from cardtool.changes.text_matching import NameKey, name_key
from cardtool.finding import Severity
from cardtool.model import ChangeType, Component
from cardtool.rule_runner import Problem


@change_rule("CT805", "reused-id", Severity.ERROR)
def reused_id(context: ChangeContext) -> Iterator[Problem]:
    """An id stays with its card; a new card gets a new one.

    Pictures, print orders, links and other cards mean a card by its id. Given to another card, all of them
    go on to mean the wrong one, and nobody is told.

    Bad:

        # the id goat was that of Goat, a Beast that "Eats hay."
        - {id: goat, name: Trapdoor, text: Falls open.}     # in traps.yaml

    Good:

        - {id: trapdoor, name: Trapdoor, text: Falls open.}

    A card is another one when neither its name nor any of its texts is left, and it is of another kind, or
    the changelog says that the old one was removed, or the new one's name and text were those of a card
    with another id. Overlooked on purpose: a card that was changed in everything, where the changelog
    records its new name, or nothing says that it is another.
    """
    for pair, own in context.reused:
        kind = f", of the kind {context.before.kind(pair.before.kind).title}," if pair.moved else ""
        owner = f"{quoted_name(pair.before.name)}{kind}"
        message = f"{quoted_name(pair.after.name)} has the id that {owner} had at {context.name}"
        yield pair.after.at("id"), message, f"write id: {own}" if own else "give it an id of its own"


@change_rule("CT804", "vanished-card", Severity.ERROR)
def vanished_card(context: ChangeContext) -> Iterator[Problem]:
    """A card that is gone is told of in the changelog, and one that only changed its id is not gone.

    Players sort their boxes by the changelog; a card it does not say was removed is one they think they
    have lost. Ids are for good: pictures, links and print orders are made by them, and a rename keeps them.

    Bad:

        # the card goat was in beasts.yaml, and is no longer
        - {id: hen, name: Hen}

    Good:

        # and in changelog.yaml
        - {type: removed, text: "Goat, which ate the rules.", words: [Goat]}

    An entry counts when it was written since the revision, is of the type removed, and says the card's
    name or speaks of all its kind; so does a rename of the card into another one that is there. With `words`,
    no text may go on to say the name (CT303 removed-still-mentioned). Overlooked on purpose: all of it, while
    some record cannot be read; and games that have no changelog.
    """
    if not context.comparison.removed:
        return
    there: dict[NameKey, Component] = {name_key(card.name): card for card in context.after.cards}
    named = {(name_key(card.name), card.id) for card in context.before.cards}
    for card in context.comparison.removed:
        now = there.get(name_key(card.name))
        if now is not None and (name_key(now.name), now.id) not in named:
            message = (
                f"the id of {quoted_name(now.name)} was {card.id} at {context.name}, and ids are for good"
            )
            yield now.at("id"), message, f"write id: {card.id}"
        elif context.has_changelog and not _is_mentioned(card, there, context):
            yield _vanished(card, context)


def _is_mentioned(card: Component, there: dict[NameKey, Component], context: ChangeContext) -> bool:
    if context.new_entries.speak_of(card, change=ChangeType.REMOVED):
        return True
    return any(name in there for name in context.recorded_renames.names_after(card.name))


def _vanished(card: Component, context: ChangeContext) -> Problem:
    name, file = quoted_name(card.name), context.changelog_file
    message = f"{name} ({card.id}) is gone since {context.name}, and the changelog does not say so"
    entry = removal_entry(card, f"{card.name}.")
    advice = f"if it has another name now, give it its id back; if not, add to {file}: {entry}"
    return context.entry_place, message, advice


@change_rule("CT807", "unannounced-card", Severity.WARNING)
def unannounced_card(context: ChangeContext) -> Iterator[Problem]:
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
    if not context.has_changelog or not context.before.changelog:
        return
    known = {name_key(card.name) for card in context.before.cards}
    for card in context.comparison.added:
        if name_key(card.name) not in known and not context.new_entries.speak_of(card):
            message = (
                f"{quoted_name(card.name)} is new since {context.name}, and the changelog does not say so"
            )
            entry = f"- {{type: added, text: {as_flow_scalar(f'[[{card.name}]].')}}}"
            yield card.at("name"), message, f"add to {context.changelog_file}: {entry}"
