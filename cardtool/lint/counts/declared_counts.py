"""Rules about what the data of a game declares and promises: its cards come to that, and are enough."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from cardtool.lint.core import Problem, Severity, brief_place, rule
from cardtool.lint.core.facts import called
from cardtool.lint.core.texts import reference_values
from cardtool.markup import plain_name
from cardtool.model import (
    Amount,
    Component,
    Game,
    Groups,
    Kind,
    OneForEach,
    RulesTable,
    find_counterparts,
    player_tiers,
)
from cardtool.project import did_you_mean
from cardtool.wording import counted


def kind_phrase(number: int, kind: Kind) -> str:
    """Return `1 Hero`, `5 Heroes`."""
    return counted(number, kind.title, kind.plural)


def _count_remedy(declared: int, found: int) -> str:
    """Return what to do when the cards found are not as many as declared."""
    change = "add" if found < declared else "remove"
    return f"{change} {counted(abs(declared - found), 'copy', 'copies')}, or change the count to {found}"


@rule("CT201", "kind-count", Severity.ERROR)
def kind_count(game: Game) -> Iterator[Problem]:
    """The copies of each kind come to the number the game declares.

    A record lost in an edit does not show on any card; it shows when the deck runs out too early.

    Bad:

        # game.yaml: prize: {count: 35}, and the copies in prizes.yaml come to 34

    Good:

        # game.yaml: prize: {count: 34}, or one more copy in prizes.yaml

    Overlooked on purpose: a kind of which some record could not be read; that record has its own finding.
    """
    for kind in game.kinds:
        copies = game.copies_of(kind.id)
        if kind.id not in game.incomplete and copies != kind.count:
            said = f"the game declares {kind_phrase(kind.count, kind)}"
            message = f"{said}, the {called([kind])} come to {copies}"
            yield kind.count_source, message, _count_remedy(kind.count, copies)


@rule("CT202", "deck-count", Severity.ERROR)
def deck_count(game: Game) -> Iterator[Problem]:
    """The copies of all cards of a deck come to the number the deck declares.

    A deck of 119 where the rulebook says 120 is a card left at the printer's, or one too few in the box.

    Bad:

        # decks: main: {kinds: [prize, battle], count: 85}, and the cards come to 84

    Good:

        # the missing copy is added, or the deck declares 84

    Overlooked on purpose: a deck with a kind of which some record could not be read.
    """
    for deck in game.decks:
        found = game.copies_of(*deck.kinds)
        if found != deck.count and game.incomplete.isdisjoint(deck.kinds):
            noun = called(map(game.kind, deck.kinds))
            message = f"{deck.title} declares {deck.count} {noun}, the {noun} come to {found}"
            yield deck.count_source, message, _count_remedy(deck.count, found)


@rule("CT203", "deck-sum", Severity.ERROR)
def deck_sum(game: Game) -> Iterator[Problem]:
    """The number a deck declares is the sum of what its kinds declare.

    The same number is written in two places of game.yaml; one of them is changed and the other forgotten.

    Bad:

        kinds: {prize: {count: 35}, battle: {count: 50}}
        decks: {main: {kinds: [prize, battle], count: 90}}

    Good:

        kinds: {prize: {count: 35}, battle: {count: 50}}
        decks: {main: {kinds: [prize, battle], count: 85}}

    Only declared numbers are compared, so this holds while cards are still being written. Overlooked on
    purpose: kinds in no deck, since mats and tokens belong to none, and kinds in two; kinds that declare no
    number and of which no card can be read.
    """
    for deck in game.decks:
        kinds = [game.kind(id) for id in deck.kinds]
        total = sum(kind.count for kind in kinds)
        is_known = all(kind.count or kind.id not in game.incomplete for kind in kinds)
        if total != deck.count and is_known:
            parts = " + ".join(kind_phrase(kind.count, kind) for kind in kinds)
            message = f"{deck.title} declares {deck.count} cards, its kinds declare {parts} = {total}"
            yield deck.count_source, message, f"change the count to {total}, or the count of a kind"


@rule("CT204", "enough-for-players", Severity.ERROR)
def enough_for_players(game: Game) -> Iterator[Problem]:
    """What every player takes is there for as many players as can play.

    A box that says "2 to 5 players" with four heroes in it is a letter from a customer.

    Bad:

        players: {least: 2, most: 5}
        kinds: {hero: {count: 4, per_player: 1}}

    Good:

        players: {least: 2, most: 5}
        kinds: {hero: {count: 5, per_player: 1}}

    `per_player` says how many copies of the kind each player takes; those in the data are counted. Where the
    game comes in packs, each number of players has those packs that are for as many or fewer. Overlooked on
    purpose: more than enough, and a kind of which some record could not be read.
    """
    for tier in player_tiers(game):
        for kind in game.kinds:
            found, needed = tier.copies_of(game, kind.id), kind.per_player * tier.most
            if kind.id not in game.incomplete and found < needed:
                evidence = "the packs they play with" if game.packs else "the cards"
                wanted = f"{tier.most} players need {kind_phrase(needed, kind)}"
                enough_for = found // kind.per_player
                fewer = f", or let at most {enough_for} play" if enough_for >= tier.least else ""
                remedy = f"add {counted(needed - found, 'copy', 'copies')}{fewer}"
                yield tier.source, f"{wanted}, {evidence} come to {found}", remedy


@rule("CT210", "enough-to-deal", Severity.ERROR)
def enough_to_deal(game: Game) -> Iterator[Problem]:
    """The deck has enough cards to deal as many players as can play their first hands.

    A hand that grew by two cards, and a fifth player added for the box: together they empty the deck at once.

    Bad:

        # players: {least: 2, most: 5}, a deck of 48 cards, and in rules.yaml
        first_hand: {value: 10, means: cards in a first hand, dealt: true}

    Good:

        first_hand: {value: 9, means: cards in a first hand, dealt: true}

    Looked at are the numbers of rules.yaml that say `dealt: true`, for every deck together, less what each
    player takes before (`per_player`). Overlooked on purpose: whether a deck that is just enough leaves
    anything to draw; all of it while some record could not be read.
    """
    in_decks = {id for deck in game.decks for id in deck.kinds}
    if not in_decks or not game.incomplete.isdisjoint(in_decks):
        return
    drawn = [kind.id for kind in game.kinds if kind.id in in_decks and not kind.per_player]
    for hand in game.rules.numbers.values():
        for tier in player_tiers(game) if hand.dealt else ():
            found, needed = tier.copies_of(game, *drawn), hand.value * tier.most
            if found < needed:
                hands = f"hands of {hand.value} for {tier.most} players"
                message = f"{hands} take {needed} cards, there are {found}"
                yield hand.source, message, f"deal {found // tier.most} at most, or let fewer play"


@rule("CT222", "set-count", Severity.ERROR)
def set_count(game: Game) -> Iterator[Problem]:
    """The cards of each set come to the numbers that the set declares.

    A card that names the wrong set, or none and so is in the first, is missing there and too many here.

    Bad:

        # game.yaml: sets: {base: …, storms: {title: Storms, count: 12}}, and 11 copies say set: storms

    Good:

        # the twelfth card says set: storms

    Compared are `count`, all components of the set with their copies, and what `counts` says of kinds.
    Overlooked on purpose: sets that might hold a record that could not be read.
    """
    for each in game.sets:
        for declared in each.counts:
            kinds = {declared.kind} if declared.kind else {kind.id for kind in game.kinds}
            found = sum(card.copies for card in game.cards_in_set(each.id) if card.kind in kinds)
            if found != declared.count and game.incomplete.isdisjoint(kinds):
                kind = game.kind(declared.kind) if declared.kind else None
                said = kind_phrase(declared.count, kind) if kind else counted(declared.count, "card")
                message = f"{each.title} declares {said}, the cards come to {found}"
                yield declared.source, message, _count_remedy(declared.count, found)


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
            named = [f"{card.name} ×{card.copies}" if card.copies > 1 else card.name for card in cards]
            more = ["…"] if named[_MOST_NAMED:] else []
            those = f": {', '.join(named[:_MOST_NAMED] + more)}" if named else ""
            yield each.source, f"{has}, and {each} are promised{those}", _remedy(each, found)


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
            title = game.kind(promise.kind).title
            names = {plain_name(other.name) for other in game.cards_of(promise.kind)}
            near = "" if promise.field else did_you_mean(card.name, names)
            remedy = f"say which in {promise.field}" if promise.field else f"give it the name of a {title}"
            yield card.source, f"{card.name} is for no {title}{near}", remedy
    if any(promise.field in card.fields and card.id not in others for card in own):
        return
    for card in (card for card in game.cards_of(promise.kind) if card.id not in first):
        link = f" with {promise.field}: {card.id}" if promise.field else f' called "{card.name}"'
        message = f"{card.name} has no {kind.title}; one for each is promised ({promise.source})"
        yield card.source, message, f"add a {kind.title}{link}"


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


_FAMILIES = ("number", "count", "players", "spaces")
Values = Mapping[str, int]
"""What a domain may be bound by, as it is written: `count.brick`."""


@rule("CT219", "table-domain", Severity.ERROR)
def table_domain(game: Game) -> Iterator[Problem]:
    """Every number of a table's domain is in one of its rows, and in one only.

    Thirteen bricks are in the box, and the scoring table ends at twelve; or a row was split in two, and both
    say what happens on a 6.

    Bad:

        scoring:
          title: The builder's points
          domain: {of: Bricks, from: 1, to: count.brick}
          columns: {moves: The builder moves}
          rows: [{from: 1, to: 2, moves: 2 back}, {from: 4, moves: none}, {from: 4, to: 13, moves: 1}]

    Good:

        scoring:
          title: The builder's points
          domain: {of: Bricks, from: 1, to: count.brick}
          columns: {moves: The builder moves}
          rows: [{from: 1, to: 3, moves: 2 back}, {from: 4, moves: none}, {from: 5, to: 13, moves: 1}]

    Looked at are the tables of rules.yaml. Their domain goes from one number to another, each written as a
    number or taken from where it is known: `number.most_bricks`, `count.brick`, `players.most`. A gap is told
    at the row behind it, or at the last row. Overlooked on purpose: tables whose domain depends on records
    that could not be read.
    """
    if not game.rules.tables:
        return
    known = reference_values(game).items()
    values = {f"{family}.{name}": value for (family, name), value in known if family in _FAMILIES}
    for table in game.rules.tables.values():
        first, last = _number_of(table.first.said, values), _number_of(table.last.said, values)
        if first is None or last is None:
            yield from _unknown_bounds(table, values)
        elif not _depends_on_unread(game, table):
            yield from _row_problems(table, first, last)


def _number_of(said: int | str, values: Values) -> int | None:
    return said if isinstance(said, int) else values.get(said)


def _unknown_bounds(table: RulesTable, values: Values) -> Iterator[Problem]:
    for bound in (table.first, table.last):
        if _number_of(bound.said, values) is None:
            family, _, name = str(bound.said).partition(".")
            names = [known.partition(".")[2] for known in values if known.startswith(f"{family}.")]
            near = did_you_mean(name, names) if names else did_you_mean(family, _FAMILIES)
            yield bound.source, f"there is no {bound.said}{near}", "write a number, or what has one"


def _depends_on_unread(game: Game, table: RulesTable) -> bool:
    """Return whether a bound counts records of which some could not be read."""
    bounds = {str(bound.said).partition(".")[2] for bound in (table.first, table.last)}
    kinds = bounds.union(*(deck.kinds for deck in game.decks if deck.id in bounds))
    return not game.incomplete.isdisjoint(kinds)


def _row_problems(table: RulesTable, first: int, last: int) -> Iterator[Problem]:
    if first > last:
        yield table.first.source, f"the domain of {table.title} ends at {last}, before it begins", None
        return
    rows = sorted(table.rows, key=lambda row: row.first)
    wanted, furthest = first, rows[0]
    for row in rows:
        if row.first < first or row.last > last:
            message = f"{row.range} is not within {first} to {last}, the domain of {table.title}"
            yield row.source, message, "end the row there, or widen the domain"
        elif row.first > wanted:
            missing = _gap_message(wanted, row.first - 1, table)
            yield row.source, missing, f"begin this row at {wanted}, or add one"
        elif row.first < wanted:
            both = _numbers(row.first, min(row.last, furthest.last))
            here = f"{furthest.range} ({brief_place(furthest.source, row.source)})"
            yield row.source, f"{both} is in the row {here} already", f"begin this row at {wanted}"
        if row.last >= wanted:
            wanted, furthest = row.last + 1, row
    if wanted <= last:
        yield rows[-1].source, _gap_message(wanted, last, table), "add a row for it, or end the domain before"


def _gap_message(first: int, last: int, table: RulesTable) -> str:
    return f"{_numbers(first, last)} is in no row of {table.title}"


def _numbers(first: int, last: int) -> str:
    return str(first) if first == last else f"{first} to {last}"
