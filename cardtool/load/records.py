"""Reads the records of every kind as Components, from whatever file holds them.

References between records are checked by schemas, as formats; so all files are read before any is judged.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path
from types import MappingProxyType
from typing import Any, Protocol

from cardtool.errors import UsageError
from cardtool.finding import Finding
from cardtool.load.file_rules import ASSET, SCHEMA, TABLE
from cardtool.load.kinds import declared_kinds, file_of, inline_records, made_record, record_files, set_format
from cardtool.load.rules_texts import RULES_FILES
from cardtool.load.schemas import GameContext, Validator, field_roles, known_paths
from cardtool.load.table_records import TableRecords, known_headings, row_choice, shared_records
from cardtool.load.tables import NOTE_MARK, Cell, Table, column_key, read_csv
from cardtool.load.workbook_tables import read_workbook
from cardtool.load.yaml_files import Document, read_yaml_records
from cardtool.model import Component, FieldRoles, RecordFields, RecordPlaces, Source, with_fields
from cardtool.project import Project, did_you_mean

GAME_FILE = "game.yaml"
_RECORD_SCHEMA = "record.schema.json"
_PLAIN_SCHEMA = "plain-record.schema.json"  # of kinds in game.yaml itself that have no schema of their own
_MOST_EXPLAINED = 200  # records with faults in one file; more of them have one cause
_MOST_COPIES = 100_000  # of all records of a kind; a print run, and not a deck
_OF_RECORD = "id"  # the column that says which record a row is a copy of
_TAKEN_NAMES = frozenset({"copies", "copy_number", "index", "kind"})
_MOST_FAULTS = 200  # in one table; more of them have one cause
_FIELD = re.compile(r"[a-z][a-z0-9_]*")


def _is_field_name(heading: str) -> bool:
    """Return whether a template could ask for a column of this heading, as `column_key` writes it."""
    return _FIELD.fullmatch(heading) is not None


@dataclass(frozen=True, slots=True)
class _CopiedRecords:
    """Records with their copies, the columns that say something of each, and what is wrong with the table."""

    cards: tuple[Component, ...]
    columns: frozenset[str]
    findings: tuple[Finding, ...]


def _copy_records(table: Table, cards: Sequence[Component], place: Source) -> _CopiedRecords:
    """Return these records with a copy for each of their rows; each has all rows where none says whose.

    `place` is where the game names the table.
    """
    columns = {column_key(cell.value): column for column, cell in _copy_columns(table)}
    faults = (*table.findings, *islice(_copy_faults(table, cards, columns, place), _MOST_FAULTS))
    names = frozenset(columns) - {_OF_RECORD}
    if faults:
        return _CopiedRecords(tuple(cards), names, faults)
    own: dict[str, list[Mapping[str, str]]] = {card.id: [] for card in cards}
    whose = columns.get(_OF_RECORD)
    for row in table.rows:
        values = {name: str(row[columns[name]].value) for name in sorted(names)}
        for id in own if whose is None else (str(row[whose].value),):
            own[id].append(values)
    return _CopiedRecords(tuple(_with_rows(card, own[card.id]) for card in cards), names, ())


def _with_rows(card: Component, rows: Sequence[Mapping[str, str]]) -> Component:
    fields = with_fields(card.fields, {"copies": len(rows)})
    return replace(card, copies=len(rows), fields=fields, copy_fields=tuple(rows))


def _copy_columns(table: Table) -> Iterator[tuple[int, Cell]]:
    return (
        (column, cell) for column, cell in table.headings.items() if not str(cell.value).startswith(NOTE_MARK)
    )


def _copy_faults(
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
    fields = {field for card in cards for field in card.fields} | _TAKEN_NAMES
    seen: set[str] = set()
    for _, cell in _copy_columns(table):
        key = column_key(cell.value)
        if not _is_field_name(key):
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


class RecordReader(Protocol):
    """Reads a file of records: a list of mappings, each value with its place.

    Whatever is wrong with the file is among the document's findings, and nothing is raised for it.
    """

    def __call__(self, project: Project, path: Path, /) -> Document: ...


RECORD_READERS: Mapping[str, RecordReader] = MappingProxyType({".yaml": read_yaml_records})
"""What reads the records of a kind, by the suffix of their file. A new source of records is one row here."""


class TableReader(Protocol):
    """Reads a table; `known` says of a heading whether some field is called so.

    Whatever is wrong with the file is among the table's findings, and nothing is raised for it.
    """

    def __call__(
        self, project: Project, path: Path, sheet: str, known: Callable[[str], bool], /
    ) -> Table: ...


TABLE_READERS: Mapping[str, TableReader] = MappingProxyType({".csv": read_csv, ".xlsx": read_workbook})
"""What reads a table whose rows are records, by the suffix of its file."""


@dataclass(frozen=True, slots=True)
class KindRecords:
    """The cards of one kind. `complete` is false where there may be more than could be read.

    `schema` is that of their records, None where it was not read. `columns` are what a table says of copies.
    """

    cards: tuple[Component, ...]
    findings: tuple[Finding, ...]
    complete: bool
    schema: Any = None
    columns: frozenset[str] = frozenset()

    @property
    def fields(self) -> frozenset[str] | None:
        """Return the fields records can have, nested ones as `ability.cost`; None where that is not known.

        They are those that the schema knows and, where it lets records have others, those that they have.
        """
        if self.schema is None:
            return None
        closed = False in (self.schema.get(key) for key in ("unevaluatedProperties", "additionalProperties"))
        own = () if closed else (path for card in self.cards for path in _paths_in(card.fields))
        return frozenset((*known_paths(self.schema), *own))


def _paths_in(fields: Mapping[str, Any], before: str = "") -> Iterator[str]:
    for key, value in fields.items():
        yield f"{before}{key}"
        if isinstance(value, Mapping):
            yield from _paths_in(value, f"{before}{key}.")


def read_all_records(context: GameContext, declared: Document) -> dict[str, KindRecords]:
    """Read the records of every kind that game.yaml declares, by kind, in its order. Raises: ProjectError."""
    documents, missing = _read_documents(context, declared)
    context = context.with_records(_names_by_kind(declared, documents), set_format(declared))
    found = {kind: KindRecords((), (fault,), complete=False) for kind, fault in missing.items()}
    found |= {kind: _make_records(context, declared, kind, each) for kind, each in documents.items()}
    kinds = declared_kinds(declared)
    for id in _originals_first(kinds):
        if id not in found and str(kinds[id].get("of")) in found:
            found[id] = _records_from_originals(id, kinds[id], found[str(kinds[id]["of"])])
    for id, kind in kinds.items():
        if id in found and isinstance(kind.get("copies_from"), str):
            found[id] = _with_copies(context, declared, id, found[id])
    return {id: found[id] for id in kinds if id in found}


def _read_documents(
    context: GameContext, declared: Document
) -> tuple[dict[str, Document], dict[str, Finding]]:
    """Return the records of each kind, as they were read, and why those of other kinds cannot be.

    They stand in game.yaml, in a file of their own, in a table, or in a file that several kinds share.
    """
    documents, missing = inline_records(declared), dict[str, Finding]()
    tables: dict[str, list[str]] = {}
    shared: dict[str, list[str]] = {}
    for kind, file in record_files(declared).items():
        if fault := _missing_records_finding(context, declared, kind, file):
            missing[kind] = fault
        elif file_of(file).suffix in TABLE_READERS:
            tables.setdefault(file, []).append(kind)
        elif "where" in declared_kinds(declared)[kind]:
            shared.setdefault(file, []).append(kind)
        else:
            documents[kind] = _read_file(context, file)
    for file, kinds in tables.items():
        documents |= _read_table(context, declared, file, kinds)
    for file, kinds in shared.items():
        choices = {kind: row_choice(declared, kind) for kind in kinds}
        schemas = {kind: _own_schema(context, kind) for kind in kinds}
        documents |= shared_records(_read_file(context, file), choices, schemas)
    return documents, missing


def _with_copies(context: GameContext, declared: Document, kind: str, records: KindRecords) -> KindRecords:
    """Return the records of a kind with a copy for each row of the table that it names."""
    place = declared.at(("kinds", kind, "copies_from"))
    named = str(declared.value(("kinds", kind, "copies_from")))
    file, sheet = file_of(named), named.partition("#")[2]
    reader = TABLE_READERS.get(file.suffix)
    if reader is None:  # the schema of game.yaml reports it
        return records
    if not os.path.exists(context.folder / file):
        near = did_you_mean(file.name, {path.name for path in context.folder.iterdir()} - {file.name})
        fault = ASSET.found(place, f"there is no file {file} beside game.yaml{near}")
        return replace(records, findings=(*records.findings, fault))
    copied = _copy_records(
        reader(context.project, context.folder / file, sheet, _is_field_name), records.cards, place
    )
    findings = (*records.findings, *copied.findings)
    return replace(records, cards=copied.cards, findings=findings, columns=copied.columns)


def _originals_first(kinds: Mapping[str, Mapping[str, Any]]) -> list[str]:
    """Return the kinds, each behind the one from whose records its own are made."""
    ordered = dict.fromkeys(id for id, kind in kinds.items() if "of" not in kind)
    while waiting := [id for id in kinds if id not in ordered and str(kinds[id]["of"]) in ordered]:
        ordered |= dict.fromkeys(waiting)
    return list(ordered)


def _missing_records_finding(
    context: GameContext, declared: Document, kind: str, file: str
) -> Finding | None:
    """Return why a kind's records cannot be read at all, if so."""
    name = file_of(file)
    fault = _missing_schema_finding(context, declared, kind)
    if fault and name.suffix not in TABLE_READERS:
        return fault
    if not os.path.exists(context.folder / name):
        suffixes = {*RECORD_READERS, *TABLE_READERS}
        others = {path.name for path in context.folder.glob("*") if path.suffix in suffixes}
        near = did_you_mean(name.name, others - {GAME_FILE, *RULES_FILES, name.name})
        place = declared.at(("kinds", kind, "records"))
        return ASSET.found(place, f"there is no file {name} beside game.yaml{near}")
    return None


def _missing_schema_finding(context: GameContext, declared: Document, kind: str) -> Finding | None:
    schema = f"{context.game}/{kind}.schema.json"
    if schema in context.schemas:
        return None
    place = declared.at_key(("kinds",), kind)
    known = next((finding for finding in declared.findings if finding.source == place), None)
    if known:
        return known  # a kind whose id is wrong has no schema of that name
    message = f'nothing says what a record of kind "{kind}" holds'
    left = context.schemas.record_schemas(context.game) - declared_kinds(declared).keys()
    if len(left) == 1:
        (old,) = left
        renamed = (
            f"if {old} was renamed, call schemas/{context.game}/{old}.schema.json {kind}.schema.json, too"
        )
        return SCHEMA.found(place, message, f"{renamed}; else write schemas/{schema}")
    return SCHEMA.found(place, message, f"write schemas/{schema}")


def _read_file(context: GameContext, file: str) -> Document:
    path = context.folder / file
    reader = RECORD_READERS.get(path.suffix, read_yaml_records)
    return (context.read_records if reader is read_yaml_records else reader)(context.project, path)


def read_table(project: Project, path: Path, sheet: str = "") -> Table:
    """Return a table of the project, of a workbook this sheet, or its first.

    Raises: UsageError for other files.
    """
    reader = TABLE_READERS.get(path.suffix)
    if reader is None:
        raise UsageError(f"{path.name} is no table; give a file {' or '.join(TABLE_READERS)}")
    return reader(project, path, sheet, frozenset(("name", "title", "type", "text")).__contains__)


def _read_table(
    context: GameContext, declared: Document, records: str, kinds: Sequence[str]
) -> dict[str, Document]:
    """Return the records that these kinds have in one table. The first has what is wrong with it."""
    file, sheet = file_of(records), records.partition("#")[2]
    choices = {kind: row_choice(declared, kind) for kind in kinds}
    schemas = {kind: _own_schema(context, kind) for kind in kinds}
    known = known_headings(choices.values(), schemas.values())
    table = TABLE_READERS[file.suffix](context.project, context.folder / file, sheet, known)
    found = TableRecords(table, choices, schemas)
    documents = {kind: found.document(kind) for kind in kinds}
    first = documents[kinds[0]]
    documents[kinds[0]] = replace(first, findings=(*found.findings(), *first.findings))
    return documents


def _own_schema(context: GameContext, kind: str) -> Any:
    """Return the schema of a kind's records; None where it has none."""
    name = f"{context.game}/{kind}.schema.json"
    return context.shape(name).schema if name in context.schemas else None


def _names_by_kind(
    declared: Document, documents: Mapping[str, Document]
) -> dict[str, Mapping[str, str] | None]:
    """Return the names of every kind's records by their ids; None where not all can be known."""
    kinds = declared_kinds(declared)
    names = {kind: _names_by_id(documents[kind]) if kind in documents else None for kind in kinds}
    for id in _originals_first(kinds):
        originals = names.get(str(kinds[id].get("of", "")))
        if id not in documents and originals is not None:
            names[id] = {f"{original}-{id}": name for original, name in originals.items()}
    return names


def _names_by_id(document: Document) -> Mapping[str, str] | None:
    if not document.complete or not isinstance(document.data, list):
        return None
    return {str(each.get("id")): str(each.get("name")) for each in document.data if isinstance(each, dict)}


def _make_records(context: GameContext, declared: Document, kind: str, document: Document) -> KindRecords:
    """Return the cards of a document, and what is wrong with it."""
    own = context.shape(record_schema(context, kind, inline=document.name == declared.name))
    every = context.shape(_RECORD_SCHEMA)
    if not document.complete:
        return KindRecords((), document.findings, complete=False, schema=own.schema)
    if not isinstance(document.data, list):
        fix = "begin each record with a dash: - id: …"
        problem = SCHEMA.found(document.at(()), "a file of records must be a list", fix)
        return KindRecords((), (*document.findings, problem), complete=False, schema=own.schema)
    roles = field_roles(own.schema)
    cards: list[Component] = []
    faulty: list[tuple[int, Validator]] = []
    for row, record in enumerate(document.data):
        fits_own, is_countable = own.fits(record), every.fits(record)
        if is_countable:
            cards.append(_make_card(document, kind, row, record, roles))
        if not (fits_own and is_countable):
            faulty.append((row, every if fits_own else own))
    findings = (*document.findings, *_record_findings(document, faulty))
    return KindRecords(tuple(cards), findings, len(cards) == len(document.data), own.schema)


def record_schema(context: GameContext, kind: str, *, inline: bool) -> str:
    """Return the name of the schema of a kind's records, which stand in game.yaml itself where `inline`."""
    name = f"{context.game}/{kind}.schema.json"
    return name if name in context.schemas else _PLAIN_SCHEMA if inline else _RECORD_SCHEMA


def _records_from_originals(id: str, kind: Mapping[str, Any], originals: KindRecords) -> KindRecords:
    """Return the records of a kind that are made from those of another, one from each."""
    copies = kind.get("copies", 1)
    cards = originals.cards if isinstance(copies, int) else ()
    made = tuple(made_record(id, copies, card) for card in cards)
    return KindRecords(made, (), originals.complete, originals.schema)


def _make_card(
    document: Document, kind: str, row: int, record: Mapping[str, Any], roles: FieldRoles
) -> Component:
    fields = RecordFields(record)
    return Component(
        id=record["id"],
        kind=kind,
        name=record["name"],
        copies=fields["copies"],
        fields=fields,
        source=document.begin(row),
        places=RecordPlaces(document.source_map.children, row),
        roles=roles,
    )


def _record_findings(document: Document, faulty: Sequence[tuple[int, Validator]]) -> Iterator[Finding]:
    """Yield what is wrong with records, each of which does not have the shape beside its number."""
    for number, shape in faulty[:_MOST_EXPLAINED]:
        yield from shape.findings(document, (number,))
    for number, _ in faulty[_MOST_EXPLAINED:][:1]:
        yield SCHEMA.found(document.at((number,)), "and so on: the records from here are not explained")
