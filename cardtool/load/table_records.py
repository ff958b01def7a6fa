"""Makes records of the rows of a table, and parts a file of records that kinds share.

Knows which rows are whose, which column is which field, and what a cell means to the field's schema. What
a cell should have been is left to the schema to say.
"""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import chain, filterfalse, islice
from typing import Any

from cardtool.finding import Finding
from cardtool.load.file_rules import SCHEMA, TABLE
from cardtool.load.schemas import branches, known_keys, known_paths
from cardtool.load.tables import NOTE_MARK, Cell, CellValue, Table, column_key
from cardtool.load.yaml_files import Document
from cardtool.model import FieldPath, Source, SourceMap
from cardtool.project import did_you_mean

MEANS_COPIES = ("qty", "count", "quantity", "copies")
"""What a column of copies may be called in any table, as `column_key` writes it."""
_COPIES = "copies"
_NAMES = (("id",), ("name",))  # of which a record has one at least
_MOST_FAULTS = 200  # of one sort in a table; more of them have one cause
_WHOLE = re.compile(r"[+-]?[0-9]{1,15}")
_NUMBER = re.compile(r"[+-]?[0-9]{1,15}(?:[.,][0-9]{1,15})?")
_YES = frozenset({"yes", "true", "x", "1", "y"})
_NO = frozenset({"no", "false", "0", "n"})
_COUNTED = re.compile(r"(?:[x×] ?)?([0-9]{1,15})(?: ?[x×])?", re.IGNORECASE)
_LIST_BREAKS = ("\n", ";", ",")
_NOT_IN_IDS = re.compile(r"[^a-z0-9]+")
_APOSTROPHE = re.compile("['’]")
_LONGEST_ID = 64
_Wanted = Mapping[str, tuple[str, ...]]  # the values, by field, of which a record must have one


def made_id(name: str) -> str:
    """Return the id that a card gets from its name: `goblin-king` from "Goblin King", `zhuk` from "Жук"."""
    plain = "".join(map(_plain_letter, unicodedata.normalize("NFC", _APOSTROPHE.sub("", name).casefold())))
    id = _NOT_IN_IDS.sub("-", plain).strip("-")
    if len(id) <= _LONGEST_ID:
        return id
    return f"{id[: _LONGEST_ID - 9].strip('-')}-{hashlib.sha256(id.encode()).hexdigest()[:8]}"


@lru_cache(maxsize=1 << 12)
def _plain_letter(letter: str) -> str:
    """Return a letter without its accents, and one of another alphabet in Latin letters."""
    parted = "".join(
        each for each in unicodedata.normalize("NFKD", letter) if not unicodedata.combining(each)
    )
    if parted.isascii() or unicodedata.category(letter)[0] not in "LM":
        return parted
    from anyascii import anyascii

    return anyascii(letter).lower()


def count_in(value: CellValue) -> CellValue:
    """Return the number in a cell that counts, also where it is written 3x or x 3; else the cell as it is."""
    counted = _COUNTED.fullmatch(value) if isinstance(value, str) else None
    return counted[1] if counted else value


def plain_meaning(path: Sequence[str], value: CellValue) -> Any:
    """Return what a cell means where no schema says it: a whole number or text."""
    if tuple(path) in {("id",), ("name",)}:
        return str(value)
    if isinstance(value, str) and _WHOLE.fullmatch(value) and str(int(value)) == value:
        return int(value)
    return value


def as_asked(value: CellValue, schema: Any) -> Any:
    """Return a cell's value as its schema wants it; as it is, where it cannot be had so."""
    types = _types(schema)
    words = next((tuple(each["enum"]) for each in branches(schema) if "enum" in each), ())
    if isinstance(value, str) and words:
        return _listed_word(value, words)
    if isinstance(value, bool) and "boolean" not in types and "string" in types:
        return "yes" if value else "no"
    if "array" in types:
        text = str(value)  # a line each, or semicolons or commas between them
        by = next((sign for sign in _LIST_BREAKS if sign in text), _LIST_BREAKS[-1])
        of_items: Any = next((each["items"] for each in branches(schema) if "items" in each), {})
        return [as_asked(item.strip(), of_items) for item in text.split(by) if item.strip()]
    if isinstance(value, str):
        return _from_text(value, types)
    return str(value) if "string" in types and not types & {"integer", "number"} else value


def _from_text(value: str, types: Collection[str]) -> Any:
    if "boolean" in types and value.casefold() in _YES | _NO:
        return value.casefold() in _YES
    if "integer" in types and _WHOLE.fullmatch(value):
        return int(value)
    if "number" in types and _NUMBER.fullmatch(value):
        return float(value.replace(",", "."))
    return value


def _listed_word(value: str, words: Collection[Any]) -> Any:
    """Return the word of a list that this means, however it is written: saints-curse for Saint's Curse."""
    if value in words:
        return value
    same = _words_by_id(tuple(word for word in words if isinstance(word, str))).get(made_id(value), ())
    return same[0] if len(same) == 1 else value


@lru_cache(maxsize=16)
def _words_by_id(words: tuple[str, ...]) -> Mapping[str, Sequence[str]]:
    by_id: dict[str, list[str]] = {}
    for word in words:
        by_id.setdefault(made_id(word), []).append(word)
    return by_id


def _types(schema: Any) -> frozenset[str]:
    found: set[str] = set()
    for each in branches(schema):
        types = each.get("type", ())
        found.update([types] if isinstance(types, str) else types)
    return frozenset(found)


@dataclass(frozen=True, slots=True)
class RowChoice:
    """Which rows of a table are a kind's, and which of its columns are which of its fields.

    `where` holds, by heading, the values that a row must have; empty for all rows. `columns` holds the
    fields by their headings, as far as game.yaml names them; `source` is the place of the kind. An id is
    made of the name and of the fields `told_apart_by`.
    """

    where: Mapping[str, tuple[str, ...]]
    columns: Mapping[str, str]
    source: Source
    told_apart_by: tuple[str, ...] = ()


def row_choice(declared: Document, kind: str) -> RowChoice:
    """Return what game.yaml says of the rows of a kind."""
    entry = declared.value(("kinds", kind))
    where = entry.get("where") if isinstance(entry.get("where"), dict) else {}
    columns = entry.get("columns") if isinstance(entry.get("columns"), dict) else {}
    apart = entry.get("told_apart_by") if isinstance(entry.get("told_apart_by"), list) else ()
    lists = {heading: values if isinstance(values, list) else [values] for heading, values in where.items()}
    return RowChoice(
        {str(heading): tuple(map(str, values)) for heading, values in lists.items()},
        {str(heading): str(field) for heading, field in columns.items()},
        declared.at_key(("kinds",), kind),
        tuple(map(str, apart)),
    )


def known_headings(choices: Iterable[RowChoice], schemas: Iterable[Any]) -> Callable[[str], bool]:
    """Return what says whether some kind knows a heading, as `column_key` writes it."""
    declared = {column_key(heading) for choice in choices for heading in (*choice.where, *choice.columns)}
    fields = {column_key(path) for schema in schemas if schema is not None for path in known_paths(schema)}
    return {*declared, *fields, *MEANS_COPIES, "id", "name"}.__contains__


class TableRecords:
    """The records that some kinds have in one table. `schemas` are those of their records, by kind.

    A kind whose schema is None has whatever fields the table has columns.
    """

    def __init__(self, table: Table, choices: Mapping[str, RowChoice], schemas: Mapping[str, Any]) -> None:
        self._table, self._choices = table, choices
        self._fields = {kind: _FieldColumns(table, choices[kind], schemas[kind]) for kind in choices}

    def columns(self, kind: str) -> dict[FieldPath, int]:
        """Return the column of each field of a kind that has one."""
        return {path: at for at, path in self._fields[kind].paths.items()}

    def document(self, kind: str) -> Document:
        """Return the records of a kind as if in a file of their own, with what is wrong with their cells.

        Of a table without rows it is incomplete: nothing is said of cards that are still to come.
        """
        columns, choice = self._fields[kind], self._choices[kind]
        chosen = [row for row in self._table.rows if _is_chosen(self._table, row, choice)]
        rows = [row for row in chosen if columns.is_named(row)]
        records = [columns.record(row) for row in rows]
        nameless = (
            TABLE.found(
                self._table.at(row[min(row)]), "this row has no name", "give it one, or take the row out"
            )
            for row in filterfalse(columns.is_named, chosen)
        )
        return Document(
            name=self._table.name,
            data=[record for record, _ in records],
            source_map=SourceMap(1, 1, children=dict(enumerate(places for _, places in records))),
            findings=(
                *islice(self._strange_cells(kind, rows), _MOST_FAULTS),
                *islice(nameless, _MOST_FAULTS),
            ),
            complete=bool(self._table.rows),
            sheet=self._table.sheet,
        )

    def _strange_cells(self, kind: str, rows: Iterable[Mapping[int, Cell]]) -> Iterator[Finding]:
        """Yield cells that say something of which only other kinds know what it means."""
        others = {column for id, each in self._fields.items() if id != kind for column in each.paths}
        strange = others - self._fields[kind].paths.keys() - self._fields[kind].choosing
        for column, cell in chain.from_iterable(row.items() for row in rows if strange):
            if column in strange:
                heading = self._table.headings[column].value
                message = f'a record of {kind} has no field for column "{heading}"'
                yield SCHEMA.found(self._table.at(cell), message, "empty the cell, or add the field")

    def findings(self) -> Iterator[Finding]:
        """Yield what is wrong with the table, its headings, and its rows that no kind takes."""
        yield from self._table.findings
        yield from self._repeated_headings()
        if self._table.headings:
            yield from self._missing_rows()
            yield from self._missing_headings()
            yield from islice(self._unknown_headings(), _MOST_FAULTS)
            yield from islice(self._unclaimed_rows(), _MOST_FAULTS)

    def _repeated_headings(self) -> Iterator[Finding]:
        first: dict[str, Cell] = {}
        for cell in self._table.headings.values():
            earlier = first.setdefault(str(cell.value), cell)
            if earlier is not cell and not str(cell.value).startswith(NOTE_MARK):
                fix = f"rename one, or begin it with {NOTE_MARK}"
                yield TABLE.found(self._table.at(cell), f'a second column is called "{cell.value}"', fix)

    def _missing_rows(self) -> Iterator[Finding]:
        if not self._table.rows:
            place = self._table.at(next(iter(self._table.headings.values())))
            yield TABLE.found(place, "the table has no rows below its headings", "give it one for each card")

    def _missing_headings(self) -> Iterator[Finding]:
        known = [str(cell.value) for cell in self._table.headings.values()]
        for choice in self._choices.values():
            for heading in sorted({*choice.where, *choice.columns} - set(known)):
                message = f'{self._table.name} has no column "{heading}"{did_you_mean(heading, known)}'
                yield TABLE.found(choice.source, message)

    def _unknown_headings(self) -> Iterator[Finding]:
        every = self._fields.values()
        read = {column for each in every for column in (*each.paths, *each.choosing)}
        names = {path for each in every for path in each.known}
        for column, cell in self._table.headings.items():
            heading = str(cell.value)
            if heading.startswith(NOTE_MARK) or column in read:
                continue
            fix = f"say under columns what it is, or begin it with {NOTE_MARK} if it is a note"
            message = f'no field is called as column "{heading}"{did_you_mean(column_key(heading), names)}'
            yield TABLE.found(self._table.at(cell), message, fix)

    def _unclaimed_rows(self) -> Iterator[Finding]:
        choices = self._choices.values()
        choosing = {heading for choice in choices for heading in choice.where}
        column = next((at for at, cell in self._table.headings.items() if str(cell.value) in choosing), None)
        if column is None:  # then the missing heading is reported
            return
        for row in self._table.rows:
            if not any(_is_chosen(self._table, row, choice) for choice in choices):
                yield self._unclaimed(row, column)

    def _unclaimed(self, row: Mapping[int, Cell], column: int) -> Finding:
        cell = row.get(column) or row[min(row)]
        wheres = [choice.where for choice in self._choices.values()]
        wanted = sorted({value for where in wheres for values in where.values() for value in values})
        found = f'"{cell.value}"{did_you_mean(str(cell.value), wanted)}' if column in row else "empty"
        message = f"no kind takes this row: {self._table.headings[column].value} is {found}"
        return TABLE.found(self._table.at(cell), message, "mend the cell, or add a kind with this where")


def _is_chosen(table: Table, row: Mapping[int, Cell], choice: RowChoice) -> bool:
    if not choice.where:
        return True
    cells = {str(table.headings[at].value): str(cell.value) for at, cell in row.items()}
    return all(cells.get(heading, "") in values for heading, values in choice.where.items())


class _FieldColumns:
    """Which columns of a table are which fields of a kind.

    `paths` holds the way to each field by column, `choosing` the columns that only choose the rows, `known`
    the fields there are.
    """

    def __init__(self, table: Table, choice: RowChoice, schema: Any) -> None:
        self._schema = schema
        self._told_apart_by = choice.told_apart_by
        self.known = frozenset(known_paths(schema)) if schema is not None else frozenset()
        self.paths: dict[int, FieldPath] = {}
        self.choosing = {at for at, cell in table.headings.items() if str(cell.value) in choice.where}
        by_key = {column_key(path): path for path in sorted(self.known, reverse=True)}
        for at, cell in table.headings.items():
            path = choice.columns.get(str(cell.value)) or self._field(str(cell.value), by_key, at)
            if path:
                self.paths[at] = tuple(path.split("."))
        self._copies_by_another_name(table)
        self._named_by = [at for at, path in self.paths.items() if path in _NAMES]
        self._schemas = {at: _schema_at(schema or {}, path) for at, path in self.paths.items()}

    def _field(self, heading: str, by_key: Mapping[str, str], at: int) -> str:
        key = column_key(heading)
        if heading.startswith(NOTE_MARK):
            return ""
        if self._schema is None and at not in self.choosing and key not in MEANS_COPIES:
            return key
        return by_key.get(key, "")

    def _copies_by_another_name(self, table: Table) -> None:
        if (_COPIES,) in self.paths.values():
            return
        for at, cell in table.headings.items():
            if at not in self.paths and column_key(cell.value) in MEANS_COPIES:
                self.paths[at] = (_COPIES,)
                return

    def is_named(self, row: Mapping[int, Cell]) -> bool:
        """Whether a row says a name or an id, where there is a column for one."""
        return not self._named_by or any(at in row for at in self._named_by)

    def record(self, row: Mapping[int, Cell]) -> tuple[dict[str, Any], SourceMap]:
        """Return the record of a row, and where each of its values stands."""
        record: dict[str, Any] = {}
        places = _new_map(row[min(row)].source_map)
        for at, cell in row.items():
            if at in self.paths:
                _put(record, places, self.paths[at], cell, self._meaning(at, cell.value))
        if "id" not in record and isinstance(record.get("name"), str):
            words = [record["name"], *(str(record.get(field, "")) for field in self._told_apart_by)]
            record = {"id": made_id(" ".join(words)), **record}
        return record, places

    def _meaning(self, at: int, value: CellValue) -> Any:
        if self.paths[at] == (_COPIES,):
            value = count_in(value)
        if self._schema is None:
            return plain_meaning(self.paths[at], value)
        return as_asked(value, self._schemas[at])


def _put(record: dict[str, Any], places: SourceMap, path: FieldPath, cell: Cell, value: Any) -> None:
    """Put a value into a record, and its place into the map of the record's."""
    for step in path[:-1]:
        inside = record.setdefault(step, {})
        if not isinstance(inside, dict):
            return
        record, places = inside, _added(places, step, _new_map(cell.source_map))
    record[path[-1]] = value
    _added(places, path[-1], cell.source_map)


def _new_map(place: SourceMap) -> SourceMap:
    """Return the map of a mapping at this place, to which its values' places can be added."""
    return SourceMap(place.line, place.column, keys={}, children={}, is_cell=place.is_cell)


def _added(places: SourceMap, key: str, place: SourceMap) -> SourceMap:
    """Return the place of a key, which it has from now on if it had none."""
    keys, children = places.keys, places.children
    assert isinstance(keys, dict)  # as _new_map makes them
    assert isinstance(children, dict)
    keys.setdefault(key, (place.line, place.column))
    found: SourceMap = children.setdefault(key, place)
    return found


def _schema_at(schema: Any, path: FieldPath) -> Any:
    for step in path:
        schema = known_keys(schema).get(step, {})
    return schema


def shared_records(
    document: Document, choices: Mapping[str, RowChoice], schemas: Mapping[str, Any]
) -> dict[str, Document]:
    """Return the records of each kind as if in a file of their own; the first has the file's faults.

    `schemas` are those of the kinds' records. A field that only says which kind a record is of, and that its
    schema does not know, is left out.
    """
    first, *_ = choices
    if not document.complete or not isinstance(document.data, list):
        nothing = replace(document, data=None, findings=(), complete=False)
        return {kind: document if kind == first else nothing for kind in choices}
    chosen = {kind: _part_of_file(document, choice.where, schemas[kind]) for kind, choice in choices.items()}
    untaken = tuple(_untaken(document, [choice.where for choice in choices.values()]))
    chosen[first] = replace(chosen[first], findings=(*document.findings, *untaken))
    return chosen


def _part_of_file(document: Document, wanted: _Wanted, schema: Any) -> Document:
    unknown = frozenset(wanted) - known_keys(schema).keys() if schema is not None else frozenset[str]()
    rows = [row for row, record in enumerate(document.data) if _is_wanted(record, wanted)]
    chosen = document.selected(rows)
    return replace(chosen, data=[_without(record, unknown) for record in chosen.data], findings=())


def _is_wanted(record: Any, wanted: _Wanted) -> bool:
    if not isinstance(record, dict):
        return not wanted
    return all(str(record.get(field, "")) in values for field, values in wanted.items())


def _without(record: Any, fields: frozenset[str]) -> Any:
    if not isinstance(record, dict):
        return record
    return {field: value for field, value in record.items() if field not in fields}


def _untaken(document: Document, every: list[_Wanted]) -> Iterator[Finding]:
    """Yield records that no kind takes, where they say what they are, or ought to."""
    fields = dict.fromkeys(field for wanted in every for field in wanted)
    for row, record in enumerate(document.data):
        if not any(_is_wanted(record, wanted) for wanted in every):
            field = next((each for each in fields if isinstance(record, dict) and each in record), "")
            place = document.at((row, field)) if field else document.at((row,))
            values = [value for wanted in every for value in wanted.get(field, ())]
            reason = f'its {field} is "{record[field]}"' if field else f"it has no {next(iter(fields))}"
            near = did_you_mean(str(record[field]), values) if field else ""
            fix = "mend it, or add a kind with this where"
            yield SCHEMA.found(place, f"no kind takes this record: {reason}{near}", fix)
