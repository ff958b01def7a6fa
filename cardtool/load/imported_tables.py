"""What comes back from a spreadsheet: whose its rows are, what its columns are, and what their cells mean.

The file may lie anywhere. What single values and whole records are is asked of the schema of their kind; what
is done with them is decided elsewhere.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from cardtool.errors import UsageError
from cardtool.files import LARGEST_TEXT, Unreadable, read_file
from cardtool.finding import Finding
from cardtool.load.file_rules import TABLE
from cardtool.load.kinds import record_files, set_format
from cardtool.load.records import GAME_FILE, record_schema
from cardtool.load.schemas import GameContext, Validator, branches, known_keys, known_paths
from cardtool.load.table_records import TableRecords, as_asked, known_headings, plain_meaning, row_choice
from cardtool.load.tables import NOTE_MARK, Cell, Table, column_key, parse_csv
from cardtool.load.workbook_tables import read_all_sheets
from cardtool.load.yaml_files import Document, read_yaml
from cardtool.model import (
    MEMORY_TITLE,
    ExportedGame,
    ExportedSheet,
    FieldPath,
    Game,
    SheetCell,
    SheetRow,
    SheetValue,
    Source,
    SourceMap,
)
from cardtool.project import Project, did_you_mean

_KIND = ("kind",)
_MOST_CELLS = 1_000_000  # of all rows and columns, the empty ones too
_MOST_FAULTS = 200  # more of them in one file have one cause
_TOTAL, _COUNTED = "Total", re.compile(r"[0-9]+ records?")  # as an export ends its sheets


@dataclass(frozen=True, slots=True)
class ImportedKind:
    """A kind whose records a spreadsheet may hold: its names, and the paths its columns may have."""

    id: str
    names: frozenset[str]
    paths: frozenset[FieldPath]


@dataclass(frozen=True, slots=True)
class ImportedFile:
    """A spreadsheet that was read: its rows, the kinds they are of, and what it remembers of an export.

    `unread` are the sheets of a workbook that are of no kind. Of the sheets that were exported and are not
    there, `renamed` holds those whose records another sheet has, by its title; `gone` are the others.
    """

    rows: tuple[SheetRow, ...]
    kinds: frozenset[str]
    memory: ExportedGame | None
    findings: tuple[Finding, ...]
    unread: tuple[str, ...] = ()
    renamed: Mapping[str, str] = field(default_factory=dict)
    gone: tuple[str, ...] = ()


def read_imported(path: Path, kinds: Sequence[ImportedKind]) -> ImportedFile:
    """Read a spreadsheet, a workbook or a CSV file.

    Raises: UsageError where it is neither, or cannot be read at all; DamagedMemory.
    """
    readers = {".xlsx": _read_workbook, ".csv": _read_csv}
    reader = readers.get(path.suffix.lower())
    if reader is None:
        raise UsageError(f"{path.name} is no spreadsheet that can be imported; give a file .xlsx or .csv")
    try:
        content = read_file(path, LARGEST_TEXT)
    except Unreadable as why:
        raise UsageError(f"{path} {why}") from None
    return reader(content, path, kinds)


def _read_workbook(content: bytes, path: Path, kinds: Sequence[ImportedKind]) -> ImportedFile:
    tables, texts, fault = read_all_sheets(content, path.name, MEMORY_TITLE)
    if fault:
        raise UsageError(f"{path} {fault}")
    memory = ExportedGame.from_rows(texts) if texts else None
    reader = _RowReader(kinds, memory)
    tables = [table for table in tables if memory is None or table.sheet != "Summary"]
    unread = [table for table in tables if not reader.takes(table, alone=len(tables) == 1)]
    titles = [table.sheet for table in unread]
    rows = tuple(row for table in tables if table.sheet not in titles for row in reader.rows(table))
    there = {table.sheet for table in tables}
    sheets = [each for each in (memory.sheets if memory else ()) if each.kind not in reader.kinds]
    lost = [each for each in sheets if each.title not in there]
    likely = {table.sheet: _renamed_from(table, lost) for table in unread}
    renamed = {title: before for title, before in likely.items() if before}
    return ImportedFile(
        rows,
        frozenset(reader.kinds),
        memory,
        tuple(reader.findings),
        tuple(title for title in titles if title not in renamed),
        renamed,
        tuple(each.title for each in lost if each.title not in renamed.values()),
    )


def _renamed_from(table: Table, lost: Sequence[ExportedSheet]) -> str:
    """Return the title of the lost sheet with most of whose ids and names this sheet has, empty for none."""
    said = {str(cell.value) for row in table.rows for cell in row.values()}
    named = {
        each.title: {str(cells[("name",)].shown) for cells in each.records.values() if ("name",) in cells}
        for each in lost
    }
    shared = {each.title: len(said & (named[each.title] | each.records.keys())) for each in lost}
    best = max(shared, key=lambda title: shared[title], default="")
    return best if best and shared[best] else ""


def _read_csv(content: bytes, path: Path, kinds: Sequence[ImportedKind]) -> ImportedFile:
    words = {"kind", "id", "name", "copies"}
    known = words | {column_key(".".join(path)) for kind in kinds for path in kind.paths}
    table = parse_csv(content, path.name, known.__contains__)
    reader = _RowReader(kinds, None)
    rows = tuple(reader.rows(table))
    return ImportedFile(rows, frozenset(reader.kinds), None, tuple(reader.findings))


class _RowReader:
    """Makes rows of tables; `kinds` and `findings` fill meanwhile."""

    def __init__(self, kinds: Sequence[ImportedKind], memory: ExportedGame | None) -> None:
        self._kinds = {kind.id: kind for kind in kinds}
        self._by_name = {column_key(name): kind.id for kind in kinds for name in (kind.id, *kind.names)}
        self._sheets = {sheet.title: sheet for sheet in memory.sheets} if memory else {}
        self.kinds: set[str] = set()
        self.findings: list[Finding] = []

    def takes(self, table: Table, *, alone: bool) -> bool:
        """Return whether a sheet holds records of the game; one that is `alone` has to."""
        return alone or self._kind_of_sheet(table) is not None or bool(self._kind_columns(table))

    def _kind_of_sheet(self, table: Table) -> str | None:
        known = self._sheets.get(table.sheet)
        return known.kind if known else self._by_name.get(column_key(table.sheet))

    def _kind_columns(self, table: Table) -> list[int]:
        """Return the columns that say whose a row is: "kind", or "type" where no field is called so."""
        words = {"kind", "type"} - {path[0] for kind in self._kinds.values() for path in kind.paths}
        return [at for at, cell in table.headings.items() if column_key(cell.value) in {"kind", *words}]

    def rows(self, table: Table) -> Iterator[SheetRow]:
        """Yield the rows of a table, but for the last of an exported sheet, which counts them."""
        self.findings += table.findings
        columns = self._columns(table)
        if not columns:
            return
        kind_column = next(iter(self._kind_columns(table)), None)
        kind_of_all = self._kind_of_sheet(table)
        if not kind_of_all and len(self._kinds) == 1 and kind_column is None:
            kind_of_all = next(iter(self._kinds))
        if len(columns) * len(table.rows) > _MOST_CELLS:
            too_many = f"this table has more than {_MOST_CELLS:,} cells"
            self.findings.append(TABLE.found(Source(table.name), too_many, "split it up"))
            return
        if kind_of_all:
            self.kinds.add(kind_of_all)
        for row in table.rows:
            if not _is_total(row, columns):
                kind = kind_of_all or self._kind_of_row(table, row, kind_column)
                if kind:
                    self.kinds.add(kind)
                    yield _sheet_row(table, row, kind, columns)

    def _kind_of_row(self, table: Table, row: Mapping[int, Cell], column: int | None) -> str | None:
        cell = row.get(column) if column is not None else None
        kind = self._by_name.get(column_key(cell.value)) if cell else None
        if kind is None and len(self.findings) < _MOST_FAULTS:
            place = table.at(cell or row[min(row)])
            said = (
                f'"{cell.value}" is no kind{did_you_mean(str(cell.value), self._kinds)}'
                if cell
                else "no kind is given"
            )
            fix = "write the kind into a column called kind"
            self.findings.append(TABLE.found(place, f"nothing says of which kind this row is: {said}", fix))
        return kind

    def _columns(self, table: Table) -> dict[int, FieldPath]:
        """Return the path of each column; what is wrong with the headings is noted."""
        known = self._paths(table)
        columns: dict[int, FieldPath] = {}
        taken = set[FieldPath]()
        for at, cell in table.headings.items():
            heading = str(cell.value).strip()
            path = known.get(heading) or known.get(column_key(heading))
            if heading.startswith(NOTE_MARK) or path == _KIND:
                continue
            if len(self.findings) >= _MOST_FAULTS:
                break
            if path is None:
                fix = f"begin it with {NOTE_MARK} if it is a note"
                near = did_you_mean(column_key(heading), known)
                message = f'no field is called as column "{heading}"{near}'
                self.findings.append(TABLE.found(table.at(cell), message, fix))
            elif path in taken:
                self.findings.append(
                    TABLE.found(
                        table.at(cell), f'a second column is called "{heading}"', "keep one of the two"
                    )
                )
            else:
                columns[at] = path
                taken.add(path)
        return columns

    def _paths(self, table: Table) -> dict[str, FieldPath]:
        """Return the paths of headings: as they are spelt, and as fields could be called."""
        kind = self._kind_of_sheet(table)
        kinds = [self._kinds[kind]] if kind in self._kinds else list(self._kinds.values())
        paths = {path for each in kinds for path in each.paths} | {("id",), ("name",), ("copies",)}
        named = {column_key(".".join(path)): path for path in sorted(paths)}
        spelt = {".".join(path): path for path in paths}
        sheet = self._sheets.get(table.sheet)
        exported = dict(sheet.columns) if sheet else {}
        own = {"kind": _KIND, "type": _KIND} if kind is None and self._kind_columns(table) else {}
        if "kind" in (column_key(str(cell.value)) for cell in table.headings.values()):
            own.pop("type", None)
        return {"qty": ("copies",), "count": ("copies",), **named, **own, **spelt, **exported}


def _is_total(row: Mapping[int, Cell], columns: Mapping[int, FieldPath]) -> bool:
    said = {columns[at]: str(cell.value) for at, cell in row.items() if at in columns}
    return said.get(("id",)) == _TOTAL and bool(_COUNTED.fullmatch(said.get(("name",), "")))


def _sheet_row(
    table: Table, row: Mapping[int, Cell], kind: str, columns: Mapping[int, FieldPath]
) -> SheetRow:
    place = table.at(row[min(row)])
    cells = {path: _sheet_cell(table, row.get(at), at, place) for at, path in columns.items()}
    return SheetRow(kind, cells, place)


def _sheet_cell(table: Table, cell: Cell | None, column: int, place: Source) -> SheetCell:
    if cell is not None:
        return SheetCell(cell.value, table.at(cell))
    return SheetCell(None, Source(table.name, place.line, column + 1, table.sheet) if table.sheet else place)


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
            inner = next((each["items"] for each in branches(schema) if "items" in each), None)
        schema = inner if isinstance(inner, dict) else {}
    return schema


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
