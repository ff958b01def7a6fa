"""Which records of a file are which kind's, where several kinds read one file of records."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from cardtool.finding import Finding
from cardtool.load.file_rules import SCHEMA
from cardtool.load.schemas import known_keys
from cardtool.load.table_records import RowChoice
from cardtool.load.yaml_files import Document
from cardtool.project import did_you_mean

Wanted = Mapping[str, tuple[str, ...]]


def shared_records(
    document: Document, choices: Mapping[str, RowChoice], schemas: Mapping[str, Any]
) -> dict[str, Document]:
    """Return the records of each kind as if in a file of their own. What is wrong with the file is told once.

    `schemas` are those of the kinds' records. A field that only says which kind a record is of, and that its
    schema does not know, is left out.
    """
    first, *_ = choices
    if not document.complete or not isinstance(document.data, list):
        nothing = replace(document, data=None, findings=(), complete=False)
        return {kind: document if kind == first else nothing for kind in choices}
    chosen = {kind: _part(document, choice.where, schemas[kind]) for kind, choice in choices.items()}
    untaken = tuple(_untaken(document, [choice.where for choice in choices.values()]))
    chosen[first] = replace(chosen[first], findings=(*document.findings, *untaken))
    return chosen


def _part(document: Document, wanted: Wanted, schema: Any) -> Document:
    unknown = frozenset(wanted) - known_keys(schema).keys() if schema is not None else frozenset[str]()
    rows = [row for row, record in enumerate(document.data) if _is_wanted(record, wanted)]
    chosen = document.selected(rows)
    return replace(chosen, data=[_without(record, unknown) for record in chosen.data], findings=())


def _is_wanted(record: Any, wanted: Wanted) -> bool:
    if not isinstance(record, dict):
        return not wanted
    return all(str(record.get(field, "")) in values for field, values in wanted.items())


def _without(record: Any, fields: frozenset[str]) -> Any:
    if not isinstance(record, dict):
        return record
    return {field: value for field, value in record.items() if field not in fields}


def _untaken(document: Document, every: list[Wanted]) -> Iterator[Finding]:
    """Yield records that no kind takes, where they say what they are, or ought to."""
    fields = dict.fromkeys(field for wanted in every for field in wanted)
    for row, record in enumerate(document.data):
        if not any(_is_wanted(record, wanted) for wanted in every):
            field = next((each for each in fields if isinstance(record, dict) and each in record), "")
            place = document.at((row, field)) if field else document.at((row,))
            values = [value for wanted in every for value in wanted.get(field, ())]
            told = f'its {field} is "{record[field]}"' if field else f"it has no {next(iter(fields))}"
            near = did_you_mean(str(record[field]), values) if field else ""
            fix = "mend it, or add a kind with this where"
            yield SCHEMA.found(place, f"no kind takes this record: {told}{near}", fix)
