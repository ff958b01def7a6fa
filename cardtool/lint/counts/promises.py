"""Rules about what data promises: so many in each group, one for each of a kind, a row for each number."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from cardtool.lint.core import Problem, Severity, brief_place, rule
from cardtool.lint.core.game_texts import reference_values
from cardtool.lint.counts.card_counts import kind_phrase
from cardtool.markup import plain_name
from cardtool.model import Amount, Component, Game, Groups, Kind, OneForEach, RulesTable, find_counterparts
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
