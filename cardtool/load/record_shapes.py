"""What the schema of a kind makes of single values and of whole records that are not in a file yet."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from cardtool.finding import Finding
from cardtool.load.kind_records import record_files
from cardtool.load.records import GAME_FILE, record_schema
from cardtool.load.schemas import GameContext, Validator, known_keys, known_paths
from cardtool.load.sets_file import set_format
from cardtool.load.table_records import TableRecords, as_asked, known_headings, plain_meaning, row_choice
from cardtool.load.tables import parse_csv
from cardtool.load.yaml_files import Document, read_yaml
from cardtool.model import FieldPath, Game, SheetRow, SheetValue, SourceMap
from cardtool.project import Project


class SourceTable(NamedTuple):
    """A table that records are read from: its columns by path, the cells of a new row, and its records.

    An id that has no column is made of the name and of the fields it is `told_apart_by`.
    """

    separator: str
    columns: Mapping[FieldPath, int]
    fixed: Mapping[int, str]
    records: list[dict[str, Any]]
    told_apart_by: tuple[str, ...] = ()


class RecordShapes:
    """The schemas of a game's records, each looked up once. `names` are those of its records, by kind."""

    def __init__(self, project: Project, game: Game, names: Mapping[str, Mapping[str, str]]) -> None:
        known = {kind.id: None if kind.id in game.incomplete else names.get(kind.id) for kind in game.kinds}
        context = GameContext.begin(project, game.id)
        self._declared = read_yaml(project, context.folder / GAME_FILE)
        self._context = context.with_records(known, set_format(self._declared))
        self._game = game
        self._shapes: dict[str, Validator] = {}

    def paths(self, kind: str) -> frozenset[FieldPath]:
        """Return the paths of the values that a record may have, but for those in lists of mappings."""
        schema = self._shape(kind).schema
        return frozenset(
            tuple(path.split("."))
            for path in known_paths(schema)
            if not any(
                "items" in _schema_at(schema, path.split(".")[:depth])
                for depth in range(1, path.count(".") + 1)
            )
        )

    def marks(self, kind: str) -> dict[str, str]:
        """Return the fields by which a file that kinds share says that a record is of this one."""
        where = row_choice(self._declared, kind).where
        return {field: values[0] for field, values in where.items()}

    def table(self, kind: str, content: bytes) -> SourceTable:
        """Return the table that the records of a kind are read from, where its file holds this."""
        records = record_files(self._declared)
        sharing = [id for id, file in records.items() if file == records[kind]]
        choices = {id: row_choice(self._declared, id) for id in sharing}
        schemas = {id: self._shape(id).schema if self._has_own(id) else None for id in sharing}
        name = self._context.project.name_of(self._context.folder / records[kind])
        table = parse_csv(content, name, known_headings(choices.values(), schemas.values()))
        found = TableRecords(table, choices, schemas)
        columns = found.columns(kind)
        marks = {str(cell.value): at for at, cell in table.headings.items()}
        fixed = {marks[heading]: value for heading, value in self.marks(kind).items() if heading in marks}
        apart = choices[kind].told_apart_by
        return SourceTable(table.separator, columns, fixed, list(found.document(kind).data), apart)

    def meaning(self, kind: str, path: FieldPath, value: SheetValue) -> Any:
        """Return what a cell means in a record."""
        if value is None or not self._has_own(kind):
            return None if value is None else plain_meaning(path, value)
        return _as_read(as_asked(value, _schema_at(self._shape(kind).schema, path)))

    def findings(self, kind: str, record: Mapping[str, Any], row: SheetRow) -> list[Finding]:
        """Return what is wrong with a record that a row asks for, each at its cell."""
        source_map = _cell_map(record, row)
        document = Document(row.source.file, [record], source_map, (), True, sheet=row.source.sheet)
        return self._shape(kind).findings(document, (0,))

    def _has_own(self, kind: str) -> bool:
        return f"{self._game.id}/{kind}.schema.json" in self._context.schemas

    def _shape(self, kind: str) -> Validator:
        if kind not in self._shapes:
            written = self._game.kind(kind)
            while written.of:
                written = self._game.kind(written.of)
            schema = record_schema(self._context, written.id, inline=not written.records)
            self._shapes[kind] = self._context.shape(schema)
        return self._shapes[kind]


def _schema_at(schema: Any, path: FieldPath | list[str]) -> Any:
    for step in path:
        inner = known_keys(schema).get(step)
        if inner is None and step.isdecimal():
            inner = next((each["items"] for each in _alike(schema) if "items" in each), None)
        schema = inner if isinstance(inner, dict) else {}
    return schema


def _alike(schema: Any) -> Iterator[Mapping[str, Any]]:
    """Yield a schema and those that speak of the same value."""
    if isinstance(schema, dict):
        yield schema
        for key in ("allOf", "anyOf", "oneOf"):
            for inner in schema.get(key, ()):
                yield from _alike(inner)


def _as_read(value: Any) -> Any:
    """Return a value as it is once it is written and read: 3.0 is 3."""
    if isinstance(value, list):
        return [_as_read(each) for each in value]
    return int(value) if isinstance(value, float) and value.is_integer() else value


def _cell_map(record: Mapping[str, Any], row: SheetRow) -> SourceMap:
    places = {path: (cell.source.line, cell.source.column) for path, cell in row.cells.items()}
    start = (row.source.line, row.source.column)
    inside = _map_of(record, (), places, start, bool(row.source.sheet))
    return SourceMap(*start, children={0: inside}, is_cell=inside.is_cell)


def _map_of(
    value: Any,
    path: FieldPath,
    places: Mapping[FieldPath, tuple[int, int]],
    start: tuple[int, int],
    is_cell: bool,
) -> SourceMap:
    """Return the map of a value: its own cell, or that of what it is in."""
    here = places.get(path, start)
    if isinstance(value, Mapping):
        inner = {key: _map_of(each, (*path, key), places, here, is_cell) for key, each in value.items()}
        keys = {key: (each.line, each.column) for key, each in inner.items()}
        return SourceMap(*here, keys, dict(inner), is_cell=is_cell)
    if isinstance(value, list):
        items = enumerate(value)
        rows: dict[str | int, SourceMap] = {
            row: _map_of(each, (*path, str(row + 1)), places, here, is_cell) for row, each in items
        }
        return SourceMap(*here, {}, rows, is_cell=is_cell)
    return SourceMap(*here, is_cell=is_cell)
