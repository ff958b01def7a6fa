"""The tables of rules.yaml: rows that say for which numbers they are, and what is so for them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Any

from cardtool.finding import Finding
from cardtool.load.file_rules import SCHEMA
from cardtool.load.schema_words import join_words
from cardtool.load.yaml_files import Document
from cardtool.model import RulesTable, TableBound, TableRow
from cardtool.project import did_you_mean

_RANGE = ("from", "to")


def make_tables(document: Document) -> Mapping[str, RulesTable]:
    """Return the tables, as a faultless file has them, by id."""
    tables = document.data.get("tables", {})
    return MappingProxyType({id: _make_table(document, id, table) for id, table in tables.items()})


def _make_table(document: Document, id: str, table: Mapping[str, Any]) -> RulesTable:
    path, domain = ("tables", id), table["domain"]
    bounds = {key: TableBound(domain[key], document.at((*path, "domain", key))) for key in _RANGE}
    rows = (_make_row(document, id, number, row) for number, row in enumerate(table["rows"]))
    return RulesTable(
        id=id,
        title=table["title"],
        of=domain["of"],
        first=bounds["from"],
        last=bounds["to"],
        columns=MappingProxyType(table["columns"]),
        rows=tuple(rows),
        source=document.at_key(("tables",), id),
        source_map=document.source_map.inside(path),
    )


def _make_row(document: Document, id: str, number: int, row: Mapping[str, Any]) -> TableRow:
    path = ("tables", id, "rows", number)
    cells = {key: value for key, value in row.items() if key not in _RANGE}
    return TableRow(
        first=row["from"],
        last=row.get("to", row["from"]),
        cells=MappingProxyType(cells),
        source=document.at(path),
        source_map=document.source_map.inside(path),
    )


def table_faults(document: Document) -> Iterator[Finding]:
    """Yield what is wrong between the rows of a table and its columns, and rows that run backwards."""
    for id, table in document.data.get("tables", {}).items():
        for number, row in enumerate(table["rows"]):
            yield from _row_faults(document, id, number, row, table["columns"])


def _row_faults(
    document: Document, id: str, number: int, row: Mapping[str, Any], columns: Mapping[str, str]
) -> Iterator[Finding]:
    path = ("tables", id, "rows", number)
    known = {*_RANGE, *columns}
    for key in (key for key in row if key not in known):
        message = f'"{key}" is no column of {id}{did_you_mean(key, known)}'
        yield SCHEMA.found(
            document.at_key(path, key), message, f"the columns are {join_words(columns, 'and')}"
        )
    for key in (key for key in columns if key not in row):
        message = f'"{key}" is missing from this row'
        yield SCHEMA.found(document.at(path), message, f"add {key}: {columns[key]}")
    if row.get("to", row["from"]) < row["from"]:
        message = f"a row from {row['from']} to {row['to']} runs backwards"
        yield SCHEMA.found(document.at((*path, "to")), message, "write the lower number first")
