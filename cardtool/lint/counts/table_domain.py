"""Every number of a table's domain is in one of its rows, and in one only.

Thirteen arrows are in the box, and the scoring table ends at twelve; or a row was split in two, and both say
what happens on a 6.

Bad:

    scoring:
      title: The maker's points
      domain: {of: Arrows, from: 1, to: count.arrow}
      columns: {moves: The maker moves}
      rows: [{from: 1, to: 2, moves: 2 back}, {from: 4, moves: none}, {from: 4, to: 13, moves: 1}]

Good:

    scoring:
      title: The maker's points
      domain: {of: Arrows, from: 1, to: count.arrow}
      columns: {moves: The maker moves}
      rows: [{from: 1, to: 3, moves: 2 back}, {from: 4, moves: none}, {from: 5, to: 13, moves: 1}]

Looked at are the tables of rules.yaml. Their domain goes from one number to another, each written as a number
or taken from where it is known: `number.most_arrows`, `count.arrow`, `players.most`. A gap is told at the row
behind it, or at the last row. Overlooked on purpose: tables whose domain depends on records that could not be
read.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from cardtool.lint.core import Problem, Severity, brief_place, rule
from cardtool.lint.core.game_texts import reference_values
from cardtool.model import Game, RulesTable, TableBound
from cardtool.project import did_you_mean

_FAMILIES = ("number", "count", "players", "spaces")
Values = Mapping[str, int]
"""What a domain may be bound by, as it is written: `count.arrow`."""


@rule("CT219", "table-domain", Severity.ERROR)
def check(game: Game) -> Iterator[Problem]:
    if not game.rules.tables:
        return
    values = {
        f"{family}.{name}": value
        for (family, name), value in reference_values(game).items()
        if family in _FAMILIES
    }
    for table in game.rules.tables.values():
        first, last = _bound(table.first, values), _bound(table.last, values)
        if first is None or last is None:
            yield from _unknown_bounds(table, values)
        elif not _depends_on_unread(game, table):
            yield from _row_problems(table, first, last)


def _bound(bound: TableBound, values: Values) -> int | None:
    return bound.said if isinstance(bound.said, int) else values.get(bound.said)


def _unknown_bounds(table: RulesTable, values: Values) -> Iterator[Problem]:
    for bound in (table.first, table.last):
        if _bound(bound, values) is None:
            family, _, name = str(bound.said).partition(".")
            names = [known.partition(".")[2] for known in values if known.startswith(f"{family}.")]
            near = did_you_mean(name, names) if names else did_you_mean(family, _FAMILIES)
            yield bound.source, f"there is no {bound.said}{near}", "write a number, or what has one"


def _depends_on_unread(game: Game, table: RulesTable) -> bool:
    """Return whether a bound counts records of which some could not be read."""
    counted = {str(bound.said).partition(".")[2] for bound in (table.first, table.last)}
    kinds = counted.union(*(deck.kinds for deck in game.decks if deck.id in counted))
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
