"""Copies from a table: one for each row, which is told the row's values beside the fields of its record."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice

from cardtool.finding import Finding
from cardtool.load.file_rules import TABLE
from cardtool.load.tables import NOTE_MARK, Cell, Table, column_key
from cardtool.model import Component, Source, with_fields
from cardtool.project import did_you_mean

_MOST_COPIES = 100_000  # of all records of a kind; a print run, and not a deck
_OF_RECORD = "id"  # the column that says which record a row is a copy of
_TAKEN = frozenset({"copies", "copy_number", "index", "kind"})
_MOST_FAULTS = 200  # in one table; more of them have one cause
_FIELD = re.compile(r"[a-z][a-z0-9_]*")


def is_field_name(heading: str) -> bool:
    """Return whether a template could ask for a column of this heading, as `column_key` writes it."""
    return _FIELD.fullmatch(heading) is not None


@dataclass(frozen=True, slots=True)
class CopiedRecords:
    """Records with their copies, the columns these are told, and what is wrong with the table."""

    cards: tuple[Component, ...]
    columns: frozenset[str]
    findings: tuple[Finding, ...]


def copy_records(table: Table, cards: Sequence[Component], place: Source) -> CopiedRecords:
    """Return these records with a copy for each of their rows; each has all rows where none says whose.

    `place` is where the game names the table.
    """
    columns = {column_key(cell.value): column for column, cell in _read_columns(table)}
    faults = (*table.findings, *islice(_faults(table, cards, columns, place), _MOST_FAULTS))
    names = frozenset(columns) - {_OF_RECORD}
    if faults:
        return CopiedRecords(tuple(cards), names, faults)
    own: dict[str, list[Mapping[str, str]]] = {card.id: [] for card in cards}
    whose = columns.get(_OF_RECORD)
    for row in table.rows:
        values = {name: str(row[columns[name]].value) for name in sorted(names)}
        for id in own if whose is None else (str(row[whose].value),):
            own[id].append(values)
    return CopiedRecords(tuple(_with_copies(card, own[card.id]) for card in cards), names, ())


def _with_copies(card: Component, rows: Sequence[Mapping[str, str]]) -> Component:
    fields = with_fields(card.fields, {"copies": len(rows)})
    return replace(card, copies=len(rows), fields=fields, copy_fields=tuple(rows))


def _read_columns(table: Table) -> Iterator[tuple[int, Cell]]:
    return (
        (column, cell) for column, cell in table.headings.items() if not str(cell.value).startswith(NOTE_MARK)
    )


def _faults(
    table: Table, cards: Sequence[Component], columns: Mapping[str, int], place: Source
) -> Iterator[Finding]:
    """Yield what is wrong with headings, rows and copies that records have already."""
    yield from _heading_faults(table, cards)
    if not table.rows and not table.findings:
        yield TABLE.found(place, f"{table.name} has no row, so there is no copy", "write a row for each copy")
    for card in cards:
        if "copies" in card.source_map.children:
            message = f'"{card.name}" has a copy for each row of {table.name}'
            yield TABLE.found(card.at("copies"), message, "remove copies")
    if len(table.rows) * (1 if _OF_RECORD in columns else len(cards)) > _MOST_COPIES:
        message = f"{table.name} makes more than {_MOST_COPIES:,} copies"
        yield TABLE.found(place, message, "write fewer rows, or a column id that says whose each is")
    else:
        yield from _row_faults(table, cards, columns)


def _heading_faults(table: Table, cards: Sequence[Component]) -> Iterator[Finding]:
    fields = {field for card in cards for field in card.fields} | _TAKEN
    seen: set[str] = set()
    for _, cell in _read_columns(table):
        key = column_key(cell.value)
        if not is_field_name(key):
            yield TABLE.found(
                table.at(cell), f'no field can be called "{cell.value}"', "begin it with a letter"
            )
        elif key != _OF_RECORD and key in fields:
            message = f"{key} is a field of the records already"
            yield TABLE.found(table.at(cell), message, "call the column otherwise, or begin it with #")
        elif key in seen:
            yield TABLE.found(
                table.at(cell), f"there are two columns {key}", "remove one, or begin it with #"
            )
        seen.add(key)


def _row_faults(table: Table, cards: Sequence[Component], columns: Mapping[str, int]) -> Iterator[Finding]:
    ids, named = {card.id for card in cards}, set[str]()
    for row in filter(None, table.rows):
        first = next(iter(row.values()))
        for name, column in columns.items():
            if column not in row:
                yield TABLE.found(table.at(first), f"this row has no {name}", "fill the cell in")
        whose = row.get(columns.get(_OF_RECORD, -1))
        if whose is not None and str(whose.value) not in ids:
            message = f'there is no record "{whose.value}"{did_you_mean(str(whose.value), ids)}'
            yield TABLE.found(table.at(whose), message)
        named |= {str(whose.value)} if whose is not None else ids
    for card in cards if table.rows else ():
        if card.id not in named:
            yield TABLE.found(card.source, f'no row of {table.name} is a copy of "{card.name}"', "write one")
