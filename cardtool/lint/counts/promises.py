"""Rules about what game.yaml promises of records: so many in each group, one for each of another kind."""

from __future__ import annotations

from collections.abc import Iterator

from cardtool.lint.core import Problem, Severity, rule
from cardtool.lint.counts.card_counts import kind_phrase
from cardtool.markup import plain_name
from cardtool.model import Amount, Component, Game, Groups, Kind, OneForEach, find_counterparts
from cardtool.project import did_you_mean
from cardtool.wording import counted

_MOST_NAMED = 12  # records in a message


@rule("CT216", "group-size", Severity.ERROR)
def group_size(game: Game) -> Iterator[Problem]:
    """Each group of a kind has as many copies as the game promises.

    Two teams draft four relics of each type: with seven of one type, the last to choose has none.

    Bad:

        relic: {count: 32, groups: {by: type, each: {least: 8}}}   # 9 curses, 7 blessings, 8, 8

    Good:

        relic: {count: 32, groups: {by: type, each: {least: 8}}}   # 8 of each

    `each` takes `least`, `most` or `exactly`. Copies are counted; a record whose field is a list is in each
    group of it, and a group that the records' schema lists and no record is in has none. Overlooked on
    purpose: records without the field, and a kind of which some record could not be read.
    """
    for kind in game.kinds:
        if kind.groups and kind.groups.each and kind.id not in game.incomplete:
            yield from _group_problems(game, kind, kind.groups, kind.groups.each)


def _group_problems(game: Game, kind: Kind, groups: Groups, each: Amount) -> Iterator[Problem]:
    members: dict[str, list[Component]] = {name: [] for name in groups.names}
    for card in game.cards_of(kind.id):
        for _, name in card.values(groups.by):
            members.setdefault(str(name), []).append(card)
    for name, cards in members.items():
        found = sum(card.copies for card in cards)
        if not each.allows(found):
            has = f'{groups.by} "{name}" has {kind_phrase(found, kind)}'
            message = f"{has}, and {each} are promised{_names(cards)}"
            yield each.source, message, _remedy(each, found)


def _names(cards: list[Component]) -> str:
    named = [f"{card.name} ×{card.copies}" if card.copies > 1 else card.name for card in cards[:_MOST_NAMED]]
    more = ["…"] if len(cards) > _MOST_NAMED else []
    return f": {', '.join(named + more)}" if cards else ""


def _remedy(each: Amount, found: int) -> str:
    """Return what to do where so many were found, and they are not as many as promised."""
    if each.least is not None and found < each.least:
        return f"add {each.least - found}, or promise fewer"
    return f"remove {found - (each.most or 0)}, or promise more"


@rule("CT217", "one-for-each", Severity.ERROR)
def one_for_each(game: Game) -> Iterator[Problem]:
    """There is one record for each record of the kind for which one is promised.

    A hero was added late, and nobody thought of her dial; her player keeps score on a napkin.

    Bad:

        dial: {one_for_each: hero}
        # heroes.yaml:  - {id: iron-queen, name: Iron Queen}
        # dials.yaml:   nothing that is called Iron Queen

    Good:

        # dials.yaml:   - {id: queen-dial, name: Iron Queen}

    A record stands for another that it names by its id, in a field for which its schema says `"format":
    "record:hero"`; where the schema has no such field, for the one that has its name. Overlooked on purpose:
    what is missing while some record of either kind could not be read, or names one that is not there (CT120
    unknown-record); and kinds made from another (`of: hero`), which have one for each by themselves.
    """
    others = find_counterparts(game)
    for kind in game.kinds:
        promise = kind.one_for_each
        if promise and not kind.of and game.incomplete.isdisjoint((kind.id, promise.kind)):
            yield from _counterpart_problems(game, kind, promise, others)


def _counterpart_problems(
    game: Game, kind: Kind, promise: OneForEach, others: dict[str, Component]
) -> Iterator[Problem]:
    own = game.cards_of(kind.id)
    first: dict[str, Component] = {}
    for card in own:
        other = others.get(card.id)
        if other and first.setdefault(other.id, card) is not card:
            twin = first[other.id]
            message = f"{other.name} has a {kind.title} already: {twin.id} ({twin.source})"
            yield card.source, message, "remove one of them"
        elif other is None and promise.field not in card.fields:  # else that was found when it was read
            yield _stray_problem(game, card, promise)
    if any(promise.field in card.fields and card.id not in others for card in own):
        return
    for card in (card for card in game.cards_of(promise.kind) if card.id not in first):
        link = f" with {promise.field}: {card.id}" if promise.field else f' called "{card.name}"'
        message = f"{card.name} has no {kind.title}; one for each is promised ({promise.source})"
        yield card.source, message, f"add a {kind.title}{link}"


def _stray_problem(game: Game, card: Component, promise: OneForEach) -> Problem:
    title = game.kind(promise.kind).title
    if promise.field:
        return card.source, f"{card.name} is for no {title}", f"say which in {promise.field}"
    near = did_you_mean(card.name, {plain_name(other.name) for other in game.cards_of(promise.kind)})
    return card.source, f"{card.name} is for no {title}{near}", f"give it the name of a {title}"


@rule("CT218", "copies-in-deck", Severity.ERROR)
def copies_in_deck(game: Game) -> Iterator[Problem]:
    """Each card of a deck has as many copies as the deck allows.

    "At most three copies of a card" is in the rules of building a deck; the starter deck that is printed has
    four, and the first thing a player does is ask why.

    Bad:

        decks: {starter: {kinds: [spell], count: 20, each: {most: 3}}}    # Fireball has copies: 4

    Good:

        decks: {starter: {kinds: [spell], count: 20, each: {most: 3}}}    # Fireball has copies: 3

    `each` takes `least`, `most` or `exactly`. Overlooked on purpose: records that could not be read.
    """
    for deck in game.decks:
        for card in game.cards_of(*deck.kinds) if deck.each else ():
            if deck.each and not deck.each.allows(card.copies):
                wanted = f"{deck.title} wants {deck.each} of each card"
                message = f"{wanted}, and has {counted(card.copies, 'copy', 'copies')} of {card.name}"
                yield card.at("copies"), message, _remedy(deck.each, card.copies)
